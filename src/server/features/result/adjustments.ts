import { ERASED_CONTENT } from '#shared/features/audit/content.ts'
import { actionName } from '#shared/features/words.ts'
import { formatTime } from '#shared/time/chinaTime.ts'
import type { RosterAdjustment } from '../audit/rosterAdjustments.ts'

/** Houses of one act that are named. */
const NAMED = 20

/** An act as a sentence; what came by an approved change bears its name. */
function adjustmentInWords({ at, operator, action, places, reason }: RosterAdjustment): string {
  const act = actionName(action === 'activity.roster' ? 'propertyChange.approve' : action)
  const more = places.length > NAMED ? '等' : ''
  return `${formatTime(at)}　${operator}　${act}　${places.length}处：${places.slice(0, NAMED).join('、')}${more}。原因：${reason}`
}

/** Every act by which a roster's heads or area changed while votes were cast, a line an act (`wire.md` section 5). */
export function adjustmentLines(acts: readonly RosterAdjustment[], houses: number): string[] {
  const erased = houses - acts.reduce((sum, { places }) => sum + places.length, 0)
  return [...acts.map(adjustmentInWords), ...(erased > 0 ? [`${erased}处：${ERASED_CONTENT}`] : [])]
}
