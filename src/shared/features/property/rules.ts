import { NO_PHONE } from '../../contract/values.ts'
import { splitMany } from '../../owner/owners.ts'
import { PATH_SEPARATOR } from '../../place/placeText.ts'
import { searchKey } from '../../text/normalise.ts'

export const propertyMessages = {
  period: '请输入房产分期',
  room: '请输入房屋号',
  building: '请输入楼栋号',
  area: '请输入面积信息',
  ownerName: '请输入产权人姓名',
  phone: '请输入产权人手机号',
  nothingSelected: '请选择要删除的数据',
  nothingToSync: '请选择要同步的数据',
  phoneShape: '手机号须为11位数字，没有手机号请填 11111111111',
  countsDiffer: '产权人、手机号、证件号的个数不一致，多个之间用 / 分隔',
} as const

/** Where a property stands. `zone`, `unit` and `floor` may be `''`. */
export interface Place {
  readonly period: string
  readonly zone: string
  readonly building: string
  readonly unit: string
  readonly room: string
}

/** The parts that are not empty joined by `-`: `一期-3栋-1单元-1201` (`wire.md` section 3). */
export function placeInWords({ period, zone, building, unit, room }: Place): string {
  return [period, zone, building, unit, room].filter((part) => part !== '').join('-')
}

export { PATH_SEPARATOR }

/** The path of a property's unit: always four segments, empty ones kept: `一期▶▶3栋▶1单元`. */
export function unitPath({ period, zone, building, unit }: Omit<Place, 'room'>): string {
  return [period, zone, building, unit].join(PATH_SEPARATOR)
}

/** How deep a path is: its number of ▶. 2 is a building, 3 a unit. */
export function pathDepth(path: string): number {
  return path.split(PATH_SEPARATOR).length - 1
}

/**
 * Compares as people read: `2栋` before `10栋`.
 *
 * The same order as {@link naturalKey} gives in a database, for lists that are sorted in memory.
 */
export function compareNaturally(a: string, b: string): number {
  const [keyA, keyB] = [naturalKey(a), naturalKey(b)]
  return keyA < keyB ? -1 : keyA > keyB ? 1 : 0
}

const chineseDigits = new Map(Array.from('零一二三四五六七八九').map((digit, value) => [digit, value]))

/** A Chinese numeral below a hundred (`十二`), or null when the text is none. */
function chineseNumber(text: string): number | null {
  const match = /^([一二三四五六七八九]?)(十)?([零一二三四五六七八九]?)$/.exec(text)
  if (!match || text === '') return null
  const [, tens = '', ten, ones = ''] = match
  if (!ten) return text.length === 1 ? (chineseDigits.get(text) ?? null) : null
  return (tens === '' ? 1 : (chineseDigits.get(tens) ?? 0)) * 10 + (ones === '' ? 0 : (chineseDigits.get(ones) ?? 0))
}

/** A text whose byte order is the order in which people read: runs of digits and Chinese numerals count as numbers. */
export function naturalKey(text: string): string {
  return text.toLowerCase().replace(/\d+|[零一二三四五六七八九十]+/g, (run) => {
    const value = /\d/.test(run) ? run.replace(/^0+(?=\d)/, '') : chineseNumber(run)
    return value === null ? run : String(value).padStart(8, '0')
  })
}

/** The order of properties in an estate: place by place, each naturally. */
export function placeKey({ period, zone, building, unit, room }: Place): string {
  return [period, zone, building, unit, room].map(naturalKey).join('\u0001')
}

/** The floor that a room's number tells: all but its last two digits (`1201` is on 12); `''` where it tells none. */
export function floorOfRoom(room: string): string {
  const digits = /(\d{3,})\D*$/.exec(room)?.[1]
  return digits === undefined ? '' : String(Number(digits.slice(0, -2)))
}

export const isOwnerPhone = (value: string): boolean => value === NO_PHONE || /^\d{11}$/.test(value)

/** What a list searches in: {@link searchKey}, fields kept apart so that no term runs over two of them. */
export function searchHay(fields: readonly string[]): string {
  return fields.map(searchKey).join('\n')
}

/** The words of a search, each as {@link searchKey} has it; all must match. */
export function searchWords(condition: string): string[] {
  return searchKey(condition)
    .split(/\s+/)
    .filter((word) => word !== '')
}

/** `138****8000`; several kept apart by `/`; the placeholder for none stays as it is. */
export function maskPhone(phone: string): string {
  return splitMany(phone)
    .map((one) => (one === NO_PHONE ? one : one.length < 8 ? '*'.repeat(one.length) : `${one.slice(0, 3)}****${one.slice(-4)}`))
    .join('/')
}

/** `110***********1234`; several kept apart by `/`. */
export function maskIdNumber(idNumber: string): string {
  return splitMany(idNumber)
    .map((one) => (one.length < 8 ? '*'.repeat(one.length) : `${one.slice(0, 3)}${'*'.repeat(one.length - 7)}${one.slice(-4)}`))
    .join('/')
}

/** What belongs into a column, as far as masking goes. */
export type WrittenKind = 'phone' | 'idNumber' | 'other'

/** The numbers of digits that a phone and an ID number have. */
const rightLengths = { phone: [11], idNumber: [15, 18] } as const

/**
 * What somebody wrote into a cell, fit to be shown: phones and ID numbers in it are masked.
 *
 * In their own columns that is every run of seven or more digits, and one of a wrong length says how long it is
 * (`138****800（10位）`), for that is what is wrong with it; elsewhere only what is as long as a phone.
 */
export function maskWritten(text: string, kind: WrittenKind): string {
  if (kind === 'other') return text.replace(/\d{11,}[Xx]?/g, (run) => (run.length < 15 ? maskPhone(run) : maskIdNumber(run)))
  return text.replace(/\d(?:[ -]?[\dXx]){6,}/g, (run) => {
    const digits = run.replace(/[ -]/g, '')
    const masked = digits.length < 8 ? `${digits.slice(0, 2)}***${digits.slice(-2)}` : kind === 'phone' ? maskPhone(digits) : maskIdNumber(digits)
    return (rightLengths[kind] as readonly number[]).includes(digits.length) ? masked : `${masked}（${digits.length}位）`
  })
}

const idWeights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]

/** True when an 18-digit ID number's check digit does not fit (GB 11643-1999); false for every other text. */
export function hasWrongCheckDigit(idNumber: string): boolean {
  if (!/^\d{17}[\dXx]$/.test(idNumber)) return false
  const sum = idWeights.reduce((total, weight, index) => total + weight * Number(idNumber[index]), 0)
  return '10X98765432'[sum % 11] !== idNumber[17]?.toUpperCase()
}
