import { Refusal } from '#shared/contract/refusals.ts'
import type { PropertyState, StaleChangeField } from '#shared/features/property-change/contract.ts'
import { changeFields, ChangeStatus, differingFields, fieldLabels, type ChangeField, type OwnerState } from '#shared/features/property-change/rules.ts'
import { maskIdNumber, maskPhone } from '#shared/owner/masking.ts'
import { searchText } from '#shared/text/normalise.ts'
import { placeInWords } from '#shared/place/place.ts'

/** Only a pending request is decided on. */
export function decisionRefusal(status: ChangeStatus): 'propertyChange.decided' | null {
  return status === ChangeStatus.pending ? null : 'propertyChange.decided'
}

/** What the list of requests searches: the applicant, the place, the estate, and the owner before and after. */
export function searchTextOf(applicant: string, before: PropertyState, after: PropertyState): string {
  const owners = [before, after].flatMap(({ ownerName, phone, idNumber }) => [ownerName, phone, idNumber])
  return searchText([applicant, placeInWords(before), before.estateName, ...owners])
}

/** What a field holds, in words; phones and ID numbers are masked, for a sentence is read aloud and logged. */
function inWords(field: ChangeField, state: OwnerState): string {
  if (field === 'areaHundredths') return (state.areaHundredths / 100).toFixed(2)
  const text = field === 'phone' ? maskPhone(state.phone) : field === 'idNumber' ? maskIdNumber(state.idNumber) : state[field]
  return text === '' ? '未填写' : text
}

/**
 * What approving a request writes: the fields in which it differs from what stood when it was handed in, and no other
 * (`wire.md` section 8).
 *
 * @param now what the registry has
 * @throws Refusal 409 where one of those fields has changed since, and is not as wanted already; 400 where none differs
 */
export function fieldsToWrite(before: OwnerState, after: OwnerState, now: OwnerState): Partial<OwnerState> {
  const fields = differingFields(before, after)
  if (fields.length === 0) throw new Refusal('propertyChange.noDifference')
  const stale = fields.filter((field) => now[field] !== before[field] && now[field] !== after[field])
  if (stale.length > 0) {
    const words = stale.map((field) => `${fieldLabels[field]}：${inWords(field, before)} → ${inWords(field, now)}`)
    const isStale = new Set<ChangeField>(stale)
    const staleFields = changeFields.filter((field) => isStale.has(field)).map((field): StaleChangeField => ({ field, now: String(now[field]) }))
    throw new Refusal('propertyChange.stale', { words, stale: staleFields })
  }
  return Object.fromEntries(fields.map((field) => [field, after[field]]))
}
