import { SURE_COLUMNS } from '#shared/import/columns.ts'
import type { SheetColumn } from '#shared/import/workbook.ts'
import { shown } from './cells.ts'
import { remark } from './refusals.ts'
import type { SheetRow, SheetTop } from './rows.ts'

/** The header is in one of the first ten rows (`workbooks.md`). */
export const HEADER_ROWS = 10

/** The column that marking adds; one of an earlier round is used again. Behind it may stand what was wrong with the whole sheet. */
export const REASON_HEADER = '错误原因'

export const isReasonHeader = (text: string): boolean => text.startsWith(REASON_HEADER)

/** A cell of a header, and the column that it was read as; null if it was not. */
export interface HeaderCell<Column extends string> {
  /** The sheet's column, from 1. */
  readonly position: number
  readonly text: string
  readonly column: Column | null
  /** Somebody has said what it is. */
  readonly isNamed: boolean
}

export interface Header<Column extends string> {
  /** The sheet's row, from 1. */
  readonly row: number
  /** The sheet's column, from 1, of each column that was found, in the sheet's order. */
  readonly positions: ReadonlyMap<Column, number>
  /** All that hold anything, in the sheet's order. */
  readonly cells: readonly HeaderCell<Column>[]
  readonly remarks: readonly string[]
  /** An earlier column {@link REASON_HEADER}; null without one. */
  readonly reasonColumn: number | null
}

/** Why no row will do as the header. */
export interface HeaderProblem<Column extends string> {
  /** The row with the most columns that are known, else the one with the most texts; null in an empty sheet. */
  readonly row: number | null
  /** Whether it is the header for certain, by what else it holds. */
  readonly isHeader: boolean
  readonly cells: readonly HeaderCell<Column>[]
  /** The columns that it lacks; with none, two cells claim one column. */
  readonly missing: readonly Column[]
  readonly rivals: Rivals<Column> | null
}

/** Headers that claim one column with equal right. */
interface Rivals<Column extends string> {
  readonly column: Column
  readonly texts: readonly string[]
}

/** What a header must have, or may. */
interface Wanted<Column extends string> {
  readonly columns: Readonly<Record<Column, SheetColumn>>
  /** What the columns that were found do not suffice for. */
  readonly lacks?: ((has: ReadonlySet<Column>) => readonly Column[]) | undefined
  /** Columns that somebody has named, by the sheet's headers: they are these and no others; null is none. */
  readonly named?: ReadonlyMap<string, Column | null> | undefined
}

/**
 * Finds the header: the first of the first ten rows that names every required column.
 *
 * A header of two rows, in which some cells are merged downwards and others divided (产权人信息 over 产权人 and 手机号), is
 * read by its lower row and what reaches down into it.
 * @throws what `refusalOf` makes of the row that is nearest to a header
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

/** A cell that claims to be the header of a column, by the column's own name or by another. */
interface Claim {
  readonly position: number
  readonly text: string
  readonly isName: boolean
}
type Claims<Column extends string> = ReadonlyMap<Column, readonly Claim[]>

/** Reads a row as the header: columns by their name or an alias, in any order, and what it lacks. */
function readHeader<Column extends string>(
  texts: ReadonlyMap<number, string>,
  { columns, lacks = () => [], named = new Map() }: Wanted<Column>,
  { byName, byAlias }: HeaderWords<Column>,
) {
  const inOrder = [...texts].sort(([a], [b]) => a - b)
  const claims = new Map<Column, Claim[]>()
  const byHand = new Map([...named].map(([text, key]) => [plainHeader(text), key]))
  const chosen = new Set(inOrder.flatMap(([, text]) => byHand.get(plainHeader(text)) ?? []))
  /** A column for which a header was named by hand has no other. */
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

/** Chooses a cell for each column: the column's own name wins over an alias, with a remark; two of equal right are rivals. */
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

/** A header as it is compared: without blanks, the star of a required column and what the templates put in brackets. */
function plainHeader(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/\s/g, '')
    .replaceAll('*', '')
    .replace(/\((?:必填|选填|可选|m2|平方米)\)$/, '')
    .replace(/:$/, '')
}

/** The words by which the columns of a sheet are known. */
interface HeaderWords<Column extends string> {
  /** By their names in the template, and by their other names, as {@link plainHeader} has them. */
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

/** A word of one character is in too many headers. */
const SHORTEST_LIKE = 2
/** Words of two characters that differ in one have little in common. */
const SHORTEST_APART = 3

/** The column that a header which is none of its names is like: it holds one of them, or is one but for a character; undefined if none. */
function likeColumn<Column extends string>(text: string, { byName, byAlias }: HeaderWords<Column>): Column | undefined {
  const plain = plainHeader(text)
  let best: { readonly column: Column; readonly end: number; readonly length: number } | undefined
  for (const [word, column] of [...byName, ...byAlias]) {
    if (word.length < SHORTEST_LIKE) continue
    const at = plain.lastIndexOf(word)
    const end = at >= 0 ? at + word.length : isOneApart(plain, word) ? 0 : -1
    // What a header is about is last: 产权人电话 is a phone.
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
