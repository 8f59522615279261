import { comparedId } from './identity.ts'
import { isLandline, landlines, NO_PHONE } from './numbers.ts'
import { splitMany } from './owners.ts'

/** The last digits of a phone or an ID number, shown by its mask and usable for searches. */
export const SHOWN_LAST_DIGITS = 4

/** Whether a field holds a mask: phones and ID numbers never contain `*`. */
export const holdsMask = (field: string): boolean => field.includes('*')

/** `138****8000`, `0532-****8888`; several separated by `/` and `+`; the placeholder for none is unchanged. */
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

/** Length of the shortest resident ID number; passports and the like are shorter. */
const RESIDENT_ID_LENGTH = 15
/** Shorter ones would be shown in full. */
const MIN_MASKED_ID_LENGTH = 5

/**
 * `110***********1234`, if shorter than 15 characters `E1*****78`; several separated by `/` (`trust.md` section 5). Non-numbers
 * (无, 0) are unchanged.
 */
export function maskIdNumber(idNumber: string): string {
  return splitMany(idNumber).map(maskOneIdNumber).join('/')
}

interface Masking {
  readonly label: string
  readonly mask: (text: string) => string
  /** Valid numbers of digits; empty for fields that are no numbers. */
  readonly digits?: readonly number[]
}

/** Kinds of masked data, one row each. Contracts, columns and their erasure, refusals and screens derive from it. */
const masking = {
  phone: { label: '手机号', mask: maskPhone, digits: [11] },
  idNumber: { label: '证件号', mask: maskIdNumber, digits: [15, 18] },
} as const satisfies Readonly<Record<string, Masking>>
export type MaskedKind = keyof typeof masking
const maskings: Readonly<Record<MaskedKind, Masking>> = masking
/** Maps each kind. */
export const mapMasked = <Made>(make: (masking: Masking) => Made) =>
  Object.fromEntries(Object.entries(maskings).map(([kind, row]) => [kind, make(row)])) as Readonly<Record<MaskedKind, Made>> // of all kinds

/** Whether a field's content is masked. */
export const isMaskedKind = (kind: string): kind is MaskedKind => Object.hasOwn(masking, kind)
export const maskedLabels = mapMasked(({ label }) => label)
/** How each kind is masked. */
export const maskOf = mapMasked(({ mask }) => mask)
/** Messages for a mask where the full number is required. */
export const maskedMessages = mapMasked(({ label }) => `请填写完整的${label}`)

function maskOneIdNumber(one: string): string {
  if (comparedId(one) === '') return one
  if (one.length < MIN_MASKED_ID_LENGTH) return '*'.repeat(one.length)
  const [first, last] = one.length < RESIDENT_ID_LENGTH ? [2, 2] : [3, 4]
  return one.slice(0, first) + '*'.repeat(one.length - first - last) + one.slice(-last)
}

/** A column's kind of content with regard to masking. */
export type WrittenKind = MaskedKind | 'other'

/**
 * A cell's content for display: phones and ID numbers in it are masked.
 *
 * In their own columns every run of seven or more digits is masked, with the length appended if it is wrong
 * (`138****800（10位）`), since that is the error; elsewhere only runs at least as long as a phone.
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

/** `王*`: an owner in a published list, each co-owner likewise. */
export const shortOwner = (name: string): string =>
  name
    .split('/')
    .map((one) => (one === '' ? '' : `${Array.from(one)[0] ?? ''}*`))
    .join('/')
