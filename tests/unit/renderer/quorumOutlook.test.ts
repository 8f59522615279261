import { describe, expect, it } from 'vitest'
import { quorumOutlook } from '../../../src/renderer/features/activity/parts/activityPath/quorumOutlook.ts'
import { conclude } from '../../../src/server/features/result/counting.ts'
import { classesOf } from '../../../src/server/features/result/results.ts'
import type { CountingRule } from '../../../src/shared/features/activity/rules.ts'
import type { Statistics } from '../../../src/shared/features/result/contract.ts'
import { ratePercent } from '../../../src/shared/features/result/rules.ts'
import { funnelOf } from '../../support/funnels.ts'
import { tally, type CountedBallot } from '../../support/tally.ts'

const ballots = (count: number, more: Partial<CountedBallot>): CountedBallot[] =>
  Array.from({ length: count }, () => ({ areaHundredths: 10_000, state: 'voted', answer: 1, isDelivered: false, ...more }))

/** The server's statistics of topics with these votes. */
function statisticsOf(rule: CountingRule, ...topics: readonly (readonly CountedBallot[])[]): Statistics {
  const tallies = topics.map((each) => tally(each))
  const [first] = tallies
  if (!first) throw new Error('there is no topic')
  const { whole, voted } = first
  return {
    totalCount: whole.count,
    totalAreaHundredths: whole.areaHundredths,
    votedCount: voted.count,
    votedAreaHundredths: voted.areaHundredths,
    votedCountRate: ratePercent(voted.count, whole.count),
    votedAreaRate: ratePercent(voted.areaHundredths, whole.areaHundredths),
    topics: tallies.map((counted, index) => ({
      id: String(index),
      title: `议题${index + 1}`,
      sortNo: index + 1,
      topicType: 1,
      voteModel: 15,
      election: null,
      classes: classesOf(counted),
      conclusion: { rule: '', deliveries: null, ...conclude({ rule, lawItem: null, isElection: false }, counted) },
      options: [],
    })),
    checkCode: '',
  }
}
const marked = (count: number) => funnelOf({ handMarked: count })
const voted = (count: number, whole: number, area = 10_000) => [
  ...ballots(count, { areaHundredths: area }),
  ...ballots(whole - count, { state: 'none', areaHundredths: area }),
]

describe('the quorum note before 结束', () => {
  it('says that the outcome would be 未成立, with heads and area', () => {
    const outlook = quorumOutlook('finish', 1, statisticsOf(1, voted(13, 50)), marked(0))
    expect(outlook).toMatchObject({ tone: 'error', sentence: '参与 26.00%，未达三分之二，现在结束结论为“未成立”', outlook: '' })
    expect(outlook?.fractions.map(({ figures, rate, isReached }) => [figures, rate, isReached])).toEqual([
      ['13/50', '26.00%', false],
      ['1,300.00/5,000.00㎡', '26.00%', false],
    ])
  })

  it('mentions only the area if the heads suffice', () => {
    const small = [...ballots(8, { areaHundredths: 100 }), ...ballots(4, { state: 'none', areaHundredths: 10_000 })]
    expect(quorumOutlook('finish', 1, statisticsOf(1, small), marked(0))?.sentence).toBe('参与 面积 1.96%，未达三分之二，现在结束结论为“未成立”')
  })

  it('says what marked ballots could still add', () => {
    expect(quorumOutlook('finish', 1, statisticsOf(1, voted(13, 50)), marked(25))?.outlook).toBe(
      '手工标记的 25 票全部唱票后可达人数 76.00%、面积 76.00%，请先唱票',
    )
    expect(quorumOutlook('finish', 1, statisticsOf(1, voted(13, 50)), marked(5))).toMatchObject({
      tone: 'error',
      outlook: '手工标记的 5 票全部唱票也只有人数 36.00%、面积 36.00%',
    })
  })

  it('confirms a quorum, even at exactly two thirds', () => {
    expect(quorumOutlook('finish', 1, statisticsOf(1, voted(2, 3)), marked(0))).toMatchObject({ tone: 'success', sentence: '参与 66.67%，已达三分之二' })
  })

  it('counts deliveries if the rule does, and names topics in which they do not count', () => {
    const agreed = [...ballots(5, {}), ...ballots(2, { state: 'none', isDelivered: true }), ...ballots(2, { state: 'none' })]
    expect(quorumOutlook('finish', 3, statisticsOf(3, agreed), marked(0))?.sentence).toBe('参与 77.78%，已达三分之二')
    const divided = agreed.map((ballot, index) => (ballot.state === 'voted' ? { ...ballot, answer: ([1, 1, 2, 2, 3] as const)[index] ?? 1 } : ballot))
    expect(quorumOutlook('finish', 3, statisticsOf(3, agreed, divided), marked(0))).toMatchObject({
      tone: 'error',
      sentence: '“2. 议题2”参与 55.56%，未达三分之二，现在结束结论为“未成立”',
    })
  })

  it('is absent without a conclusion, or without ballots', () => {
    expect(quorumOutlook('finish', 6, statisticsOf(6, voted(1, 5)), marked(0))).toBeNull()
    expect(quorumOutlook('finish', 1, statisticsOf(1, []), marked(0))).toBeNull()
  })
})

describe('papers in the office', () => {
  it('are all that a forecast counts: not printed, handed-out or late ones', () => {
    const papers = funnelOf({ notSent: 10, withOwner: 20, toEnter: 8, late: 2, handMarked: 1 })
    expect(quorumOutlook('startTally', 1, statisticsOf(1, voted(10, 49)), papers)).toMatchObject({
      tone: 'error',
      outlook: '已收回待录入的 6 票、手工标记的 1 票全部唱票也只有人数 34.69%、面积 34.69%，仍未达三分之二',
    })
    expect(quorumOutlook('startTally', 1, statisticsOf(1, voted(0, 40)), funnelOf({ withOwner: 40 }))).toMatchObject({ tone: 'error', outlook: '' })
  })

  it('are not added twice if their delivery already takes part', () => {
    const delivered = [...ballots(5, {}), ...ballots(2, { state: 'none', isDelivered: true }), ...ballots(5, { state: 'none' })]
    const papers = funnelOf({ entered: 5, toEnter: 3, enterableDelivered: 2, notMade: 4 })
    expect(quorumOutlook('startTally', 5, statisticsOf(5, delivered), papers)).toMatchObject({
      tone: 'warning',
      outlook: '已收回待录入的 3 票全部唱票后可达人数 66.67%、面积 66.67%，达到三分之二',
    })
    // Under rules 1 and 2 nobody takes part by a delivery.
    expect(quorumOutlook('startTally', 1, statisticsOf(1, delivered), { ...papers, enterableDelivered: { count: 0, areaHundredths: 0 } })?.outlook).toBe(
      '已收回待录入的 3 票全部唱票后可达人数 66.67%、面积 66.67%，达到三分之二',
    )
  })
})

describe('the quorum note before 开启唱票', () => {
  it('is red if even all marked ballots would not suffice', () => {
    expect(quorumOutlook('startTally', 1, statisticsOf(1, voted(13, 50)), marked(5))).toMatchObject({
      tone: 'error',
      sentence: '参与 26.00%，未达三分之二，现在结束结论为“未成立”',
      outlook: '手工标记的 5 票全部唱票也只有人数 36.00%、面积 36.00%，仍未达三分之二',
    })
    expect(quorumOutlook('startTally', 1, statisticsOf(1, voted(13, 50)), marked(0))?.tone).toBe('error')
  })

  it('is a caution if the marked ballots suffice: returned papers are voted in the tally', () => {
    expect(quorumOutlook('startTally', 1, statisticsOf(1, voted(0, 50)), marked(40))).toMatchObject({
      tone: 'warning',
      sentence: '参与 0.00%，未达三分之二',
      outlook: '手工标记的 40 票全部唱票后可达人数 80.00%、面积 80.00%，达到三分之二',
    })
  })
})
