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

/** Blanks next to a Chinese character, which separate nothing there. */
const chineseBlanks = /(?<=\p{Script=Han})\s+|\s+(?=\p{Script=Han})/gu
const withoutBlanks = (text: string): string => text.replaceAll(/\s+/g, '')

/** A person's name as it is stored: a wide blank within `张三` goes, `John Smith` keeps its blank. */
export function personName(name: string): string {
  return normalText(name).replaceAll(chineseBlanks, '').replaceAll(/\s+/g, ' ')
}

/** Whether a name as it was typed may be those of two people: two words of two or three Chinese characters. */
export const seemsTwoPeople = (field: string): boolean =>
  splitMany(joinMany(normalText(field))).some((name) => /^\p{Script=Han}{2,3}\s+\p{Script=Han}{2,3}$/u.test(name))

/** Owners' names as they are stored, separated by `/`. */
export function ownerNames(field: string): string {
  return each(field, personName)
}

/** Phones as they are stored: without blanks, the owners' slots separated by `/`, the numbers of one slot by `+`. */
export function phoneNumbers(field: string): string {
  return each(field, (slot) => numbersOf(withoutBlanks(slot)).map(onePhone).join('+'))
}

/** ID numbers as they are stored: without blanks, leading apostrophe or label, an x as X, separated by `/`; a `/` alone stays. */
export function idNumbers(field: string): string {
  if (normalText(field) === '/') return '/'
  return each(field, (one) => withoutLabel(withoutBlanks(one)).replaceAll('x', 'X'))
}

/** Between the keys' parts: in no normalised text. */
const [WITHIN, BETWEEN] = ['\u0001', '\u0002']
const setKey = (parts: readonly string[]): string => [...new Set(parts)].toSorted().join(BETWEEN)
/** Whether a field holds exactly one, as {@link splitMany} would give it. */
const isOne = (field: string): boolean => field !== '' && !field.includes('/') && field.trim() === field
/** Whether there are as many phones, or ID numbers, as owners; a `/` alone says that there are none. */
export const isOneEach = (ownerName: string, field: string): boolean =>
  field === '/' || (isOne(ownerName) && isOne(field)) || splitMany(ownerName).length === splitMany(field).length
/** Whether there is a phone for each owner; more are kept, whosever they are. */
export const hasPhoneEach = (ownerName: string, phone: string): boolean =>
  (isOne(ownerName) && isOne(phone)) || splitMany(ownerName).length <= splitMany(phone).length
/** Owners paired with what is in the same place of another field; a shorter field leaves the rest alone. */
const paired = (names: string, others: readonly string[]): string[] => splitMany(names).map((name, index) => `${name}${WITHIN}${others[index] ?? ''}`)

/** The numbers of a field as they are compared, in its order; `''` for each that is none. */
const comparedIds = (idNumber: string): string[] => splitMany(idNumber).map(comparedId)

/** The ID numbers of a field as they are compared; 无, 0 and the like are none. */
export const idsOf = (idNumber: string): string[] => comparedIds(idNumber).filter((id) => id !== '')

/** Whether a field holds an ID number. */
export const hasIdNumber = (idNumber: string): boolean => idsOf(idNumber).length > 0

/** The set of ID numbers in one text, whatever their order and writing; `''` if none. */
export const idNumbersKey = (idNumber: string): string => setKey(idsOf(idNumber))

/** Phones without what is entered where an owner has none. */
export const phonesOf = (phone: string): string[] => numbersOf(phone).filter((one) => !isNoPhone(one))

/** Whether an owner has neither ID number nor phone: nothing but the name tells who that is. */
export function hasUnknownOwner({ ownerName, phone, idNumber }: { readonly ownerName: string; readonly phone: string; readonly idNumber: string }): boolean {
  const [ids, phones] = [comparedIds(idNumber), splitMany(phone)]
  return splitMany(ownerName).some((_, index) => (ids[index] ?? '') === '' && phonesOf(phones[index] ?? '').length === 0)
}

/**
 * What makes two properties one owner's: the same set of (name, ID number) pairs, whatever their order (`wire.md` section 3).
 *
 * @returns null if none of the owners has an ID number: such a property is a right by itself
 */
export function ownerKey(ownerName: string, idNumber: string): string | null {
  if (idNumber === '') return null
  // Most properties have one owner; a list of one is not made of each.
  if (isOne(ownerName) && isOne(idNumber)) {
    const id = comparedId(idNumber)
    return id === '' ? null : `${ownerName}${WITHIN}${id}`
  }
  const ids = comparedIds(idNumber)
  return ids.every((id) => id === '') ? null : setKey(paired(ownerName, ids))
}

/** The set of names in one text, whatever their order. */
export function namesKey(ownerName: string): string {
  return ownerName.includes('/') ? setKey(splitMany(ownerName)) : ownerName
}

/** True for the same set of names, whatever their order. */
export function haveSameNames(one: string, other: string): boolean {
  return one === other || namesKey(one) === namesKey(other)
}

/**
 * The ID numbers of a property whose owners are rewritten without them: each stays with its name, and a new
 * name among the owners has none (`无`).
 *
 * Where none of the names is known and there are as many as numbers, they stay as they are: whoever writes that is told.
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

/** An owner with the phones that are, or may be, theirs. */
interface Owned {
  readonly ownerName: string
  readonly phone: string
}

/** Whether two properties' owners have the same names, and each of them a phone in common; a slot that says the same agrees, too. */
export function haveSamePhones(one: Owned, other: Owned): boolean {
  if (one.ownerName === other.ownerName && one.phone === other.phone) return true
  if (!haveSameNames(one.ownerName, other.ownerName)) return false
  const [own, others] = [phonesByName(one), phonesByName(other)]
  return [...own].every(([name, phones]) => doAgree(phones, others.get(name) ?? []))
}

/** Phones agree where one number does; what says that there is none agrees with the same. */
function doAgree(phones: readonly string[], others: readonly string[]): boolean {
  if (setKey(phones) === setKey(others)) return true
  return phones.some((phone) => !isNoPhone(phone) && others.includes(phone))
}

/** Whether somebody is among a property's owners: by name, and by a phone of theirs, for a name alone may be a namesake's. */
export function isAmongOwners({ ownerName, phone }: Owned, owner: Owned): boolean {
  const [names, phones] = [splitMany(ownerNames(ownerName)), phonesOf(phone)]
  return [...phonesByName(owner)].some(([name, own]) => names.includes(name) && own.some((one) => phones.includes(one)))
}

/** The phones of each name. More slots than owners are nobody's alone: each may have all. */
function phonesByName({ ownerName, phone }: Owned): ReadonlyMap<string, readonly string[]> {
  const [names, slots] = [splitMany(ownerName), splitMany(phone)]
  const found = new Map<string, readonly string[]>()
  names.forEach((name, index) => {
    const own = numbersOf(slots.length > names.length ? phone : (slots[index] ?? ''))
    found.set(name, [...(found.get(name) ?? []), ...own])
  })
  return found
}
