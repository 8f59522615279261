import { isValidElement } from 'react'
import { describe, expect, it } from 'vitest'
import type { ConnectionState } from '#shared/bridge/commands.ts'
import { isAllowed, roleLadder } from '#shared/features/account/roles.ts'
import { bannerSentence } from '../../../src/renderer/app/frame/connectionWords.ts'
import { tabTitle } from '../../../src/renderer/app-context/tab.ts'
import { entryOf, groupOf, menuOf } from '../../../src/renderer/app/menu.ts'
import { routeFor, routeOf, routes, routesFor, titleAt } from '../../../src/renderer/app/routes.ts'
import { isComposing } from '../../../src/renderer/ui/composing.ts'
import { divisionTree } from '../../../src/renderer/features/estate/divisionTree.ts'

const titlesOf = (groups: ReturnType<typeof menuOf>) => groups.map(({ title, entries }) => [title, ...entries.map((entry) => entry.title)])

describe('the sidebar menu', () => {
  it('has its groups and entries in the specification’s order', () => {
    expect(titlesOf(menuOf(routesFor(['admin'])))).toEqual([
      ['我的小区', '小区管理', '房产信息'],
      ['活动管理', '投票活动', '房产变更审批'],
      ['系统管理', '账号管理', '操作日志', '网络共享', '安全状况', '数据保留'],
    ])
  })

  it('omits entries that a user may not see, and empty groups', () => {
    expect(titlesOf(menuOf(routesFor(['manager'])))).toEqual([
      ['我的小区', '小区管理', '房产信息'],
      ['活动管理', '投票活动', '房产变更审批'],
    ])
  })

  it('has distinct icons, as a collapsed sidebar shows nothing else', () => {
    const icons = menuOf(routesFor(['admin'])).flatMap(({ entries }) => entries.map(({ icon }) => (isValidElement(icon) ? icon.type : icon)))
    expect(new Set(icons).size).toBe(9)
  })

  it('highlights the list that leads to a page, and its group', () => {
    const place = (path: string) => {
      const route = routeOf(path)
      return route && [entryOf(route).path, groupOf(route)]
    }
    expect(place('/voteManage/votedesk')).toEqual(['/voteManage/list', '活动管理'])
    expect(place('/voteManage/propertychange')).toEqual(['/voteManage/propertychange', '活动管理'])
    expect(place('/estate/input')).toEqual(['/estate/Index', '我的小区'])
    expect(place('/dashboard')).toEqual(['/dashboard', null])
  })

  it('leads to every page without an entry through one that has one', () => {
    for (const route of routes) {
      if (route.menu === undefined || (route.menu && 'under' in route.menu)) expect(entryOf(route).menu, route.path).toHaveProperty('group')
    }
  })
})

describe('access to pages', () => {
  it('includes for each role all rights of lower ones', () => {
    const reach = roleLadder.map((role) => roleLadder.filter((lowest) => isAllowed([role], lowest)).length)
    expect(reach).toEqual([1, 2, 3, 4])
    expect(roleLadder.filter((lowest) => isAllowed([], lowest))).toEqual([])
  })

  it('treats a forbidden page like an unknown one', () => {
    expect(routeFor('/system/audit', ['manager'])).toBeUndefined()
    expect(routeFor('/system/audit', ['admin'])?.title).toBe('操作日志')
    expect(routeFor('/estate/Index', ['manager'])?.title).toBe('小区管理')
  })
})

describe('a page’s title', () => {
  it('depends on its address', () => {
    expect(titleAt('/voteManage/input')?.title).toBe('新增投票活动')
    expect(titleAt('/voteManage/input?activityid=7')).toEqual({ title: '编辑投票活动', shortTitle: '编辑' })
    expect(titleAt('/voteManage/input?activityid=7&vflag=1')?.title).toBe('查看投票活动')
    expect(titleAt('/estate/input?estateid=3')?.title).toBe('编辑小区')
    expect(titleAt('/no/such')).toBeUndefined()
  })

  it('is short on a tab followed by its subject’s name', () => {
    expect(tabTitle(titleAt('/voteManage/mngballot') ?? { title: '' }, '更换门禁')).toBe('票权 · 更换门禁')
    expect(tabTitle({ title: '送达记录' }, '1栋 101')).toBe('送达记录 · 1栋 101')
  })
})

describe('the connection banner', () => {
  const state = (change: Partial<ConnectionState>): ConnectionState => ({ kind: 'embedded', name: '本机', status: 'connected', message: '', ...change })

  it('is hidden while the server is reachable', () => {
    expect(bannerSentence(state({}))).toBeNull()
  })

  it('says that the screen’s content is kept', () => {
    expect(bannerSentence(state({ status: 'lost' }))).toBe('连接已断开：本机服务没有响应，正在重新连接。屏幕上的内容都会保留，恢复之前提交的操作不会成功。')
    expect(bannerSentence(state({ status: 'failed', message: '端口被占用' }))).toBe('无法连接本机服务：端口被占用。屏幕上的内容都会保留，请点击“重试”。')
  })

  it('gives the known reason', () => {
    expect(bannerSentence(state({ status: 'lost', message: '本机服务意外停止，正在重新启动' }))).toContain('连接已断开：本机服务意外停止，正在重新启动。屏幕')
    expect(bannerSentence(state({ status: 'starting', message: '正在备份数据库' }))).toBe('正在备份数据库')
  })

  it('names a remote server', () => {
    expect(bannerSentence(state({ kind: 'remote', name: '10.0.0.8:8790', status: 'failed' }))).toContain('无法连接服务器（10.0.0.8:8790）')
  })
})

describe('the cascade of divisions', () => {
  const levels: Readonly<Record<string, { code: string; name: string; isLeaf: boolean }[]>> = {
    '': [
      { code: '33', name: '浙江省', isLeaf: false },
      { code: '71', name: '台湾省', isLeaf: true },
    ],
    '33': [{ code: '3301', name: '杭州市', isLeaf: false }],
  }

  it('contains known levels, and loads others when opened', () => {
    const tree = divisionTree(
      (code) => levels[code],
      (code) => code === '3301',
    )
    expect(tree).toEqual([
      { value: '33', label: '浙江省', isLeaf: false, children: [{ value: '3301', label: '杭州市', isLeaf: false, loading: true }] },
      { value: '71', label: '台湾省', isLeaf: true },
    ])
  })

  it('ends at the fifth level, whatever is below', () => {
    const chain = (code: string) => [{ code: `${code}1`, name: code, isLeaf: false }]
    const depth = (options: ReturnType<typeof divisionTree>): number => (options[0] ? 1 + depth(options[0].children ?? []) : 0)
    expect(depth(divisionTree(chain, () => false))).toBe(5)
  })
})

it('an Enter consumed by an IME starts no search', () => {
  expect(isComposing({ isComposing: true, keyCode: 13 })).toBe(true)
  expect(isComposing({ isComposing: false, keyCode: 229 })).toBe(true)
  expect(isComposing({ isComposing: false, keyCode: 13 })).toBe(false)
})
