import type { Failure } from '#shared/bridge/outcome.ts'
import { StaleChange, type PropertyChangeRequest, type PropertyState, type RosterOutcome } from '#shared/features/property-change/contract.ts'
import { changeFields, ChangeStatus, changeStatusNames, fieldLabels, WITHDRAWN, type ChangeField } from '#shared/features/property-change/rules.ts'
import { placeInWords } from '#shared/place/place.ts'
import { isRefusedFor } from '../../bridge/failure.ts'
import type { ComparedField } from '../../ui/comparison/ComparisonTable.tsx'
import type { Tone } from '../../ui/StateTag.tsx'

export type StatusFilter = 'all' | ChangeStatus

export const statusFilters: readonly { readonly value: StatusFilter; readonly label: string }[] = [
  { value: 'all', label: '全部' },
  ...Object.values(ChangeStatus).map((value) => ({ value, label: changeStatusNames[value] })),
]

const statusWords = {
  [ChangeStatus.pending]: { name: changeStatusNames[0], tone: 'orange' },
  [ChangeStatus.approved]: { name: changeStatusNames[1], tone: 'green' },
  [ChangeStatus.rejected]: { name: changeStatusNames[2], tone: 'grey' },
} as const satisfies Readonly<Record<ChangeStatus, StatusWords>>

interface StatusWords {
  readonly name: string
  readonly tone: Tone
}

/** A request's status for display. */
export function statusInWords({ status, isWithdrawn }: Pick<PropertyChangeRequest, 'status' | 'isWithdrawn'>): StatusWords {
  return isWithdrawn ? { name: WITHDRAWN, tone: 'grey' } : statusWords[status]
}

const fieldKinds = { areaHundredths: 'number', ownerName: 'text', phone: 'phone', idNumber: 'idNumber' } as const satisfies Readonly<
  Record<ChangeField, ComparedField['kind']>
>
const squareMetresInWords = (hundredths: number): string => `${(hundredths / 100).toFixed(2)}㎡`
const propertyOf = (state: PropertyState): string => [state.estateName, placeInWords(state)].filter((part) => part !== '').join(' ')

type Compared = Pick<PropertyChangeRequest, 'applicant' | 'before' | 'after' | 'changedFields'>

/** Applicant, property, area, owner, phone and ID number, before and after (`console.md` section 2). */
export function comparedFields({ applicant, before, after, changedFields }: Compared): ComparedField[] {
  const same = (label: string, text: string): ComparedField => ({ label, kind: 'text', before: text, after: text, isChanged: false })
  const compared = (field: ChangeField): ComparedField => {
    const words = (state: PropertyState): string => (field === 'areaHundredths' ? squareMetresInWords(state[field]) : state[field])
    return { label: fieldLabels[field], kind: fieldKinds[field], before: words(before), after: words(after), isChanged: changedFields.includes(field) }
  }
  return [same('申请人', applicant), same('房屋', propertyOf(before)), ...changeFields.map(compared)]
}

/** A field changed in the registry since the request was submitted: value then, value now, and what the request would write. */
export interface StaleField {
  readonly label: string
  readonly kind: ComparedField['kind']
  readonly before: string
  readonly now: string
  readonly wanted: string
}

/** The fields for which the server refused an approval; empty if it was refused for another reason (`wire.md` section 8). */
export function staleFieldsOf(failure: Failure | null, { before, after }: Pick<PropertyChangeRequest, 'before' | 'after'>): StaleField[] {
  if (!isRefusedFor(failure, 'propertyChange.stale')) return []
  const parsed = StaleChange.safeParse(failure.data)
  if (!parsed.success) return []
  return parsed.data.stale.map(({ field, now }) => {
    const words = (value: string | number): string => (field === 'areaHundredths' ? squareMetresInWords(Number(value)) : String(value))
    return { label: fieldLabels[field], kind: fieldKinds[field], before: words(before[field]), now: words(now), wanted: words(after[field]) }
  })
}

/** What a request changes, on one line: `产权人、手机号`. */
export function changedInWords(request: Compared): string {
  const labels = comparedFields(request)
    .filter(({ isChanged }) => isChanged)
    .map(({ label }) => label)
  return labels.length > 0 ? labels.join('、') : '没有改动'
}

/** An approval's outcome for one roster: written, or why not. */
export function outcomeInWords({ activityTitle, isUpdated, reason }: RosterOutcome): string {
  return `《${activityTitle}》：${isUpdated ? '票权清册已更新' : `票权清册未更新，${reason}`}`
}

/** An approval's outcome, in a sentence. */
export function approvedInWords(rosters: readonly RosterOutcome[]): string {
  const kept = rosters.filter(({ isUpdated }) => !isUpdated).length
  if (rosters.length === 0) return '提交成功，房产信息已更新'
  if (kept === 0) return `提交成功，房产信息和 ${rosters.length} 个活动的票权清册已更新`
  return `提交成功，房产信息已更新，${kept} 个活动的票权清册未更新`
}
