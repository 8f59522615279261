import type { Activity } from '#shared/features/activity/contract.ts'
import { isRefusedFor } from '../../../bridge/failure.ts'
import { useEndpoint } from '../../../bridge/useEndpoint.ts'

/** The activity, or why it is not available. */
export interface FoundActivity {
  /** Undefined while loading or if it failed to load. */
  readonly activity: Activity | undefined
  /** The server does not have the activity, or no longer. */
  readonly isGone: boolean
  /** Why the server could not be asked, though a cached activity may exist; null on success or if the activity is gone. */
  readonly failure: string | null
  /** False until the server has answered since this screen was opened; cached data may be outdated. */
  readonly isFresh: boolean
  readonly retry: () => void
}

/** The full activity of a screen; the screen shows failures itself (no toast). */
export function useActivity(activityId: string): FoundActivity {
  const { data, error, isFetchedAfterMount, refetch } = useEndpoint('activity.get', { query: { id: activityId } })
  const isGone = isRefusedFor(error?.failure, 'activity.notFound')
  return {
    activity: isGone ? undefined : data,
    isGone,
    failure: error && !isGone ? error.message : null,
    isFresh: isFetchedAfterMount && !error,
    retry: () => void refetch(),
  }
}
