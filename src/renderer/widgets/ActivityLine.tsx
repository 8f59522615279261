import type { ActivityRow } from '#shared/features/activity/contract.ts'
import { ActivityStatusTag } from './ActivityStatusTag.tsx'
import './activityLine.css'

/** Which activity a page is about, beside the page's name: status, title, estate. */
export function ActivityLine({ activity: { status, title, estateName } }: { readonly activity: Pick<ActivityRow, 'status' | 'title' | 'estateName'> }) {
  return (
    <div className="activity-line">
      <ActivityStatusTag status={status} />
      <span className="activity-line-title" title={title}>
        {title}
      </span>
      <span className="activity-line-estate">{estateName}</span>
    </div>
  )
}
