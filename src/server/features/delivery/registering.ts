import { Refusal } from '#shared/contract/refusals.ts'
import type { DeliveryDraft } from '#shared/features/delivery/contract.ts'
import { AT_OFFICE } from '#shared/features/delivery/rules.ts'
import { evidenceFields, toldFields } from '#shared/records/delivery.ts'
import { asColumns, asFields, type RowOf } from '#shared/records/record.ts'
import type { Caller } from '../../http/context.ts'
import { newId } from '../../kernel/ids.ts'
import type { RunningJob } from '../job/service.ts'
import type { NewDelivery } from './store.ts'
import { yieldToEventLoop } from '../../kernel/yieldToEventLoop.ts'

/** Optional details of a delivery. */
export type Evidence = Pick<DeliveryDraft, keyof typeof evidenceFields>
type EvidenceColumns = RowOf<typeof evidenceFields, Evidence>

/** A delivery registered again: fields left empty in the workbook or form keep their values. */
export function withEvidence(onRecord: EvidenceColumns, given: Evidence): EvidenceColumns {
  const told = Object.entries(asColumns(evidenceFields, given)).filter(([, value]) => value !== null && value !== '')
  return { ...asColumns(evidenceFields, asFields(evidenceFields, onRecord)), ...Object.fromEntries(told) }
}

/** @throws Refusal `notification.inFuture`, `notification.noticeEndsBefore` (400) */
export function checkTimes({ deliveredAt, noticeFrom, noticeTo }: Pick<DeliveryDraft, 'deliveredAt' | 'noticeFrom' | 'noticeTo'>, now: number): void {
  if (deliveredAt > now) throw new Refusal('notification.inFuture')
  if (noticeFrom !== null && noticeTo !== null && noticeTo < noticeFrom) throw new Refusal('notification.noticeEndsBefore')
}

/** The row of one delivery to one property, registered in the office. */
export function newDelivery(
  activityKey: number,
  rosterPropertyKey: number,
  delivery: Omit<DeliveryDraft, 'rosterPropertyId'>,
  caller: Caller,
  now: number,
): NewDelivery {
  return {
    public_id: newId(),
    activity_id: activityKey,
    roster_property_id: rosterPropertyKey,
    ...asColumns(toldFields, delivery),
    notify_way: AT_OFFICE,
    pictures: JSON.stringify(delivery.pictures),
    voided_by: null,
    voided_at: null,
    void_reason: '',
    created_by: caller.userKey,
    created_at: now,
    updated_by: caller.userKey,
    updated_at: now,
  }
}

/** Yields to other calls between statements, observes cancellation, and reports progress. */
export function reportingChunks(job: RunningJob, stage: 'checking' | 'writing', total: number): () => Promise<void> {
  let statements = 0
  return async () => {
    job.report(stage, Math.min(total, statements++ * 250), total)
    await yieldToEventLoop()
    job.signal.throwIfAborted()
  }
}
