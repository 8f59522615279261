import { describe, expect, it, vi } from 'vitest'
import type { ActivityRow } from '#shared/features/activity/contract.ts'
import type { Property } from '#shared/features/property/contract.ts'
import { createIsolatedKey } from '../../../src/renderer/app/keys/isolatedKey.ts'
import {
  activityAsked,
  activityEntries,
  estateEntry,
  propertyEntry,
  propertiesAsked,
  recentAfter,
  screenEntries,
  withoutDoubles,
  wordsOf,
} from '../../../src/renderer/app/palette/entries.ts'
import { registeredPaths, routes, routesFor } from '../../../src/renderer/app/routes.ts'

const titles = (entries: readonly { title: string }[]) => entries.map(({ title }) => title)
const screensFor = (typed: string, ...roles: ('admin' | 'manager')[]) => titles(screenEntries(wordsOf(typed), routesFor(roles)))

describe('palette: screens', () => {
  it('are found by name, synonyms and initials', () => {
    expect(screensFor('日志', 'admin')).toEqual(['操作日志'])
    expect(screensFor('ＣＺＲＺ', 'admin')).toEqual(['操作日志'])
    expect(screensFor('业主', 'manager')).toEqual(['房产信息'])
    expect(screensFor('小区', 'manager')).toEqual(['小区管理', '登记小区'])
    expect(screensFor('没有', 'admin')).toEqual([])
  })

  it('are hidden from users who may not open them', () => {
    expect(screensFor('账号', 'manager')).toEqual([])
    expect(screensFor('账号', 'admin')).toEqual(['账号管理'])
  })

  it('are the program’s own, including every menu entry', () => {
    const all = screenEntries([], routes)
    expect(all.every(({ address }) => registeredPaths.has(address))).toBe(true)
    expect(all.map(({ address }) => address)).toEqual(
      expect.arrayContaining([
        '/dashboard',
        '/estate/Index',
        '/property/Index',
        '/voteManage/list',
        '/voteManage/propertychange',
        '/system/accounts',
        '/system/audit',
      ]),
    )
  })
})

const activity = (status: 0 | 1 | 2 | 3): ActivityRow => ({
  id: '7',
  title: '更换门禁',
  estateName: '翠湖花园',
  estateId: '3',
  summary: '',
  countingRule: 1,
  startsAt: 0,
  endsAt: 0,
  status,
  creator: '1',
  extensions: [],
  hasPapers: false,
  secondEntry: 0,
  version: '',
})

describe('palette: activities', () => {
  it.each([
    [0, '/voteManage/mngballot?estateid=3&activityid=7'],
    [1, '/voteManage/votedesk?activityid=7&operatetype=2'],
    [2, '/voteManage/votedesk?activityid=7&operatetype=3'],
    [3, '/voteManage/statistics?estateid=3&activityid=7'],
  ] as const)('lead to the screen of status %i', (status, address) => {
    expect(activityEntries(activity(status), new Set(), routes)).toMatchObject([{ address, title: '更换门禁' }])
  })

  it('open on the chosen screen', () => {
    expect(activityAsked(wordsOf('进度 门禁'), routes)).toEqual({ named: new Set(['/voteManage/progress']), rest: ['门禁'] })
    expect(activityAsked(wordsOf('门禁'), routes)).toEqual({ named: new Set(), rest: ['门禁'] })
    // A part of a screen's name does not match: 投票 is in titles, too.
    expect(activityAsked(wordsOf('投票'), routes)).toEqual({ named: new Set(), rest: ['投票'] })
    const [entry] = activityEntries(activity(1), new Set(['/voteManage/progress']), routes)
    expect(entry).toEqual({ address: '/voteManage/progress?estateid=3&activityid=7', title: '投票进度', detail: '更换门禁 · 投票中 · 翠湖花园' })
  })
})

const estates = [
  { id: 'a', name: '翠湖花园' },
  { id: 'b', name: '桂花苑' },
]
const property: Property = {
  id: '9',
  estateId: 'a',
  period: '一期',
  zone: '',
  building: '3栋',
  unit: '1单元',
  floor: '12',
  room: '1201',
  areaHundredths: 8950,
  category: 1,
  areaSource: 0,
  occupancy: 0,
  remark: '',
  ownerName: '张三',
  phone: '13800000000',
  idNumber: '110101199001011234',
  version: '',
}

describe('palette: properties', () => {
  it('are searched in every estate, or in the named one', () => {
    expect(propertiesAsked(['3栋1201'], estates)).toEqual(estates.map((estate) => ({ estate, condition: '3栋1201' })))
    expect(propertiesAsked(['桂花', '3栋', '1201'], estates)).toEqual([{ estate: estates[1], condition: '3栋 1201' }])
    // An estate's name alone matches no property.
    expect(propertiesAsked(['桂花'], estates)).toHaveLength(2)
  })

  it('are opened by place, with an address that reveals no more', () => {
    const { address, title, detail } = propertyEntry(property, { id: 'a', name: '翠湖花园' })
    expect([title, detail]).toEqual(['一期-3栋-1单元-1201', '张三 · 翠湖花园'])
    expect(Object.fromEntries(new URLSearchParams(address.split('?')[1]))).toEqual({ estateid: 'a', condition: '一期 3栋 1单元 1201' })
    expect(decodeURIComponent(address)).not.toMatch(/张三|1380|1101/)
  })
})

describe('palette: recent pages', () => {
  it('come first, each once, under their current name', () => {
    const visit = (...keys: string[]) => keys.reduce<ReturnType<typeof recentAfter>>((before, key) => recentAfter(before, { key, title: key }), [])
    expect(titles(visit('/a', '/b', '/a'))).toEqual(['/a', '/b'])
    const before = visit('/a')
    expect(recentAfter(before, { key: '/a', title: '/a' })).toBe(before)
    expect(recentAfter(before, { key: '/a', title: '甲' })).toEqual([{ address: '/a', title: '甲', detail: '' }])
    expect(visit(...Array.from({ length: 99 }, (_, index) => `/${index}`))).toHaveLength(30)
  })

  it('are not listed twice', () => {
    const entry = (address: string) => ({ address, title: address, detail: '' })
    expect(
      withoutDoubles([
        { title: '最近打开', entries: [entry('/a')] },
        { title: '页面', entries: [entry('/a')] },
        { title: '小区', entries: [estateEntry({ id: '1', name: '甲' })] },
      ]),
    ).toMatchObject([{ title: '最近打开' }, { title: '小区' }])
  })
})

describe('the shortcut for the key list', () => {
  it('reacts to typing, not to a scanner', () => {
    vi.useFakeTimers()
    const work = vi.fn<() => void>()
    const { pressed, stop } = createIsolatedKey(work)
    // `A?B` from a scanner: a key every 5 ms.
    for (const [index, isWanted] of [false, true, false].entries()) {
      pressed(isWanted, 1_000 + index * 5)
      vi.advanceTimersByTime(5)
    }
    vi.advanceTimersByTime(500)
    // A code that begins with it.
    pressed(true, 2_000)
    vi.advanceTimersByTime(5)
    pressed(false, 2_005)
    vi.advanceTimersByTime(500)
    expect(work).not.toHaveBeenCalled()
    pressed(true, 9_000)
    vi.advanceTimersByTime(500)
    expect(work).toHaveBeenCalledTimes(1)
    pressed(true, 12_000)
    stop()
    vi.advanceTimersByTime(500)
    expect(work).toHaveBeenCalledTimes(1)
    vi.useRealTimers()
  })
})
