import { useState } from 'react'
import type { AnswerOf } from '#shared/contract/index.ts'
import { usePreferences } from '../../../bridge/computer.tsx'
import { useEndpoint } from '../../../bridge/useEndpoint.ts'

export interface ChosenEstate {
  /** Null while loading, and if there are no estates. */
  readonly estateId: string | null
  /** True if the estate in the address does not exist. */
  readonly isUnknown: boolean
  readonly choose: (estateId: string) => void
  readonly estates: AnswerOf<'estate.all'>
  readonly query: ReturnType<typeof useEndpoint<'estate.all'>>
}

/**
 * A screen's estate: the one selected here, else the last selected on this computer, else the first.
 *
 * @param asked the estate in the screen's address: treated as selected here, but not replaced by another if unknown
 */
export function useChosenEstate(asked: string | null = null): ChosenEstate {
  const query = useEndpoint('estate.all', {})
  const [preferences, remember] = usePreferences()
  const [chosen, setChosen] = useState<string | null>(asked)
  const estates = query.data ?? []
  const isThere = (id: string | null) => estates.some((estate) => estate.id === id)
  // A new estate may not be listed yet.
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
