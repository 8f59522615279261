import { Refusal } from '#shared/contract/refusals.ts'
import { mappingOf, type ColumnMapping, type NamedField } from '#shared/import/columns.ts'

/** @throws Refusal `workbook.mapping` (400) where the text is no table of headers and fields */
export function requireMapping(json: string, fields: readonly NamedField[]): ColumnMapping {
  const mapping = mappingOf(json, fields)
  if (mapping === null) throw new Refusal('workbook.mapping')
  return mapping
}

/** What the journal keeps of columns that were named by hand: `楼号2=楼栋、…`; nothing where none was. */
export function inJournalOf(mapping: ColumnMapping, fields: readonly NamedField[]): { readonly namedColumns?: string } {
  const names = Object.entries(mapping).map(([text, field]) => `${text}=${fields.find((one) => one.field === field)?.name ?? '不读取'}`)
  return names.length > 0 ? { namedColumns: names.join('、') } : {}
}
