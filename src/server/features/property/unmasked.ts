import { Refusal } from '#shared/contract/refusals.ts'
import type { RowError } from '#shared/import/contract.ts'
import { holdsMask, maskedMessages, maskOf } from '#shared/owner/masking.ts'
import { propertySheet } from '#shared/features/property/sheet.ts'
import { placeInWords } from '#shared/place/place.ts'
import { maskedFieldNames, propertyRecord, type MaskedField } from '#shared/records/property.ts'
import type { PropertyRow } from './sheet.ts'

type Numbers = Readonly<Record<MaskedField, string>>
const isMaskOf = (name: MaskedField, present: Numbers, sent: string): boolean => maskOf[propertyRecord[name].kind](present[name]) === sent

/**
 * Replaces masks in a change by the whole numbers: the mask of the current phone or ID number means unchanged (`trust.md` section 5).
 *
 * @throws Refusal `property.masked` (400) for any other mask
 */
export function unmasked<T extends { readonly [Name in MaskedField]?: string | null | undefined }>(sent: T, present: Numbers): T {
  const masked = maskedFieldNames.filter((name) => holdsMask(sent[name] ?? ''))
  const other = masked.find((name) => !isMaskOf(name, present, sent[name] ?? ''))
  if (other) throw new Refusal('property.masked', { field: propertyRecord[other].wire, kind: propertyRecord[other].kind })
  return { ...sent, ...Object.fromEntries(masked.map((name) => [name, present[name]])) }
}

/**
 * Replaces masks in a workbook row by the whole numbers: the mask of the current phone or ID number means unchanged.
 *
 * @param present the property at that place; undefined if none
 * @param wrong called for any other mask
 */
export function unmaskRow(sent: PropertyRow, present: Numbers | undefined, wrong: (error: RowError) => void): PropertyRow {
  const whole = maskedFieldNames.flatMap((name) => {
    const value = sent[name] ?? ''
    if (!holdsMask(value)) return []
    if (present && isMaskOf(name, present, value)) return [[name, present[name]]]
    const message = maskedMessages[propertyRecord[name].kind]
    wrong({ row: sent.row, column: propertySheet.columns[name].name, message, value, place: placeInWords(sent), owner: sent.ownerName })
    return []
  })
  return { ...sent, ...Object.fromEntries(whole) }
}

/** Whether a workbook row has a masked phone or ID number, to be handled by {@link unmaskRow}. */
export const hasMask = (sent: Pick<PropertyRow, MaskedField>): boolean => maskedFieldNames.some((name) => holdsMask(sent[name] ?? ''))
