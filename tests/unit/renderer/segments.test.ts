import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countedDelivered, segmentsOf, type Segment } from '../../../src/renderer/features/result/segments.ts'
import { judgedOf, type Judged } from '../../../src/renderer/features/activity/parts/judged.ts'
import { conclude } from '../../../src/server/features/result/counting.ts'
import { statisticsOf } from '../../../src/server/features/result/results.ts'
import type { CountingRule } from '../../../src/shared/features/activity/rules.ts'
import type { Statistics } from '../../../src/shared/features/result/contract.ts'
import { tally, type CountedBallot } from '../../support/tally.ts'

/** The server's statistics of one topic with these ballots. */
function resultOf(ballots: readonly CountedBallot[], rule: CountingRule): { judged: Judged; statistics: Statistics } {
  const counted = tally(ballots)
  const voided = { count: 0, areaHundredths: 0 }
  for (const ballot of ballots.filter(({ state }) => state === 'void')) {
    voided.count += 1
    voided.areaHundredths += ballot.areaHundredths
  }
  const { whole, voted, delivered, approve, oppose, abstain, invalid } = counted
  const open = { count: invalid.count - voided.count, areaHundredths: invalid.areaHundredths - voided.areaHundredths }
  const answers = { add: () => undefined, slot: () => [open, approve, oppose, abstain] as const, overvoted: () => ({ count: 0, areaHundredths: 0 }) }
  const topic = { id: 't', title: '电梯', sortNo: 1, topicType: 1, voteModel: 15, lawItem: null, seats: null, seatOrder: null, options: [] } as const
  const statistics = {
    ...statisticsOf(rule, [topic], { ballots: { whole, voted, voided, delivered }, answers, deliveries: null, adjustedProperties: 0 }),
    checkCode: '',
  }
  const [judged] = judgedOf(statistics)
  if (!judged) throw new Error('nothing was judged')
  expect(judged.conclusion.outcome).toBe(conclude({ rule, lawItem: null, isElection: false }, counted).outcome)
  return { judged, statistics }
}

const ballots = (count: number, more: Partial<CountedBallot>): CountedBallot[] =>
  Array.from({ length: count }, () => ({ areaHundredths: 10_000, state: 'voted', answer: 1, isDelivered: false, ...more }))
const said = (segments: readonly Segment[]) => segments.map(({ kind, count }) => `${kind} ${count}`)
const sum = (segments: readonly Segment[]) => ({
  count: segments.reduce((total, { count }) => total + count, 0),
  areaHundredths: segments.reduce((total, { areaHundredths }) => total + areaHundredths, 0),
})

describe('the bars of a topic', () => {
  it('show participants first and the rest at the end, voided ones among them', () => {
    const { judged, statistics } = resultOf(
      [...ballots(21, {}), ...ballots(15, { answer: 2 }), ...ballots(2, { answer: 0 }), ...ballots(1, { state: 'void' }), ...ballots(11, { state: 'none' })],
      1,
    )
    const { ofWhole, ofParticipants } = segmentsOf(judged, statistics, 1)
    expect(said(ofWhole)).toEqual(['approve 21', 'oppose 15', 'open 2', 'absent 12'])
    expect(said(ofParticipants)).toEqual(['approve 21', 'oppose 15', 'open 2'])
  })

  it('count delivered unreturned ballots as the rule does', () => {
    const returned = [...ballots(5, {}), ...ballots(2, { answer: 2 })]
    const silent = [...ballots(3, { state: 'none', isDelivered: true }), ...ballots(2, { state: 'none' })]
    const abstaining = resultOf([...returned, ...silent], 5)
    expect(said(segmentsOf(abstaining.judged, abstaining.statistics, 5).ofWhole)).toEqual(['approve 5', 'oppose 2', 'delivered 3', 'absent 2'])
    expect(said(segmentsOf(abstaining.judged, abstaining.statistics, 5).ofParticipants)).toEqual(['approve 5', 'oppose 2', 'abstain 3'])
    const following = resultOf([...returned, ...silent], 3)
    expect(said(segmentsOf(following.judged, following.statistics, 3).ofParticipants)).toEqual(['approve 8', 'oppose 2'])
    expect(countedDelivered(following.judged, following.statistics, 3)).toEqual({ count: 3, areaHundredths: 30_000, as: 'approve' })
    const undecided = resultOf([...ballots(2, {}), ...ballots(2, { answer: 2 }), ...silent], 3)
    expect(countedDelivered(undecided.judged, undecided.statistics, 3)).toBeNull()
    expect(said(segmentsOf(undecided.judged, undecided.statistics, 3).ofWhole)).toEqual(['approve 2', 'oppose 2', 'absent 5'])
  })

  it('add up exactly to the whole and to the participants for any rule and ballots', () => {
    const ballot = fc.record({
      areaHundredths: fc.integer({ min: 1, max: 9_999_999 }),
      state: fc.constantFrom('voted' as const, 'void' as const, 'none' as const),
      answer: fc.constantFrom(0 as const, 1 as const, 2 as const, 3 as const),
      isDelivered: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(ballot, { maxLength: 30 }), fc.constantFrom<CountingRule>(1, 2, 3, 4, 5, 6), (made, rule) => {
        const { judged, statistics } = resultOf(made, rule)
        const { ofWhole, ofParticipants } = segmentsOf(judged, statistics, rule)
        expect(sum(ofWhole)).toEqual({ count: statistics.totalCount, areaHundredths: statistics.totalAreaHundredths })
        const { count, areaHundredths } = judged.conclusion.participants
        expect(sum(ofParticipants)).toEqual({ count, areaHundredths })
        expect([...ofWhole, ...ofParticipants].every((segment) => segment.count > 0 && segment.areaHundredths > 0)).toBe(true)
        const approving = ofParticipants.find(({ kind }) => kind === 'approve')
        expect(approving?.count ?? 0).toBe(judged.conclusion.approve.count)
      }),
    )
  })
})
