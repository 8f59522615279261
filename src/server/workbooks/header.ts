import { SURE_COLUMNS } from '#shared/import/columns.ts'
import type { SheetColumn } from '#shared/import/workbook.ts'
import { shown } from './cells.ts'
import { remark } from './refusals.ts'
import type { SheetRow, SheetTop } from './rows.ts'

/** The header is in one of the first ten rows (`workbooks.md`). */
export const HEADER_ROWS = 10

/** The column added by marking; an earlier one is reused. It may be followed by errors of the whole sheet. */
export const REASON_HEADER = '错误原因'

export const isReasonHeader = (text: string): boolean => text.startsWith(REASON_HEADER)

/** A header cell, and the column it was recognized as; null if none. */
export interface HeaderCell<Column extends string> {
  /** The sheet's column, from 1. */
  readonly position: number
  readonly text: string
  readonly column: Column | null
  /** Named by the user. */
  readonly isNamed: boolean
}

export interface Header<Column extends string> {
  /** The sheet's row, from 1. */
  readonly row: number
  /** The sheet's column, from 1, of each column found, in the sheet's order. */
  readonly positions: ReadonlyMap<Column, number>
  /** All non-empty cells, in the sheet's order. */
  readonly cells: readonly HeaderCell<Column>[]
  readonly remarks: readonly string[]
  /** An existing column {@link REASON_HEADER}; null without one. */
  readonly reasonColumn: number | null
}

/** Why no row qualifies as the header. */
export interface HeaderProblem<Column extends string> {
  /** The row with the most known columns, else the one with the most texts; null in an empty sheet. */
  readonly row: number | null
  /** Whether it certainly is the header, judging by its other cells. */
  readonly isHeader: boolean
  readonly cells: readonly HeaderCell<Column>[]
  /** The missing columns; if empty, two cells claim one column. */
  readonly missing: readonly Column[]
  readonly rivals: Rivals<Column> | null
}

/** Headers that claim one column with equal priority. */
interface Rivals<Column extends string> {
  readonly column: Column
  readonly texts: readonly string[]
}

/** Requirements on a header. */
interface Wanted<Column extends string> {
  readonly columns: Readonly<Record<Column, SheetColumn>>
  /** The missing columns, given those found. */
  readonly lacks?: ((has: ReadonlySet<Column>) => readonly Column[]) | undefined
  /** Columns named by the user, by the sheet's headers, overriding recognition; null means none. */
  readonly named?: ReadonlyMap<string, Column | null> | undefined
}

/**
 * Finds the header: the first of the first ten rows with every required column.
 *
 * A two-row header, with some cells merged downwards and others divided (产权人信息 over 产权人 and 手机号), is read by its lower row
 * and the merges that reach into it.
 * @throws the result of `refusalOf` for the row most similar to a header
 */
export function findHeader<Column extends string>(
  { rows, merges }: SheetTop,
  wanted: Wanted<Column>,
  refusalOf: (problem: HeaderProblem<Column>) => Error,
): Header<Column> {
  const words = headerWords(wanted.columns)
  const above = new Map<number, SheetRow>()
  let nearest: HeaderProblem<Column> = { ...readHeader(new Map(), wanted, words), row: null, isHeader: false, rivals: null }
  let mostFound = 0
  for (const row of rows) {
    if (row.number > HEADER_ROWS) break
    above.set(row.number, row)
    const texts = textsOf(row)
    for (const [column, from] of merges.into(row.number)) {
      const text = shown(above.get(from)?.cells[column - 1] ?? null)
      if (text !== '' && !texts.has(column)) texts.set(column, text)
    }
    const { cells, missing, claims } = readHeader(texts, wanted, words)
    const problem = { row: row.number, isHeader: claims.size >= SURE_COLUMNS, cells, missing, rivals: null }
    if (missing.length === 0) {
      const chosen = chooseColumns(claims, wanted.columns)
      if ('rivals' in chosen) throw refusalOf({ ...problem, rivals: chosen.rivals })
      return headerOf(row.number, problem.cells, chosen, { columns: wanted.columns, words })
    }
    if (claims.size > mostFound || (mostFound === 0 && cells.length > nearest.cells.length)) nearest = problem
    mostFound = Math.max(mostFound, claims.size)
  }
  throw refusalOf(nearest)
}

function textsOf({ cells }: SheetRow): Map<number, string> {
  const texts = new Map<number, string>()
  cells.forEach((value, index) => {
    if (value !== null && value !== undefined) texts.set(index + 1, shown(value))
  })
  return texts
}

/** A cell that claims a column, by its own name or by an alias. */
interface Claim {
  readonly position: number
  readonly text: string
  readonly isName: boolean
}
type Claims<Column extends string> = ReadonlyMap<Column, readonly Claim[]>

/** Reads a row as the header: columns by name or alias, in any order, and the missing ones. */
function readHeader<Column extends string>(
  texts: ReadonlyMap<number, string>,
  { columns, lacks = () => [], named = new Map() }: Wanted<Column>,
  { byName, byAlias }: HeaderWords<Column>,
) {
  const inOrder = [...texts].sort(([a], [b]) => a - b)
  const claims = new Map<Column, Claim[]>()
  const byHand = new Map([...named].map(([text, key]) => [plainHeader(text), key]))
  const chosen = new Set(inOrder.flatMap(([, text]) => byHand.get(plainHeader(text)) ?? []))
  /** A column named by hand has no other header. */
  const unnamed = (key: Column | undefined): Column | undefined => (key === undefined || chosen.has(key) ? undefined : key)
  const cells = inOrder.map(([position, text]): HeaderCell<Column> => {
    const plain = plainHeader(text)
    const hand = byHand.get(plain)
    const column = hand === undefined ? (unnamed(byName.get(plain) ?? byAlias.get(plain)) ?? null) : hand
    if (column !== null) claims.set(column, [...(claims.get(column) ?? []), { position, text, isName: byName.has(plain) || byHand.has(plain) }])
    return { position, text, column, isNamed: hand !== undefined }
  })
  const required = (Object.keys(columns) as Column[]).filter((key) => columns[key].isRequired && !claims.has(key))
  return { cells, claims: claims satisfies Claims<Column>, missing: [...required, ...lacks(new Set(claims.keys()))] }
}

interface Chosen<Column extends string> {
  readonly positions: ReadonlyMap<Column, number>
  readonly remarks: readonly string[]
}

/** Chooses a cell per column: its own name takes precedence over an alias, with a remark; two of equal priority are rivals. */
function chooseColumns<Column extends string>(
  claims: Claims<Column>,
  columns: Readonly<Record<Column, SheetColumn>>,
): Chosen<Column> | { readonly rivals: Rivals<Column> } {
  const positions: [Column, number][] = []
  const remarks: string[] = []
  for (const [column, all] of claims) {
    const named = all.filter(({ isName }) => isName)
    const [winner, rival] = named.length > 0 ? named : all
    if (!winner || rival) return { rivals: { column, texts: all.map(({ text }) => text) } }
    positions.push([column, winner.position])
    for (const other of all.filter((one) => one !== winner)) remarks.push(remark.otherColumn(columns[column].name, winner.text, other.text))
  }
  return { positions: new Map(positions.sort(([, a], [, b]) => a - b)), remarks }
}

interface HeaderContext<Column extends string> {
  readonly columns: Readonly<Record<Column, SheetColumn>>
  readonly words: HeaderWords<Column>
}

function headerOf<Column extends string>(
  row: number,
  cells: readonly HeaderCell<Column>[],
  { positions, remarks }: Chosen<Column>,
  { columns, words }: HeaderContext<Column>,
): Header<Column> {
  const unknown = cells.filter(({ column, isNamed }) => column === null && !isNamed)
  const alike = Map.groupBy(unknown, ({ text }) => likeColumn(text, words))
  const likeRemarks = [...alike].flatMap(([column, some]) => {
    const texts = some.map(({ text }) => text)
    return column === undefined ? [] : [remark.likeColumn(columns[column].name, texts, positions.has(column))]
  })
  return {
    row,
    positions,
    cells: cells.map((cell) => (cell.column !== null && positions.get(cell.column) !== cell.position ? { ...cell, column: null } : cell)),
    remarks: [...remarks, ...likeRemarks],
    reasonColumn: cells.find(({ text }) => isReasonHeader(text))?.position ?? null,
  }
}

/** A header normalized for comparison: without blanks, the required column's star and the templates' bracketed additions. */
function plainHeader(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/\s/g, '')
    .replaceAll('*', '')
    .replace(/\((?:必填|选填|可选|m2|平方米)\)$/, '')
    .replace(/:$/, '')
}

/** The words that identify the columns of a sheet. */
interface HeaderWords<Column extends string> {
  /** By template name, and by alias, normalized by {@link plainHeader}. */
  readonly byName: ReadonlyMap<string, Column>
  readonly byAlias: ReadonlyMap<string, Column>
}

function headerWords<Column extends string>(columns: Readonly<Record<Column, SheetColumn>>): HeaderWords<Column> {
  const keys = Object.keys(columns) as Column[]
  return {
    byName: new Map(keys.map((key) => [plainHeader(columns[key].name), key])),
    byAlias: new Map(keys.flatMap((key) => columns[key].aliases.map((alias) => [plainHeader(alias), key] as const))),
  }
}

/** Single characters occur in too many headers. */
const SHORTEST_LIKE = 2
/** Two-character words that differ in one have little in common. */
const SHORTEST_APART = 3

/**
 * The column most similar to an unknown header: the header contains one of its names, or differs from one by a character;
 * undefined if none.
 */
function likeColumn<Column extends string>(text: string, { byName, byAlias }: HeaderWords<Column>): Column | undefined {
  const plain = plainHeader(text)
  let best: { readonly column: Column; readonly end: number; readonly length: number } | undefined
  for (const [word, column] of [...byName, ...byAlias]) {
    if (word.length < SHORTEST_LIKE) continue
    const at = plain.lastIndexOf(word)
    const end = at >= 0 ? at + word.length : isOneApart(plain, word) ? 0 : -1
    // The subject of a header comes last: 产权人电话 is a phone.
    if (end >= 0 && (best === undefined || end > best.end || (end === best.end && word.length > best.length))) best = { column, end, length: word.length }
  }
  return best?.column
}

/** Whether they differ by one character omitted, inserted or replaced. */
function isOneApart(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (short.length < SHORTEST_APART || long.length - short.length > 1) return false
  let at = 0
  while (at < short.length && short[at] === long[at]) at += 1
  return short.slice(short.length === long.length ? at + 1 : at) === long.slice(at + 1)
}
