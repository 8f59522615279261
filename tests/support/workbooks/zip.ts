import { crc32, deflateRawSync } from 'node:zlib'

/** A file of an archive, and false claims about it. */
export interface Packed {
  readonly name: string
  readonly data: Uint8Array | string
  readonly isStored?: boolean
  /** The decompressed size claimed by the directory. */
  readonly claimedSize?: number
  readonly claimedMethod?: number
  /** Unix file mode, as in 0o120777 for a link. */
  readonly mode?: number
  /** General purpose bits; bit 0 is encryption. */
  readonly flags?: number
  /** The claimed position of an entry that is not written again. Bombs put entries inside each other. */
  readonly standsAt?: number
}

const UTF8_NAMES = 0x800

/** Packs an archive byte by byte, so that it can be invalid in ways that no library allows. */
export function zip(files: readonly Packed[]): Uint8Array {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const file of files) {
    const name = Buffer.from(file.name)
    const data = Buffer.from(file.data)
    const packed = file.isStored ? data : deflateRawSync(data)
    const header = Buffer.alloc(42 - 12)
    const method = file.claimedMethod ?? (file.isStored ? 0 : 8)
    const size = file.claimedSize ?? data.length
    header.writeUInt32LE(0x04034b50, 0)
    header.writeUInt16LE(20, 4)
    header.writeUInt16LE((file.flags ?? 0) | UTF8_NAMES, 6)
    header.writeUInt16LE(method, 8)
    header.writeUInt32LE(crc32(data), 14)
    header.writeUInt32LE(packed.length, 18)
    header.writeUInt32LE(size, 22)
    header.writeUInt16LE(name.length, 26)

    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE((3 << 8) | 20, 4)
    header.copy(entry, 6, 4, 30)
    entry.writeUInt32LE(((file.mode ?? 0) << 16) >>> 0, 38)
    entry.writeUInt32LE(file.standsAt ?? offset, 42)
    directory.push(entry, name)
    if (file.standsAt !== undefined) continue
    parts.push(header, name, packed)
    offset += header.length + name.length + packed.length
  }
  const directorySize = directory.reduce((sum, part) => sum + part.length, 0)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(directorySize, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, ...directory, end])
}
