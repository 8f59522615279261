import { normalText } from '../text/normalise.ts'
import { comparedId, isNoPhone, withoutLabel } from './identity.ts'
import { numbersOf, onePhone } from './numbers.ts'

/** Owners, phones or ID numbers in one field: separated by `/`. */
export function splitMany(field: string): string[] {
  return field
    .split('/')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** `／ 、 ， ,` `;` `；` and line breaks between owners become `/` (`workbooks.md` section 1). */
export function joinMany(field: string): string {
  return splitMany(field.replace(/[／、，,;；\r\n]+/g, '/')).join('/')
}

const each = (field: string, change: (one: string) => string): string =>
  splitMany(joinMany(normalText(field)))
    .map(change)
    .filter((one) => one !== '')
    .join('/')

/** Blanks next to a Chinese character, which are not separators. */
const chineseBlanks = /(?<=\p{Script=Han})\s+|\s+(?=\p{Script=Han})/gu
const withoutBlanks = (text: string): string => text.replaceAll(/\s+/g, '')

/** A person's name in stored form: a wide blank within `张三` is removed, `John Smith` keeps its blank. */
export function personName(name: string): string {
  return normalText(name).replaceAll(chineseBlanks, '').replaceAll(/\s+/g, ' ')
}

/** Whether a typed name may be those of two people: two words of two or three Chinese characters. */
export const seemsTwoPeople = (field: string): boolean =>
  splitMany(joinMany(normalText(field))).some((name) => /^\p{Script=Han}{2,3}\s+\p{Script=Han}{2,3}$/u.test(name))

/** Owners' names in stored form, separated by `/`. */
export function ownerNames(field: string): string {
  return each(field, personName)
}

/** Phones in stored form: without blanks, the owners' slots separated by `/`, the numbers of one slot by `+`. */
export function phoneNumbers(field: string): string {
  return each(field, (slot) => numbersOf(withoutBlanks(slot)).map(onePhone).join('+'))
}

/** ID numbers in stored form: without blanks, leading apostrophe or label, x as X, separated by `/`; a lone `/` is kept. */
export function idNumbers(field: string): string {
  if (normalText(field) === '/') return '/'
  return each(field, (one) => withoutLabel(withoutBlanks(one)).replaceAll('x', 'X'))
}

/** Separators in keys: they occur in no normalised text. */
const [WITHIN, BETWEEN] = ['\u0001', '\u0002']
const setKey = (parts: readonly string[]): string => [...new Set(parts)].toSorted().join(BETWEEN)
/** Whether a field holds exactly one, as split by {@link splitMany}. */
const isOne = (field: string): boolean => field !== '' && !field.includes('/') && field.trim() === field
/** Whether the number of phones or ID numbers matches that of owners; a lone `/` means none. */
export const isOneEach = (ownerName: string, field: string): boolean =>
  field === '/' || (isOne(ownerName) && isOne(field)) || splitMany(ownerName).length === splitMany(field).length
/** Whether there is a phone for each owner; extra ones are kept. */
export const hasPhoneEach = (ownerName: string, phone: string): boolean =>
  (isOne(ownerName) && isOne(phone)) || splitMany(ownerName).length <= splitMany(phone).length
/** Owners paired with another field by position; a shorter field leaves the rest unpaired. */
const paired = (names: string, others: readonly string[]): string[] => splitMany(names).map((name, index) => `${name}${WITHIN}${others[index] ?? ''}`)

/** A field's numbers in the form for comparison, in order; `''` for each invalid one. */
const comparedIds = (idNumber: string): string[] => splitMany(idNumber).map(comparedId)

/** A field's ID numbers in the form for comparison, without 无, 0 and the like. */
export const idsOf = (idNumber: string): string[] => comparedIds(idNumber).filter((id) => id !== '')

/** Whether a field holds an ID number. */
export const hasIdNumber = (idNumber: string): boolean => idsOf(idNumber).length > 0

/** Canonical set of the ID numbers in a text, independent of order and spelling; `''` if none. */
export const idNumbersKey = (idNumber: string): string => setKey(idsOf(idNumber))

/** Phones without placeholders. */
export const phonesOf = (phone: string): string[] => numbersOf(phone).filter((one) => !isNoPhone(one))

/** Whether an owner has neither ID number nor phone and is identified by name only. */
export function hasUnknownOwner({ ownerName, phone, idNumber }: { readonly ownerName: string; readonly phone: string; readonly idNumber: string }): boolean {
  const [ids, phones] = [comparedIds(idNumber), splitMany(phone)]
  return splitMany(ownerName).some((_, index) => (ids[index] ?? '') === '' && phonesOf(phones[index] ?? '').length === 0)
}

/**
 * The key that makes two properties one owner's: the set of (name, ID number) pairs, in any order (`wire.md` section 3).
 *
 * @returns null if no owner has an ID number: such a property is a right of its own
 */
export function ownerKey(ownerName: string, idNumber: string): string | null {
  if (idNumber === '') return null
  // Fast path: most properties have one owner.
  if (isOne(ownerName) && isOne(idNumber)) {
    const id = comparedId(idNumber)
    return id === '' ? null : `${ownerName}${WITHIN}${id}`
  }
  const ids = comparedIds(idNumber)
  return ids.every((id) => id === '') ? null : setKey(paired(ownerName, ids))
}

/** Canonical set of the names in a text, independent of order. */
export function namesKey(ownerName: string): string {
  return ownerName.includes('/') ? setKey(splitMany(ownerName)) : ownerName
}

/** Whether two texts contain the same set of names. */
export function haveSameNames(one: string, other: string): boolean {
  return one === other || namesKey(one) === namesKey(other)
}

/**
 * The ID numbers of a property whose owners are changed without them: each stays with its name, and a new name gets none (`无`).
 *
 * If none of the names is known and there are as many names as numbers, the numbers stay; the user is warned.
 */
export function idNumbersAfter(before: { readonly ownerName: string; readonly idNumber: string }, ownerName: string): string {
  const [names, ids] = [splitMany(before.ownerName), splitMany(before.idNumber)]
  if (before.ownerName === ownerName || names.length !== ids.length) return before.idNumber
  const left = names.map((name, index) => ({ name, id: ids[index] ?? '' }))
  const kept = splitMany(ownerName).map((name) => {
    const found = left.findIndex((one) => one.name === name)
    return found < 0 ? null : (left.splice(found, 1)[0]?.id ?? null)
  })
  if (kept.every((id) => id === null)) return kept.length === ids.length ? before.idNumber : ''
  return kept.map((id) => id ?? '无').join('/')
}

/** An owner with phones that are, or may be, theirs. */
interface Owned {
  readonly ownerName: string
  readonly phone: string
}

/** Whether two properties' owners have the same names and each a phone in common; equal slots match, too. */
export function haveSamePhones(one: Owned, other: Owned): boolean {
  if (one.ownerName === other.ownerName && one.phone === other.phone) return true
  if (!haveSameNames(one.ownerName, other.ownerName)) return false
  const [own, others] = [phonesByName(one), phonesByName(other)]
  return [...own].every(([name, phones]) => doAgree(phones, others.get(name) ?? []))
}

/** Phones match if one number does; placeholders for none match each other. */
function doAgree(phones: readonly string[], others: readonly string[]): boolean {
  if (setKey(phones) === setKey(others)) return true
  return phones.some((phone) => !isNoPhone(phone) && others.includes(phone))
}

/** Whether someone is among a property's owners: by name and phone, since the name alone may be a namesake's. */
export function isAmongOwners({ ownerName, phone }: Owned, owner: Owned): boolean {
  const [names, phones] = [splitMany(ownerNames(ownerName)), phonesOf(phone)]
  return [...phonesByName(owner)].some(([name, own]) => names.includes(name) && own.some((one) => phones.includes(one)))
}

/** Phones by name. If there are more slots than owners, every owner gets all of them. */
function phonesByName({ ownerName, phone }: Owned): ReadonlyMap<string, readonly string[]> {
  const [names, slots] = [splitMany(ownerName), splitMany(phone)]
  const found = new Map<string, readonly string[]>()
  names.forEach((name, index) => {
    const own = numbersOf(slots.length > names.length ? phone : (slots[index] ?? ''))
    found.set(name, [...(found.get(name) ?? []), ...own])
  })
  return found
}
