import { isNoPhone } from '#shared/owner/identity.ts'
import { maskPhone } from '#shared/owner/masking.ts'
import { numbersOf } from '#shared/owner/numbers.ts'
import { splitMany } from '#shared/owner/owners.ts'
import { formatCount, type Draft } from './finding.ts'
import type { CheckedProperty } from './properties.ts'
import { groupsBy } from './unions.ts'

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
