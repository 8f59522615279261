import { Alert, Button, Skeleton } from 'antd'
import { useState } from 'react'
import type { Activity } from '#shared/features/activity/contract.ts'
import { stepRefusal, type Answer } from '#shared/features/activity/rules.ts'
import type { Voter } from '#shared/features/ballot/contract.ts'
import { BallotState } from '#shared/features/ballot/rules.ts'
import { useComputer } from '../../../bridge/computer.tsx'
import { useEndpoint } from '../../../bridge/useEndpoint.ts'
import { allAnswers, answerNames, fromChoices, pressed, slotsOf, type Answers } from '../../../widgets/choices/choices.ts'
import { FailureState } from '../../../widgets/FailureState.tsx'
import { ReasonedButton } from '../../../widgets/ReasonedButton.tsx'
import { submitRefusal } from './booth.ts'
import { BoothOwner } from './BoothOwner.tsx'
import { BoothTopics } from './BoothTopics.tsx'
import { RecordList } from './RecordList.tsx'
import { useBoothDeeds } from './useBoothDeeds.ts'

interface BallotBoothProps {
  readonly activity: Activity
  readonly voter: Voter
  /** False where the last look at the ballot failed: what is shown of it may have changed. */
  readonly isUpToDate: boolean
  readonly answers: Answers
  readonly onAnswers: (answers: Answers) => void
  readonly onWorking: (isWorking: boolean) => void
  readonly onVoted: () => void
  /** The server knows better: what is shown of the ballot is to be asked for again. */
  readonly onRefused: () => void
  readonly onClose: () => void
}

const NOT_CONNECTED = '与服务器的连接中断，恢复后再提交；已选的内容会保留'

/** One ballot: who it belongs to, its vote or the choices for one, and what was recorded before. */
export function BallotBooth({ activity, voter, isUpToDate, answers, onAnswers, onWorking, onVoted, onRefused, onClose }: BallotBoothProps) {
  const { connection } = useComputer()
  const slots = slotsOf(activity.topics)
  const isVoted = voter.ballotState === BallotState.voted
  const record = useEndpoint(
    'voting.detail',
    { query: { activityId: activity.id, recordId: voter.recordId } },
    { enabled: isVoted && voter.recordId !== '', errors: 'caller' },
  )
  const { isWorking, submit, voidVote } = useBoothDeeds({ activity, voter, slots, answers, onWorking, onVoted, onRefused })
  const away = connection.status === 'connected' && isUpToDate ? null : NOT_CONNECTED
  const refusal = submitRefusal(activity.status, voter)
  const recorded = record.data?.id === voter.recordId ? fromChoices(record.data.choices) : null
  return (
    <div
      className="booth"
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !event.ctrlKey || isVoted || refusal !== null || away !== null) return
        event.preventDefault()
        submit()
      }}
    >
      <BoothOwner voter={voter} />
      {isVoted ? null : refusal === null ? <OutsideTime activity={activity} /> : <Alert type="warning" showIcon title={refusal} />}
      {isVoted && record.error && !recorded ? (
        <FailureState sentence={record.error.message} onRetry={() => void record.refetch()} />
      ) : isVoted && !recorded ? (
        <Skeleton active paragraph={{ rows: 3 }} />
      ) : (
        <BoothTopics
          topics={activity.topics}
          answers={recorded ?? answers}
          isDisabled={isVoted || refusal !== null || isWorking}
          isRecorded={isVoted}
          onPress={(slot, answer) => onAnswers(pressed(answers, slot, answer))}
        />
      )}
      <RecordList activityId={activity.id} ballotId={voter.ballotId} slots={slots} />
      <div className="booth-actions">
        {isVoted ? (
          <ReasonedButton danger reason={away ?? stepRefusal(activity.status, 'void')} loading={isWorking} onClick={voidVote}>
            作废
          </ReasonedButton>
        ) : (
          <AllButtons reason={refusal} isDisabled={isWorking} onAll={(answer) => onAnswers(allAnswers(slots, answer))} />
        )}
        <span className="booth-actions-end">
          <Button disabled={isWorking} onClick={onClose}>
            关闭
          </Button>
          {isVoted ? null : (
            <ReasonedButton type="primary" reason={refusal ?? away} loading={isWorking} onClick={submit} title="Ctrl+Enter">
              提交
            </ReasonedButton>
          )}
        </span>
      </div>
    </div>
  )
}

/** The server decides by its own clock: this one only warns. */
function OutsideTime({ activity: { startsAt, endsAt } }: { readonly activity: Activity }) {
  const [now] = useState(() => Date.now())
  const isOutside = (startsAt !== null && now < startsAt) || (endsAt !== null && now > endsAt)
  return isOutside ? <Alert type="warning" showIcon title="现在不在活动的投票时间内，提交可能会被拒绝" /> : null
}

interface AllButtonsProps {
  readonly reason: string | null
  readonly isDisabled: boolean
  readonly onAll: (answer: Answer) => void
}

/** 全部同意, 全部反对, 全部弃权: in the order of the topics' own buttons. */
function AllButtons({ reason, isDisabled, onAll }: AllButtonsProps) {
  return (
    <span className="booth-all" role="group" aria-label="全部选择">
      {([1, 2, 3] as const).map((answer) =>
        isDisabled ? (
          <Button key={answer} disabled>
            全部{answerNames[answer]}
          </Button>
        ) : (
          <ReasonedButton key={answer} reason={reason} onClick={() => onAll(answer)}>
            全部{answerNames[answer]}
          </ReasonedButton>
        ),
      )}
    </span>
  )
}
