import { Writable } from 'node:stream'
import WorkbookWriter, { type CellValue, type PageSetup, type StreamedSheet } from 'exceljs/lib/stream/xlsx/workbook-writer.js'
import type { Style } from 'exceljs'
import { setEntryDates } from './zipDates.ts'

/** Said on every sheet before an activity is finished (`workbooks.md` section 3). */
export const DRAFT_MARK = '过程稿，不作为表决结论'
const PRODUCT = '社区投票平台'

/** Bytes of a sheet that may wait for the archive; the writer itself would take all of them into memory. */
const WAITING = 1 << 20
/** Rows between two looks at what waits. */
const LOOK_EVERY = 50
/** What a cell can hold is 32,767 characters; a file with more is refused as damaged. */
const LONGEST_TEXT = 32_000

export interface SheetLayout {
  readonly name: string
  /** Widths in characters, one a column. */
  readonly widths: readonly number[]
  /** The row that is printed again on every page. */
  readonly headerRow: number
  /** The header and what stands above it stay in sight while the list is scrolled. */
  readonly isFrozen: boolean
}

export interface SheetOut {
  /** The number of the row that comes next, from 1. */
  readonly nextRow: number
  /** Writes one row; a row is gone from memory when it is written. */
  add(values: readonly CellValue[], styles: readonly Partial<Style>[], look?: { readonly height?: number; readonly mergedTo?: number }): Promise<void>
  finish(): void
}

/**
 * A workbook that is written row by row and never stands in memory but as its compressed bytes.
 *
 * The same rows and the same `now` make the same bytes.
 */
export function createBook({ isDraft, now }: { readonly isDraft: boolean; readonly now: number }) {
  const pieces: Uint8Array[] = []
  let size = 0
  const stream = new Writable({
    write(piece: Uint8Array, _encoding, done) {
      // A copy of just its bytes: the piece is a small part of a larger block, which it would keep.
      pieces.push(Uint8Array.prototype.slice.call(piece))
      size += piece.length
      done()
    },
  })
  const made = new Date(now)
  const workbook = new WorkbookWriter({
    stream,
    useStyles: true,
    useSharedStrings: false,
    creator: PRODUCT,
    lastModifiedBy: PRODUCT,
    created: made,
    modified: made,
  })

  return {
    isDraft,
    sheet({ name, widths, headerRow, isFrozen }: SheetLayout): SheetOut {
      const sheet = workbook.addWorksheet(name, {
        pageSetup: pageSetup(headerRow, widths),
        headerFooter: { oddFooter: '&C第 &P 页 / 共 &N 页', ...(isDraft ? { oddHeader: `&C&"-,Bold"&KC00000${DRAFT_MARK}` } : {}) },
        views: isFrozen ? [{ state: 'frozen', xSplit: 0, ySplit: headerRow }] : [],
      })
      sheet.columns = widths.map((width) => ({ width }))
      let nextRow = 1
      return {
        get nextRow() {
          return nextRow
        },
        async add(values, styles, { height, mergedTo } = {}) {
          const row = sheet.addRow(values.map(fitting))
          for (let column = 0; column < values.length; column++) row.getCell(column + 1).style = styles[column] ?? {}
          if (height !== undefined) row.height = height
          if (mergedTo !== undefined && mergedTo > 1) sheet.mergeCells(row.number, 1, row.number, mergedTo)
          row.commit()
          nextRow = row.number + 1
          if (nextRow % LOOK_EVERY === 0) await untilTaken(sheet)
        },
        finish: () => sheet.commit(),
      }
    },

    async finish(): Promise<Uint8Array<ArrayBuffer>> {
      await workbook.commit()
      const bytes = new Uint8Array(size)
      let at = 0
      for (const piece of pieces.splice(0)) {
        bytes.set(piece, at)
        at += piece.length
      }
      setEntryDates(bytes, now)
      return bytes
    },
  }
}
export type Book = ReturnType<typeof createBook>

const fitting = (value: CellValue): CellValue => (typeof value === 'string' && value.length > LONGEST_TEXT ? `${value.slice(0, LONGEST_TEXT)}……` : value)

/** Characters that an A4 page across takes in letters that can still be read. */
const READABLE = 230

/** A4, all columns on one page's width where they can be read so; upright where they are few. */
function pageSetup(headerRow: number, widths: readonly number[]): Partial<PageSetup> {
  const width = widths.reduce((sum, each) => sum + each, 0)
  const pages = Math.ceil(width / READABLE)
  return {
    paperSize: 9,
    orientation: width > 95 ? 'landscape' : 'portrait',
    fitToPage: true,
    fitToWidth: pages,
    fitToHeight: 0,
    printTitlesRow: `${headerRow}:${headerRow}`,
    ...(pages > 1 ? { printTitlesColumn: 'A:A' } : {}),
    horizontalCentered: true,
    margins: { left: 0.4, right: 0.4, top: 0.6, bottom: 0.6, header: 0.3, footer: 0.3 },
  }
}

/** Waits while much of a sheet has not been compressed yet. */
async function untilTaken({ stream }: StreamedSheet): Promise<void> {
  const [pipe] = stream.pipes
  if (!pipe) throw new Error('the sheet is not connected to its archive')
  // oxlint-disable-next-line no-underscore-dangle -- see StreamedSheet
  while (pipe._writableState.length + pipe._readableState.length > WAITING) await new Promise<void>((resolve) => setTimeout(resolve, 1))
}
