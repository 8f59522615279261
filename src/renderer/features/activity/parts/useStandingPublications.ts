import type { StandingPublication } from '#shared/features/publication/contract.ts'
import { chinaDay } from '#shared/time/chinaTime.ts'
import { useEndpoint } from '../../../bridge/useEndpoint.ts'
import { useLiveInterval } from '../../../ui/useLiveInterval.ts'

/** Polling interval (ms); the day rarely changes. */
const INTERVAL = 60_000

/** The activity's current publications and the day of that answer; empty until loaded. */
export function useStandingPublications(activityId: string): { readonly standing: readonly StandingPublication[]; readonly today: string } {
  const refetchInterval = useLiveInterval(INTERVAL)
  const { data = [], dataUpdatedAt } = useEndpoint('publication.standing', { query: { activityIds: [activityId] } }, { refetchInterval, staleTime: 1_000 })
  return { standing: data, today: chinaDay(dataUpdatedAt) }
}
