import { formatTime, parseTime } from '#shared/time/chinaTime.ts'
import type { DeliveryDraft } from '#shared/features/delivery/contract.ts'

/** The form's values; an untouched field is undefined. */
export interface DeliveryFormValues {
  readonly voteSource?: DeliveryDraft['voteSource']
  /** As typed, in China standard time: `2026-05-01 09:30`. */
  readonly deliveredAt?: string
  readonly deliveredBy?: string
  readonly remark?: string
  /** Paths of stored pictures. */
  readonly pictures?: readonly string[]
  readonly method?: DeliveryDraft['method']
  readonly receiver?: string
  readonly relation?: DeliveryDraft['relation']
  readonly secondDeliverer?: string
  readonly trackingNo?: string
  /** As typed: `2026-05-01 09:30`. */
  readonly noticeFrom?: string
  readonly noticeTo?: string
}

/** A time in the form's format: the wire format cut to minutes, thus never later than the time itself. */
export function writtenMinutes(epochMs: number): string {
  return formatTime(epochMs).slice(0, 16)
}

/** The part of a delivery that is proposed for the next one. */
export const proposedBy = ({ voteSource, deliveredBy, method }: Pick<DeliveryDraft, 'voteSource' | 'deliveredBy' | 'method'>): DeliveryFormValues => ({
  voteSource,
  deliveredBy,
  ...(method === null ? {} : { method }),
})

/** Parses a typed time; null if empty. */
const momentOf = (written: string): number | null => (written === '' ? null : parseTime(written))

/** The delivery described by a form, without property and time. */
export function evidenceOf(values: DeliveryFormValues): Omit<DeliveryDraft, 'rosterPropertyId' | 'deliveredAt'> {
  const { voteSource, deliveredBy = '', remark = '', pictures = [] } = values
  if (voteSource === undefined) throw new Error('the form was submitted although its rules did not hold')
  const { method = null, receiver = '', relation = null, secondDeliverer = '', trackingNo = '', noticeFrom = '', noticeTo = '' } = values
  return {
    voteSource,
    deliveredBy: deliveredBy.trim(),
    remark: remark.trim(),
    pictures: [...pictures],
    method,
    receiver: receiver.trim(),
    relation,
    secondDeliverer: secondDeliverer.trim(),
    trackingNo: trackingNo.trim(),
    noticeFrom: momentOf(noticeFrom),
    noticeTo: momentOf(noticeTo),
  }
}

/** The same with the form's time. */
export function deliveryOf(values: DeliveryFormValues): Omit<DeliveryDraft, 'rosterPropertyId'> {
  const deliveredAt = parseTime(values.deliveredAt ?? '')
  if (deliveredAt === null) throw new Error('the form was submitted although its rules did not hold')
  return { ...evidenceOf(values), deliveredAt }
}
