import type { PassThrough } from 'node:stream'
import { ZipFile } from 'yazl'
import { formatTime } from '#shared/time/chinaTime.ts'
import { yieldToEventLoop } from '../../kernel/yieldToEventLoop.ts'

/** One file of the zip. */
export interface Packed {
  readonly path: string
  readonly bytes: Uint8Array
  /** Not compressed: a picture is so already. */
  readonly isStored: boolean
}

/**
 * The files as a zip in pieces, one file after the other as they come; only the one that is on its way is in memory.
 *
 * Every file has the same time, in China wherever the computer stands: the format has no zone. The last piece holds the
 * whole end record, so that a zip without it is none.
 *
 * @param at epoch ms
 */
export async function* zipped(files: AsyncIterable<Packed>, at: number): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile()
  // The library declares less than it is: what it writes waits there until it is read.
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
    // Other calls go on; and the library's own next step, which holds on to the file, is done.
    await yieldToEventLoop()
  }
  zip.end()
  for await (const piece of out) yield piece as Uint8Array
}

/** What the library keeps of a file: until the zip's end its whole content, too, in the function that writes it. */
interface Kept {
  state: number
  doFileDataPump: (() => void) | null
}
const WRITTEN = 3

/** Waits until the file that was added last is written out, and lets go of its content. */
async function untilPacked(zip: ZipFile): Promise<void> {
  const kept = (zip as unknown as { readonly entries: readonly Kept[] }).entries.at(-1) // the library declares less than it has
  if (typeof kept?.state !== 'number') throw new Error('the zip library keeps its files otherwise')
  while (kept.state !== WRITTEN) await new Promise<void>((resolve) => setTimeout(resolve, 1))
  kept.doFileDataPump = null
}

/** The moment at which this computer's clock shows what China's does at `at`: the zip is written by the former. */
function localTimeOf(at: number): Date {
  const [year = 1980, month = 1, day = 1, hour = 0, minute = 0, second = 0] = formatTime(at).split(/\D/).map(Number)
  return new Date(year, month - 1, day, hour, minute, second)
}
