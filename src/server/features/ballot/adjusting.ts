import { ActivityStatus } from '#shared/features/activity/rules.ts'
import { NO_REASON } from '#shared/features/ballot/rules.ts'
import type { Tx } from '../../database/schema.ts'
import type { ActivityRecord, ActivityService } from '../activity/service.ts'
import { rosterDigest } from '../journal/replay/digests.ts'
import type { State } from '../journal/replay/state.ts'
import { stateOf, type Touched } from '../journal/replay/stateStore.ts'

/** An act that changes a roster. */
interface Adjustment {
  readonly touched: Touched
  readonly gone?: State['gone']
  /** The properties whose heads or area it changes, in words. */
  readonly places: readonly string[]
  /** `''` if none was given. */
  readonly reason: string
}

/** What the entry of such an act tells; of a roster that is not frozen yet, nothing. */
interface NotedAdjustment {
  /** The rows that it touched, as they are now. */
  readonly state?: State
  /** For the entry's `after`; nothing unless votes are cast. */
  readonly told: { readonly adjustedHouses?: number; readonly adjustedPlaces?: readonly string[]; readonly reason?: string }
  /** For its `after`, too. */
  readonly digest: { readonly rosterdigest?: string }
}

/**
 * Counts changes of a roster's heads or area during voting: the note of each conclusion states how many properties were
 * affected (`wire.md` section 5).
 */
export async function noteAdjusted(
  activities: Pick<ActivityService, 'countAdjusted'>,
  tx: Tx,
  activity: ActivityRecord,
  { touched, gone, places, reason }: Adjustment,
): Promise<NotedAdjustment> {
  if (activity.status === ActivityStatus.notStarted) return { told: {}, digest: {} }
  const isCounted = activity.status === ActivityStatus.voting && places.length > 0
  if (isCounted) await activities.countAdjusted(tx, activity.id, places.length)
  const state = await stateOf(tx, isCounted ? { ...touched, activity: activity.id } : touched)
  return {
    state: gone ? { ...state, gone } : state,
    told: isCounted ? { adjustedHouses: places.length, adjustedPlaces: places, reason: reason || NO_REASON } : {},
    digest: { rosterdigest: await rosterDigest(tx, activity.id) },
  }
}
