import { Button, Flex } from 'antd'
import type { ActivityRow } from '#shared/features/activity/contract.ts'
import { activityPaths } from '../activity/parts/activityPaths.ts'
import { useNavigate } from '../../app-context/navigation.ts'
import { useCurrentUser } from '../../app-context/currentUser.ts'
import { CardFrame } from './CardFrame.tsx'
import { MAX_CARDS } from './inProgress.ts'
import type { NextSteps } from './useNextSteps.tsx'
import styles from './dashboard.module.css'

interface NotStartedProps {
  readonly activities: readonly ActivityRow[]
  readonly steps: NextSteps
  /** In epoch ms. */
  readonly now: number
}

/** The activities that wait for their start, each with what is to be done before; nothing if there are none. */
export function NotStarted({ activities, steps, now }: NotStartedProps) {
  const navigate = useNavigate()
  const more = activities.length - MAX_CARDS
  if (activities.length === 0) return null
  return (
    <section aria-label="未开始的活动">
      <Flex className={styles.dashboardHeading} align="center" justify="space-between">
        <h2>未开始的活动</h2>
        {more > 0 ? (
          <Button type="link" onClick={() => navigate(activityPaths.list)}>
            还有 {more} 个未开始的活动，查看全部
          </Button>
        ) : null}
      </Flex>
      <div className={styles.activityCards}>
        {activities.slice(0, MAX_CARDS).map((activity) => (
          <NotStartedCard key={activity.id} activity={activity} steps={steps} now={now} />
        ))}
      </div>
    </section>
  )
}

function NotStartedCard({ activity, steps, now }: Omit<NotStartedProps, 'activities'> & { readonly activity: ActivityRow }) {
  const navigate = useNavigate()
  const { id: userId } = useCurrentUser()
  // Only the creator's, as in the list (`console.md` section 6).
  const view = activity.creator === userId ? <Button onClick={() => navigate(activityPaths.view(activity))}>查看</Button> : null
  return (
    <CardFrame activity={activity} steps={steps} now={now} buttons={view}>
      <p className={styles.activityCardNote}>{steps.of(activity).note}</p>
    </CardFrame>
  )
}
