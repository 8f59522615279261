import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

/** The parts of a one-sheet workbook as complete XML; omitted ones are as Excel writes them. */
export interface PackedParts {
  readonly sheet: string
  readonly workbook?: string
  readonly sharedStrings?: string
  readonly styles?: string
  /** Base of relationship types; the strict edition has another. */
  readonly relationBase?: string
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
export const TRANSITIONAL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
export const STRICT = 'http://purl.oclc.org/ooxml/officeDocument/relationships'
export const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
export const STRICT_MAIN = 'http://purl.oclc.org/ooxml/spreadsheetml/main'

const defaultWorkbook = `<workbook xmlns="${MAIN}" xmlns:r="${TRANSITIONAL}"><sheets><sheet name="登记" sheetId="1" r:id="rId1"/></sheets></workbook>`
export const defaultStyles = `<styleSheet xmlns="${MAIN}"><fonts><font/></fonts><fills><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders><border/></borders><cellStyleXfs><xf/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="22"/></cellXfs></styleSheet>`

/** Packs a workbook from hand-written parts with an ordinary archive writer. */
export async function packedWorkbook({ sheet, workbook = defaultWorkbook, sharedStrings, styles = defaultStyles, relationBase = TRANSITIONAL }: PackedParts) {
  const relations = (inside: string): string => `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inside}</Relationships>`
  const relation = (id: string, type: string, target: string): string => `<Relationship Id="${id}" Type="${relationBase}/${type}" Target="${target}"/>`
  const parts: readonly (readonly [path: string, xml: string])[] = [
    [
      '[Content_Types].xml',
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
    ],
    ['_rels/.rels', relations(relation('rId1', 'officeDocument', 'xl/workbook.xml'))],
    ['xl/workbook.xml', workbook],
    [
      'xl/_rels/workbook.xml.rels',
      relations(
        relation('rId1', 'worksheet', 'worksheets/sheet1.xml') +
          relation('rId2', 'styles', 'styles.xml') +
          (sharedStrings === undefined ? '' : relation('rId3', 'sharedStrings', 'sharedStrings.xml')),
      ),
    ],
    ['xl/worksheets/sheet1.xml', sheet],
    ['xl/styles.xml', styles],
    ...(sharedStrings === undefined ? [] : [['xl/sharedStrings.xml', sharedStrings] as const]),
  ]
  const zip = new ZipFile()
  for (const [path, xml] of parts) zip.addBuffer(Buffer.from(HEAD + xml), path)
  zip.end()
  return new Uint8Array(await buffer(zip.outputStream))
}
