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
  /** The place that the next key answers; null if no key does. */
  readonly current: number | null
  readonly isDisabled: boolean
  /** With which an agent votes: what it is not for cannot be answered. */
  readonly proxy: ChosenProxy | null
  readonly act: (action: DeskAction) => void
}

/** The topics with their choices; of a topic that votes on options each option has its own. */
export function TopicList({ topics, slots, answers, current, isDisabled, proxy, act }: TopicListProps) {
  const attached = attachedOf(topics)
  const topicIds = [...new Set(slots.map(({ topicId }) => topicId))]
  const topicOf = ({ topicId, seats }: Slot): TopicHead => ({
    number: topicIds.indexOf(topicId) + 1,
    attached: attached.get(topicId),
    seats: seats === null ? null : <SeatsNote slots={slots} answers={answers} topicId={topicId} />,
  })
  return (
    // A click leaves the focus where it is: the next Enter must not press the button again.
    <div onMouseDown={(event) => event.preventDefault()}>
      {slots.map((slot, position) => {
        const isFirst = slot.topicId !== slots[position - 1]?.topicId
        return (
          <SlotRow
            key={slotKey(slot)}
            slot={slot}
            position={position}
            topic={isFirst ? topicOf(slot) : null}
            answer={answers.get(slotKey(slot))}
            isCurrent={position === current}
            closedBy={isAsked({ proxy })(slot) ? (isDisabled ? 'entry' : null) : 'proxy'}
            attached={attached.get(slot.optionId)}
            act={act}
          />
        )
      })}
    </div>
  )
}

interface TopicHead {
  readonly number: number
  readonly attached: Attached | undefined
  /** Shown next to an election's title. */
  readonly seats: ReactNode
}

interface SlotRowProps {
  readonly slot: Slot
  readonly position: number
  /** Of the first row of a topic, which bears its title. */
  readonly topic: TopicHead | null
  readonly answer: Answer | undefined
  readonly isCurrent: boolean
  /** Why it cannot be answered: as the whole entry, or because the agent's proxy is not for it. */
  readonly closedBy: 'entry' | 'proxy' | null
  /** What hangs on the option. */
  readonly attached: Attached | undefined
  readonly act: (action: DeskAction) => void
}

function SlotRow({ slot, position, topic, answer, isCurrent, closedBy, attached, act }: SlotRowProps) {
  const row = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (isCurrent) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  const { topicTitle, optionTitle, voteModel } = slot
  const isOption = optionTitle !== ''
  return (
    <>
      {topic !== null && isOption ? (
        <h3 className={styles.topicTitle}>
          <span className={`${styles.topicNumber} tabular`}>{topic.number}.</span> {topicTitle}{' '}
          <AttachedButton attached={topic.attached} of={topicTitle} isInTabOrder={false} />
          {topic.seats}
        </h3>
      ) : null}
      <div
        ref={row}
        className={`${styles.slot}${isCurrent ? ` ${styles.slotCurrent}` : ''}${isOption ? ` ${styles.slotOption}` : ''}`}
        data-testid="slot"
        {...(isCurrent ? { 'aria-current': 'step' as const } : {})}
      >
        <span className={isOption ? styles.slotTitle : styles.slotTopic}>
          {isOption ? null : <span className={`${styles.topicNumber} tabular`}>{topic?.number}.</span>} {isOption ? optionTitle : topicTitle}{' '}
          <AttachedButton attached={isOption ? attached : topic?.attached} of={isOption ? optionTitle : topicTitle} isInTabOrder={false} />
        </span>
        {closedBy === 'proxy' ? <span className={styles.leftOut}>不在委托范围</span> : null}
        <ChoiceButtons
          voteModel={voteModel}
          value={answer}
          label={isOption ? `${topicTitle}：${optionTitle}` : topicTitle}
          isDisabled={closedBy !== null}
          showsKeys
          onPress={(pressed) => act({ type: 'answered', answer: pressed, position })}
        />
      </div>
    </>
  )
}
