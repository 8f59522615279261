import { once } from 'node:events'
import { PassThrough } from 'node:stream'

/** `signal` aborts when nobody takes the bytes any more. */
export type WriteBytes = (bytes: Uint8Array, signal: AbortSignal) => Promise<void>

/**
 * Lets work write bytes at the pace at which somebody takes them.
 *
 * What work throws breaks the bytes off: whoever reads them hears the same error.
 */
export function pacedBytes(work: (write: WriteBytes) => Promise<void>): AsyncIterable<Uint8Array> {
  const stream = new PassThrough()
  const write: WriteBytes = async (bytes, signal) => {
    signal.throwIfAborted()
    if (!stream.write(bytes)) await once(stream, 'drain', { signal })
  }
  work(write).then(
    () => stream.end(),
    (error: unknown) => stream.destroy(error instanceof Error ? error : new Error(String(error))),
  )
  return stream
}
