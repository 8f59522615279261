import type { SheetColumn } from '#shared/import/workbook.ts'
import { refuse, remark } from './refusals.ts'

/** The header stands in one of the first ten rows (`workbooks.md`). */
export const HEADER_ROWS = 10

export interface Header<Column extends string> {
  /** The sheet's column, from 1, of each column that was found, in the sheet's order. */
  readonly positions: ReadonlyMap<Column, number>
  /** The sheet's headers that mean nothing to the import. */
  readonly ignored: readonly string[]
  readonly remarks: readonly string[]
}

export type HeaderMatch<Column extends string> = { readonly header: Header<Column> } | { readonly missing: readonly string[] }

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
export function matchHeader<Column extends string>(
  texts: ReadonlyMap<number, string>,
  columns: Readonly<Record<Column, SheetColumn>>,
): HeaderMatch<Column> & { readonly foundCount: number } {
  const keys = Object.keys(columns) as Column[]
  const byName = new Map(keys.map((key) => [plainHeader(columns[key].name), key]))
  const byAlias = new Map(keys.flatMap((key) => columns[key].aliases.map((alias) => [plainHeader(alias), key] as const)))
  const claims = new Map<Column, { position: number; text: string; isName: boolean }[]>()
  const ignored: string[] = []
  for (const [position, text] of [...texts].sort(([a], [b]) => a - b)) {
    const plain = plainHeader(text)
    const key = byName.get(plain) ?? byAlias.get(plain)
    if (key === undefined) ignored.push(text)
    else claims.set(key, [...(claims.get(key) ?? []), { position, text, isName: byName.has(plain) }])
  }
  const missing = keys.filter((key) => columns[key].isRequired && !claims.has(key)).map((key) => columns[key].name)
  if (missing.length > 0) return { missing, foundCount: claims.size }

  const positions: [Column, number][] = []
  const remarks: string[] = []
  for (const [key, all] of claims) {
    const named = all.filter(({ isName }) => isName)
    const [winner, rival] = named.length > 0 ? named : all
    if (!winner || rival)
      throw refuse.sameColumnTwice(
        columns[key].name,
        all.map(({ text }) => text),
      )
    positions.push([key, winner.position])
    for (const other of all.filter((one) => one !== winner)) {
      ignored.push(other.text)
      remarks.push(remark.otherColumn(columns[key].name, winner.text, other.text))
    }
  }
  return { header: { positions: new Map(positions.sort(([, a], [, b]) => a - b)), ignored, remarks }, foundCount: claims.size }
}
