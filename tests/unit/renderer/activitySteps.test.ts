import { describe, expect, it } from 'vitest'
import { parseTime } from '#shared/time/chinaTime.ts'
import type { Role } from '#shared/features/account/roles.ts'
import type { ActivityStatus } from '#shared/features/activity/rules.ts'
import { whyNot, whyNotNow } from '../../../src/renderer/features/activity/parts/whyNot.ts'
import { actionNames, actionState, batchDeleteInWords, creatorRefusal, type ActionKey } from '../../../src/renderer/features/activity/rowActions.ts'
import { stepWords } from '../../../src/renderer/features/activity/parts/activityPath/stepWords.ts'
import { funnelOf } from '../../support/funnels.ts'
import { minutesOf } from '../../../src/renderer/ui/moments.ts'

const all = Object.keys(actionNames) as ActionKey[]
const states = (status: ActivityStatus, userId: string, roles: readonly Role[] = ['manager'], hasPapers = false) => {
  const found = all.map((action) => ({ action, state: actionState(action, { status, creator: 'me', hasPapers }, { id: userId, roles: [...roles] }) }))
  return {
    shown: found.filter(({ state }) => state.isShown).map(({ action }) => action),
    possible: found.filter(({ state }) => state.isShown && state.refusedStep === null).map(({ action }) => action),
  }
}
const forAll: ActionKey[] = ['copy', 'ballots', 'deliveries', 'mark', 'vote', 'tally', 'progress', 'statistics']

describe('row actions of an activity', () => {
  it('are all shown to the creator, and to others the ones not reserved to the creator', () => {
    for (const status of [0, 1, 2, 3] as const) {
      expect(states(status, 'me').shown).toEqual(all.filter((action) => action !== 'handover'))
      // An administrator can only hand over activities of others.
      expect(states(status, 'somebody', ['admin']).shown).toEqual([...forAll, 'handover'])
      expect(states(status, 'somebody').shown).toEqual(forAll)
    }
  })

  it.each<[ActivityStatus, ActionKey[]]>([
    [0, ['view', 'edit', 'copy', 'ballots', 'deliveries', 'progress', 'statistics', 'start', 'delete']],
    [1, ['view', 'copy', 'ballots', 'deliveries', 'mark', 'vote', 'progress', 'statistics', 'startTally', 'finish', 'extend']],
    [2, ['view', 'copy', 'ballots', 'deliveries', 'tally', 'progress', 'statistics', 'finish']],
    [3, ['view', 'copy', 'ballots', 'deliveries', 'progress', 'statistics']],
  ])('offer the creator the actions of status %i', (status, possible) => {
    expect(states(status, 'me').possible).toEqual(possible)
  })

  it('activities with papers made before the start can be extended, but neither edited nor deleted', () => {
    const [without, withPapers] = [states(0, 'me').possible, states(0, 'me', ['manager'], true).possible]
    expect(withPapers.filter((action) => !without.includes(action))).toEqual(['extend'])
    expect(without.filter((action) => !withPapers.includes(action))).toEqual(['edit', 'delete'])
    expect(whyNotNow({ status: 0, hasPapers: true }, 'update')).toBe('已生成选票，请先作废全部选票再修改')
    expect(whyNotNow({ status: 0, hasPapers: false }, 'extend')).toBe('当前状态为“未开始”，不能延期')
  })

  it('offer a clerk the desk’s actions, and a viewer no changing ones, even for their own activity', () => {
    const desk: ActionKey[] = ['view', 'ballots', 'deliveries', 'mark', 'vote', 'tally', 'progress', 'statistics']
    expect(states(1, 'me', ['clerk']).shown).toEqual(desk)
    expect(states(1, 'me', ['viewer']).shown).toEqual(['view', 'ballots', 'deliveries', 'progress', 'statistics'])
    expect(states(1, 'somebody', []).shown).toEqual([])
  })

  it('explain why they are disabled', () => {
    expect(actionState('tally', { status: 1, creator: 'me', hasPapers: false }, { id: 'me', roles: ['manager'] })).toEqual({
      isShown: true,
      refusedStep: 'tally',
    })
    expect(actionState('start', { status: 3, creator: 'me', hasPapers: false }, { id: 'me', roles: ['manager'] })).toEqual({
      isShown: true,
      refusedStep: 'start',
    })
  })
})

describe('a step refused by the status', () => {
  it('names the current status and the step', () => {
    expect(whyNot(1, 'tally')).toBe('当前状态为“投票中”，不能唱票')
    expect(whyNot(1, 'cast')).toBeNull()
    expect(whyNot(1, 'start')).toBe('当前状态为“投票中”，不能开启投票')
    expect(whyNot(3, 'adjustBallots')).toBe('当前状态为“已结束”，不能调整票权')
    expect(whyNot(0, 'tally')).toBe('当前状态为“未开始”，不能唱票')
  })
})

describe('permission to change and delete an activity', () => {
  const row = (title: string, status: ActivityStatus, creator = 'me') => ({ title, status, creator, hasPapers: false })

  it('is the creator’s only, before the start only', () => {
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

describe('confirmation of a step', () => {
  const at = (written: string) => parseTime(`${written} 12:00:00`) ?? 0
  const activity = { status: 1, startsAt: at('2026-05-01'), endsAt: at('2026-06-01') } as const
  const none = funnelOf({ notMade: 350, entered: 800, handMarked: 50 })
  const papers = funnelOf({ notMade: 2, withOwner: 260, toEnter: 8, entered: 36 })
  const during = at('2026-05-15')
  const after = at('2026-07-01')

  it('the start states the number of ballots, the time, and that it is final', () => {
    const { consequences, refusal, warning } = stepWords('start', { ...activity, status: 0 }, none, during)
    expect(consequences.join('')).toContain('1,200 票')
    expect(consequences.join('')).toContain('2026-05-01 12:00 至 2026-06-01 12:00')
    expect([refusal, warning]).toEqual([null, null])
  })

  it('the start explains why not without a ballot, or after its end', () => {
    expect(stepWords('start', activity, funnelOf({}), during).refusal).toBe('没有可用的票权，不能开启投票')
    expect(stepWords('start', activity, none, after).warning).toBe('结束时间已过，请先修改投票时间')
  })

  it('the tally states how many are waiting, and that the time is not over', () => {
    const words = stepWords('startTally', activity, none, during)
    expect(words).toMatchObject({ missing: '未投票 400 票：未生成 350 票，手工标记 50 票尚未唱票。', danger: null })
    expect(words.warning).toContain('2026-06-01 12:00 才结束')
    expect(stepWords('startTally', activity, funnelOf({ notMade: 3 }), after)).toMatchObject({ warning: null })
  })

  it('the tally and the end name the missing, and in red the papers in the office', () => {
    expect(stepWords('startTally', activity, papers, after)).toMatchObject({
      missing: '未投票 270 票：未生成 2 票，在业主处 260 份，已收回待录入 8 份尚未录入。',
      danger: '办公室有 8 份选票已收回、尚未录入，请先录入，或开启唱票后逐份唱票。',
    })
    expect(stepWords('startTally', activity, papers, after).consequences.join('')).not.toContain('目前没有等待唱票的票')
    expect(stepWords('finish', { ...activity, status: 2 }, papers, after)).toMatchObject({
      danger: '办公室有 8 份选票已收回、尚未录入，结束后不能再录入，它们按未投票计算。',
      warning: null,
    })
  })

  it('ignores papers that are only printed', () => {
    const words = stepWords('startTally', activity, funnelOf({ notSent: 270, entered: 36 }), after)
    expect(words.consequences[1]).toBe('目前没有等待唱票的票。')
    expect(words).toMatchObject({ missing: '未投票 270 票：未发出 270 份。', danger: null })
  })

  it('mentions late papers, which are no reason to wait', () => {
    expect(stepWords('finish', activity, funnelOf({ toEnter: 3, late: 3, entered: 7 }), after)).toMatchObject({
      missing: '未投票 3 票：已收回待录入 3 份尚未录入（其中 3 份逾期，不能录入）。',
      danger: null,
    })
    expect(stepWords('finish', activity, funnelOf({ entered: 7 }), after).missing).toBe('全部票权都已投票。')
  })

  it('the end states how many were marked and not tallied', () => {
    expect(stepWords('finish', { ...activity, status: 2 }, none, after).warning).toBe('有 50 票手工标记、没有唱票，结束后不能再唱票，它们按未投票计算。')
    expect(stepWords('finish', activity, none, after).warning).toMatch(/^活动还没有开启唱票，有 50 票/)
    expect(stepWords('finish', activity, funnelOf({ entered: 5 }), after).warning).toBeNull()
  })

  it('has the specification’s success messages', () => {
    expect(stepWords('start', activity, none, during).success).toBe('开启投票成功')
    expect(stepWords('startTally', activity, none, during).success).toBe('开启唱票成功')
  })
})

it('a moment is shown to the minute in China standard time', () => {
  expect(minutesOf(Date.UTC(2026, 4, 1, 4, 0, 59))).toBe('2026-05-01 12:00')
  expect(minutesOf(null)).toBe('—')
})
