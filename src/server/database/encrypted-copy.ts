import { createCipheriv, createDecipheriv, createHash, randomBytes, scrypt } from 'node:crypto'
import { closeSync, openSync, readSync } from 'node:fs'
import { open, stat } from 'node:fs/promises'

/**
 * Password-encrypted copy of the database.
 *
 * ```
 * head, 48 bytes   0 magic `VTBACKUP` · 8 version 1 · 9 log2 N · 10 r · 11 p · 12 bytes of a chunk (u32) ·
 *                  16 salt (16 bytes) · 32 nonce prefix (7 bytes) · 39 zero · 40 SHA-256 of these 40 bytes (its first 8)
 * key check        the tag of an empty chunk: tells a wrong password from a damaged file
 * chunks           AES-256-GCM, each with its tag (16 bytes); all but the last are full
 * ```
 *
 * The key is scrypt of the password (NFC, UTF-8) and the salt. Chunks follow STREAM (Hoang, Reyhanitabar, Rogaway,
 * Vizár, 2015): a nonce is prefix, counter (u32, the key check is 0) and a byte that is 1 in the last chunk only, so that a
 * truncated, extended or reordered file is detected; each chunk also authenticates the head. Numbers are big-endian.
 */
const MAGIC = Buffer.from('VTBACKUP', 'latin1')
const VERSION = 1
const HEAD_BYTES = 48
const SUMMED_BYTES = 40
const SALT = { from: 16, to: 32 } as const
const PREFIX = { from: 32, to: 39 } as const
const TAG_BYTES = 16

/** Key derivation and chunk size; smaller in tests. */
export interface EncryptionCost {
  readonly log2N: number
  readonly r: number
  readonly p: number
  readonly chunkBytes: number
}
/** 128 MiB of memory and some tenths of a second per password try. */
const defaultCost: EncryptionCost = { log2N: 17, r: 8, p: 1, chunkBytes: 64 * 1024 }
/** Limits on an untrusted head: 512 MiB for the key, 1 MiB for a chunk. */
const MOST_KEY_BYTES = 512 * 1024 * 1024
const MOST_PARALLEL = 4
const MOST_CHUNK_BYTES = 1024 * 1024

/** `password`: wrong password. `damaged`: truncated, modified or reordered. `newer`: from a later version of the program. */
export type EncryptedCopyFault = 'password' | 'damaged' | 'newer'

/** An encrypted copy cannot be opened. */
export class EncryptedCopyError extends Error {
  override readonly name = 'EncryptedCopyError'
  readonly fault: EncryptedCopyFault

  constructor(fault: EncryptedCopyFault) {
    super(`the encrypted copy cannot be opened: ${fault}`)
    this.fault = fault
  }
}

/** Whether a file has the header of an encrypted copy; false if unreadable, which is handled on use. */
export function isEncryptedCopy(path: string): boolean {
  const start = Buffer.alloc(MAGIC.length)
  try {
    const file = openSync(path, 'r')
    try {
      return readSync(file, start, 0, start.length, 0) === start.length && start.equals(MAGIC)
    } finally {
      closeSync(file)
    }
  } catch {
    return false
  }
}

/** Encrypts a file to a new one, flushed to disk at the end. */
export async function encryptFile(source: string, target: string, password: string, cost: EncryptionCost = defaultCost): Promise<void> {
  const head = headOf(cost)
  const key = await keyOf(password, head)
  const [reading, writing] = [await open(source, 'r'), await open(target, 'wx', 0o600)]
  try {
    await writing.appendFile(head)
    await writing.appendFile(seal({ head, key, counter: 0, isLast: false }, Buffer.alloc(0)))
    let counter = 0
    for await (const { block, isLast } of blocksOf(reading.createReadStream({ autoClose: false }), cost.chunkBytes)) {
      counter++
      await writing.appendFile(seal({ head, key, counter, isLast }, block))
    }
    await writing.sync()
  } finally {
    await reading.close()
    await writing.close()
  }
}

interface Decryption {
  readonly source: string
  /** A new file; null to only verify that all of it can be decrypted. */
  readonly target: string | null
  readonly password: string
  /** Fraction done, from 0 to 1; called at most once per percent. */
  readonly onProgress?: (share: number) => void
}

/**
 * Decrypts a copy from beginning to end.
 *
 * On failure a part of `target` may have been written: the caller removes it.
 *
 * @throws EncryptedCopyError
 */
export async function decryptFile({ source, target, password, onProgress = () => undefined }: Decryption): Promise<void> {
  const { size } = await stat(source)
  const reading = await open(source, 'r')
  const writing = target === null ? null : await open(target, 'wx', 0o600)
  try {
    const { head, chunkBytes } = checkedHead(await readAt(reading, HEAD_BYTES, 0))
    const key = await keyOf(password, head)
    const check = await readAt(reading, TAG_BYTES, HEAD_BYTES)
    if (check.length < TAG_BYTES) throw new EncryptedCopyError('damaged')
    if (unseal({ head, key, counter: 0, isLast: false }, check) === null) throw new EncryptedCopyError('password')
    let [counter, done, percent] = [0, HEAD_BYTES + TAG_BYTES, 0]
    const chunks = reading.createReadStream({ autoClose: false, start: done })
    for await (const { block, isLast } of blocksOf(chunks, chunkBytes + TAG_BYTES)) {
      counter++
      const opened = unseal({ head, key, counter, isLast }, block)
      if (opened === null) throw new EncryptedCopyError('damaged')
      await writing?.appendFile(opened)
      done += block.length
      if (Math.floor((100 * done) / size) === percent) continue
      percent = Math.floor((100 * done) / size)
      onProgress(done / size)
    }
    await writing?.sync()
  } finally {
    await reading.close()
    await writing?.close()
  }
}

function headOf({ log2N, r, p, chunkBytes }: EncryptionCost): Buffer {
  const head = Buffer.alloc(HEAD_BYTES)
  MAGIC.copy(head)
  head.set([VERSION, log2N, r, p], MAGIC.length)
  head.writeUInt32BE(chunkBytes, 12)
  randomBytes(SALT.to - SALT.from).copy(head, SALT.from)
  randomBytes(PREFIX.to - PREFIX.from).copy(head, PREFIX.from)
  sumOf(head).copy(head, SUMMED_BYTES)
  return head
}

const sumOf = (head: Buffer): Buffer =>
  createHash('sha256')
    .update(head.subarray(0, SUMMED_BYTES))
    .digest()
    .subarray(0, HEAD_BYTES - SUMMED_BYTES)

/** Validates a head: nothing in it is trusted before its limits are checked. */
function checkedHead(head: Buffer): { readonly head: Buffer; readonly chunkBytes: number } {
  if (head.length < HEAD_BYTES || !head.subarray(0, MAGIC.length).equals(MAGIC)) throw new EncryptedCopyError('damaged')
  if (head.readUInt8(MAGIC.length) > VERSION) throw new EncryptedCopyError('newer')
  const { log2N, r, p } = costIn(head)
  const chunkBytes = head.readUInt32BE(12)
  const isWithin =
    log2N >= 1 && r >= 1 && p >= 1 && p <= MOST_PARALLEL && keyBytes(log2N, r) <= MOST_KEY_BYTES && chunkBytes >= 1 && chunkBytes <= MOST_CHUNK_BYTES
  if (head.readUInt8(MAGIC.length) !== VERSION || !isWithin || !sumOf(head).equals(head.subarray(SUMMED_BYTES))) throw new EncryptedCopyError('damaged')
  return { head, chunkBytes }
}

const costIn = (head: Buffer) => ({ log2N: head.readUInt8(9), r: head.readUInt8(10), p: head.readUInt8(11) })
/** The memory that scrypt needs. */
const keyBytes = (log2N: number, r: number): number => 128 * 2 ** log2N * r

/** Runs off this thread. */
function keyOf(password: string, head: Buffer): Promise<Buffer> {
  const { log2N, r, p } = costIn(head)
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const options = { N: 2 ** log2N, r, p, maxmem: 2 * keyBytes(log2N, r) + 1024 * 1024 }
  scrypt(password.normalize('NFC'), head.subarray(SALT.from, SALT.to), 32, options, (error, key) => (error ? reject(error) : resolve(key)))
  return promise
}

interface Place {
  readonly head: Buffer
  readonly key: Buffer
  readonly counter: number
  readonly isLast: boolean
}

function nonceOf({ head, counter, isLast }: Place): Buffer {
  const nonce = Buffer.alloc(12)
  head.copy(nonce, 0, PREFIX.from, PREFIX.to)
  nonce.writeUInt32BE(counter, 7)
  nonce.writeUInt8(isLast ? 1 : 0, 11)
  return nonce
}

function seal(place: Place, block: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-gcm', place.key, nonceOf(place)).setAAD(place.head)
  return Buffer.concat([cipher.update(block), cipher.final(), cipher.getAuthTag()])
}

/** Null if it is not the chunk sealed at that position. */
function unseal(place: Place, sealed: Buffer): Buffer | null {
  if (sealed.length < TAG_BYTES) return null
  const decipher = createDecipheriv('aes-256-gcm', place.key, nonceOf(place), { authTagLength: TAG_BYTES }).setAAD(place.head)
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()])
  } catch {
    return null
  }
}

/** Splits a stream into blocks of a size; only the last is shorter, and it is empty only for an empty stream. */
async function* blocksOf(pieces: AsyncIterable<unknown>, size: number): AsyncGenerator<{ readonly block: Buffer; readonly isLast: boolean }> {
  let rest = Buffer.alloc(0)
  for await (const piece of pieces) {
    rest = Buffer.concat([rest, piece as Buffer])
    // A full block is held back: it may be the last.
    let from = 0
    for (; rest.length - from > size; from += size) yield { block: rest.subarray(from, from + size), isLast: false }
    rest = rest.subarray(from)
  }
  yield { block: rest, isLast: true }
}

/** Reads up to `length` bytes. */
async function readAt(file: Awaited<ReturnType<typeof open>>, length: number, position: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}
