import { Refusal } from '#shared/contract/refusals.ts'
import { TextDecoder } from 'node:util'
import { crc32, createInflateRaw } from 'node:zlib'
import type { ArchiveEntry } from './archive.ts'
import { damaged } from './refusals.ts'

const CHUNK = 64 * 1024
/** Small enough that no text or list made of it counts as a large object, which would fill a limited heap with half-empty pages. */
const PIECE = 16 * 1024

/**
 * Unpacks one file of a checked archive, 64 KB at a time.
 *
 * Enforces what the directory promised, because a directory may lie: never a byte more than the promised size comes
 * out, and the size and the checksum are right at the end.
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

/** Decodes UTF-8 (or UTF-16 with its mark) across the chunks' borders, so that no character is cut in two. */
export async function* decoded(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  for await (const chunk of chunks) {
    decoder ??= new TextDecoder(chunk[0] === 0xff && chunk[1] === 0xfe ? 'utf-16le' : chunk[0] === 0xfe && chunk[1] === 0xff ? 'utf-16be' : 'utf-8')
    for (let at = 0; at < chunk.length; at += PIECE) yield decoder.decode(chunk.subarray(at, at + PIECE), { stream: true })
  }
  const rest = decoder?.decode()
  if (rest) yield rest
}
