import { Refusal } from '#shared/contract/refusals.ts'
import { stepRefusal, type ActivityStatus } from '#shared/features/activity/rules.ts'
import type { Delivery } from '#shared/features/notification/contract.ts'
import { AT_OFFICE } from '#shared/features/notification/rules.ts'
import type { Caller } from '../../http/context.ts'
import { newId } from '../../kernel/ids.ts'
import type { RunningJob } from '../job/service.ts'
import type { NewNotification } from './store.ts'

/**
 * Refused when the activity is finished: a delivery may decide a result (`counting.md` section 3).
 *
 * @throws Refusal 409
 */
export function checkIsOpen(status: ActivityStatus): void {
  const reason = stepRefusal(status, 'deliver')
  if (reason !== null) throw new Refusal(reason, { status, step: 'deliver' })
}

/** The row of one delivery to one house, registered in the office. */
export function newNotification(
  activityKey: number,
  rosterPropertyKey: number,
  delivery: Omit<Delivery, 'rosterPropertyId'>,
  caller: Caller,
  now: number,
): NewNotification {
  return {
    public_id: newId(),
    activity_id: activityKey,
    roster_property_id: rosterPropertyKey,
    vote_source: delivery.voteSource,
    notify_way: AT_OFFICE,
    delivered_at: delivery.deliveredAt,
    delivered_by: delivery.deliveredBy,
    remark: delivery.remark,
    pictures: JSON.stringify(delivery.pictures),
    created_by: caller.userKey,
    created_at: now,
    updated_by: caller.userKey,
    updated_at: now,
  }
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Lets reads of other desks in between two statements, hears a cancel, and tells how far it is. */
export function stepsOf(job: RunningJob, stage: 'checking' | 'writing', total: number): () => Promise<void> {
  let statements = 0
  return async () => {
    job.report(stage, Math.min(total, statements++ * 250), total)
    await nextTurn()
    job.signal.throwIfAborted()
  }
}
