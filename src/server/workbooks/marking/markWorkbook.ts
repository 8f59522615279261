import { openWorkbook } from '../parts.ts'
import type { MarkTask } from '../protocol.ts'
import { decoded, unpack } from '../archive.ts'
import { markedSheet } from './markedSheet.ts'
import { markStyles } from './markedStyles.ts'
import { marksByRow, createAddresses, styleOf, type Marks } from './marks.ts'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import type { HeaderPlace } from '../interpretRows.ts'
import { localName, parseXml, type Part } from '../xml.ts'
import { MAX_COLUMN, rangeOf } from '../addresses.ts'

/**
 * Returns the user's own workbook with a column 错误原因 in the sheet that was read, and the wrong cells coloured.
 *
 * Edits the file's own parts: formats, lists, formulas and other sheets stay as they are, and no range is ever walked. An
 * existing column 错误原因 is reused.
 * @throws Refusal if a part is damaged
 */
export async function markWorkbook({ archive, entries, header, errors }: MarkTask): Promise<Uint8Array<ArrayBuffer>> {
  const { sheet, paths } = await openWorkbook(archive, entries)
  const marks = marksByRow(errors, header)
  const survey = await surveyMarks(sheet, header, marks)
  const stylesEntry = entries.find(({ name }) => name === paths.styles)
  const styles = stylesEntry ? await markStyles(() => decoded(unpack(archive, stylesEntry)), survey.styles) : null
  return writeArchive(
    entries.map((entry) => ({
      name: entry.name,
      content: () => {
        if (entry.name === paths.sheet) return markedSheet(sheet, { header, marks, reasonColumn: survey.reasonColumn, styles })
        return entry.name === paths.styles && styles !== null ? whole(styles.xml) : unpack(archive, entry)
      },
    })),
  )
}

async function* whole(text: string): AsyncGenerator<string> {
  yield await Promise.resolve(text)
}

/** One file of an archive: its content is read when its turn comes; a name ending in `/` is a folder without content. */
interface WrittenEntry {
  readonly name: string
  readonly content: () => AsyncIterable<Uint8Array | string>
}

/** The format's earliest time: the same files yield the same archive. */
const NO_TIME = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true } as const

/** Packs files one after another; only the packed bytes stay in memory. @throws whatever a content throws */
async function writeArchive(entries: readonly WrittenEntry[]): Promise<Uint8Array<ArrayBuffer>> {
  const zip = new ZipFile()
  const failed = new Promise<never>((_resolve, reject) => zip.on('error', reject))
  for (const { name, content } of entries) {
    if (name.endsWith('/')) zip.addEmptyDirectory(name, NO_TIME)
    else zip.addReadStreamLazy(name, NO_TIME, (ready) => ready(null, Readable.from(content(), { objectMode: false })))
  }
  zip.end()
  return new Uint8Array(await Promise.race([buffer(zip.outputStream), failed]))
}

/** Facts about the sheet needed before rewriting it. */
interface MarkSurvey {
  /** The column for the reasons: the existing one, else an empty one. */
  readonly reasonColumn: number
  /** The styles of the wrong cells, and 0. */
  readonly styles: ReadonlySet<number>
}

/**
 * Scans the rows from the header down.
 *
 * All of them, not only those to mark: the reasons' column is cleared completely in the next round, so it must contain
 * nothing but reasons.
 */
async function surveyMarks(sheet: Part, header: HeaderPlace, marks: Marks): Promise<MarkSurvey> {
  const styles = new Set([0])
  const use = createColumnUse(header, marks)
  const addresses = createAddresses()
  let isInData = false
  let isInText = false
  await parseXml(sheet, {
    open(name, attributes) {
      const local = localName(name)
      if (!isInData) {
        if (local === 'sheetData') isInData = true
        else if (local === 'mergeCell') use.merge(attributes['ref'] ?? '')
      } else if (local === 'row') addresses.row(attributes)
      else if (addresses.at.row < header.row) return
      else if (local === 'c') {
        addresses.cell(attributes)
        if (marks.get(addresses.at.row)?.columns.has(addresses.at.column)) styles.add(styleOf(attributes))
      } else if (local === 'f') use.fill(addresses.at.column)
      else isInText = local === 'v' || local === 't'
    },
    close(name) {
      isInText = false
      if (localName(name) === 'sheetData') isInData = false
    },
    text(text) {
      if (isInText && text !== '') use.fill(addresses.at.column)
    },
  })
  return { reasonColumn: header.reasonColumn ?? use.freeColumn(), styles }
}

/** Records which columns of a sheet are in use, to find one for the reasons. */
function createColumnUse(header: HeaderPlace, marks: Marks) {
  const lastNamed = Math.max(0, ...Object.values(header.columns))
  const filled = new Set<number>()
  const markedRows = [...marks.keys()].toSorted((a, b) => a - b)
  const inHeader = createCoverage()
  const inMarkedRows = createCoverage()

  return {
    /** Marks a column as not empty. */
    fill(column: number): void {
      filled.add(column)
    },
    /** A merge as written in the sheet. Spreadsheet programs show its first cell and discard the others. */
    merge(reference: string): void {
      const range = rangeOf(reference)
      if (range === null) return
      const { firstColumn, lastColumn, firstRow, lastRow } = range
      if (firstRow <= header.row && header.row <= lastRow) inHeader.add(firstColumn, lastColumn)
      if ((markedRows[firstAtLeast(markedRows, firstRow)] ?? Infinity) <= lastRow) inMarkedRows.add(firstColumn, lastColumn)
    },
    /**
     * The first column right of all content, else an empty one in between, from 1.
     *
     * Preferably none covered by a merge in the header or a marked row: a whole row may be merged, and then only its own
     * reason is lost, not all of them.
     * @throws Error if every column right of the last named one has content
     */
    freeColumn(): number {
      const last = Math.max(lastNamed, ...filled)
      const [header, rows] = [inHeader.columns(), inMarkedRows.columns()]
      for (const covers of [[header, rows], [header], []]) {
        for (const before of [last, lastNamed]) {
          for (let column = before + 1; column <= MAX_COLUMN; column += 1) {
            if (!filled.has(column) && !covers.some((columns) => columns.has(column))) return column
          }
        }
      }
      throw new Error('no free column')
    },
  }
}

/** Counts range boundaries instead of walking ranges: a file may contain a million ranges over all columns. */
function createCoverage() {
  const changes = new Int32Array(MAX_COLUMN + 2)
  const change = (column: number, by: number): void => {
    changes[column] = (changes[column] ?? 0) + by
  }
  return {
    add(first: number, last: number): void {
      if (first > last || first > MAX_COLUMN) return
      change(first, 1)
      change(Math.min(last, MAX_COLUMN) + 1, -1)
    },
    columns(): ReadonlySet<number> {
      const covered = new Set<number>()
      let depth = 0
      changes.forEach((by, column) => {
        depth += by
        if (depth > 0) covered.add(column)
      })
      return covered
    },
  }
}

/** The index of the first number not below another; the length if there is none. */
function firstAtLeast(sorted: readonly number[], least: number): number {
  let [from, to] = [0, sorted.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((sorted[middle] ?? Infinity) < least) from = middle + 1
    else to = middle
  }
  return from
}
