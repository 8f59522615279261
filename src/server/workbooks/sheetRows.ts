import { Refusal } from '#shared/contract/refusals.ts'
import { columnOf, MAX_COLUMN, MAX_ROW } from './addresses.ts'
import { cellValue, type CellContext, type CellValue } from './cells.ts'
import { HEADER_ROWS } from './header.ts'
import type { Merges, SheetRow } from './rows.ts'
import { damaged } from './refusals.ts'
import { createTextGatherer } from './sharedStrings.ts'
import { localName, parseXml, type Attributes, type Part, type XmlHandlers } from './xml.ts'

interface RowsOptions extends CellContext {
  /** Limit of rows, without titles and header; exceeding it is refused at once. */
  readonly maxRows: number
  /** Called for each non-empty row; must not throw. */
  readonly onRow: (row: SheetRow) => void
  /** Collects the merges, which follow the rows. */
  readonly merges: Merges
}

/**
 * Reads the displayed values of a sheet's cells, from beginning to end.
 *
 * Empty rows take no memory, nor do columns right of all content in the first ten rows, where the header is.
 * @throws Refusal for a damaged sheet, or one with too many rows
 */
export async function readSheetRows(part: Part, options: RowsOptions): Promise<void> {
  const { handlers, hasData } = createRowHandlers(options)
  await parseXml(part, handlers)
  if (!hasData()) throw damaged(new Error('the sheet has no data part'))
}

function createRowHandlers({ maxRows, onRow, merges, ...context }: RowsOptions) {
  let count = 0
  let width = 0
  let hasData = false
  let isInData = false
  let row = { number: 0, isHidden: false }
  /** The cells of the current row, up to `end`; reused for every row, as a growing array over-allocates. */
  const cells: CellValue[] = []
  let end = 0
  const cell = createCellHandlers(context)

  function openRow(attributes: Attributes): void {
    const number = attributes['r'] === undefined ? row.number + 1 : Number(attributes['r'])
    if (!(Number.isInteger(number) && number >= 1 && number <= MAX_ROW)) throw damaged(new Error(`row ${attributes['r']}`))
    row = { number, isHidden: isTrue(attributes['hidden']) }
    end = 0
    cell.startRow()
  }

  function put(column: number, value: CellValue): void {
    if (value === null || (row.number > HEADER_ROWS && column > width)) return
    if (row.number <= HEADER_ROWS && column > width) width = column
    while (end < column) cells[end++] = null
    cells[column - 1] = value
  }

  function closeRow(): void {
    if (end === 0) return
    count += 1
    if (count > maxRows + HEADER_ROWS) throw new Refusal('workbook.tooManyRows', { limit: maxRows })
    onRow({ number: row.number, isHidden: row.isHidden, cells: cells.slice(0, end) })
  }

  const handlers: XmlHandlers = {
    open(name, attributes) {
      const local = localName(name)
      if (!isInData) {
        if (local === 'sheetData') isInData = hasData = true
        else if (local === 'mergeCell') merges.add(attributes['ref'] ?? '')
      } else if (local === 'c') cell.open(attributes)
      else if (local === 'row') openRow(attributes)
      else cell.inside(local)
    },
    close(name) {
      if (!isInData) return
      const local = localName(name)
      if (local === 'c') put(cell.column(), cell.finish())
      else if (local === 'row') closeRow()
      else if (local === 'sheetData') isInData = false
      else cell.leave(local)
    },
    text: (text) => cell.text(text),
  }
  return { handlers, hasData: () => hasData }
}

export const isTrue = (flag: string | undefined): boolean => flag === '1' || flag === 'true'

/** Reads cells in sequence, tolerating omissions: a cell without an address follows the previous one. */
function createCellHandlers(context: CellContext) {
  const inline = createTextGatherer()
  let column = 0
  let type = ''
  let style: string | undefined
  let isOpen = false
  let hasFormula = false
  let hasValue = false
  let hasInline = false
  let isInValue = false
  let value = ''

  function move(address: string | undefined): void {
    column = address === undefined ? column + 1 : columnOf(address)
    if (!(column >= 1 && column <= MAX_COLUMN)) throw damaged(new Error(`cell ${address}`))
  }

  return {
    column: () => column,
    startRow() {
      column = 0
    },
    open(attributes: Attributes): void {
      move(attributes['r'])
      type = attributes['t'] ?? ''
      style = attributes['s']
      isOpen = true
      hasFormula = hasValue = hasInline = isInValue = false
      value = ''
    },
    inside(local: string): void {
      if (!isOpen) return
      if (local === 'v') hasValue = isInValue = true
      else if (local === 'f') hasFormula = true
      else if (local === 'is') hasInline = true
      else if (hasInline) inline.open(local)
    },
    leave(local: string): void {
      if (!isOpen) return
      if (local === 'v') isInValue = false
      else if (hasInline) inline.close(local)
    },
    text(text: string): void {
      if (isInValue) value += text
      else if (hasInline) inline.text(text)
    },
    finish(): CellValue {
      isOpen = false
      if (!hasValue && !hasFormula && !hasInline) return null
      return cellValue({ type, style, hasFormula, hasValue, value, inline: hasInline ? inline.take() : null }, context)
    },
  }
}
