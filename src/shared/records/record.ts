import type { MaskedKind } from '../owner/masking.ts'
import type { TextLimit } from '../text/limits.ts'

/**
 * A field's kind of personal data, for masking and erasure: `words` is free text, a `key` is derived from the others, `kept` is
 * not personal.
 */
export type FieldKind = 'kept' | 'name' | 'words' | MaskedKind | 'text' | 'pictures' | 'key'

/** A record's field: everything needed to read, write or show it. */
export interface RecordField {
  readonly wire: string
  readonly column: string
  readonly label: string
  readonly kind: FieldKind
  readonly stored?: 'integer'
  /** Type only: its value's type if not text. */
  readonly type?: unknown
}
/** A typed field: its limits, and its normal form (`wire.md` section 3). */
export type TextField = RecordField & TextLimit & { readonly normalise?: (typed: string) => string }
export type RecordFields = Readonly<Record<string, RecordField>>

export const namesOf = <Name extends string>(fields: Readonly<Record<Name, unknown>>) => Object.keys(fields) as Name[] // no record has more

/** The journal's labels for a record's fields. */
export const recordLabels = <Name extends string>(fields: Readonly<Record<Name, RecordField>>) =>
  Object.fromEntries(Object.entries<RecordField>(fields).map(([name, { label }]) => [name, label])) as Readonly<Record<Name, string>> // of all names

/** Maps each field of a record. */
export const mapRecord = <Fields extends RecordFields, Made>(record: Fields, make: (field: Fields[keyof Fields]) => Made) =>
  Object.fromEntries(Object.entries(record).map(([name, field]) => [name, make(field as Fields[keyof Fields])])) as { readonly [Name in keyof Fields]: Made } // of all fields

/** The fields of a contract's shape: each codec with its field's wire name. */
export const wired = <Fields extends RecordFields, Codecs extends Readonly<Record<string, unknown>>>(record: Fields, codecs: Codecs) =>
  Object.fromEntries(Object.entries(codecs).map(([name, codec]) => [name, [record[name]?.wire, codec]])) as unknown as {
    readonly [Name in keyof Codecs & keyof Fields]: readonly [wireName: Fields[Name]['wire'], schema: Codecs[Name]]
  } // of fields of the record

/** The values of a record whose fields state their types. */
export type ValuesOf<Fields extends RecordFields> = {
  [Name in keyof Fields]: Fields[Name] extends { readonly type?: infer Type } ? (unknown extends Type ? string : Type) : string
}

/** The columns of a record's fields. */
export type RowOf<Fields extends RecordFields, Values> = { -readonly [Name in keyof Fields & keyof Values as Fields[Name]['column']]: Values[Name] }

/** Converts a record's values to columns. */
export function asColumns<const Fields extends RecordFields, Values extends object>(record: Fields, values: Values): RowOf<Fields, Values> {
  const columns: Record<string, unknown> = {}
  for (const name of Object.keys(record)) columns[(record[name] as RecordField).column] = (values as Record<string, unknown>)[name]
  return columns as RowOf<Fields, Values> // of all fields
}

/** Reads a record's fields, or only the named ones, from its columns. */
export function asFields<const Fields extends RecordFields, Name extends keyof Fields & string, Row extends object>(
  record: Fields,
  row: Row,
  names: readonly Name[] = namesOf(record) as readonly string[] as readonly Name[],
) {
  const fields: Record<string, unknown> = {}
  for (const name of names) fields[name] = (row as Record<string, unknown>)[(record[name] as RecordField).column]
  return fields as { [Field in Name]: Fields[Field]['column'] extends keyof Row ? Row[Fields[Field]['column']] : never } // of all columns
}
