import { Button } from 'antd'
import { useState } from 'react'
import type { ActivityRow } from '#shared/features/activity/contract.ts'
import { Popover } from '../../../ui/popups.tsx'
import { ActivityPath } from './activityPath/ActivityPath.tsx'
import type { PathStep } from './activityPath/path.ts'
import { useTakeStep } from './activityPath/useTakeStep.tsx'
import { ActivityStatusTag } from './ActivityStatusTag.tsx'
import { ExtendedTag } from './ExtendedTag.tsx'
import styles from './activityLine.module.css'

/** Which activity a page is about, besides the page's name: status, title, estate, and the way to its whole path. */
export function ActivityLine({ activity }: { readonly activity: ActivityRow }) {
  const { status, title, estateName } = activity
  const [isOpen, setIsOpen] = useState(false)
  const { take, question } = useTakeStep()
  const takeAndClose = (step: PathStep) => {
    setIsOpen(false)
    take(step, activity)
  }
  return (
    <div className={styles.activityLine}>
      <ActivityStatusTag status={status} />
      <ExtendedTag activity={activity} />
      <span className={styles.title} title={title}>
        {title}
      </span>
      <span className={styles.estate}>{estateName}</span>
      <Popover
        trigger="click"
        placement="bottomLeft"
        open={isOpen}
        onOpenChange={setIsOpen}
        destroyOnHidden
        content={<ActivityPath activity={activity} orientation="vertical" onTake={takeAndClose} />}
      >
        <Button type="link" size="small" aria-expanded={isOpen}>
          进程
        </Button>
      </Popover>
      {question}
    </div>
  )
}
