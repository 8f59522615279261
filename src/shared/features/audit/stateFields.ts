import { fieldName, type AuditField } from '../words.ts'

/** The fields of what replay compares that no entry has a word for. */
const ownNames = {
  isEnded: '是否已并空',
  ownerSalt: '产权人摘要的盐',
  notifyWay: '登记方式',
  createdBy: '录入人',
  createdAt: '录入时间',
  votedBy: '投票录入人',
  votedAt: '投票时间',
  voidedBy: '作废人',
  voidedAt: '作废时间',
  voidReason: '作废原因',
  issuedBy: '生成人',
  issuedAt: '生成时间',
  outBy: '发出人',
  outAt: '发出时间',
  receivedBy: '收回人',
  spoiledBy: '作废人',
  spoiledAt: '作废时间',
  spoilReason: '作废原因',
  layout: '版式',
  frozenAt: '版式确定时间',
  readingKind: '读数种类',
  recordId: '投票记录编号',
  readBy: '读数人',
  readAt: '读数时间',
  settledBy: '裁定人',
  settledAt: '裁定时间',
  settleReason: '裁定原因',
  revokedBy: '撤销人',
  revokedAt: '撤销时间',
  revokeReason: '撤销原因',
  beforeData: '变更前信息的校验值',
  afterData: '变更后信息的校验值',
  decidedBy: '审批人',
  decidedAt: '审批时间',
  desk: '电脑',
  isLate: '截止后录入',
  extensions: '延期',
  creatorKey: '创建人',
  topicId: '所属议题',
  number: '票权序号',
} as const
/** A field that has a word; a column of replay's queries without one does not compile (replay/stateQueries.ts). */
export type StateField = keyof typeof ownNames | AuditField

/** A field of a row that replay compares, in words. */
export const stateFieldName = (field: string): string => (Object.hasOwn(ownNames, field) ? ownNames[field as keyof typeof ownNames] : fieldName(field))
