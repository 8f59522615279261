import { useState } from 'react'
import type { AnswerOf } from '#shared/contract/index.ts'
import { usePreferences } from '../../../bridge/computer.tsx'
import { useEndpoint } from '../../../bridge/useEndpoint.ts'

export interface ChosenEstate {
  /** Null while the estates are not known, and if there are none. */
  readonly estateId: string | null
  /** True if there is no estate that the address names. */
  readonly isUnknown: boolean
  readonly choose: (estateId: string) => void
  readonly estates: AnswerOf<'estate.all'>
  readonly query: ReturnType<typeof useEndpoint<'estate.all'>>
}

/**
 * The estate that a screen is about: what was chosen here, else the last choice on this computer, else the first.
 *
 * @param asked the estate that the screen's address names: as if it had been chosen here, but never replaced by another where it is unknown
 */
export function useChosenEstate(asked: string | null = null): ChosenEstate {
  const query = useEndpoint('estate.all', {})
  const [preferences, remember] = usePreferences()
  const [chosen, setChosen] = useState<string | null>(asked)
  const estates = query.data ?? []
  const isThere = (id: string | null) => estates.some((estate) => estate.id === id)
  // An estate that was just made may not be listed yet.
  const isMissing = chosen !== null && chosen === asked && query.data !== undefined && !isThere(chosen)
  const first = [chosen, preferences.lastEstateId].find((id) => id !== null && isThere(id)) ?? estates[0]?.id ?? null
  const estateId = isMissing ? null : first
  const isUnknown = isMissing && !query.isFetching && query.error === null
  const choose = (id: string) => {
    setChosen(id)
    remember({ lastEstateId: id })
  }
  return { estateId, isUnknown, choose, estates, query }
}
