import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { BadZip, openZip } from '../../../src/recount/judge/zip.ts'
import { sha256, zipped } from '../../support/bundleBytes.ts'

const files = new Map([
  ['data/records.jsonl', Buffer.from('{"answers":"1"}\n'.repeat(20_000))],
  ['images/a.jpg', randomBytes(3_000_000)],
  ['empty.txt', Buffer.alloc(0)],
  ['说明.txt', Buffer.from('说明')],
  ['manifest.json', Buffer.from('{}')],
])
const open = (bytes: Buffer) => openZip(new Blob([new Uint8Array(bytes)]))
const pathsOf = (bytes: Buffer): Promise<string[]> => open(bytes).then((entries) => entries.map(({ path }) => path))

describe('reading the zip', () => {
  it.each([
    ['written at once', {}],
    ['streamed', { isStreamed: true }],
    ['in the form for big archives', { isBig: true }],
    ['streamed in the form for big archives', { isStreamed: true, isBig: true }],
  ])('yields every file: %s', async (_how, wish) => {
    const entries = await open(await zipped(files, wish))
    expect(entries.map(({ path }) => path)).toEqual([...files.keys()])
    for (const entry of entries) {
      const expected = files.get(entry.path) ?? Buffer.alloc(0)
      expect(entry.bytes).toBe(expected.length)
      expect(await entry.sha256()).toBe(sha256(expected))
      expect(Buffer.from(await entry.whole()).equals(expected)).toBe(true)
    }
  })

  it('never holds a large file in memory completely', async () => {
    const [, picture] = await open(await zipped(files))
    const pieces: number[] = []
    await picture?.read((piece) => pieces.push(piece.length))
    expect(pieces.reduce((sum, length) => sum + length, 0)).toBe(3_000_000)
    expect(Math.max(...pieces)).toBeLessThanOrEqual(1 << 20)
  })

  it('refuses a truncated or damaged zip, or one with bytes that belong to no file', async () => {
    const whole = await zipped(files)
    const directory = whole.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2]))
    for (const wrong of [
      Buffer.alloc(0),
      Buffer.from('no zip at all, but long enough to be one'),
      whole.subarray(0, -1),
      whole.subarray(0, directory),
      Buffer.concat([whole, Buffer.from('x')]),
      Buffer.concat([Buffer.from('before'), whole]),
    ]) {
      await expect(open(wrong)).rejects.toThrow(BadZip)
    }
    for (const at of [6, 8, 14, 30, directory + 10, directory + 16]) {
      const wrong = Buffer.from(whole)
      wrong[at] = (wrong[at] ?? 0) ^ 1
      await expect(pathsOf(wrong)).rejects.toThrow(BadZip)
    }
  })

  it('requires unique names', async () => {
    const whole = await zipped(
      new Map([
        ['a.txt', Buffer.from('1')],
        ['b.txt', Buffer.from('2')],
      ]),
    )
    const twice = Buffer.from(whole.toString('latin1').replaceAll('b.txt', 'a.txt'), 'latin1')
    await expect(open(twice)).rejects.toThrow('两个文件同名：a.txt')
  })

  it('detects changed compressed contents', async () => {
    const whole = await zipped(files)
    const at = whole.indexOf('data/records.jsonl') + 'data/records.jsonl'.length + 60
    whole[at] = (whole[at] ?? 0) ^ 0xff
    const [records] = await open(whole)
    const read = await records?.sha256().catch((error: unknown) => error)
    expect(read instanceof BadZip || (typeof read === 'string' && read !== sha256(files.get('data/records.jsonl') ?? ''))).toBe(true)
  })
})
