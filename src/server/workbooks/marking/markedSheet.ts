import { columnLetters } from '../addresses.ts'
import { REASON_HEADER } from '../header.ts'
import type { HeaderPlace } from '../interpretRows.ts'
import { createXmlParser, escapeText, localName, tagText, type Attributes, type Part } from '../xml.ts'
import { XML_HEAD, type MarkedStyles } from './markedStyles.ts'
import { createAddresses, styleOf, type Marks } from './marks.ts'

/** Input for marking one sheet; `reasonColumn` from 1. */
export interface SheetMarkRequest {
  readonly header: HeaderPlace
  readonly marks: Marks
  readonly reasonColumn: number
  /** Null if the workbook has no styles: then only the reasons are written. */
  readonly styles: MarkedStyles | null
}

/** Rewrites the sheet's part with the reasons and the colours; everything else keeps its meaning. */
export async function* markedSheet(part: Part, request: SheetMarkRequest): AsyncGenerator<string> {
  const rewriter = createSheetRewriter(request)
  const parser = createXmlParser(rewriter.handlers)
  yield XML_HEAD
  for await (const piece of part()) {
    parser.write(piece)
    yield rewriter.take()
  }
  parser.end()
  yield rewriter.take()
}

/** The section of the part being read. */
type Section = 'head' | 'dimension' | 'columns' | 'rows' | 'tail'

/** SAX handlers that read and rewrite a sheet; `take` returns the output since its last call. */
function createSheetRewriter(request: SheetMarkRequest) {
  const output = createSheetOutput(request)
  return { take: () => output.take(), handlers: sheetHandlers(output) }
}

/** Output of a sheet: its columns, the marked rows, and those missing in the file. */
function createSheetOutput(request: SheetMarkRequest) {
  const { header, marks, reasonColumn } = request
  const addresses = createAddresses()
  const touched = createTouchedRow(request)
  /** Marked rows not yet reached, the next one last. */
  const missing = [...new Set([header.row, ...marks.keys()])].toSorted((a, b) => b - a)
  let out = ''

  /** Writes rows missing in the file at their position. */
  function writeMissing(before: number, prefix: string): void {
    for (let next = missing.at(-1); next !== undefined && next < before; next = missing.at(-1)) {
      touched.open(`${prefix}row`, next, {})
      out += touched.close()
      missing.pop()
    }
  }

  return {
    take(): string {
      const text = out
      out = ''
      return text
    },
    /** Appends to the open marked cell or row, else to the sheet. */
    write(text: string): void {
      if (touched.isOpen()) touched.write(text)
      else out += text
    },
    writeColumns(columns: readonly Attributes[], prefix: string): void {
      out += withReasonColumn(columns, reasonColumn, prefix)
    },
    openRow(name: string, attributes: Attributes, isEmpty: boolean): void {
      addresses.row(attributes)
      const { row } = addresses.at
      writeMissing(row, prefixOf(name))
      if (missing.at(-1) === row) missing.pop()
      // Writes its number even if it was omitted: rows may have been inserted before it.
      if (row === header.row || marks.has(row) || (header.reasonColumn !== null && row > header.row)) touched.open(name, row, attributes)
      else out += tagText(name, { ...attributes, r: String(row) }, isEmpty)
    },
    isRowTouched: touched.isOpen,
    openCell(name: string, attributes: Attributes, isEmpty: boolean): void {
      addresses.cell(attributes)
      touched.openCell(name, addresses.at.column, attributes, isEmpty)
    },
    closeCell: () => touched.closeCell(),
    closeRow(): void {
      out += touched.close()
    },
    closeRows(name: string): void {
      writeMissing(Infinity, prefixOf(name))
      out += `</${name}>`
    },
  }
}

/** Handlers for tags and text, by section of the sheet. */
function sheetHandlers(output: ReturnType<typeof createSheetOutput>) {
  let section: Section = 'head'
  let columns: Attributes[] = []
  let hasColumns = false

  function writeColumns(prefix: string): void {
    output.writeColumns(columns, prefix)
    hasColumns = true
  }

  return {
    open(name: string, attributes: Attributes, isEmpty: boolean): void {
      const local = localName(name)
      if (section === 'rows') {
        if (local === 'row') return output.openRow(name, attributes, isEmpty)
        if (local === 'c' && output.isRowTouched()) return output.openCell(name, attributes, isEmpty)
      } else if (section === 'columns') return void columns.push(attributes)
      else if (section === 'head' && local === 'dimension') {
        // The sheet's size has changed, and is optional.
        section = 'dimension'
        return
      } else if (section === 'head' && local === 'cols') {
        section = 'columns'
        columns = []
        return
      } else if (section === 'head' && local === 'sheetData') {
        if (!hasColumns) writeColumns(prefixOf(name))
        section = 'rows'
        return output.write(tagText(name, attributes, false))
      }
      output.write(tagText(name, attributes, isEmpty))
    },
    close(name: string, isEmpty: boolean): void {
      const local = localName(name)
      if (section === 'dimension' || section === 'columns') {
        if (local === 'cols') writeColumns(prefixOf(name))
        if (local === 'cols' || local === 'dimension') section = 'head'
        return
      }
      if (section === 'rows' && local === 'row' && output.isRowTouched()) return output.closeRow()
      if (section === 'rows' && local === 'sheetData') {
        section = 'tail'
        return output.closeRows(name)
      }
      if (!isEmpty) output.write(`</${name}>`)
      if (local === 'c') output.closeCell()
    },
    text(text: string): void {
      if (section !== 'dimension' && section !== 'columns') output.write(escapeText(text))
    },
  }
}

const prefixOf = (name: string): string => name.slice(0, name.length - localName(name).length)

/** A row that gains or loses a reason: its cells are collected and written in order once complete. */
function createTouchedRow({ header, marks, reasonColumn, styles }: SheetMarkRequest) {
  let row: { readonly name: string; readonly number: number; readonly attributes: Attributes } | null = null
  let cells = new Map<number, string>()
  let column = 0
  let rest = ''

  const markedStyle = (style: number): Attributes => (styles === null ? {} : { s: String(styles.marked(style)) })
  const isWrong = (wanted: number): boolean => row !== null && marks.get(row.number)?.columns.has(wanted) === true

  function reasonFor(number: number): string {
    const own = marks.get(number)?.reason ?? ''
    if (number !== header.row) return own
    return own === '' ? REASON_HEADER : `${REASON_HEADER}：${own}`
  }
  function reasonCell(prefix: string, number: number, reason: string): string {
    const attributes = { r: `${columnLetters(reasonColumn)}${number}`, ...markedStyle(0), t: 'inlineStr' }
    return `${tagText(`${prefix}c`, attributes, false)}<${prefix}is><${prefix}t xml:space="preserve">${escapeText(reason)}</${prefix}t></${prefix}is></${prefix}c>`
  }

  return {
    isOpen: (): boolean => row !== null,
    open(name: string, number: number, attributes: Attributes): void {
      row = { name, number, attributes }
      cells = new Map()
      column = 0
      rest = ''
    },
    openCell(name: string, at: number, attributes: Attributes, isEmpty: boolean): void {
      column = at
      const address = `${columnLetters(at)}${row?.number ?? 0}`
      const style = isWrong(at) ? markedStyle(styleOf(attributes)) : {}
      cells.set(at, tagText(name, { ...attributes, r: address, ...style }, isEmpty))
    },
    closeCell(): void {
      column = 0
    },
    write(text: string): void {
      if (column === 0) rest += text
      else cells.set(column, (cells.get(column) ?? '') + text)
    },
    /** Returns the whole row and closes it. */
    close(): string {
      if (row === null) return ''
      const { name, number, attributes } = row
      const prefix = prefixOf(name)
      // A required but missing cell is coloured too.
      for (const wrong of styles === null ? [] : (marks.get(number)?.columns ?? [])) {
        if (!cells.has(wrong)) cells.set(wrong, tagText(`${prefix}c`, { r: `${columnLetters(wrong)}${number}`, ...markedStyle(0) }, true))
      }
      const reason = reasonFor(number)
      if (reason === '') cells.delete(reasonColumn)
      else cells.set(reasonColumn, reasonCell(prefix, number, reason))
      row = null
      // `spans` is a hint that would be wrong now.
      const { spans: _spans, ...kept } = attributes
      const ordered = [...cells].toSorted(([a], [b]) => a - b).map(([, cell]) => cell)
      return `${tagText(name, { ...kept, r: String(number) }, false)}${ordered.join('')}${rest.trim()}</${name}>`
    },
  }
}

const REASON_WIDTH = 60

/** The sheet's column ranges with a wide, visible column for the reasons; splits a range that contains it. */
function withReasonColumn(columns: readonly Attributes[], reasonColumn: number, prefix: string): string {
  const wide: Attributes = { min: String(reasonColumn), max: String(reasonColumn), width: String(REASON_WIDTH), customWidth: '1' }
  const all = [...columns.flatMap((column) => withoutColumn(column, reasonColumn)), wide].toSorted((one, other) => Number(one['min']) - Number(other['min']))
  return `<${prefix}cols>${all.map((attributes) => tagText(`${prefix}col`, attributes, true)).join('')}</${prefix}cols>`
}

function withoutColumn(attributes: Attributes, without: number): Attributes[] {
  const [min, max] = [Number(attributes['min']), Number(attributes['max'])]
  return [[min, Math.min(max, without - 1)] as const, [Math.max(min, without + 1), max] as const]
    .filter(([from, to]) => from <= to)
    .map(([from, to]) => ({ ...attributes, min: String(from), max: String(to) }))
}
