import { chineseNumber } from '../../text/naturalOrder.ts'
import { TopicType } from './rules.ts'

/** The order of those who pass: 1 heads, then area; 2 area, then heads (`paper.md` section 2). */
export const SEAT_ORDERS = [1, 2] as const
export type SeatOrder = (typeof SEAT_ORDERS)[number]
/** Default order. */
export const DEFAULT_SEAT_ORDER: SeatOrder = 1
export const MAX_SEATS = 999

const counted = /(\d{1,3}|[一二两三四五六七八九十]{1,3})\s*(?:名|位|人)/g
const elects = /(?:应选|选举|选出|补选|改选|增补|增选|产生|选)[^\d一二两三四五六七八九十，。；、]{0,12}$/
const standsBefore = /(?:候选|参选)(?:人|委员)?(?:共|有|为)?\s*$/
const standsBehind = /^(?:正式)?(?:候选|参选)/

/**
 * The number of seats in a topic's title (`选举5名`, `应选五名`), only as a suggestion, never set automatically; null if none, or if
 * several numbers occur and none is marked as those to be elected. The number of candidates is not a number of seats.
 */
export function proposedSeats(title: string): number | null {
  const text = title.normalize('NFKC')
  const numbers = [...text.matchAll(counted)]
    .map((match) => ({ number: match[1] ?? '', before: text.slice(0, match.index), behind: text.slice(match.index + match[0].length) }))
    .filter(({ before, behind }) => !standsBefore.test(before) && !standsBehind.test(behind))
  const elected = numbers.find(({ before }) => elects.test(before)) ?? (numbers.length === 1 ? numbers[0] : undefined)
  return elected ? seatsIn(elected.number) : null
}

function seatsIn(number: string): number | null {
  const seats = /^\d/.test(number) ? Number(number) : chineseNumber(number.replaceAll('两', '二'))
  return seats !== null && seats >= 1 && seats <= MAX_SEATS ? seats : null
}

export const seatOrderNames: Readonly<Record<SeatOrder, string>> = { 1: '先按同意人数，再按同意面积', 2: '先按同意面积，再按同意人数' }

/** The number to be elected and the effect of too many approvals, as printed on ballots and notices. */
export const seatsWords = (seats: number): string => `应选 ${seats} 名，最多同意 ${seats} 名；超过的，对全部候选人无效`
/** The same as a rule for the whole paper. */
export const OVERVOTE_WORDS = '选举类议题同意的人数不得超过应选人数；超过的，对该议题的全部候选人无效。'
/** How passing candidates are ranked, with the clause for documents. */
export const seatOrderWords = (order: SeatOrder | null, ruleBasis: string): string =>
  `当选次序：${seatOrderNames[order ?? DEFAULT_SEAT_ORDER]}${ruleBasis === '' ? '' : `（依据${ruleBasis}）`}`

/** The slots of the options competing for one topic's seats: `count` positions of a record's answers from `first` on. */
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

/** The elections among an activity's topics, in order; see `answerSlots` for the answers' positions. */
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

/** Whether a record's answers approve more options than there are seats, making the ballot invalid for all of them. */
export function isOvervoted(answers: string, { first, count, seats }: ElectionSlots): boolean {
  let approved = 0
  for (let position = first; position < first + count; position++) if (answers[position] === '1') approved++
  return approved > seats
}

/** The answers that count: those to an election with too many approvals are left open. */
export function countedAnswers(answers: string, elections: readonly ElectionSlots[]): string {
  return elections
    .filter((election) => isOvervoted(answers, election))
    .reduce((counted, { first, count }) => counted.slice(0, first) + '0'.repeat(count) + counted.slice(first + count), answers)
}
