import { describe, expect, it } from 'vitest'
import type { ActivityRow } from '../../../src/shared/features/activity/contract.ts'
import { dateInWords, deadlineOf } from '../../../src/renderer/features/dashboard/deadline.ts'
import { inProgress, notStarted } from '../../../src/renderer/features/dashboard/inProgress.ts'

/** `06-30 12:00` in China in 2026, as epoch ms. */
const at = (time: string): number => Date.parse(`2026-${time.replace(' ', 'T')}:00+08:00`)
const june = { startsAt: at('06-01 12:00'), endsAt: at('06-30 12:00'), status: 1 } as const

describe('how long a vote still is', () => {
  it('counts the days of the calendar, not spans of 24 hours', () => {
    expect(deadlineOf(june, at('06-27 23:59'))).toEqual({ urgency: 'later', left: '还剩 3 天', at: '6月30日 12:00 截止' })
    expect(deadlineOf(june, at('06-28 00:00')).left).toBe('还剩 2 天')
    expect(deadlineOf(june, at('06-29 23:59'))).toEqual({ urgency: 'soon', left: '明天截止', at: '6月30日 12:00 截止' })
    expect(deadlineOf(june, at('06-30 00:00')).left).toBe('今天截止')
  })

  it('the deadline itself still counts; a minute later is past it', () => {
    expect(deadlineOf(june, at('06-30 12:00')).left).toBe('今天截止')
    expect(deadlineOf(june, at('06-30 12:01'))).toMatchObject({ urgency: 'past', left: '已过截止时间' })
  })

  it('a vote that has not begun says when it does', () => {
    expect(deadlineOf(june, at('05-31 12:00'))).toEqual({ urgency: 'later', left: '明天开始', at: '6月1日 12:00 开始' })
    expect(deadlineOf(june, at('05-20 12:00')).left).toBe('12 天后开始')
  })

  it('one that has not been started says that it is time, or that its time is over', () => {
    expect(deadlineOf({ ...june, status: 0 }, at('05-31 12:00')).left).toBe('明天开始')
    expect(deadlineOf({ ...june, status: 0 }, at('06-10 12:00'))).toEqual({ urgency: 'soon', left: '开始时间已到', at: '6月1日 12:00 开始' })
    expect(deadlineOf({ ...june, status: 0 }, at('07-01 12:00'))).toEqual({ urgency: 'past', left: '结束时间已过', at: '6月30日 12:00 截止' })
  })

  it('where votes are being counted nobody has days left, whatever was planned', () => {
    expect(deadlineOf({ ...june, status: 2 }, at('06-10 12:00'))).toEqual({ urgency: 'later', left: '投票已截止', at: '正在唱票' })
  })

  it('today is the day in China, in any zone', () => {
    expect(dateInWords(new Date(at('11-21 23:59')))).toBe('2026年11月21日 星期六')
    expect(dateInWords(new Date(at('11-22 00:00')))).toBe('2026年11月22日 星期日')
  })
})

describe('the votes on the home page', () => {
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
    version: '',
  })

  it('are those under way, the first to end before the others', () => {
    const rows = [row('new', 0, 1), row('late', 1, 300), row('done', 3, 2), row('soon', 2, 100), row('later', 1, 200)]
    expect(inProgress(rows).map(({ id }) => id)).toEqual(['soon', 'later', 'late'])
  })

  it('and those that wait for their start, the first to begin before the others', () => {
    const rows = [{ ...row('june', 0, 9) }, { ...row('may', 0, 9), startsAt: june.startsAt - 1 }, row('voting', 1, 9), row('done', 3, 9)]
    expect(notStarted(rows).map(({ id }) => id)).toEqual(['may', 'june'])
  })
})
