import { createMerges, columnLetters, columnNumber, type Merges } from './merges.ts'
import { refuse } from './refusals.ts'
import { textOf } from './sharedStrings.ts'
import { encodeEntities, hold, indexOfClose, plainXml, type Part } from './xml.ts'

/** The style that {@link smoothRows} gives to a date written as text (`t="d"`), which exceljs reads as its year. */
export const WRITTEN_DATE_STYLE = 4_000_000

/** What must be known of a sheet before its rows: some of it stands behind them. */
export interface SheetSurvey {
  /** Of every element, with its colon: `x:`; mostly `''`. */
  readonly prefix: string
  /** Rows that hold anything, be it only a style. */
  readonly rowCount: number
  /** Rows whose last cell holds a value: a safe underestimate of the rows with data. */
  readonly filledRowCount: number
  readonly merges: Merges
}

const SHEET_DATA = /<((?:[\w.-]+:)?)sheetData(?:\s[^>]*?)?(\/?)>/
const MERGE = /<(?:[\w.-]+:)?mergeCell\s[^>]*?ref=["']\$?([A-Z]{1,3})\$?(\d{1,7})(?::\$?[A-Z]{1,3}\$?(\d{1,7}))?["']/g
/** Longer than any tag that is looked for. */
const OVERLAP = 300

/**
 * Looks once through a sheet without reading it: is it whole, how many rows, which merges.
 *
 * It costs about a twentieth of the reading and saves it for a damaged or an endless file. Nothing is kept, so that a
 * sheet of 60 MB weighs nothing.
 * @throws Refusal for a sheet that does not end as it should
 */
export async function surveySheet(sheet: Part): Promise<SheetSurvey> {
  const held = { rest: '' }
  const merges = createMerges()
  let stage: 'head' | 'rows' | 'tail' = 'head'
  let prefix = ''
  let endOfValue = ''
  let endOfText = ''
  let rowCount = 0
  let filledRowCount = 0

  for await (const piece of sheet()) {
    hold(held, piece, refuse.tooComplex)
    if (stage === 'head') {
      const start = SHEET_DATA.exec(held.rest)
      if (!start) continue
      prefix = start[1] ?? ''
      held.rest = held.rest.slice(start.index + start[0].length)
      stage = start[2] === '/' ? 'tail' : 'rows'
      endOfValue = `</${prefix}v></${prefix}c>`
      endOfText = `</${prefix}is></${prefix}c>`
    }
    if (stage === 'rows') {
      const end = indexOfClose(held.rest, prefix, 'sheetData')
      const closeRow = `</${prefix}row>`
      let after = 0
      // By its last letter, which few other tags have: see indexOfClose.
      for (let at = held.rest.indexOf('w>'); at >= 0; at = held.rest.indexOf('w>', at + 1)) {
        if (!held.rest.endsWith(closeRow, at + 2)) continue
        rowCount += 1
        after = at + 2
        const cellEnd = after - closeRow.length
        if (held.rest.endsWith(endOfValue, cellEnd) || held.rest.endsWith(endOfText, cellEnd)) filledRowCount += 1
      }
      held.rest = held.rest.slice(end >= 0 ? end : Math.max(after, held.rest.length - OVERLAP))
      if (end >= 0) stage = 'tail'
    }
    if (stage === 'tail') {
      let after = 0
      for (const found of held.rest.matchAll(MERGE)) {
        merges.add(found[1] ?? '', Number(found[2]), Number(found[3] ?? found[2]))
        after = found.index + found[0].length
      }
      held.rest = held.rest.slice(Math.max(after, held.rest.length - OVERLAP))
    }
  }
  if (stage !== 'tail' || !/<\/(?:[\w.-]+:)?worksheet>\s*$/.test(held.rest)) throw refuse.damaged(new Error(`the sheet ends in its ${stage}`))
  return { prefix, rowCount, filledRowCount, merges }
}

interface RowsOptions {
  readonly survey: Pick<SheetSurvey, 'prefix'>
  readonly is1904: boolean
  /** Is told of each row that the sheet hides, before that row is passed on. */
  readonly onHidden: (row: number) => void
}

/**
 * A sheet with nothing but its rows, whole rows in each piece, in the form that exceljs's streaming reader reads right.
 *
 * Everything else (drop-down lists, names, column styles over a million rows) never reaches a parser.
 */
export async function* smoothRows(sheet: Part, { survey: { prefix }, is1904, onHidden }: RowsOptions): AsyncGenerator<string> {
  const smooth = createSmoother(is1904, onHidden)
  const held = { rest: '' }
  const openRow = `<${prefix}row`
  let isInside = false
  yield '<worksheet><sheetData>'
  for await (const piece of sheet()) {
    hold(held, piece, refuse.tooComplex)
    if (!isInside) {
      const start = SHEET_DATA.exec(held.rest)
      if (!start) continue
      if (start[2] === '/') break
      held.rest = held.rest.slice(start.index + start[0].length)
      isInside = true
    }
    const end = indexOfClose(held.rest, prefix, 'sheetData')
    const cut = end >= 0 ? end : held.rest.lastIndexOf(openRow)
    if (cut > 0) {
      const rows = smooth(plainXml(held.rest.slice(0, cut), prefix, refuse.damaged))
      held.rest = held.rest.slice(cut)
      if (rows !== '') yield rows
    }
    if (end >= 0) break
  }
  yield '</sheetData></worksheet>'
}

/**
 * Each step runs only where its piece of the sheet shows the need: nearly all files need none.
 *
 * What is looked for begins with a letter that is rare in a sheet, which makes the looking several times as fast.
 */
function createSmoother(is1904: boolean, onHidden: (row: number) => void): (rows: string) => string {
  const number = createNumbering()
  return (rows) => {
    let xml = number(rows)
    if (xml.includes('hidden=')) reportHidden(xml, onHidden)
    // Its number is all that counts of a row; its style is the default of cells that are not there.
    xml = xml.replaceAll(rowTag, '<row r="$1"$2>')
    // Cells that hold only a style: a million of them come from one click on a column's head.
    if (xml.includes('/>')) xml = xml.replaceAll(emptyCell, '').replaceAll(emptyRow, '')
    // Of several runs of an inline text exceljs keeps the last alone.
    if (xml.includes('is>')) xml = xml.replaceAll(richText, (_, inside: string) => `<is><t>${encodeEntities(textOf(inside))}</t></is>`)
    if (xml.includes('d"')) xml = xml.replaceAll(writtenDate, (_, before: string, after: string, written: string) => dateCell(before + after, written, is1904))
    return xml
  }
}

const rowTag = /<row(?:\s[^>]*?)?\sr=["'](\d+)["'][^>]*?(\/?)>/g
const emptyCell = /<(?:c|row)(?:\s[^>]*)?\/>|<c(?:\s[^>]*)?><\/c>/g
const emptyRow = /<row(?:\s[^>]*)?>\s*<\/row>/g
const richText = /<is>(?!\s*<t[\s>][^<]*<\/t>\s*<\/is>)([\s\S]*?)<\/is>/g
const writtenDate = /<c(\s[^>]*?)\st="d"([^>]*)>\s*<v>([^<]*)<\/v>/g

function reportHidden(rows: string, onHidden: (row: number) => void): void {
  for (const [tag] of rows.matchAll(/<row\s[^>]*\shidden=["'](?:1|true)["'][^>]*>/g)) onHidden(Number(/\sr=["'](\d+)/.exec(tag)?.[1]))
}

function dateCell(attributes: string, written: string, is1904: boolean): string {
  const moment = Date.parse(/Z$|[+-]\d\d:\d\d$/.test(written) ? written : `${written.includes('T') ? written : `${written}T00:00:00`}Z`)
  const days = moment / 86_400_000 + 25_569 - (is1904 ? 1_462 : 0)
  return `<c${attributes.replace(/\ss=["']\d+["']/, '')} s="${WRITTEN_DATE_STYLE}"><v>${days}</v>`
}

/**
 * Writes the addresses of rows and cells where a writer left them out, which the format allows: each is the next one.
 *
 * exceljs throws on a cell without its address.
 */
function createNumbering(): (rows: string) => string {
  let row = 0
  let column = 0
  let isNeeded = false

  function numbered(tag: string, rowAttributes: string | undefined, cellAttributes: string | undefined): string {
    const address = /\sr=["']([A-Z]*\d+)["']/.exec(rowAttributes ?? cellAttributes ?? '')?.[1]
    if (rowAttributes !== undefined) {
      row = address === undefined ? row + 1 : Number(address)
      column = 0
      return address === undefined ? tag.replace('<row', `<row r="${row}"`) : tag
    }
    column = address === undefined ? column + 1 : columnNumber(address.replace(/\d+$/, ''))
    return address === undefined ? tag.replace('<c', `<c r="${columnLetters(column)}${row}"`) : tag
  }

  return (rows) => {
    isNeeded ||= lacksAddress(rows, rows.indexOf('<row')) || lacksAddress(rows, rows.indexOf('<c'))
    if (isNeeded) return rows.replaceAll(/<row((?:\s[^>]*)?)\/?>|<c((?:\s[^>]*)?)\/?>/g, numbered)
    row = Number(/\sr=["'](\d+)/.exec(rows.slice(rows.lastIndexOf('<row')))?.[1] ?? row)
    return rows
  }
}

/** Judged by the first row and cell of a piece: a writer leaves addresses out everywhere or nowhere. */
function lacksAddress(rows: string, at: number): boolean {
  return at >= 0 && !/\sr=/.test(rows.slice(at, rows.indexOf('>', at)))
}
