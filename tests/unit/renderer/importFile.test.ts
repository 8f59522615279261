import { describe, expect, it } from 'vitest'
import {
  refusalOfDrop,
  refusalOfFile,
  refusalOfRead,
  readDroppedWorkbook,
  type Dropped,
} from '../../../src/renderer/features/job/parts/ImportPanel/workbookFile.ts'

const workbook = { name: '房产登记.xlsx', size: 4_096, isFolder: false }
const dropOf = (files: readonly File[], folders: readonly boolean[] = []): Dropped => ({
  files,
  items: files.map((_, index) => ({ kind: 'file', webkitGetAsEntry: () => ({ isDirectory: folders[index] ?? false }) })),
})

describe('files accepted by an import', () => {
  it('are a single .xlsx in any case', () => {
    expect(refusalOfDrop([workbook])).toBeNull()
    expect(refusalOfDrop([{ ...workbook, name: 'A.XLSX' }])).toBeNull()
  })

  it.each([
    ['nothing', []],
    ['two files', [workbook, workbook]],
    ['a folder, even one that is named like a workbook', [{ ...workbook, isFolder: true }]],
    ['an old .xls', [{ ...workbook, name: '房产.xls' }]],
    ['a shortcut to a workbook', [{ ...workbook, name: '房产.xlsx.lnk' }]],
    ['a picture', [{ ...workbook, name: 'a.png' }]],
    ['a file without an ending', [{ ...workbook, name: 'xlsx' }]],
  ])('refuses %s', (_, items) => {
    expect(refusalOfDrop(items)?.sentence).toBe('请拖入一个 .xlsx 文件')
  })

  it('explain how to convert an old .xls', () => {
    expect(refusalOfFile({ name: '房产.xls', size: 1 })?.hint).toContain('另存为 .xlsx')
  })

  it('exclude 0 bytes and more than 10 MB, but not exactly 10 MB', () => {
    expect(refusalOfFile({ ...workbook, size: 0 })?.sentence).toBe('文件是空的，请重新选择')
    expect(refusalOfFile({ ...workbook, size: 10 * 1024 * 1024 + 1 })?.sentence).toBe('大小不可超过10M')
    expect(refusalOfFile({ ...workbook, size: 10 * 1024 * 1024 })).toBeNull()
  })
})

describe('reading a dropped file', () => {
  it('returns its name and bytes', async () => {
    const taken = await readDroppedWorkbook(dropOf([new File(['PK12'], '房产.xlsx')]))
    expect(taken).toEqual({ file: { name: '房产.xlsx', bytes: new Uint8Array([0x50, 0x4b, 0x31, 0x32]) } })
  })

  it('distinguishes a folder from a file by its entry', async () => {
    const taken = await readDroppedWorkbook(dropOf([new File(['x'], '一期.xlsx')], [true]))
    expect(taken).toMatchObject({ refusal: { sentence: '请拖入一个 .xlsx 文件' } })
  })

  it('reports that another program has the file open', async () => {
    const locked = Object.assign(new File(['x'], '房产.xlsx'), { arrayBuffer: () => Promise.reject(new DOMException('locked', 'NotReadableError')) })
    expect(await readDroppedWorkbook(dropOf([locked]))).toMatchObject({ refusal: { sentence: '文件正在被其他程序使用，请先关闭' } })
  })

  it('has a message for every other read error', () => {
    expect(refusalOfRead(new DOMException('gone', 'NotFoundError')).sentence).toBe('文件已被移动或删除，请重新选择')
    expect(refusalOfRead(new TypeError('odd')).sentence).toBe('文件无法读取，请重新选择')
  })
})
