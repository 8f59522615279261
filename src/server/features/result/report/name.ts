import { formatTime } from '#shared/time/chinaTime.ts'
import type { Edition } from './make.ts'

/** So that the time at the end is not what a file system cuts off. */
const LONGEST_PART = 45

/** `{小区}_{活动}_表决结果_{yyyyMMddHHmm}.xlsx`, without the signs that Windows refuses (`workbooks.md` section 3). */
export function reportFileName({ estateName, title, now, edition }: { estateName: string; title: string; now: number; edition: Edition }): string {
  const minute = formatTime(now).replace(/\D/g, '').slice(0, 12)
  // What is published must not be mixed up with what is not.
  return `${namePart(estateName)}_${namePart(title)}_表决结果_${minute}${edition === 'public' ? '_公示版' : ''}.xlsx`
}

/** `{小区}_{活动}_未投名单_{yyyyMMddHHmm}.xlsx`. */
export function notVotedFileName({ estateName, title, now }: { estateName: string; title: string; now: number }): string {
  return `${namePart(estateName)}_${namePart(title)}_未投名单_${formatTime(now).replace(/\D/g, '').slice(0, 12)}.xlsx`
}

/** `{小区}_{活动}_查票_{yyyyMMddHHmm}.pdf`: which house was asked for is on the page alone. */
export function receiptFileName({ estateName, title, now }: { estateName: string; title: string; now: number }): string {
  return `${namePart(estateName)}_${namePart(title)}_查票_${formatTime(now).replace(/\D/g, '').slice(0, 12)}.pdf`
}

/** A text as a part of a file's name. */
export function namePart(text: string): string {
  const plain = text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '')
    .replace(/[<>:"/\\|?*]/g, '_')
    .trim()
  return Array.from(plain).slice(0, LONGEST_PART).join('')
}
