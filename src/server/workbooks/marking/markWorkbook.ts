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
 * The user's own workbook with a column 错误原因 in the sheet that was read, and the wrong cells coloured.
 *
 * Adds to the file's own parts: formats, lists, formulas, other sheets stay as they are, and no range in the file is ever
 * walked. An earlier column 错误原因 is used again.
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

/** One file of an archive: its content is asked for when its turn comes; a name that ends in `/` is a folder and has none. */
interface WrittenEntry {
  readonly name: string
  readonly content: () => AsyncIterable<Uint8Array | string>
}

/** The first moment that the format knows: the same files make the same archive. */
const NO_TIME = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true } as const

/** Packs files one after the other; only the packed bytes stay in memory. @throws what a content throws */
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

/** What must be known of the sheet before it is written again. */
interface MarkSurvey {
  /** Where the reasons go: the column of an earlier round, else one that holds nothing. */
  readonly reasonColumn: number
  /** The styles of the wrong cells, and 0. */
  readonly styles: ReadonlySet<number>
}

/**
 * Looks through the rows from the header down.
 *
 * All of them, not only those that will be marked: the reasons' column is cleared as a whole in the next round, so it must
 * hold nothing but reasons.
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

/** Gathers which columns of a sheet are in use, to find one for the reasons. */
function createColumnUse(header: HeaderPlace, marks: Marks) {
  const lastNamed = Math.max(0, ...Object.values(header.columns))
  const filled = new Set<number>()
  const markedRows = [...marks.keys()].toSorted((a, b) => a - b)
  const inHeader = createCoverage()
  const inMarkedRows = createCoverage()

  return {
    /** A cell of this column holds something. */
    fill(column: number): void {
      filled.add(column)
    },
    /** A merge as the sheet writes it. Of its cells a spreadsheet program shows the first one and throws the others away. */
    merge(reference: string): void {
      const range = rangeOf(reference)
      if (range === null) return
      const { firstColumn, lastColumn, firstRow, lastRow } = range
      if (firstRow <= header.row && header.row <= lastRow) inHeader.add(firstColumn, lastColumn)
      if ((markedRows[firstAtLeast(markedRows, firstRow)] ?? Infinity) <= lastRow) inMarkedRows.add(firstColumn, lastColumn)
    },
    /**
     * The first column right of everything, else one between that is empty, from 1.
     *
     * None that a merge covers in the header or in a marked row, where there is such a one: somebody may have merged a
     * whole row, and then its own reason is lost rather than everybody's.
     * @throws Error where every column right of the last named one holds something
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

/** Counts where ranges begin and end instead of walking them: a file may name a million ranges over all columns. */
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

/** The index of the first number that is not below another; the length where all are. */
function firstAtLeast(sorted: readonly number[], least: number): number {
  let [from, to] = [0, sorted.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((sorted[middle] ?? Infinity) < least) from = middle + 1
    else to = middle
  }
  return from
}
