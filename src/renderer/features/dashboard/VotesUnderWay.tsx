import { Button, Flex } from 'antd'
import type { ActivityRow } from '#shared/features/activity/contract.ts'
import { useNavigate } from '../../app-context/navigation.ts'
import { activityPaths } from '../activity/parts/activityPaths.ts'
import { ActivityCard } from './ActivityCard.tsx'
import { MAX_CARDS } from './inProgress.ts'
import type { NextSteps } from './useNextSteps.tsx'
import styles from './dashboard.module.css'

interface VotesUnderWayProps {
  readonly activities: readonly ActivityRow[]
  readonly steps: NextSteps
  /** In epoch ms. */
  readonly now: number
}

/** A card for each vote that is going on; those that end first come first. */
export function VotesUnderWay({ activities, steps, now }: VotesUnderWayProps) {
  const navigate = useNavigate()
  const more = activities.length - MAX_CARDS
  return (
    <section aria-label="进行中的投票">
      <Flex className={styles.dashboardHeading} align="center" justify="space-between">
        <h2>进行中的投票</h2>
        <Button type="link" onClick={() => navigate(activityPaths.list)}>
          {more > 0 ? `还有 ${more} 个进行中的活动，查看全部` : '全部投票活动'}
        </Button>
      </Flex>
      {activities.length === 0 ? (
        <p className={styles.dashboardNone}>现在没有进行中的投票。在“投票活动”中开启投票后，这里显示进度</p>
      ) : (
        <div className={styles.activityCards}>
          {activities.slice(0, MAX_CARDS).map((activity) => (
            <ActivityCard key={activity.id} activity={activity} steps={steps} now={now} />
          ))}
        </div>
      )}
    </section>
  )
}
