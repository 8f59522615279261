import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { termsLabel, countSlot, type LawItem as PageItem } from '../../../src/recount/judge/counting.ts'
import { countElections, type CountedSlot } from '../../../src/recount/judge/election.ts'
import { createAnswerSums } from '../../../src/server/features/result/answer-sums.ts'
import { elect, type Candidate } from '../../../src/server/features/result/counting.ts'
import { electionResults, slotResults, statisticsOf } from '../../../src/server/features/result/results.ts'
import type { CountedTopic } from '../../../src/server/features/result/store.ts'
import { electionsOf } from '../../../src/shared/features/activity/elections.ts'
import { LAW_ITEMS, lawItemNames, topicRuleName, type LawItem } from '../../../src/shared/features/activity/law.ts'
import { COUNTING_RULES } from '../../../src/shared/features/activity/rules.ts'
import { dictionaries } from '../../../src/shared/features/dictionary/labels.ts'
import type { Share } from '../../../src/shared/features/result/rules.ts'
import { agendaOracle, anAgenda, slotCountOf, type MadeAgenda } from '../../support/agendaOracle.ts'
import { countedBallots } from '../../support/countingOracle.ts'
import { tally } from '../../support/tally.ts'
import { atScale, isFull } from '../../support/scale.ts'

/** Number of compared random activities. */
const ACTIVITIES = atScale(10_000, 2_000)

/** An agenda's topics in the program's format. */
function topicsOf({ topics }: MadeAgenda): CountedTopic[] {
  return topics.map(({ lawItem, options, seats, seatOrder }, index) => ({
    id: `t${index}`,
    title: `议题${index + 1}`,
    sortNo: index + 1,
    topicType: options === 0 ? 1 : 2,
    voteModel: 15,
    lawItem: lawItem as LawItem | null,
    seats,
    seatOrder: seats === null ? null : seatOrder,
    options: Array.from({ length: options }, (_, option) => ({ id: `t${index}o${option}`, title: `选项${option + 1}`, sortNo: option + 1 })),
  }))
}

/** The database's sums of an agenda's ballots. */
function sumsOf(made: MadeAgenda) {
  const answers = createAnswerSums(slotCountOf(made.topics), electionsOf(topicsOf(made)))
  const counted = countedBallots(made)
  for (const [index, { state, areaHundredths }] of counted.entries()) if (state === 'voted') answers.add(`${areaHundredths}:${made.ballots[index]?.answers},`)
  const sum = (which: (ballot: (typeof counted)[number]) => boolean): Share => {
    const chosen = counted.filter(which)
    return { count: chosen.length, areaHundredths: chosen.reduce((total, each) => total + each.areaHundredths, 0) }
  }
  const ballots = {
    whole: sum(() => true),
    voted: sum(({ state }) => state === 'voted'),
    voided: sum(({ state }) => state === 'void'),
    delivered: sum(({ state, isDelivered }) => state !== 'voted' && isDelivered),
  }
  return { ballots, answers, deliveries: null, adjustedProperties: 0 }
}

const exact = ({ count, areaHundredths }: Share) => ({ count: BigInt(count), area: BigInt(areaHundredths) })
const exactArea = ({ count, area }: { readonly count: number; readonly area: number }) => ({ count: BigInt(count), area: BigInt(area) })

/** The recount page's figures for the same ballots. */
function pageOf(made: MadeAgenda) {
  const ballots = countedBallots(made).map(({ areaHundredths, state, isDelivered }, index) => {
    const status = state === 'voted' ? (1 as const) : state === 'void' ? (2 as const) : (-1 as const)
    return { area: areaHundredths, status, answers: status === 1 ? (made.ballots[index]?.answers ?? '') : '', delivered: isDelivered }
  })
  let first = 0
  const slots = made.topics.flatMap(({ lawItem, options, seats, seatOrder }, topic): CountedSlot[] => {
    const count = Math.max(1, options)
    const election = seats === null ? null : { first, count, seats, order: seatOrder }
    const from = first
    first += count
    return Array.from({ length: count }, (_, option) => {
      const lawitem = lawItem as PageItem | null
      const about = { votetopicid: `t${topic}`, voteoptionid: options === 0 ? '' : `o${option}`, number: `${topic + 1}.${option + 1}`, title: '', topic: '' }
      return { slot: { ...about, model: 15, lawitem, election }, count: countSlot(ballots, from + option, { rule: made.rule, lawitem, election }) }
    })
  })
  return { slots, elections: countElections(ballots, slots) }
}

describe('a mixed agenda with elections, against an oracle in exact fractions', () => {
  it(`agree in ${ACTIVITIES} random activities: program, recount page and oracle`, { timeout: 240_000 }, () => {
    const seen = new Set<string>()
    fc.assert(
      fc.property(anAgenda(12), (made) => {
        const expected = agendaOracle(made)
        const topics = topicsOf(made)
        const sums = sumsOf(made)
        const slots = slotResults(made.rule, topics, sums)
        const page = pageOf(made)
        expect(slots).toHaveLength(expected.slots.length)
        for (const [position, { topic, counted, concluded, ruleName }] of slots.entries()) {
          const { classes, conclusion } = expected.slots[position] ?? {}
          for (const name of ['approve', 'oppose', 'abstain', 'invalid', 'notVoted', 'voted', 'delivered', 'whole'] as const)
            expect(exact(counted[name]), name).toEqual(classes?.[name])
          const { participants, approve, isQuorumMet, outcome, strictOutcome, note } = concluded
          expect({ participants: exact(participants), approve: exact(approve), isQuorumMet, outcome, strictOutcome, note }).toEqual(conclusion)
          const own = page.slots[position]
          expect(own && [own.count.verdict.outcome, (own.count.strict ?? own.count.verdict).outcome, own.count.verdict.note]).toEqual([
            outcome,
            strictOutcome,
            note,
          ])
          expect(own && exactArea(own.count.classes.invalid)).toEqual(classes?.invalid)
          expect(termsLabel({ rule: made.rule, lawitem: topic.lawItem, election: null })).toBe(ruleName)
          seen.add(`${made.rule} ${topic.lawItem} ${topic.seats !== null} ${outcome}`)
        }
        const elections = electionResults(topics, slots, sums)
        expect(
          elections.map(({ topic, elected, tied, vacant, overvoted }) => ({
            topic: topic.sortNo - 1,
            elected: elected.map((id) => topic.options.findIndex((option) => option.id === id)),
            tied: tied.map((id) => topic.options.findIndex((option) => option.id === id)),
            vacant,
            overvoted: exact(overvoted),
          })),
        ).toEqual(expected.elections)
        expect(
          page.elections.map(({ candidates, elected, tied, vacant, overvoted }, index) => ({
            topic: expected.elections[index]?.topic,
            elected: elected.map((each) => candidates.indexOf(each)),
            tied: tied.map((each) => candidates.indexOf(each)),
            vacant,
            overvoted: exactArea(overvoted),
          })),
        ).toEqual(expected.elections)
        for (const { elected, tied, vacant, overvoted } of expected.elections)
          seen.add(`elected ${elected.length > 0} tied ${tied.length > 0} vacant ${vacant > 0} overvoted ${overvoted.count > 0n}`)
      }),
      { numRuns: ACTIVITIES },
    )
    if (!isFull) return // a sample may miss a kind
    // Every combination must occur, or the agreement would mean little.
    for (const rule of [1, 2, 3, 4, 5])
      for (const item of [null, ...LAW_ITEMS])
        for (const isElection of [true, false]) for (const outcome of ['通过', '不通过']) expect(seen).toContain(`${rule} ${item} ${isElection} ${outcome}`)
    for (const kind of ['true tied true', 'true tied false', 'false tied true', 'false tied false'])
      expect(
        [...seen].some((each) => each.startsWith(`elected ${kind}`)),
        kind,
      ).toBe(true)
  })

  it('has the same tally from sums as from ballots, with overvotes left open', () => {
    fc.assert(
      fc.property(anAgenda(12), (made) => {
        const topics = topicsOf(made)
        const elections = electionsOf(topics)
        const counted = countedBallots(made)
        for (const [position, slot] of slotResults(made.rule, topics, sumsOf(made)).entries()) {
          const election = elections.find(({ first, count }) => position >= first && position < first + count)
          const ballots = counted.map((ballot, index) => {
            const answers = made.ballots[index]?.answers ?? ''
            const approved = election ? answers.slice(election.first, election.first + election.count).replaceAll(/[^1]/g, '').length : 0
            return {
              ...ballot,
              answer: ballot.state !== 'voted' || approved > (election?.seats ?? 0) ? (0 as const) : (Number(answers[position]) as 0 | 1 | 2 | 3),
            }
          })
          if (election) expect(slot.counted).toEqual(tally(ballots))
        }
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('who fills the seats', () => {
  const candidate = (id: string, count: number, area: number, outcome: Candidate['outcome'] = '通过'): Candidate => ({
    id,
    sortNo: id.charCodeAt(0),
    approve: { count, areaHundredths: area },
    outcome,
  })
  const [a, b, c, d] = [candidate('a', 5, 100), candidate('b', 7, 50), candidate('c', 5, 100), candidate('d', 9, 900, '不通过')]

  it('the passing ones, by heads then area, or the other way round', () => {
    expect(elect({ seats: 2, seatOrder: 1 }, [candidate('a', 5, 100), b, candidate('c', 5, 90)])).toEqual({ elected: ['b', 'a'], tied: [], vacant: 0 })
    expect(elect({ seats: 2, seatOrder: 2 }, [candidate('a', 5, 100), b, candidate('c', 5, 90)])).toEqual({ elected: ['a', 'c'], tied: [], vacant: 0 })
  })

  it('not those tied for the last seat, which stays vacant', () => {
    expect(elect({ seats: 2, seatOrder: 1 }, [a, b, c, d])).toEqual({ elected: ['b'], tied: ['a', 'c'], vacant: 1 })
    expect(elect({ seats: 1, seatOrder: 2 }, [c, a, b])).toEqual({ elected: [], tied: ['a', 'c'], vacant: 1 })
  })

  it('tied ones too if there is a seat for each, in ballot order', () => {
    expect(elect({ seats: 3, seatOrder: 1 }, [c, a, b, d])).toEqual({ elected: ['b', 'a', 'c'], tied: [], vacant: 0 })
  })

  it('fewer than the seats if fewer pass', () => {
    expect(elect({ seats: 5, seatOrder: 1 }, [b, d])).toEqual({ elected: ['b'], tied: [], vacant: 4 })
  })
})

it('names a rule with both of its fractions, as the dictionary does without a law item', () => {
  for (const rule of COUNTING_RULES) expect(topicRuleName({ rule, lawItem: null })).toBe(dictionaries.TicketType.find(({ value }) => value === rule)?.name)
  expect(topicRuleName({ rule: 5, lawItem: 6 })).toBe('双四分之三（未反馈计弃权）')
  expect(topicRuleName({ rule: 2, lawItem: 3 })).toBe('双过半（仅计收回票）')
  expect(LAW_ITEMS.map((lawItem) => topicRuleName({ rule: 3, lawItem }).slice(0, 3))).toEqual([
    '双过半',
    '双过半',
    '双过半',
    '双过半',
    '双过半',
    '双四分',
    '双四分',
    '双四分',
    '双过半',
  ])
  expect(LAW_ITEMS.map((lawItem) => topicRuleName({ rule: 6, lawItem }))).toEqual(LAW_ITEMS.map(() => '仅统计'))
  expect(Object.keys(lawItemNames)).toHaveLength(9)
})

it('elects nobody without a conclusion, and reports overvotes', () => {
  const made: MadeAgenda = {
    rule: 6,
    topics: [{ lawItem: 3, options: 3, seats: 1, seatOrder: 1 }],
    ballots: ['110', '100', '100'].map((answers) => ({ story: 'voted', answer: 1, properties: [{ areaHundredths: 5_000, isDelivered: false }], answers })),
  }
  const [topic] = statisticsOf(6, topicsOf(made), sumsOf(made)).topics
  expect(topic?.election).toEqual({ seats: 1, elected: [], tied: [], vacant: 1, overvoted: { count: 1, areaHundredths: 5_000 } })
  expect(topic?.options.map(({ classes }) => [classes.approve.count, classes.invalid.count])).toEqual([
    [2, 1],
    [0, 3],
    [0, 3],
  ])
})
