import { ERASED_CONTENT } from '#shared/features/journal/content.ts'
import { actionName } from '#shared/features/words.ts'
import { formatTime } from '#shared/time/chinaTime.ts'
import type { RosterAdjustment } from '../journal/rosterAdjustments.ts'

/** Maximum properties listed per change. */
const NAMED = 20

/** A change as a sentence; one made by an approved request has its name. */
function adjustmentInWords({ at, operator, action, places, reason }: RosterAdjustment): string {
  const act = actionName(action === 'activity.roster' ? 'propertyChange.approve' : action)
  const more = places.length > NAMED ? '等' : ''
  return `${formatTime(at)}　${operator}　${act}　${places.length}处：${places.slice(0, NAMED).join('、')}${more}。原因：${reason}`
}

/** Every change of a roster's heads or area during voting, one line each (`wire.md` section 5). */
export function adjustmentLines(acts: readonly RosterAdjustment[], count: number): string[] {
  const erased = count - acts.reduce((sum, { places }) => sum + places.length, 0)
  return [...acts.map(adjustmentInWords), ...(erased > 0 ? [`${erased}处：${ERASED_CONTENT}`] : [])]
}
