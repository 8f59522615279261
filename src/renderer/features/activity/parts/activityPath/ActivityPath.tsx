import { Button, Steps } from 'antd'
import { useState } from 'react'
import type { ActivityRow } from '#shared/features/activity/contract.ts'
import { ActivityStatus } from '#shared/features/activity/rules.ts'
import { isAllowed } from '#shared/features/account/roles.ts'
import { useEndpoint } from '../../../../bridge/useEndpoint.ts'
import { useCurrentUser } from '../../../../app-context/currentUser.ts'
import { formatCount } from '../../../../ui/numbers.ts'
import { lowestRoleOfStep, nextStep, pathStates, pathStepNames, pathSteps, type NextStep, type PathStep, type PathStepState } from './path.ts'
import { useTakeStep } from './useTakeStep.tsx'
import styles from './activityPath.module.css'

interface ActivityPathProps {
  readonly activity: ActivityRow
  readonly topicCount?: number
  readonly orientation?: 'horizontal' | 'vertical'
  /** The step that is taken on this very page: it has no button here. */
  readonly here?: PathStep
  /** The button of the next step was pressed. */
  readonly onTake: (step: PathStep) => void
}

const looks = { done: 'finish', current: 'process', open: 'wait', skipped: 'wait' } as const satisfies Record<PathStepState, string>
const spoken = { done: '已完成', current: '当前', open: '未开始', skipped: '已略过' } as const satisfies Record<PathStepState, string>

/** The whole way of an activity as steps, what is done and what is open, and a button for the next one. */
export function ActivityPath({ activity, topicCount, orientation = 'horizontal', here, onTake }: ActivityPathProps) {
  const { next, notes, states } = usePath(activity, topicCount)
  return (
    <section className={`${styles.activityPath} ${styles[orientation]}`} aria-label="活动进程">
      <Steps
        size="small"
        orientation={orientation}
        titlePlacement={orientation === 'horizontal' ? 'vertical' : 'horizontal'}
        responsive={false}
        current={pathSteps.indexOf(next.step)}
        items={pathSteps.map((step) => ({
          title: <span aria-label={`${pathStepNames[step]}：${spoken[states[step]]}`}>{pathStepNames[step]}</span>,
          content: states[step] === 'skipped' ? '未唱票' : notes[step],
          status: looks[states[step]],
          className: states[step] === 'skipped' ? styles.skipped : '',
        }))}
      />
      <p className={styles.next}>
        <NextButton next={next} isHere={next.step === here} onTake={() => onTake(next.step)} />
        <span>{next.note}</span>
      </p>
    </section>
  )
}

/** The path on a page about one activity, with what its button asks. */
export function ActivityPathPanel({ activity, topicCount, here }: Pick<ActivityPathProps, 'activity' | 'topicCount' | 'here'>) {
  const { take, question } = useTakeStep()
  return (
    <>
      <ActivityPath
        activity={activity}
        {...(topicCount === undefined ? {} : { topicCount })}
        {...(here ? { here } : {})}
        onTake={(step) => take(step, activity)}
      />
      {question}
    </>
  )
}

function NextButton({ next: { step, isMine }, isHere, onTake }: { readonly next: NextStep; readonly isHere: boolean; readonly onTake: () => void }) {
  const { roles } = useCurrentUser()
  if (!isMine) return <strong>等待创建人{pathStepNames[step]}</strong>
  if (isHere || !isAllowed(roles, lowestRoleOfStep[step])) return <strong>下一步：{pathStepNames[step]}</strong>
  return (
    <>
      <strong>下一步</strong>
      <Button type="primary" onClick={onTake}>
        {pathStepNames[step]}
      </Button>
    </>
  )
}

/** What is known of an activity's way; until the server has answered, what follows from its status alone. */
function usePath(activity: ActivityRow, topicCount: number | undefined) {
  const { id: userId } = useCurrentUser()
  const [now] = useState(() => Date.now())
  const isPastVoting = activity.status === ActivityStatus.tallying || activity.status === ActivityStatus.finished
  const overview = useEndpoint('voting.overview', { query: { activityIds: [activity.id] } }, { errors: 'caller' })
  const counts = useEndpoint('voting.counts', { query: { activityId: activity.id } }, { enabled: isPastVoting, errors: 'caller' })
  const known = overview.data?.[0] ?? null
  const next = nextStep(activity, known, userId, now)
  const talliedCount = counts.data?.talliedCount ?? 0
  const votedCount = counts.data?.votedCount ?? known?.votedCount ?? 0
  const ballotCount = counts.data?.ballotCount ?? known?.ballotCount ?? 0
  const isStarted = activity.status !== ActivityStatus.notStarted
  const notes: Partial<Readonly<Record<PathStep, string>>> = {
    ...(topicCount === undefined ? {} : { prepare: `${formatCount(topicCount)} 个议题` }),
    ...(ballotCount > 0 ? { check: `${formatCount(ballotCount)} 票` } : {}),
    // What was tallied from paper did not come in at the desk.
    ...(isStarted && (known !== null || counts.data) ? { vote: `已投 ${formatCount(votedCount - talliedCount)} 票` } : {}),
    ...(isPastVoting && counts.data ? { tally: `已唱 ${formatCount(talliedCount)} 票` } : {}),
  }
  return { next, notes, states: pathStates(activity, next.step, talliedCount) }
}
