import { Button, Card } from 'antd'
import type { ActivityRow } from '#shared/features/activity/contract.ts'
import type { StandingPublication } from '#shared/features/publication/contract.ts'
import { runningInWords, runningOn } from '#shared/features/publication/rules.ts'
import { chinaDay } from '#shared/time/chinaTime.ts'
import { useNavigate } from '../../app-context/navigation.ts'
import { formatCount } from '../../ui/numbers.ts'
import { activityPaths } from '../activity/parts/activityPaths.ts'
import styles from './dashboard.module.css'

interface PublishedNowProps {
  readonly activities: readonly ActivityRow[]
  readonly standing: readonly StandingPublication[]
  /** In epoch ms. */
  readonly now: number
}

/** What is published now, which day it is, and until when; those that end first come first. Nothing where nothing is. */
export function PublishedNow({ activities, standing, now }: PublishedNowProps) {
  const navigate = useNavigate()
  const today = chinaDay(now)
  const running = runningOn(standing, today).flatMap((publication) => {
    const activity = activities.find(({ id }) => id === publication.activityId)
    return activity ? [{ publication, activity }] : []
  })
  if (running.length === 0) return null
  return (
    <Card className={`page-card ${styles.todos}`} variant="borderless" title={`公示中 ${formatCount(running.length)} 项`}>
      <ul aria-label="公示中">
        {running.map(({ publication, activity }) => (
          <li key={publication.id} className={styles.todoLater}>
            <span className={styles.todoText}>
              <strong className="tabular">{runningInWords(publication, today)}</strong>
              <Button type="link" size="small" className={styles.todoVote} title={activity.title} onClick={() => navigate(activityPaths.overview(activity))}>
                {activity.title}
              </Button>
            </span>
            <Button aria-label={`公示与异议 ${activity.title}`} onClick={() => navigate(activityPaths.publications(activity))}>
              公示与异议
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}
