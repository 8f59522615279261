import type { Voter } from '#shared/features/ballot/contract.ts'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { sameOwnerSearch, suggestionsOf } from './ballotRights.ts'

export interface MainProperty {
  /** The property's current data, or as found until the server has answered. */
  readonly main: Voter | null
  /** The owner's other ballots. */
  readonly suggestions: readonly Voter[]
  /** Why it failed to load, as a message; null if it did not. */
  readonly failure: string | null
  readonly retry: () => void
}

/** The selected main property, kept up to date, with its owner's other ballots. */
export function useMainProperty(activityId: string, chosen: Voter | null): MainProperty {
  const own = useEndpoint('voting.votersOfProperty', { query: { activityId, propertyId: chosen?.propertyId ?? '' } }, { enabled: chosen !== null, keptMs: 0 })
  const voters = own.data?.voters ?? []
  const main = chosen && (voters.find(({ rosterPropertyId }) => rosterPropertyId === chosen.rosterPropertyId) ?? chosen)
  const condition = main ? sameOwnerSearch(main) : ''
  const alike = useEndpoint('voting.findVoters', { query: { activityId, location: '', condition } }, { enabled: condition !== '', keptMs: 0 })
  return {
    main,
    suggestions: main ? suggestionsOf(main, [...voters, ...(condition === '' ? [] : (alike.data ?? []))]) : [],
    failure: chosen && own.error ? own.error.message : null,
    retry: () => void own.refetch(),
  }
}
