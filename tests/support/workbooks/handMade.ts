import { zip, type Packed } from './zip.ts'

/** A cell: text, number, nothing, or the XML of a `<c>` without its address. */
export type Cell = string | number | null | { readonly attributes?: string; readonly inside: string }

export interface HandMadeSheet {
  readonly name?: string
  readonly state?: 'visible' | 'hidden' | 'veryHidden'
  /** Content of `<sheetData>`. */
  readonly rows?: string
  /** XML before and after `<sheetData>`. */
  readonly before?: string
  readonly after?: string
  /** The whole part, replacing all of the above. */
  readonly xml?: string
}

export interface HandMade {
  readonly sheets?: readonly HandMadeSheet[]
  /** The whole part. */
  readonly sharedStrings?: string
  /** Format codes; the cell style `s="n"` is the n-th, from 1. */
  readonly formats?: readonly string[]
  /** Attributes of `<workbookPr>`. */
  readonly properties?: string
  /** XML after `<sheets>`. */
  readonly afterSheets?: string
  readonly contentType?: string
  /** Base of relationship types; the strict edition has another. */
  readonly relationBase?: string
  readonly extra?: readonly Packed[]
  /** Changes the parts before they are packed. */
  readonly alter?: (files: Packed[]) => Packed[]
}

export const MAIN_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml'
const MAIN_NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'

export const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** `A` for 1, `XFD` for 16384. */
export function letters(column: number): string {
  return column === 0 ? '' : letters(Math.floor((column - 1) / 26)) + String.fromCharCode(65 + ((column - 1) % 26))
}

/** One `<row>` with its cells from column A on. */
export function row(number: number, cells: readonly Cell[], attributes = ''): string {
  const inside = cells.map((cell, index) => cellXml(`${letters(index + 1)}${number}`, cell)).join('')
  return `<row r="${number}"${attributes === '' ? '' : ` ${attributes}`}>${inside}</row>`
}

function cellXml(address: string, cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return `<c r="${address}"><v>${cell}</v></c>`
  if (typeof cell === 'string') return `<c r="${address}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`
  return `<c r="${address}"${cell.attributes === undefined ? '' : ` ${cell.attributes}`}>${cell.inside}</c>`
}

/** A hand-written workbook, part by part: small, and able to contain what no program writes. */
export function handMade({
  sheets = [{}],
  sharedStrings,
  formats = [],
  properties = '',
  afterSheets = '',
  contentType = MAIN_TYPE,
  relationBase = RELATIONS,
  extra = [],
  alter,
}: HandMade): Uint8Array {
  const relation = (id: string, type: string, target: string): string => `<Relationship Id="${id}" Type="${relationBase}/${type}" Target="${target}"/>`
  const relations = (inside: string): string =>
    `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inside}</Relationships>`
  const files: Packed[] = [
    {
      name: '[Content_Types].xml',
      data: `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${contentType}"/></Types>`,
    },
    { name: '_rels/.rels', data: relations(relation('rId1', 'officeDocument', 'xl/workbook.xml')) },
    {
      name: 'xl/workbook.xml',
      data: `${HEAD}<workbook xmlns="${MAIN_NAMESPACE}" xmlns:r="${RELATIONS}"><workbookPr ${properties}/><sheets>${sheets
        .map(
          ({ name, state }, index) =>
            `<sheet name="${name ?? `Sheet${index + 1}`}" sheetId="${index + 1}"${state ? ` state="${state}"` : ''} r:id="rId${index + 1}"/>`,
        )
        .join('')}</sheets>${afterSheets}</workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      data: relations(
        sheets.map((_, index) => relation(`rId${index + 1}`, 'worksheet', `worksheets/sheet${index + 1}.xml`)).join('') +
          relation('rIdS', 'styles', 'styles.xml') +
          (sharedStrings === undefined ? '' : relation('rIdT', 'sharedStrings', 'sharedStrings.xml')),
      ),
    },
    { name: 'xl/styles.xml', data: stylesXml(formats) },
    ...sheets.map((sheet, index) => ({ name: `xl/worksheets/sheet${index + 1}.xml`, data: sheetXml(sheet) })),
    ...(sharedStrings === undefined ? [] : [{ name: 'xl/sharedStrings.xml', data: sharedStrings }]),
    ...extra,
  ]
  return zip(alter ? alter(files) : files)
}

export function sheetXml({ rows = '', before = '', after = '', xml }: HandMadeSheet): string {
  return xml ?? `${HEAD}<worksheet xmlns="${MAIN_NAMESPACE}" xmlns:r="${RELATIONS}">${before}<sheetData>${rows}</sheetData>${after}</worksheet>`
}

export function sharedStringsXml(items: readonly string[]): string {
  return `${HEAD}<sst xmlns="${MAIN_NAMESPACE}" count="${items.length}" uniqueCount="${items.length}">${items.map((item) => `<si>${item}</si>`).join('')}</sst>`
}

function stylesXml(formats: readonly string[]): string {
  const numFmts = formats.map((code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${escaped(code).replaceAll('"', '&quot;')}"/>`).join('')
  const xfs = formats.map((_, index) => `<xf numFmtId="${164 + index}" applyNumberFormat="1"/>`).join('')
  return `${HEAD}<styleSheet xmlns="${MAIN_NAMESPACE}"><numFmts>${numFmts}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${xfs}</cellXfs></styleSheet>`
}
