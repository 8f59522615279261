import { Card, Flex } from 'antd'
import type { ActivityRow } from '#shared/features/activity/contract.ts'
import { Act } from '../../app-context/Act.tsx'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { activityPaths } from '../activity/parts/activityPaths.ts'
import { Funnel } from '../activity/parts/funnel/Funnel.tsx'
import { Awaited } from '../../ui/FailureState.tsx'
import { RouteNumber } from '../route/parts/RouteNumber.tsx'
import { TurnoutBars } from '../activity/parts/turnout/TurnoutBars.tsx'
import { useLiveInterval } from '../../ui/useLiveInterval.ts'
import { deadlineOf } from './deadline.ts'
import { isAllowed } from '#shared/features/account/roles.ts'
import { lowestRoleOfStep, pathStepNames } from '../activity/parts/activityPath/path.ts'
import { useCurrentUser } from '../../app-context/currentUser.ts'
import { ActivityStatusTag } from '../activity/parts/ActivityStatusTag.tsx'
import type { NextSteps } from './useNextSteps.tsx'
import styles from './dashboard.module.css'

/** Polling interval for an activity's progress (ms); slower than on its own screens. */
const INTERVAL = 15_000

interface ActivityCardProps {
  readonly activity: ActivityRow
  readonly steps: NextSteps
  /** Epoch ms. */
  readonly now: number
}

const looks = { later: styles.activityCardLeft, soon: styles.activityCardLeftSoon, past: styles.activityCardLeftPast } as const

/** A running activity: time left, progress, and links to its screens. */
export function ActivityCard({ activity, steps, now }: ActivityCardProps) {
  const { title, estateName, status } = activity
  const { urgency, left, at } = deadlineOf(activity, now)
  const funnel = steps.overviewOf(activity)?.funnel ?? null
  return (
    <Card className={`page-card ${styles.activityCard}`} variant="borderless" role="group" aria-label={title}>
      <Flex align="center" gap="small">
        <ActivityStatusTag status={status} />
        <h3 className={styles.activityCardTitle} title={title}>
          <Act text={title} type="link" to={activityPaths.overview(activity)} />
        </h3>
        <span className={looks[urgency]}>{left}</span>
      </Flex>
      <Flex className={styles.activityCardAbout} gap="small" justify="space-between">
        <span className={styles.activityCardEstate} title={estateName}>
          {estateName}
        </span>
        <span className="tabular">{at}</span>
      </Flex>
      <CardTurnout activity={activity} />
      {funnel === null ? null : <Funnel funnel={funnel} />}
      <RouteNumber activity={activity} interval={INTERVAL} isShort />
      <Flex gap="small" wrap align="center">
        <NextStepButton activity={activity} steps={steps} />
        <Act text="查看进度" to={activityPaths.progress(activity)} />
        <Act text="查看结果" to={activityPaths.statistics(activity)} />
      </Flex>
    </Card>
  )
}

/** The card's main button: the activity's next step, or whom it waits for. */
function NextStepButton({ activity, steps }: { readonly activity: ActivityRow; readonly steps: NextSteps }) {
  const { step, note, isMine } = steps.of(activity)
  const { roles } = useCurrentUser()
  if (!isAllowed(roles, lowestRoleOfStep[step])) return null
  if (!isMine) return <span className={styles.activityCardWaits}>等待创建人{pathStepNames[step]}</span>
  return <Act text={pathStepNames[step]} type="primary" title={note === '' ? undefined : note} onClick={() => steps.take(step, activity)} />
}

function CardTurnout({ activity: { id, countingRule } }: { readonly activity: ActivityRow }) {
  const refetchInterval = useLiveInterval(INTERVAL)
  const { data, error, refetch } = useEndpoint('result.progress', { query: { activityId: id } }, { refetchInterval })
  if (data) return <TurnoutBars className={styles.activityCardTurnout} turnout={data} countingRule={countingRule} />
  return <Awaited of={{ error, refetch }} rows={3} isShort />
}
