import type { Role } from '#shared/features/account/roles.ts'
import { propertyChangeEndpoints, type PropertyState } from '#shared/features/property-change/contract.ts'
import type { StaleRequest } from '#shared/features/property-change/refusals.ts'
import { changeFields, ChangeStatus, differingFields, fieldLabels, type ChangeField, type OwnerState } from '#shared/features/property-change/rules.ts'
import { maskIdNumber, maskPhone } from '#shared/owner/masking.ts'
import { splitMany } from '#shared/owner/owners.ts'
import { searchKey, searchText } from '#shared/text/normalise.ts'
import { placeInWords } from '#shared/place/place.ts'
import { findsNumber, type NumberMatch } from '../../search/numberMatch.ts'
import type { PropertyChangeTable } from './tables.ts'

/** The lowest role that may decide on requests. */
export const approverRole: Role = propertyChangeEndpoints['propertyChange.approve'].access

/** Only pending requests can be decided. */
export function decisionRefusal(status: ChangeStatus): 'propertyChange.decided' | null {
  return status === ChangeStatus.pending ? null : 'propertyChange.decided'
}

/** Whether a request was rejected by its submitter. */
export function isWithdrawn({
  status,
  created_by: submitter,
  decided_by: decider,
}: Pick<PropertyChangeTable, 'status' | 'created_by' | 'decided_by'>): boolean {
  return status === ChangeStatus.rejected && submitter === decider
}

/** The text searched in the list of requests: the applicant, the place, the estate, and the owner before and after. */
export function searchTextOf(applicant: string, before: PropertyState, after: PropertyState): string {
  const owners = [before, after].flatMap(({ ownerName, phone, idNumber }) => [ownerName, phone, idNumber])
  return searchText([applicant, placeInWords(before), before.estateName, ...owners])
}

/** Whether a request matches every word; phones and ID numbers only as far as `match` allows. */
export function isFoundByNumbers(
  { words, match }: { readonly words: readonly string[]; readonly match: NumberMatch },
  applicant: string,
  before: PropertyState,
  after: PropertyState,
): boolean {
  const text = searchText([applicant, placeInWords(before), before.estateName, before.ownerName, after.ownerName])
  const numbers = [before, after].flatMap(({ phone, idNumber }) => [...splitMany(phone), ...splitMany(idNumber)]).map(searchKey)
  const isNumber = (word: string) => numbers.some((number) => findsNumber(number, word, match))
  return words.every((word) => text.includes(word) || isNumber(word))
}

/** A field's value as text; phones and ID numbers are masked, as messages are read aloud and logged. */
function inWords(field: ChangeField, state: OwnerState): string {
  if (field === 'areaHundredths') return (state.areaHundredths / 100).toFixed(2)
  const text = field === 'phone' ? maskPhone(state.phone) : field === 'idNumber' ? maskIdNumber(state.idNumber) : state[field]
  return text === '' ? '未填写' : text
}

/** The fields that approving a request writes: exactly those it changes from the state at submission (`wire.md` section 8). */
export function fieldsToWrite(before: OwnerState, after: OwnerState): Partial<OwnerState> {
  return Object.fromEntries(differingFields(before, after).map((field) => [field, after[field]]))
}

/**
 * The fields of a request changed in the registry since submission and not already as requested; null if none.
 *
 * @param now the registry's current state
 */
export function staleRequest(before: OwnerState, after: OwnerState, now: OwnerState): StaleRequest | null {
  const stale = differingFields(before, after).filter((field) => now[field] !== before[field] && now[field] !== after[field])
  if (stale.length === 0) return null
  const isStale = new Set<ChangeField>(stale)
  return {
    words: stale.map((field) => `${fieldLabels[field]}：${inWords(field, before)} → ${inWords(field, now)}`),
    stale: changeFields.filter((field) => isStale.has(field)).map((field) => ({ field, now: String(now[field]) })),
  }
}
