import { Alert, Button, Descriptions } from 'antd'
import { useState, useEffect, useEffectEvent } from 'react'
import type { Activity } from '#shared/features/activity/contract.ts'
import type { Answer } from '#shared/features/activity/rules.ts'
import type { Voter } from '#shared/features/ballot/contract.ts'
import { BallotState } from '#shared/features/ballot/rules.ts'
import type { VoteRecord } from '#shared/features/voting/contract.ts'
import { useVotingTime } from '../../activity/parts/useVotingTime.ts'
import { whyNot } from '../../activity/parts/whyNot.ts'
import { Act } from '../../../app-context/Act.tsx'
import { useMay } from '../../../app-context/may.ts'
import { useComputer } from '../../../bridge/computer.tsx'
import { useEndpoint } from '../../../bridge/useEndpoint.ts'
import { votedWord } from '../../ballot/parts/ballotStates.ts'
import { fromChoices, slotKey, slotsOf, type Answers, type Slot } from '../../activity/parts/choices/choices.ts'
import { afterKey, allKeys, answer, answerAll, type AnswerSheet, sheetKeyOf, type SheetKey } from '../../activity/parts/choices/answerSheet.ts'
import { Awaited } from '../../../ui/FailureState.tsx'
import { ReasonedButton } from '../../../ui/ReasonedButton.tsx'
import { RecordList } from '../../voting/parts/records/RecordList.tsx'
import { madeInWords } from '../../voting/parts/records/recordWords.ts'
import { outstandingWarning, castRefusal, castRefusalInWords, timeNote, ballotArea } from './booth.ts'
import { BoothTopics } from './BoothTopics.tsx'
import { useBoothActions, type BoothEnds } from './useBoothActions.ts'
import styles from './booth.module.css'
import { isComposing } from '../../../ui/composing.ts'
import { useQuestions } from '../../../ui/question.tsx'
import { BallotStateTag } from '../../ballot/parts/BallotStateTag.tsx'
import { StoredNumber } from '../../privacy/parts/StoredNumber.tsx'
import { formatArea } from '../../../ui/numbers.ts'

interface BallotBoothProps {
  readonly activity: Activity
  readonly voter: Voter
  /** False if the last refresh of the ballot failed, so that it may be outdated. */
  readonly isUpToDate: boolean
  readonly answers: Answers
  readonly onAnswers: (answers: Answers) => void
  readonly ends: BoothEnds
  readonly onClose: () => void
}

const indexOfSlot = (slots: readonly Slot[], slot: Slot): number => slots.findIndex((each) => slotKey(each) === slotKey(slot))

const NOT_CONNECTED = '与服务器的连接中断，恢复后再提交；已选的内容会保留'

/** A ballot: its owner, its vote or the choices for one, and its earlier records. */
export function BallotBooth({ activity, voter, isUpToDate, answers, onAnswers, ends, onClose }: BallotBoothProps) {
  const { connection } = useComputer()
  const slots = slotsOf(activity.topics)
  const isVoted = voter.ballotState === BallotState.voted
  const record = useEndpoint('voting.detail', { query: { activityId: activity.id, recordId: voter.recordId } }, { enabled: voter.recordId !== '' })
  // A single record, already on screen, needs no list.
  const { data: history = [] } = useEndpoint(
    'voting.history',
    { query: { activityId: activity.id, ballotId: voter.ballotId } },
    { enabled: voter.ballotId !== '' },
  )
  const { isWorking, cast, voidVote, unmark } = useBoothActions({ activity, voter, slots, answers }, ends)
  const away = connection.status === 'connected' && isUpToDate ? null : NOT_CONNECTED
  const refusal = castRefusalInWords(activity.status, castRefusal(activity.status, voter))
  const recorded = record.data?.id === voter.recordId ? fromChoices(record.data.choices) : null
  const mayVote = useMay('voting.cast')
  const isClosed = isVoted || refusal !== null || isWorking || !mayVote
  const [current, setCurrent] = useState(0)
  const take = (sheet: AnswerSheet) => {
    setCurrent(sheet.current)
    if (sheet.answers !== answers) onAnswers(sheet.answers)
  }
  useBoothKeys({
    onKey: isClosed ? null : (key) => take(afterKey({ answers, current }, slots, key)),
    onCast: isClosed || away !== null ? null : cast,
  })
  return (
    <div className={styles.booth}>
      <BoothOwner voter={voter} />
      <BallotNotes activity={activity} voter={voter} refusal={refusal} record={record.data?.id === voter.recordId ? record.data : undefined} />
      {isVoted && !recorded ? (
        <Awaited of={record} rows={3} />
      ) : (
        <BoothTopics
          topics={activity.topics}
          answers={recorded ?? answers}
          current={isClosed ? null : current}
          isDisabled={isClosed}
          isRecorded={isVoted}
          onPress={(slot, given) => take(answer({ answers, current }, slots, given, indexOfSlot(slots, slot)))}
        />
      )}
      {history.length > 1 || history[0]?.status === 2 ? <RecordList className={styles.records} records={history} slots={slots} /> : null}
      <div className={styles.actions}>
        {isVoted ? (
          <Act call="voting.void" text="作废" danger reason={away ?? whyNot(activity.status, 'void')} loading={isWorking} onClick={voidVote} />
        ) : (
          <>
            <AllButtons reason={refusal} isDisabled={isWorking} onAll={(given) => take(answerAll({ answers, current }, slots, given))} />
            {mayVote && voter.ballotState === BallotState.marked && voter.paperState === -1 ? (
              <Act text="撤销标记" reason={away ?? whyNot(activity.status, 'unmark')} loading={isWorking} onClick={unmark} />
            ) : null}
          </>
        )}
        <span className={styles.actionsEnd}>
          <Button disabled={isWorking} onClick={onClose}>
            关闭
          </Button>
          {isVoted || !mayVote ? null : (
            <ReasonedButton type="primary" reason={refusal ?? away} loading={isWorking} onClick={cast}>
              提交 <kbd>Ctrl+Enter</kbd>
            </ReasonedButton>
          )}
        </span>
      </div>
    </div>
  )
}

interface BallotNotesProps {
  readonly activity: Activity
  readonly voter: Voter
  /** Why no vote can be cast now, in words. */
  readonly refusal: string | null
  /** The live record, once loaded. */
  readonly record: VoteRecord | undefined
}

/** Notes before voting: an existing vote and its author, an issued paper, or that it is too early or late. */
function BallotNotes({ activity, voter, refusal, record }: BallotNotesProps) {
  const made = record ? <span className="tabular">{madeInWords(record)}</span> : null
  if (voter.ballotState === BallotState.voted) return <Alert type="success" showIcon title={votedWord(voter.source)} description={made} />
  if (refusal !== null) return <Alert type="warning" showIcon title={refusal} description={made} />
  const warning = outstandingWarning(activity.status, voter)
  return (
    <>
      <TimeNote activity={activity} voter={voter} />
      {warning === null ? null : <Alert type="warning" showIcon title={warning} description={made} />}
    </>
  )
}

function TimeNote({ activity, voter }: Pick<BallotNotesProps, 'activity' | 'voter'>) {
  const [openedAt] = useState(() => Date.now())
  const note = timeNote(activity, useVotingTime(activity), voter, openedAt)
  return note === null ? null : <Alert type={note.kind} showIcon title={note.text} />
}

interface AllButtonsProps {
  readonly reason: string | null
  readonly isDisabled: boolean
  readonly onAll: (answer: Answer) => void
}

/** 全部同意, 全部反对, 全部弃权, in the order of the topics' buttons. */
function AllButtons({ reason, isDisabled, onAll }: AllButtonsProps) {
  const mayVote = useMay('voting.cast')
  if (!mayVote) return null
  return (
    <span className={styles.all} role="group" aria-label="全部选择">
      {allKeys.map(({ answer, name, key }) =>
        isDisabled ? (
          <Button key={answer} disabled>
            <kbd>{key}</kbd> {name}
          </Button>
        ) : (
          <ReasonedButton key={answer} reason={reason} onClick={() => onAll(answer)}>
            <kbd>{key}</kbd> {name}
          </ReasonedButton>
        ),
      )}
    </span>
  )
}

interface BoothKeys {
  /** Null if the ballot takes no answers. */
  readonly onKey: ((key: SheetKey) => void) | null
  /** Null if nothing can be submitted. */
  readonly onCast: (() => void) | null
}

/** The desk's keys in the booth: 1 2 3, A S D, arrows and Ctrl+Enter. Esc is handled by the dialog. */
function useBoothKeys({ onKey, onCast }: BoothKeys): void {
  const { isAsking } = useQuestions()
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event
    if (isAsking || event.defaultPrevented || event.repeat || isComposing(event) || event.altKey || event.metaKey) return
    // Another dialog over the booth (an image) handles its own keys.
    if (target instanceof Element && !target.closest('[data-booth]') && target !== document.body) return
    if (target instanceof HTMLElement && target.matches('input, textarea, [contenteditable="true"]')) return
    if (event.ctrlKey) {
      if (event.key !== 'Enter' || !onCast) return
      event.preventDefault()
      onCast()
      return
    }
    const key = sheetKeyOf(event.key)
    if (key === null || !onKey) return
    event.preventDefault()
    onKey(key)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => pressed(event)
    window.addEventListener('keydown', listener, true)
    return () => window.removeEventListener('keydown', listener, true)
  }, [])
}

/** The ballot's owner, and the properties sharing it. */
function BoothOwner({ voter }: { readonly voter: Voter }) {
  const { place, ownerName, phone, idNumber, areaHundredths, markedCode, sharedProperties } = voter
  const of = { kind: 'roster', id: voter.rosterPropertyId } as const
  return (
    <Descriptions
      className={styles.owner}
      data-testid="booth-owner"
      size="small"
      colon={false}
      column={3}
      items={[
        { key: 'ownerName', label: '产权人', children: <strong>{ownerName}</strong> },
        { key: 'phone', label: '手机号', children: <StoredNumber of={of} kind="phone" text={phone} /> },
        { key: 'idNumber', label: '证件号', children: idNumber === '' ? '未登记' : <StoredNumber of={of} kind="idNumber" text={idNumber} /> },
        { key: 'place', label: '房屋', children: place },
        { key: 'area', label: '面积', children: <span className="tabular">{formatArea(areaHundredths)}㎡</span> },
        { key: 'state', label: '状态', children: <BallotStateTag ballot={voter} markedCode={markedCode} /> },
        ...(sharedProperties.length === 0
          ? []
          : [
              {
                key: 'shared',
                label: '同一票权',
                span: 3,
                children: `${sharedProperties.map((property) => `${property.place}（${formatArea(property.areaHundredths)}㎡）`).join('、')}，合计 ${formatArea(ballotArea(voter))}㎡`,
              },
            ]),
      ]}
    />
  )
}
