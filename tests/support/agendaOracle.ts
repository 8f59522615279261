import fc from 'fast-check'
import { anActivity, oracle, RULES, type ExactShare, type MadeBallot } from './countingOracle.ts'

/** A topic of an agenda. */
export interface MadeTopic {
  readonly lawItem: number | null
  /** 0: voted on itself. */
  readonly options: number
  /** null: no election. */
  readonly seats: number | null
  readonly seatOrder: 1 | 2
}

export interface MadeAgenda {
  readonly rule: (typeof RULES)[number]
  readonly topics: readonly MadeTopic[]
  /** `answers`: one character per slot, as entered. */
  readonly ballots: readonly (MadeBallot & { readonly answers: string })[]
}

const LAW_ITEMS = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const
const SLOTS = 15

/** Answers to a whole agenda: mostly approvals, so that much passes and many seats are tied. */
const someAnswers = fc
  .array(fc.oneof({ weight: 5, arbitrary: fc.constant('1') }, { weight: 3, arbitrary: fc.constantFrom('0', '1', '2', '3') }), {
    minLength: SLOTS,
    maxLength: SLOTS,
  })
  .map((digits) => digits.join(''))

/** Agendas of up to three topics and `most` ballots, with every combination of item, rule, seats and order. */
export function anAgenda(most: number): fc.Arbitrary<MadeAgenda> {
  const lawItem = fc.option(fc.constantFrom(...LAW_ITEMS))
  const seatOrder = fc.constantFrom(1 as const, 2 as const)
  const single = fc.record({ lawItem, options: fc.constant(0), seats: fc.constant(null), seatOrder })
  // One seat fewer than options: the more may be approved, the more pass and tie.
  const withOptions = fc.integer({ min: 1, max: 5 }).chain((options) => {
    const seats = fc.oneof(fc.constant(null), fc.constant(Math.max(1, options - 1)), fc.integer({ min: 1, max: options + 1 }))
    return fc.record({ lawItem, options: fc.constant(options), seats, seatOrder })
  })
  const topics = fc.array(fc.oneof({ weight: 1, arbitrary: single }, { weight: 3, arbitrary: withOptions }), { minLength: 1, maxLength: 3 })
  const made = anActivity(most)
  const answers = fc.array(someAnswers, { minLength: most, maxLength: most })
  return fc.record({ made, rule: fc.constantFrom(...RULES), topics, answers, isClose: fc.boolean() }).map((drawn) => ({
    rule: drawn.rule,
    topics: drawn.topics,
    ballots: drawn.made.ballots.map((ballot, index) => {
      const digits = drawn.answers[index] ?? ''
      return drawn.isClose ? closeBallot(drawn.topics, digits, ballot) : { ...ballot, answers: digits.slice(0, slotCountOf(drawn.topics)) }
    }),
  }))
}

/** A ballot of a common area that approves all options of a topic but one, so that many options tie. */
function closeBallot(topics: readonly MadeTopic[], digits: string, ballot: MadeBallot): MadeAgenda['ballots'][number] {
  const chance = Array.from(digits).reduce((sum, digit) => sum * 3 + Number(digit), 0)
  const answers = topics.flatMap(({ options }) =>
    Array.from({ length: Math.max(1, options) }, (_, option) => (options > 1 && option === chance % options ? '0' : '1')),
  )
  return { ...ballot, answers: answers.join(''), properties: ballot.properties.slice(0, 1).map((property) => ({ ...property, areaHundredths: 10_000 })) }
}

export const slotCountOf = (topics: readonly MadeTopic[]): number => topics.reduce((sum, { options }) => sum + Math.max(1, options), 0)

type Conclusion = ReturnType<ReturnType<typeof oracle>['conclusionBy']>
export interface ExpectedSlot {
  readonly classes: ReturnType<typeof oracle>['classes']
  readonly conclusion: Conclusion
}
export interface ExpectedElection {
  readonly topic: number
  /** Positions of the options, in order. */
  readonly elected: readonly number[]
  readonly tied: readonly number[]
  readonly vacant: number
  readonly overvoted: ExactShare
}

/** The result of an agenda in exact fractions, written from `paper.md` sections 1 and 2 alone. */
export function agendaOracle({ rule, topics, ballots }: MadeAgenda): { readonly slots: ExpectedSlot[]; readonly elections: ExpectedElection[] } {
  const slots: ExpectedSlot[] = []
  const elections: ExpectedElection[] = []
  let first = 0
  for (const [topic, { lawItem, options, seats, seatOrder }] of topics.entries()) {
    const count = Math.max(1, options)
    const from = first
    first += count
    const approves = (answers: string): number => answers.slice(from, from + count).split('1').length - 1
    const isSpoilt = ({ answers }: { readonly answers: string }): boolean => seats !== null && approves(answers) > seats
    const own = Array.from({ length: count }, (_, option) => {
      const answered = ballots.map((ballot) => ({
        ...ballot,
        answer: isSpoilt(ballot) ? (0 as const) : (Number(ballot.answers[from + option]) as 0 | 1 | 2 | 3),
      }))
      const { classes, conclusionBy } = oracle({ ballots: answered })
      return { classes, conclusion: conclusionBy(rule, lawItem, seats !== null) }
    })
    slots.push(...own)
    if (seats !== null) elections.push({ topic, ...filled(own, seats, seatOrder), overvoted: oracle({ ballots: ballots.filter(isSpoilt) }).classes.voted })
  }
  return { slots, elections }
}

/** Fills the seats in order; candidates tied for too few seats are not elected. */
function filled(slots: readonly ExpectedSlot[], seats: number, seatOrder: 1 | 2) {
  const passed = slots.flatMap(({ conclusion }, position) => (conclusion.outcome === '通过' ? [{ position, ...conclusion.approve }] : []))
  const key = ({ count, area }: ExactShare): readonly [bigint, bigint] => (seatOrder === 1 ? [count, area] : [area, count])
  const isAhead = (one: ExactShare, other: ExactShare): boolean => {
    const [[a, b], [c, d]] = [key(one), key(other)]
    return a > c || (a === c && b > d)
  }
  const ranked = passed.map((each) => {
    const ahead = passed.filter((other) => isAhead(other, each)).length
    const behind = passed.filter((other) => isAhead(each, other)).length
    return { position: each.position, ahead, reach: passed.length - behind }
  })
  const elected = ranked.filter(({ reach }) => reach <= seats).toSorted((one, other) => one.ahead - other.ahead || one.position - other.position)
  const tied = ranked.filter(({ ahead, reach }) => ahead < seats && reach > seats)
  const positions = (list: typeof ranked): number[] => list.map(({ position }) => position)
  return { elected: positions(elected), tied: positions(tied), vacant: seats - elected.length }
}
