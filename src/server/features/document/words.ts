import { chinaMidnight, formatTime } from '#shared/time/chinaTime.ts'
import { squareMetres } from '#shared/area/area.ts'
import { pathInWords } from '#shared/place/placeText.ts'

/** `2026年5月1日`, the date of 公文 (GB/T 9704-2012 section 7.3.5.4): Arabic figures without leading zeros. */
export function dateInWords(moment: number): string {
  const [year = '', month = '', day = ''] = formatTime(moment).slice(0, 10).split('-')
  return `${year}年${Number(month)}月${Number(day)}日`
}

/** `2026年5月1日9时30分`; midnight at the end of a day is 24时 of that day, to avoid naming the next one. */
export function momentInWords(moment: number): string {
  if (moment === chinaMidnight(moment)) return `${dateInWords(moment - 1)}24时`
  const [hour = '', minute = ''] = formatTime(moment).slice(11, 16).split(':')
  return `${dateInWords(moment)}${Number(hour)}时${minute === '00' ? '' : `${minute}分`}`
}

/** `2026年4月30日12时至2026年6月30日18时`. */
export const periodInWords = (from: number, to: number): string => `${startInWords(from)}至${momentInWords(to)}`

/** A start at midnight is 0时 of the new day. */
function startInWords(moment: number): string {
  return moment === chinaMidnight(moment) ? `${dateInWords(moment)}0时` : momentInWords(moment)
}

/** Integer 0.01 m² as `89.50`. */
export const areaInWords = (hundredths: number): string => squareMetres(hundredths).toFixed(2)

/** The chosen branches, `一期-3栋、二期`; all owners if there are none. */
export function scopeInWords(paths: readonly string[]): string {
  if (paths.length === 0) return '本小区全体业主'
  return `${paths.map(pathInWords).join('、')}的业主`
}

const digits = ['零', '一', '二', '三', '四', '五', '六', '七', '八', '九'] as const
/** 1 to 99 as numbered in headings: 十一. */
export function numberInWords(number: number): string {
  const [tens, ones] = [Math.floor(number / 10), number % 10]
  const unit = digits[ones] ?? ''
  if (tens === 0) return unit
  return `${tens === 1 ? '' : (digits[tens] ?? '')}十${ones === 0 ? '' : unit}`
}

/** A reason for use within a sentence. */
export const reasonIn = (reason: string): string => reason.replace(/[。；，,.;\s]+$/u, '').replace(/^因为?/u, '')
