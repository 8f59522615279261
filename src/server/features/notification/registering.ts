import { Refusal } from '#shared/contract/refusals.ts'
import { stepRefusal, type ActivityStatus } from '#shared/features/activity/rules.ts'
import type { Delivery } from '#shared/features/notification/contract.ts'
import { AT_OFFICE } from '#shared/features/notification/rules.ts'
import type { Caller } from '../../http/context.ts'
import { newId } from '../../kernel/ids.ts'
import type { RunningJob } from '../job/service.ts'
import type { NewNotification } from './store.ts'
import { nextTurn } from '../../kernel/nextTurn.ts'

/**
 * Refused when the activity is finished: a delivery may decide a result (`counting.md` section 3).
 *
 * @throws Refusal `activity.wrongStatus` (409)
 */
export function checkIsOpen(status: ActivityStatus): void {
  const reason = stepRefusal(status, 'deliver')
  if (reason !== null) throw new Refusal(reason, { status, step: 'deliver' })
}

/** Optional details of a delivery. */
export type Evidence = Pick<Delivery, 'method' | 'receiver' | 'relation' | 'secondDeliverer' | 'trackingNo' | 'noticeFrom' | 'noticeTo'>
type EvidenceColumns = Pick<NewNotification, 'method' | 'receiver' | 'relation' | 'second_deliverer' | 'tracking_no' | 'notice_from' | 'notice_to'>

const toColumns = ({ method, receiver, relation, secondDeliverer, trackingNo, noticeFrom, noticeTo }: Evidence): EvidenceColumns => ({
  method,
  receiver,
  relation,
  second_deliverer: secondDeliverer,
  tracking_no: trackingNo,
  notice_from: noticeFrom,
  notice_to: noticeTo,
})

/** A delivery that is registered once more: what the workbook or form leaves empty stays as it was. */
export function withEvidence(onRecord: EvidenceColumns, given: Evidence): EvidenceColumns {
  const columns = toColumns(given)
  return {
    method: columns.method ?? onRecord.method,
    receiver: columns.receiver || onRecord.receiver,
    relation: columns.relation ?? onRecord.relation,
    second_deliverer: columns.second_deliverer || onRecord.second_deliverer,
    tracking_no: columns.tracking_no || onRecord.tracking_no,
    notice_from: columns.notice_from ?? onRecord.notice_from,
    notice_to: columns.notice_to ?? onRecord.notice_to,
  }
}

/** @throws Refusal `notification.inFuture`, `notification.noticeEndsBefore` (400) */
export function checkTimes({ deliveredAt, noticeFrom, noticeTo }: Pick<Delivery, 'deliveredAt' | 'noticeFrom' | 'noticeTo'>, now: number): void {
  if (deliveredAt > now) throw new Refusal('notification.inFuture')
  if (noticeFrom !== null && noticeTo !== null && noticeTo < noticeFrom) throw new Refusal('notification.noticeEndsBefore')
}

/** The row of one delivery to one property, registered in the office. */
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
    ...toColumns(delivery),
    voided_by: null,
    voided_at: null,
    void_reason: '',
    created_by: caller.userKey,
    created_at: now,
    updated_by: caller.userKey,
    updated_at: now,
  }
}

/** Lets reads of other desks in between two statements, hears a cancel, and tells how far it is. */
export function reportingChunks(job: RunningJob, stage: 'checking' | 'writing', total: number): () => Promise<void> {
  let statements = 0
  return async () => {
    job.report(stage, Math.min(total, statements++ * 250), total)
    await nextTurn()
    job.signal.throwIfAborted()
  }
}
