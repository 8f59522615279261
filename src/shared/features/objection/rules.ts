import type { TextLimit } from '../../text/limits.ts'
import { maskedMessages } from '../../owner/masking.ts'

/** Subjects of objections (`after.md` section 4). */
export const OBJECTION_KINDS = [1, 2, 3, 4, 5, 6, 7] as const
export type ObjectionKind = (typeof OBJECTION_KINDS)[number]
export const objectionKindNames: Readonly<Record<ObjectionKind, string>> = {
  1: '未投过该票',
  2: '票面读错',
  3: '票权或面积有误',
  4: '未收到送达',
  5: '资格或委托',
  6: '程序',
  7: '其他',
}

export const ObjectionStatus = { pending: 0, justified: 1, unjustified: 2, withdrawn: 3 } as const
export type ObjectionStatus = (typeof ObjectionStatus)[keyof typeof ObjectionStatus]
export const OBJECTION_STATUSES = Object.values(ObjectionStatus)
export const objectionStatusNames: Readonly<Record<ObjectionStatus, string>> = { 0: '待处理', 1: '成立', 2: '不成立', 3: '撤回' }

/** Possible decisions. */
export const OBJECTION_DECISIONS = [ObjectionStatus.justified, ObjectionStatus.unjustified] as const
export type ObjectionDecision = (typeof OBJECTION_DECISIONS)[number]

/** What a correction changes about its ballot. */
export const CORRECTION_KINDS = ['void', 'answers', 'vote', 'undelivered', 'area'] as const
export type CorrectionKind = (typeof CORRECTION_KINDS)[number]
export const correctionKindNames: Readonly<Record<CorrectionKind, string>> = {
  void: '作废投票',
  answers: '更正投票内容',
  vote: '补录投票',
  undelivered: '更正为未送达',
  area: '更正面积',
}
/** The part of a ballot that a kind concerns: a ballot has at most one correction of each, over all objections. */
export const correctedPart: Readonly<Record<CorrectionKind, 'vote' | 'delivery' | 'area'>> = {
  void: 'vote',
  answers: 'vote',
  vote: 'vote',
  undelivered: 'delivery',
  area: 'area',
}

export const objectionLimits = {
  name: { label: '异议人姓名', max: 30, missing: '请输入异议人姓名' },
  phone: { label: '异议人手机号', max: 30 },
  text: { label: '异议内容', max: 2_000, missing: '请输入异议内容' },
  reason: { label: '裁定理由', max: 200, missing: '请输入裁定理由' },
  withdrawReason: { label: '撤回原因', max: 200, missing: '请输入撤回原因' },
} as const satisfies Readonly<Record<string, TextLimit>>

/** Maximum pictures per objection. */
export const MAX_OBJECTION_PICTURES = 9
/** Maximum corrections per decision. */
export const MAX_CORRECTIONS = 500

export const objectionMessages = {
  phoneShape: '手机号须为11位数字，座机写成 区号-号码',
  phoneMasked: maskedMessages.phone,
  inFuture: '收到异议的时间不能晚于当前时间',
  topics: '异议涉及的议题与活动议题不一致，请刷新后重试',
  needless: '异议不成立时不能更正投票',
  noReceipt: '请选择补录选票的收到时间',
  noArea: '请输入更正后的面积',
  same: '更正后的内容与原记录相同，请重新填写',
} as const
