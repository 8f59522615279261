import { describe, expect, it } from 'vitest'
import { parseTime } from '#shared/time/chinaTime.ts'
import type { Role } from '#shared/features/account/roles.ts'
import type { ActivityStatus } from '#shared/features/activity/rules.ts'
import { whyNot } from '../../../src/renderer/features/activity/parts/whyNot.ts'
import { actionNames, actionState, batchDeleteInWords, creatorRefusal, type ActionKey } from '../../../src/renderer/features/activity/rowActions.ts'
import { noPapers, stepWords } from '../../../src/renderer/features/activity/parts/activityPath/stepWords.ts'
import { minutesOf } from '../../../src/renderer/ui/moments.ts'

const all = Object.keys(actionNames) as ActionKey[]
const states = (status: ActivityStatus, userId: string, roles: readonly Role[] = ['manager']) => {
  const found = all.map((action) => ({ action, state: actionState(action, { status, creator: 'me' }, { id: userId, roles: [...roles] }) }))
  return {
    shown: found.filter(({ state }) => state.isShown).map(({ action }) => action),
    possible: found.filter(({ state }) => state.isShown && state.refusedStep === null).map(({ action }) => action),
  }
}
const forAll: ActionKey[] = ['copy', 'ballots', 'notify', 'papers', 'proxies', 'documents', 'route', 'mark', 'vote', 'tally', 'progress', 'statistics']

describe('the actions of a row', () => {
  it('shows everything to the creator, and to others what is not the creator’s alone', () => {
    for (const status of [0, 1, 2, 3] as const) {
      expect(states(status, 'me').shown).toEqual(all.filter((action) => action !== 'handover'))
      // What an administrator did not create they can hand over, and no more.
      expect(states(status, 'somebody', ['admin']).shown).toEqual([...forAll, 'handover'])
      expect(states(status, 'somebody').shown).toEqual(forAll)
    }
  })

  it.each<[ActivityStatus, ActionKey[]]>([
    [0, ['view', 'edit', 'copy', 'ballots', 'notify', 'papers', 'proxies', 'documents', 'progress', 'statistics', 'start', 'delete']],
    [
      1,
      [
        'view',
        'copy',
        'ballots',
        'notify',
        'papers',
        'proxies',
        'documents',
        'route',
        'mark',
        'vote',
        'progress',
        'statistics',
        'startTally',
        'finish',
        'extend',
      ],
    ],
    [2, ['view', 'copy', 'ballots', 'notify', 'papers', 'proxies', 'documents', 'tally', 'progress', 'statistics', 'finish']],
    [3, ['view', 'copy', 'ballots', 'notify', 'papers', 'proxies', 'documents', 'progress', 'statistics']],
  ])('in status %i lets the creator do what belongs there', (status, possible) => {
    expect(states(status, 'me').possible).toEqual(possible)
  })

  it('shows a clerk what is done at the desk, and a viewer nothing that changes anything, their own activity or not', () => {
    const desk: ActionKey[] = ['view', 'ballots', 'notify', 'papers', 'proxies', 'mark', 'vote', 'tally', 'progress', 'statistics']
    expect(states(1, 'me', ['clerk']).shown).toEqual(desk)
    expect(states(1, 'me', ['viewer']).shown).toEqual(['view', 'ballots', 'notify', 'papers', 'proxies', 'progress', 'statistics'])
    expect(states(1, 'somebody', []).shown).toEqual([])
  })

  it('says why something cannot be done', () => {
    expect(actionState('tally', { status: 1, creator: 'me' }, { id: 'me', roles: ['manager'] })).toEqual({
      isShown: true,
      refusedStep: 'tally',
    })
    expect(actionState('start', { status: 3, creator: 'me' }, { id: 'me', roles: ['manager'] })).toEqual({
      isShown: true,
      refusedStep: 'start',
    })
  })
})

describe('a step that the status refuses', () => {
  it('names the present status and the step', () => {
    expect(whyNot(1, 'tally')).toBe('当前状态为“投票中”，不能唱票')
    expect(whyNot(1, 'vote')).toBeNull()
    expect(whyNot(1, 'start')).toBe('当前状态为“投票中”，不能开启投票')
    expect(whyNot(3, 'adjustBallots')).toBe('当前状态为“已结束”，不能调整票权')
    expect(whyNot(0, 'tally')).toBe('当前状态为“未开始”，不能唱票')
  })
})

describe('who may change and delete', () => {
  const row = (title: string, status: ActivityStatus, creator = 'me') => ({ title, status, creator })

  it('only the creator, only before the start', () => {
    expect(creatorRefusal(row('甲', 0), 'update', 'me')).toBeNull()
    expect(creatorRefusal(row('甲', 0, 'other'), 'update', 'me')).toBe('activity.notCreator')
    expect(creatorRefusal(row('甲', 1), 'update', 'me')).toBe('activity.wrongStatus')
  })

  it('names the first of several that cannot be deleted', () => {
    expect(batchDeleteInWords([row('甲', 0), row('乙', 0)], 'me')).toBeNull()
    expect(batchDeleteInWords([row('甲', 0), row('乙', 0, 'other'), row('丙', 3)], 'me')).toBe('“乙”不能删除：只有活动创建人可以执行此操作')
    expect(batchDeleteInWords([row('丙', 3)], 'me')).toBe('“丙”不能删除：当前状态为“已结束”，不能删除活动')
  })
})

describe('what a step says before it is taken', () => {
  const at = (written: string) => parseTime(`${written} 12:00:00`) ?? 0
  const activity = { status: 1, startsAt: at('2026-05-01'), endsAt: at('2026-06-01') } as const
  const counts = { ballotCount: 1200, votedCount: 800, markedCount: 50 }
  const during = at('2026-05-15')
  const after = at('2026-07-01')

  it('to start: how many ballots, the time, and that nothing can be changed any more', () => {
    const { consequences, refusal, warning } = stepWords('start', { ...activity, status: 0 }, counts, noPapers, during)
    expect(consequences.join('')).toContain('1,200 票')
    expect(consequences.join('')).toContain('2026-05-01 12:00 至 2026-06-01 12:00')
    expect([refusal, warning]).toEqual([null, null])
  })

  it('to start without a ballot, or after its end: why not', () => {
    expect(stepWords('start', activity, { ...counts, ballotCount: 0 }, noPapers, during).refusal).toBe('没有可用的票权，不能开启投票')
    expect(stepWords('start', activity, counts, noPapers, after).warning).toContain('结束时间已过')
  })

  it('to tally: how many wait for it, and that the time is not over', () => {
    const words = stepWords('startTally', activity, counts, noPapers, during)
    expect(words.consequences.join('')).toContain('50 票已标记，等待唱票')
    expect(words.warning).toContain('2026-06-01 12:00 才结束')
    expect(stepWords('startTally', activity, { ...counts, markedCount: 0 }, noPapers, after)).toMatchObject({ warning: null })
  })

  it('to finish: how many were marked and not tallied', () => {
    expect(stepWords('finish', { ...activity, status: 2 }, counts, noPapers, after).warning).toBe(
      '有 50 票已标记、没有唱票，结束后不能再唱票，它们按未投票计算。',
    )
    expect(stepWords('finish', activity, counts, noPapers, after).warning).toMatch(/^活动还没有开启唱票，有 50 票/)
    expect(stepWords('finish', activity, { ...counts, markedCount: 0 }, noPapers, after).warning).toBeNull()
    expect(stepWords('finish', { ...activity, status: 2 }, counts, { inHand: 20, away: 5 }, after).warning).toBe(
      '有 50 票已标记、没有唱票（选票：已收回未录入 20 份，未收回 5 份），结束后不能再唱票，它们按未投票计算。',
    )
    expect(stepWords('startTally', activity, counts, { inHand: 0, away: 5 }, after).consequences[1]).toBe('有 50 票已标记，等待唱票（选票：未收回 5 份）。')
  })

  it('has the specification’s words for its success', () => {
    expect(stepWords('start', activity, counts, noPapers, during).success).toBe('开启投票成功')
    expect(stepWords('startTally', activity, counts, noPapers, during).success).toBe('开启唱票成功')
  })
})

it('a moment is shown to the minute in China standard time', () => {
  expect(minutesOf(Date.UTC(2026, 4, 1, 4, 0, 59))).toBe('2026-05-01 12:00')
  expect(minutesOf(null)).toBe('—')
})
