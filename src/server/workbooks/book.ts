import { Writable } from 'node:stream'
import type { Style } from 'exceljs'
import type { CellValue, FormulaValue } from './cellValues.ts'
import { createExceljsWriter, type Look, type PageSetup, type WriterSheet } from './exceljsWriter.ts'
import { xmlText } from './xmlText.ts'
import { columnLetters } from './addresses.ts'
import { formatTime } from '#shared/time/chinaTime.ts'

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
  /** The header and what is above it stay in sight while the list is scrolled. */
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
 * A workbook that is written row by row and never is in memory but as its compressed bytes.
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

const ENTITIES: Readonly<Record<string, string>> = { '"': '&quot;', '&': '&amp;', "'": '&apos;', '<': '&lt;', '>': '&gt;' }
// What XML 1.0 cannot hold is left out.
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const SPECIAL = /["&'<>\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const ALL_SPECIAL = /["&'<>\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

const escaped = (text: string): string => (SPECIAL.test(text) ? text.replace(ALL_SPECIAL, (sign) => ENTITIES[sign] ?? '') : text)

const isFormula = (value: CellValue): value is FormulaValue => typeof value === 'object' && value !== null

/**
 * Writes rows as the writer of exceljs does, character by character, without an object for each cell: those take more than
 * half of the time of a long list.
 */
export function createRowXml() {
  /** `<c r="A`, by column. */
  const openings: string[] = []
  const openingOf = (column: number): string => (openings[column] ??= `<c r="${columnLetters(column + 1)}`)

  return {
    /**
     * One row; `''` if it has no value, which takes its number all the same.
     *
     * @param styleIds one a value; 0 is the workbook's own look
     */
    row(number: number, values: readonly CellValue[], styleIds: readonly number[]): string {
      let cells = ''
      let hasValue = false
      for (let column = 0; column < values.length; column++) {
        const value = values[column] ?? null
        const styleId = styleIds[column] ?? 0
        if (value === null && styleId === 0) continue
        const head = styleId === 0 ? `${openingOf(column)}${number}"` : `${openingOf(column)}${number}" s="${styleId}"`
        if (value === null) {
          cells += `${head}/>`
          continue
        }
        hasValue = true
        if (typeof value === 'string') cells += `${head} t="str"><v>${escaped(value)}</v></c>`
        else if (isFormula(value)) cells += `${head}><f>${escaped(value.formula)}</f><v>${value.result}</v></c>`
        else cells += `${head}><v>${value}</v></c>`
      }
      return hasValue ? `<row r="${number}" spans="1:${values.length}" x14ac:dyDescent="0.25">${cells}</row>` : ''
    },
  }
}

/** Signatures and lengths of the format's records (APPNOTE.TXT 4.3.7, 4.3.12, 4.3.16); times and dates stand as MS-DOS words. */
const END_RECORD = { signature: 0x06054b50, length: 22 }
const DIRECTORY_ENTRY = { signature: 0x02014b50, length: 46, date: 12 }
const LOCAL_HEADER = { signature: 0x04034b50, date: 10 }

/**
 * Gives all entries of a finished archive one date, in place: exceljs writes the computer's clock into each, and so the same rows would
 * make other bytes every two seconds.
 *
 * `epochMs` is written as the time in China, as everywhere; the format knows no time before 1980.
 * @throws Error for an archive of another form than exceljs writes: with a comment, or of more than 4 GB
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

/** The date in the upper, the time in the lower word; seconds by twos. */
function dosDate(epochMs: number): number {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = formatTime(epochMs).split(/\D/).map(Number)
  if (year < 1980) return (1 << 21) | (1 << 16)
  return (((year - 1980) << 25) | (month << 21) | (day << 16) | (hour << 11) | (minute << 5) | (second >> 1)) >>> 0
}
