import { Alert, Button, Modal, Skeleton, Statistic } from 'antd'
import { useState } from 'react'
import type { ActivityRow } from '#shared/features/activity/contract.ts'
import type { StatusStep } from '#shared/features/activity/rules.ts'
import type { BallotCounts } from '#shared/features/voting/contract.ts'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { useSend } from '../../bridge/useSend.ts'
import { FailureState } from '../../widgets/FailureState.tsx'
import { formatCount } from '../../widgets/numbers.ts'
import { UnmergedWarning } from '../../widgets/unmerged/UnmergedWarning.tsx'
import { stepWords } from './stepWords.ts'

export interface AskedStep {
  readonly step: StatusStep
  readonly activity: ActivityRow
}

interface StepDialogProps {
  /** Null: nothing is asked. */
  readonly asked: AskedStep | null
  readonly onClose: () => void
  /** The server refused: what the list shows is out of date. */
  readonly onRefused: () => void
}

const endpoints = { start: 'activity.start', startTally: 'activity.startTally', finish: 'activity.finish' } as const satisfies Record<StatusStep, string>
const refreshes = [
  'activity.list',
  'activity.get',
  'activity.inProgress',
  'activity.unfinished',
  'voting.counts',
  'result.progress',
  'result.statistics',
] as const

/** Asks before an activity goes on to another status, and says what follows: how many ballots, how many are not tallied. */
export function StepDialog({ asked, onClose, onRefused }: StepDialogProps) {
  return asked ? <OpenDialog key={`${asked.activity.id} ${asked.step}`} asked={asked} onClose={onClose} onRefused={onRefused} /> : null
}

function OpenDialog({ asked: { step, activity }, onClose, onRefused }: StepDialogProps & { readonly asked: AskedStep }) {
  const counts = useEndpoint('voting.counts', { query: { activityId: activity.id } }, { errors: 'caller' })
  const [askedAt] = useState(() => Date.now())
  // What was counted for an earlier question does not answer this one.
  const known = counts.isFetchedAfterMount && !counts.error ? counts.data : undefined
  const words = stepWords(step, activity, known ?? noCounts, askedAt)
  const take = useSend(endpoints[step], { refreshes, success: words.success })
  const confirm = async () => {
    const sent = await take.send({ query: { id: activity.id } })
    if (!sent.ok && sent.failure?.kind === 'refused') onRefused()
    if (sent.ok || sent.failure?.kind === 'refused') onClose()
  }
  return (
    <Modal
      open
      width={560}
      title={words.question}
      className="step-dialog"
      mask={{ closable: false }}
      closable={false}
      keyboard={!take.isSending}
      onCancel={onClose}
      footer={[
        <Button key="cancel" autoFocus disabled={take.isSending} onClick={onClose}>
          取消
        </Button>,
        <Button
          key="confirm"
          type="primary"
          danger={step === 'finish'}
          disabled={known === undefined || words.refusal !== null}
          loading={take.isSending}
          onClick={() => void confirm()}
        >
          {words.confirm}
        </Button>,
      ]}
    >
      <p className="step-title" title={activity.title}>
        {activity.title}
      </p>
      {known ? (
        <>
          <Figures counts={known} />
          {step === 'start' ? <UnmergedWarning activity={activity} onLeave={onClose} /> : null}
          {words.consequences.map((sentence) => (
            <p key={sentence} className="step-consequence">
              {sentence}
            </p>
          ))}
          {words.warning === null ? null : <Alert type="warning" showIcon title={words.warning} />}
          {words.refusal === null ? null : <Alert type="error" showIcon title={words.refusal} />}
        </>
      ) : counts.error && !counts.isFetching ? (
        <FailureState sentence={counts.error.message} onRetry={() => void counts.refetch()} />
      ) : (
        <Skeleton active title={false} paragraph={{ rows: 4 }} />
      )}
    </Modal>
  )
}

const noCounts: BallotCounts = { ballotCount: 0, votedCount: 0, markedCount: 0 }

function Figures({ counts: { ballotCount, votedCount, markedCount } }: { readonly counts: BallotCounts }) {
  const figures = [
    { title: '票权总数', value: ballotCount },
    { title: '已投票', value: votedCount },
    { title: '已标记未唱票', value: markedCount },
    { title: '未投票', value: ballotCount - votedCount - markedCount },
  ]
  return (
    <div className="step-figures">
      {figures.map(({ title, value }) => (
        <div key={title} role="group" aria-label={title}>
          <Statistic title={title} value={formatCount(value)} />
        </div>
      ))}
    </div>
  )
}
