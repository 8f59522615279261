import type { FieldError } from '../../contract/envelope.ts'
import type { TextLimit } from '../../text/limits.ts'

/** Ways of delivery that an estate's 议事规则 may accept (认可的送达方式). */
export const DELIVERY_METHODS = [1, 2, 3, 4, 5, 6] as const
export type DeliveryMethod = (typeof DELIVERY_METHODS)[number]
/** 公告: public notice, when no other way reached the owner. */
export const NOTICE: DeliveryMethod = 6

export const deliveryMethodNames: Readonly<Record<DeliveryMethod, string>> = {
  1: '当面签收',
  2: '同住人签收',
  3: '信报箱',
  4: '登记地址邮寄',
  5: '登记手机短信或微信',
  6: '公告',
}

/** Evidence to keep of a delivery: a photo of the receipt, a second deliverer, a tracking number, the days of a notice. */
export const EVIDENCE_KINDS = ['receipt', 'seconddeliverer', 'trackingno', 'notice'] as const
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number]

export const evidenceNames: Readonly<Record<EvidenceKind, string>> = {
  receipt: '回执照片',
  seconddeliverer: '第二送达人',
  trackingno: '邮寄单号',
  notice: '公告起止时间',
}

/** One accepted way of delivery. */
export interface DeliveryRule {
  readonly method: DeliveryMethod
  /** The clause of the 议事规则 that accepts it; `''` if none is given. */
  readonly clause: string
  readonly evidence: readonly EvidenceKind[]
  /** Days until it counts, excluding its first day; 0 if it counts at once. */
  readonly days: number
}
/** The accepted ways, at most one rule each; none: all deliveries on record count alike. */
export type DeliveryPolicy = readonly DeliveryRule[]

export const MAX_DELIVERY_DAYS = 365
export const deliveryClause = { label: '依据条款', max: 100 } as const satisfies TextLimit

const policyMessages = {
  duplicate: (method: DeliveryMethod) => `送达方式“${deliveryMethodNames[method]}”重复`,
  noticeDays: '请填写公告须满的天数',
} as const

/** Errors of a policy beyond single fields, by the fields' wire names. */
export function policyErrors(policy: DeliveryPolicy): FieldError[] {
  return policy.flatMap(({ method, days }, index) => {
    if (policy.findIndex((rule) => rule.method === method) < index)
      return [{ field: `deliverypolicy.${index}.method`, message: policyMessages.duplicate(method) }]
    return method === NOTICE && days === 0 ? [{ field: `deliverypolicy.${index}.days`, message: policyMessages.noticeDays }] : []
  })
}

/** A rule as text: `公告（第十二条；须有公告起止时间；满7日）`. */
export function deliveryRuleInWords({ method, clause, evidence, days }: DeliveryRule): string {
  const about = [clause, evidence.length > 0 ? `须有${evidence.map((kind) => evidenceNames[kind]).join('、')}` : '', days > 0 ? `满${days}日` : '']
  const said = about.filter((part) => part !== '')
  return said.length === 0 ? deliveryMethodNames[method] : `${deliveryMethodNames[method]}（${said.join('；')}）`
}
