import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { conclude, elect } from '../../../src/server/features/result/counting.ts'
import { conventionsOver, presentConvention, ruleWith, type Convention } from '../../../src/server/features/sensitivity/axes.ts'
import { readUnder as readingUnder, tallyOf } from '../../../src/server/features/sensitivity/combinations.ts'
import { groupsOf, type CheckedBallot } from '../../../src/server/features/sensitivity/groups.ts'
import { sensitivityOf, type CheckedActivity, type CheckedTopic } from '../../../src/server/features/sensitivity/items.ts'
import type { LawItem } from '../../../src/shared/features/activity/law.ts'
import type { CountingRule } from '../../../src/shared/features/activity/rules.ts'
import { AXES, axes, type Axis } from '../../../src/shared/features/sensitivity/rules.ts'
import { tally, type CountedBallot } from '../../support/tally.ts'

const SLOTS = 2

const aBallot: fc.Arbitrary<Omit<CheckedBallot, 'ballotId'>> = fc
  .record({
    properties: fc.array(fc.record({ area: fc.constantFrom(5_000, 10_000, 12_345), isParking: fc.boolean() }), { minLength: 1, maxLength: 3 }),
    answers: fc.oneof(
      { weight: 4, arbitrary: fc.string({ unit: fc.constantFrom('0', '1', '1', '2', '3'), minLength: SLOTS, maxLength: SLOTS }) },
      fc.constant(null),
    ),
    isLate: fc.boolean(),
    isAfterFirstEnd: fc.boolean(),
    isVoided: fc.boolean(),
    delivery: fc.constantFrom(0 as const, 1 as const, 2 as const, 3 as const),
  })
  .map(({ properties, ...rest }) => ({
    ...rest,
    isLate: rest.isLate && rest.answers !== null,
    isAfterFirstEnd: rest.isAfterFirstEnd && rest.answers !== null,
    areaHundredths: properties.reduce((sum, { area }) => sum + area, 0),
    parkingHundredths: properties.reduce((sum, { area, isParking }) => sum + (isParking ? area : 0), 0),
  }))
/** Ballots, the first of which are suspected to be one person's, and the next ones another's. */
const aRoster = fc
  .record({ ballots: fc.array(aBallot, { minLength: 1, maxLength: 8 }), first: fc.integer({ min: 0, max: 3 }), second: fc.integer({ min: 0, max: 3 }) })
  .map(({ ballots, first, second }) => {
    const numbered = ballots.map((ballot, index) => ({ ...ballot, ballotId: index + 1 }))
    const ids = numbered.map(({ ballotId }) => ballotId)
    return { ballots: numbered, owners: [ids.slice(0, first), ids.slice(first, first + second)] }
  })

interface Counted extends CountedBallot {
  readonly ballotId: number
  readonly isHead: boolean
}

const tallyUnder = (convention: Convention, ballots: readonly CheckedBallot[], owners: readonly (readonly number[])[], slot: number) =>
  tallyOf(readingUnder(convention, groupsOf(ballots, SLOTS, owners)), slot)

/** A ballot under a convention, implemented again from the page. */
function readUnder(convention: Convention, ballot: CheckedBallot, slot: number): Counted {
  const isOut = (ballot.isLate && convention.late === 'leftOut') || (ballot.isAfterFirstEnd && convention.extended === 'leftOut')
  const hasVote = ballot.answers !== null && !isOut
  const takesPart = !hasVote && ballot.isVoided && convention.voided === 'in'
  const isParkingOut = convention.parking === 'leftOut'
  return {
    ballotId: ballot.ballotId,
    areaHundredths: ballot.areaHundredths - (isParkingOut ? ballot.parkingHundredths : 0),
    state: hasVote || takesPart ? 'voted' : ballot.isVoided ? 'void' : 'none',
    answer: hasVote ? (Number(ballot.answers?.[slot]) as 0 | 1 | 2 | 3) : 0,
    isDelivered: ballot.delivery >= { registered: 1, accepted: 2, complete: 3 }[convention.delivery],
    isHead: !(isParkingOut && ballot.parkingHundredths === ballot.areaHundredths),
  }
}

/** Heads and areas separately: merging changes heads only. */
function tallyByReading(convention: Convention, ballots: readonly CheckedBallot[], owners: readonly (readonly number[])[], slot: number) {
  const read = ballots.map((ballot) => readUnder(convention, ballot, slot))
  const areas = tally(read)
  const persons = convention.sameOwner === 'merged' ? owners : []
  const alone = read.filter(({ ballotId }) => !persons.some((ids) => ids.length > 1 && ids.includes(ballotId)))
  const merged = persons
    .filter((ids) => ids.length > 1)
    .flatMap((ids): Counted[] => {
      const own = read.filter(({ ballotId, isHead }) => isHead && ids.includes(ballotId))
      const [first] = own
      if (!first) return []
      const isDelivered = own.some((each) => each.isDelivered)
      const cast = own.filter(({ ballotId, state }) => state === 'voted' && ballots.some((each) => each.ballotId === ballotId && isCast(convention, each)))
      if (cast.length > 0) {
        const answers = new Set(cast.map(({ answer }) => answer))
        return [{ ...first, state: 'voted', answer: answers.size === 1 ? (cast[0]?.answer ?? 0) : 0, isDelivered }]
      }
      const state = own.some((each) => each.state === 'voted') ? 'voted' : own.some((each) => each.state === 'void') ? 'void' : 'none'
      return [{ ...first, state, answer: 0, isDelivered }]
    })
  const heads = tally([...alone, ...merged].filter(({ isHead }) => isHead))
  const names = Object.keys(areas) as (keyof typeof areas)[]
  return Object.fromEntries(names.map((name) => [name, { count: heads[name].count, areaHundredths: areas[name].areaHundredths }]))
}
const isCast = (convention: Convention, { answers, isLate, isAfterFirstEnd }: CheckedBallot): boolean =>
  answers !== null && !(isLate && convention.late === 'leftOut') && !(isAfterFirstEnd && convention.extended === 'leftOut')

const allConventions = (rule: CountingRule): Convention[] => {
  const { present, singles, others } = conventionsOver(presentConvention(rule), new Set(AXES))
  return [present, ...singles.map(({ convention }) => convention), ...others]
}

describe('conventions', () => {
  it('are every combination once: the present one, nine single changes and the rest', () => {
    const { present, singles, others } = conventionsOver(presentConvention(3), new Set(AXES))
    expect(singles.map(({ axis, value }) => `${axes[axis].name}${value}`)).toEqual([
      '未反馈票不计',
      '未反馈票弃权',
      '整票作废参与',
      '车位面积不计',
      '疑似同一人合并',
      '送达方式认可',
      '送达凭证齐全',
      '截止后录入不计',
      '延期后收到不计',
    ])
    const all = [present, ...singles.map(({ convention }) => convention), ...others]
    expect(new Set(all.map((convention) => JSON.stringify(convention))).size).toBe(3 * 2 * 2 * 2 * 3 * 2 * 2)
    expect(others).toHaveLength(288 - 1 - 9)
  })

  it('are the present one alone if no axis applies', () => {
    expect(conventionsOver(presentConvention(1), new Set())).toEqual({ present: presentConvention(1), singles: [], others: [] })
    expect(conventionsOver(presentConvention(1), new Set<Axis>(['delivery'])).others).toEqual([])
  })

  it('keep a topic’s fraction for any treatment of unreturned ballots', () => {
    const asked = (rule: CountingRule, lawItem: LawItem | null = null) => ({ rule, lawItem, isElection: false })
    expect(ruleWith(asked(4), 'majority')).toEqual(asked(4))
    expect(ruleWith(asked(1), 'abstention')).toEqual(asked(5))
    const ballots = [1, 1, 1, 2].map((answer) => ({ areaHundredths: 1, state: 'voted', answer: answer as 1 | 2, isDelivered: false }) as const)
    const silent = { areaHundredths: 1, state: 'none', answer: 0, isDelivered: true } as const
    const outcome = (rule: ReturnType<typeof asked>) => conclude(rule, tally([...ballots, silent])).outcome
    expect([outcome(ruleWith(asked(4), 'leftOut')), outcome(ruleWith(asked(4), 'abstention'))]).toEqual(['通过', '不通过'])
    expect([outcome(ruleWith(asked(2, 9), 'abstention')), outcome(ruleWith(asked(1, 6), 'abstention'))]).toEqual(['通过', '不通过'])
  })

  it('match the page’s definition in all combinations over thousands of small rosters', () => {
    fc.assert(
      fc.property(aRoster, fc.constantFrom(...allConventions(1)), fc.integer({ min: 0, max: SLOTS - 1 }), ({ ballots, owners }, convention, slot) => {
        expect(tallyUnder(convention, ballots, owners, slot)).toEqual(tallyByReading(convention, ballots, owners, slot))
      }),
      { numRuns: 6000 },
    )
  }, 60_000)

  it('include the actual count of results', () => {
    fc.assert(
      fc.property(aRoster, ({ ballots, owners }) => {
        const read = ballots.map((ballot) => readUnder(presentConvention(1), ballot, 0))
        expect(tallyUnder(presentConvention(1), ballots, owners, 0)).toEqual(tally(read))
      }),
      { numRuns: 1000 },
    )
  })
})

const topic = (id: string, more: Partial<CheckedTopic> = {}): CheckedTopic => ({
  id,
  title: `议题${id}`,
  topicType: 1,
  voteModel: 15,
  lawItem: null,
  seats: null,
  seatOrder: null,
  options: [],
  ...more,
})
const plain: Omit<CheckedBallot, 'ballotId'> = {
  areaHundredths: 10_000,
  parkingHundredths: 0,
  answers: null,
  isLate: false,
  isAfterFirstEnd: false,
  isVoided: false,
  delivery: 0,
}
const roster = (...ballots: Partial<CheckedBallot>[]): CheckedBallot[] => ballots.map((ballot, index) => ({ ...plain, ballotId: index + 1, ...ballot }))

describe('the delivery axis', () => {
  const appliesTo = (more: Partial<CheckedActivity>) => sensitivityOf(activity(more)).axes.some(({ axis }) => axis === '送达')
  const voted = { answers: '1' } as const

  it('does not apply if no delivery would be judged differently', () => {
    const silent = (delivery: CheckedBallot['delivery']) => ({ rule: 5, hasPolicy: true, ballots: roster(voted, { delivery }) }) as const
    expect(appliesTo(silent(1))).toBe(true)
    expect(appliesTo(silent(2))).toBe(true)
    expect(appliesTo(silent(3))).toBe(false)
    expect(appliesTo(silent(0))).toBe(false)
    // A voter takes part whatever the delivery, unless the vote itself may be left out.
    expect(appliesTo({ rule: 5, hasPolicy: true, ballots: roster({ ...voted, delivery: 1 }) })).toBe(false)
    expect(appliesTo({ rule: 5, hasPolicy: true, ballots: roster({ ...voted, delivery: 1, isLate: true }) })).toBe(true)
    expect(appliesTo({ ...silent(1), hasPolicy: false })).toBe(false)
    expect(appliesTo({ ...silent(1), rule: 6 })).toBe(false)
  })
})
const activity = (more: Partial<CheckedActivity>): CheckedActivity => ({ rule: 1, topics: [topic('1')], ballots: [], owners: [], hasPolicy: false, ...more })
const cells = (checked: CheckedActivity) =>
  sensitivityOf(checked).items.map((item) => item.cells.map(({ axis, value, outcome, isChanged }) => `${axis}${value} ${outcome}${isChanged ? '！' : ''}`))

describe('a check of the conclusion', () => {
  it('omits axes without an effect', () => {
    const checked = sensitivityOf(activity({ ballots: roster({ answers: '1' }, { answers: '1' }, {}) }))
    expect(checked.axes).toEqual([])
    expect(checked.items).toMatchObject([{ topicId: '1', optionId: null, outcome: '通过', cells: [], others: { total: 0, different: 0 } }])
  })

  it('shows what each single change does to each topic, and what the others together do', () => {
    const ballots = roster(
      { answers: '1' },
      { answers: '1' },
      { answers: '1' },
      { answers: '2', isLate: true },
      { isVoided: true, delivery: 1 },
      { delivery: 1 },
    )
    const checked = activity({ ballots })
    // Four of six take part. Without the late one three do; as abstentions two more, and three of six approve.
    expect(cells(checked)).toEqual([['未反馈票从多 通过', '未反馈票弃权 不通过！', '整票作废参与 通过', '截止后录入不计 未成立！']])
    // Of the seven others only 弃权 with 参与 fails, three of six; without the late one three of five pass.
    expect(sensitivityOf(checked).items[0]?.others).toEqual({ total: 7, different: 1 })
  })

  it('merges heads but not areas: one person with two answers is one invalid head', () => {
    const ballots = roster({ answers: '1' }, { answers: '2', areaHundredths: 5_000 }, { answers: '1' }, { answers: '2' })
    const [item] = sensitivityOf(activity({ ballots, owners: [[1, 2]] })).items
    expect(item?.cells).toEqual([
      {
        axis: '疑似同一人',
        value: '合并',
        outcome: '不通过',
        isChanged: false,
        participants: { count: 3, areaHundredths: 35_000 },
        approve: { count: 1, areaHundredths: 20_000 },
      },
    ])
  })

  it('has an axis that leaves out parking spaces and their heads', () => {
    const ballots = roster(
      { answers: '1' },
      { answers: '1' },
      { areaHundredths: 1_200, parkingHundredths: 1_200 },
      { areaHundredths: 1_200, parkingHundredths: 1_200 },
    )
    expect(cells(activity({ ballots }))).toEqual([['车位面积不计 通过！']])
    expect(sensitivityOf(activity({ ballots })).items[0]?.outcome).toBe('未成立')
  })

  it('names the elected, without flip points', () => {
    const options = ['甲', '乙', '丙'].map((title, index) => ({ id: `o${index}`, title, sortNo: index + 1 }))
    const topics = [topic('1'), topic('2', { topicType: 2, seats: 1, seatOrder: 1, options })]
    const ballots = roster({ answers: '1100' }, { answers: '1100' }, { answers: '1100', isLate: true }, { answers: '1010' }, { answers: '1010' })
    const checked = sensitivityOf(activity({ topics, ballots }))
    expect(checked.items[1]).toMatchObject({ topicId: '2', optionId: null, title: '议题2', outcome: '当选：甲', flips: [] })
    expect(checked.items[1]?.cells).toEqual([
      { axis: '截止后录入', value: '不计', outcome: '无人当选', isChanged: true, participants: { count: 4, areaHundredths: 40_000 }, approve: null },
    ])
    expect(checked.items).toHaveLength(2)
    const tied = elect({ seats: 1, seatOrder: 1 }, [
      { id: 'o0', sortNo: 1, approve: { count: 3, areaHundredths: 3 }, outcome: '通过' },
      { id: 'o1', sortNo: 2, approve: { count: 3, areaHundredths: 3 }, outcome: '通过' },
    ])
    expect(tied.elected).toEqual([])
  })

  it('checks each option of a topic without seats', () => {
    const options = ['甲', '乙'].map((title, index) => ({ id: `o${index}`, title, sortNo: index + 1 }))
    const ballots = roster({ answers: '12' }, { answers: '12' }, { answers: '12' })
    const { items } = sensitivityOf(activity({ topics: [topic('1', { topicType: 2, options })], ballots }))
    expect(items).toMatchObject([
      { topicId: '1', optionId: 'o0', title: '甲', outcome: '通过' },
      { topicId: '1', optionId: 'o1', title: '乙', outcome: '不通过' },
    ])
    expect(items[1]?.flips[0]?.text).toBe('最少2张（面积最大的2张，共200.00㎡）反对票按同意计，结论即变为通过')
  })

  it('has no conclusion under 仅统计, and shows who took part', () => {
    const { axes, items } = sensitivityOf(activity({ rule: 6, ballots: roster({ answers: '1' }, { isVoided: true, delivery: 1 }) }))
    expect(axes.map(({ axis }) => axis)).toEqual(['整票作废'])
    expect(items).toMatchObject([{ outcome: '不作结论', cells: [{ isChanged: false, participants: { count: 2 } }], flips: [] }])
  })
})
