import { conflict } from '#shared/contract/envelope.ts'
import type { PropertyState } from '#shared/features/property-change/contract.ts'
import { ChangeStatus } from '#shared/features/property-change/rules.ts'
import { placeInWords, searchHay } from '#shared/features/property/rules.ts'

export const changeMessages = {
  decided: '该申请已处理',
  propertyGone: '该房产已被删除，不能同意申请，请选择不同意',
} as const

/** Only a pending request is decided on. */
export function checkIsPending(status: ChangeStatus): void {
  if (status !== ChangeStatus.pending) throw conflict(changeMessages.decided)
}

/** What the list of requests searches: the applicant, the place, the estate, and the owner before and after. */
export function hayOf(applicant: string, before: PropertyState, after: PropertyState): string {
  const owners = [before, after].flatMap(({ ownerName, phone, idNumber }) => [ownerName, phone, idNumber])
  return searchHay([applicant, placeInWords(before), before.estateName, ...owners])
}
