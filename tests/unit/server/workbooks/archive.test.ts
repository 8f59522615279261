import { assert, asyncProperty, constantFrom, integer, nat } from 'fast-check'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { Refusal } from '../../../../src/shared/contract/refusals.ts'
import { inspectArchive, decoded, unpack } from '../../../../src/server/workbooks/archive.ts'
import { checkContent } from '../../../../src/server/workbooks/content.ts'
import { propertyWorkbook } from '../../../support/workbooks/make.ts'
import { zip, type Packed } from '../../../support/workbooks/zip.ts'
import { newReader } from './support.ts'

// Large files, on machines busy with other tests.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const types: Packed = { name: '[Content_Types].xml', data: '<Types/>' }

async function contentOf(bytes: Uint8Array, name: string): Promise<string> {
  const entry = (await inspectArchive(bytes)).find((one) => one.name === name)
  if (!entry) throw new Error(`no ${name}`)
  let text = ''
  for await (const piece of decoded(unpack(bytes, entry))) text += piece
  return text
}

describe('checking an archive', () => {
  it('decompresses no sheet of any size: it uses the directory', async () => {
    const workbook = await propertyWorkbook(30_000)
    const before = await inspectArchive(workbook)
    const sheet = before.find(({ name }) => name === 'xl/worksheets/sheet1.xml')
    if (!sheet) throw new Error('the workbook has no sheet')
    expect(sheet.size).toBeGreaterThan(5_000_000)
    const garbled = Uint8Array.from(workbook)
    garbled.fill(0xff, sheet.start, sheet.end)
    expect(await inspectArchive(garbled)).toEqual(before)
    await expect(contentOf(garbled, sheet.name)).rejects.toThrow()
  })

  it('finds the packed content, stored or deflated, of any length', async () => {
    for (const length of [0, 1, 16_383, 16_384, 65_537, 400_000]) {
      const data = Array.from({ length }, (_, index) => '房a𠮷b'[index % 4] ?? '')
        .join('')
        .toWellFormed()
      for (const isStored of [true, false]) expect(await contentOf(zip([types, { name: 'x', data, isStored }]), 'x')).toBe(data)
    }
  })

  it('limits the compression ratio only for entries over 1 MB', async () => {
    const zeros = (size: number) => zip([types, { name: 'x', data: new Uint8Array(size) }])
    await expect(inspectArchive(zeros(1024 * 1024 - 100))).resolves.toHaveLength(2)
    await expect(inspectArchive(zeros(1024 * 1024 + 100))).rejects.toThrow('文件解压后过大，已拒绝导入')
  })

  it('accepts at most 500 entries', async () => {
    const entries = (count: number) => zip([types, ...Array.from({ length: count - 1 }, (_, index) => ({ name: String(index), data: '' }))])
    await expect(inspectArchive(entries(500))).resolves.toHaveLength(500)
    await expect(inspectArchive(entries(501))).rejects.toThrow('文件解压后过大，已拒绝导入')
  })

  it('refuses an entry that reaches into the directory', async () => {
    const bytes = Buffer.from(zip([types, { name: 'x', data: 'abc', isStored: true }]))
    await expect(inspectArchive(bytes)).resolves.toHaveLength(2)
    const [inDirectory, packedSize, size] = [bytes.lastIndexOf('PK\u0001\u0002'), 20, 24]
    for (const field of [packedSize, size]) bytes.writeUInt32LE(4, inDirectory + field)
    await expect(inspectArchive(bytes)).rejects.toThrow('文件结构异常，已拒绝')
  })

  it('sums up the decompressed size', async () => {
    const noise = Buffer.alloc(120_000, 'abcdefghijklmnopqrstuvwxyz0123456789'.repeat(3))
    const claims = (count: number) =>
      zip([
        types,
        ...Array.from({ length: count }, (_, index) => ({
          name: String(index),
          data: Buffer.concat([Buffer.from(String(index)), noise]),
          isStored: true,
          claimedMethod: 8,
          claimedSize: 8 * 1024 * 1024,
        })),
      ])
    await expect(inspectArchive(claims(7))).resolves.toHaveLength(8)
    await expect(inspectArchive(claims(9))).rejects.toThrow('文件解压后过大，已拒绝导入')
  })
})

describe('uploaded file names', () => {
  it.each([
    '房产.xlsx',
    '房产.XLSX',
    'CON.xlsx',
    '..\\..\\房产.xlsx',
    `${'长'.repeat(300)}.xlsx`,
    '房产😀.xlsx',
    '房产\u202exslx.xlsx\u200f',
    '房产.xlsx ',
    '',
  ])('%j passes', async (name) => {
    expect(() => checkContent(zip([types]), name)).not.toThrow()
  })

  it.each(['房产', '房产.xls', '房产.xlsx.exe', '房产.zip', 'xlsx'])('%j is refused', async (name) => {
    expect(() => checkContent(zip([types]), name)).toThrow('文件类型不合法，请上传 .xlsx 文件')
  })
})

describe('a workbook with random damage', () => {
  let whole: Uint8Array
  beforeAll(async () => {
    whole = await propertyWorkbook(40)
  })

  it('is read correctly or refused with a message, and crashes nothing', { timeout: 120_000 }, async () => {
    const reader = newReader()
    await assert(
      asyncProperty(constantFrom('flip', 'cut', 'insert', 'zero'), nat(), integer({ min: 1, max: 255 }), async (kind, where, change) => {
        const at = where % whole.length
        const result = await reader.read({ bytes: damagedAt(kind, at, change), fileName: '房产.xlsx', kind: 'property' }).catch((error: unknown) => error)
        if (result instanceof Error) {
          expect(result).toBeInstanceOf(Refusal)
          expect(result.message).toMatch(/[\u4e00-\u9fff]/)
        } else expect(result).toMatchObject({ rowCount: 40, errorCount: 0 })
      }),
      { numRuns: 60 },
    )
    await reader.close()
  })

  function damagedAt(kind: string, at: number, change: number): Uint8Array {
    const copy = Buffer.from(whole)
    if (kind === 'cut') return copy.subarray(0, at)
    if (kind === 'insert') return Buffer.concat([copy.subarray(0, at), Buffer.alloc(change, change), copy.subarray(at)])
    if (kind === 'zero') return copy.fill(0, at, Math.min(at + change, copy.length))
    copy[at] = (copy[at] ?? 0) ^ change
    return copy
  }
})
