import { LocalFailure } from '../failures.ts'

/** The content type of a zip. */
export const ZIP = 'application/zip'

/** The record that a zip without a comment ends with (APPNOTE.TXT 4.3.16), and what it begins with. */
const END_LENGTH = 22
const END_SIGNATURE = 0x06054b50
/** A field with this value is in the ZIP64 record instead, which is not checked here. */
const IN_ZIP64_RECORD = 0xffffffff

/**
 * Yields a zip's bytes, and throws at the end where the zip is cut off: a server or a proxy may end an incomplete answer as if it
 * were complete.
 *
 * @throws LocalFailure
 */
export async function* wholeZip(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let last: Uint8Array = new Uint8Array()
  let length = 0
  for await (const chunk of chunks) {
    length += chunk.length
    last = chunk.length >= END_LENGTH ? chunk.slice(-END_LENGTH) : Buffer.concat([last, chunk]).subarray(-END_LENGTH)
    yield chunk
  }
  if (!isEndOf(length, last)) throw new LocalFailure('文件没有传完，没有保存，请重试')
}

/** Whether the last bytes end a zip of that length: its directory stands right before them. */
function isEndOf(length: number, last: Uint8Array): boolean {
  if (last.length < END_LENGTH) return false
  const view = new DataView(last.buffer, last.byteOffset, last.byteLength)
  if (view.getUint32(0, true) !== END_SIGNATURE || view.getUint16(20, true) !== 0) return false
  const [directoryLength, directoryStart] = [view.getUint32(12, true), view.getUint32(16, true)]
  return directoryStart === IN_ZIP64_RECORD || directoryLength === IN_ZIP64_RECORD || directoryStart + directoryLength + END_LENGTH === length
}
