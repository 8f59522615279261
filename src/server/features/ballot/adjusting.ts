import { ActivityStatus } from '#shared/features/activity/rules.ts'
import { NO_REASON } from '#shared/features/ballot/rules.ts'
import type { Tx } from '../../database/schema.ts'
import type { ActivityRecord, ActivityService } from '../activity/service.ts'
import type { Touched } from '../audit/replay/stateStore.ts'

/** An act that changes heads or area of a roster. */
interface Adjustment {
  /** The houses that it concerns, in words; if there are none, nothing changes. */
  readonly places: readonly string[]
  /** `''` if nobody gave one. */
  readonly reason: string
}

/** What the entry of such an act tells of it; nothing unless votes are cast. */
export interface NotedAdjustment {
  readonly told: { readonly adjustedHouses?: number; readonly adjustedPlaces?: readonly string[]; readonly reason?: string }
  readonly touched: Pick<Touched, 'activity'>
}

/**
 * Counts an act that changes heads or area of a roster while votes are cast: each conclusion's note tells how many houses such
 * acts concerned (`wire.md` section 5).
 */
export async function noteAdjusted(
  activities: Pick<ActivityService, 'countAdjusted'>,
  tx: Tx,
  activity: ActivityRecord,
  { places, reason }: Adjustment,
): Promise<NotedAdjustment> {
  if (activity.status !== ActivityStatus.voting || places.length === 0) return { told: {}, touched: {} }
  await activities.countAdjusted(tx, activity.id, places.length)
  return { told: { adjustedHouses: places.length, adjustedPlaces: places, reason: reason || NO_REASON }, touched: { activity: activity.id } }
}
