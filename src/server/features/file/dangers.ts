import { promisify } from 'node:util'
import { constants, inflate, type ZlibOptions } from 'node:zlib'
import type { PlainReason } from '#shared/contract/refusals.ts'
import { inspectDirectory, type ArchiveEntry, decoded, unpack } from '../../workbooks/archive.ts'
import { damaged } from '../../workbooks/refusals.ts'
import { localName, parseXml, type Attributes, type Part } from '../../workbooks/xml.ts'

/** Extensions that Windows executes, or opens with a program that does. */
const PROGRAMS = new Set(
  (
    'exe dll com scr pif cpl msi msp mst msix appx appinstaller bat cmd ps1 psm1 ps1xml vbs vbe vb js jse wsf wsh wsc sct hta jar lnk url ' +
    'reg inf scf chm hlp gadget application appref-ms xll wll ocx sys drv iso img vhd vhdx diagcab library-ms settingcontent-ms msc docm dotm xlsm xltm xlam pptm potm ppam ppsm sldm sh apk app dmg'
  ).split(' '),
)
/** Archives not inspected. */
const ARCHIVES = new Set(['rar', '7z', 'gz', 'tgz', 'bz2', 'xz', 'zst', 'tar', 'cab', 'arj', 'lzh', 'ace', 'z'])
/** Archives inspected, office files included. */
const ZIPS = new Set(['zip', 'docx', 'xlsx', 'pptx'])

/** Maximum nesting of archives. */
const MAX_DEPTH = 2

const extensionOf = (name: string): string => /\.([^./\\]+)[. ]*$/.exec(name)?.[1]?.toLowerCase() ?? ''

/**
 * Why an archive or an office file would run something when opened; null if nothing: programs and scripts by name or
 * content, macros, remote templates and objects.
 *
 * @param entries the archive's validated directory
 * @throws Refusal for a nested archive that is damaged, encrypted or a bomb
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

/** The beginning of a file, enough to detect its type. */
async function beginning(archive: Uint8Array, entry: ArchiveEntry): Promise<Buffer> {
  for await (const chunk of unpack(archive, entry)) return chunk
  return Buffer.alloc(0)
}

const isZip = (bytes: Buffer): boolean => bytes.length > 4 && bytes.readUInt32LE(0) === 0x04034b50

/** Whether it is a Windows or Linux executable, whatever its name; `MZ` alone may start a text. */
function isProgram(bytes: Buffer): boolean {
  if (bytes.length > 4 && bytes.readUInt32BE(0) === 0x7f454c46) return true
  if (bytes.length < 64 || bytes.toString('latin1', 0, 2) !== 'MZ') return false
  const header = bytes.readUInt32LE(60)
  return header + 4 <= bytes.length && bytes.readUInt32BE(header) === 0x50450000
}

/** Relationships loaded on opening the document, not on a click as links are. */
const OPENED_TYPES = /\/(?:attachedTemplate|oleObject|frame|subDocument)$/i
/** Encodings that a package part may declare; a reader honouring another one could see other relationships than this check. */
const KNOWN_ENCODING = /^(?:utf-?8|utf-?16(?:[lb]e)?|us-ascii)$/i

/**
 * Whether a relationships part has an external target that is loaded on opening.
 *
 * @throws Refusal (damaged) for anything that an office program could not parse as XML either
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

/** Limit of decompressed data in a PDF, in bytes. */
const PDF_LIMIT = 64 * 1024 * 1024

const inflated = promisify(inflate) as (packed: Uint8Array, options: ZlibOptions) => Promise<Buffer> // its last overload, which promisify cannot choose

/**
 * Why a PDF would run something when opened: scripts and launch actions; null if none.
 *
 * A plain scan of its names, including objects packed into streams; object streams with another filter than Flate (not
 * found in practice) cannot be checked and are refused, too.
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
  // long names anywhere, the short one only outside packed bytes, which may contain it by chance
  return /\/(?:JavaScript|Launch)\b/.test(plainNames(text)) || runs(`${outside.join(' ')} ${plainNames(text.slice(from))}`) ? 'file.pdfScript' : null
}

const runs = (objects: string): boolean => /\/(?:JavaScript|JS|Launch)(?![A-Za-z0-9_.-])/.test(objects)

/** Decodes escaped names: `/J#61vaScript` is `/JavaScript`. */
const plainNames = (text: string): string => text.replaceAll(/#([0-9A-Fa-f]{2})/g, (_code, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))

/** The objects in a stream as text; null if unreadable or larger than `limit` bytes. */
async function unpackedObjects(dictionary: string, packed: Uint8Array, limit: number): Promise<string | null> {
  const isPlain = !/\/Filter\b/.test(dictionary)
  if (isPlain) return Buffer.from(packed).toString('latin1')
  if (!/\/Filter\s*(?:\/FlateDecode|\[\s*\/FlateDecode\s*\])/.test(dictionary) || /\/Predictor\s+(?!1\b)/.test(dictionary) || limit <= 0) return null
  try {
    // trailing bytes are not part of the stream
    return (await inflated(packed, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: limit })).toString('latin1')
  } catch {
    return null
  }
}
