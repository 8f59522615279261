import { describe, expect, it } from 'vitest'
import { parseTime } from '#shared/time/chinaTime.ts'
import { nextStep, pathStepNames, pathSteps, type PathActivity, type PathCounts } from '../../../src/renderer/features/activity/parts/activityPath/path.ts'
import { barSteps, stepsOfBar, type BarFacts } from '../../../src/renderer/features/activity/activitySteps.ts'
import { funnelOf } from '../../support/funnels.ts'
import { periodOf } from '../../../src/renderer/ui/moments.ts'

const at = (written: string) => parseTime(`${written}:00`) ?? 0
const activity = (status: PathActivity['status'], creator = 'me'): PathActivity => ({
  status,
  creator,
  startsAt: at('2026-05-01 12:00'),
  endsAt: at('2026-06-01 12:00'),
})
const counts = (more: Partial<PathCounts> = {}): PathCounts => ({
  ballotCount: 50,
  votedCount: 0,
  unmergedOwnerCount: 0,
  funnel: funnelOf({ notMade: 50 }),
  ...more,
})
const before = at('2026-04-30 12:00')
const during = at('2026-05-15 12:00')
const after = at('2026-06-01 12:01')
const next = (status: PathActivity['status'], known: PathCounts | null, now: number, user = 'me') => {
  const { step, note, isMine } = nextStep(activity(status), known, user, now)
  return { name: pathStepNames[step], note, isMine }
}

describe('the next step of an activity', () => {
  it('goes from the topics to the result, one after the other', () => {
    expect(pathSteps.map((step) => pathStepNames[step])).toEqual(['完善议题', '核对票权', '开启投票', '进入投票', '开启唱票', '进入唱票', '结束', '查看结果'])
  })

  it('before the start: first corrections, then ballots, then the start', () => {
    expect(next(0, counts(), after)).toEqual({ name: '完善议题', note: '投票的结束时间已过，请先修改', isMine: true })
    expect(next(0, counts({ ballotCount: 0 }), before)).toMatchObject({ name: '核对票权', note: '票权清册是空的' })
    expect(next(0, counts({ unmergedOwnerCount: 3 }), before)).toMatchObject({ name: '核对票权', note: '3 位产权人有多套房产未合并' })
    expect(next(0, counts(), before)).toEqual({ name: '开启投票', note: '清册 50 票', isMine: true })
  })

  it('while open: voting, until the time is over or everybody has voted', () => {
    expect(next(1, counts(), before)).toMatchObject({ name: '进入投票', note: '05-01 12:00 开始投票' })
    expect(next(1, counts({ votedCount: 36 }), during)).toMatchObject({ name: '进入投票', note: '已投 36/50 票' })
    expect(next(1, counts({ votedCount: 36, funnel: funnelOf({ entered: 36, handMarked: 8, notMade: 6 }) }), after)).toMatchObject({
      name: '开启唱票',
      note: '投票时间已过，手工标记 8 票',
    })
    expect(next(1, counts({ votedCount: 36 }), after)).toMatchObject({ name: '结束', note: '投票时间已过，已投 36/50 票' })
    expect(next(1, counts({ votedCount: 50 }), during)).toMatchObject({ name: '结束', note: '全部投完，已投 50/50 票' })
  })

  it('in the tally: tallying while marked ballots remain, then the end and the result', () => {
    expect(next(2, counts({ funnel: funnelOf({ handMarked: 8 }) }), after)).toMatchObject({ name: '进入唱票', note: '手工标记 8 票', isMine: true })
    expect(next(2, counts({ votedCount: 44 }), after)).toMatchObject({ name: '结束', note: '收回和标记的票全部唱完' })
    expect(next(3, counts(), after)).toEqual({ name: '查看结果', note: '', isMine: true })
  })

  it('describes papers by where they are: waiting in the office, or still expected', () => {
    const papers = funnelOf({ entered: 36, toEnter: 8, late: 2, withOwner: 262, notSent: 0 })
    expect(next(1, counts({ funnel: papers }), after)).toMatchObject({ name: '开启唱票', note: '投票时间已过，已收回待录入 6 票，在业主处 262 份' })
    expect(next(2, counts({ funnel: papers }), after)).toMatchObject({ name: '进入唱票', note: '已收回待录入 6 票，在业主处 262 份' })
    // Late papers cannot be tallied.
    expect(next(2, counts({ funnel: funnelOf({ entered: 48, toEnter: 2, late: 2 }) }), after)).toMatchObject({ name: '结束' })
    expect(next(2, counts({ funnel: funnelOf({ entered: 48, notSent: 2 }) }), after)).toMatchObject({ name: '进入唱票', note: '未发出 2 份' })
  })

  it('for others than the creator, the next step is what they may do, else waiting for the creator', () => {
    expect(next(0, counts(), before, 'somebody')).toMatchObject({ name: '开启投票', isMine: false })
    expect(next(0, counts({ unmergedOwnerCount: 1 }), before, 'somebody')).toMatchObject({ name: '核对票权', isMine: true })
    expect(next(1, counts(), during, 'somebody')).toMatchObject({ name: '进入投票', isMine: true })
    expect(next(1, counts({ funnel: funnelOf({ toEnter: 1 }) }), after, 'somebody')).toMatchObject({ name: '开启唱票', isMine: false })
    expect(next(2, counts({ funnel: funnelOf({ toEnter: 1 }) }), after, 'somebody')).toMatchObject({ name: '进入唱票', isMine: true })
    expect(next(2, counts(), after, 'somebody')).toMatchObject({ name: '结束', isMine: false })
    expect(next(3, counts(), after, 'somebody')).toMatchObject({ name: '查看结果', isMine: true })
  })

  it('depends on the status only until counts are known', () => {
    expect(([0, 1, 2, 3] as const).map((status) => next(status, null, during).name)).toEqual(['开启投票', '进入投票', '进入唱票', '查看结果'])
  })
})

describe('the step bar of a vote', () => {
  const bar = (status: PathActivity['status'], known: PathCounts | null, now: number, more: Partial<BarFacts> = {}) =>
    stepsOfBar({
      activity: { status, hasPapers: false },
      next: nextStep(activity(status), known, 'me', now),
      counts: known,
      talliedCount: 0,
      second: null,
      done: new Set(),
      running: { notice: '', publication: '' },
      ...more,
    })
  const states = (...asked: Parameters<typeof bar>) =>
    Object.values(bar(...asked))
      .map(({ state }) => state)
      .join(' ')

  it('goes from the roster to the publication', () => {
    expect(Object.values(barSteps)).toEqual(['核对名册', '公告', '生成选票', '开启', '发出与送达', '录入', '唱票', '结束', '公示'])
  })

  it('shows which steps are done, current and open', () => {
    expect(states(0, counts({ unmergedOwnerCount: 3 }), before)).toBe('now open open open open open open open open')
    expect(states(0, counts(), before)).toBe('done open open now open open open open open')
    expect(states(1, counts({ votedCount: 36 }), during)).toBe('done open open done open now open open open')
    expect(states(2, counts({ funnel: funnelOf({ handMarked: 8 }) }), after)).toBe('done skipped skipped done done done now open open')
  })

  it('derives from papers whether they were made and handed out', () => {
    const made = (funnel: Parameters<typeof funnelOf>[0]) => counts({ votedCount: 5, funnel: funnelOf(funnel) })
    expect(bar(1, made({ notSent: 20, withOwner: 30 }), during)).toMatchObject({ papers: { state: 'done' }, deliver: { state: 'open', note: '未发出 20 份' } })
    expect(bar(1, made({ notMade: 10, withOwner: 40 }), during)).toMatchObject({ papers: { state: 'open', note: '未生成 10 票' }, deliver: { state: 'done' } })
    expect(bar(1, made({ notMade: 10, handMarked: 40 }), during)).toMatchObject({ papers: { state: 'skipped', note: '用手工标记' } })
  })

  it('distinguishes a finished tally from a skipped one', () => {
    expect(bar(3, counts(), after, { talliedCount: 12 }).tally).toMatchObject({ state: 'done', note: '已唱 12 票' })
    expect(bar(3, counts(), after).tally.state).toBe('skipped')
  })

  it('shows notice and publication as done if marked so', () => {
    expect(bar(3, counts(), after).publish.state).toBe('now')
    expect(bar(3, counts(), after, { done: new Set(['notice', 'publication']) })).toMatchObject({ notice: { state: 'done' }, publish: { state: 'done' } })
  })

  it('shows the current day of a publication', () => {
    const running = { notice: '第2天，至5月8日24时止', publication: '第3天，至12月3日24时止' }
    expect(bar(3, counts(), after, { running })).toMatchObject({ notice: { note: running.notice }, publish: { state: 'now', note: running.publication } })
  })

  it('has the button that the status allows', () => {
    const button = (step: keyof typeof barSteps, ...asked: Parameters<typeof bar>) => bar(...asked)[step].button
    expect(button('check', 0, counts(), after)).toBe('编辑')
    expect(button('check', 0, counts(), before)).toBe('票权管理')
    expect(button('tally', 1, counts(), during)).toBe('开启唱票')
    expect(button('tally', 2, counts(), during)).toBe('进入唱票')
  })
})

describe('formatting a period', () => {
  it('shows a year only if it differs', () => {
    expect(periodOf(at('2026-05-01 12:00'), at('2026-06-01 18:00'), during)).toEqual({ start: '05-01 12:00', end: '06-01 18:00' })
    expect(periodOf(at('2026-12-20 12:00'), at('2027-01-10 18:00'), during)).toEqual({ start: '12-20 12:00', end: '2027-01-10 18:00' })
    expect(periodOf(at('2025-05-01 12:00'), at('2025-06-01 18:00'), during)).toEqual({ start: '2025-05-01 12:00', end: '06-01 18:00' })
    expect(periodOf(at('2025-12-20 12:00'), at('2026-01-10 18:00'), during)).toEqual({ start: '2025-12-20 12:00', end: '2026-01-10 18:00' })
    expect(periodOf(null, null, during)).toEqual({ start: '—', end: '—' })
  })
})
