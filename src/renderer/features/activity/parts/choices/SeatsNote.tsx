import styles from './choices.module.css'
import type { Answers, Slot } from './choices.ts'
import { seatCountOf } from './seats.ts'

interface SeatsNoteProps {
  readonly slots: readonly Slot[]
  readonly answers: Answers
  readonly topicId: string
}

/** Beside an election's title: the number of seats and of approved candidates; highlighted if there are too many. */
export function SeatsNote({ slots, answers, topicId }: SeatsNoteProps) {
  const count = seatCountOf(slots, answers, topicId)
  if (count === null) return null
  const isOver = count.approved > count.seats
  return (
    <span className={isOver ? styles.seatsNoteOver : styles.seatsNote} role="status">
      应选 {count.seats} 名，已同意 {count.approved} 名{isOver ? '：超过名额，对全部候选人无效' : ''}
    </span>
  )
}
