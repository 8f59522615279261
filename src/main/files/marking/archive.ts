import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib'
import { fromBufferPromise } from 'yauzl'

/** The limits of `bad-input.md`, Files: what claims more is refused before anything is unpacked. */
const MAX_ENTRIES = 500
const MAX_UNPACKED_BYTES = 64 * 1024 * 1024
const MAX_RATIO = 100
const RATIO_COUNTS_FROM_BYTES = 1024 * 1024

const STORED = 0
const DEFLATED = 8
/** Names are UTF-8. */
const UTF8_FLAG = 0x0800
const ENCRYPTED_FLAG = 0x0001

interface Entry {
  readonly name: string
  readonly method: number
  readonly crc: number
  readonly packed: Uint8Array
  readonly unpackedSize: number
  readonly dosTime: number
  readonly dosDate: number
}

/** A zip archive whose parts can be read and replaced; what is not touched is written as it was, byte for byte. */
export interface Archive {
  /** The part's text, or null where there is none of that name. Throws where it is no UTF-8 or larger than it claimed. */
  readonly text: (name: string) => string | null
  readonly replace: (name: string, text: string) => void
  readonly write: () => Uint8Array
}

/** Reads an archive's directory within the limits. Throws an Error (for the log) where it is none, or beyond them. */
export async function readArchive(bytes: Uint8Array): Promise<Archive> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const zip = await fromBufferPromise(buffer, { lazyEntries: true, validateEntrySizes: true })
  const entries = new Map<string, Entry>()
  let unpacked = 0
  for await (const entry of zip.eachEntry()) {
    const { fileName, compressionMethod, compressedSize, uncompressedSize } = entry
    unpacked += uncompressedSize
    if (entries.size >= MAX_ENTRIES || unpacked > MAX_UNPACKED_BYTES) throw new Error('archive is too large')
    if (uncompressedSize > RATIO_COUNTS_FROM_BYTES && uncompressedSize > compressedSize * MAX_RATIO) throw new Error('archive unpacks suspiciously well')
    if ((entry.generalPurposeBitFlag & ENCRYPTED_FLAG) !== 0) throw new Error('archive is encrypted')
    if (compressionMethod !== STORED && compressionMethod !== DEFLATED) throw new Error('archive has an unknown compression')
    if (entries.has(fileName)) throw new Error('archive has a name twice')
    const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true })
    entries.set(fileName, {
      name: fileName,
      method: compressionMethod,
      crc: entry.crc32,
      packed: buffer.subarray(fileDataStart, fileDataStart + compressedSize),
      unpackedSize: uncompressedSize,
      dosTime: entry.lastModFileTime,
      dosDate: entry.lastModFileDate,
    })
  }
  return {
    text: (name) => {
      const entry = entries.get(name)
      return entry === undefined ? null : new TextDecoder('utf-8', { fatal: true }).decode(unpack(entry))
    },
    replace: (name, text) => {
      const before = entries.get(name)
      if (before === undefined) throw new Error('archive has no such part')
      const raw = Buffer.from(text, 'utf8')
      entries.set(name, { ...before, method: DEFLATED, crc: crc32(raw), packed: deflateRawSync(raw), unpackedSize: raw.length })
    },
    write: () => writeArchive([...entries.values()]),
  }
}

function unpack({ method, packed, unpackedSize }: Entry): Uint8Array {
  if (method === STORED) return packed
  // one byte of room, so that what is larger than it claimed is an error and not a cut
  const raw = inflateRawSync(packed, { maxOutputLength: unpackedSize + 1 })
  if (raw.length !== unpackedSize) throw new Error('part is not as large as it claims')
  return raw
}

function writeArchive(entries: readonly Entry[]): Uint8Array {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const name = Buffer.from(entry.name, 'utf8')
    const common = commonHeader(entry, name.length)
    const local = Buffer.concat([uint32(0x04034b50), common, name])
    // version made by; then no comment, disk 0, no attributes
    directory.push(Buffer.concat([uint32(0x02014b50), uint16(20), common, Buffer.alloc(10), uint32(offset), name]))
    parts.push(local, Buffer.from(entry.packed))
    offset += local.length + entry.packed.length
  }
  const directorySize = directory.reduce((total, { length }) => total + length, 0)
  const end = Buffer.concat([
    uint32(0x06054b50),
    Buffer.alloc(4),
    uint16(entries.length),
    uint16(entries.length),
    uint32(directorySize),
    uint32(offset),
    uint16(0),
  ])
  return new Uint8Array(Buffer.concat([...parts, ...directory, end]))
}

/** What the local header and the directory have in common: from the version needed to the extra field's length. */
function commonHeader({ method, crc, packed, unpackedSize, dosTime, dosDate }: Entry, nameLength: number): Buffer {
  return Buffer.concat([
    uint16(20),
    uint16(UTF8_FLAG),
    uint16(method),
    uint16(dosTime),
    uint16(dosDate),
    uint32(crc),
    uint32(packed.length),
    uint32(unpackedSize),
    uint16(nameLength),
    uint16(0),
  ])
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
