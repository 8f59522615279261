import { describe, expect, it } from 'vitest'
import {
  DELIVERY_METHODS,
  EVIDENCE_KINDS,
  policyErrors,
  type DeliveryMethod,
  type DeliveryPolicy,
  type DeliveryRule,
} from '../../../src/shared/features/activity/deliveryPolicy.ts'
import { deliveryRuleInWords } from '../../../src/shared/features/activity/deliveryPolicy.ts'
import { parseTime } from '../../../src/shared/time/chinaTime.ts'
import {
  deliveryStateOf,
  judgedAt,
  judgementOf,
  lacksOf,
  RELATIONS,
  type DeliveryFacts,
  type JudgedAt,
  type Judgement,
  type Relation,
} from '../../../src/shared/features/delivery/judging.ts'

const time = (written: string): number => parseTime(written) ?? Number.NaN
const at = time('2026-06-01 00:00')
const delivered = (facts: Partial<DeliveryFacts> = {}): DeliveryFacts => ({
  method: null,
  deliveredAt: time('2026-05-01 09:30'),
  relation: null,
  hasPicture: false,
  hasSecondDeliverer: false,
  hasTrackingNo: false,
  noticeFrom: null,
  noticeTo: null,
  ...facts,
})
const rule = (method: DeliveryMethod, more: Partial<DeliveryRule> = {}): DeliveryRule => ({ method, clause: '第十二条', evidence: [], days: 0, ...more })
const accepted: Judgement = { accepted: true, missing: [] }
const judgeDelivery = (delivery: DeliveryFacts, policy: DeliveryPolicy, when: JudgedAt) => judgementOf(lacksOf(delivery, policy, when))
/** Judged alone, without earlier deliveries. */
const judge = (delivery: DeliveryFacts, policy: DeliveryPolicy, when = at) => judgeDelivery(delivery, policy, { earlier: [], at: when })

describe('a delivery without a policy', () => {
  it('is accepted whatever its evidence', () => {
    for (const method of [null, ...DELIVERY_METHODS]) expect(judge(delivered({ method }), [])).toEqual(accepted)
    expect(judge(delivered(), [], 0)).toEqual(accepted)
  })
})

describe('the method of a delivery', () => {
  it('is accepted only if the policy has it', () => {
    for (const method of DELIVERY_METHODS) {
      const fits = delivered({ method, relation: 1, noticeFrom: time('2026-05-02 00:00') })
      const attempt = { method: 1, deliveredAt: time('2026-05-01 00:00') } as const
      expect(judgeDelivery(fits, [rule(method)], { earlier: [attempt], at })).toEqual(accepted)
      const others = DELIVERY_METHODS.filter((other) => other !== method).map((other) => rule(other))
      expect(judge(fits, others)).toEqual({ accepted: false, missing: [] })
    }
  })

  it('is not accepted if unknown', () => {
    expect(
      judge(
        delivered(),
        DELIVERY_METHODS.map((method) => rule(method)),
      ),
    ).toEqual({ accepted: false, missing: [] })
  })

  it('is not accepted after the end of the vote', () => {
    const policy = [rule(3)]
    const moment = time('2026-05-01 09:30')
    expect(judge(delivered({ method: 3 }), policy, moment)).toEqual(accepted)
    expect(judge(delivered({ method: 3 }), policy, moment - 1)).toEqual({ accepted: false, missing: [] })
    expect([judgedAt(5, 9), judgedAt(9, 5)]).toEqual([5, 5])
  })
})

describe('evidence of a delivery', () => {
  const having = {
    receipt: { hasPicture: true },
    seconddeliverer: { hasSecondDeliverer: true },
    trackingno: { hasTrackingNo: true },
    notice: { noticeFrom: time('2026-05-02 00:00'), noticeTo: time('2026-05-20 00:00') },
  } as const

  it('lacks each required kind that is absent, in all 16 × 16 cases', () => {
    const subsets = Array.from({ length: 16 }, (_, bits) => EVIDENCE_KINDS.filter((_kind, index) => bits & (1 << index)))
    for (const asked of subsets) {
      for (const there of subsets) {
        const delivery = delivered({ method: 3, ...Object.assign({}, ...there.map((kind) => having[kind])) })
        const policy = [rule(3, { evidence: asked })]
        const lacking = asked.filter((kind) => !there.includes(kind))
        expect(lacksOf(delivery, policy, { earlier: [], at })).toEqual(lacking)
        expect(judge(delivery, policy)).toEqual({ accepted: true, missing: lacking.length > 0 ? ['evidence'] : [] })
      }
    }
  })

  it('requires both ends of a notice', () => {
    const policy = [rule(3, { evidence: ['notice'] })]
    expect(judge(delivered({ method: 3, noticeFrom: 1 }), policy).missing).toEqual(['evidence'])
    expect(judge(delivered({ method: 3, noticeTo: 1 }), policy).missing).toEqual(['evidence'])
  })
})

describe('the signer of a delivery', () => {
  /** Sufficient signers by delivery method. */
  const enough: Readonly<Record<DeliveryMethod, readonly (Relation | null)[]>> = {
    1: [1],
    2: [1, 2],
    3: [null, ...RELATIONS],
    4: [null, ...RELATIONS],
    5: [null, ...RELATIONS],
    6: [null, ...RELATIONS],
  }

  it('must be the owner, or a resident for that method; other methods need no signature', () => {
    for (const method of DELIVERY_METHODS) {
      for (const relation of [null, ...RELATIONS]) {
        const attempt = { method: 3, deliveredAt: 0 } as const
        const { accepted: isAccepted, missing } = judgeDelivery(delivered({ method, relation }), [rule(method)], { earlier: [attempt], at })
        expect({ method, relation, isAccepted, missing }).toEqual({
          method,
          relation,
          isAccepted: true,
          missing: enough[method].includes(relation) ? [] : ['relation'],
        })
      }
    }
  })

  it('is distinguished from a signature without a named signer', () => {
    const ask = { earlier: [], at }
    expect(lacksOf(delivered({ method: 1, relation: 3 }), [rule(1)], ask)).toEqual(['relation'])
    expect(lacksOf(delivered({ method: 1 }), [rule(1)], ask)).toEqual(['receiver'])
  })
})

describe('a notice as delivery', () => {
  const policy = [rule(6, { days: 7 })]
  const notice = delivered({ method: 6, noticeFrom: time('2026-05-01 09:30'), noticeTo: time('2026-05-08 00:00') })
  const attempt = { method: null, deliveredAt: time('2026-04-30 20:00') }
  const of = (delivery: DeliveryFacts, when: number, earlier: readonly Pick<DeliveryFacts, 'method' | 'deliveredAt'>[] = [attempt]) =>
    judgeDelivery(delivery, policy, { earlier, at: when })

  it('is accepted once its period has run: first day excluded, last one to midnight', () => {
    expect(of(notice, time('2026-05-09 00:00'))).toEqual(accepted)
    expect(of(notice, time('2026-05-09 00:00') - 1)).toEqual({ accepted: false, missing: ['days'] })
    expect(of({ ...notice, noticeFrom: time('2026-05-01 00:00') }, time('2026-05-09 00:00'))).toEqual(accepted)
    expect(of({ ...notice, noticeFrom: time('2026-05-01 23:59') }, time('2026-05-09 00:00'))).toEqual(accepted)
  })

  it('runs through its last day', () => {
    expect(of({ ...notice, noticeTo: time('2026-05-07 23:59') }, at)).toEqual({ accepted: false, missing: ['days'] })
    expect(of({ ...notice, noticeTo: time('2026-05-08 18:00') }, at)).toEqual(accepted)
    expect(of({ ...notice, noticeTo: null }, at)).toEqual(accepted)
  })

  it('begins with the delivery if it has no start', () => {
    const silent = { ...notice, noticeFrom: null, noticeTo: null }
    expect(of(silent, time('2026-05-09 00:00'))).toEqual(accepted)
    expect(of(silent, time('2026-05-08 23:59'))).toEqual({ accepted: false, missing: ['days'] })
  })

  it('needs another recorded attempt before it, and no notice or later one', () => {
    const begins = time('2026-05-01 09:30')
    expect(of(notice, at, [])).toEqual({ accepted: false, missing: ['attempt'] })
    expect(of(notice, at, [notice])).toEqual({ accepted: false, missing: ['attempt'] })
    expect(of(notice, at, [{ method: 6, deliveredAt: begins - 1 }])).toEqual({ accepted: false, missing: ['attempt'] })
    expect(of(notice, at, [{ method: 1, deliveredAt: begins }])).toEqual({ accepted: false, missing: ['attempt'] })
    for (const method of [null, 1, 2, 3, 4, 5] as const) expect(of(notice, at, [{ method, deliveredAt: begins - 1 }])).toEqual(accepted)
  })

  it('lists all that is missing, in a fixed order', () => {
    const asked = [rule(6, { days: 7, evidence: ['notice', 'receipt'] })]
    const found = judgeDelivery(delivered({ method: 6 }), asked, { earlier: [], at: time('2026-05-02 00:00') })
    expect(found).toEqual({ accepted: false, missing: ['evidence', 'attempt', 'days'] })
  })
})

describe('waiting days of another method', () => {
  it('run from the delivery, without an earlier attempt', () => {
    const policy = [rule(4, { days: 3 })]
    const posted = delivered({ method: 4 })
    expect(judge(posted, policy, time('2026-05-04 23:59'))).toEqual({ accepted: false, missing: ['days'] })
    expect(judge(posted, policy, time('2026-05-05 00:00'))).toEqual(accepted)
  })
})

describe('the delivery state of a ballot', () => {
  const policy = [rule(1, { evidence: ['receipt'] }), rule(3), rule(6, { days: 7 })]

  const stateOf = (deliveries: readonly DeliveryFacts[], by: DeliveryPolicy, attemptedAt: number | null = null) =>
    deliveryStateOf({ deliveries, attemptedAt }, by, at)

  it('is accepted and complete by any one of its deliveries', () => {
    const bare = delivered({ method: 1, relation: 1 })
    expect(stateOf([delivered()], policy)).toEqual({ accepted: false, complete: false })
    expect(stateOf([delivered(), bare], policy)).toEqual({ accepted: true, complete: false })
    expect(stateOf([delivered(), bare, delivered({ method: 3 })], policy)).toEqual({ accepted: true, complete: true })
    expect(stateOf([delivered({ method: 6 })], policy)).toEqual({ accepted: false, complete: false })
  })

  it('accepts a notice after an attempt among its deliveries', () => {
    const call = delivered({ deliveredAt: time('2026-04-01 10:00') })
    expect(stateOf([delivered({ method: 6 }), call], policy)).toEqual({ accepted: true, complete: true })
  })

  it('accepts a notice after an unsuccessful earlier visit, not of its own day or later', () => {
    const notice = delivered({ method: 6 })
    expect(stateOf([notice], policy, notice.deliveredAt - 1)).toEqual({ accepted: true, complete: true })
    expect(stateOf([notice], policy, notice.deliveredAt)).toEqual({ accepted: false, complete: false })
  })

  it('is not delivered by a visit alone', () => {
    expect(stateOf([], policy, 0)).toEqual({ accepted: false, complete: false })
    expect(stateOf([], [], 0)).toEqual({ accepted: false, complete: false })
  })

  it('is complete by any delivery without a policy', () => {
    expect(stateOf([delivered()], [])).toEqual({ accepted: true, complete: true })
  })
})

describe('a delivery policy', () => {
  it('has each method once, and a notice’s days', () => {
    expect(policyErrors([])).toEqual([])
    expect(policyErrors([rule(1), rule(4), rule(6, { days: 7 })])).toEqual([])
    expect(policyErrors([rule(1), rule(6), rule(1)])).toEqual([
      { field: 'deliverypolicy.1.days', message: '请填写公告须满的天数' },
      { field: 'deliverypolicy.2.method', message: '送达方式“当面签收”重复' },
    ])
  })

  it('describes each of its rules', () => {
    expect(deliveryRuleInWords(rule(6, { evidence: ['notice', 'receipt'], days: 7 }))).toBe('公告（第十二条；须有公告起止时间、回执照片；满7日）')
    expect(deliveryRuleInWords(rule(3, { clause: '' }))).toBe('信报箱')
  })
})
