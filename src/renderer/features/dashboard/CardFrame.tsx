import { Card, Flex, Button } from 'antd'
import type { ReactNode } from 'react'
import type { ActivityRow } from '#shared/features/activity/contract.ts'
import { ActivityStatusTag } from '../activity/parts/ActivityStatusTag.tsx'
import { deadlineOf } from './deadline.ts'
import type { NextSteps } from './useNextSteps.tsx'
import styles from './dashboard.module.css'
import { isAllowed } from '#shared/features/account/roles.ts'
import { lowestRoleOfStep, pathStepNames } from '../activity/parts/activityPath/path.ts'
import { useCurrentUser } from '../../app-context/currentUser.ts'

interface CardFrameProps {
  readonly activity: ActivityRow
  readonly steps: NextSteps
  /** In epoch ms. */
  readonly now: number
  /** The buttons after the next step. */
  readonly buttons: ReactNode
  /** What is to be known of the activity, above the buttons. */
  readonly children: ReactNode
}

const looks = { later: styles.activityCardLeft, soon: styles.activityCardLeftSoon, past: styles.activityCardLeftPast } as const

/** An activity's card on the home page: its title, status, estate and deadline, and its next step. */
export function CardFrame({ activity, steps, now, buttons, children }: CardFrameProps) {
  const { title, estateName, status } = activity
  const { urgency, left, at } = deadlineOf(activity, now)
  return (
    <Card className={`page-card ${styles.activityCard}`} variant="borderless" role="group" aria-label={title}>
      <Flex align="center" gap="small">
        <ActivityStatusTag status={status} />
        <h3 className={styles.activityCardTitle} title={title}>
          {title}
        </h3>
        <span className={looks[urgency]}>{left}</span>
      </Flex>
      <Flex className={styles.activityCardAbout} gap="small" justify="space-between">
        <span className={styles.activityCardEstate} title={estateName}>
          {estateName}
        </span>
        <span className="tabular">{at}</span>
      </Flex>
      {children}
      <Flex gap="small" wrap align="center">
        <NextStepButton activity={activity} steps={steps} />
        {buttons}
      </Flex>
    </Card>
  )
}

/** The next step of an activity as the main button of its card; who it waits for where it is another's. */
function NextStepButton({ activity, steps }: { readonly activity: ActivityRow; readonly steps: NextSteps }) {
  const { step, note, isMine } = steps.of(activity)
  const { roles } = useCurrentUser()
  if (!isAllowed(roles, lowestRoleOfStep[step])) return null
  if (!isMine) return <span className={styles.activityCardWaits}>等待创建人{pathStepNames[step]}</span>
  return (
    <Button type="primary" title={note === '' ? undefined : note} onClick={() => steps.take(step, activity)}>
      {pathStepNames[step]}
    </Button>
  )
}
