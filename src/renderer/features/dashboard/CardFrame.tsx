import { Card, Flex } from 'antd'
import type { ReactNode } from 'react'
import type { ActivityRow } from '#shared/features/activity/contract.ts'
import { ActivityStatusTag } from '../activity/parts/ActivityStatusTag.tsx'
import { deadlineOf } from './deadline.ts'
import { NextStepButton } from './NextStepButton.tsx'
import type { NextSteps } from './useNextSteps.tsx'
import styles from './dashboard.module.css'

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
