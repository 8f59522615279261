import { Refusal, required } from '#shared/contract/refusals.ts'
import { type ColumnMapping, type ReadHeader, type UnknownColumns, mappingOf, type NamedField } from '#shared/import/columns.ts'
import type { SheetColumn } from '#shared/import/workbook.ts'
import { isReasonHeader, type HeaderCell, type HeaderProblem } from './header.ts'
import type { SheetKind } from './kind.ts'

/** Limits on the headers offered for naming, and on their length unless a column of the kind has a longer name. */
const MAX_HEADERS = 200
const MAX_HEADER = 100

type Kind<Column extends string> = SheetKind<Column, object>

function fieldOf<Column extends string>({ fields }: Kind<Column>, column: Column): string {
  const [field = ''] = Object.entries(fields).find(([, one]) => one === column) ?? []
  return field
}

/** The columns named by the user, by the sheet's headers; null for one to ignore. */
export function namedColumns<Column extends string>(
  { fields }: Kind<Column>,
  { named = {} }: { readonly named?: ColumnMapping | undefined },
): ReadonlyMap<string, Column | null> {
  return new Map(Object.entries(named).map(([text, field]) => [text, fields[field] ?? null]))
}

/** A sheet's headers with their fields, for naming columns by hand. */
export function readHeaders<Column extends string>(kind: Kind<Column>, cells: readonly HeaderCell<Column>[]): ReadHeader[] {
  const longest = Math.max(MAX_HEADER, ...Object.values<SheetColumn>(kind.columns).map(({ name }) => name.length))
  return cells
    .filter(({ text }) => text.length <= longest && !isReasonHeader(text))
    .slice(0, MAX_HEADERS)
    .map(({ text, column }) => ({ text, field: column === null ? '' : fieldOf(kind, column) }))
}

/** The refusal of a sheet with missing or ambiguous columns. */
export function columnsRefusal<Column extends string>(
  kind: Kind<Column>,
  { row, isHeader, cells, missing, rivals }: HeaderProblem<Column>,
  { sheetName: sheet, sheetCount }: { readonly sheetName: string; readonly sheetCount: number },
): Error {
  const headers = readHeaders(kind, cells)
  const unknown = {
    columns: headers.map(({ text }) => text),
    needed: missing.map((column) => fieldOf(kind, column)),
    headerrow: row,
    headers,
  } satisfies UnknownColumns
  if (rivals !== null) {
    const { column, texts } = rivals
    // Equal headers cannot be told apart.
    const needed = new Set(texts).size === texts.length ? [fieldOf(kind, column)] : []
    // Neither is chosen yet.
    const undecided = headers.map((header) => (texts.includes(header.text) ? { ...header, field: '' } : header))
    return new Refusal('workbook.sameColumnTwice', { ...unknown, headers: undecided, needed, column: kind.columns[column].name, rivals: texts })
  }
  const names = missing.map((column) => kind.columns[column].name)
  return kind.notUnderstood?.(unknown) ?? new Refusal('workbook.noHeader', { ...unknown, missing: names, isHeader, sheet, hasOtherSheets: sheetCount > 1 })
}

/** @throws Refusal `workbook.mapping` (400) unless the text maps headers to fields */
export function requireMapping(json: string, fields: readonly NamedField[]): ColumnMapping {
  return required(mappingOf(json, fields), 'workbook.mapping')
}

/** The columns named by hand, for the journal: `楼号2=楼栋、…`; empty if none. */
export function inJournalOf(mapping: ColumnMapping, fields: readonly NamedField[]): { readonly namedColumns?: string } {
  const names = Object.entries(mapping).map(([text, field]) => `${text}=${fields.find((one) => one.field === field)?.name ?? '不读取'}`)
  return names.length > 0 ? { namedColumns: names.join('、') } : {}
}
