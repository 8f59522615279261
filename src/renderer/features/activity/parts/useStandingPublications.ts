import type { StandingPublication } from '#shared/features/publication/contract.ts'
import { chinaDay } from '#shared/time/chinaTime.ts'
import { useEndpoint } from '../../../bridge/useEndpoint.ts'
import { useLiveInterval } from '../../../ui/useLiveInterval.ts'

/** Days go by slowly. */
const INTERVAL = 60_000

/** What of a vote is published and was not withdrawn, and which day it was when that was so; nothing until it is known. */
export function useStandingPublications(activityId: string): { readonly standing: readonly StandingPublication[]; readonly today: string } {
  const refetchInterval = useLiveInterval(INTERVAL)
  const { data = [], dataUpdatedAt } = useEndpoint('publication.standing', { query: { activityIds: [activityId] } }, { refetchInterval, staleTime: 1_000 })
  return { standing: data, today: chinaDay(dataUpdatedAt) }
}
