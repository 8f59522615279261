import type { Topic } from '#shared/features/activity/contract.ts'
import type { Answer } from '#shared/features/activity/rules.ts'
import { AttachedButton } from '../../../widgets/attachments/AttachedButton.tsx'
import { attachedOf, type Attached } from '../../../widgets/attachments/attached.ts'
import { ChoiceButtons } from '../../../widgets/choices/ChoiceButtons.tsx'
import { slotKey, slotsOf, type Answers, type Slot } from '../../../widgets/choices/choices.ts'

interface BoothTopicsProps {
  readonly topics: readonly Topic[]
  readonly answers: Answers
  readonly isDisabled: boolean
  /** True where these are a vote's answers: what was left open is then said. */
  readonly isRecorded: boolean
  readonly onPress: (slot: Slot, answer: Answer) => void
}

/** Every topic with its choices, or those of each of its options. */
export function BoothTopics({ topics, answers, isDisabled, isRecorded, onPress }: BoothTopicsProps) {
  const attached = attachedOf(topics)
  return (
    <ol className="booth-topics" aria-label="议题">
      {topics.map((topic) => (
        <li key={topic.id} className="booth-topic">
          {topic.options.length === 0 ? null : <TopicTitle topic={topic} attached={attached.get(topic.id)} />}
          {slotsOf([topic]).map((slot) => (
            <div key={slot.optionId} className="booth-slot">
              {slot.optionId === '' ? (
                <TopicTitle topic={topic} attached={attached.get(topic.id)} />
              ) : (
                <span className="booth-slot-title">
                  {slot.optionTitle} <AttachedButton attached={attached.get(slot.optionId)} of={slot.optionTitle} />
                </span>
              )}
              {isRecorded && !answers.has(slotKey(slot)) ? <span className="booth-open">未选</span> : null}
              <ChoiceButtons
                voteModel={slot.voteModel}
                value={answers.get(slotKey(slot))}
                label={slot.optionTitle === '' ? slot.topicTitle : `${slot.topicTitle} ${slot.optionTitle}`}
                isDisabled={isDisabled}
                onPress={(answer) => onPress(slot, answer)}
              />
            </div>
          ))}
        </li>
      ))}
    </ol>
  )
}

function TopicTitle({ topic: { sortNo, title }, attached }: { readonly topic: Topic; readonly attached: Attached | undefined }) {
  return (
    <span className="booth-topic-title">
      {sortNo}. {title} <AttachedButton attached={attached} of={title} />
    </span>
  )
}
