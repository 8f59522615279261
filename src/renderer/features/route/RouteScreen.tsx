import { Alert, Button, Segmented, Skeleton } from 'antd'
import { useState } from 'react'
import type { Activity } from '#shared/features/activity/contract.ts'
import { routePlanNames, routePlans, type RoutePlanKind } from '#shared/features/route/rules.ts'
import { useNavigate } from '../../app-context/navigation.ts'
import { usePageTitle } from '../../app-context/tab.ts'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { ActivityLine } from '../activity/parts/ActivityLine.tsx'
import { ActivityPage } from '../activity/parts/ActivityPage.tsx'
import { activityPaths } from '../activity/parts/activityPaths.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FailureState } from '../../ui/FailureState.tsx'
import { PageFrame } from '../../ui/PageFrame.tsx'
import { useLiveInterval } from '../../ui/useLiveInterval.ts'
import { useRouteChoice } from './parts/routeChoice.ts'
import { whyNoRoute } from './parts/routeTime.ts'
import { ROUTE_INTERVAL } from './parts/usePlannedRooms.ts'
import { RouteDoors } from './RouteDoors.tsx'
import { RouteOutput } from './RouteOutput.tsx'
import { RouteSummary } from './RouteSummary.tsx'
import { RouteWay } from './RouteWay.tsx'
import styles from './route.module.css'

/** 补票路线 (`insight.md` section 2): which doors are still needed, and in which order they are walked. */
export function RouteScreen() {
  return <ActivityPage parameters={['estateid']}>{(activity) => <ActivityRoute key={activity.id} activity={activity} />}</ActivityPage>
}

function ActivityRoute({ activity }: { readonly activity: Activity }) {
  const title = usePageTitle()
  const about = <ActivityLine activity={activity} />
  const reason = whyNoRoute(activity)
  if (reason === null) return <OpenRoute activity={activity} title={title} about={about} />
  return (
    <PageFrame title={title} about={about}>
      <EmptyState text={`${reason}。投票中、截止之前可以查看`} action={<ToProgress activity={activity} />} />
    </PageFrame>
  )
}

interface OpenRouteProps {
  readonly activity: Activity
  readonly title: string
  readonly about: React.ReactNode
}

function OpenRoute({ activity, title, about }: OpenRouteProps) {
  const [{ by, margin }, choose] = useRouteChoice(activity.id)
  const [kind, setKind] = useState<RoutePlanKind>('votes')
  const refetchInterval = useLiveInterval(ROUTE_INTERVAL)
  const { data, error, isPlaceholderData, dataUpdatedAt, refetch } = useEndpoint(
    'route.get',
    { query: { activityId: activity.id, by, margin } },
    { errors: 'caller', refetchInterval, keepsPrevious: true },
  )
  const plan = kind === 'deliveries' && data?.delivery ? data.delivery : data
  const shownKind: RoutePlanKind = data?.delivery ? kind : 'votes'

  const body = () => {
    if (!data || !plan) return error ? <FailureState sentence={error.message} onRetry={() => void refetch()} /> : <Skeleton active paragraph={{ rows: 10 }} />
    if (plan.fewest === 0) return <EmptyState text={reachedWords(shownKind)} action={<ToProgress activity={activity} />} />
    return (
      <div aria-busy={isPlaceholderData} className={styles.body}>
        {shownKind === 'deliveries' && data.delivery?.condition ? <Alert type="warning" showIcon title={data.delivery.condition} /> : null}
        <RouteSummary plan={plan} kind={shownKind} by={by} />
        <RouteDoors plan={plan} now={dataUpdatedAt} />
      </div>
    )
  }
  return (
    <PageFrame
      title={title}
      about={about}
      actions={<RouteOutput activity={activity} kind={shownKind} by={by} margin={margin} isEmpty={!plan || plan.fewest === 0} />}
      filters={
        <div className={styles.tools}>
          {data?.delivery ? (
            <Segmented<RoutePlanKind>
              aria-label="路线种类"
              value={kind}
              onChange={setKind}
              options={routePlans.map((value) => ({ value, label: routePlanNames[value] }))}
            />
          ) : null}
          <RouteWay by={by} margin={margin} onChoose={choose} />
          {shownKind === 'votes' ? <ShowOnGrid activity={activity} onShow={() => choose({ isOnGrid: true })} /> : null}
        </div>
      }
    >
      {body()}
    </PageFrame>
  )
}

const reachedWords = (kind: RoutePlanKind): string =>
  kind === 'votes' ? '参与的人数和面积都已达到三分之二，不需要再补票' : '已投票和已送达的人数和面积都已达到三分之二，不需要再补送'

function ToProgress({ activity }: { readonly activity: Activity }) {
  const navigate = useNavigate()
  return <Button onClick={() => navigate(activityPaths.progress(activity))}>查看投票进度</Button>
}

function ShowOnGrid({ activity, onShow }: { readonly activity: Activity; readonly onShow: () => void }) {
  const navigate = useNavigate()
  return (
    <Button
      type="link"
      onClick={() => {
        onShow()
        navigate(activityPaths.progress(activity))
      }}
    >
      在楼栋图上圈出
    </Button>
  )
}
