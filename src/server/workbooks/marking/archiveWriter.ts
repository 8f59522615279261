import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

/** One file of an archive: its content is asked for when its turn comes; a name that ends in `/` is a folder and has none. */
export interface WrittenEntry {
  readonly name: string
  readonly content: () => AsyncIterable<Uint8Array | string>
}

/** The first moment that the format knows: the same files make the same archive. */
const NO_TIME = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true } as const

/** Packs files one after the other; only the packed bytes stay in memory. @throws what a content throws */
export async function writeArchive(entries: readonly WrittenEntry[]): Promise<Uint8Array<ArrayBuffer>> {
  const zip = new ZipFile()
  const failed = new Promise<never>((_resolve, reject) => zip.on('error', reject))
  for (const { name, content } of entries) {
    if (name.endsWith('/')) zip.addEmptyDirectory(name, NO_TIME)
    else zip.addReadStreamLazy(name, NO_TIME, (ready) => ready(null, Readable.from(content(), { objectMode: false })))
  }
  zip.end()
  return new Uint8Array(await Promise.race([buffer(zip.outputStream), failed]))
}
