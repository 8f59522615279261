import { createHash } from 'node:crypto'
import { SOLD } from '#shared/features/property/categories.ts'
import { CHECK_RULES, checkRuleNames, type CheckRule } from '#shared/features/checkup/rules.ts'
import { type Draft, spellings, formatCount } from './finding.ts'
import { likelySame, namesake, ownerKind, sameOwner } from './ownerRules.ts'
import { area, grid, samePlace } from './placeRules.ts'
import type { CheckedProperty, Situation } from './properties.ts'
import { isNoPhone } from '#shared/owner/identity.ts'
import { maskPhone } from '#shared/owner/masking.ts'
import { numbersOf } from '#shared/owner/numbers.ts'
import { splitMany } from '#shared/owner/owners.ts'
import { ageOf, idFault } from './idNumbers.ts'
import { isOrganisation } from './organisations.ts'
import { repeatedBy, groupsBy } from './groups.ts'

/** Younger owners vote through a guardian; older ones are to be verified. */
const [OF_AGE, VERY_OLD] = [18, 100]

/** Faulty ID numbers, and numbers under several names. */
function idNumber(properties: readonly CheckedProperty[], situation: Situation): Draft[] {
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
    // An organisation with several spellings is reported by ownerKind, with the effect of merging it.
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

/** Faults of a property's owners' numbers, in words. */
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

/** Number of owners from which a shared number is reported. */
const MANY = 3

/** Numbers of three or more owners, and properties whose owners gave none. */
function phone(properties: readonly CheckedProperty[]): Draft[] {
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

/** The owners of a number: by position if each owner has one, else all. */
function ownersAt({ names, phone: field }: CheckedProperty, number: string): readonly string[] {
  const phones = splitMany(field)
  return phones.length === names.length ? names.filter((_, at) => numbersOf(phones[at] ?? '').includes(number)) : names
}

/** A finding with the id for its dismissal, which changes with any of its data. */
export interface Found extends Draft {
  readonly id: string
  /** Its id in the registry's check-up; `''` if some of its properties already share a ballot. */
  readonly registryId: string
}

/** Sold properties still in the seller's name: until the transfer, the registered owner votes. */
const sold = (properties: readonly CheckedProperty[]): Draft[] =>
  properties
    .filter(({ occupancy }) => occupancy === SOLD)
    .map((property) => ({
      rule: 'sold',
      tier: 2,
      why: `${checkRuleNames.sold}：请核对现在的产权人；过户以前由登记的产权人投票`,
      effect: '',
      properties: [property],
      missing: [],
      values: [property.ownerName],
    }))

/** A property is only in the first matching finding of these. */
const whoOwns = [sameOwner, likelySame, namesake, idNumber] as const
const others = [phone, area, samePlace, grid, ownerKind, sold] as const

/** All findings in an estate or a roster, by tier, then by rule, then in reading order. */
export function checkProperties(properties: readonly CheckedProperty[], situation: Situation): Found[] {
  const drafts: Draft[] = []
  let free = properties
  for (const rule of whoOwns) {
    const found = rule(free, situation)
    const taken = new Set(found.flatMap((draft) => draft.properties))
    if (taken.size > 0) free = free.filter((property) => !taken.has(property))
    drafts.push(...found)
  }
  for (const rule of others) for (const draft of rule(properties, situation)) drafts.push(draft)
  return inOrder(drafts).map(withId)
}

const rank = new Map<CheckRule, number>(CHECK_RULES.map((rule, at) => [rule, at]))

function inOrder(drafts: readonly Draft[]): Draft[] {
  const at = ({ rule, properties }: Draft): number => (rank.get(rule) ?? 0) * 1_000_000 + (properties[0]?.at ?? 999_999)
  return drafts.toSorted((one, other) => one.tier - other.tier || at(one) - at(other))
}

/** Hashes the rule, its rows and the data it read of them into the id. */
export function withId(draft: Draft): Found {
  const ballots = new Set(draft.properties.map(({ ballotId }) => ballotId))
  const isMerged = ballots.size < draft.properties.length && !ballots.has('')
  return {
    ...draft,
    id: hashOf(
      draft,
      draft.properties.map(({ rosterPropertyId, propertyId }) => rosterPropertyId || propertyId),
      draft.values,
    ),
    registryId: isMerged
      ? ''
      : hashOf(
          draft,
          draft.properties.map(({ propertyId }) => propertyId),
          draft.values.map((value) => (typeof value === 'string' && ballots.has(value) ? '' : value)),
        ),
  }
}

const hashOf = ({ rule, tier, missing }: Draft, rows: readonly string[], values: Draft['values']): string =>
  createHash('sha256')
    .update(JSON.stringify([rule, tier, rows, missing, values]))
    .digest('hex')
    .slice(0, 32)
