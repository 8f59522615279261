import { Refusal, required } from '#shared/contract/refusals.ts'
import { posix } from 'node:path'
import { type ArchiveEntry, decoded, unpack } from './archive.ts'
import { EXPLANATIONS_SHEET } from '#shared/import/workbook.ts'
import { numberFormatOf, type NumberFormat } from './numberFormats.ts'
import { damaged } from './refusals.ts'
import { isTrue } from './sheetRows.ts'
import { localName, parseXml, type Attributes, type Part } from './xml.ts'

/** Data of a workbook known before its rows are read. */
export interface Workbook {
  /** The first visible sheet. */
  readonly sheetName: string
  readonly sheet: Part
  /** Paths of the sheet and the styles in the archive; null if there are no styles. */
  readonly paths: { readonly sheet: string; readonly styles: string | null }
  /** Worksheets of all kinds, hidden ones included; the templates' explanation sheets are not counted. */
  readonly sheetCount: number
  readonly sharedStrings: Part | null
  /** Number format by the style index in a cell. */
  readonly formats: readonly NumberFormat[]
  /** Days count from 1904: the old Macintosh calendar. */
  readonly is1904: boolean
}

/**
 * Finds the first visible sheet and the parts its cells refer to.
 *
 * Follows relationships, not file names: writers may name the parts freely.
 * @throws Refusal for an archive that is no workbook, one with macros, or one whose sheets are all hidden
 */
export async function openWorkbook(archive: Uint8Array, entries: readonly ArchiveEntry[]): Promise<Workbook> {
  const byName = new Map(entries.map((entry) => [entry.name.toLowerCase(), entry]))
  const part = (path: string): Part | null => {
    const entry = byName.get(path.toLowerCase())
    return entry ? () => decoded(unpack(archive, entry)) : null
  }
  const roots = await relationsOf(part('_rels/.rels'), '')
  const path = roots.find(({ type }) => type === 'officeDocument')?.path ?? 'xl/workbook.xml'
  const book = required(part(path), 'workbook.otherArchive')
  await checkMediaType(part('[Content_Types].xml'), path)

  const { sheets, is1904 } = await sheetsOf(book)
  const relations = await relationsOf(part(posix.join(posix.dirname(path), '_rels', `${posix.basename(path)}.rels`)), posix.dirname(path))
  const byId = new Map(relations.map((relation) => [relation.id, relation]))
  const worksheets = sheets.filter(({ relationId }) => byId.get(relationId)?.type === 'worksheet')
  const first = worksheets.find(({ isVisible }) => isVisible)
  if (!first) throw worksheets.length > 0 ? new Refusal('workbook.noVisibleSheet') : damaged(new Error('no sheet'))
  const sheetPath = byId.get(first.relationId)?.path ?? ''
  const sheet = part(sheetPath)
  if (!sheet) throw damaged(new Error(`no part for ${first.relationId}`))
  const pathTo = (type: string): string => relations.find((relation) => relation.type === type)?.path ?? ''
  const nameOf = (wanted: string): string | null => byName.get(wanted.toLowerCase())?.name ?? null
  return {
    sheetName: first.name,
    sheet,
    paths: { sheet: nameOf(sheetPath) ?? sheetPath, styles: nameOf(pathTo('styles')) },
    sheetCount: worksheets.filter((each) => each === first || each.name !== EXPLANATIONS_SHEET).length,
    sharedStrings: part(pathTo('sharedStrings')),
    formats: await formatsOf(part(pathTo('styles'))),
    is1904,
  }
}

interface Relation {
  readonly id: string
  /** The last word of its type: `worksheet`, `styles`, `sharedStrings`, `officeDocument`. */
  readonly type: string
  readonly path: string
}

/** Calls `visit` for each element of a part, by local name. */
const eachElement = (part: Part, visit: (local: string, attributes: Attributes) => void): Promise<void> =>
  parseXml(part, { open: (name, attributes) => visit(localName(name), attributes) })

async function relationsOf(part: Part | null, folder: string): Promise<Relation[]> {
  const relations: Relation[] = []
  if (!part) return relations
  await eachElement(part, (name, attributes) => {
    if (name !== 'Relationship' || attributes['TargetMode'] === 'External') return
    const target = attributes['Target'] ?? ''
    relations.push({
      id: attributes['Id'] ?? '',
      type: /[^/]*$/.exec(attributes['Type'] ?? '')?.[0] ?? '',
      path: target.startsWith('/') ? target.slice(1) : posix.join(folder, target),
    })
  })
  return relations
}

/** Office itself refuses a workbook with macros named .xlsx. */
async function checkMediaType(part: Part | null, workbookPath: string): Promise<void> {
  if (!part) return
  await eachElement(part, (name, attributes) => {
    if (name !== 'Override' || attributes['PartName']?.toLowerCase() !== `/${workbookPath.toLowerCase()}`) return
    const type = attributes['ContentType'] ?? ''
    if (type.includes('sheet.binary')) throw new Refusal('workbook.binary')
    if (type.includes('macroEnabled')) throw new Refusal('workbook.macros')
  })
}

async function sheetsOf(book: Part) {
  const sheets: { name: string; relationId: string; isVisible: boolean }[] = []
  let is1904 = false
  await eachElement(book, (name, attributes) => {
    if (name === 'workbookPr') is1904 = isTrue(attributes['date1904'])
    if (name !== 'sheet') return
    const relationId = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? ''
    sheets.push({ name: attributes['name'] ?? '', relationId, isVisible: (attributes['state'] ?? 'visible') === 'visible' })
  })
  return { sheets, is1904 }
}

async function formatsOf(part: Part | null): Promise<NumberFormat[]> {
  const codes = new Map<number, string>()
  const formats: NumberFormat[] = []
  if (!part) return formats
  let isInCellStyles = false
  await parseXml(part, {
    open(written, attributes) {
      const name = localName(written)
      if (name === 'cellXfs') isInCellStyles = true
      else if (name === 'numFmt') codes.set(Number(attributes['numFmtId']), attributes['formatCode'] ?? '')
      else if (name === 'xf' && isInCellStyles) {
        const id = Number(attributes['numFmtId'] ?? 0)
        formats.push(numberFormatOf(id, codes.get(id)))
      }
    },
    close(written) {
      if (localName(written) === 'cellXfs') isInCellStyles = false
    },
  })
  return formats
}
