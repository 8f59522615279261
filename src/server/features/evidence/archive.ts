import type { PassThrough } from 'node:stream'
import { ZipFile } from 'yazl'
import { formatTime } from '#shared/time/chinaTime.ts'
import { yieldToEventLoop } from '../../kernel/yieldToEventLoop.ts'

/** One file of the zip. */
export interface Packed {
  readonly path: string
  readonly bytes: Uint8Array
  /** Stored uncompressed: pictures already are compressed. */
  readonly isStored: boolean
}

/**
 * Packs the files as a zip in pieces, one file after another; only the current one is in memory.
 *
 * Every file has the same time, in China whatever the computer's zone: the format has none. The last piece contains the
 * whole end record, so that a truncated zip is invalid.
 *
 * @param at epoch ms
 */
export async function* zipped(files: AsyncIterable<Packed>, at: number): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile()
  // The library's declared type is too narrow: its output is a buffer until read.
  const out = zip.outputStream as PassThrough
  const mtime = localTimeOf(at)
  for await (const { path, bytes, isStored } of files) {
    zip.addBuffer(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), path, { mtime, forceDosTimestamp: true, compress: !isStored })
    await untilPacked(zip)
    while (out.readableLength > 0 || out.writableLength > 0) {
      const piece = out.read() as Uint8Array | null
      if (piece === null) await yieldToEventLoop()
      else yield piece
    }
    // Lets other calls through, and the library finish its own next step, which references the file.
    await yieldToEventLoop()
  }
  zip.end()
  for await (const piece of out) yield piece as Uint8Array
}

/** The library's entry of a file: it keeps the whole content until the zip's end, in the closure that writes it. */
interface Kept {
  state: number
  doFileDataPump: (() => void) | null
}
const WRITTEN = 3

/** Waits until the last added file is written, and releases its content. */
async function untilPacked(zip: ZipFile): Promise<void> {
  const kept = (zip as unknown as { readonly entries: readonly Kept[] }).entries.at(-1) // the library declares less than it has
  if (typeof kept?.state !== 'number') throw new Error('the zip library keeps its files otherwise')
  while (kept.state !== WRITTEN) await new Promise<void>((resolve) => setTimeout(resolve, 1))
  kept.doFileDataPump = null
}

/** The moment at which this computer's local clock shows China's time at `at`: the library writes local time. */
function localTimeOf(at: number): Date {
  const [year = 1980, month = 1, day = 1, hour = 0, minute = 0, second = 0] = formatTime(at).split(/\D/).map(Number)
  return new Date(year, month - 1, day, hour, minute, second)
}
