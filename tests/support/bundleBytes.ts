import { createHash, createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import yazl from 'yazl'

// Writes a bundle from the specification's layout (`proof-layout.md`) alone: hashes, canonical JSON, signatures, the zip.

export const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex')

/** RFC 8785 for values without special numbers. */
export function canon(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map((each) => canon(each)).join(',')}]`
  const members = value as Record<string, unknown>
  const names = Object.keys(members)
    .filter((name) => members[name] !== undefined)
    .sort()
  return `{${names.map((name) => `${JSON.stringify(name)}:${canon(members[name])}`).join(',')}}`
}

export const linesOf = (rows: readonly unknown[]): string => rows.map((row) => `${canon(row)}\n`).join('')

export interface Signer {
  readonly publickey: string
  sign(text: string): string
}

/** An Ed25519 key derived from a text seed. */
export function signer(seed: string): Signer {
  const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), createHash('sha256').update(seed).digest()])
  const key: KeyObject = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
  const publickey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex')
  return { publickey, sign: (text) => sign(null, Buffer.from(text), key).toString('hex') }
}

/** Replaces the manifest over the files, and its signature. */
export function signed(files: ReadonlyMap<string, Buffer>, facts: Readonly<Record<string, unknown>>, by: Signer): Map<string, Buffer> {
  const listed = [...files].filter(([path]) => path !== 'manifest.json' && path !== 'manifest.sig')
  const entries = listed
    .map(([path, bytes]) => ({ path, bytes: bytes.length, role: path.startsWith('data/') ? 'data' : 'other', sha256: sha256(bytes) }))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
  const text = canon({ ...facts, files: entries })
  return new Map([...listed, ['manifest.json', Buffer.from(text)], ['manifest.sig', Buffer.from(by.sign(text))]])
}

/** The files as a zip: texts deflated, pictures stored, the manifest last; with `isStreamed`, sizes follow each file. */
export function zipped(files: ReadonlyMap<string, Buffer>, { isStreamed = false, isBig = false } = {}): Promise<Buffer> {
  const zip = new yazl.ZipFile()
  const paths = [...files.keys()].sort((a, b) => Number(a === 'manifest.json') - Number(b === 'manifest.json'))
  for (const path of paths) {
    const bytes = files.get(path) ?? Buffer.alloc(0)
    const options = { compress: !path.startsWith('images/'), mtime: new Date(1_777_000_000_000), forceZip64Format: isBig }
    if (isStreamed) zip.addReadStreamLazy(path, options, (done) => done(null, Readable.from([bytes])))
    else zip.addBuffer(bytes, path, options)
  }
  zip.end({ forceZip64Format: isBig, comment: '' })
  return buffer(zip.outputStream)
}
