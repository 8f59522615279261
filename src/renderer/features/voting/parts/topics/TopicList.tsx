import { Fragment, useLayoutEffect, useRef } from 'react'
import type { Topic } from '#shared/features/activity/contract.ts'
import type { Answer } from '#shared/features/activity/rules.ts'
import { attachedOf, type Attached } from '../../../file/parts/attachments/attached.ts'
import { AttachedButton } from '../../../file/parts/attachments/AttachedButton.tsx'
import { ChoiceButtons } from '../../../activity/parts/choices/ChoiceButtons.tsx'
import { slotKey, type Answers, type Slot } from '../../../activity/parts/choices/choices.ts'
import { SeatsNote } from '../../../activity/parts/choices/SeatsNote.tsx'
import styles from './topics.module.css'

interface TopicListProps {
  readonly topics: readonly Topic[]
  readonly slots: readonly Slot[]
  readonly answers: Answers
  /** The position that the next key answers; null if none. */
  readonly current: number | null
  readonly isDisabled: boolean
  /** Whether keys answer the slots; shows their digits. */
  readonly hasKeys?: boolean
  /** The note for a slot; a closed one cannot be answered. */
  readonly noteOf: (slot: Slot) => SlotNote | null
  readonly onAnswer: (answer: Answer, position: number) => void
}

/** Shown after a slot's answers. */
interface SlotNote {
  readonly text: string
  readonly isClosed?: boolean
  readonly isStrong?: boolean
}

/** The topics with their choices; with options, each option has its own. */
export function TopicList(list: TopicListProps) {
  const { topics, slots, answers } = list
  const attached = attachedOf(topics)
  const ofTopics = Map.groupBy(
    slots.map((slot, position) => ({ slot, position })),
    ({ slot }) => slot.topicId,
  )
  const rowOf = ({ slot, position }: { readonly slot: Slot; readonly position: number }, number: number) => (
    <SlotRow
      key={slotKey(slot)}
      slot={slot}
      position={position}
      number={number}
      list={list}
      attached={attached.get(slot.optionId === '' ? slot.topicId : slot.optionId)}
    />
  )
  return (
    // A click does not move the focus: the next Enter must not press the button again.
    <div className={slots.length > ROOMY_ROWS ? styles.tight : undefined} onMouseDown={(event) => event.preventDefault()}>
      {[...ofTopics].map(([topicId, ofTopic], index) => {
        const number = index + 1
        const rows = ofTopic.map((each) => rowOf(each, number))
        const first = ofTopic[0]?.slot
        if (!first || first.optionTitle === '') return rows
        const { topicTitle, seats } = first
        const inColumns = ofTopic.length >= LEAST_IN_COLUMNS && ofTopic.every(({ slot }) => slot.optionTitle.length <= LONGEST_IN_COLUMNS)
        return (
          <Fragment key={topicId}>
            <h3 className={styles.topicTitle}>
              <span className={`${styles.topicNumber} tabular`}>{number}.</span> {topicTitle}{' '}
              <AttachedButton attached={attached.get(topicId)} of={topicTitle} isInTabOrder={false} />
              {seats === null ? null : <SeatsNote slots={slots} answers={answers} topicId={topicId} />}
            </h3>
            {inColumns ? (
              <div className={styles.columns} style={{ gridTemplateRows: `repeat(${Math.ceil(ofTopic.length / 2)}, auto)` }}>
                {rows}
              </div>
            ) : (
              rows
            )}
          </Fragment>
        )
      })}
    </div>
  )
}

/** Up to this many rows fit loosely on a small screen. */
export const ROOMY_ROWS = 7
/** From this many options with short names (typically candidates), two columns are used. */
const LEAST_IN_COLUMNS = 4
const LONGEST_IN_COLUMNS = 8

interface SlotRowProps {
  readonly slot: Slot
  readonly position: number
  /** The topic's number on the agenda. */
  readonly number: number
  readonly list: TopicListProps
  /** Attachments of the option, or of the topic if it is voted on itself. */
  readonly attached: Attached | undefined
}

function SlotRow({ slot, position, number, list, attached }: SlotRowProps) {
  const isCurrent = position === list.current
  const note = list.noteOf(slot)
  const row = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (isCurrent) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  const { topicTitle, optionTitle, voteModel } = slot
  const isOption = optionTitle !== ''
  return (
    <div
      ref={row}
      className={`${styles.slot}${isCurrent ? ` ${styles.slotCurrent}` : ''}${isOption ? ` ${styles.slotOption}` : ''}`}
      data-testid="slot"
      {...(isCurrent ? { 'aria-current': 'step' as const } : {})}
    >
      <span className={isOption ? styles.slotTitle : styles.slotTopic}>
        {isOption ? null : <span className={`${styles.topicNumber} tabular`}>{number}.</span>} {isOption ? optionTitle : topicTitle}{' '}
        <AttachedButton attached={attached} of={isOption ? optionTitle : topicTitle} isInTabOrder={false} />
      </span>
      {note === null ? null : <span className={note.isStrong ? styles.noteStrong : styles.note}>{note.text}</span>}
      <ChoiceButtons
        voteModel={voteModel}
        value={list.answers.get(slotKey(slot))}
        label={isOption ? `${topicTitle}：${optionTitle}` : topicTitle}
        isDisabled={list.isDisabled || note?.isClosed === true}
        showsKeys={list.hasKeys ?? true}
        onPress={(pressed) => list.onAnswer(pressed, position)}
      />
    </div>
  )
}
