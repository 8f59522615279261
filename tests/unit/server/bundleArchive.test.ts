import { unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { zipped, type Packed } from '../../../src/server/features/evidence/archive.ts'

async function* some(files: readonly Packed[]): AsyncGenerator<Packed> {
  yield* files
}
async function whole(files: AsyncIterable<Packed>, at = Date.parse('2026-05-01T01:02:04Z')): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of zipped(files, at)) pieces.push(Uint8Array.from(piece))
  return Buffer.concat(pieces)
}
const text = { path: '说明.txt', bytes: Buffer.from('文'.repeat(500)), isStored: false }
const picture = { path: 'images/a.jpg', bytes: Buffer.alloc(300_000, 7), isStored: true }

describe('the zip of a bundle', () => {
  it('stores pictures as they are, and compresses texts', async () => {
    const zip = await whole(some([picture, text]))
    expect(Object.entries(unzipSync(zip)).map(([path, bytes]) => [path, Buffer.from(bytes)])).toEqual([
      ['images/a.jpg', picture.bytes],
      ['说明.txt', text.bytes],
    ])
    expect(zip.includes(picture.bytes)).toBe(true)
    expect(zip.includes(text.bytes)).toBe(false)
  })

  it('has Chinese timestamps in any time zone', async () => {
    const before = process.env['TZ']
    const zips: Buffer[] = []
    try {
      for (const zone of ['Asia/Shanghai', 'America/New_York', 'UTC']) {
        process.env['TZ'] = zone
        zips.push(await whole(some([text])))
      }
    } finally {
      if (before === undefined) delete process.env['TZ']
      else process.env['TZ'] = before
    }
    const [first, ...others] = zips
    for (const other of others) expect(other.equals(first ?? Buffer.alloc(0))).toBe(true)
    // 09:02:04 on 1 May 2026, as encoded by the zip format.
    expect([first?.readUInt16LE(10), first?.readUInt16LE(12)]).toEqual([(9 << 11) | (2 << 5) | 2, (46 << 9) | (5 << 5) | 1])
  })

  it('ends with a chunk that contains the whole end record', async () => {
    const pieces: Uint8Array[] = []
    for await (const piece of zipped(some([picture, text, picture]), 0)) pieces.push(piece)
    const last = Buffer.from(pieces.at(-1) ?? [])
    expect(last.readUInt32LE(last.length - 22)).toBe(0x06054b50)
    expect(Buffer.concat(pieces.slice(0, -1)).includes(Buffer.from('504b0506', 'hex'))).toBe(false)
  })

  it('releases each file once sent, however fast it is consumed', async () => {
    const gone: number[] = []
    const registry = new FinalizationRegistry<number>((index) => gone.push(index))
    async function* pictures(): AsyncGenerator<Packed> {
      for (let index = 0; index < 200; index++) {
        const bytes = new Uint8Array(500_000)
        registry.register(bytes.buffer, index)
        yield { path: `images/${index}.jpg`, bytes, isStored: true }
      }
      // Garbage collection is not deterministic, but never collects what is still referenced.
      for (let turn = 0; turn < 200 && gone.length === 0; turn++) {
        new Uint8Array(20_000_000).fill(turn)
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
    }
    let taken = 0
    for await (const piece of zipped(pictures(), 0)) taken += piece.length
    expect(taken).toBeGreaterThan(100_000_000)
    expect(gone.length).toBeGreaterThan(0)
  })
})
