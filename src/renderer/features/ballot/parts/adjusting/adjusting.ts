import { sentenceFor } from '#shared/contract/refusals.ts'
import { ActivityStatus } from '#shared/features/activity/rules.ts'
import { adjustLimits, adjustReasons, wholeRefusal } from '#shared/features/ballot/rules.ts'
import type { AskedReason } from '../../../../ui/ReasonField.tsx'
import { whyNot } from '../../../activity/parts/whyNot.ts'

/** Why a roster's heads and area cannot be changed, as a message; null if they can. */
export function whyWholeFixed(status: ActivityStatus): string | null {
  const reason = wholeRefusal(status)
  return whyNot(status, 'adjustBallots') ?? (reason === null ? null : sentenceFor(reason))
}

/** The reason prompted for when heads or area change during voting; undefined if none. */
export const askedReason = (status: ActivityStatus): AskedReason | undefined =>
  status === ActivityStatus.voting ? { ...adjustLimits.reason, ready: adjustReasons } : undefined
