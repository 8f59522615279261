import { Button, Card, Flex, Skeleton } from 'antd'
import type { ActivityRow } from '#shared/features/activity/contract.ts'
import { useNavigate } from '../../app-context/navigation.ts'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { activityPaths } from '../activity/parts/activityPaths.ts'
import { ActivityStatusTag } from '../activity/parts/ActivityStatusTag.tsx'
import { FailureState } from '../../ui/FailureState.tsx'
import { TurnoutBars } from '../result/parts/turnout/TurnoutBars.tsx'
import { useLiveInterval } from '../../ui/useLiveInterval.ts'
import { deadlineOf } from './deadline.ts'
import { NextStepButton } from './NextStepButton.tsx'
import type { NextSteps } from './useNextSteps.tsx'

/** Milliseconds between two requests for how far a vote is: slower than where one works with it. */
const INTERVAL = 15_000

interface ActivityCardProps {
  readonly activity: ActivityRow
  readonly steps: NextSteps
  /** In epoch ms. */
  readonly now: number
}

/** One vote that is going on: how long still, how far it is, and the ways into it. */
export function ActivityCard({ activity, steps, now }: ActivityCardProps) {
  const { title, estateName, status } = activity
  const navigate = useNavigate()
  const { urgency, left, at } = deadlineOf(activity, now)
  return (
    <Card className="page-card activity-card" variant="borderless" role="group" aria-label={title}>
      <Flex align="center" gap="small">
        <ActivityStatusTag status={status} />
        <h3 className="activity-card-title" title={title}>
          {title}
        </h3>
        <span className={`activity-card-left activity-card-${urgency}`}>{left}</span>
      </Flex>
      <Flex className="activity-card-about" gap="small" justify="space-between">
        <span className="activity-card-estate" title={estateName}>
          {estateName}
        </span>
        <span className="tabular">{at}</span>
      </Flex>
      <CardTurnout activity={activity} />
      <Flex gap="small" wrap align="center">
        <NextStepButton activity={activity} steps={steps} />
        <Button onClick={() => navigate(activityPaths.progress(activity))}>查看进度</Button>
        <Button onClick={() => navigate(activityPaths.statistics(activity))}>查看结果</Button>
      </Flex>
    </Card>
  )
}

function CardTurnout({ activity: { id, countingRule } }: { readonly activity: ActivityRow }) {
  const refetchInterval = useLiveInterval(INTERVAL)
  const { data, error, refetch } = useEndpoint('result.progress', { query: { activityId: id } }, { errors: 'caller', refetchInterval })
  if (data) return <TurnoutBars turnout={data} countingRule={countingRule} />
  return error ? <FailureState sentence={error.message} onRetry={() => void refetch()} /> : <Skeleton active title={false} paragraph={{ rows: 3 }} />
}
