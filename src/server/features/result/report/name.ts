import { formatTime } from '#shared/time/chinaTime.ts'
import type { Edition } from './make.ts'

/** Keeps file systems from cutting off the time at the end. */
const LONGEST_PART = 45

/** `{小区}_{活动}_表决结果_{yyyyMMddHHmm}.xlsx`, without characters that Windows forbids (`workbooks.md` section 3). */
export function reportFileName({ estateName, title, now, edition }: { estateName: string; title: string; now: number; edition: Edition }): string {
  const minute = formatTime(now).replace(/\D/g, '').slice(0, 12)
  // The public edition must not be confused with the full one.
  return `${namePart(estateName)}_${namePart(title)}_表决结果_${minute}${edition === 'public' ? '_公示版' : ''}.xlsx`
}

/** `{小区}_{活动}_未投名单_{yyyyMMddHHmm}.xlsx`. */
export function notVotedFileName({ estateName, title, now }: { estateName: string; title: string; now: number }): string {
  return `${namePart(estateName)}_${namePart(title)}_未投名单_${formatTime(now).replace(/\D/g, '').slice(0, 12)}.xlsx`
}

/** `{小区}_{活动}_查票_{yyyyMMddHHmm}.pdf`: the property is only named on the page. */
export function receiptFileName({ estateName, title, now }: { estateName: string; title: string; now: number }): string {
  return `${namePart(estateName)}_${namePart(title)}_查票_${formatTime(now).replace(/\D/g, '').slice(0, 12)}.pdf`
}

/** A text as part of a file name. */
export function namePart(text: string): string {
  const plain = text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '')
    .replace(/[<>:"/\\|?*]/g, '_')
    .trim()
  return Array.from(plain).slice(0, LONGEST_PART).join('')
}
