import { statusName, type ActivityStatus } from '#shared/features/activity/rules.ts'
import { StateTag, stepTones } from '../../../ui/StateTag.tsx'

/** An activity's status as a coloured tag. */
export function ActivityStatusTag({ status }: { readonly status: ActivityStatus }) {
  return <StateTag tone={stepTones[status]}>{statusName(status)}</StateTag>
}
