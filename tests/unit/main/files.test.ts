import { mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { open, rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ExcelJS from 'exceljs'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Unreachable } from '../../../src/main/failures.ts'
import { type DiskEffects, isInside, readWorkbook, writeWhole } from '../../../src/main/files/disk.ts'
import type { FetchDownload } from '../../../src/main/files/download.ts'
import { createFiles } from '../../../src/main/files/files.ts'
import { safeFileName } from '../../../src/main/files/names.ts'
import { createTickets } from '../../../src/main/files/tickets.ts'

let folder: string
const bytes = new TextEncoder().encode('new content')

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'files-'))
})

const systemError = (code: string) => Object.assign(new Error(code), { code })

describe('a suggested file name', () => {
  it.each([
    ['阳光花园_表决结果.xlsx', '阳光花园_表决结果.xlsx'],
    ['A/B\\C:D*E?F"G<H>I|J.xlsx', 'A_B_C_D_E_F_G_H_I_J.xlsx'],
    ['..\\..\\Windows\\x.xlsx', '_.._Windows_x.xlsx'],
    ['CON.xlsx', '_CON.xlsx'],
    ['com1.报告.xlsx', '_com1.报告.xlsx'],
    ['报告. .xlsx', '报告.xlsx'],
    ['报告\u202Excod.xlsx', '报告xcod.xlsx'],
    ['行\r\n名\u0000.xlsx', '行名.xlsx'],
    ['坏程序.exe', '坏程序.exe.xlsx'],
    ['双.xlsx.lnk', '双.xlsx.lnk.xlsx'],
    ['报告.XLSX', '报告.xlsx'],
    ['图.png', '图.png'],
    ['', '未命名.xlsx'],
    ['...', '未命名.xlsx'],
    ['𠮷祥里🏠.xlsx', '𠮷祥里🏠.xlsx'],
  ])('%j becomes %j', (suggested, safe) => {
    expect(safeFileName(suggested)).toBe(safe)
  })

  it('is truncated between characters, and keeps its extension', () => {
    const safe = safeFileName(`${'🏠'.repeat(300)}.xlsx`)
    expect(safe).toBe(`${'🏠'.repeat(120)}.xlsx`)
  })
})

describe('writing a file', () => {
  const failing = (effects: Partial<Record<keyof DiskEffects, string>>): DiskEffects => ({
    open: effects.open === undefined ? open : () => Promise.reject(systemError(effects.open ?? '')),
    rename: effects.rename === undefined ? rename : () => Promise.reject(systemError(effects.rename ?? '')),
  })

  it('replaces the existing file without leftovers', async () => {
    const path = join(folder, '报告.xlsx')
    writeFileSync(path, 'old')
    await writeWhole(path, bytes)
    expect(readFileSync(path, 'utf8')).toBe('new content')
    expect(readdirSync(folder)).toEqual(['报告.xlsx'])
  })

  it.each([
    [{ rename: 'EBUSY' }, '文件正在被其他程序使用，请先关闭'],
    [{ rename: 'EPERM' }, '文件正在被其他程序使用，请先关闭'],
    [{ rename: 'EISDIR' }, '已有同名的文件夹，请换一个名称'],
    [{ open: 'ENOSPC' }, '磁盘空间不足，文件没有保存，请清理磁盘或换一个位置'],
    [{ open: 'EACCES' }, '没有权限在这个文件夹中保存，请换一个文件夹，例如“文档”或“桌面”'],
    [{ open: 'EROFS' }, '没有权限在这个文件夹中保存，请换一个文件夹，例如“文档”或“桌面”'],
    [{ open: 'ENOENT' }, '文件夹不存在，请换一个文件夹'],
    [{ open: 'ENAMETOOLONG' }, '文件名或路径过长，请换一个较短的名称'],
    [{ open: 'EIO' }, '文件没有保存，请换一个位置再试'],
  ])('that fails with %j says what to do, and the old file is whole', async (effects, message) => {
    const path = join(folder, '报告.xlsx')
    writeFileSync(path, 'old')
    await expect(writeWhole(path, bytes, { effects: failing(effects) })).rejects.toMatchObject({ name: 'LocalFailure', message })
    expect(readFileSync(path, 'utf8')).toBe('old')
    expect(readdirSync(folder)).toEqual(['报告.xlsx'])
  })

  it('retries while a virus scanner holds the file', async () => {
    const path = join(folder, '报告.xlsx')
    let attempts = 0
    await writeWhole(path, bytes, {
      effects: {
        open,
        rename: (from, to) => {
          attempts += 1
          return attempts < 3 ? Promise.reject(systemError('EPERM')) : rename(from, to)
        },
      },
    })
    expect(readFileSync(path, 'utf8')).toBe('new content')
  })

  it('keeps the old file if interrupted', async () => {
    const path = join(folder, '报告.xlsx')
    writeFileSync(path, 'old')
    const full: DiskEffects = {
      open: async (...given) => {
        const file = await open(...given)
        file.writeFile = () => Promise.reject(systemError('ENOSPC'))
        return file
      },
      rename,
    }
    await expect(writeWhole(path, bytes, { effects: full })).rejects.toThrow('磁盘空间不足')
    expect(readdirSync(folder)).toEqual(['报告.xlsx'])
    expect(readFileSync(path, 'utf8')).toBe('old')
  })
})

describe('Windows’ mark of the web', () => {
  /** Written steps in order: Linux allows a colon in names, so the second stream is a separate file here. */
  function recording(refused = '') {
    const steps: string[] = []
    const effects: DiskEffects = {
      open: (path, ...rest) => {
        const name = String(path).replace(/^.*\.[\da-f]+\.tmp/, 'temporary')
        steps.push(name)
        return refused !== '' && name.endsWith('Zone.Identifier') ? Promise.reject(systemError(refused)) : open(path, ...rest)
      },
      rename: (from, to) => {
        steps.push('rename')
        return rename(from, to)
      },
    }
    return { steps, effects }
  }
  const zones = () => readdirSync(folder).filter((name) => name.endsWith(':Zone.Identifier'))

  it('is set on uploads of others before the file gets its name', async () => {
    const { steps, effects } = recording()
    await writeWhole(join(folder, '合同.docx'), bytes, { effects, origin: 'others', platform: 'win32' })
    expect(steps).toEqual(['temporary', 'temporary:Zone.Identifier', 'rename'])
    expect(zones().map((name) => readFileSync(join(folder, name), 'utf8'))).toEqual(['[ZoneTransfer]\r\nZoneId=3\r\n'])
  })

  it.each([
    ['what the program made itself', 'own', 'win32'],
    ['any file of another system', 'others', 'linux'],
  ] as const)('is not set on %s', async (_what, origin, platform) => {
    const { steps, effects } = recording()
    await writeWhole(join(folder, '报告.xlsx'), bytes, { effects, origin, platform })
    expect(steps).toEqual(['temporary', 'rename'])
    expect(zones()).toEqual([])
  })

  it('is skipped on drives without streams, and the file is still saved', async () => {
    const { effects } = recording('EINVAL')
    await writeWhole(join(folder, '合同.docx'), bytes, { effects, origin: 'others', platform: 'win32' })
    expect(readdirSync(folder)).toEqual(['合同.docx'])
  })
})

it('a path inside a folder is recognised through any links', async () => {
  const app = join(folder, 'app')
  mkdirSync(join(app, 'deep'), { recursive: true })
  symlinkSync(app, join(folder, 'link'))
  expect(await isInside(join(app, 'x.xlsx'), [app])).toBe(true)
  expect(await isInside(join(app, 'deep', 'x.xlsx'), [app])).toBe(true)
  expect(await isInside(join(folder, 'link', 'deep', 'x.xlsx'), [app])).toBe(true)
  expect(await isInside(join(app, '..', 'x.xlsx'), [app])).toBe(false)
  expect(await isInside(join(folder, 'app-data', 'x.xlsx'), [app])).toBe(false)
  expect(await isInside(join(folder, '..x.xlsx'), [folder])).toBe(true)
})

describe('reading a chosen workbook', () => {
  it.each([
    ['an empty file', () => writeFileSync(join(folder, 'x.xlsx'), ''), '文件是空的，请重新选择'],
    ['a large file', () => writeFileSync(join(folder, 'x.xlsx'), new Uint8Array(10 * 1024 * 1024 + 1)), '大小不可超过10M'],
    ['a folder', () => mkdirSync(join(folder, 'x.xlsx')), '请选择一个 .xlsx 文件'],
    ['a file that is gone', () => undefined, '文件已被移动或删除，请重新选择'],
  ])('that is %s says so', async (_name, prepare, message) => {
    prepare()
    await expect(readWorkbook(join(folder, 'x.xlsx'))).rejects.toMatchObject({ name: 'LocalFailure', message })
  })

  it('accepts the largest allowed one', async () => {
    writeFileSync(join(folder, 'x.xlsx'), new Uint8Array(10 * 1024 * 1024))
    expect((await readWorkbook(join(folder, 'x.xlsx'))).length).toBe(10 * 1024 * 1024)
  })
})

describe('file commands of the page', () => {
  /** Answers with its arguments. */
  const echo: FetchDownload = async (endpoint, input, save) => {
    await save(new TextEncoder().encode(JSON.stringify([endpoint, input])))
    return true
  }
  function files({
    chosen,
    opened = '',
    fetchDownload = echo,
  }: {
    readonly chosen: string | null
    readonly opened?: string
    readonly fetchDownload?: FetchDownload
  }) {
    const copyData = vi.fn((path: string, _purpose: string, _password: string | null) => writeFile(path, bytes))
    const dialog = {
      showSaveDialog: vi.fn(() => Promise.resolve({ canceled: chosen === null, filePath: chosen ?? '' })),
      showOpenDialog: vi.fn(() => Promise.resolve({ canceled: chosen === null, filePaths: chosen === null ? [] : [chosen] })),
    }
    const shell = { openPath: vi.fn(() => Promise.resolve(opened)), showItemInFolder: vi.fn() }
    const own = join(folder, 'own')
    mkdirSync(own, { recursive: true })
    const commands = createFiles({
      app: { getPath: () => folder },
      dialog,
      tickets: createTickets(),
      shell,
      window: () => null,
      ownFolders: [own],
      fetchDownload,
      copyData,
      platform: 'win32',
    })
    return { commands, dialog, shell, own, copyData }
  }

  it('save to a chosen path, returning a ticket that opens the file, but no path', async () => {
    const path = join(folder, '模板.xlsx')
    const { commands, shell, dialog } = files({ chosen: path })
    const saved = await commands['file.saveTemplate']({ template: 'property' })
    expect(dialog.showSaveDialog).toHaveBeenCalledWith(expect.objectContaining({ defaultPath: join(folder, '房产导入模板.xlsx') }))
    expect(saved?.name).toBe('模板.xlsx')
    expect(JSON.stringify(saved)).not.toContain(folder)
    const workbook = new ExcelJS.Workbook()
    await workbook.xlsx.readFile(path)
    expect(workbook.worksheets.map(({ name }) => name)).toEqual(['房产信息', '填写说明'])
    await commands['file.open']({ ticket: saved?.ticket ?? '' })
    await commands['file.showInFolder']({ ticket: saved?.ticket ?? '' })
    expect(shell.openPath).toHaveBeenCalledWith(path)
    expect(shell.showItemInFolder).toHaveBeenCalledWith(path)
  })

  it('download the server’s file for the endpoint and input that the page names', async () => {
    const path = join(folder, '房产.xlsx')
    const input = { query: { estateId: 'e1', purpose: '', jobId: 'j' } }
    const saved = await files({ chosen: path }).commands['file.saveDownload']({ endpoint: 'property.export', input, suggestedName: '房产.xlsx' })
    expect(saved?.name).toBe('房产.xlsx')
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(['property.export', input])
  })

  it('do not save if cancelled, or into the program’s own folder', async () => {
    await expect(files({ chosen: null }).commands['file.saveBytes']({ suggestedName: 'a.xlsx', bytes, origin: 'own' })).resolves.toBeNull()
    const { commands, own } = files({ chosen: join(folder, 'own', 'a.xlsx') })
    await expect(commands['file.saveBytes']({ suggestedName: 'a.xlsx', bytes, origin: 'own' })).rejects.toThrow('不能保存在程序自己的文件夹中')
    expect(readdirSync(own)).toEqual([])
  })

  it('back up the data to a chosen path, which can be shown in its folder but not opened', async () => {
    const path = join(folder, '备份.db')
    const { commands, shell, copyData } = files({ chosen: path })
    const saved = await commands['data.backUp']({ suggestedName: '社区投票平台_备份_202611210930.db', purpose: '定期备份', password: null })
    expect(copyData).toHaveBeenCalledWith(path, '定期备份', null)
    await commands['file.showInFolder']({ ticket: saved?.ticket ?? '' })
    expect(shell.showItemInFolder).toHaveBeenCalledWith(path)
    await expect(commands['file.open']({ ticket: saved?.ticket ?? '' })).rejects.toThrow('这个文件不能直接打开，请在文件夹中查看')
    const encrypted = files({ chosen: join(folder, '密') })
    const input = { suggestedName: '社区投票平台_备份_202611210930.vtbackup', purpose: '定期备份', password: 'forest 1902' }
    await expect(encrypted.commands['data.backUp'](input)).resolves.toMatchObject({ name: '密.vtbackup' })
    expect(encrypted.copyData).toHaveBeenCalledWith(join(folder, '密.vtbackup'), '定期备份', 'forest 1902')
    await expect(
      files({ chosen: join(folder, 'own', 'a.db') }).commands['data.backUp']({ suggestedName: 'a.db', purpose: '定期备份', password: null }),
    ).rejects.toThrow('不能保存在程序自己的文件夹中')
  })

  it('add a missing extension, and do not overwrite another file by that', async () => {
    const { commands } = files({ chosen: join(folder, '报告') })
    await expect(commands['file.saveBytes']({ suggestedName: '报告.xlsx', bytes, origin: 'own' })).resolves.toMatchObject({ name: '报告.xlsx' })
    await expect(commands['file.saveBytes']({ suggestedName: '报告.xlsx', bytes, origin: 'own' })).rejects.toThrow('已存在')
  })

  it('write a stream completely or not at all', async () => {
    const input = { query: { jobId: 'j', purpose: '' } }
    async function* pieces(failure?: Error) {
      yield new TextEncoder().encode('序号')
      if (failure) throw failure
      yield new TextEncoder().encode('\r\n')
    }
    const path = join(folder, '日志.csv')
    const run = (fetchDownload: FetchDownload) =>
      files({ chosen: path, fetchDownload }).commands['file.saveDownload']({ endpoint: 'audit.export', input, suggestedName: '操作日志.csv' })
    const broken = run(async (_endpoint, _input, save) => {
      await save(pieces(new Unreachable('暂时没有取到数据：与服务器的连接中断，请重试')))
      return true
    })
    await expect(broken).rejects.toThrow('暂时没有取到数据：与服务器的连接中断，请重试')
    expect(await run(() => Promise.resolve(false))).toBeNull()
    expect(readdirSync(folder)).toEqual(['own'])
    const saved = await run(async (endpoint, asked, save) => {
      expect([endpoint, asked]).toEqual(['audit.export', input])
      await save(pieces())
      return true
    })
    expect(saved?.name).toBe('日志.csv')
    expect(readFileSync(path, 'utf8')).toBe('序号\r\n')
  })

  it('mark files as foreign only if others uploaded them', async () => {
    const marks = () => readdirSync(folder).filter((name) => name.endsWith(':Zone.Identifier')).length
    await files({ chosen: join(folder, '报告.xlsx') }).commands['file.saveBytes']({ suggestedName: '报告.xlsx', bytes, origin: 'own' })
    expect(marks()).toBe(0)
    await files({ chosen: join(folder, '合同.docx') }).commands['file.saveBytes']({ suggestedName: '合同.docx', bytes, origin: 'others' })
    expect(marks()).toBe(1)
  })

  it('open only by a ticket of this run, and report a missing file or program', async () => {
    const path = join(folder, 'a.xlsx')
    const { commands, shell } = files({ chosen: path, opened: 'No application is associated' })
    for (const ticket of ['', path, '../a.xlsx']) await expect(commands['file.open']({ ticket })).rejects.toMatchObject({ name: 'LocalFailure' })
    const saved = await commands['file.saveBytes']({ suggestedName: 'a.xlsx', bytes, origin: 'own' })
    await expect(commands['file.open']({ ticket: saved?.ticket ?? '' })).rejects.toThrow('请检查电脑上是否安装了 WPS 或 Excel')
    const ballots = files({ chosen: join(folder, '选票.pdf'), opened: 'No application is associated' }).commands
    const printed = await ballots['file.saveBytes']({ suggestedName: '选票.pdf', bytes, origin: 'own' })
    await expect(ballots['file.open']({ ticket: printed?.ticket ?? '' })).rejects.toThrow('请检查电脑上是否安装了 PDF 阅读器或 WPS')
    shell.openPath.mockClear()
    await rename(path, join(folder, 'b.xlsx'))
    await expect(commands['file.open']({ ticket: saved?.ticket ?? '' })).rejects.toThrow('文件已被移动或删除')
    expect(shell.openPath).not.toHaveBeenCalled()
  })

  it('return a chosen file as name and bytes', async () => {
    const path = join(folder, '房产 (1).xlsx')
    writeFileSync(path, bytes)
    await expect(files({ chosen: path }).commands['file.chooseWorkbook'](null)).resolves.toEqual({ name: '房产 (1).xlsx', bytes })
    await expect(files({ chosen: null }).commands['file.chooseWorkbook'](null)).resolves.toBeNull()
  })
})
