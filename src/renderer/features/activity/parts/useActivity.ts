import type { Activity } from '#shared/features/activity/contract.ts'
import { isRefusedFor } from '../../../bridge/failure.ts'
import { useEndpoint } from '../../../bridge/useEndpoint.ts'

/** The activity, or why it is not there. */
export interface FoundActivity {
  /** Undefined while it is on its way, and where it could not be had. */
  readonly activity: Activity | undefined
  /** The server has no such activity, or no longer. */
  readonly isGone: boolean
  /** Why the server could not be asked, though the activity may be known from before; null if it could, or where it is gone. */
  readonly failure: string | null
  /** False until the server has answered since this screen was opened: what is kept from before may have changed. */
  readonly isFresh: boolean
  readonly retry: () => void
}

/** The activity that a screen is about, whole; it says its failure itself (no toast). */
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
