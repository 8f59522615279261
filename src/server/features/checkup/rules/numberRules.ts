import { isNoPhone } from '#shared/owner/identity.ts'
import { maskPhone } from '#shared/owner/masking.ts'
import { numbersOf } from '#shared/owner/numbers.ts'
import { splitMany } from '#shared/owner/owners.ts'
import { spellings, type Draft, formatCount } from './finding.ts'
import type { CheckedProperty, Situation } from './properties.ts'
import { ageOf, idFault } from './idNumbers.ts'
import { isOrganisation } from './organisations.ts'
import { repeatedBy, groupsBy } from './groups.ts'

/** Whoever is younger votes by a guardian; whoever is older is asked after. */
const [OF_AGE, VERY_OLD] = [18, 100]

/** What is wrong with ID numbers, and one number under several names. */
export function idNumber(properties: readonly CheckedProperty[], situation: Situation): Draft[] {
  const drafts: Draft[] = []
  const taken = new Set<CheckedProperty>()
  const take = (group: readonly CheckedProperty[], whys: readonly string[]): void => {
    for (const property of group) taken.add(property)
    const values = group.flatMap((property) => [property.ownerName, property.idNumber])
    drafts.push({ rule: 'idNumber', tier: 2, why: whys.join('；'), effect: '', properties: group, missing: [], values: [...whys, ...values] })
  }
  for (const [id, group] of repeatedBy(properties, ({ ids }) => ids.filter((one) => one !== ''))) {
    const free = group.filter((property) => !taken.has(property))
    const names = new Set(free.map((property) => nameOf(property, id)))
    // An organisation under several spellings is told by ownerKind, with what merging it changes.
    if (names.size < 2 || [...names].every(isOrganisation)) continue
    take(free, [`同一证件号登记在 ${names.size} 个姓名下（${spellings(names)}）`, ...new Set(free.flatMap((property) => faultsOf(property, situation)))])
  }
  for (const property of properties) {
    if (taken.has(property)) continue
    const faults = faultsOf(property, situation)
    if (faults.length > 0) take([property], faults)
  }
  return drafts.toSorted((one, other) => (one.properties[0]?.at ?? 0) - (other.properties[0]?.at ?? 0))
}

const nameOf = ({ names, ids }: CheckedProperty, id: string): string => names[ids.indexOf(id)] ?? ''

/** What is wrong with the numbers of a property's owners, in words. */
function faultsOf({ names, ids }: CheckedProperty, { onDay, isRoster }: Situation): string[] {
  return names.flatMap((name, at) => {
    const id = ids[at] ?? ''
    const about = names.length > 1 ? `${name}：` : ''
    const fault = idFault(id, { isOrganisation: isOrganisation(name), today: onDay })
    if (fault !== null) return [`${about}${fault}，请核对`]
    const age = ageOf(id, onDay)
    const day = isRoster ? '投票首日' : '今天'
    if (age !== null && age < OF_AGE) return [`${about}${day}未满 18 周岁，须由监护人代为投票`]
    return age !== null && age > VERY_OLD ? [`${about}${day}已超过 100 周岁（${age} 岁），请核对`] : []
  })
}

/** From how many owners on a shared number is told. */
const MANY = 3

/** One number of three owners or more, and properties whose owners left none. */
export function phone(properties: readonly CheckedProperty[]): Draft[] {
  const drafts = [...groupsBy(properties, ({ phone: field }) => numbersOf(field))].flatMap(([number, group]): Draft[] => {
    const values = [number, ...group.map(({ ownerName }) => ownerName)]
    const about = { rule: 'phone', tier: 3, effect: '', properties: group, missing: [], values } as const
    if (isNoPhone(number)) return [{ ...about, why: `${formatCount(group.length)} 套的手机号是占位号码（${number}），联系不到产权人` }]
    const owners = new Set(group.flatMap((property) => ownersAt(property, number)))
    if (owners.size < MANY) return []
    return [{ ...about, why: `手机号 ${maskPhone(number)} 登记在 ${formatCount(owners.size)} 位产权人名下，请核对` }]
  })
  return drafts.toSorted((one, other) => (one.properties[0]?.at ?? 0) - (other.properties[0]?.at ?? 0))
}

/** The owners whose number it is: those in its places where each owner has one, else all. */
function ownersAt({ names, phone: field }: CheckedProperty, number: string): readonly string[] {
  const phones = splitMany(field)
  return phones.length === names.length ? names.filter((_, at) => numbersOf(phones[at] ?? '').includes(number)) : names
}
