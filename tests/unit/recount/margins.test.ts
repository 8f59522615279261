import { describe, expect, it } from 'vitest'
import { countSlot } from '../../../src/recount/judge/counting.ts'
import { compareList } from '../../../src/recount/judge/margins.ts'
import type { Recount } from '../../../src/recount/judge/recount.ts'
import type { Assertion, SampledList } from '../../../src/recount/judge/samples.ts'

const AREA = 10_000
interface Vote {
  readonly id: string
  readonly answers: string
  readonly code?: string
}

/** Six ballots of the same area under rule 3: the voted ones, and one delivered and not returned. */
function recountOf(votes: readonly Vote[], more: Partial<Recount['ballots'][number]> = {}): Recount {
  const record = ({ id, answers, code = id }: Vote, recordstatus: 1 | 2 = 1) => ({ recordid: id, answers, ballotcode: code, recordstatus })
  const voted = votes.map((vote) => ({ area: AREA, status: 1, answers: vote.answers, delivered: false, records: [record(vote)] }))
  const silent = { area: AREA, status: -1, answers: '', delivered: true, records: [] }
  const ballots = [...voted, silent].map((ballot, index) => (index === 0 ? { ...ballot, ...more } : ballot)) as unknown as Recount['ballots']
  const slot = { votetopicid: 't', voteoptionid: '', number: '1', model: 15, lawitem: null, election: null } as unknown as Recount['slots'][number]['slot']
  const count = countSlot(ballots, 0, { rule: 3, lawitem: null, election: null })
  return { rules: { votetype: 3 }, ballots, slots: [{ slot, count }] } as unknown as Recount
}

const votes: readonly Vote[] = Array.from('11112', (answers, index) => ({ id: `r${index}`, answers }))
const of = (kind: Assertion['kind'], list: Assertion['list'], cap: number, margin: number): Assertion => ({
  votetopicid: 't',
  voteoptionid: '',
  kind,
  list,
  cap,
  margin: BigInt(margin),
  total: BigInt(list === 'H' ? 5 : 5 * AREA),
})
/** By hand: V = 5, D = 1, Z = 6, X = 4, Y = 1, and no abstentions. */
const assertions = (['H', 'A'] as const).flatMap((list) => {
  const weight = list === 'H' ? 1 : AREA
  return [of('quorum', list, 3, 6 * weight), of('pass', list, 2, 4 * weight), of('lead2', list, 2, 3 * weight), of('lead3', list, 2, 4 * weight)]
})
const list: SampledList = {
  isOfPapers: true,
  whole: [6, 6 * AREA],
  items: [{ votetopicid: 't', voteoptionid: '', outcome: '通过', assertions }],
  votes: votes.map(({ id, answers }) => ({ recordid: id, answers, area: AREA, code: id })),
}
const [item] = list.items
const compare = (more: Partial<SampledList> = {}, isStale = false, recount = recountOf(votes)) => compareList('抽样', { ...list, ...more }, isStale, recount)

describe('a frozen list compared with the page’s own count', () => {
  it('matches, margin by margin', () => {
    expect(compare()).toEqual({ faults: [], notes: ['抽样：清单与最终的投票记录相同，差额已与复算比较。'] })
  })

  it.each<[string, Partial<SampledList>]>([
    ['a larger margin', { items: [{ ...item!, assertions: assertions.map((each) => ({ ...each, margin: each.margin + 1n })) }] }],
    ['an assertion that is left out', { items: [{ ...item!, assertions: assertions.slice(1) }] }],
    ['another outcome', { items: [{ ...item!, outcome: '不通过' }] }],
    ['a topic of another vote', { items: [{ ...item!, votetopicid: 'x' }] }],
    ['another whole', { whole: [7, 6 * AREA] }],
    ['an answer that was changed', { votes: list.votes.map((vote, index) => (index === 0 ? { ...vote, answers: '2' } : vote)) }],
    ['another paper', { votes: list.votes.map((vote, index) => (index === 0 ? { ...vote, code: 'x' } : vote)) }],
    ['a vote that nobody cast', { votes: [...list.votes, { recordid: 'r9', answers: '1', area: AREA, code: 'r9' }] }],
    ['a vote that is left out', { votes: list.votes.slice(1) }],
  ])('differs with %s', (_what, more) => {
    expect(compare(more).faults.length).toBeGreaterThan(0)
  })

  it('matches in the owners’ edition without codes, with all votes', () => {
    const plain = list.votes.map((vote) => ({ ...vote, code: '' }))
    expect(compare({ isOfPapers: false, votes: plain }).faults).toEqual([])
    // A vote without a paper is not in a list of papers.
    const withoutPaper = [...votes.slice(0, 4), { id: 'r4', answers: '2', code: '' }]
    expect(compare({ isOfPapers: false, votes: plain }, false, recountOf(withoutPaper)).faults).toEqual([])
    expect(compare({}, false, recountOf(withoutPaper)).faults.length).toBeGreaterThan(0)
  })

  it('says why it is not compared: changed since, or a corrected record', () => {
    expect(compare({ votes: [] }, true)).toMatchObject({ faults: [], notes: [expect.stringContaining('锁定清单以后')] })
    const old = { recordid: 'r0', answers: '1', ballotcode: 'r0', recordstatus: 2 }
    const anew = { recordid: 'r8', answers: '2', ballotcode: 'r0', recordstatus: 1 }
    const corrected = recountOf(votes, { answers: '2', records: [old, anew] } as unknown as Partial<Recount['ballots'][number]>)
    expect(compare({}, false, corrected)).toMatchObject({ faults: [], notes: [expect.stringContaining('1 票的记录后来改正')] })
    const voided = recountOf(votes, { status: 2, answers: '', records: [old] } as unknown as Partial<Recount['ballots'][number]>)
    expect(compare({}, false, voided).faults.length).toBeGreaterThan(0)
  })
})
