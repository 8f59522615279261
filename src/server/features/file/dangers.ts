import { promisify } from 'node:util'
import { constants, inflate, type ZlibOptions } from 'node:zlib'
import type { PlainReason } from '#shared/contract/refusals.ts'
import { inspectDirectory, type ArchiveEntry, decoded, unpack } from '../../workbooks/archive.ts'
import { damaged } from '../../workbooks/refusals.ts'
import { localName, parseXml, type Attributes, type Part } from '../../workbooks/xml.ts'

/** What Windows runs, or opens with a program that runs it. */
const PROGRAMS = new Set(
  (
    'exe dll com scr pif cpl msi msp mst msix appx appinstaller bat cmd ps1 psm1 ps1xml vbs vbe vb js jse wsf wsh wsc sct hta jar lnk url ' +
    'reg inf scf chm hlp gadget application appref-ms xll wll ocx sys drv iso img vhd vhdx diagcab library-ms settingcontent-ms msc docm dotm xlsm xltm xlam pptm potm ppam ppsm sldm sh apk app dmg'
  ).split(' '),
)
/** Archives that are not looked into. */
const ARCHIVES = new Set(['rar', '7z', 'gz', 'tgz', 'bz2', 'xz', 'zst', 'tar', 'cab', 'arj', 'lzh', 'ace', 'z'])
/** Archives that are looked into, office files among them. */
const ZIPS = new Set(['zip', 'docx', 'xlsx', 'pptx'])

/** How deep one archive may be in another. */
const MAX_DEPTH = 2

const extensionOf = (name: string): string => /\.([^./\\]+)[. ]*$/.exec(name)?.[1]?.toLowerCase() ?? ''

/**
 * What in an archive or an office file would run on the computer of whoever opens it; null if nothing does: programs and
 * scripts by name or content, macros, templates and objects that are fetched from elsewhere.
 *
 * `entries` is its checked directory.
 * @throws Refusal for an archive inside that is damaged, encrypted or a bomb
 */
export async function archiveDanger(bytes: Uint8Array, entries: readonly ArchiveEntry[], depth = 0): Promise<PlainReason | null> {
  for (const entry of entries) {
    const danger = await entryDanger(bytes, entry, depth)
    if (danger !== null) return danger
  }
  return null
}

async function entryDanger(archive: Uint8Array, entry: ArchiveEntry, depth: number): Promise<PlainReason | null> {
  const name = entry.name.toLowerCase()
  const extension = extensionOf(name)
  if (/(^|\/)vbaproject\.bin$|(^|\/)macrosheets\//.test(name)) return 'file.macros'
  if (PROGRAMS.has(extension)) return 'file.program'
  if (ARCHIVES.has(extension)) return 'file.nested'
  if (name.endsWith('.rels')) return (await hasExternalPart(() => decoded(unpack(archive, entry)))) ? 'file.externalTemplate' : null
  if (extension === 'pdf') return pdfDanger(await whole(archive, entry))
  const start = await beginning(archive, entry)
  if (isProgram(start)) return 'file.program'
  if (!ZIPS.has(extension) && !isZip(start)) return null
  if (depth === MAX_DEPTH) return 'file.nested'
  const inner = await whole(archive, entry)
  return archiveDanger(inner, await inspectDirectory(inner), depth + 1)
}

async function whole(archive: Uint8Array, entry: ArchiveEntry): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of unpack(archive, entry)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** As much of a file as tells its kind. */
async function beginning(archive: Uint8Array, entry: ArchiveEntry): Promise<Buffer> {
  for await (const chunk of unpack(archive, entry)) return chunk
  return Buffer.alloc(0)
}

const isZip = (bytes: Buffer): boolean => bytes.length > 4 && bytes.readUInt32LE(0) === 0x04034b50

/** A program of Windows or Linux whatever it is called; `MZ` alone may begin a text. */
function isProgram(bytes: Buffer): boolean {
  if (bytes.length > 4 && bytes.readUInt32BE(0) === 0x7f454c46) return true
  if (bytes.length < 64 || bytes.toString('latin1', 0, 2) !== 'MZ') return false
  const header = bytes.readUInt32LE(60)
  return header + 4 <= bytes.length && bytes.readUInt32BE(header) === 0x50450000
}

/** Relationships that are opened with the document and not by a click, as a link is. */
const OPENED_TYPES = /\/(?:attachedTemplate|oleObject|frame|subDocument)$/i
/** What a part of a package may say of its own encoding; a reader that believed another would read other relationships than we do. */
const KNOWN_ENCODING = /^(?:utf-?8|utf-?16(?:[lb]e)?|us-ascii)$/i

/**
 * Whether a part of relationships names something outside that is opened with the document.
 *
 * @throws Refusal (damaged) for what an office program could not read as XML either
 */
async function hasExternalPart(part: Part): Promise<boolean> {
  let hasFound = false
  const open = (name: string, attributes: Attributes): void => {
    if (localName(name) !== 'Relationship') return
    const values = new Map(Object.entries(attributes).map(([key, value]) => [localName(key).toLowerCase(), value.trim()]))
    hasFound ||= values.get('targetmode')?.toLowerCase() === 'external' && OPENED_TYPES.test(values.get('type') ?? '')
  }
  await parseXml(() => inKnownEncoding(part()), { open })
  return hasFound
}

async function* inKnownEncoding(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let isFirst = true
  for await (const piece of pieces) {
    const encoding = isFirst ? /^<\?xml\s[^>]*?\bencoding\s*=\s*["']([^"']*)/.exec(piece)?.[1] : undefined
    if (encoding !== undefined && !KNOWN_ENCODING.test(encoding)) throw damaged(new Error(`encoding ${encoding}`))
    isFirst = false
    yield piece
  }
}

/** How much of a PDF's packed objects is unpacked, in bytes. */
const PDF_LIMIT = 64 * 1024 * 1024

const inflated = promisify(inflate) as (packed: Uint8Array, options: ZlibOptions) => Promise<Buffer> // its last overload, which promisify cannot choose

/**
 * What in a PDF runs when it is opened: scripts, and actions that start a program; null if none.
 *
 * A plain scan of its names, also of the objects that are packed into streams; what such a stream says in another way than
 * Flate (nobody writes it so) cannot be checked, and is a reason, too.
 */
export async function pdfDanger(bytes: Uint8Array): Promise<PlainReason | null> {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  const outside: string[] = []
  let from = 0
  let unpacked = 0
  for (const { index } of text.matchAll(/(?<!end)stream(?=[\r\n])/g)) {
    if (index < from) continue
    const end = text.indexOf('endstream', index)
    const before = plainNames(text.slice(from, index))
    outside.push(before)
    from = end === -1 ? text.length : end
    if (!/\/ObjStm\b/.test(before)) continue
    const objects = await unpackedObjects(before, bytes.subarray(index + (text.startsWith('\r\n', index + 6) ? 8 : 7), from), PDF_LIMIT - unpacked)
    if (objects === null) return 'file.pdfHidden'
    unpacked += objects.length
    if (runs(plainNames(objects))) return 'file.pdfScript'
  }
  // the long names anywhere, the short one only where no packed bytes look like it by chance
  return /\/(?:JavaScript|Launch)\b/.test(plainNames(text)) || runs(`${outside.join(' ')} ${plainNames(text.slice(from))}`) ? 'file.pdfScript' : null
}

const runs = (objects: string): boolean => /\/(?:JavaScript|JS|Launch)(?![A-Za-z0-9_.-])/.test(objects)

/** Names as they are meant: `/J#61vaScript` is `/JavaScript`. */
const plainNames = (text: string): string => text.replaceAll(/#([0-9A-Fa-f]{2})/g, (_code, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))

/** The objects in a stream as text; null if they cannot be read, or are more than `limit` bytes. */
async function unpackedObjects(dictionary: string, packed: Uint8Array, limit: number): Promise<string | null> {
  const isPlain = !/\/Filter\b/.test(dictionary)
  if (isPlain) return Buffer.from(packed).toString('latin1')
  if (!/\/Filter\s*(?:\/FlateDecode|\[\s*\/FlateDecode\s*\])/.test(dictionary) || /\/Predictor\s+(?!1\b)/.test(dictionary) || limit <= 0) return null
  try {
    // what is behind the data is not a part of it
    return (await inflated(packed, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: limit })).toString('latin1')
  } catch {
    return null
  }
}
