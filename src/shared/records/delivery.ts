import { normalText } from '../text/normalise.ts'
import type { RecordField, TextField } from './record.ts'

const kept = { kind: 'kept', stored: 'integer' } as const
const name = { kind: 'name', max: 30, normalise: normalText } as const

/** Evidence recorded for a delivery. */
export const evidenceFields = {
  method: { wire: 'method', column: 'method', label: '认可方式', ...kept },
  receiver: { wire: 'receiver', column: 'receiver', label: '签收人', ...name },
  relation: { wire: 'relation', column: 'relation', label: '签收人关系', ...kept },
  secondDeliverer: { wire: 'seconddeliverer', column: 'second_deliverer', label: '第二送达人', ...name },
  trackingNo: { wire: 'trackingno', column: 'tracking_no', label: '邮寄单号', kind: 'text', max: 40, normalise: normalText },
  noticeFrom: { wire: 'noticefrom', column: 'notice_from', label: '公告起', ...kept },
  noticeTo: { wire: 'noticeto', column: 'notice_to', label: '公告止', ...kept },
} as const satisfies Readonly<Record<string, RecordField | TextField>>

/** A delivery's fields in forms and workbooks, in the journal's order. */
export const toldFields = {
  voteSource: { wire: 'votesource', column: 'vote_source', label: '送达方式', ...kept },
  deliveredAt: { wire: 'notifytime', column: 'delivered_at', label: '送达时间', ...kept },
  deliveredBy: { wire: 'notifier', column: 'delivered_by', label: '送达人', ...name },
  ...evidenceFields,
  remark: { wire: 'remark', column: 'remark', label: '备注', kind: 'text', max: 200 },
} as const satisfies Readonly<Record<string, RecordField | TextField>>

/**
 * A delivery (送达): the source of the contract's shapes, the table's columns with their erasure, queries and mappers, the
 * changes by a later workbook, the column names of an import, the comparison by replay, and the journal's labels.
 */
export const deliveryRecord = {
  ...toldFields,
  notifyWay: { wire: 'notifyway', column: 'notify_way', label: '登记方式', ...kept },
  /** JSON in the table: paths of stored files. */
  pictures: { wire: 'pics', column: 'pictures', label: '送达照片', kind: 'pictures' },
  voidedBy: { wire: 'voider', column: 'voided_by', label: '作废人', ...kept },
  voidedAt: { wire: 'voiddate', column: 'voided_at', label: '作废时间', ...kept },
  voidReason: { wire: 'voidreason', column: 'void_reason', label: '作废原因', kind: 'words', max: 200, missing: '请填写作废原因' },
} as const satisfies Readonly<Record<string, RecordField | TextField>>
