import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { commands } from '../../../src/shared/bridge/commands.ts'
import { mergePages, mergePreferences, openSettings } from '../../../src/main/settings.ts'

// Outside Electron its package is asked for a path; it must not search for a binary.
process.env['ELECTRON_OVERRIDE_DIST_PATH'] ??= tmpdir()

let folder: string
const now = () => new Date(2026, 4, 1, 9, 30, 0)
const broken = 'settings.broken-20260501-093000.json'

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'settings-'))
})

function write(content: string | Uint8Array): void {
  writeFileSync(join(folder, 'settings.json'), content)
}
const open = () => openSettings({ folder, now })

describe('settings', () => {
  it('are restored at the next start', async () => {
    const first = await open()
    first.update({ serverUrl: 'http://10.0.0.5:8790', window: { x: 1, y: 2, width: 900, height: 700, isMaximized: true } })
    first.update({ preferences: { ...first.data().preferences, fontSize: 'large', lastUsername: '张三' } })
    const second = await open()
    expect(second.notices).toEqual([])
    expect(second.data()).toEqual(first.data())
    expect(second.data().preferences).toMatchObject({ fontSize: 'large', lastUsername: '张三' })
  })

  it('default silently on a new computer', async () => {
    const settings = await open()
    expect(settings.notices).toEqual([])
    expect(settings.data()).toMatchObject({
      version: 1,
      serverUrl: '',
      window: null,
      sessions: {},
      keys: {},
      preferences: { isSidebarCollapsed: false, fontSize: 'standard' },
    })
  })

  it.each([
    ['empty', ''],
    ['filled with NULs after a power cut', new Uint8Array(4_096)],
    ['cut off', '{"version":1,"preferences":{"fontSi'],
    ['a list', '[1,2]'],
    ['not text', new Uint8Array([0xff, 0xfe, 0x00, 0xd8])],
  ])('fall back to defaults if their file is %s, which is kept and reported, and write the next change', async (_name, content) => {
    write(content)
    const settings = await open()
    expect(settings.notices).toEqual([`设置文件已损坏，已改用默认设置；原文件保留为 ${broken}`])
    expect(readFileSync(join(folder, broken))).toEqual(Buffer.from(content))
    settings.update({ serverUrl: 'http://10.0.0.5:8790' })
    const next = await open()
    expect(next.notices).toEqual([])
    expect(next.data().serverUrl).toBe('http://10.0.0.5:8790')
  })

  it('keep the valid values of a file with invalid ones', async () => {
    write(JSON.stringify({ version: 1, serverUrl: 'http://10.0.0.5:8790', preferences: { fontSize: 'huge' }, window: { x: 'left' } }))
    const settings = await open()
    expect(settings.data()).toMatchObject({ serverUrl: 'http://10.0.0.5:8790', window: null, preferences: { fontSize: 'standard' } })
    expect(settings.notices[0]).toContain(broken)
  })

  it('accept an older program’s file, and keep a copy of a newer one’s', async () => {
    write(JSON.stringify({ serverUrl: 'http://old:1' }))
    expect((await open()).notices).toEqual([])
    write(JSON.stringify({ version: 7, serverUrl: 'http://new:1', fromTheFuture: true }))
    const settings = await open()
    expect(settings.data().serverUrl).toBe('http://new:1')
    expect(settings.notices[0]).toContain('更新版本')
    expect(readFileSync(join(folder, broken), 'utf8')).toContain('fromTheFuture')
  })

  it('an unreadable settings file does not block the start, and is not overwritten', async () => {
    // A folder of that name fails to open like a locked file, for every user.
    mkdirSync(join(folder, 'settings.json'))
    const settings = await open()
    expect(settings.notices).toEqual(['设置文件无法读取（可能正被其他程序使用），本次使用默认设置，修改不会保留'])
    settings.update({ serverUrl: 'http://x:1' })
    expect(settings.data().serverUrl).toBe('http://x:1')
    expect(readdirSync(folder)).toEqual(['settings.json'])
  })

  it('a settings file that can no longer be written keeps changes for this run', async () => {
    const failures: unknown[] = []
    const settings = await openSettings({
      folder,
      onWriteFailed: (error) => failures.push(error),
      openStore: () => ({
        get store() {
          return {}
        },
        set store(_value) {
          throw new Error('ENOSPC')
        },
      }),
    })
    settings.update({ serverUrl: 'http://x:1' })
    expect(settings.data().serverUrl).toBe('http://x:1')
    expect(failures).toHaveLength(1)
  })
})

it('preferences merge per table, and an undefined value changes nothing', () => {
  const before = {
    isSidebarCollapsed: true,
    fontSize: 'large' as const,
    tables: { a: { pageSize: 20, hiddenColumns: [] } },
    tableDensity: 'standard' as const,
    lastEstateId: 'e',
    isDeskSilent: false,
    ballotSlips: { stub: 4, receipt: 0 } as const,
    columnMappings: [],
    lastUsername: 'u',
  }
  const after = mergePreferences(before, { fontSize: undefined, tables: { b: { pageSize: 50, hiddenColumns: ['x'] } } })
  expect(after).toEqual({ ...before, tables: { a: { pageSize: 20, hiddenColumns: [] }, b: { pageSize: 50, hiddenColumns: ['x'] } } })
})

describe('restored pages', () => {
  const kept = (...addresses: string[]) => ({ isWanted: true, addresses, shown: addresses[0] ?? '' })

  it('are stored per account, across a restart', async () => {
    const first = await open()
    first.update({ pages: mergePages(first.data().pages, 'a', kept('/estate/Index')) })
    first.update({ pages: mergePages(first.data().pages, 'b', kept('/voteManage/votedesk?activityid=1&operatetype=2')) })
    expect((await open()).data().pages).toEqual({ a: kept('/estate/Index'), b: kept('/voteManage/votedesk?activityid=1&operatetype=2') })
  })

  it('are dropped for the longest absent accounts, not the current one', () => {
    let pages = {}
    for (let account = 0; account < 80; account++) pages = mergePages(mergePages(pages, `user${account}`, kept('/estate/Index')), 'me', kept('/property/Index'))
    expect(Object.keys(pages)).toHaveLength(50)
    expect(pages).toMatchObject({ me: kept('/property/Index'), user79: kept('/estate/Index') })
    expect(pages).not.toHaveProperty('user0')
  })

  it.each(['https://evil.example', '//evil.example', '/estate/Index#x', '/x?name=张三', 'javascript:alert(1)', '/estate/../x', `/a?b=${'c'.repeat(300)}`])(
    'are addresses of this program: %s is none',
    (address) => {
      const parse = (pages: object) =>
        commands['app.keepPages'].input.safeParse({ accountId: 'a', kept: { isWanted: true, shown: '', addresses: [], ...pages } })
      expect(parse({ addresses: ['/estate/Index'] }).success).toBe(true)
      expect(parse({ addresses: [address] }).success).toBe(false)
      expect(parse({ shown: address }).success).toBe(false)
    },
  )
})
