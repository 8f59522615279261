import { statusName, type ActivityStatus } from '#shared/features/activity/rules.ts'
import { StateTag, type Tone } from '../../../ui/StateTag.tsx'

const tones = ['grey', 'blue', 'orange', 'green'] as const satisfies Readonly<Record<ActivityStatus, Tone>>

/** An activity's status by its dictionary: a colour and the word. */
export function ActivityStatusTag({ status }: { readonly status: ActivityStatus }) {
  return <StateTag tone={tones[status]}>{statusName(status)}</StateTag>
}
