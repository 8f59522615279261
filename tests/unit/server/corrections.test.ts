import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Slot } from '../../../src/recount/judge/bundle.ts'
import { countCorrected, readCorrections } from '../../../src/recount/judge/corrections.ts'
import type { Recount } from '../../../src/recount/judge/recount.ts'
import { createAnswerSums } from '../../../src/server/features/result/answer-sums.ts'
import { changedResults, corrected, isSameBallot, laidOver, type BallotFacts, type CorrectedFact } from '../../../src/server/features/result/corrections.ts'
import { deliveryShares } from '../../../src/server/features/result/deliveries.ts'
import { electionResults, slotResults } from '../../../src/server/features/result/results.ts'
import type { ActivitySums, CountedBy, CountedTopic } from '../../../src/server/features/result/store.ts'
import type { DeliveryPolicy } from '../../../src/shared/features/activity/deliveryPolicy.ts'
import { electionsOf } from '../../../src/shared/features/activity/elections.ts'
import type { LawItem } from '../../../src/shared/features/activity/law.ts'
import type { DeliveryFacts } from '../../../src/shared/features/delivery/judging.ts'
import type { Share } from '../../../src/shared/features/result/rules.ts'
import { agendaOracle, anAgenda, slotCountOf, type MadeAgenda } from '../../support/agendaOracle.ts'
import { atScale } from '../../support/scale.ts'

/** Number of corrected and compared random activities. */
const ACTIVITIES = atScale(5_000, 1_000)

const handedOver: DeliveryFacts = {
  method: 1,
  deliveredAt: 5,
  relation: 1,
  hasPicture: true,
  hasSecondDeliverer: false,
  hasTrackingNo: false,
  noticeFrom: null,
  noticeTo: null,
}
const policy: DeliveryPolicy = [{ method: 1, evidence: ['receipt'], days: 0, clause: '' }]
const topicOf = (topic: Partial<CountedTopic> = {}): CountedTopic => ({
  id: 't1',
  title: '更新电梯',
  sortNo: 1,
  topicType: 1,
  voteModel: 15,
  lawItem: null,
  seats: null,
  seatOrder: null,
  options: [],
  ...topic,
})

/** The database's sums of ballots, implemented again ballot by ballot. */
function sumsOf(ballots: readonly BallotFacts[], topics: readonly CountedTopic[], { rule, at, policy: judgedBy }: CountedBy): ActivitySums {
  const slots = topics.reduce((sum, { options }) => sum + Math.max(1, options.length), 0)
  const answers = createAnswerSums(slots, electionsOf(topics))
  for (const { status, answers: answered, areaHundredths } of ballots) if (status === 1) answers.add(`${areaHundredths}:${answered},`)
  const sum = (which: (ballot: BallotFacts) => boolean): Share => {
    const chosen = ballots.filter(which)
    return { count: chosen.length, areaHundredths: chosen.reduce((total, each) => total + each.areaHundredths, 0) }
  }
  const open = ballots.filter(({ status, deliveries }) => status !== 1 && deliveries.length > 0)
  return {
    ballots: {
      whole: sum(() => true),
      voted: sum(({ status }) => status === 1),
      voided: sum(({ status }) => status === 2),
      delivered: [3, 4, 5].includes(rule) ? sum((ballot) => open.includes(ballot)) : { count: 0, areaHundredths: 0 },
    },
    answers,
    deliveries: judgedBy.length === 0 ? null : deliveryShares(new Map(open.map((ballot, index) => [String(index), ballot])), judgedBy, at),
    adjustedProperties: 3,
  }
}

const resultsOf = (ballots: readonly BallotFacts[], topics: readonly CountedTopic[], by: CountedBy) => {
  const sums = sumsOf(ballots, topics, by)
  const slots = slotResults(by.rule, topics, sums)
  return { sums, slots, elections: electionResults(topics, slots, sums) }
}
const correctedOf = (sums: ActivitySums, topics: readonly CountedTopic[], by: CountedBy, changed: Parameters<typeof laidOver>[3]) => {
  const laid = laidOver(sums, topics, by, changed)
  const slots = slotResults(by.rule, topics, laid)
  return { slots, elections: electionResults(topics, slots, laid) }
}

const area = 10_000
const voted = (answers: string): BallotFacts => ({ status: 1, answers, areaHundredths: area, deliveries: [], attemptedAt: null })
const silent: BallotFacts = { status: -1, answers: '', areaHundredths: area, deliveries: [], attemptedAt: null }
const delivered: BallotFacts = { ...silent, deliveries: [handedOver] }

describe('a correction of a ballot', () => {
  it('changes one part and leaves the rest', () => {
    const ballot: BallotFacts = { ...voted('12'), deliveries: [handedOver] }
    expect(corrected(ballot, { kind: 'void' })).toEqual({ ...ballot, status: 2, answers: '' })
    expect(corrected(ballot, { kind: 'answers', answers: '31' })).toEqual({ ...ballot, answers: '31' })
    expect(corrected(silent, { kind: 'vote', answers: '31' })).toEqual({ ...silent, status: 1, answers: '31' })
    expect(corrected(ballot, { kind: 'undelivered' })).toEqual({ ...ballot, deliveries: [] })
    expect(corrected(ballot, { kind: 'area', areaHundredths: 7 })).toEqual({ ...ballot, areaHundredths: 7 })
  })

  it('a correction without an effect is reported with the counted value', () => {
    const ballot = voted('12')
    expect(isSameBallot(ballot, corrected(ballot, { kind: 'answers', answers: '12' }))).toBe(true)
    expect(isSameBallot(ballot, corrected(ballot, { kind: 'area', areaHundredths: area }))).toBe(true)
    for (const correction of [{ kind: 'void' }, { kind: 'answers', answers: '10' }, { kind: 'area', areaHundredths: 1 }] as const)
      expect(isSameBallot(ballot, corrected(ballot, correction))).toBe(false)
    expect(isSameBallot(delivered, corrected(delivered, { kind: 'undelivered' }))).toBe(false)
  })
})

describe('corrections applied to a count', () => {
  const [rule1, rule5]: CountedBy[] = [
    { rule: 1, policy: [], at: 9 },
    { rule: 5, policy, at: 9 },
  ]
  const lay = (
    ballots: readonly BallotFacts[],
    by: CountedBy,
    corrections: readonly (readonly [index: number, correction: CorrectedFact])[],
    topics = [topicOf()],
  ) => {
    const official = resultsOf(ballots, topics, by)
    const changed = corrections.map(([index, correction]) => ({ from: ballots[index] ?? silent, to: corrected(ballots[index] ?? silent, correction) }))
    const correctedOnes = correctedOf(official.sums, topics, by, changed)
    return { official, corrected: correctedOnes, changed: changedResults(official, correctedOnes) }
  }
  const outcomes = ({ official, corrected: after }: ReturnType<typeof lay>) => [official.slots[0]?.concluded.outcome, after.slots[0]?.concluded.outcome]

  it('report an outcome changed by one misread ballot', () => {
    const laid = lay([voted('1'), voted('1'), voted('2')], rule1 ?? never(), [[0, { kind: 'answers', answers: '2' }]])
    expect(outcomes(laid)).toEqual(['通过', '不通过'])
    expect(laid.changed).toEqual([{ topicId: 't1', optionId: '', field: 'outcome', official: '通过', corrected: '不通过' }])
  })

  it('remove a voided vote from the quorum, and add a missing paper', () => {
    expect(outcomes(lay([voted('1'), voted('1'), silent], rule1 ?? never(), [[1, { kind: 'void' }]]))).toEqual(['通过', '未成立'])
    expect(outcomes(lay([voted('1'), silent, silent], rule1 ?? never(), [[1, { kind: 'vote', answers: '1' }]]))).toEqual(['未成立', '通过'])
  })

  it('count a voided ballot as delivered if it was, and remove a mistaken delivery from every basis', () => {
    const { official, corrected: after } = lay([{ ...voted('1'), deliveries: [handedOver] }, voted('1'), delivered], rule5 ?? never(), [
      [0, { kind: 'void' }],
      [2, { kind: 'undelivered' }],
    ])
    expect(official.slots[0]?.deliveries).toMatchObject({ registered: { count: 1 }, accepted: { count: 1 }, complete: { count: 1 } })
    expect(after.slots[0]?.counted).toMatchObject({ voted: { count: 1 }, invalid: { count: 1 }, delivered: { count: 1, areaHundredths: area } })
    expect(after.slots[0]?.deliveries).toMatchObject({ registered: { count: 1 }, accepted: { count: 1 }, complete: { count: 1 } })
  })

  it('change the whole with an area, and keep the note on adjustments', () => {
    const { corrected: after } = lay([voted('1'), voted('1'), silent], rule1 ?? never(), [[2, { kind: 'area', areaHundredths: 20_000 }]])
    expect(after.slots[0]?.counted.whole).toEqual({ count: 3, areaHundredths: 40_000 })
    expect(after.slots[0]?.concluded).toMatchObject({ outcome: '未成立', note: '投票开始后清册调整3处' })
  })

  it('recalculate elections: ties appear and disappear, overvotes are left open', () => {
    const options = ['甲', '乙'].map((title, index) => ({ id: `o${index}`, title, sortNo: index + 1 }))
    const topics = [topicOf({ topicType: 2, seats: 1, seatOrder: 1, options })]
    const ballots = [voted('10'), voted('10'), voted('10')]
    const tied = lay([voted('10'), voted('10'), voted('10'), voted('01')], rule1 ?? never(), [[0, { kind: 'answers', answers: '11' }]], topics)
    expect(tied.official.elections[0]?.elected).toEqual(['o0'])
    expect(tied.corrected.elections[0]?.overvoted.count).toBe(1)
    const lost = lay(
      ballots,
      rule1 ?? never(),
      [0, 1].map((index) => [index, { kind: 'answers', answers: '01' }] as const),
      topics,
    )
    expect(lost.changed).toEqual([
      { topicId: 't1', optionId: 'o0', field: 'outcome', official: '通过', corrected: '不通过' },
      { topicId: 't1', optionId: 'o0', field: 'elected', official: '当选', corrected: '' },
      { topicId: 't1', optionId: 'o1', field: 'outcome', official: '不通过', corrected: '通过' },
      { topicId: 't1', optionId: 'o1', field: 'elected', official: '', corrected: '当选' },
    ])
  })

  it('change nothing if there are none', () => {
    const { official, corrected: after, changed } = lay([voted('1'), delivered], rule5 ?? never(), [])
    expect(after).toEqual({ slots: official.slots, elections: official.elections })
    expect(changed).toEqual([])
  })
})

describe('official and corrected results, against an oracle in exact fractions', () => {
  it(`official and corrected agree in ${ACTIVITIES} random activities, objections and corrections`, { timeout: 240_000 }, () => {
    const seen = new Set<string>()
    const drawn = anAgenda(10).chain((made) => {
      const slots = slotCountOf(made.topics)
      const answers = fc.array(fc.constantFrom('0', '1', '2', '3'), { minLength: slots, maxLength: slots }).map((digits) => digits.join(''))
      const ofBallot = fc.record({
        vote: fc.option(fc.record({ isVoid: fc.boolean(), answers })),
        isUndelivered: fc.boolean(),
        areaHundredths: fc.option(fc.constantFrom(5_000, 10_000, 15_000, 7)),
      })
      const corrections = fc.array(fc.option(ofBallot), { minLength: made.ballots.length, maxLength: made.ballots.length })
      return fc.record({ made: fc.constant(made), corrections })
    })
    fc.assert(
      fc.property(drawn, ({ made, corrections }) => {
        const topics = topicsOf(made)
        const by: CountedBy = { rule: made.rule, policy: [], at: 0 }
        const facts = made.ballots.map(factsOf)
        const official = resultsOf(facts, topics, by)
        expectAsOracle(made, topics, official)
        const after = made.ballots.map((ballot) => ({ ...ballot }))
        const decided: object[] = []
        const changed = corrections.flatMap((correction, index) => {
          const [ballot, from] = [after[index], facts[index]]
          if (!correction || !ballot || !from) return []
          const kinds: CorrectedFact[] = []
          // The oracle's input is corrected independently, following the specification.
          if (correction.vote && from.status === 1 && correction.vote.isVoid) {
            kinds.push({ kind: 'void' })
            ballot.story = 'voided'
          } else if (correction.vote) {
            kinds.push({ kind: from.status === 1 ? 'answers' : 'vote', answers: correction.vote.answers })
            ballot.story = 'voted'
            ballot.answers = correction.vote.answers
          }
          if (correction.isUndelivered && from.deliveries.length > 0) {
            kinds.push({ kind: 'undelivered' })
            ballot.properties = ballot.properties.map((property) => ({ ...property, isDelivered: false }))
          }
          if (correction.areaHundredths !== null) {
            kinds.push({ kind: 'area', areaHundredths: correction.areaHundredths })
            const isDelivered = ballot.properties.some((property) => property.isDelivered)
            ballot.properties = [{ areaHundredths: correction.areaHundredths, isDelivered }]
          }
          for (const fact of kinds) {
            seen.add(fact.kind)
            decided.push({
              ballotid: String(index),
              kind: fact.kind,
              ...('answers' in fact ? { answers: fact.answers } : {}),
              ...('areaHundredths' in fact ? { area: fact.areaHundredths } : {}),
            })
          }
          return [{ from, to: kinds.reduce(corrected, from) }]
        })
        const correctedOnes = correctedOf(official.sums, topics, by, changed)
        expectAsOracle({ ...made, ballots: after }, topics, correctedOnes)
        const [before, expected] = [agendaOracle(made), agendaOracle({ ...made, ballots: after })]
        const told = changedResults(official, correctedOnes)
        expect(told.filter(({ field }) => field === 'outcome').map(({ official: from, corrected: to }) => [from, to])).toEqual(
          before.slots.flatMap(({ conclusion }, position) => {
            const to = expected.slots[position]?.conclusion.outcome
            return conclusion.outcome === to ? [] : [[conclusion.outcome, to]]
          }),
        )
        for (const { field } of told) seen.add(field)
        const page = countCorrected(pageOf(made), readCorrections({ number: 1, status: 1, decisions: [{ corrections: [] }, { corrections: decided }] }))
        expect(page === null).toBe(decided.length === 0)
        if (page === null) return
        expect(page.faults).toEqual([])
        expect(
          page.slots.map(({ count: { classes, verdict } }) => [verdict.outcome, verdict.note, exactArea(classes.approve), exactArea(classes.invalid)]),
        ).toEqual(expected.slots.map(({ conclusion, classes }) => [conclusion.outcome, conclusion.note, classes.approve, classes.invalid]))
        expect(page.elections.map(({ candidates, elected }) => elected.map((each) => candidates.indexOf(each)))).toEqual(
          expected.elections.map(({ elected }) => elected),
        )
      }),
      { numRuns: ACTIVITIES },
    )
    expect(seen).toEqual(new Set(['void', 'answers', 'vote', 'undelivered', 'area', 'outcome', 'elected']))
  })
})

describe('the recount page, for corrections that do not fit the records', () => {
  const made: MadeAgenda = {
    rule: 1,
    topics: [{ lawItem: null, options: 0, seats: null, seatOrder: 1 }],
    ballots: (['voted', 'nothing'] as const).map((story) => ({ story, answer: 1, answers: '1', properties: [{ areaHundredths: 100, isDelivered: false }] })),
  }
  const faultsOf = (...corrections: object[]) =>
    countCorrected(pageOf(made), readCorrections({ number: 3, status: 1, decisions: [{ corrections }] }))?.faults.map((fault) => fault.split('：')[1] ?? fault)
  it.each([
    [{ ballotid: '1', kind: 'void' }, '该票没有计票的投票记录'],
    [{ ballotid: '0', kind: 'vote', answers: '1' }, '该票已有计票的投票记录'],
    [{ ballotid: '0', kind: 'undelivered' }, '该票没有送达记录'],
    [{ ballotid: '0', kind: 'answers', answers: '11' }, '答案与议题不符'],
    [{ ballotid: 'gone', kind: 'void' }, '异议 3 更正的票权 gone 不在票权清册中'],
  ])('names %j', (correction, fault) => {
    expect(faultsOf(correction)).toEqual([fault])
  })
  it('reports two corrections of one part, and ignores those of an unjustified objection', () => {
    expect(faultsOf({ ballotid: '0', kind: 'void' }, { ballotid: '0', kind: 'answers', answers: '2' })).toEqual(['该票已由另一项更正'])
    expect(readCorrections({ number: 3, status: 2, decisions: [{ corrections: [{ ballotid: '0', kind: 'void' }] }] })).toEqual([])
  })
})

function never(): never {
  throw new Error('a rule of this test is missing')
}

/** An agenda's topics in the program's format. */
function topicsOf({ topics }: MadeAgenda): CountedTopic[] {
  return topics.map(({ lawItem, options, seats, seatOrder }, index) =>
    topicOf({
      id: `t${index}`,
      sortNo: index + 1,
      topicType: options === 0 ? 1 : 2,
      lawItem: lawItem as LawItem | null,
      seats,
      seatOrder: seats === null ? null : seatOrder,
      options: Array.from({ length: options }, (_, option) => ({ id: `t${index}o${option}`, title: `选项${option + 1}`, sortNo: option + 1 })),
    }),
  )
}

/** An oracle's ballot as recorded by the program. */
function factsOf({ story, answers, properties }: MadeAgenda['ballots'][number]): BallotFacts {
  const isVoted = story === 'voted' || story === 'voidedThenVoted'
  return {
    status: isVoted ? 1 : story === 'voided' ? 2 : story === 'nothing' ? -1 : 0,
    answers: isVoted ? answers : '',
    areaHundredths: properties.reduce((sum, each) => sum + each.areaHundredths, 0),
    deliveries: properties.filter(({ isDelivered }) => isDelivered).map(() => handedOver),
    attemptedAt: null,
  }
}

const exactArea = ({ count, area: sum }: { readonly count: number; readonly area: number }) => ({ count: BigInt(count), area: BigInt(sum) })

/** An agenda as read by the recount page. */
function pageOf(made: MadeAgenda): Recount {
  let first = 0
  const slots = made.topics.flatMap(({ lawItem, options, seats, seatOrder }, topic): Slot[] => {
    const count = Math.max(1, options)
    const election = seats === null ? null : { first, count, seats, order: seatOrder }
    first += count
    const about = { votetopicid: `t${topic}`, title: '', topic: '', model: 15 as const, lawitem: lawItem as LawItem | null, election }
    return Array.from({ length: count }, (_, option) => ({ ...about, voteoptionid: options === 0 ? '' : `o${option}`, number: `${topic + 1}.${option + 1}` }))
  })
  const ballots = made.ballots.map(factsOf).map(({ status, answers, areaHundredths, deliveries }, index) => {
    const about = { area: areaHundredths, status, answers, delivered: deliveries.length > 0 }
    return {
      ...about,
      ballotid: String(index),
      ballot: { ballotid: String(index), number: '', area: areaHundredths, ended: false, houses: [] },
      records: [],
      deliveries: [],
      attemptedAt: null,
    }
  })
  const rules = { voteactivityid: '', title: '', votetype: made.rule, rulebasis: '', startdate: '', enddate: '', slots }
  return { rules, ballots, slots: [], elections: [], adjustments: null, faults: [] }
}

const exact = ({ count, areaHundredths }: Share) => ({ count: BigInt(count), area: BigInt(areaHundredths) })

function expectAsOracle(made: MadeAgenda, topics: readonly CountedTopic[], { slots, elections }: ReturnType<typeof correctedOf>): void {
  const expected = agendaOracle(made)
  expect(slots).toHaveLength(expected.slots.length)
  for (const [position, { counted, concluded }] of slots.entries()) {
    const { classes, conclusion } = expected.slots[position] ?? never()
    for (const name of ['whole', 'approve', 'oppose', 'abstain', 'invalid', 'notVoted', 'voted'] as const)
      expect(exact(counted[name]), name).toEqual(classes[name])
    const { participants, approve, isQuorumMet, outcome, strictOutcome, note } = concluded
    const words = note.split('；').filter((part) => part !== '投票开始后清册调整3处')
    expect({ participants: exact(participants), approve: exact(approve), isQuorumMet, outcome, strictOutcome, note: words.join('；') }).toEqual(conclusion)
  }
  expect(
    elections.map(({ topic, elected, tied, vacant, overvoted }) => ({
      topic: topics.indexOf(topic),
      elected: elected.map((id) => topic.options.findIndex((option) => option.id === id)),
      tied: tied.map((id) => topic.options.findIndex((option) => option.id === id)),
      vacant,
      overvoted: exact(overvoted),
    })),
  ).toEqual(expected.elections)
}
