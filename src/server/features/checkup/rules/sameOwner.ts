import { maskPhone } from '#shared/owner/masking.ts'
import { mergedEffect, ownersRead, spellings, type Draft } from './finding.ts'
import { rightsOf, type CheckedProperty, type Situation } from './properties.ts'
import { oneApartKeys } from './names.ts'
import { createUnions, repeatedBy } from './unions.ts'

/**
 * One owner on several rights: equal ID numbers with names equal or one character apart, or equal names with an equal phone.
 *
 * Owners are sets: 张三 is not 张三/李四. Equal names and phones with two different numbers that both prove who somebody is are two people.
 */
export function sameOwner(properties: readonly CheckedProperty[], { rightCount }: Situation): Draft[] {
  const unions = createUnions(properties.length)
  const proven = new Map<number, string>()
  /** Unites what is not proven to be two people's. */
  const unite = (one: CheckedProperty, other: CheckedProperty): void => {
    const [first, second] = [unions.rootOf(one.at), unions.rootOf(other.at)]
    const [who, whoElse] = [proven.get(first), proven.get(second)]
    if (who !== undefined && whoElse !== undefined && who !== whoElse) return
    unions.unite(first, second)
    const known = who ?? whoElse
    if (known !== undefined) proven.set(unions.rootOf(first), known)
  }
  for (const property of properties) if (property.isProven && property.idKey !== null) proven.set(property.at, property.idKey)
  // What votes together is one owner's already, whatever its properties say.
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

/** The first of each group with each of the others. */
function uniteEach(groups: Iterable<readonly CheckedProperty[]>, unite: (one: CheckedProperty, other: CheckedProperty) => void): void {
  for (const [first, ...others] of groups) if (first) for (const other of others) unite(first, other)
}

/** Co-owners in the order of their numbers, so that each is compared with the one of the same number. */
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
