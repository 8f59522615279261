import { MAX_OWNERS } from '../features/property/rules.ts'
import { idNumbers, ownerNames, phoneNumbers } from '../owner/owners.ts'
import type { RecordField, TextField } from './record.ts'

interface KeptText<Type extends string> {
  readonly kind: 'kept'
  readonly type?: Type
}
interface KeptInteger<Type extends number | null> {
  readonly kind: 'kept'
  readonly stored: 'integer'
  readonly type?: Type
}
const text: KeptText<string> = { kind: 'kept' }
const source: KeptText<'mark' | 'desk' | 'tally' | 'import'> = { kind: 'kept' }
const integer: KeptInteger<number> = { kind: 'kept', stored: 'integer' }
const perhaps: KeptInteger<number | null> = { kind: 'kept', stored: 'integer' }
const flag: KeptInteger<0 | 1> = { kind: 'kept', stored: 'integer' }
const state: KeptInteger<0 | 1 | 2> = { kind: 'kept', stored: 'integer' }
const channel: KeptInteger<1 | 2 | 3 | 4 | 5> = { kind: 'kept', stored: 'integer' }

/** The voter's fields. */
export const voterFields = {
  voterName: { wire: 'votername', column: 'voter_name', label: '投票人姓名', kind: 'name', max: MAX_OWNERS, normalise: ownerNames },
  voterPhone: { wire: 'votermobileno', column: 'voter_phone', label: '投票人手机号', kind: 'phone', max: MAX_OWNERS, normalise: phoneNumbers },
  voterIdNumber: { wire: 'voteridno', column: 'voter_id_number', label: '投票人证件号', kind: 'idNumber', max: MAX_OWNERS, normalise: idNumbers },
} as const satisfies Readonly<Record<string, TextField>>

/** A record of a ballot; table columns, their erasure, writes, answers and replay derive from it. */
export const voteRecord = {
  /** 0 marked, 1 voted or tallied, 2 void. */
  status: { wire: 'recordstatus', column: 'status', label: '记录状态', ...state },
  /** `''` if it was not marked. */
  markedCode: { wire: 'ballotcode', column: 'marked_code', label: '标记码', ...text },
  /** One character per slot: 0 open, 1, 2, 3; `''` if only marked. */
  answers: { wire: 'answers', column: 'answers', label: '投票内容', ...text },
  /** The ballot's area when the record was made. */
  areaHundredths: { wire: 'area', column: 'area_hundredths', label: '票权面积', ...integer },
  propertyId: { wire: 'votepropertyid', column: 'property_public_id', label: '房产编号', ...text },
  ...voterFields,
  source: { wire: 'recordsource', column: 'source', label: '投票途径', ...source },
  createdBy: { wire: 'creater', column: 'created_by', label: '录入人', ...integer },
  createdAt: { wire: 'createdate', column: 'created_at', label: '录入时间', ...integer },
  votedBy: { wire: 'voter', column: 'voted_by', label: '投票录入人', ...perhaps },
  votedAt: { wire: 'votedate', column: 'voted_at', label: '投票时间', ...perhaps },
  voidedBy: { wire: 'voider', column: 'voided_by', label: '作废人', ...perhaps },
  voidedAt: { wire: 'voiddate', column: 'voided_at', label: '作废时间', ...perhaps },
  voidReason: { wire: 'voidreason', column: 'void_reason', label: '作废原因', kind: 'words' },
  /** The office's computer at which it was last marked, voted or tallied; `''` if unnamed. */
  desk: { wire: 'desk', column: 'desk', label: '电脑', ...text },
  /** How the paper was received: a vote source. */
  channel: { wire: 'channel', column: 'channel', label: '收票渠道', ...channel },
  /** When it was received; null if only marked. */
  receivedAt: { wire: 'receivedat', column: 'received_at', label: '收到时间', ...perhaps },
  /** Who handed it in; `''` if not recorded. */
  handedInBy: { wire: 'handedinby', column: 'handed_in_by', label: '交票人', kind: 'name' },
  /** 1: entered after the end, stating when it was received. */
  isLate: { wire: 'late', column: 'is_late', label: '截止后录入', ...flag },
  /** The proxy by which an agent voted; `''` if the owner did. */
  proxyId: { wire: 'proxyid', column: 'proxy_public_id', label: '委托编号', ...text },
  /** The reading of its scanned pages by which it was confirmed; `''` if it was entered. */
  readingId: { wire: 'readingid', column: 'reading_public_id', label: '扫描读数', ...text },
} as const satisfies Readonly<Record<string, RecordField>>
