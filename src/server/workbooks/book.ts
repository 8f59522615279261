import { Writable } from 'node:stream'
import type { Style } from 'exceljs'
import type { CellValue } from './cellValues.ts'
import { createExceljsWriter, type Look, type PageSetup, type WriterSheet } from './exceljsWriter.ts'
import { createRowXml } from './rowXml.ts'
import { xmlText } from './xmlText.ts'
import { setEntryDates } from './zipDates.ts'

/** Said on every sheet before an activity is finished (`workbooks.md` section 3). */
export const DRAFT_MARK = '过程稿，不作为表决结论'
const PRODUCT = '社区投票平台'

/** Bytes of a sheet that may wait for the archive; the writer itself would take all of them into memory. */
const WAITING = 1 << 20
/** Characters of rows that are handed to the archive together. */
const TOGETHER = 1 << 15
const NO_LOOK: Partial<Style> = {}
/** What a cell can hold is 32,767 characters; a file with more is refused as damaged. */
const LONGEST_TEXT = 32_000

/** How a sheet is set out. */
export interface SheetLayout {
  readonly name: string
  /** Widths in characters, one a column. */
  readonly widths: readonly number[]
  /** The row that is printed again on every page. */
  readonly headerRow: number
  /** The header and what stands above it stay in sight while the list is scrolled. */
  readonly isFrozen: boolean
}

/** A sheet that is being written, from its first row on. */
export interface SheetOut {
  /** The number of the row that comes next, from 1. */
  readonly nextRow: number
  /** Writes one row; a row is gone from memory when it is written. */
  add(values: readonly CellValue[], styles: readonly Partial<Style>[], look?: Look): Promise<void>
  /** Ends the sheet; the next one is begun after that. */
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
  const writer = createExceljsWriter({ stream, creator: PRODUCT, made: new Date(now) })
  const rowXml = createRowXml()

  return {
    isDraft,
    /** Begins a sheet; sheets are written one after the other. */
    sheet({ name, widths, headerRow, isFrozen }: SheetLayout): SheetOut {
      const sheet = writer.addSheet(name, {
        widths,
        pageSetup: pageSetup(headerRow, widths),
        headerFooter: { oddFooter: '&C第 &P 页 / 共 &N 页', ...(isDraft ? { oddHeader: `&C&"-,Bold"&KC00000${DRAFT_MARK}` } : {}) },
        views: isFrozen ? [{ state: 'frozen', xSplit: 0, ySplit: headerRow }] : [],
      })
      let nextRow = 1
      let waiting = ''
      function handOver(): void {
        sheet.writeRows(waiting, nextRow)
        waiting = ''
      }
      return {
        get nextRow() {
          return nextRow
        },
        async add(values, looks, look) {
          const fitted = values.map(fitting)
          if (nextRow === 1 || look) {
            if (nextRow > 1) handOver()
            nextRow = sheet.addRow(fitted, looks, look)
            await untilTaken(sheet)
            return
          }
          const ids = fitted.map((value, column) => writer.styleIdOf(looks[column] ?? NO_LOOK, value))
          waiting += rowXml.row(nextRow, fitted, ids)
          nextRow++
          if (waiting.length < TOGETHER) return
          handOver()
          await untilTaken(sheet)
        },
        finish() {
          if (nextRow > 1) handOver()
          sheet.commit()
        },
      }
    },

    /** The workbook's bytes; to be called once, after the last sheet. */
    async finish(): Promise<Uint8Array<ArrayBuffer>> {
      await writer.commit()
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

/** A value as a cell can hold it. */
function fitting(value: CellValue): CellValue {
  if (typeof value !== 'string') return value
  const text = xmlText(value)
  return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}……` : text
}

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
async function untilTaken(sheet: WriterSheet): Promise<void> {
  while (sheet.waitingBytes() > WAITING) await new Promise<void>((resolve) => setTimeout(resolve, 1))
}
