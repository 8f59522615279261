/**
 * Counts a vote, written from `counting.md` and `paper.md` sections 1 and 2 alone: it shares nothing with the program's own
 * counting, which the page checks.
 *
 * Areas are integers of 0.01 m². Every decision compares integers; sums stay far below 2^53.
 */

export const RULES = [1, 2, 3, 4, 5, 6] as const
/** 1, 3, 5 more than half; 2, 4 three quarters; 3, 4 silence follows the majority; 5 silence abstains; 6 only counts. */
export type Rule = (typeof RULES)[number]

export const ruleNames: Readonly<Record<Rule, string>> = {
  1: '双过半（仅计收回票）',
  2: '双四分之三（仅计收回票）',
  3: '双过半（未反馈从多）',
  4: '双四分之三（未反馈从多）',
  5: '双过半（未反馈计弃权）',
  6: '仅统计',
}

/** Items of article 278, first paragraph; these require at least three quarters, the others more than half. */
export const LAW_ITEMS = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const
export type LawItem = (typeof LAW_ITEMS)[number]
const THREE_QUARTER_ITEMS: readonly LawItem[] = [6, 7, 8]

/** A topic's options competing for its seats: `count` answer positions from `first` on. */
export interface Seats {
  readonly first: number
  readonly count: number
  readonly seats: number
}

/** The terms for counting a topic or option. */
export interface CountingTerms {
  readonly rule: Rule
  /** Replaces the rule's fraction. */
  readonly lawitem: LawItem | null
  readonly election: Seats | null
}

export const isThreeQuarters = ({ rule, lawitem }: CountingTerms): boolean =>
  lawitem === null ? rule === 2 || rule === 4 : THREE_QUARTER_ITEMS.indexOf(lawitem) >= 0

/** The rule's name with the required majority and the treatment of silence. */
export function termsLabel(terms: CountingTerms): string {
  const name = ruleNames[terms.rule]
  return terms.rule === 6 ? name : (isThreeQuarters(terms) ? '双四分之三' : '双过半') + name.slice(name.indexOf('（'))
}

export interface Share {
  readonly count: number
  readonly area: number
}
export type Answer = 'approve' | 'disapprove' | 'abstention'
export const OUTCOMES = ['通过', '不通过', '未成立', '不作结论'] as const
export type Outcome = (typeof OUTCOMES)[number]
/** Outcome of a candidate who is neither elected nor tied. */
export const standings: Readonly<Record<Outcome, string>> = { 通过: '通过，未当选', 不通过: '不通过，未当选', 未成立: '未成立，未当选', 不作结论: '不作结论' }

export interface CountedBallot {
  readonly area: number
  /** −1 no record, 0 marked, 1 voted, 2 last vote voided. */
  readonly status: -1 | 0 | 1 | 2
  /** One digit per slot, read only if voted. */
  readonly answers: string
  /** A delivery that is not void is on record for one of its properties. */
  readonly delivered: boolean
}

/** Section 2: every ballot in exactly one of the five classes. */
export interface Classes {
  readonly whole: Share
  readonly approve: Share
  readonly disapprove: Share
  readonly abstention: Share
  readonly invalid: Share
  readonly optionnochoose: Share
  /** V of section 3. */
  readonly voted: Share
  /** D of section 3. */
  readonly delivered: Share
}

/** `factor × part` compared with `whole factor × whole`, as in section 3. */
export interface Comparison {
  readonly name: '参与人数' | '参与面积' | '同意人数' | '同意面积'
  readonly unit: 'heads' | 'area'
  readonly factor: number
  readonly part: number
  readonly wholeFactor: number
  readonly whole: number
  /** Whether equality suffices. */
  readonly includesEqual: boolean
  readonly holds: boolean
}

export interface Verdict {
  readonly participants: Share
  readonly approve: Share
  /** Answer to which delivered ballots without a vote are added; null if they are not counted. */
  readonly deliveredTo: Answer | null
  /** Heads and area of the turnout, then of the majority. Empty if nothing is concluded. */
  readonly comparisons: readonly Comparison[]
  readonly outcome: Outcome
  readonly hasPassed: boolean
  readonly note: string
}

export interface SlotCount {
  readonly classes: Classes
  readonly verdict: Verdict
  /**
   * The verdict if only returned ballots count, by the same fraction; null if the rule already is such a one or concludes
   * nothing.
   */
  readonly strict: Verdict | null
}

const NO_MAJORITY = '多数意见不一致，未反馈票未计入'
const NOT_IN_ELECTIONS = '选举不适用从多，未反馈票未计入'
const answerOfDigit: Readonly<Record<string, Answer>> = { '1': 'approve', '2': 'disapprove', '3': 'abstention' }
const ANSWERS: readonly Answer[] = ['approve', 'disapprove', 'abstention']

/** Counts one topic or option: `slot` is its position in the ballots' answers. */
export function countSlot(ballots: readonly CountedBallot[], slot: number, terms: CountingTerms): SlotCount {
  const classes = classesOf(ballots, slot, terms.election)
  const { rule } = terms
  const countsSilence = rule === 3 || rule === 4 || rule === 5
  return { classes, verdict: verdictOf(classes, terms, countsSilence), strict: countsSilence ? verdictOf(classes, terms, false) : null }
}

/** Whether a ballot approves more options than there are seats. */
export function isOvervoted(answers: string, { first, count, seats }: Seats): boolean {
  return answers.slice(first, first + count).split('1').length - 1 > seats
}

function classesOf(ballots: readonly CountedBallot[], slot: number, election: Seats | null): Classes {
  const sums = {
    whole: none(),
    approve: none(),
    disapprove: none(),
    abstention: none(),
    invalid: none(),
    optionnochoose: none(),
    voted: none(),
    delivered: none(),
  }
  const add = (name: keyof typeof sums, area: number): void => {
    sums[name].count += 1
    sums[name].area += area
  }
  for (const { status, answers, area, delivered } of ballots) {
    add('whole', area)
    if (status === 1) {
      add('voted', area)
      const isSpoilt = election !== null && isOvervoted(answers, election)
      add(isSpoilt ? 'invalid' : (answerOfDigit[answers[slot] ?? ''] ?? 'invalid'), area)
    } else {
      add(status === 2 ? 'invalid' : 'optionnochoose', area)
      if (delivered) add('delivered', area)
    }
  }
  return sums
}

const none = (): { count: number; area: number } => ({ count: 0, area: 0 })
const sum = (a: Share, b: Share): Share => ({ count: a.count + b.count, area: a.area + b.area })

function verdictOf(classes: Classes, terms: CountingTerms, countsSilence: boolean): Verdict {
  const { rule, election } = terms
  const follows = countsSilence && rule !== 5
  const leader = follows && election === null ? leaderOf(classes) : null
  const deliveredTo = countsSilence && rule === 5 ? 'abstention' : leader
  const participants = deliveredTo === null ? classes.voted : sum(classes.voted, classes.delivered)
  const approve = deliveredTo === 'approve' ? sum(classes.approve, classes.delivered) : classes.approve
  const note = !follows ? '' : election !== null ? NOT_IN_ELECTIONS : leader === null ? NO_MAJORITY : ''
  if (rule === 6) return { participants, approve, deliveredTo, comparisons: [], outcome: '不作结论', hasPassed: false, note }
  const quorum = [
    compare('参与人数', 3, participants.count, 2, classes.whole.count, true),
    compare('参与面积', 3, participants.area, 2, classes.whole.area, true),
  ]
  const majority = isThreeQuarters(terms)
    ? [compare('同意人数', 4, approve.count, 3, participants.count, true), compare('同意面积', 4, approve.area, 3, participants.area, true)]
    : [compare('同意人数', 2, approve.count, 1, participants.count, false), compare('同意面积', 2, approve.area, 1, participants.area, false)]
  // A roster without ballots has no two thirds; the program does not start such a vote.
  const isQuorum = classes.whole.count > 0 && quorum.every(({ holds }) => holds)
  const hasPassed = isQuorum && majority.every(({ holds }) => holds)
  const outcome = !isQuorum ? '未成立' : hasPassed ? '通过' : '不通过'
  return { participants, approve, deliveredTo, comparisons: [...quorum, ...majority], outcome, hasPassed, note }
}

/** The answer strictly ahead in both heads and area. */
function leaderOf(classes: Classes): Answer | null {
  const leads = (name: Answer): boolean =>
    ANSWERS.filter((other) => other !== name).every((other) => classes[name].count > classes[other].count && classes[name].area > classes[other].area)
  return ANSWERS.find(leads) ?? null
}

const units: Readonly<Record<Comparison['name'], Comparison['unit']>> = { 参与人数: 'heads', 参与面积: 'area', 同意人数: 'heads', 同意面积: 'area' }

function compare(name: Comparison['name'], factor: number, part: number, wholeFactor: number, whole: number, includesEqual: boolean): Comparison {
  const [left, right] = [factor * part, wholeFactor * whole]
  return { name, unit: units[name], factor, part, wholeFactor, whole, includesEqual, holds: includesEqual ? left >= right : left > right }
}
