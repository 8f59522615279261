import { CHINA_OFFSET, chinaMidnight, formatTime } from '#shared/time/chinaTime.ts'
import { ActivityStatus } from '#shared/features/activity/rules.ts'

const DAY = 24 * 60 * 60_000

/** Urgency of a deadline: `past` and `soon` (today or tomorrow) are highlighted. */
export type Urgency = 'past' | 'soon' | 'later'

/** A deadline as text. */
export interface Deadline {
  readonly urgency: Urgency
  /** `还剩 3 天`. */
  readonly left: string
  /** `6月30日 12:00 截止`, or the start. */
  readonly at: string
}

interface Period {
  readonly startsAt: number | null
  readonly endsAt: number | null
  readonly status: ActivityStatus
}

/**
 * An activity's remaining time, in calendar days in China.
 *
 * @param now epoch ms
 */
export function deadlineOf({ startsAt, endsAt, status }: Period, now: number): Deadline {
  if (status === ActivityStatus.notStarted) {
    if (endsAt !== null && now > endsAt) return { urgency: 'past', left: '结束时间已过', at: `${dayAndTime(endsAt)} 截止` }
    if (startsAt !== null && now >= startsAt) return { urgency: 'soon', left: '开始时间已到', at: `${dayAndTime(startsAt)} 开始` }
  }
  // Voting has ended, whatever end was planned.
  if (status === ActivityStatus.tallying) return { urgency: 'later', left: '投票已截止', at: '正在唱票' }
  if (startsAt !== null && now < startsAt) return { urgency: 'later', left: `${daysWords(startsAt, now)}开始`, at: `${dayAndTime(startsAt)} 开始` }
  if (endsAt === null) return { urgency: 'later', left: '没有截止时间', at: '' }
  const at = `${dayAndTime(endsAt)} 截止`
  if (now > endsAt) return { urgency: 'past', left: '已过截止时间', at }
  const days = daysBetween(now, endsAt)
  return { urgency: days < 2 ? 'soon' : 'later', left: days < 2 ? `${daysWords(endsAt, now)}截止` : `还剩 ${days} 天`, at }
}

/** `2026年11月22日 星期日`, in China standard time. */
export function dateInWords(now: Date = new Date()): string {
  const date = new Date(now.getTime() + CHINA_OFFSET)
  return `${date.getUTCFullYear()}年${date.getUTCMonth() + 1}月${date.getUTCDate()}日 星期${'日一二三四五六'.charAt(date.getUTCDay())}`
}

/** `今天`, `明天`, `3 天后`. */
function daysWords(moment: number, now: number): string {
  const days = daysBetween(now, moment)
  return days === 0 ? '今天' : days === 1 ? '明天' : `${days} 天后`
}

function daysBetween(from: number, to: number): number {
  return (chinaMidnight(to) - chinaMidnight(from)) / DAY
}

/** `6月30日 12:00`, in China standard time whatever the computer's zone. */
function dayAndTime(moment: number): string {
  const [month = '', day = '', time = ''] = formatTime(moment).slice(5, 16).split(/[- ]/)
  return `${Number(month)}月${Number(day)}日 ${time}`
}
