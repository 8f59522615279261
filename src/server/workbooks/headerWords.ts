import type { SheetColumn } from '#shared/import/workbook.ts'

/** A header as it is compared: without blanks, the star of a required column and what the templates put in brackets. */
export function plainHeader(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/\s/g, '')
    .replaceAll('*', '')
    .replace(/\((?:必填|选填|可选|m2|平方米)\)$/, '')
    .replace(/:$/, '')
}

/** The words by which the columns of a sheet are known. */
export interface HeaderWords<Column extends string> {
  /** By their names in the template, and by their other names, as {@link plainHeader} has them. */
  readonly byName: ReadonlyMap<string, Column>
  readonly byAlias: ReadonlyMap<string, Column>
}

export function headerWords<Column extends string>(columns: Readonly<Record<Column, SheetColumn>>): HeaderWords<Column> {
  const keys = Object.keys(columns) as Column[]
  return {
    byName: new Map(keys.map((key) => [plainHeader(columns[key].name), key])),
    byAlias: new Map(keys.flatMap((key) => columns[key].aliases.map((alias) => [plainHeader(alias), key] as const))),
  }
}

/** A word of one character is in too many headers. */
const SHORTEST_LIKE = 2
/** Words of two characters that differ in one have little in common. */
const SHORTEST_APART = 3

/** The column that a header which is none of its names is like: it holds one of them, or is one but for a character; undefined where there is none. */
export function likeColumn<Column extends string>(text: string, { byName, byAlias }: HeaderWords<Column>): Column | undefined {
  const plain = plainHeader(text)
  let best: { readonly column: Column; readonly end: number; readonly length: number } | undefined
  for (const [word, column] of [...byName, ...byAlias]) {
    if (word.length < SHORTEST_LIKE) continue
    const at = plain.lastIndexOf(word)
    const end = at >= 0 ? at + word.length : isOneApart(plain, word) ? 0 : -1
    // What a header is about stands last: 产权人电话 is a phone.
    if (end >= 0 && (best === undefined || end > best.end || (end === best.end && word.length > best.length))) best = { column, end, length: word.length }
  }
  return best?.column
}

/** Whether one character was left out, put in or exchanged. */
function isOneApart(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (short.length < SHORTEST_APART || long.length - short.length > 1) return false
  let at = 0
  while (at < short.length && short[at] === long[at]) at += 1
  return short.slice(short.length === long.length ? at + 1 : at) === long.slice(at + 1)
}
