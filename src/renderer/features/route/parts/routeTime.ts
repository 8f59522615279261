import type { Activity } from '#shared/features/activity/contract.ts'
import { whyNot } from '../../activity/parts/whyNot.ts'

/** Why no route can be planned now; null if one can. */
export function whyNoRoute({ status, endsAt }: Pick<Activity, 'status' | 'endsAt'>, now: number = Date.now()): string | null {
  const refusal = whyNot(status, 'planRoute')
  if (refusal !== null) return refusal
  return endsAt !== null && now > endsAt ? '投票已截止，不能安排路线' : null
}
