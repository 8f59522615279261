import { useLayoutEffect, useRef, type ReactNode } from 'react'
import type { Topic } from '#shared/features/activity/contract.ts'
import type { Answer } from '#shared/features/activity/rules.ts'
import { attachedOf, type Attached } from '../file/parts/attachments/attached.ts'
import { AttachedButton } from '../file/parts/attachments/AttachedButton.tsx'
import { ChoiceButtons } from '../activity/parts/choices/ChoiceButtons.tsx'
import { slotKey, type Answers, type Slot } from '../activity/parts/choices/choices.ts'
import { SeatsNote } from '../activity/parts/choices/SeatsNote.tsx'
import type { DeskAction } from './desk.ts'
import { isAsked } from './deskState.ts'
import type { ChosenProxy } from './parts/whoVotes.ts'
import styles from './desk.module.css'

interface TopicListProps {
  readonly topics: readonly Topic[]
  readonly slots: readonly Slot[]
  readonly answers: Answers
  /** The place that the next key answers; null where no key does. */
  readonly current: number | null
  readonly isDisabled: boolean
  /** With which an agent votes: what it is not for cannot be answered. */
  readonly proxy: ChosenProxy | null
  readonly act: (action: DeskAction) => void
}

/** The topics with their choices; of a topic that votes on options each option has its own. */
export function TopicList({ topics, slots, answers, current, isDisabled, proxy, act }: TopicListProps) {
  const attached = attachedOf(topics)
  const numbers = numbersOf(slots)
  return (
    // A click leaves the focus where it is: the next Enter must not press the button again.
    <div onMouseDown={(event) => event.preventDefault()}>
      {slots.map((slot, position) => {
        const isFirst = slot.topicId !== slots[position - 1]?.topicId
        return (
          <SlotRow
            key={slotKey(slot)}
            slot={slot}
            seats={isFirst && slot.seats !== null ? <SeatsNote slots={slots} answers={answers} topicId={slot.topicId} /> : null}
            topicNumber={numbers[position] ?? 0}
            isFirst={isFirst}
            position={position}
            answer={answers.get(slotKey(slot))}
            isCurrent={position === current}
            isDisabled={isDisabled}
            isLeftOut={!isAsked({ proxy })(slot)}
            topicAttached={isFirst ? attached.get(slot.topicId) : undefined}
            optionAttached={attached.get(slot.optionId)}
            act={act}
          />
        )
      })}
    </div>
  )
}

function numbersOf(slots: readonly Slot[]): number[] {
  let number = 0
  return slots.map(({ topicId }, position) => (topicId === slots[position - 1]?.topicId ? number : (number += 1)))
}

interface SlotRowProps {
  readonly slot: Slot
  /** What is said beside an election's title. */
  readonly seats: ReactNode
  readonly topicNumber: number
  /** The first of its topic: it bears the topic's title. */
  readonly isFirst: boolean
  readonly position: number
  readonly answer: Answer | undefined
  readonly isCurrent: boolean
  readonly isDisabled: boolean
  readonly isLeftOut: boolean
  /** What hangs on the topic, where this row bears its title, and on the option. */
  readonly topicAttached: Attached | undefined
  readonly optionAttached: Attached | undefined
  readonly act: (action: DeskAction) => void
}

function SlotRow(props: SlotRowProps) {
  const { slot, seats, topicNumber, isFirst, position, answer, isCurrent, isDisabled, isLeftOut, topicAttached, optionAttached, act } = props
  const row = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (isCurrent) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  const { topicTitle, optionTitle, voteModel } = slot
  const isOption = optionTitle !== ''
  return (
    <>
      {isFirst && isOption ? (
        <h3 className={styles.topicTitle}>
          <span className={`${styles.topicNumber} tabular`}>{topicNumber}.</span> {topicTitle}{' '}
          <AttachedButton attached={topicAttached} of={topicTitle} isInTabOrder={false} />
          {seats}
        </h3>
      ) : null}
      <div
        ref={row}
        className={`${styles.slot}${isCurrent ? ` ${styles.slotCurrent}` : ''}${isOption ? ` ${styles.slotOption}` : ''}`}
        data-testid="slot"
        {...(isCurrent ? { 'aria-current': 'step' as const } : {})}
      >
        <span className={isOption ? styles.slotTitle : styles.slotTopic}>
          {isOption ? null : <span className={`${styles.topicNumber} tabular`}>{topicNumber}.</span>} {isOption ? optionTitle : topicTitle}{' '}
          <AttachedButton attached={isOption ? optionAttached : topicAttached} of={isOption ? optionTitle : topicTitle} isInTabOrder={false} />
        </span>
        {isLeftOut ? <span className={styles.leftOut}>不在委托范围</span> : null}
        <ChoiceButtons
          voteModel={voteModel}
          value={answer}
          label={isOption ? `${topicTitle}：${optionTitle}` : topicTitle}
          isDisabled={isDisabled || isLeftOut}
          showsKeys
          onPress={(pressed) => act({ type: 'answered', answer: pressed, position })}
        />
      </div>
    </>
  )
}
