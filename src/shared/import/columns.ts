import type { SheetColumn } from './workbook.ts'

/** A workbook's columns by the names that their fields have on the wire. */
export type FieldsOf<Column extends string> = Readonly<Record<string, Column>>

/** A header of a sheet, and the field that its column was read as; `''` if it was not read. */
export interface ReadHeader {
  readonly text: string
  readonly field: string
}

/** So many known columns make a row the header for certain. */
export const SURE_COLUMNS = 2

/** What a sheet's columns are, named by hand: fields by the sheet's headers; `''` for one that is not to be read. */
export type ColumnMapping = Readonly<Record<string, string>>

/** What is known of a sheet whose columns do not suffice. */
export interface UnknownColumns {
  /** Its headers. */
  readonly columns: readonly string[]
  /** The fields for which a column is to be named; none if that would not help. */
  readonly needed: readonly string[]
  /** The sheet's row in which the headers stand; null if it has none. */
  readonly headerrow: number | null
  readonly headers: readonly ReadHeader[]
}

/** A column as somebody may name it by hand. */
export interface NamedField {
  readonly field: string
  /** As the template calls it. */
  readonly name: string
  readonly isRequired: boolean
}

/** The columns of a workbook in the template's order, each with its field. */
export function namedFields<Column extends string>(columns: Readonly<Record<Column, SheetColumn>>, fields: FieldsOf<Column>): NamedField[] {
  return Object.entries(fields).map(([field, column]) => ({ field, name: columns[column].name, isRequired: columns[column].isRequired }))
}

/**
 * What stands for which field of a file, by the file's headers; null if the text is no such table.
 *
 * A field may also be named as the template calls its column.
 */
export function mappingOf(json: string, fields: readonly NamedField[]): ColumnMapping | null {
  if (json.trim() === '') return {}
  const known = new Map(fields.flatMap(({ field, name }) => [[name, field] as const, [field, field] as const]))
  const read = parsed(json)
  if (typeof read !== 'object' || read === null || Array.isArray(read)) return null
  const fieldOf = (named: unknown): string | undefined => (named === '' || named === null ? '' : typeof named === 'string' ? known.get(named) : undefined)
  const mapped = Object.entries(read).map(([text, named]: [string, unknown]) => [text, fieldOf(named)] as const)
  return mapped.every((entry): entry is readonly [string, string] => entry[1] !== undefined) ? Object.fromEntries(mapped) : null
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}
