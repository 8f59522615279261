import { ActivityStatus } from '#shared/features/activity/rules.ts'
import type { Db } from '../../../database/schema.ts'
import { rosterDigest } from './digests.ts'
import type { State } from './state.ts'
import { stateOf, type Touched } from './stateStore.ts'

/** What an entry tells of a roster that it changed; of one that is not frozen yet, nothing. */
export interface RosterProof {
  readonly state?: State
  /** For the entry's `after`. */
  readonly digest: { readonly rosterdigest?: string }
}

/** The rows that a change of a roster touched, as they are now, and the roster's digest: both only once the roster is frozen. */
export async function rosterProof(
  tx: Db,
  activity: { readonly id: number; readonly status: ActivityStatus },
  touched: Touched,
  gone?: State['gone'],
): Promise<RosterProof> {
  if (activity.status === ActivityStatus.notStarted) return { digest: {} }
  const state = await stateOf(tx, touched)
  return { state: gone ? { ...state, gone } : state, digest: { rosterdigest: await rosterDigest(tx, activity.id) } }
}
