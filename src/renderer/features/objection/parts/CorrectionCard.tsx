import { Input, Radio } from 'antd'
import type { Activity } from '#shared/features/activity/contract.ts'
import { BallotState } from '#shared/features/ballot/rules.ts'
import { CORRECTION_KINDS, correctionKindNames, type CorrectionKind } from '#shared/features/objection/rules.ts'
import { LineAct } from '../../../app-context/Act.tsx'
import { useEndpoint } from '../../../bridge/useEndpoint.ts'
import { DateField } from '../../../ui/date/DateField.tsx'
import { Awaited } from '../../../ui/FailureState.tsx'
import { fromChoices, noAnswers, pressed, slotKey, slotsOf, type Answers } from '../../activity/parts/choices/choices.ts'
import { VoterPicker } from '../../ballot/parts/VoterPicker.tsx'
import { TopicList } from '../../voting/parts/topics/TopicList.tsx'
import { hasAnswers, type CorrectionForm } from './correctionForm.ts'
import styles from './objection.module.css'

interface CorrectionCardProps {
  readonly number: number
  readonly activity: Activity
  readonly card: CorrectionForm
  readonly onChange: (card: CorrectionForm) => void
  readonly onRemove: () => void
}

/** A correction: the ballot, the kind, and the new value. */
export function CorrectionCard({ number, activity, card, onChange, onRemove }: CorrectionCardProps) {
  const { ballot, kind, receivedAt, area } = card
  return (
    <section className={styles.card} aria-label={`更正${number}`}>
      <header>
        <strong>更正{number}</strong>
        {ballot === null ? null : (
          <>
            <span>{ballot.place}</span>
            <LineAct text="换房屋" onClick={() => onChange({ ...card, ballot: null })} />
          </>
        )}
        <LineAct text="删除" danger aria-label={`删除更正${number}`} onClick={onRemove} />
      </header>
      {ballot === null ? (
        <VoterPicker
          label="更正的房屋"
          activityId={activity.id}
          value={null}
          onChange={(voter) => onChange({ ...card, answers: null, ballot: voter && { ballotId: voter.ballotId, place: voter.place } })}
        />
      ) : null}
      <Radio.Group
        aria-label="更正种类"
        // Otherwise all cards would form one radio group, named after the surrounding form field.
        name={`correction-${card.key}`}
        value={kind}
        onChange={(event) => onChange({ ...card, answers: null, kind: event.target.value as CorrectionKind })}
        options={CORRECTION_KINDS.map((value) => ({ value, label: correctionKindNames[value] }))}
      />
      {kind === 'vote' ? (
        <div className={styles.field}>
          <span aria-hidden>收到选票的时间</span>
          <DateField
            precision="minute"
            placeholder="在投票时间内收到"
            label="收到选票的时间"
            value={receivedAt}
            onChange={(written) => onChange({ ...card, receivedAt: written })}
            isPast
          />
        </div>
      ) : null}
      {hasAnswers(kind) ? <AnswersField activity={activity} card={card} onAnswer={(given) => onChange({ ...card, answers: given })} /> : null}
      {kind === 'area' ? (
        <div className={styles.field}>
          <span aria-hidden>更正后的面积</span>
          <Input aria-label="更正后的面积" suffix="㎡" value={area} onChange={(event) => onChange({ ...card, area: event.target.value })} />
        </div>
      ) : null}
    </section>
  )
}

interface AnswersFieldProps {
  readonly activity: Activity
  readonly card: CorrectionForm
  readonly onAnswer: (answers: Answers) => void
}

/** A ballot's answers: those on record until one is changed; none for a vote that was not entered. */
function AnswersField({ activity, card: { ballot, kind, answers }, onAnswer }: AnswersFieldProps) {
  const slots = slotsOf(activity.topics)
  const isOfRecord = kind === 'answers' && ballot !== null
  const query = { activityId: activity.id, ballotId: ballot?.ballotId ?? '' }
  const { data, error, refetch } = useEndpoint('voting.history', { query }, { enabled: isOfRecord, keptMs: 0 })
  if (isOfRecord && !data) return <Awaited of={{ error, refetch }} rows={3} isShort />
  const record = isOfRecord ? data?.find(({ status }) => status === BallotState.voted) : undefined
  const shown = answers ?? (record ? fromChoices(record.choices) : noAnswers)
  return (
    <div className={styles.answers}>
      <TopicList
        topics={activity.topics}
        slots={slots}
        answers={shown}
        current={null}
        isDisabled={false}
        hasKeys={false}
        noteOf={(slot) => (shown.has(slotKey(slot)) ? null : { text: '未选' })}
        onAnswer={(given, position) => {
          const slot = slots[position]
          if (slot) onAnswer(pressed(shown, slot, given))
        }}
      />
    </div>
  )
}
