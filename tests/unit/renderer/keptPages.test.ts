import { describe, expect, it } from 'vitest'
import { keptAddress, pagesToKeep, pagesToRestore } from '../../../src/renderer/app/tabs/keptPages.ts'
import { HOME_KEY, initialTabs, reduceTabs, subjectOf, type TabAction } from '../../../src/renderer/app/tabs/model.ts'
import { KeptPages } from '../../../src/shared/bridge/commands.ts'

const visited = (key: string): TabAction => ({ type: 'visited', key, title: key })

describe('stored open pages', () => {
  it.each([
    ['/voteManage/votedesk?activityid=a-1&operatetype=2', '/voteManage/votedesk?activityid=a-1&operatetype=2'],
    ['/property/Index?estateid=e1&condition=张三', '/property/Index?estateid=e1'],
    ['/property/Index?condition=13800000001', '/property/Index'],
    ['/property/Index?estateid=张三', '/property/Index'],
    ['/estate/Index', '/estate/Index'],
    [HOME_KEY, null],
  ])('hold only what identifies a page: %s', (address, kept) => {
    expect(keptAddress(address)).toBe(kept)
  })

  it('are the open ones, each once, and the active one', () => {
    const state = [
      visited(HOME_KEY),
      visited('/property/Index?estateid=e1'),
      visited('/property/Index?estateid=e1&condition=3'),
      visited('/estate/Index'),
    ].reduce(reduceTabs, initialTabs('首页'))
    expect(pagesToKeep(state)).toEqual({ addresses: ['/property/Index?estateid=e1', '/estate/Index'], shown: '/estate/Index' })
    expect(pagesToKeep(reduceTabs(state, visited(HOME_KEY))).shown).toBe('')
    expect(pagesToKeep(reduceTabs(state, { type: 'closed', keys: ['/estate/Index'] }))).toEqual({ addresses: ['/property/Index?estateid=e1'], shown: '' })
  })

  it('are always accepted by main', () => {
    const many = Array.from({ length: 50 }, (_, index) => visited(`/voteManage/progress?estateid=${'e'.repeat(64)}&activityid=${index}&x=<script>`))
    const pages = pagesToKeep(many.reduce(reduceTabs, initialTabs('首页')))
    expect(pages.addresses).toHaveLength(30)
    expect(KeptPages.safeParse({ isWanted: true, ...pages }).success).toBe(true)
  })
})

describe('restored open pages', () => {
  const titles: Readonly<Record<string, string>> = { '/estate/Index': '小区管理', '/voteManage/progress': '投票进度' }
  const titleOf = (address: string) => titles[address.split('?')[0] ?? '']

  it('are those that exist and that the user may see', () => {
    expect(
      pagesToRestore(['/system/audit', '/voteManage/progress?estateid=1&activityid=2', '/no/such', '/estate/Index', '/estate/Index', '//evil'], titleOf),
    ).toEqual([
      { key: '/voteManage/progress?estateid=1&activityid=2', title: '投票进度' },
      { key: '/estate/Index', title: '小区管理' },
    ])
  })

  it('are named after their subject', () => {
    expect(subjectOf('/voteManage/progress?estateid=1&activityid=2')).toEqual({ activityId: '2', estateId: '1', rosterPropertyId: '' })
    expect(subjectOf('/estate/Index')).toEqual({ activityId: '', estateId: '', rosterPropertyId: '' })
  })
})
