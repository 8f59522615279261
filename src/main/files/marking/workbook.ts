import { posix } from 'node:path'
import type { Archive } from './archive.ts'
import { attribute, tagsOf, textIn } from './xml.ts'

/** The archive's parts that marking touches or reads. */
export interface WorkbookParts {
  /** The first visible sheet. */
  readonly sheet: string
  readonly styles: string | null
  readonly sharedStrings: string | null
}

/** Finds the first visible sheet's part and the parts that it leans on. Throws where the archive is no workbook. */
export function workbookParts(archive: Archive): WorkbookParts {
  const workbook = relationships(archive, '').find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml'
  const related = relationships(archive, workbook)
  const sheet = sheetIds(textOf(archive, workbook))
    .map((id) => related.find((relationship) => relationship.id === id))
    .find((relationship) => relationship?.type === 'worksheet')
  if (sheet === undefined) throw new Error('no visible sheet')
  return {
    sheet: sheet.target,
    styles: related.find(({ type }) => type === 'styles')?.target ?? null,
    sharedStrings: related.find(({ type }) => type === 'sharedStrings')?.target ?? null,
  }
}

/** The shared strings of these numbers. */
export function sharedStrings(xml: string, wanted: ReadonlySet<number>): Map<number, string> {
  const found = new Map<number, string>()
  let index = 0
  let from = 0
  for (const { name, kind, start, end } of tagsOf(xml)) {
    if (name !== 'si') continue
    if (kind === 'open') {
      from = end
      continue
    }
    if (kind === 'close' && wanted.has(index)) found.set(index, textIn(xml.slice(from, start)))
    index += 1
    if (found.size === wanted.size) break
  }
  return found
}

/** The relation ids of the sheets that are not hidden, in the order of the tabs. */
function sheetIds(workbook: string): string[] {
  const ids: string[] = []
  for (const { name, kind, attributes } of tagsOf(workbook)) {
    if (name !== 'sheet' || kind === 'close') continue
    const state = attribute(attributes, 'state') ?? 'visible'
    // the sheet's own `id` attribute has a prefix, `sheetId` another name
    const id = attribute(attributes, 'id')
    if (state === 'visible' && id !== null) ids.push(id)
  }
  return ids
}

interface Relationship {
  readonly id: string
  /** The last segment of the type's address: `worksheet`, `styles`. */
  readonly type: string
  /** A part's name in the archive. */
  readonly target: string
}

function relationships(archive: Archive, part: string): Relationship[] {
  const folder = posix.dirname(part)
  const xml = archive.text(posix.join(folder, '_rels', `${posix.basename(part)}.rels`))
  if (xml === null) return []
  const found: Relationship[] = []
  for (const { name, kind, attributes } of tagsOf(xml)) {
    if (name !== 'Relationship' || kind === 'close' || attribute(attributes, 'TargetMode') === 'External') continue
    const target = attribute(attributes, 'Target') ?? ''
    found.push({
      id: attribute(attributes, 'Id') ?? '',
      type: posix.basename(attribute(attributes, 'Type') ?? ''),
      target: target.startsWith('/') ? posix.normalize(target.slice(1)) : posix.join(folder, target),
    })
  }
  return found
}

function textOf(archive: Archive, part: string): string {
  const text = archive.text(part)
  if (text === null) throw new Error('a part is missing')
  return text
}
