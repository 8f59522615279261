import { slotKey, type Answers, type Slot } from './choices.ts'

/** The number of an election's candidates approved on a paper, and its seats. */
export interface SeatCount {
  readonly topicTitle: string
  readonly seats: number
  readonly approved: number
}

/** A paper's approvals for one topic so far; null if it is no election. */
export function seatCountOf(slots: readonly Slot[], answers: Answers, topicId: string): SeatCount | null {
  const own = slots.filter((slot) => slot.topicId === topicId)
  const [first] = own
  if (!first || first.seats === null) return null
  return { topicTitle: first.topicTitle, seats: first.seats, approved: own.filter((slot) => answers.get(slotKey(slot)) === 1).length }
}

/** Warns if a paper approves more candidates than there are seats, one sentence per election; null if none does. */
export function overvoteWarning(slots: readonly Slot[], answers: Answers): string | null {
  const topicIds = [...new Set(slots.map(({ topicId }) => topicId))]
  const sentences = topicIds.flatMap((topicId) => {
    const count = seatCountOf(slots, answers, topicId)
    return count !== null && count.approved > count.seats ? [overvoteWords(count)] : []
  })
  return sentences.length === 0 ? null : sentences.join('。')
}

const overvoteWords = ({ topicTitle, seats, approved }: SeatCount): string =>
  `“${topicTitle}”应选 ${seats} 名，同意了 ${approved} 名，超过名额，提交后这张选票对它的全部候选人无效`
