import { agendaOracle, type MadeAgenda } from './agendaOracle.ts'
import { optionsTopic, topic, type PropertyRow } from './activities.ts'

/** A vote on paper of 60 ballots, with the expected result by the oracle of `paper.md` and `counting.md`. */

/**
 * A ballot's fate. `desk`: received and entered while voting is open; `tally`: received, entered in 唱票中; `replaced`: lost,
 * and the new paper tallied; `tooLate`: received after the end; `afterEnd`: received in time, entered after the end; `proxy`: an agent
 * votes; `silent`: out, delivered and never returned; `out`: out and never returned; `office`: printed only; `spoiled`: misprinted.
 */
export type PaperFate = 'desk' | 'tally' | 'replaced' | 'tooLate' | 'afterEnd' | 'proxy' | 'silent' | 'out' | 'office' | 'spoiled'

export interface PaperBallot {
  /** `1-101`: building and room. */
  readonly name: string
  readonly owner: string
  readonly areaHundredths: number
  readonly fate: PaperFate
  /** One character per slot, as on the paper. */
  readonly answers: string
}

export const CANDIDATES = ['周敏', '吴建国', '郑晓东', '王海燕'] as const
const SEATS = 2
const RENOVATION = '是否同意使用维修资金更新电梯'
const RAISE = '是否同意续筹维修资金'
export const ELECTION = '选举业主委员会委员'
/** The topics as saved: one needs more than a half, one three quarters, one fills two seats. */
export const paperTopics = [
  topic(RENOVATION, { lawitem: 5 }),
  topic(RAISE, { lawitem: 6 }),
  optionsTopic(ELECTION, CANDIDATES, { lawitem: 3, seats: SEATS, seatorder: 1 }),
]
/** Silence abstains: delivered ballots without an answer take part. */
export const PAPER_RULE = 5

function fateOf(index: number): PaperFate {
  if (index < 25) return 'desk'
  if (index < 45) return 'tally'
  const rest: readonly PaperFate[] = ['replaced', 'tooLate', 'afterEnd', 'proxy', 'proxy', 'silent', 'silent', 'silent', 'out', 'out', 'spoiled']
  return rest[index - 45] ?? 'office'
}

/** At most two candidates on nearly every paper, three on a few, which are then invalid. */
function answersOf(index: number): string {
  const chosen = index % 13 === 6 ? [0, 1, 2] : index % 3 === 0 ? [0, 2] : index % 3 === 1 ? [0, 1] : [1, 2 + (index % 2)]
  const candidates = CANDIDATES.map((_, position) => (chosen.includes(position) ? '1' : index % 7 === 5 ? '0' : '2'))
  return [index % 5 === 4 ? '2' : '1', index % 4 === 3 ? '2' : index % 9 === 8 ? '3' : '1', ...candidates].join('')
}

export const paperBallots: readonly PaperBallot[] = Array.from({ length: 60 }, (_, index) => ({
  name: `${Math.floor(index / 20) + 1}-${Math.floor((index % 20) / 2) + 1}0${(index % 2) + 1}`,
  owner: `业主${String(index + 1).padStart(2, '0')}`,
  areaHundredths: 6_000 + ((index * 1_373) % 5_003),
  fate: fateOf(index),
  answers: answersOf(index),
}))
export const paperProperties: readonly PropertyRow[] = paperBallots.map(({ name, owner, areaHundredths }) => [name, owner, areaHundredths / 100])

const voted: ReadonlySet<PaperFate> = new Set(['desk', 'tally', 'replaced', 'afterEnd', 'proxy'])
export const hasVoted = ({ fate }: PaperBallot): boolean => voted.has(fate)

const agenda: MadeAgenda = {
  rule: PAPER_RULE,
  topics: [
    { lawItem: 5, options: 0, seats: null, seatOrder: 1 },
    { lawItem: 6, options: 0, seats: null, seatOrder: 1 },
    { lawItem: 3, options: CANDIDATES.length, seats: SEATS, seatOrder: 1 },
  ],
  ballots: paperBallots.map((ballot) => ({
    properties: [{ areaHundredths: ballot.areaHundredths, isDelivered: ballot.fate === 'silent' }],
    story: hasVoted(ballot) ? 'voted' : 'nothing',
    answer: 0,
    answers: ballot.answers,
  })),
}
/** Slots and elections, in exact fractions. */
export const paperResult = agendaOracle(agenda)
