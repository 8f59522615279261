import { comparedId } from './identity.ts'
import { isLandline, landlines, NO_PHONE } from './numbers.ts'
import { splitMany } from './owners.ts'

/** The last digits of a phone or an ID number, which its mask shows: by them a number may be found. */
export const SHOWN_LAST_DIGITS = 4

/** Whether a field holds a mask: no phone and no ID number has a `*`. */
export const holdsMask = (field: string): boolean => field.includes('*')

/** `138****8000`, `0532-****8888`; several kept apart by `/` and `+`; the placeholder for none stays as it is. */
export function maskPhone(phone: string): string {
  return splitMany(phone)
    .map((slot) => slot.split('+').map(maskOnePhone).join('+'))
    .join('/')
}

function maskOnePhone(one: string): string {
  if (one === NO_PHONE) return one
  if (isLandline(one)) {
    const [area = '', number = ''] = one.split('-')
    return `${area}-****${number.slice(-4)}`
  }
  return one.length < 8 ? '*'.repeat(one.length) : `${one.slice(0, 3)}****${one.slice(-4)}`
}

/** As long as the shortest number of a resident's card; passports and the like are shorter. */
const RESIDENT_ID_LENGTH = 15
/** Less than this would be shown whole. */
const MIN_MASKED_ID_LENGTH = 5

/** `110***********1234`, of fewer than 15 characters `E1*****78`; several kept apart by `/` (`trust.md` section 5). What is no number (无, 0) stays as it is. */
export function maskIdNumber(idNumber: string): string {
  return splitMany(idNumber).map(maskOneIdNumber).join('/')
}

interface Masking {
  readonly label: string
  readonly mask: (text: string) => string
  /** The numbers of digits that are right; none for what is no number. */
  readonly digits?: readonly number[]
}

/** What is masked: a row a kind. The contract's answers, columns and what is erased of them, refusals and screens follow from it. */
const masking = {
  phone: { label: '手机号', mask: maskPhone, digits: [11] },
  idNumber: { label: '证件号', mask: maskIdNumber, digits: [15, 18] },
} as const satisfies Readonly<Record<string, Masking>>
export type MaskedKind = keyof typeof masking
const maskings: Readonly<Record<MaskedKind, Masking>> = masking
/** Something made of each kind. */
export const mapMasked = <Made>(make: (masking: Masking) => Made) =>
  Object.fromEntries(Object.entries(maskings).map(([kind, row]) => [kind, make(row)])) as Readonly<Record<MaskedKind, Made>> // of all kinds

/** Whether what a field holds is masked. */
export const isMaskedKind = (kind: string): kind is MaskedKind => Object.hasOwn(masking, kind)
export const maskedLabels = mapMasked(({ label }) => label)
/** How each kind is masked. */
export const maskOf = mapMasked(({ mask }) => mask)
/** The message of a mask where the whole is wanted. */
export const maskedMessages = mapMasked(({ label }) => `请填写完整的${label}`)

function maskOneIdNumber(one: string): string {
  if (comparedId(one) === '') return one
  if (one.length < MIN_MASKED_ID_LENGTH) return '*'.repeat(one.length)
  const [first, last] = one.length < RESIDENT_ID_LENGTH ? [2, 2] : [3, 4]
  return one.slice(0, first) + '*'.repeat(one.length - first - last) + one.slice(-last)
}

/** What belongs into a column, as far as masking goes. */
export type WrittenKind = MaskedKind | 'other'

/**
 * What somebody wrote into a cell, fit to be shown: phones and ID numbers in it are masked.
 *
 * In their own columns that is every run of seven or more digits, and one of a wrong length says how long it is
 * (`138****800（10位）`), for that is what is wrong with it; elsewhere only what is as long as a phone.
 */
export function maskWritten(text: string, kind: WrittenKind): string {
  const others = text.replace(landlines, maskPhone)
  if (kind === 'other') return others.replace(/\d{11,}[Xx]?/g, (run) => (run.length < 15 ? maskPhone(run) : maskIdNumber(run)))
  const { mask, digits: right }: Masking = masking[kind]
  if (right === undefined) return mask(text)
  return others.replace(/\d(?:[ -]?[\dXx]){6,}/g, (run) => {
    const digits = run.replace(/[ -]/g, '')
    const masked = digits.length < 8 ? `${digits.slice(0, 2)}***${digits.slice(-2)}` : mask(digits)
    return right.includes(digits.length) ? masked : `${masked}（${digits.length}位）`
  })
}

/** `王*`: an owner where a list is published, of co-owners each. */
export const shortOwner = (name: string): string =>
  name
    .split('/')
    .map((one) => (one === '' ? '' : `${Array.from(one)[0] ?? ''}*`))
    .join('/')
