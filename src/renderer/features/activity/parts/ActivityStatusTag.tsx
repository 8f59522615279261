import { statusName, type ActivityStatus } from '#shared/features/activity/rules.ts'
import { StateTag, stepTones } from '../../../ui/StateTag.tsx'

/** An activity's status by its dictionary: a colour and the word. */
export function ActivityStatusTag({ status }: { readonly status: ActivityStatus }) {
  return <StateTag tone={stepTones[status]}>{statusName(status)}</StateTag>
}
