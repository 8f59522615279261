import { z } from 'zod'
import { code, nullableInteger, optionalList, optionalText } from '../../contract/values.ts'
import { normalText } from '../../text/normalise.ts'
import { DELIVERY_METHODS, deliveryClause, EVIDENCE_KINDS, MAX_DELIVERY_DAYS } from './deliveryPolicy.ts'
import { activityLimits as limits, COUNTING_RULES, proxyLimitRange } from './rules.ts'

const deliveryDays = z.codec(nullableInteger('送达天数', { min: 0, max: MAX_DELIVERY_DAYS }), z.int(), {
  decode: (value) => value ?? 0,
  encode: (value) => value,
})
/** An accepted way of delivery; see `DeliveryRule`. */
const DeliveryRuleDraft = z.object({
  method: code('送达方式', DELIVERY_METHODS),
  clause: optionalText(deliveryClause.label, { ...deliveryClause, normalise: normalText }),
  evidence: optionalList(
    z.array(z.enum(EVIDENCE_KINDS, { error: '送达凭证不正确' }), { error: '送达凭证格式不正确' }).max(EVIDENCE_KINDS.length, '送达凭证不正确'),
  ),
  days: deliveryDays,
})
const deliveryPolicyDraft = optionalList(z.array(DeliveryRuleDraft, { error: '认可的送达方式格式不正确' }).max(DELIVERY_METHODS.length, '认可的送达方式过多'))

/** Fields common to an activity and an estate's 议事规则. */
export const votingRuleFields = {
  countingRule: ['votetype', code('计票方式', COUNTING_RULES)],
  ruleBasis: ['rulebasis', optionalText(limits.ruleBasis.label, limits.ruleBasis)],
  /** Maximum ballots per agent; null: no limit. */
  proxyLimit: ['proxylimit', nullableInteger(proxyLimitRange.label, proxyLimitRange)],
  /** 认可的送达方式; none: all deliveries on record count alike. */
  deliveryPolicy: ['deliverypolicy', deliveryPolicyDraft],
} as const

/** An accepted way of delivery, in answers. */
export const DeliveryRuleAnswer = z.object({
  method: code('送达方式', DELIVERY_METHODS),
  clause: z.string(),
  evidence: z.array(z.enum(EVIDENCE_KINDS)),
  days: z.int(),
})
