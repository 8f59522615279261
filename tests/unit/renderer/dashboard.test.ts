import { describe, expect, it } from 'vitest'
import type { ActivityRow } from '../../../src/shared/features/activity/contract.ts'
import { dateInWords, deadlineOf } from '../../../src/renderer/features/dashboard/deadline.ts'
import { inProgress, lastFinished, notStarted } from '../../../src/renderer/features/dashboard/inProgress.ts'
import { todosOf, type HomeFacts } from '../../../src/renderer/features/dashboard/todos.ts'
import { nextStep } from '../../../src/renderer/features/activity/parts/activityPath/path.ts'
import { funnelOf } from '../../support/funnels.ts'

/** `06-30 12:00` in China in 2026, as epoch ms. */
const at = (time: string): number => Date.parse(`2026-${time.replace(' ', 'T')}:00+08:00`)
const june = { startsAt: at('06-01 12:00'), endsAt: at('06-30 12:00'), status: 1 } as const

describe('time left of a vote', () => {
  it('counts calendar days, not spans of 24 hours', () => {
    expect(deadlineOf(june, at('06-27 23:59'))).toEqual({ urgency: 'later', left: '还剩 3 天', at: '6月30日 12:00 截止' })
    expect(deadlineOf(june, at('06-28 00:00')).left).toBe('还剩 2 天')
    expect(deadlineOf(june, at('06-29 23:59'))).toEqual({ urgency: 'soon', left: '明天截止', at: '6月30日 12:00 截止' })
    expect(deadlineOf(june, at('06-30 00:00')).left).toBe('今天截止')
  })

  it('includes the deadline itself; a minute later it has passed', () => {
    expect(deadlineOf(june, at('06-30 12:00')).left).toBe('今天截止')
    expect(deadlineOf(june, at('06-30 12:01'))).toMatchObject({ urgency: 'past', left: '已过截止时间' })
  })

  it('shows the start of a vote that has not begun', () => {
    expect(deadlineOf(june, at('05-31 12:00'))).toEqual({ urgency: 'later', left: '明天开始', at: '6月1日 12:00 开始' })
    expect(deadlineOf(june, at('05-20 12:00')).left).toBe('12 天后开始')
  })

  it('an unstarted activity says that it should start, or that its time is over', () => {
    expect(deadlineOf({ ...june, status: 0 }, at('05-31 12:00')).left).toBe('明天开始')
    expect(deadlineOf({ ...june, status: 0 }, at('06-10 12:00'))).toEqual({ urgency: 'soon', left: '开始时间已到', at: '6月1日 12:00 开始' })
    expect(deadlineOf({ ...june, status: 0 }, at('07-01 12:00'))).toEqual({ urgency: 'past', left: '结束时间已过', at: '6月30日 12:00 截止' })
  })

  it('a vote in the tally has no time left, whatever the planned end', () => {
    expect(deadlineOf({ ...june, status: 2 }, at('06-10 12:00'))).toEqual({ urgency: 'later', left: '投票已截止', at: '正在唱票' })
  })

  it('uses the Chinese date in any time zone', () => {
    expect(dateInWords(new Date(at('11-21 23:59')))).toBe('2026年11月21日 星期六')
    expect(dateInWords(new Date(at('11-22 00:00')))).toBe('2026年11月22日 星期日')
  })
})

describe('votes on the home page', () => {
  const row = (id: string, status: 0 | 1 | 2 | 3, endsAt: number): ActivityRow => ({
    id,
    status,
    endsAt,
    startsAt: june.startsAt,
    title: id,
    estateName: '',
    estateId: '',
    summary: '',
    countingRule: 1,
    creator: '',
    extensions: [],
    hasPapers: false,
    secondEntry: 0,
    version: '',
  })

  it('lists those under way, the earliest end first', () => {
    const rows = [row('new', 0, 1), row('late', 1, 300), row('done', 3, 2), row('soon', 2, 100), row('later', 1, 200)]
    expect(inProgress(rows).map(({ id }) => id)).toEqual(['soon', 'later', 'late'])
  })

  it('lists those waiting for their start, the earliest first', () => {
    const rows = [{ ...row('june', 0, 9) }, { ...row('may', 0, 9), startsAt: june.startsAt - 1 }, row('voting', 1, 9), row('done', 3, 9)]
    expect(notStarted(rows).map(({ id }) => id)).toEqual(['may', 'june'])
  })
})

describe('the to-do list', () => {
  const vote = (id: string, status: ActivityRow['status'], more: Partial<ActivityRow> = {}): ActivityRow => ({
    ...june,
    id,
    status,
    title: `${id} 的表决`,
    estateName: '',
    estateId: 'e',
    summary: '',
    countingRule: 1,
    creator: 'me',
    extensions: [],
    hasPapers: true,
    secondEntry: 0,
    version: '',
    ...more,
  })
  const overview = (activityId: string, more: object = {}) => ({
    activityId,
    ballotCount: 300,
    votedCount: 30,
    markedCount: 0,
    unmergedOwnerCount: 0,
    lastVotedAt: at('06-10 10:00'),
    funnel: funnelOf({ withOwner: 270 }),
    ...more,
  })
  const all = { enter: true, manage: true, backUp: true, approve: true } as const
  const now = at('06-10 12:00')
  const facts = (activities: readonly ActivityRow[], more: Partial<HomeFacts> = {}): HomeFacts => ({
    activities,
    nextOf: (activity) => nextStep(activity, overview(activity.id), 'me', now),
    overviewOf: ({ id }) => overview(id),
    shortageOf: () => undefined,
    secondOf: () => undefined,
    samplesOf: () => undefined,
    objectionsOf: () => 0,
    settled: [],
    standing: [],
    backup: { isKept: true, lastAt: at('06-10 09:00'), lastBytes: 1, problem: '' },
    waitingChanges: 0,
    waitingAccounts: 0,
    may: all,
    now,
    ...more,
  })
  const texts = (...asked: Parameters<typeof facts>) =>
    todosOf(facts(...asked)).map(({ text, buttons }) => [text, ...buttons.map(({ name }) => name)].join(' | '))
  const settled = (activityId: string, kind: HomeFacts['settled'][number]['kind'], state: 0 | 1 | 2) => ({ activityId, kind, state, by: '', at: now })

  it('is sorted: losing votes first, then due, then not urgent', () => {
    const late = funnelOf({ withOwner: 200, toEnter: 11, late: 3 })
    const shortage = { fewest: 161, proof: '', inHand: { count: 0, areaHundredths: 0 } } as unknown as ReturnType<HomeFacts['shortageOf']>
    const asked = facts([vote('a', 1)], {
      overviewOf: ({ id }) => overview(id, { funnel: late }),
      shortageOf: () => shortage,
      waitingChanges: 2,
      waitingAccounts: 1,
    })
    expect(todosOf(asked).map(({ text }) => text)).toEqual([
      '8 票已收回待录入',
      '至少还需 161 户达到三分之二，还剩 20 天',
      '表决公告未出',
      '2 条房产变更待审批',
      '1 个账号待审核',
    ])
  })

  it('contains the due step, and whom it waits for', () => {
    expect(texts([vote('a', 0, { startsAt: at('06-20 12:00') })], { settled: [settled('a', 'notice', 1)] })).toEqual(['清册 300 票 | 开启投票'])
    const over = { nextOf: (activity: ActivityRow) => nextStep(activity, overview(activity.id), 'me', at('07-01 12:00')), now: at('07-01 12:00') }
    expect(texts([vote('a', 1)], { ...over, settled: [settled('a', 'notice', 2)] })).toEqual(['投票时间已过，在业主处 270 份 | 开启唱票'])
    expect(texts([vote('a', 1, { creator: 'other' })], { ...over, settled: [settled('a', 'notice', 2)] })).toEqual([
      '投票时间已过，在业主处 270 份，等待创建人开启唱票',
    ])
  })

  it('asks for a backup if the newest votes are of a day without one', () => {
    const old = { isKept: true, lastAt: at('06-09 23:59'), lastBytes: 1, problem: '' }
    const asked = { settled: [settled('a', 'notice', 1)], backup: old }
    expect(texts([vote('a', 1)], asked)).toEqual(['备份早于最近一天的投票 | 备份数据'])
    expect(texts([vote('a', 1)], { ...asked, may: { ...all, backUp: false } })).toEqual([])
    expect(texts([vote('a', 1)], { ...asked, backup: { ...old, isKept: false } })).toEqual([])
  })

  it('contains second entries and differences due, and an unfinished sample', () => {
    const notice = { settled: [settled('a', 'notice', 2)] }
    const second = { due: 41, read: 3, same: 2, different: 1 }
    const late = { nextOf: () => ({ step: 'vote', note: '', isMine: true }) as const }
    const asked = (more: Partial<HomeFacts>) => texts([vote('a', 2)], { ...notice, ...late, ...more })
    expect(asked({ secondOf: () => second })).toEqual(['还有1张选票的读数不一致，请先裁定 | 去裁定', '还有38张选票未复录 | 去复录'])
    expect(asked({ secondOf: () => second, may: { ...all, manage: false } })).toEqual(['还有38张选票未复录 | 去复录'])
    expect(asked({ secondOf: () => ({ ...second, read: 41, different: 0 }) })).toEqual([])
    const sample = (number: number, state: number, isStale = false) =>
      ({ number, state, isStale }) as unknown as NonNullable<ReturnType<HomeFacts['samplesOf']>>[number]
    expect(asked({ samplesOf: () => [sample(1, 3), sample(2, 0)] })).toEqual(['第2次抽样清单已锁定，待掷骰 | 抽票'])
    expect(asked({ samplesOf: () => [sample(2, 0)], may: { ...all, manage: false } })).toEqual([])
    expect(asked({ samplesOf: () => [sample(1, 1)], may: { ...all, manage: false } })).toEqual(['第1次抽样待核对 | 抽票'])
    expect(asked({ samplesOf: () => [sample(1, 1, true)] })).toEqual(['第1次抽样清单已变化，请结束 | 抽票'])
    expect(asked({ samplesOf: () => [sample(1, 2), sample(2, 3)] })).toEqual([])
  })

  it('names undecided objections to those who may decide, and to those who enter them', () => {
    const late = { nextOf: () => ({ step: 'vote', note: '', isMine: true }) as const, settled: [settled('a', 'notice', 2)] }
    const asked = (more: Partial<HomeFacts>) => texts([vote('a', 2)], { ...late, ...more })
    expect(asked({ objectionsOf: () => 2 })).toEqual(['异议2件待处理 | 去裁定'])
    expect(asked({ objectionsOf: () => 1, may: { ...all, manage: false } })).toEqual(['异议1件待处理 | 查看'])
    expect(asked({ objectionsOf: () => 0 })).toEqual([])
  })

  it('after the end asks for each follow-up until it is done or skipped', () => {
    const asked = (...said: HomeFacts['settled']) => texts([vote('a', 3)], { settled: said })
    expect(asked()).toEqual(['表决已结束，未办：公示结果、报主管部门备案、应诉包、备份 | 公示结果 | 报主管部门备案 | 应诉包 | 备份'])
    expect(asked(settled('a', 'publication', 1), settled('a', 'filing', 2), settled('b', 'bundle', 1))).toEqual([
      '表决已结束，未办：应诉包、备份 | 应诉包 | 备份',
    ])
    expect(asked(settled('a', 'publication', 1), settled('a', 'filing', 2), settled('a', 'bundle', 1), settled('a', 'backup', 2))).toEqual([])
    expect(asked(settled('a', 'publication', 0))).toHaveLength(1)
    const later = { isKept: true, lastAt: at('06-10 10:01'), lastBytes: 1, problem: '' }
    expect(texts([vote('a', 3)], { backup: later })).toEqual(['表决已结束，未办：公示结果、报主管部门备案、应诉包 | 公示结果 | 报主管部门备案 | 应诉包'])
  })

  it('asks for no notice or result already published, until first figures were posted long enough', () => {
    const posted = (activityId: string, kind: 2 | 3 | 4, dateTo: string) => ({ id: `${activityId} ${kind}`, activityId, kind, dateFrom: '2026-06-01', dateTo })
    const left = (standing: HomeFacts['standing']) =>
      texts([vote('a', 3)], { standing })
        .join()
        .includes('公示结果')
    expect(texts([vote('a', 0, { startsAt: at('06-20 12:00') })], { standing: [posted('a', 2, '2026-06-08')] })).toEqual(['清册 300 票 | 开启投票'])
    expect([left([]), left([posted('a', 4, '2026-06-08')]), left([posted('b', 4, '2026-06-08')])]).toEqual([true, false, true])
    expect([left([posted('a', 3, '2026-06-10')]), left([posted('a', 3, '2026-06-09')])]).toEqual([false, true])
  })

  it('asks nobody for what they may not do', () => {
    const clerk = { enter: true, manage: false, backUp: false, approve: false }
    expect(texts([vote('a', 1), vote('b', 3)], { may: clerk })).toEqual([])
    expect(texts([], { may: clerk, waitingChanges: 1 })).toEqual(['1 条房产变更待审批 | 查看'])
  })

  it('asks about the most recently ended votes', () => {
    const many = Array.from({ length: 20 }, (_, day) => vote(`v${day}`, 3, { endsAt: at('06-01 12:00') + day * 86_400_000 }))
    expect(lastFinished(many).map(({ id }) => id)).toEqual(Array.from({ length: 12 }, (_, at) => `v${19 - at}`))
  })
})
