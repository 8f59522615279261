import { ActivityStatus } from '#shared/features/activity/rules.ts'
import type { Db } from '../../../database/schema.ts'
import { digestsIn, type Digests } from '../checkpoint.ts'
import { checkpointStore } from '../checkpointStore.ts'
import { rosterDigest, tallyDigest } from './digests.ts'

/** An activity's current digests: the roster's from 开启投票 on, the tally's from 开启唱票 on (`proof-layout.md` section 2). */
export async function digestsInForce(db: Db, { id, status }: { readonly id: number; readonly status: ActivityStatus }): Promise<Digests> {
  if (status === ActivityStatus.notStarted) return {}
  const roster = await rosterDigest(db, id)
  return status === ActivityStatus.voting ? { rosterDigest: roster } : { rosterDigest: roster, tallyDigest: await tallyDigest(db, id) }
}

/** The digests of a finished activity, as signed at its end: their data cannot change since. */
export async function finishDigests(db: Db, activityId: string): Promise<Digests> {
  const signed = await checkpointStore(db).newestOf(activityId, 'finish')
  const { rosterdigest, tallydigest } = digestsIn(signed?.content ?? '')
  return { rosterDigest: rosterdigest, tallyDigest: tallydigest }
}
