import { TopicType } from './rules.ts'

/** By what those who pass are ordered: 1 heads, then area; 2 area, then heads (`paper.md` section 2). */
export const SEAT_ORDERS = [1, 2] as const
export type SeatOrder = (typeof SEAT_ORDERS)[number]
/** Where none is chosen. */
export const DEFAULT_SEAT_ORDER: SeatOrder = 1
export const MAX_SEATS = 999

export const seatOrderNames: Readonly<Record<SeatOrder, string>> = { 1: '先按同意人数，再按同意面积', 2: '先按同意面积，再按同意人数' }

/** The slots of the options that stand for the seats of one topic: `count` places of a record's answers from `first` on. */
export interface ElectionSlots {
  readonly first: number
  readonly count: number
  readonly seats: number
}

interface SeatedTopic {
  readonly topicType: number
  readonly seats: number | null
  readonly options: readonly unknown[]
}

/** The elections among an activity's topics, in order; see `answerSlots` for the places of the answers. */
export function electionsOf(topics: readonly SeatedTopic[]): ElectionSlots[] {
  const found: ElectionSlots[] = []
  let first = 0
  for (const { topicType, seats, options } of topics) {
    const count = topicType === TopicType.options ? options.length : 1
    if (topicType === TopicType.options && seats !== null) found.push({ first, count, seats })
    first += count
  }
  return found
}

/** Whether a record's answers approve more options than there are seats: the ballot is then invalid for all of them. */
export function isOvervoted(answers: string, { first, count, seats }: ElectionSlots): boolean {
  let approved = 0
  for (let position = first; position < first + count; position++) if (answers[position] === '1') approved++
  return approved > seats
}

/** Answers as they count: those to an election that approve too many options are left open. */
export function countedAnswers(answers: string, elections: readonly ElectionSlots[]): string {
  return elections
    .filter((election) => isOvervoted(answers, election))
    .reduce((counted, { first, count }) => counted.slice(0, first) + '0'.repeat(count) + counted.slice(first + count), answers)
}
