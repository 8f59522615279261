import { maskPhone } from '#shared/owner/masking.ts'
import { mergedEffect, ownersRead, spellings, type Draft, formatCount } from './finding.ts'
import { rightsOf, type CheckedProperty, type Situation } from './properties.ts'
import { oneApartKeys } from './names.ts'
import { createUnions } from '../../../kernel/unions.ts'
import { repeatedBy, groupsBy } from './groups.ts'
import { developerCore, isDeveloper, isOrganisation } from './organisations.ts'

/**
 * One owner with several rights: equal ID numbers with names equal or one character apart, or equal names with an equal phone.
 *
 * Owners are sets: 张三 is not 张三/李四. Equal names and phones with two different valid ID numbers are two people.
 */
export function sameOwner(properties: readonly CheckedProperty[], { rightCount }: Situation): Draft[] {
  const unions = createUnions(properties.length)
  const proven = new Map<number, string>()
  /** Unites two unless they are proven to be different people. */
  const unite = (one: CheckedProperty, other: CheckedProperty): void => {
    const [first, second] = [unions.rootOf(one.at), unions.rootOf(other.at)]
    const [who, whoElse] = [proven.get(first), proven.get(second)]
    if (who !== undefined && whoElse !== undefined && who !== whoElse) return
    unions.unite(first, second)
    const known = who ?? whoElse
    if (known !== undefined) proven.set(unions.rootOf(first), known)
  }
  for (const property of properties) if (property.isProven && property.idKey !== null) proven.set(property.at, property.idKey)
  // Properties sharing a ballot already have one owner, whatever their data.
  uniteEach(repeatedBy(properties, ({ right }) => right).values(), (one, other) => unions.unite(one.at, other.at))
  for (const group of repeatedBy(properties, ({ idKey }) => idKey).values()) {
    if (rightsOf(group) > 1) uniteEach(repeatedBy(group, (property) => oneApartKeys(namesByIds(property))).values(), unite)
  }
  for (const group of repeatedBy(properties, phoneKeys).values()) {
    if (new Set(group.flatMap(({ isProven, idKey }) => (isProven && idKey !== null ? [idKey] : []))).size <= 1) uniteEach([group], unite)
  }
  return [...repeatedBy(properties, ({ at }) => unions.rootOf(at)).values()]
    .filter((group) => rightsOf(group) > 1)
    .map((group) => ({
      rule: 'sameOwner',
      tier: 1,
      why: `疑似同一人：${whyOf(group)}，现在按 ${rightsOf(group)} 票计`,
      effect: mergedEffect(rightCount, group),
      properties: group,
      missing: [],
      values: ownersRead(group),
    }))
}

/** Unites the first of each group with each of the others. */
function uniteEach(groups: Iterable<readonly CheckedProperty[]>, unite: (one: CheckedProperty, other: CheckedProperty) => void): void {
  for (const [first, ...others] of groups) if (first) for (const other of others) unite(first, other)
}

/** Co-owners' names sorted by ID number, so that those with equal numbers are compared. */
function namesByIds({ names, ids }: CheckedProperty): string {
  if (names.length === 1) return names[0] ?? ''
  const pairs = names.map((name, at) => ({ name, id: ids[at] ?? '' }))
  return pairs
    .toSorted((one, other) => (one.id < other.id ? -1 : one.id > other.id ? 1 : 0))
    .map(({ name }) => name)
    .join('/')
}

const phoneKeys = ({ nameKey, phones }: CheckedProperty): string[] => (nameKey === '' ? [] : phones.map((phone) => `${nameKey} ${phone}`))

function whyOf(group: readonly CheckedProperty[]): string {
  const written = new Set(group.map(({ ownerName }) => ownerName))
  const hasOneId = group.every(({ idKey }) => idKey !== null && idKey === group[0]?.idKey)
  const hasOneName = group.every(({ nameKey }) => nameKey === group[0]?.nameKey)
  const spelled = written.size > 1 ? `（写法：${spellings(written)}）` : ''
  if (hasOneId && hasOneName) return `姓名、证件号相同${spelled}`
  if (hasOneId) return `证件号相同，姓名相差一个字（${spellings(written)}）`
  const phones = [...repeatedBy(group, ({ phones: all }) => all)].filter(([, some]) => rightsOf(some) > 1).map(([phone]) => maskPhone(phone))
  return `姓名相同，手机号相同（${spellings(phones)}）${spelled}`
}

/** A phone shared by more owners than this belongs to a representative: it does not identify them. */
const MAX_PHONE_OWNERS = 10

/**
 * Possibly one owner with several rights: equal names with an ID number missing on either side, or names one character
 * apart with one phone.
 */
export function likelySame(properties: readonly CheckedProperty[], { rightCount }: Situation): Draft[] {
  const unions = createUnions(1 + Math.max(-1, ...tops(properties)))
  const uniteAll = ([first, ...others]: readonly CheckedProperty[]): void => {
    if (first) for (const other of others) unions.unite(first.at, other.at)
  }
  for (const group of repeatedBy(properties, ({ right }) => right).values()) uniteAll(group)
  const named = properties.filter(({ nameKey }) => nameKey !== '')
  for (const group of repeatedBy(named, ({ nameKey }) => nameKey).values()) {
    if (group.length > 1 && group.some(({ idKey }) => idKey === null)) uniteUnproven(group, uniteAll)
  }
  for (const group of repeatedBy(named, ({ phones }) => phones).values()) {
    const owners = new Set(group.map(({ nameKey }) => nameKey))
    if (owners.size < 2 || owners.size > MAX_PHONE_OWNERS) continue
    for (const alike of repeatedBy(group, ({ nameKey }) => oneApartKeys(nameKey)).values()) uniteUnproven(alike, uniteAll)
  }
  return [...repeatedBy(properties, ({ at }) => unions.rootOf(at)).values()]
    .filter((group) => rightsOf(group) > 1)
    .map((group) => ({
      rule: 'likelySame',
      tier: 2,
      why: whyAlike(group),
      effect: mergedEffect(rightCount, group),
      properties: group,
      missing: [],
      values: ownersRead(group),
    }))
}

/** The highest index among the properties, without spreading 100,000 arguments. */
function tops(properties: readonly CheckedProperty[]): number[] {
  const last = properties.at(-1)
  return last ? [last.at] : []
}

/** Keeps apart people whose valid numbers differ, however similar their names, and anyone who might be either of them. */
function uniteUnproven(group: readonly CheckedProperty[], uniteAll: (properties: readonly CheckedProperty[]) => void): void {
  const proven = new Set(group.flatMap(({ isProven, idKey }) => (isProven && idKey !== null ? [idKey] : [])))
  if (proven.size < 2) uniteAll(group)
}

function whyAlike(group: readonly CheckedProperty[]): string {
  const names = new Set(group.map(({ nameKey }) => nameKey))
  if (names.size === 1)
    return `姓名相同（${group[0]?.ownerName ?? ''}），${group.every(({ idKey }) => idKey === null) ? '都没有' : '有的没有'}完整的证件号，请核对是不是同一人`
  const phones = [...repeatedBy(group, ({ phones: all }) => all)].filter(([, some]) => rightsOf(some) > 1).map(([phone]) => maskPhone(phone))
  return `姓名相差一个字（${spellings(group.map(({ ownerName }) => ownerName))}），手机号相同（${spellings(phones)}），请核对是不是同一人`
}

/** Equal names with different valid ID numbers: several people, never to be merged; nor those without a number who might be any of them. */
export function namesake(properties: readonly CheckedProperty[]): Draft[] {
  const told = properties.filter(({ isProven, idKey, nameKey }) => (isProven || idKey === null) && nameKey !== '')
  return [...repeatedBy(told, ({ nameKey }) => nameKey).values()].flatMap((group): Draft[] => {
    const proven = group.filter(({ isProven }) => isProven)
    const people = new Set(proven.map(({ idKey }) => idKey)).size
    if (people < 2 || rightsOf(proven) < 2) return []
    const unknown = group.length - proven.length
    const others = unknown === 0 ? '' : `；另有 ${unknown} 套没有完整的证件号，请向业主核对是哪一位`
    const why = `同名（${group[0]?.ownerName ?? ''}），证件号不同：按 ${people} 位业主计，不要合并${others}`
    return [{ rule: 'namesake', tier: 3, why, effect: '', properties: group, missing: [], values: ownersRead(group) }]
  })
}

/** Owners represented by someone when voting: organisations, co-owners; and developers with several spellings, who are one head. */
export function ownerKind(properties: readonly CheckedProperty[], situation: Situation): Draft[] {
  return [...developers(properties, situation), ...organisations(properties), ...coOwners(properties)]
}

function developers(properties: readonly CheckedProperty[], { rightCount }: Situation): Draft[] {
  const ofOne = properties.filter(({ names }) => names.length === 1 && isDeveloper(names[0] ?? ''))
  return [...repeatedBy(ofOne, ({ nameKey }) => developerCore(nameKey) || null).values()]
    .filter((group) => rightsOf(group) > 1 && new Set(group.map(({ nameKey }) => nameKey)).size > 1)
    .map((group) => ({
      rule: 'ownerKind',
      tier: 2,
      why: `开发企业名称写法不一（${spellings(group.map(({ ownerName }) => ownerName))}），请核对是不是同一单位；同一单位按 1 人计`,
      effect: mergedEffect(rightCount, group),
      properties: group,
      missing: [],
      values: ['developer', ...ownersRead(group)],
    }))
}

function organisations(properties: readonly CheckedProperty[]): Draft[] {
  const owned = properties.filter(({ names }) => names.some(isOrganisation))
  return [...groupsBy(owned, ({ nameKey }) => nameKey).values()].map((group) => ({
    rule: 'ownerKind',
    tier: 3,
    why: `产权人是单位（${group[0]?.ownerName ?? ''}，${formatCount(group.length)} 套），投票须有单位的授权委托书`,
    effect: '',
    properties: group,
    missing: [],
    values: ['organisation', ...group.map(({ ownerName }) => ownerName)],
  }))
}

/** A single finding for all: they may be a third of an estate. */
function coOwners(properties: readonly CheckedProperty[]): Draft[] {
  const owned = properties.filter(({ names }) => names.length > 1)
  if (owned.length === 0) return []
  const why = `共有 ${formatCount(owned.length)} 套房产由两人以上共有，每套由一名代表投票，按一票计`
  return [{ rule: 'ownerKind', tier: 3, why, effect: '', properties: owned, missing: [], values: ['coOwners', ...owned.map(({ ownerName }) => ownerName)] }]
}
