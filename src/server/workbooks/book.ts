import { Writable } from 'node:stream'
import ExcelJS, { type DataValidation, type PageSetup, type Style, type Worksheet } from 'exceljs'
import { columnLetters } from './addresses.ts'
import type { CellValue } from './cellValues.ts'
import { xmlText } from './xmlText.ts'
import { formatTime } from '#shared/time/chinaTime.ts'

/** Shown on every sheet before an activity is finished (`workbooks.md` section 3). */
export const DRAFT_MARK = '过程稿，不作为表决结论'
const PRODUCT = '社区投票平台'

const NO_LOOK: Partial<Style> = {}
/** A cell holds at most 32,767 characters; Excel refuses a file with more as damaged. */
const LONGEST_TEXT = 32_000

/** Layout of a sheet. */
export interface SheetLayout {
  readonly name: string
  /** Widths in characters, one per column. */
  readonly widths: readonly number[]
  /** The row repeated on every printed page. */
  readonly headerRow: number
  /** Freezes the header and everything above it. */
  readonly isFrozen: boolean
  /** Optional column settings: hidden, or with a drop-down list below the header. */
  readonly columns?: readonly { readonly isHidden?: boolean; readonly choices?: readonly string[] }[]
}

/** Optional row settings; the row is merged from its first column to `mergedTo`. */
interface Look {
  readonly height?: number
  readonly mergedTo?: number
}

/** A sheet being written, row by row from the top. */
export interface SheetOut {
  /** The number of the next row, from 1. */
  readonly nextRow: number
  /** Writes one row and releases it from memory. */
  add(values: readonly CellValue[], styles: readonly Partial<Style>[], look?: Look): void
  /** Ends the sheet, before the next one is begun. */
  finish(): void
}

/**
 * A workbook written row by row; only its compressed bytes are kept in memory.
 *
 * The same rows and the same `now` yield the same bytes.
 */
export function createBook({ isDraft, now }: { readonly isDraft: boolean; readonly now: number }) {
  const pieces: Uint8Array[] = []
  let size = 0
  const stream = new Writable({
    write(piece: Uint8Array, _encoding, done) {
      // A copy of just these bytes: the piece is a view of a larger block, which it would keep alive.
      pieces.push(Uint8Array.prototype.slice.call(piece))
      size += piece.length
      done()
    },
  })
  const writer = new ExcelJS.stream.xlsx.WorkbookWriter({ stream, useStyles: true, useSharedStrings: false })
  writer.creator = writer.lastModifiedBy = PRODUCT
  writer.created = writer.modified = new Date(now)

  return {
    isDraft,
    /** Begins a sheet; sheets are written one after the other. */
    sheet({ name, widths, headerRow, isFrozen, columns = [] }: SheetLayout): SheetOut {
      const sheet = writer.addWorksheet(name, {
        pageSetup: pageSetup(headerRow, widths),
        headerFooter: { oddFooter: '&C第 &P 页 / 共 &N 页', ...(isDraft ? { oddHeader: `&C&"-,Bold"&KC00000${DRAFT_MARK}` } : {}) },
        views: isFrozen ? [{ state: 'frozen', xSplit: 0, ySplit: headerRow }] : [],
      })
      sheet.columns = widths.map((width, index) => ({ width, hidden: columns[index]?.isHidden === true }))
      let nextRow = 1
      return {
        get nextRow() {
          return nextRow
        },
        add(values, looks, { height, mergedTo = 1 } = {}) {
          const row = sheet.addRow(values.map(fitting))
          for (let column = 0; column < values.length; column++) row.getCell(column + 1).style = looks[column] ?? NO_LOOK
          if (height !== undefined) row.height = height
          if (mergedTo > 1) sheet.mergeCells(row.number, 1, row.number, mergedTo)
          row.commit()
          nextRow = row.number + 1
        },
        finish() {
          for (const [index, { choices }] of columns.entries()) {
            const letters = columnLetters(index + 1)
            if (choices) addChoices(sheet, `${letters}${headerRow + 1}:${letters}${Math.max(nextRow - 1, headerRow + 1)}`, choices)
          }
          sheet.commit()
        },
      }
    },

    /** Returns the workbook's bytes; call once, after the last sheet. */
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

function addChoices(sheet: Worksheet, range: string, choices: readonly string[]): void {
  // exceljs has `dataValidations` but not in its types; without it every row needs a cell of its own.
  const { dataValidations } = sheet as Worksheet & { readonly dataValidations: { add(range: string, validation: DataValidation): void } }
  dataValidations.add(range, {
    type: 'list',
    allowBlank: true,
    formulae: [`"${choices.join(',')}"`],
    showErrorMessage: true,
    errorStyle: 'stop',
    error: `请从下拉列表中选择：${choices.join('、')}`,
  })
}

/** Truncates a value to what a cell can hold. */
function fitting(value: CellValue): CellValue {
  if (typeof value !== 'string') return value
  const text = xmlText(value)
  return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}……` : text
}

/** Characters per line of a landscape A4 page that are still readable. */
const READABLE = 230

/** A4, fitted to one page's width if still readable; portrait if there are few columns. */
function pageSetup(headerRow: number, widths: readonly number[]): Partial<PageSetup> {
  const width = widths.reduce((sum, each) => sum + each, 0)
  const pages = Math.ceil(width / READABLE)
  return {
    // oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- A4; exceljs has no such enum at run time
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

/** Signatures and lengths of the format's records (APPNOTE.TXT 4.3.7, 4.3.12, 4.3.16); times and dates are MS-DOS words. */
const END_RECORD = { signature: 0x06054b50, length: 22 }
const DIRECTORY_ENTRY = { signature: 0x02014b50, length: 46, date: 12 }
const LOCAL_HEADER = { signature: 0x04034b50, date: 10 }

/**
 * Sets the date of all entries of a finished archive, in place: exceljs writes the current time into each, so that the same
 * rows would yield other bytes every two seconds.
 *
 * `epochMs` is written as China time, as everywhere; the format has no time before 1980.
 * @throws Error for an archive unlike those of exceljs: with a comment, or of more than 4 GB
 */
function setEntryDates(archive: Uint8Array<ArrayBuffer>, epochMs: number): void {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength)
  const expect = (at: number, signature: number): void => {
    if (view.getUint32(at, true) !== signature) throw new Error(`the archive has no record ${signature.toString(16)} at ${at}`)
  }
  const end = archive.byteLength - END_RECORD.length
  expect(end, END_RECORD.signature)
  const date = dosDate(epochMs)
  let at = view.getUint32(end + 16, true)
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    expect(at, DIRECTORY_ENTRY.signature)
    const header = view.getUint32(at + 42, true)
    expect(header, LOCAL_HEADER.signature)
    view.setUint32(at + DIRECTORY_ENTRY.date, date, true)
    view.setUint32(header + LOCAL_HEADER.date, date, true)
    at += DIRECTORY_ENTRY.length + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  if (at !== end) throw new Error('the archive’s directory does not end where its end record begins')
}

/** The date in the upper word, the time in the lower, with a resolution of two seconds. */
function dosDate(epochMs: number): number {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = formatTime(epochMs).split(/\D/).map(Number)
  if (year < 1980) return (1 << 21) | (1 << 16)
  return (((year - 1980) << 25) | (month << 21) | (day << 16) | (hour << 11) | (minute << 5) | (second >> 1)) >>> 0
}
