import type { SheetColumn } from './workbook.ts'

/** A workbook's columns by the wire names of their fields. */
export type FieldsOf<Column extends string> = Readonly<Record<string, Column>>

/** A sheet's header, and the field assigned to its column; `''` if ignored. */
export interface ReadHeader {
  readonly text: string
  readonly field: string
}

/** Number of known columns that identify a row as the header. */
export const SURE_COLUMNS = 2

/** Manual assignment of a sheet's columns: fields by header; `''` to ignore a column. */
export type ColumnMapping = Readonly<Record<string, string>>

/** Findings about a sheet that lacks required columns. */
export interface UnknownColumns {
  /** Its headers. */
  readonly columns: readonly string[]
  /** Fields that need a column mapped by hand; empty if that would not help. */
  readonly needed: readonly string[]
  /** The row number of the headers; null if there are none. */
  readonly headerrow: number | null
  readonly headers: readonly ReadHeader[]
}

/** A field that a column may be assigned to manually. */
export interface NamedField {
  readonly field: string
  /** Its name in the template. */
  readonly name: string
  readonly isRequired: boolean
}

/** A workbook's columns in template order, each with its field. */
export function namedFields<Column extends string>(columns: Readonly<Record<Column, SheetColumn>>, fields: FieldsOf<Column>): NamedField[] {
  return Object.entries(fields).map(([field, column]) => ({ field, name: columns[column].name, isRequired: columns[column].isRequired }))
}

/**
 * Parses the fields of a file's columns, by header; null if the text is not such a table.
 *
 * A field may also be named by its column in the template.
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
