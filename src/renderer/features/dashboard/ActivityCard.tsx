import { Button, Skeleton } from 'antd'
import type { ActivityRow } from '#shared/features/activity/contract.ts'
import { useNavigate } from '../../app-context/navigation.ts'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { activityPaths } from '../activity/parts/activityPaths.ts'
import { Funnel } from '../activity/parts/funnel/Funnel.tsx'
import { FailureState } from '../../ui/FailureState.tsx'
import { RouteNumber } from '../route/parts/RouteNumber.tsx'
import { TurnoutBars } from '../result/parts/turnout/TurnoutBars.tsx'
import { useLiveInterval } from '../../ui/useLiveInterval.ts'
import { CardFrame } from './CardFrame.tsx'
import type { NextSteps } from './useNextSteps.tsx'
import styles from './dashboard.module.css'

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
  const navigate = useNavigate()
  const funnel = steps.funnelOf(activity)
  return (
    <CardFrame
      activity={activity}
      steps={steps}
      now={now}
      buttons={
        <>
          <Button onClick={() => navigate(activityPaths.progress(activity))}>查看进度</Button>
          <Button onClick={() => navigate(activityPaths.statistics(activity))}>查看结果</Button>
        </>
      }
    >
      <CardTurnout activity={activity} />
      {funnel === null ? null : <Funnel funnel={funnel} />}
      <RouteNumber activity={activity} interval={INTERVAL} isShort />
    </CardFrame>
  )
}

function CardTurnout({ activity: { id, countingRule } }: { readonly activity: ActivityRow }) {
  const refetchInterval = useLiveInterval(INTERVAL)
  const { data, error, refetch } = useEndpoint('result.progress', { query: { activityId: id } }, { errors: 'caller', refetchInterval })
  if (data) return <TurnoutBars className={styles.activityCardTurnout} turnout={data} countingRule={countingRule} />
  return error ? <FailureState sentence={error.message} onRetry={() => void refetch()} /> : <Skeleton active title={false} paragraph={{ rows: 3 }} />
}
