import { Refusal } from '#shared/contract/refusals.ts'
import type { RowError } from '#shared/import/contract.ts'
import { holdsMask, maskIdNumber, maskPhone } from '#shared/owner/masking.ts'
import { propertyMessages as say } from '#shared/features/property/rules.ts'
import { propertySheet } from '#shared/features/property/sheet.ts'
import { placeInWords } from '#shared/place/place.ts'
import type { PropertyRow } from './sheet.ts'

interface Numbers {
  readonly phone?: string | null | undefined
  readonly idNumber?: string | null | undefined
}

/**
 * A change with whole numbers: the mask of the present phone or ID number means unchanged (`trust.md` section 5).
 *
 * @throws Refusal `property.masked` (400) for any other mask
 */
export function unmasked<T extends Numbers>(sent: T, present: { readonly phone: string; readonly idNumber: string }): T {
  const { phone, idNumber } = sent
  return {
    ...sent,
    ...(phone && holdsMask(phone) ? { phone: presentOne(phone, present.phone, maskPhone, 'mobileno') } : {}),
    ...(idNumber && holdsMask(idNumber) ? { idNumber: presentOne(idNumber, present.idNumber, maskIdNumber, 'idno') } : {}),
  }
}

function presentOne(sent: string, present: string, mask: (text: string) => string, field: 'mobileno' | 'idno'): string {
  if (mask(present) !== sent) throw new Refusal('property.masked', { field })
  return present
}

const columns = {
  phone: { name: propertySheet.columns.phone.name, mask: maskPhone, refused: say.phoneMasked },
  idNumber: { name: propertySheet.columns.idNumber.name, mask: maskIdNumber, refused: say.idNumberMasked },
} as const

/**
 * A workbook's row with whole numbers: the mask of the present phone or ID number means unchanged.
 *
 * @param present what is at that place; undefined if nothing does
 * @param wrong told of any other mask
 */
export function unmaskRow(sent: PropertyRow, present: { readonly phone: string; readonly idNumber: string } | undefined, wrong: (error: RowError) => void) {
  const whole = (column: 'phone' | 'idNumber'): string => {
    const { name, mask, refused } = columns[column]
    const value = sent[column]
    if (value === null || !holdsMask(value)) return value ?? ''
    if (present && mask(present[column]) === value) return present[column]
    wrong({ row: sent.row, column: name, message: refused, value, place: placeInWords(sent), owner: sent.ownerName })
    return value
  }
  return { ...sent, phone: whole('phone'), idNumber: sent.idNumber === null ? null : whole('idNumber') }
}

/** Whether a workbook's row holds a masked phone or ID number, which {@link unmaskRow} has to look at. */
export const hasMask = ({ phone, idNumber }: Pick<PropertyRow, 'phone' | 'idNumber'>): boolean => holdsMask(phone) || (idNumber !== null && holdsMask(idNumber))
