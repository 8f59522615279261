import { sentenceFor, type PlainReason } from '#shared/contract/refusals.ts'
import type { WrongStatus } from '#shared/features/activity/refusals.ts'
import { activityStepRefusal, stepRefusal, type ActivityStatus, type ActivityStep } from '#shared/features/activity/rules.ts'

/**
 * The message for a rule's refusal; null if there is none.
 *
 * @param tried the attempted step, and the activity's status
 */
export function reasonInWords(reason: PlainReason | 'activity.wrongStatus' | null, tried: WrongStatus): string | null {
  if (reason === null) return null
  return reason === 'activity.wrongStatus' ? sentenceFor(reason, tried) : sentenceFor(reason)
}

/** Why a step is not possible for an activity, given its status and papers, as a message; null if it is. */
export function whyNotNow(activity: { readonly status: ActivityStatus; readonly hasPapers: boolean }, step: ActivityStep): string | null {
  return reasonInWords(activityStepRefusal(activity, step), { status: activity.status, step })
}

/** Why a step is not possible in a status, as a message; null if it is. */
export function whyNot(status: ActivityStatus, step: ActivityStep): string | null {
  return reasonInWords(stepRefusal(status, step), { status, step })
}
