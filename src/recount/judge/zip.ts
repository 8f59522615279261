import { Inflate } from 'fflate'
import { growingSha256, sha256OfBytes } from './hashing.ts'

/** The dropped file is not a valid zip; the message is for the reader. */
export class BadZip extends Error {}

export interface ZipEntry {
  readonly path: string
  /** Uncompressed. */
  readonly bytes: number
  /** Streams the contents in chunks, so that no file is held in memory. */
  read(onPiece: (piece: Uint8Array<ArrayBuffer>) => void): Promise<void>
  /** SHA-256 of the contents. */
  sha256(): Promise<string>
  /** The whole contents, for small files and pictures to show. */
  whole(): Promise<Uint8Array<ArrayBuffer>>
}

/** An entry of the central directory (APPNOTE.TXT 4.3.12). */
interface DirectoryEntry {
  readonly path: string
  readonly flags: number
  readonly method: number
  readonly crc: number
  readonly packed: number
  readonly bytes: number
  readonly offset: number
  /** Its sizes take eight bytes. */
  readonly isBig: boolean
}

const PIECE = 1 << 20
/** Files up to this size are hashed in one go by the browser's own cryptography. */
const AT_ONCE = 32 << 20
const STORED = 0
const DEFLATED = 8
const NO_FIT = 0xffffffff
const damaged = (): never => {
  throw new BadZip('这不是完整的 zip 压缩包，可能已损坏或被截断')
}

/**
 * The files of a zip, from its directory.
 *
 * Written for this page, since libraries that read a zip entry by entry need streams, which Firefox has only since version 102,
 * and tolerate errors: here every byte of the archive must belong to exactly one file of the directory, whose entry and local
 * header must agree.
 * @throws BadZip
 */
export async function openZip(blob: Blob): Promise<ZipEntry[]> {
  const { count, at, size, end } = await directoryOf(blob)
  if (at + size !== end) damaged()
  const listed = listOf(await viewOf(blob, at, at + size), count)
  const names = new Set<string>()
  for (const { path } of listed) {
    if (names.has(path)) throw new BadZip(`压缩包里有两个文件同名：${path}`)
    names.add(path)
  }
  let next = 0
  const entries: ZipEntry[] = []
  for (const each of [...listed].sort((a, b) => a.offset - b.offset)) {
    if (each.offset !== next) throw new BadZip(`压缩包里有不属于任何文件的内容（在 ${each.path} 之前）`)
    const { from, after } = await placeOf(blob, each)
    next = after
    if (!each.path.endsWith('/')) entries.push(entryOf(blob, each, from))
  }
  if (next !== at) throw new BadZip('压缩包里有不属于任何文件的内容')
  return entries
}

/** Location of the directory, from the end record, or from the zip64 record in a large archive. */
async function directoryOf(blob: Blob): Promise<{ count: number; at: number; size: number; end: number }> {
  const end = blob.size - 22
  if (end < 0) damaged()
  const view = await viewOf(blob, end, blob.size)
  if (view.getUint32(0, true) !== 0x06054b50 || view.getUint16(20, true) !== 0) damaged()
  const [count, size, at] = [view.getUint16(10, true), view.getUint32(12, true), view.getUint32(16, true)]
  if (count !== 0xffff && size !== NO_FIT && at !== NO_FIT) return { count, size, at, end }
  const locator = await viewOf(blob, end - 20, end)
  if (locator.getUint32(0, true) !== 0x07064b50) damaged()
  const bigEnd = bigOf(locator, 8)
  const big = await viewOf(blob, bigEnd, bigEnd + 56)
  if (big.getUint32(0, true) !== 0x06064b50) damaged()
  return { count: bigOf(big, 32), size: bigOf(big, 40), at: bigOf(big, 48), end: bigEnd }
}

function listOf(view: DataView, count: number): DirectoryEntry[] {
  const list: DirectoryEntry[] = []
  let at = 0
  while (at < view.byteLength) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== 0x02014b50) damaged()
    const [name, extra, comment] = [view.getUint16(at + 28, true), view.getUint16(at + 30, true), view.getUint16(at + 32, true)]
    const end = at + 46 + name + extra + comment
    if (end > view.byteLength) damaged()
    const sizes = { bytes: view.getUint32(at + 24, true), packed: view.getUint32(at + 20, true), offset: view.getUint32(at + 42, true) }
    list.push({
      path: nameOf(new Uint8Array(view.buffer as ArrayBuffer, view.byteOffset + at + 46, name)),
      flags: view.getUint16(at + 8, true),
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      isBig: sizes.bytes === NO_FIT || sizes.packed === NO_FIT,
      ...withBigSizes(view, at + 46 + name, extra, sizes),
    })
    at = end
  }
  if (list.length !== count) damaged()
  return list
}

/** Sizes that exceed four bytes are in extra field 1, in this order, and only those. */
function withBigSizes(view: DataView, from: number, length: number, sizes: { bytes: number; packed: number; offset: number }): typeof sizes {
  const big = { ...sizes }
  for (let at = from; at + 4 <= from + length; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== 1) continue
    let field = at + 4
    for (const name of ['bytes', 'packed', 'offset'] as const) {
      if (sizes[name] !== NO_FIT) continue
      if (field + 8 > from + length) damaged()
      big[name] = bigOf(view, field)
      field += 8
    }
  }
  return big
}

/** Names are UTF-8; older Windows versions used the local code page. */
function nameOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gbk').decode(bytes)
  }
}

/** A file's start and end: after its header, which must match the directory. */
async function placeOf(blob: Blob, { path, flags, method, crc, packed, bytes, offset, isBig }: DirectoryEntry): Promise<{ from: number; after: number }> {
  if (flags & 1 || (method !== STORED && method !== DEFLATED) || (method === STORED && packed !== bytes)) throw new BadZip(`无法读取压缩包里的 ${path}`)
  const header = await viewOf(blob, offset, offset + 30)
  const isSame = header.getUint32(0, true) === 0x04034b50 && header.getUint16(6, true) === flags && header.getUint16(8, true) === method
  if (!isSame) damaged()
  const [name, extra] = [header.getUint16(26, true), header.getUint16(28, true)]
  const from = offset + 30 + name + extra
  if (nameOf(new Uint8Array(await blob.slice(offset + 30, offset + 30 + name).arrayBuffer())) !== path) damaged()
  if (!(flags & 8)) {
    const isLater = header.getUint32(22, true) === NO_FIT
    if (header.getUint32(14, true) !== crc || (!isLater && (header.getUint32(18, true) !== packed || header.getUint32(22, true) !== bytes))) damaged()
    return { from, after: from + packed }
  }
  // Values unknown when the header was written follow the contents, with or without a signature.
  const behind = await viewOf(blob, from + packed, Math.min(blob.size, from + packed + 24))
  const start = behind.byteLength >= 4 && behind.getUint32(0, true) === 0x08074b50 ? 4 : 0
  const length = start + (isBig ? 20 : 12)
  if (behind.byteLength < length || behind.getUint32(start, true) !== crc) damaged()
  const sizes = isBig ? [bigOf(behind, start + 4), bigOf(behind, start + 12)] : [behind.getUint32(start + 4, true), behind.getUint32(start + 8, true)]
  if (sizes[0] !== packed || sizes[1] !== bytes) damaged()
  return { from, after: from + packed + length }
}

function entryOf(blob: Blob, { path, method, packed, bytes }: DirectoryEntry, from: number): ZipEntry {
  const pieces = async (onPiece: (piece: Uint8Array<ArrayBuffer>, isLast: boolean) => void): Promise<void> => {
    for (let at = 0; at < packed || at === 0; at += PIECE) {
      const to = Math.min(packed, at + PIECE)
      onPiece(new Uint8Array(await blob.slice(from + at, from + to).arrayBuffer()), to === packed)
    }
  }
  const read: ZipEntry['read'] = async (onPiece) => {
    if (method === STORED) return pieces(onPiece)
    let length = 0
    const inflate = new Inflate((piece) => {
      length += piece.length
      if (length <= bytes) onPiece(piece)
    })
    try {
      await pieces((piece, isLast) => inflate.push(piece, isLast))
    } catch {
      throw new BadZip(`压缩包里的 ${path} 已损坏`)
    }
    if (length !== bytes) throw new BadZip(`压缩包里的 ${path} 已损坏`)
  }
  const whole: ZipEntry['whole'] = async () => {
    if (method === STORED) return new Uint8Array(await blob.slice(from, from + bytes).arrayBuffer())
    const all = new Uint8Array(bytes)
    let at = 0
    await read((piece) => {
      all.set(piece, at)
      at += piece.length
    })
    return all
  }
  const sha256: ZipEntry['sha256'] = async () => {
    if (bytes <= AT_ONCE) return sha256OfBytes(await whole())
    const hash = growingSha256()
    await read((piece) => hash.add(piece))
    return hash.done()
  }
  return { path, bytes, read, sha256, whole }
}

async function viewOf(blob: Blob, from: number, to: number): Promise<DataView> {
  if (from < 0 || to > blob.size) damaged()
  return new DataView(await blob.slice(from, to).arrayBuffer())
}

const bigOf = (view: DataView, at: number): number => {
  if (at + 8 > view.byteLength) damaged()
  return view.getUint32(at, true) + view.getUint32(at + 4, true) * 2 ** 32
}
