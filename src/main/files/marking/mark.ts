import { notificationSheet } from '#shared/features/notification/sheet.ts'
import type { WrongCell } from '#shared/import/contract.ts'
import { propertySheet } from '#shared/features/property/sheet.ts'
import type { SheetColumn } from '#shared/import/workbook.ts'
import { readArchive } from './archive.ts'
import { cellsOf, cellText, columnLetters, hasValue, mapSheet, type SheetCell, type SheetMap, type SheetRow } from './sheet.ts'
import { type MarkedStyles, markStyles, styleOf } from './styles.ts'
import { sharedStrings, workbookParts } from './workbook.ts'
import { attribute, escapeXml, tagsOf, withAttribute } from './xml.ts'

export const REASON_HEADER = '错误原因'

const HEADER_ROWS = 10
const MAX_COLUMN = 16_384
const REASON_WIDTH = 60
/** Excel takes no longer text in a cell. */
const MAX_CELL_TEXT = 32_000

/**
 * The user's own workbook with a column 错误原因 in the first visible sheet, and the wrong cells coloured.
 *
 * Works on the file's parts as text, adding cells where they belong: formats, lists, formulas, other sheets stay as they
 * are, and no range in the file is ever walked. An earlier column 错误原因 is used again. Throws an Error (for the log)
 * where the file cannot be understood; it is meant to run in a worker with limits.
 */
export async function markWorkbook(bytes: Uint8Array, errors: readonly WrongCell[]): Promise<Uint8Array> {
  const archive = await readArchive(bytes)
  const parts = workbookParts(archive)
  const xml = archive.text(parts.sheet)
  if (xml === null) throw new Error('sheet is missing')
  const map = mapSheet(xml)
  const strings = parts.sharedStrings === null ? null : archive.text(parts.sharedStrings)
  const header = findHeader(xml, map, strings)
  const marks = marksByRow(errors, header)
  const reasonColumn = header.columns.get(REASON_HEADER) ?? freeColumn(xml, map, header, new Set(marks.keys()))

  const stylesXml = parts.styles === null ? null : archive.text(parts.styles)
  const styles = stylesXml === null ? null : markStyles(stylesXml, stylesInUse(xml, map, marks))
  if (parts.styles !== null && styles !== null) archive.replace(parts.styles, styles.xml)
  archive.replace(parts.sheet, rewrite({ xml, map, header, marks, reasonColumn, styles }))
  return archive.write()
}

interface Header {
  readonly row: number
  /** The columns' names as templates write them, to their numbers. */
  readonly columns: ReadonlyMap<string, number>
}

/** What is wrong with a row, and in which columns. */
interface Mark {
  readonly reason: string
  readonly columns: ReadonlySet<number>
}

const templateNames = new Map<string, string>()
const templateColumns: readonly SheetColumn[] = [...Object.values(propertySheet.columns), ...Object.values(notificationSheet.columns)]
for (const { name, aliases } of templateColumns) {
  for (const written of [name, ...aliases]) templateNames.set(plainHeader(written), name)
}

function plainHeader(written: string): string {
  return written.normalize('NFKC').replace(/[\s*＊]/g, '')
}

/** The row among the first ten that names the most columns; the first row where none does. */
function findHeader(xml: string, map: SheetMap, strings: string | null): Header {
  const candidates = map.rows.filter(({ number }) => number >= 1 && number <= HEADER_ROWS).map((row) => ({ row, cells: cellsOf(xml, row) }))
  const wanted = new Set<number>()
  for (const { cells } of candidates) {
    for (const cell of cells) {
      const text = cellText(cell)
      if (typeof text === 'object' && text !== null) wanted.add(text.shared)
    }
  }
  const shared = strings === null ? new Map<number, string>() : sharedStrings(strings, wanted)
  let best: Header = { row: 1, columns: new Map() }
  for (const { row, cells } of candidates) {
    const columns = new Map<string, number>()
    for (const cell of cells) {
      const text = cellText(cell)
      const written = typeof text === 'string' ? text : text === null ? '' : (shared.get(text.shared) ?? '')
      const plain = plainHeader(written)
      // the header may carry what was wrong with the whole sheet behind its name
      const name = plain.startsWith(REASON_HEADER) ? REASON_HEADER : templateNames.get(plain)
      if (name !== undefined && !columns.has(name)) columns.set(name, cell.column)
    }
    if (columns.size > best.columns.size) best = { row: row.number, columns }
  }
  return best
}

function marksByRow(errors: readonly WrongCell[], header: Header): Map<number, Mark> {
  const marks = new Map<number, { reasons: string[]; columns: Set<number> }>()
  for (const { row, column, message } of errors) {
    // an error of the whole sheet belongs to its header
    const number = row >= 1 && row <= 1_048_576 ? row : header.row
    const mark = marks.get(number) ?? { reasons: [], columns: new Set<number>() }
    mark.reasons.push(column === '' ? message : `${column}：${message}`)
    const wrong = header.columns.get(templateNames.get(plainHeader(column)) ?? '')
    if (wrong !== undefined) mark.columns.add(wrong)
    marks.set(number, mark)
  }
  return new Map([...marks].map(([row, { reasons, columns }]) => [row, { reason: reasons.join('；').slice(0, MAX_CELL_TEXT), columns }]))
}

/** The first column right of everything in the header and the wrong rows, or the first that is free in all of them. */
function freeColumn(xml: string, map: SheetMap, header: Header, rows: ReadonlySet<number>): number {
  const taken = new Set<number>()
  for (const row of map.rows) {
    if (row.number !== header.row && !rows.has(row.number)) continue
    for (const cell of cellsOf(xml, row)) if (hasValue(cell)) taken.add(cell.column)
  }
  const last = Math.max(0, ...taken)
  if (last < MAX_COLUMN) return last + 1
  for (let column = Math.max(1, ...header.columns.values()); column <= MAX_COLUMN; column += 1) if (!taken.has(column)) return column
  throw new Error('no free column')
}

function stylesInUse(xml: string, map: SheetMap, marks: ReadonlyMap<number, Mark>): Set<number> {
  const styles = new Set([0])
  for (const row of map.rows) {
    const mark = marks.get(row.number)
    if (mark === undefined) continue
    for (const cell of cellsOf(xml, row)) if (mark.columns.has(cell.column)) styles.add(styleOf(cell.attributes))
  }
  return styles
}

interface Rewriting {
  readonly xml: string
  readonly map: SheetMap
  readonly header: Header
  readonly marks: ReadonlyMap<number, Mark>
  readonly reasonColumn: number
  readonly styles: MarkedStyles | null
}

function rewrite(work: Rewriting): string {
  const { xml, map, header, marks, reasonColumn } = work
  const hadReasons = header.columns.has(REASON_HEADER)
  const present = new Set(map.rows.map(({ number }) => number))
  const missing = [...new Set([header.row, ...marks.keys()])].filter((number) => !present.has(number)).sort((a, b) => a - b)
  const isTouched = ({ number }: SheetRow) => number === header.row || marks.has(number) || (hadReasons && number > header.row)
  const pieces: string[] = []
  let copied = map.data.openEnd
  let nextMissing = 0
  const addMissingBefore = (number: number): void => {
    for (; nextMissing < missing.length && (missing[nextMissing] ?? 0) < number; nextMissing += 1) pieces.push(newRow(work, missing[nextMissing] ?? 0))
  }
  for (const row of map.rows) {
    if (!isTouched(row) && (missing[nextMissing] ?? Infinity) > row.number) continue
    pieces.push(xml.slice(copied, row.start))
    addMissingBefore(row.number)
    pieces.push(isTouched(row) ? changedRow(work, row) : xml.slice(row.start, row.end))
    copied = row.end
  }
  pieces.push(map.data.isEmpty ? '' : xml.slice(copied, map.data.closeStart))
  addMissingBefore(Infinity)

  const before = widened(work, xml.slice(0, map.data.start), reasonColumn)
  return `${before}<${map.prefix}sheetData>${pieces.join('')}</${map.prefix}sheetData>${xml.slice(map.data.end)}`
}

function newRow({ map, marks, header, reasonColumn, styles }: Rewriting, number: number): string {
  const p = map.prefix
  return `<${p}row r="${number}">${reasonCell(p, reasonColumn, number, reasonFor(number, header, marks), styles)}</${p}row>`
}

function changedRow({ xml, header, marks, reasonColumn, styles }: Rewriting, row: SheetRow): string {
  const wrong = marks.get(row.number)?.columns ?? new Set<number>()
  const p = row.prefix
  const inside = xml.slice(row.openEnd, row.closeStart)
  const cells = new Map<number, string>()
  for (const cell of cellsOf(xml, row)) cells.set(cell.column, wrong.has(cell.column) ? coloured(inside, cell, p, styles) : inside.slice(cell.start, cell.end))
  // a required cell that is not even there is coloured too
  for (const column of wrong)
    if (!cells.has(column) && styles !== null) cells.set(column, `<${p}c r="${columnLetters(column)}${row.number}" s="${styles.marked(0)}"/>`)
  const reason = reasonFor(row.number, header, marks)
  if (reason === '') cells.delete(reasonColumn)
  else cells.set(reasonColumn, reasonCell(p, reasonColumn, row.number, reason, styles))
  const ordered = [...cells].sort(([a], [b]) => a - b).map(([, cell]) => cell)
  // `spans` is a hint that would be wrong now
  const attributes = withAttribute(row.attributes.replace(/\sspans\s*=\s*(?:"[^"]*"|'[^']*')/g, ''), 'r', String(row.number))
  return `<${p}row${attributes}>${ordered.join('')}</${p}row>`
}

function reasonFor(row: number, header: Header, marks: ReadonlyMap<number, Mark>): string {
  const own = marks.get(row)?.reason ?? ''
  if (row !== header.row) return own
  return own === '' ? REASON_HEADER : `${REASON_HEADER}：${own}`
}

function coloured(inside: string, cell: SheetCell, prefix: string, styles: MarkedStyles | null): string {
  if (styles === null) return inside.slice(cell.start, cell.end)
  const attributes = withAttribute(cell.attributes, 's', String(styles.marked(styleOf(cell.attributes))))
  return cell.content === '' ? `<${prefix}c${attributes}/>` : `<${prefix}c${attributes}>${cell.content}</${prefix}c>`
}

function reasonCell(prefix: string, column: number, row: number, reason: string, styles: MarkedStyles | null): string {
  const p = prefix
  const style = styles === null ? '' : ` s="${styles.marked(0)}"`
  return `<${p}c r="${columnLetters(column)}${row}"${style} t="inlineStr"><${p}is><${p}t xml:space="preserve">${escapeXml(reason)}</${p}t></${p}is></${p}c>`
}

/** What stands before the data: without the sheet's size, which is another now, and with a wide column for the reasons. */
function widened({ map, xml }: Rewriting, before: string, reasonColumn: number): string {
  const p = map.prefix
  const wide = `<${p}col min="${reasonColumn}" max="${reasonColumn}" width="${REASON_WIDTH}" customWidth="1"/>`
  let text = before
  if (map.columns === null) text += `<${p}cols>${wide}</${p}cols>`
  else {
    const columns = splitColumns(xml.slice(map.columns.start, map.columns.end), reasonColumn)
    const later = columns.findIndex(({ min }) => min > reasonColumn)
    const at = later < 0 ? columns.length : later
    const written = [...columns.slice(0, at).map(({ tag }) => tag), wide, ...columns.slice(at).map(({ tag }) => tag)]
    text = `${text.slice(0, map.columns.start)}<${p}cols>${written.join('')}</${p}cols>${text.slice(map.columns.end)}`
  }
  return map.dimension === null ? text : text.slice(0, map.dimension.start) + text.slice(map.dimension.end)
}

/** The sheet's column ranges without one column, which a range may hold in its middle. */
function splitColumns(cols: string, without: number): { readonly min: number; readonly tag: string }[] {
  const split: { min: number; tag: string }[] = []
  for (const { name, prefix, kind, attributes } of tagsOf(cols)) {
    if (name !== 'col' || kind === 'close') continue
    const [min, max] = [Number(attribute(attributes, 'min')), Number(attribute(attributes, 'max'))]
    for (const [from, to] of [[min, Math.min(max, without - 1)] as const, [Math.max(min, without + 1), max] as const]) {
      if (from <= to) split.push({ min: from, tag: `<${prefix}col${withAttribute(withAttribute(attributes, 'min', String(from)), 'max', String(to))}/>` })
    }
  }
  return split
}
