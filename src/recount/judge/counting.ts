/**
 * How a vote is counted, written from `counting.md` alone: the program's own counting is another work, and the page is there to check it.
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

export interface Share {
  readonly count: number
  readonly area: number
}
export type Answer = 'approve' | 'disapprove' | 'abstention'
export const OUTCOMES = ['通过', '不通过', '未成立', '不作结论'] as const
export type Outcome = (typeof OUTCOMES)[number]

export interface CountedBallot {
  readonly area: number
  /** −1 no record, 0 marked, 1 voted, 2 the last vote was voided. */
  readonly status: -1 | 0 | 1 | 2
  /** One digit a slot, read only where it voted. */
  readonly answers: string
  /** A delivery is on record for one of its houses. */
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

/** `factor × part` against `whole factor × whole`: one of the comparisons of section 3. */
export interface Comparison {
  readonly name: '参与人数' | '参与面积' | '同意人数' | '同意面积'
  readonly unit: 'heads' | 'area'
  readonly factor: number
  readonly part: number
  readonly wholeFactor: number
  readonly whole: number
  /** Whether being equal is enough. */
  readonly includesEqual: boolean
  readonly holds: boolean
}

export interface Verdict {
  readonly participants: Share
  readonly approve: Share
  /** The answer to which the delivered ballots without a vote are added; null where they are left out. */
  readonly deliveredTo: Answer | null
  /** Heads and area of taking part, then of the majority. Empty where nothing is concluded. */
  readonly comparisons: readonly Comparison[]
  readonly outcome: Outcome
  readonly note: string
}

export interface SlotCount {
  readonly classes: Classes
  readonly verdict: Verdict
  /** Under rule 1 or 2, when only returned ballots count; null where the rule itself is such a one or concludes nothing. */
  readonly strict: Verdict | null
}

export const NO_MAJORITY = '多数意见不一致，未反馈票未计入'
const answerOfDigit: Readonly<Record<string, Answer>> = { '1': 'approve', '2': 'disapprove', '3': 'abstention' }
const ANSWERS: readonly Answer[] = ['approve', 'disapprove', 'abstention']

/** Counts one topic or option: `slot` is its place in the ballots' answers. */
export function countSlot(ballots: readonly CountedBallot[], slot: number, rule: Rule): SlotCount {
  const classes = classesOf(ballots, slot)
  return {
    classes,
    verdict: verdictOf(classes, rule),
    strict: rule === 3 || rule === 5 ? verdictOf(classes, 1) : rule === 4 ? verdictOf(classes, 2) : null,
  }
}

function classesOf(ballots: readonly CountedBallot[], slot: number): Classes {
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
      add(answerOfDigit[answers[slot] ?? ''] ?? 'invalid', area)
    } else {
      add(status === 2 ? 'invalid' : 'optionnochoose', area)
      if (delivered) add('delivered', area)
    }
  }
  return sums
}

const none = (): { count: number; area: number } => ({ count: 0, area: 0 })
const sum = (a: Share, b: Share): Share => ({ count: a.count + b.count, area: a.area + b.area })

function verdictOf(classes: Classes, rule: Rule): Verdict {
  const leader = rule === 3 || rule === 4 ? leaderOf(classes) : null
  const deliveredTo = rule === 5 ? 'abstention' : leader
  const participants = deliveredTo === null ? classes.voted : sum(classes.voted, classes.delivered)
  const approve = deliveredTo === 'approve' ? sum(classes.approve, classes.delivered) : classes.approve
  const note = (rule === 3 || rule === 4) && leader === null ? NO_MAJORITY : ''
  if (rule === 6) return { participants, approve, deliveredTo, comparisons: [], outcome: '不作结论', note }
  const quorum = [
    compare('参与人数', 3, participants.count, 2, classes.whole.count, true),
    compare('参与面积', 3, participants.area, 2, classes.whole.area, true),
  ]
  const isThreeQuarters = rule === 2 || rule === 4
  const majority = isThreeQuarters
    ? [compare('同意人数', 4, approve.count, 3, participants.count, true), compare('同意面积', 4, approve.area, 3, participants.area, true)]
    : [compare('同意人数', 2, approve.count, 1, participants.count, false), compare('同意面积', 2, approve.area, 1, participants.area, false)]
  // A roster without ballots has no two thirds; the program starts no such vote.
  const isQuorum = classes.whole.count > 0 && quorum.every(({ holds }) => holds)
  const outcome = !isQuorum ? '未成立' : majority.every(({ holds }) => holds) ? '通过' : '不通过'
  return { participants, approve, deliveredTo, comparisons: [...quorum, ...majority], outcome, note }
}

/** The answer that leads strictly in heads and in area. */
function leaderOf(classes: Classes): Answer | null {
  const leads = (name: Answer): boolean =>
    ANSWERS.filter((other) => other !== name).every((other) => classes[name].count > classes[other].count && classes[name].area > classes[other].area)
  return ANSWERS.find(leads) ?? null
}

function compare(name: Comparison['name'], factor: number, part: number, wholeFactor: number, whole: number, includesEqual: boolean): Comparison {
  const [left, right] = [factor * part, wholeFactor * whole]
  const unit = name.endsWith('人数') ? 'heads' : 'area'
  return { name, unit, factor, part, wholeFactor, whole, includesEqual, holds: includesEqual ? left >= right : left > right }
}
