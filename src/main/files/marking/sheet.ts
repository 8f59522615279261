import { attribute, tagsOf, textIn } from './xml.ts'

export interface SheetCell {
  /** From 1. */
  readonly column: number
  readonly attributes: string
  /** What stands in it, as it is written; `''` for an empty one. */
  readonly content: string
  readonly start: number
  readonly end: number
}

/** A row's place in the sheet's text. */
export interface SheetRow {
  readonly number: number
  readonly prefix: string
  readonly attributes: string
  readonly start: number
  readonly openEnd: number
  /** Where its closing tag begins; the same as `openEnd` for an empty element. */
  readonly closeStart: number
  readonly end: number
}

/** Where things stand in a sheet's part. */
export interface SheetMap {
  readonly prefix: string
  readonly rows: readonly SheetRow[]
  /** Where `<sheetData>` begins, where its content ends, and whether it is the empty element `<sheetData/>`. */
  readonly data: { readonly start: number; readonly openEnd: number; readonly closeStart: number; readonly end: number; readonly isEmpty: boolean }
  readonly columns: { readonly start: number; readonly end: number } | null
  readonly dimension: { readonly start: number; readonly end: number } | null
}

/** Finds the rows of a sheet without looking into them: linear in the file's size, whatever ranges it names. */
export function mapSheet(xml: string): SheetMap {
  const rows: SheetRow[] = []
  let data: { prefix: string; start: number; openEnd: number } | null = null
  let columns: { start: number; end: number } | null = null
  let dimension: { start: number; end: number } | null = null
  let row: Omit<SheetRow, 'closeStart' | 'end'> | null = null
  let number = 0
  for (const tag of tagsOf(xml)) {
    const { name, kind, prefix, start, end } = tag
    if (data === null) {
      if (name === 'dimension' && kind === 'empty') dimension = { start, end }
      if (name === 'cols' && kind === 'open') columns = { start, end }
      if (name === 'cols' && kind === 'close' && columns !== null) columns.end = end
      if (name === 'sheetData' && kind === 'empty') {
        return { prefix, rows, data: { start, openEnd: end, closeStart: end, end, isEmpty: true }, columns, dimension }
      }
      if (name === 'sheetData') data = { prefix, start, openEnd: end }
    } else if (name === 'sheetData') {
      return { prefix: data.prefix, rows, data: { start: data.start, openEnd: data.openEnd, closeStart: start, end, isEmpty: false }, columns, dimension }
    } else if (name === 'row' && kind === 'close') {
      if (row !== null) rows.push({ ...row, closeStart: start, end })
      row = null
    } else if (name === 'row') {
      number = Number(attribute(tag.attributes, 'r') ?? number + 1)
      if (!Number.isInteger(number)) throw new Error('row without a number')
      row = { number, prefix, attributes: tag.attributes, start, openEnd: end }
      if (kind === 'empty') rows.push({ ...row, closeStart: end, end })
    }
  }
  throw new Error('sheet without its data')
}

/** The cells of one row, in the order in which they are written. */
export function cellsOf(xml: string, { openEnd, closeStart }: SheetRow): SheetCell[] {
  const inside = xml.slice(openEnd, closeStart)
  const cells: SheetCell[] = []
  let open: { readonly column: number; readonly attributes: string; readonly start: number; readonly end: number } | null = null
  let column = 0
  for (const { name, kind, attributes, start, end } of tagsOf(inside)) {
    if (name !== 'c') continue
    if (kind === 'close') {
      if (open !== null) cells.push({ ...open, content: inside.slice(open.end, start), end })
      open = null
      continue
    }
    column = columnNumber(attribute(attributes, 'r') ?? '') ?? column + 1
    if (kind === 'empty') cells.push({ column, attributes, content: '', start, end })
    else open = { column, attributes, start, end }
  }
  return cells
}

/** True where a cell shows something. */
export function hasValue({ content }: SheetCell): boolean {
  return /<(?:[\w.-]+:)?(?:v|t)\b[^>]*>[^<]/.test(content)
}

/** The cell's text, or the number of the shared string that holds it, or null. */
export function cellText({ attributes, content }: SheetCell): string | { readonly shared: number } | null {
  const type = attribute(attributes, 't')
  if (type === 'inlineStr') return textIn(content)
  const value = /<(?:[\w.-]+:)?v\b[^>]*>([^<]*)</.exec(content)?.[1]
  if (value === undefined) return null
  return type === 's' ? { shared: Number(value) } : value
}

/** `AB12` or `AB` to 28; null where it is no cell's name. */
export function columnNumber(reference: string): number | null {
  const letters = /^\$?([A-Z]{1,3})\$?\d*$/i.exec(reference)?.[1]
  if (letters === undefined) return null
  return Array.from(letters.toUpperCase()).reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0)
}

/** 28 to `AB`. */
export function columnLetters(number: number): string {
  let letters = ''
  for (let rest = number; rest > 0; rest = Math.floor((rest - 1) / 26)) letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters
  return letters
}
