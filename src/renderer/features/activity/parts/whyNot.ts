import { sentenceFor, type PlainReason } from '#shared/contract/refusals.ts'
import type { WrongStatus } from '#shared/features/activity/refusals.ts'
import { activityStepRefusal, stepRefusal, type ActivityStatus, type ActivityStep } from '#shared/features/activity/rules.ts'

/**
 * The sentence of the reason that a rule gave; null if it gave none.
 *
 * @param tried the step that was to be taken, and the activity's status
 */
export function reasonInWords(reason: PlainReason | 'activity.wrongStatus' | null, tried: WrongStatus): string | null {
  if (reason === null) return null
  return reason === 'activity.wrongStatus' ? sentenceFor(reason, tried) : sentenceFor(reason)
}

/** Why a step cannot be taken with an activity, by its status and its papers, in words; null if it can. */
export function whyNotNow(activity: { readonly status: ActivityStatus; readonly hasPapers: boolean }, step: ActivityStep): string | null {
  return reasonInWords(activityStepRefusal(activity, step), { status: activity.status, step })
}

/** Why a step cannot be taken in a status, in words; null if it can. */
export function whyNot(status: ActivityStatus, step: ActivityStep): string | null {
  return reasonInWords(stepRefusal(status, step), { status, step })
}
