import { describe, expect, it } from 'vitest'
import {
  barTitles,
  groupsOf,
  HOME_KEY,
  initialTabs,
  isUnsaved,
  keyAfterClosing,
  keysBeside,
  keysTogether,
  liveKey,
  neighbourKey,
  reduceTabs,
  type TabAction,
  type Tabs,
} from '../../../src/renderer/app/tabs/model.ts'

const visited = (key: string): TabAction => ({ type: 'visited', key, title: key.slice(1) })
const marked = (key: string, part: string, isUnsaved: boolean): TabAction => ({ type: 'marked', key, part, isUnsaved })
const run = (...actions: readonly TabAction[]): Tabs => actions.reduce(reduceTabs, initialTabs('首页'))
const keys = ({ tabs }: Tabs) => tabs.map((tab) => tab.key)
const unsaved = (state: Tabs, key: string) => state.tabs.some((tab) => tab.key === key && isUnsaved(tab))

/** Closes like the screen: first the tabs, then the address changes to the remaining one. */
const closed = (state: Tabs, ...gone: readonly string[]): Tabs =>
  [{ type: 'closed', keys: gone } as const, visited(keyAfterClosing(state, gone))].reduce<Tabs>(reduceTabs, state)

describe('the tabs', () => {
  it('start with the home tab, whose screen is built when first shown', () => {
    expect(run().tabs).toMatchObject([{ key: HOME_KEY, title: '首页', wasVisited: false }])
    expect(run(visited(HOME_KEY)).tabs).toMatchObject([{ key: HOME_KEY, title: '首页', wasVisited: true }])
  })

  it('open one tab per path and query, however often visited', () => {
    const state = run(visited('/a'), visited('/a?id=1'), visited('/a'), visited('/a?id=2'))
    expect(keys(state)).toEqual([HOME_KEY, '/a', '/a?id=1', '/a?id=2'])
    expect(state.activeKey).toBe('/a?id=2')
  })

  it('show the right neighbour of a closed active tab, else the left one', () => {
    const state = run(visited('/a'), visited('/b'), visited('/c'), visited('/b'))
    expect(closed(state, '/b')).toMatchObject({ activeKey: '/c' })
    expect(keys(closed(state, '/b'))).toEqual([HOME_KEY, '/a', '/c'])
    expect(closed(state, '/b', '/c')).toMatchObject({ activeKey: '/a' })
  })

  it('keep a closed active tab until the address has left it, so that it is not reopened', () => {
    const closing = reduceTabs(run(visited('/a')), { type: 'closed', keys: ['/a'] })
    expect(reduceTabs(closing, visited('/a'))).toBe(closing)
    expect(keys(reduceTabs(closing, visited(HOME_KEY)))).toEqual([HOME_KEY])
  })

  it('start fresh when a closed page is visited again', () => {
    const state = closed(run(visited('/a'), { type: 'refreshed', key: '/a' }), '/a')
    expect(reduceTabs(state, visited('/a')).tabs.at(-1)).toMatchObject({ key: '/a', round: 0 })
  })

  it('keep the page of a tab whose address changes', () => {
    const before = run(visited('/desk?type=2'), visited('/b'), visited('/desk?type=2'))
    const moved = [{ type: 'moving', from: '/desk?type=2', to: '/desk?type=1' } as const, visited('/desk?type=1')].reduce(reduceTabs, before)
    expect(keys(moved)).toEqual([HOME_KEY, '/desk?type=1', '/b'])
    expect(moved).toMatchObject({ activeKey: '/desk?type=1', paintedKey: '/desk?type=1', moving: null })
    expect(moved.tabs[1]?.id).toBe(before.tabs[1]?.id)
    // The former address is another page now, distinguished from the first.
    const again = reduceTabs(moved, visited('/desk?type=2'))
    expect(keys(again)).toEqual([HOME_KEY, '/desk?type=1', '/b', '/desk?type=2'])
    expect(new Set(again.tabs.map(({ id }) => id)).size).toBe(4)
  })

  it('never confuse an open tab with another whose address changes', () => {
    const both = run(visited('/desk?type=1'), visited('/desk?type=2'))
    const shown = [{ type: 'moving', from: '/desk?type=2', to: '/desk?type=1' } as const, visited('/desk?type=1')].reduce(reduceTabs, both)
    expect(keys(shown)).toEqual(keys(both))
    expect(shown.activeKey).toBe('/desk?type=1')
    const elsewhere = [{ type: 'moving', from: '/desk?type=2', to: '/x' } as const, visited('/b'), visited('/x')].reduce(reduceTabs, both)
    expect(keys(elsewhere)).toEqual([HOME_KEY, '/desk?type=1', '/desk?type=2', '/b', '/x'])
  })

  it('never close the pinned home tab', () => {
    const state = run(visited('/a'), visited(HOME_KEY))
    expect(keys(closed(state, HOME_KEY, '/a'))).toEqual([HOME_KEY])
  })

  it('keep the visible tab when others close', () => {
    const state = run(visited('/a'), visited('/b'))
    expect(keyAfterClosing(state, ['/a'])).toBe('/b')
    expect(keys(reduceTabs(state, { type: 'closed', keys: ['/a'] }))).toEqual([HOME_KEY, '/b'])
  })

  it('cycle with the keyboard', () => {
    const state = run(visited('/a'), visited('/b'))
    expect(neighbourKey(state, 1)).toBe(HOME_KEY)
    expect(neighbourKey(state, -1)).toBe('/a')
    expect(neighbourKey(run(visited(HOME_KEY), visited('/a'), visited(HOME_KEY)), -1)).toBe('/a')
  })

  it('lead home from a page without a tab', () => {
    const state = run(visited('/a'), { type: 'left' })
    expect(state.activeKey).toBeNull()
    expect(neighbourKey(state, 1)).toBe(HOME_KEY)
    expect(keys(state)).toEqual([HOME_KEY, '/a'])
  })

  it('close on one side of a tab, except home, and ignore tabs that are closing', () => {
    const state = run(visited('/a'), visited('/b'), visited('/c'))
    expect(keysBeside(state, '/b', 'left')).toEqual(['/a'])
    expect(keysBeside(state, '/b', 'right')).toEqual(['/c'])
    expect(keysBeside(state, HOME_KEY, 'left')).toEqual([])
    expect(keysBeside(state, HOME_KEY, 'right')).toEqual(['/a', '/b', '/c'])
    expect(keysBeside(reduceTabs(state, { type: 'closed', keys: ['/c'] }), '/b', 'right')).toEqual([])
  })

  it('are restored in order, unbuilt, among those already open', () => {
    const page = (key: string) => ({ key, title: `曾经的${key}` })
    const state = run(visited(HOME_KEY), visited('/b'), visited('/x'), {
      type: 'restored',
      pages: [page('/a'), page('/b'), page('/a'), page(HOME_KEY), page('/c')],
    })
    expect(state.tabs.map(({ key, title, wasVisited }) => [key, title, wasVisited])).toEqual([
      [HOME_KEY, '首页', true],
      ['/a', '曾经的/a', false],
      ['/b', 'b', true],
      ['/c', '曾经的/c', false],
      ['/x', 'x', true],
    ])
    expect(state.activeKey).toBe('/x')
    expect(reduceTabs(state, visited('/c')).tabs[3]).toMatchObject({ key: '/c', wasVisited: true })
    expect(reduceTabs(state, { type: 'restored', pages: [] })).toBe(state)
  })

  it('are named after their content', () => {
    expect(run(visited('/a'), { type: 'named', key: '/a', title: '甲' }).tabs[1]).toMatchObject({ title: '甲' })
  })
})

describe('the page whose effects run', () => {
  const painted: TabAction = { type: 'painted' }

  it('is a new page at once: nothing could be painted first', () => {
    expect(liveKey(run(visited(HOME_KEY)))).toBe(HOME_KEY)
    expect(liveKey(run(visited(HOME_KEY), visited('/a')))).toBe('/a')
  })

  it('is a returning page once painted, and none until then', () => {
    const back = run(visited('/a'), visited('/b'), visited('/a'))
    expect(back).toMatchObject({ activeKey: '/a', paintedKey: '/b' })
    expect(liveKey(back)).toBeNull()
    expect(liveKey(reduceTabs(back, painted))).toBe('/a')
  })

  it('is the same page after a round trip before painting', () => {
    const there = run(visited('/b'), visited('/a'), marked('/a', 'gone', true), visited('/b'))
    expect(liveKey(reduceTabs(there, visited('/a')))).toBe('/a')
    expect(unsaved(reduceTabs(there, visited('/a')), '/a')).toBe(false)
  })

  it('is none on a page without a tab, and on a tab shown from there until painted', () => {
    const away = run(visited('/a'), { type: 'left' })
    expect(liveKey(away)).toBeNull()
    expect(reduceTabs(away, painted)).toBe(away)
    expect(liveKey(run(visited('/a'), { type: 'left' }, visited('/a')))).toBeNull()
    expect(liveKey(run(visited('/a'), { type: 'left' }, visited('/a'), painted))).toBe('/a')
  })

  it('is the neighbour of a closed page once painted', () => {
    const left = closed(run(visited('/a'), visited('/b')), '/b')
    expect(liveKey(left)).toBeNull()
    expect(liveKey(reduceTabs(left, painted))).toBe('/a')
  })
})

describe('unsaved input of a tab', () => {
  it('marks the tab until every part is saved', () => {
    const both = run(visited('/a'), marked('/a', 'form', true), marked('/a', 'dialog', true))
    expect(unsaved(both, '/a')).toBe(true)
    const one = reduceTabs(both, marked('/a', 'form', false))
    expect(unsaved(one, '/a')).toBe(true)
    expect(unsaved(reduceTabs(one, marked('/a', 'dialog', false)), '/a')).toBe(false)
  })

  it('keeps a hidden tab marked: parts end their effects, not their input', () => {
    const hidden = run(visited('/a'), marked('/a', 'form', true), visited('/b'), { type: 'partRemoved', key: '/a', part: 'form' })
    expect(unsaved(hidden, '/a')).toBe(true)
  })

  it('is gone with a part that leaves the visible page', () => {
    expect(unsaved(run(visited('/a'), marked('/a', 'form', true), { type: 'partRemoved', key: '/a', part: 'form' }), '/a')).toBe(false)
  })

  it('is reported again by a returning tab, so that no stale mark remains', () => {
    const shown = run(visited('/a'), marked('/a', 'form', true), visited('/b'), visited('/a'))
    expect(unsaved(shown, '/a')).toBe(true)
    const back = reduceTabs(shown, { type: 'painted' })
    expect(unsaved(back, '/a')).toBe(false)
    expect(unsaved(reduceTabs(back, marked('/a', 'form', true)), '/a')).toBe(true)
  })

  it('ends with 刷新, which rebuilds the screen', () => {
    const state = run(visited('/a'), marked('/a', 'form', true), { type: 'refreshed', key: '/a' })
    expect(state.tabs[1]).toMatchObject({ round: 1, unsavedParts: [] })
  })

  it('does not mark a tab that is being closed', () => {
    expect(unsaved(run(visited('/a'), { type: 'closed', keys: ['/a'] }, marked('/a', 'form', true)), '/a')).toBe(false)
  })

  it('leaves the state object unchanged when reported twice', () => {
    const state = run(visited('/a'), marked('/a', 'form', true))
    expect(reduceTabs(state, marked('/a', 'form', true))).toBe(state)
  })
})

describe('tab labels', () => {
  const tab = (screen: string, about: string, id = about) => ({ key: `/voteManage/${screen}?activityid=${id}`, title: `${screen} · ${about}` })
  const [first, second] = ['翠苑人家2026年第一次业主大会会议', '翠苑人家2026年第二次业主大会会议']

  it('are complete if short or unambiguous', () => {
    expect(barTitles([{ key: HOME_KEY, title: '首页' }, tab('结果', '更换电梯'), tab('结果', '更换门禁')])).toEqual([
      '首页',
      '结果 · 更换电梯',
      '结果 · 更换门禁',
    ])
    expect(barTitles([tab('结果', first), tab('进度', first), tab('投票', first)])).toEqual([`结果 · ${first}`, `进度 · ${first}`, `投票 · ${first}`])
  })

  it('begin with the difference, the number with its 第', () => {
    expect(barTitles([tab('结果', first), tab('结果', second)])).toEqual(['结果 · …第一次业主大会会议', '结果 · …第二次业主大会会议'])
    const [repair, lift] = ['翠苑人家关于更新电梯的表决', '翠苑人家关于修缮屋面的表决']
    expect(barTitles([tab('结果', repair), tab('进度', lift)])).toEqual(['结果 · …更新电梯的表决', '进度 · …修缮屋面的表决'])
    expect(barTitles([tab('结果', '翠苑人家关于更新电梯'), tab('进度', '翠苑人家关于更新电梯的表决')])).toEqual([
      '结果 · 翠苑人家关于更新电梯',
      '进度 · …的表决',
    ])
  })

  it('number two activities of the same name, on any screens', () => {
    expect(barTitles([tab('结果', first, 'a'), tab('进度', first, 'b'), tab('投票', first, 'a')])).toEqual([
      `结果 · （1）${first}`,
      `进度 · （2）${first}`,
      `投票 · （1）${first}`,
    ])
  })
})

describe('the pages of one vote', () => {
  const [ballots, desk, other] = ['/ballots?activityid=7', '/desk?activityid=7&operatetype=2', '/ballots?activityid=8']
  const editor = '/voteManage/input?activityid=7'
  const view = `${editor}&vflag=1`
  const shown = (state: Tabs) => groupsOf(state).map((group) => group.shown.key)

  it('share one tab, which shows the latest page', () => {
    const state = run(visited(ballots), visited('/a'), visited(desk), visited(other))
    expect(shown(state)).toEqual([HOME_KEY, desk, '/a', other])
    expect(shown(reduceTabs(state, visited(ballots)))).toEqual([HOME_KEY, ballots, '/a', other])
    expect(groupsOf(state)[1]?.pages.map(({ key }) => key)).toEqual([ballots, desk])
  })

  it('exclude the editor, which is closed separately', () => {
    const state = run(visited(ballots), visited(editor), visited(view))
    expect(groupsOf(state).map(({ pages }) => pages.map(({ key }) => key))).toEqual([[HOME_KEY], [ballots, view], [editor]])
  })

  it('count as one when switching forwards and backwards', () => {
    const state = run(visited(ballots), visited(desk), visited('/a'))
    expect(neighbourKey(state, -1)).toBe(desk)
    expect(neighbourKey(reduceTabs(state, visited(desk)), 1)).toBe('/a')
    expect(neighbourKey(reduceTabs(state, visited(desk)), -1)).toBe(HOME_KEY)
  })

  it('are closed together, also as another tab’s neighbours', () => {
    const state = run(visited(ballots), visited('/a'), visited(desk))
    expect(keysTogether(state, ballots)).toEqual([ballots, desk])
    expect(keysBeside(state, '/a', 'left')).toEqual([ballots, desk])
    expect(keyAfterClosing(state, [ballots, desk])).toBe('/a')
    expect(keysBeside(state, desk, 'right')).toEqual(['/a'])
  })

  it('replace one another when one is closed', () => {
    const state = run(visited(ballots), visited('/a'), visited(desk))
    expect(keyAfterClosing(state, [desk])).toBe(ballots)
  })

  it('stay one tab when an address changes, and after a restart', () => {
    const moved = [{ type: 'moving', from: desk, to: '/desk?activityid=7&operatetype=1' } as const, visited('/desk?activityid=7&operatetype=1')]
    expect(shown(moved.reduce(reduceTabs, run(visited(ballots), visited(desk))))).toEqual([HOME_KEY, '/desk?activityid=7&operatetype=1'])
    const restored = run({ type: 'restored', pages: [ballots, '/a', desk].map((key) => ({ key, title: key })) })
    expect(shown(restored)).toEqual([HOME_KEY, ballots, '/a'])
    expect(shown(reduceTabs(restored, visited(desk)))).toEqual([HOME_KEY, desk, '/a'])
  })
})
