import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decryptFile, encryptFile, isEncryptedCopy } from '../../../src/server/database/encrypted-copy.ts'

const PASSWORD = '松树 pine4827'
/** Cheap key derivation, and chunks small enough for several in a small file. */
const cheap = { log2N: 4, r: 8, p: 1, chunkBytes: 32 }
const HEAD = 48
const TAG = 16
const FULL = cheap.chunkBytes + TAG

let folder: string
let files = 0
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'vote-encrypted-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const newPath = () => join(folder, String(files++))
const written = (bytes: Uint8Array): string => {
  const path = newPath()
  writeFileSync(path, bytes)
  return path
}

async function encrypted(plain: Uint8Array, cost = cheap): Promise<Buffer> {
  const target = newPath()
  await encryptFile(written(plain), target, PASSWORD, cost)
  return readFileSync(target)
}
async function opened(bytes: Uint8Array, password = PASSWORD): Promise<Buffer> {
  const target = newPath()
  await decryptFile({ source: written(bytes), target, password })
  return readFileSync(target)
}
const faultOf = (bytes: Uint8Array, password = PASSWORD): Promise<unknown> =>
  decryptFile({ source: written(bytes), target: null, password }).then(
    () => 'opened',
    (error: { fault?: string }) => error.fault ?? error,
  )
const numbered = (length: number) => Buffer.from(Array.from({ length }, (_, index) => index % 251))

describe('an encrypted file', () => {
  it.each([0, 1, 31, 32, 33, 64, 100, 70_000, 200_001])('of %i bytes is restored by its password', async (length) => {
    const plain = numbered(length)
    const bytes = await encrypted(plain)
    const chunks = Math.max(1, Math.ceil(length / cheap.chunkBytes))
    expect(bytes.length).toBe(HEAD + TAG + length + chunks * TAG)
    expect((await opened(bytes)).equals(plain)).toBe(true)
  })

  it('has the specified scrypt cost in its header (2^17, 8, 1), and is readable by its user only', async () => {
    const plain = numbered(300_000)
    const target = newPath()
    await encryptFile(written(plain), target, PASSWORD)
    const bytes = readFileSync(target)
    expect(bytes.subarray(0, 16)).toEqual(Buffer.from([...Buffer.from('VTBACKUP'), 1, 17, 8, 1, 0, 1, 0, 0]))
    expect(isEncryptedCopy(target)).toBe(true)
    if (process.platform !== 'win32') expect(statSync(target).mode & 0o777).toBe(0o600)
    const shares: number[] = []
    const opened = newPath()
    await decryptFile({ source: target, target: opened, password: PASSWORD, onProgress: (share) => shares.push(share) })
    expect(readFileSync(opened).equals(plain)).toBe(true)
    expect(shares).toHaveLength(5)
    expect(shares.at(-1)).toBe(1)
  })

  it('never has the same bytes twice, and reveals no content', async () => {
    const plain = Buffer.from('张三 13800138000 '.repeat(40))
    const [one, other] = [await encrypted(plain), await encrypted(plain)]
    expect(one.subarray(HEAD).equals(other.subarray(HEAD))).toBe(false)
    expect(one.includes('13800138000')).toBe(false)
  })

  it('accepts a password in any Unicode composition', async () => {
    const target = newPath()
    await encryptFile(written(numbered(5)), target, 'caf\u00e9 2026', cheap)
    expect(await opened(readFileSync(target), 'cafe\u0301 2026')).toEqual(numbered(5))
  })

  it('distinguishes a wrong password from a damaged file', async () => {
    const bytes = await encrypted(numbered(100))
    for (const wrong of ['', 'pine4827', `${PASSWORD} `, PASSWORD.toUpperCase()]) expect(await faultOf(bytes, wrong)).toBe('password')
  })

  it('is refused with any one byte changed', async () => {
    const bytes = await encrypted(numbered(100))
    for (let place = 0; place < bytes.length; place++) {
      const changed = Buffer.from(bytes)
      changed.writeUInt8(changed.readUInt8(place) ^ 0x20, place)
      const expected = place === 8 ? 'newer' : place >= HEAD && place < HEAD + TAG ? 'password' : 'damaged'
      expect(await faultOf(changed), `byte ${place}`).toBe(expected)
    }
  })

  it('is refused when truncated, at any byte or at a chunk’s end', async () => {
    const bytes = await encrypted(numbered(3 * cheap.chunkBytes))
    expect(bytes.length).toBe(HEAD + TAG + 3 * FULL)
    for (let length = 0; length < bytes.length; length++) {
      expect(await faultOf(bytes.subarray(0, length)), `${length} bytes`).toBe('damaged')
    }
  })

  it('is refused with appended data, or swapped, repeated or missing chunks', async () => {
    const bytes = await encrypted(numbered(4 * cheap.chunkBytes))
    const start = bytes.subarray(0, HEAD + TAG)
    const chunks = [0, 1, 2, 3].map((index) => bytes.subarray(start.length + index * FULL, start.length + (index + 1) * FULL))
    const made = (...order: readonly number[]) => Buffer.concat([start, ...order.map((index) => chunks[index] ?? Buffer.alloc(0))])
    expect(await faultOf(made(0, 1, 2, 3))).toBe('opened')
    for (const order of [[1, 0, 2, 3], [0, 2, 1, 3], [3, 1, 2, 0], [0, 1, 1, 2, 3], [0, 1, 3], [1, 2, 3], [3], [0, 1, 2, 3, 3]])
      expect(await faultOf(made(...order)), order.join()).toBe('damaged')
    expect(await faultOf(Buffer.concat([bytes, Buffer.from([0])]))).toBe('damaged')
    const other = await encrypted(numbered(4 * cheap.chunkBytes))
    expect(await faultOf(Buffer.concat([bytes.subarray(0, HEAD + TAG + FULL), other.subarray(HEAD + TAG + FULL)]))).toBe('damaged')
  })

  it('does not let a header demand unlimited memory', async () => {
    const bytes = await encrypted(numbered(10))
    for (const [place, values] of [
      [9, [31]],
      [9, [20, 255]],
      [11, [200]],
      [12, [255]],
    ] as const) {
      const greedy = Buffer.from(bytes)
      greedy.set(values, place)
      createHash('sha256').update(greedy.subarray(0, 40)).digest().copy(greedy, 40, 0, 8)
      expect(await faultOf(greedy)).toBe('damaged')
    }
  })

  it('is recognised by its first bytes, whatever its name', () => {
    for (const other of ['', 'VTBACKU', 'SQLite format 3\0']) expect(isEncryptedCopy(written(Buffer.from(other)))).toBe(false)
    expect(isEncryptedCopy(join(folder, 'nowhere'))).toBe(false)
    expect(isEncryptedCopy(written(Buffer.from('VTBACKUP and more')))).toBe(true)
  })
})
