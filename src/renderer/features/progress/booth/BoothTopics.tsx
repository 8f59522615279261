import { useLayoutEffect, useRef, type ReactNode } from 'react'
import type { Topic } from '#shared/features/activity/contract.ts'
import type { Answer } from '#shared/features/activity/rules.ts'
import { AttachedButton } from '../../file/parts/attachments/AttachedButton.tsx'
import { attachedOf, type Attached } from '../../file/parts/attachments/attached.ts'
import { ChoiceButtons } from '../../activity/parts/choices/ChoiceButtons.tsx'
import { SeatsNote } from '../../activity/parts/choices/SeatsNote.tsx'
import { slotKey, slotsOf, type Answers, type Slot } from '../../activity/parts/choices/choices.ts'
import styles from './booth.module.css'

interface BoothTopicsProps {
  readonly topics: readonly Topic[]
  readonly answers: Answers
  /** Index of the slot that the next key answers; null if none. */
  readonly current: number | null
  readonly isDisabled: boolean
  /** True if these are a recorded vote's answers: open slots are then labelled. */
  readonly isRecorded: boolean
  readonly onPress: (slot: Slot, answer: Answer) => void
}

/** The topics with their choices, or those of their options. */
export function BoothTopics({ topics, answers, current, isDisabled, isRecorded, onPress }: BoothTopicsProps) {
  const attached = attachedOf(topics)
  const slots = slotsOf(topics)
  const all = slots.map(slotKey)
  return (
    <ol className={styles.topics} aria-label="议题">
      {topics.map((topic) => (
        <li key={topic.id} className={styles.topic}>
          {topic.options.length === 0 ? null : (
            <>
              <TopicTitle topic={topic} attached={attached.get(topic.id)} /> <SeatsNote slots={slots} answers={answers} topicId={topic.id} />
            </>
          )}
          {slotsOf([topic]).map((slot) => (
            <SlotLine key={slot.optionId} isCurrent={current !== null && all[current] === slotKey(slot)}>
              {slot.optionId === '' ? (
                <TopicTitle topic={topic} attached={attached.get(topic.id)} />
              ) : (
                <span className={styles.slotTitle}>
                  {slot.optionTitle} <AttachedButton attached={attached.get(slot.optionId)} of={slot.optionTitle} />
                </span>
              )}
              {isRecorded && !answers.has(slotKey(slot)) ? <span className={styles.open}>未选</span> : null}
              <ChoiceButtons
                voteModel={slot.voteModel}
                value={answers.get(slotKey(slot))}
                label={slot.optionTitle === '' ? slot.topicTitle : `${slot.topicTitle} ${slot.optionTitle}`}
                isDisabled={isDisabled}
                showsKeys
                onPress={(answer) => onPress(slot, answer)}
              />
            </SlotLine>
          ))}
        </li>
      ))}
    </ol>
  )
}

/** A row of the ballot; the current one is highlighted and scrolled into view. */
function SlotLine({ isCurrent, children }: { readonly isCurrent: boolean; readonly children: ReactNode }) {
  const line = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (isCurrent) line.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  return (
    <div ref={line} className={isCurrent ? styles.slotCurrent : styles.slot} {...(isCurrent ? { 'aria-current': 'step' as const } : {})}>
      {children}
    </div>
  )
}

function TopicTitle({ topic: { sortNo, title }, attached }: { readonly topic: Topic; readonly attached: Attached | undefined }) {
  return (
    <span className={styles.topicTitle}>
      {sortNo}. {title} <AttachedButton attached={attached} of={title} />
    </span>
  )
}
