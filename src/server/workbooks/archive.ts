import { Refusal } from '#shared/contract/refusals.ts'
import { fromBufferPromise, getFileNameLowLevel, validateFileName, type Entry, type ZipFile } from 'yauzl'
import { damaged } from './refusals.ts'
import { TextDecoder } from 'node:util'
import { crc32, createInflateRaw } from 'node:zlib'

/** Limits of an archive (`bad-input.md`, Files). Sizes in bytes. */
const ARCHIVE_LIMITS = { entries: 500, unpacked: 64 * 1024 * 1024, ratio: 100, ratioHoldsFrom: 1024 * 1024 } as const

/** One file in the archive, from its validated directory; plain data that can be sent to a worker. */
export interface ArchiveEntry {
  readonly name: string
  /** 0 stored, 8 deflated; others are refused. */
  readonly method: 0 | 8
  readonly crc32: number
  /** Unpacked size in bytes, as declared by the directory and enforced by unpacking. */
  readonly size: number
  /** Range of the packed bytes in the archive. */
  readonly start: number
  readonly end: number
}

/**
 * Reads an archive's directory and checks everything possible without unpacking.
 *
 * Takes some tens of milliseconds at most, whatever the file: too many entries are refused before any is read.
 * @throws Refusal for a damaged archive, a zip bomb, paths that reach outside, an encrypted or another kind of archive
 */
export async function inspectArchive(bytes: Uint8Array): Promise<readonly ArchiveEntry[]> {
  const file = asBuffer(bytes)
  const entries = await readDirectory(file)
  checkKind(new Set(entries.map(({ name }) => name.toLowerCase())), file, entries)
  return entries
}

/**
 * The same checks for any archive that is only stored and served; returns its directory.
 *
 * @throws Refusal for a damaged archive, a zip bomb, paths that reach outside, an encrypted archive
 */
export async function inspectDirectory(bytes: Uint8Array): Promise<readonly ArchiveEntry[]> {
  return readDirectory(asBuffer(bytes))
}

const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

async function readDirectory(file: Buffer): Promise<ArchiveEntry[]> {
  const zip = await orDamaged(fromBufferPromise(file, { decodeStrings: false }))
  if (zip.entryCount > ARCHIVE_LIMITS.entries) throw new Refusal('workbook.unpackedTooLarge')
  const found: { entry: Entry; checked: ArchiveEntry }[] = []
  // Undocumented, and wrongly declared as boolean: the offset of the next entry, so before the first one that of the
  // directory, which yauzl exposes in no other way. A test with an entry overlapping the directory would detect a changed
  // yauzl.
  const directoryStart = zip.readEntryCursor as unknown as number
  for await (const entry of entriesOf(zip)) found.push({ entry, checked: checkEntry(entry, file) })
  checkSizes(found.map(({ entry }) => entry))
  checkLayout(found, directoryStart)
  return found.map(({ checked }) => checked)
}

async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  const entries = zip.eachEntry()
  for (;;) {
    const next = await orDamaged(entries.next())
    if (next.done) return
    yield next.value
  }
}

async function orDamaged<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading
  } catch (cause) {
    throw damaged(cause)
  }
}

const isLink = (entry: Entry): boolean => ((entry.externalFileAttributes >>> 16) & 0o170000) === 0o120000

function checkEntry(entry: Entry, file: Buffer): ArchiveEntry {
  if (entry.isEncrypted()) throw new Refusal('workbook.encrypted')
  const name = getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, false)
  if (name === '' || name.includes('\u0000') || validateFileName(name) !== null || isLink(entry)) throw new Refusal('workbook.oddStructure')
  const method = entry.compressionMethod
  if (method !== 0 && method !== 8) throw damaged(new Error(`compression method ${method}`))
  const start = dataStart(entry, file)
  const end = start + entry.compressedSize
  if (end > file.length) throw damaged(new Error('an entry reaches past the end'))
  return { name, method, crc32: entry.crc32, size: entry.uncompressedSize, start, end }
}

/** The local header precedes the data and repeats the name; a different name is an attack on readers. */
function dataStart(entry: Entry, file: Buffer): number {
  const at = entry.relativeOffsetOfLocalHeader
  if (at + 30 > file.length || file.readUInt32LE(at) !== 0x04034b50) throw damaged(new Error('no local header'))
  const nameEnd = at + 30 + file.readUInt16LE(at + 26)
  if (!file.subarray(at + 30, nameEnd).equals(entry.fileNameRaw)) throw new Refusal('workbook.oddStructure')
  return nameEnd + file.readUInt16LE(at + 28)
}

function checkSizes(entries: readonly Entry[]): void {
  const isBomb = (size: number, packed: number): boolean => size > ARCHIVE_LIMITS.ratioHoldsFrom && size > packed * ARCHIVE_LIMITS.ratio
  const unpacked = entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0)
  const packed = entries.reduce((sum, entry) => sum + entry.compressedSize, 0)
  if (unpacked > ARCHIVE_LIMITS.unpacked || isBomb(unpacked, packed)) throw new Refusal('workbook.unpackedTooLarge')
  if (entries.some((entry) => isBomb(entry.uncompressedSize, entry.compressedSize))) throw new Refusal('workbook.unpackedTooLarge')
}

/** No duplicate names, and no overlapping entries: the layout of a bomb that packs one stream many times. */
function checkLayout(found: readonly { entry: Entry; checked: ArchiveEntry }[], directoryStart: number): void {
  if (new Set(found.map(({ checked }) => checked.name.toLowerCase())).size !== found.length) throw new Refusal('workbook.oddStructure')
  const inOrder = found.toSorted((a, b) => a.checked.start - b.checked.start)
  inOrder.forEach(({ checked }, index) => {
    const next = inOrder[index + 1]?.entry.relativeOffsetOfLocalHeader ?? directoryStart
    if (checked.end > next) throw new Refusal('workbook.oddStructure')
  })
}

/** The archive must be a workbook; other programs' files are refused with their own message. */
function checkKind(names: ReadonlySet<string>, file: Buffer, entries: readonly ArchiveEntry[]): void {
  const mediaType = entries.find(({ name }) => name === 'mimetype')
  if (mediaType && file.subarray(mediaType.start, mediaType.end).includes('opendocument')) throw new Refusal('workbook.openDocument')
  if ([...names].some((name) => name.endsWith('vbaproject.bin'))) throw new Refusal('workbook.macros')
  if (names.has('xl/workbook.bin')) throw new Refusal('workbook.binary')
  if (!names.has('[content_types].xml') || [...names].some((name) => name.startsWith('word/') || name.startsWith('ppt/')))
    throw new Refusal('workbook.otherArchive')
}

const CHUNK = 64 * 1024
/** Small enough that no text or list made from it counts as a large object, which would fill a limited heap with half-empty pages. */
const PIECE = 16 * 1024

/**
 * Unpacks one file of a checked archive, 64 KB at a time.
 *
 * Enforces the directory's claims, which may be false: never yields more than the declared size, and verifies size and
 * checksum at the end.
 * @throws Refusal for a bomb or a damaged file
 */
export async function* unpack(archive: Uint8Array, entry: ArchiveEntry): AsyncGenerator<Buffer> {
  const packed = Buffer.from(archive.buffer, archive.byteOffset + entry.start, entry.end - entry.start)
  let size = 0
  let checksum = 0
  for await (const chunk of entry.method === 0 ? slices(packed) : inflated(packed)) {
    size += chunk.length
    if (size > entry.size) throw new Refusal('workbook.unpackedTooLarge')
    checksum = crc32(chunk, checksum)
    yield chunk
  }
  if (size !== entry.size || checksum !== entry.crc32) throw damaged(new Error(`size or checksum of ${entry.name}`))
}

function* slices(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += CHUNK) yield bytes.subarray(at, at + CHUNK)
}

async function* inflated(packed: Buffer): AsyncGenerator<Buffer> {
  const stream = createInflateRaw({ chunkSize: CHUNK })
  stream.end(packed)
  try {
    for await (const chunk of stream) yield chunk as Buffer // a zlib stream without an encoding gives buffers
  } catch (cause) {
    throw damaged(cause)
  }
}

/** Decodes UTF-8 (or UTF-16 with a byte order mark) across chunk borders without splitting characters. */
export async function* decoded(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  for await (const chunk of chunks) {
    decoder ??= new TextDecoder(chunk[0] === 0xff && chunk[1] === 0xfe ? 'utf-16le' : chunk[0] === 0xfe && chunk[1] === 0xff ? 'utf-16be' : 'utf-8')
    for (let at = 0; at < chunk.length; at += PIECE) yield decoder.decode(chunk.subarray(at, at + PIECE), { stream: true })
  }
  const rest = decoder?.decode()
  if (rest) yield rest
}
