import { Refusal } from '#shared/contract/refusals.ts'
import type { SheetColumn } from '#shared/import/workbook.ts'
import { shown } from './cells.ts'
import { remark } from './refusals.ts'
import type { SheetRow, SheetTop } from './rows.ts'

/** The header stands in one of the first ten rows (`workbooks.md`). */
export const HEADER_ROWS = 10

/** The column that marking adds; one of an earlier round is used again. Behind it may stand what was wrong with the whole sheet. */
export const REASON_HEADER = '错误原因'

export interface Header<Column extends string> {
  /** The sheet's row, from 1. */
  readonly row: number
  /** The sheet's column, from 1, of each column that was found, in the sheet's order. */
  readonly positions: ReadonlyMap<Column, number>
  /** The sheet's headers that mean nothing to the import. */
  readonly ignored: readonly string[]
  readonly remarks: readonly string[]
  /** An earlier column {@link REASON_HEADER}; null without one. */
  readonly reasonColumn: number | null
}

type ColumnMatch<Column extends string> = Omit<Header<Column>, 'row' | 'reasonColumn'>
type HeaderMatch<Column extends string> = { readonly match: ColumnMatch<Column> } | { readonly missing: readonly string[] }

/** What a header must have, or may. */
interface Wanted<Column extends string> {
  readonly columns: Readonly<Record<Column, SheetColumn>>
  /** What the columns that were found do not suffice for. */
  readonly lacks?: ((has: ReadonlySet<Column>) => readonly string[]) | undefined
  /** Columns that somebody has named, by the sheet's headers: they are these and no others. */
  readonly named?: ReadonlyMap<string, Column> | undefined
}

/**
 * Finds the header: the first of the first ten rows that names every required column.
 *
 * A header of two rows, in which some cells are merged downwards and others divided (产权人信息 over 产权人 and 手机号), is
 * read by its lower row and what reaches down into it.
 * @throws what `noHeader` makes of the columns that the nearest row lacks; Refusal where a column is claimed twice
 */
export function findHeader<Column extends string>(
  { rows, merges }: SheetTop,
  { columns, lacks = () => [], named = new Map() }: Wanted<Column>,
  noHeader: (missing: readonly string[], headers: readonly string[]) => Error,
): Header<Column> {
  const keys = Object.keys(columns) as Column[]
  let fullest: readonly string[] = []
  const above = new Map<number, SheetRow>()
  let nearest: { readonly missing: readonly string[]; readonly foundCount: number } = {
    missing: [...keys.filter((key) => columns[key].isRequired).map((key) => columns[key].name), ...lacks(new Set())],
    foundCount: 0,
  }
  for (const row of rows) {
    if (row.number > HEADER_ROWS) break
    above.set(row.number, row)
    const texts = textsOf(row)
    for (const [column, from] of merges.into(row.number)) {
      const text = shown(above.get(from)?.cells[column - 1] ?? null)
      if (text !== '' && !texts.has(column)) texts.set(column, text)
    }
    const found = matchHeader(texts, { columns, lacks, named })
    if (texts.size > fullest.length) fullest = [...texts.values()]
    if ('match' in found) return { ...found.match, row: row.number, reasonColumn: reasonColumnOf(texts) }
    if (found.foundCount > nearest.foundCount) nearest = found
  }
  throw noHeader(nearest.missing, fullest)
}

function textsOf({ cells }: SheetRow): Map<number, string> {
  const texts = new Map<number, string>()
  cells.forEach((value, index) => {
    if (value !== null && value !== undefined) texts.set(index + 1, shown(value))
  })
  return texts
}

const reasonColumnOf = (texts: ReadonlyMap<number, string>): number | null => [...texts].find(([, text]) => text.startsWith(REASON_HEADER))?.[0] ?? null

/** A header as it is compared: without blanks, the star of a required column and what the templates put in brackets. */
function plainHeader(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/\s/g, '')
    .replaceAll('*', '')
    .replace(/\((?:必填|选填|可选|m2|平方米)\)$/, '')
    .replace(/:$/, '')
}

/**
 * Reads a row as the header: columns by their name or an alias, in any order.
 *
 * A column's own name wins over an alias, with a remark.
 * @returns the names of the required columns that the row lacks, where it lacks any
 * @throws Refusal where two headers claim one column with equal right
 */
function matchHeader<Column extends string>(
  texts: ReadonlyMap<number, string>,
  { columns, lacks, named }: { readonly [K in keyof Wanted<Column>]-?: NonNullable<Wanted<Column>[K]> },
): HeaderMatch<Column> & { readonly foundCount: number } {
  const keys = Object.keys(columns) as Column[]
  const byName = new Map(keys.map((key) => [plainHeader(columns[key].name), key]))
  const byAlias = new Map(keys.flatMap((key) => columns[key].aliases.map((alias) => [plainHeader(alias), key] as const)))
  const claims = new Map<Column, { position: number; text: string; isName: boolean }[]>()
  const byHand = new Map([...named].map(([text, key]) => [plainHeader(text), key]))
  const chosen = new Set(byHand.values())
  /** A column for which a header was named by hand has no other. */
  const unnamed = (key: Column | undefined): Column | undefined => (key === undefined || chosen.has(key) ? undefined : key)
  const ignored: string[] = []
  for (const [position, text] of [...texts].sort(([a], [b]) => a - b)) {
    const plain = plainHeader(text)
    const key = byHand.get(plain) ?? unnamed(byName.get(plain) ?? byAlias.get(plain))
    if (key === undefined) ignored.push(text)
    else claims.set(key, [...(claims.get(key) ?? []), { position, text, isName: byName.has(plain) || byHand.has(plain) }])
  }
  const missing = [...keys.filter((key) => columns[key].isRequired && !claims.has(key)).map((key) => columns[key].name), ...lacks(new Set(claims.keys()))]
  if (missing.length > 0) return { missing, foundCount: claims.size }

  const positions: [Column, number][] = []
  const remarks: string[] = []
  for (const [key, all] of claims) {
    const named = all.filter(({ isName }) => isName)
    const [winner, rival] = named.length > 0 ? named : all
    if (!winner || rival) throw new Refusal('workbook.sameColumnTwice', { column: columns[key].name, headers: all.map(({ text }) => text) })
    positions.push([key, winner.position])
    for (const other of all.filter((one) => one !== winner)) {
      ignored.push(other.text)
      remarks.push(remark.otherColumn(columns[key].name, winner.text, other.text))
    }
  }
  return { match: { positions: new Map(positions.sort(([, a], [, b]) => a - b)), ignored, remarks }, foundCount: claims.size }
}
