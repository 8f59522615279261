import { statusName, type ActivityStatus } from '#shared/features/activity/rules.ts'

const looks = ['waiting', 'voting', 'tallying', 'finished'] as const satisfies Readonly<Record<ActivityStatus, string>>

/** An activity's status by its dictionary: a colour and the word. */
export function ActivityStatusTag({ status }: { readonly status: ActivityStatus }) {
  return <span className={`activity-status activity-status-${looks[status]}`}>{statusName(status)}</span>
}
