import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import ExcelJS, { type Cell, type Worksheet } from 'exceljs'

/** A list on a report's sheet, by column titles. */
export interface ReadTable {
  readonly headerRow: number
  readonly header: readonly string[]
  readonly rows: readonly Readonly<Record<string, unknown>>[]
  /** The last row with totals; null if none. */
  readonly totals: Readonly<Record<string, unknown>> | null
}

export async function readReport(bytes: Uint8Array): Promise<ExcelJS.Workbook> {
  const workbook = new ExcelJS.Workbook()
  // Its types use the Buffer of an older Node.
  await workbook.xlsx.load(Buffer.from(bytes) as unknown as ExcelJS.Buffer)
  return workbook
}

export function sheetNamed(workbook: ExcelJS.Workbook, name: string): Worksheet {
  const sheet = workbook.getWorksheet(name)
  if (!sheet) throw new Error(`no sheet ${name}`)
  return sheet
}

/** What a cell shows: a formula's result, else its value; the text of rich text. */
export function shown(cell: Cell): unknown {
  if (cell.formula !== undefined) return cell.result
  const { value } = cell
  return typeof value === 'object' && value !== null && 'richText' in value ? value.richText.map(({ text }) => text).join('') : value
}

/** The texts and numbers of a row from its first column; an empty cell is `''`. */
export function rowOf(sheet: Worksheet, row: number, columnCount = sheet.columnCount): unknown[] {
  return Array.from({ length: columnCount }, (_, index) => shown(sheet.getCell(row, index + 1)) ?? '')
}

/** Reads the list whose header has `firstTitle` in its first column, to its totals, an empty row or the end. */
export function tableIn(sheet: Worksheet, firstTitle: string): ReadTable {
  let headerRow = 1
  while (headerRow <= sheet.rowCount && sheet.getCell(headerRow, 1).value !== firstTitle) headerRow++
  if (headerRow > sheet.rowCount) throw new Error(`no ${firstTitle} in ${sheet.name}`)
  const { columnCount } = sheet // looks at every row of the sheet
  const header = rowOf(sheet, headerRow, columnCount)
    .filter((title) => title !== '')
    .map(String)
  const rows: Record<string, unknown>[] = []
  let totals: Record<string, unknown> | null = null
  for (let row = headerRow + 1; row <= sheet.rowCount; row++) {
    const values = rowOf(sheet, row, columnCount)
    if (values.every((value) => value === '')) break
    const record = Object.fromEntries(header.map((title, index) => [title, values[index]]))
    if (values[0] === '合计') {
      totals = record
      break
    }
    rows.push(record)
  }
  return { headerRow, header, rows, totals }
}

/** Every formula of a workbook, with its address and stored result. */
export function formulasOf(workbook: ExcelJS.Workbook): { sheet: string; address: string; formula: string; result: number }[] {
  return workbook.worksheets.flatMap((sheet) => {
    const found: { sheet: string; address: string; formula: string; result: number }[] = []
    sheet.eachRow((row) =>
      row.eachCell((cell) => {
        if (cell.formula !== undefined) found.push({ sheet: sheet.name, address: cell.address, formula: cell.formula, result: Number(cell.result) })
      }),
    )
    return found
  })
}

/** LibreOffice's program, or null if it is not installed. */
export function findSoffice(): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const names = process.platform === 'win32' ? ['soffice.com', 'soffice.exe'] : ['soffice', 'libreoffice']
  const candidates = folders.flatMap((folder) => names.map((name) => join(folder, name)))
  return candidates.find((path) => existsSync(path)) ?? null
}

/** The workbook with its formulas, but without results. */
export async function withoutResults(bytes: Uint8Array): Promise<Uint8Array> {
  const workbook = await readReport(bytes)
  for (const sheet of workbook.worksheets) {
    sheet.eachRow((row) =>
      row.eachCell((cell) => {
        if (cell.formula !== undefined) cell.value = { formula: cell.formula }
      }),
    )
  }
  return new Uint8Array(await workbook.xlsx.writeBuffer())
}

/** Opens a workbook in LibreOffice, and reads what it saved. */
export async function throughLibreOffice(soffice: string, bytes: Uint8Array): Promise<ExcelJS.Workbook> {
  const folder = mkdtempSync(join(tmpdir(), 'vote-soffice-'))
  try {
    writeFileSync(join(folder, 'report.xlsx'), bytes)
    const options = [
      `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`,
      '--headless',
      '--convert-to',
      'xlsx',
      '--outdir',
      join(folder, 'out'),
    ]
    execFileSync(soffice, [...options, join(folder, 'report.xlsx')], { stdio: 'ignore', timeout: 120_000 })
    return await readReport(readFileSync(join(folder, 'out', 'report.xlsx')))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
