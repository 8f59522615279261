import { idNumbersKey, namesKey, ownerKey, phonesOf } from '#shared/owner/owners.ts'
import { createUnions } from '../../kernel/unions.ts'

/** The data that identify a roster property's owner. */
export interface OwnedProperty {
  readonly ballotKey: number
  readonly ownerName: string
  readonly phone: string
  readonly idNumber: string
}

/** `same`: equal name and ID number. `alike`: equal name only, so that a person must decide. */
export type OwnerGroupKind = 'same' | 'alike'

/** Ballots that belong, or may belong, to one owner. */
export interface OwnerGroup {
  /** At least two, in the order in which their properties were given. */
  readonly ballotKeys: readonly number[]
  /** Whether it differs between the properties. */
  readonly phoneDiffers: boolean
  readonly idNumberDiffers: boolean
}

const identityKey = ({ ownerName, idNumber }: OwnedProperty): string | null => ownerKey(ownerName, idNumber)

/** Names processed per chunk. */
const NAMES_AT_ONCE = 500

/** Groups items that share a key, directly or transitively; groups and their items keep the given order. */
function unionsBy<T>(items: readonly T[], keysOf: (item: T) => readonly (string | number | null)[]): T[][] {
  const unions = createUnions(items.length)
  const firsts = new Map<string | number, number>()
  for (const [index, item] of items.entries()) {
    for (const key of keysOf(item)) {
      if (key === null) continue
      const first = firsts.get(key)
      if (first === undefined) firsts.set(key, index)
      else unions.unite(index, first)
    }
  }
  return [...Map.groupBy(items.keys(), unions.rootOf).values()].map((indices) => indices.flatMap((index) => [items[index] as T]))
}

const ballotsOf = (properties: readonly OwnedProperty[]): number[] => [...new Set(properties.map(({ ballotKey }) => ballotKey))]

function groupOf(properties: readonly OwnedProperty[]): OwnerGroup {
  const differs = (keyOf: (property: OwnedProperty) => string) => new Set(properties.map(keyOf)).size > 1
  return {
    ballotKeys: ballotsOf(properties),
    phoneDiffers: differs(({ phone }) => namesKey(phone)),
    idNumberDiffers: differs(({ idNumber }) => idNumbersKey(idNumber)),
  }
}

/**
 * Groups persons of one name who may still be one owner.
 *
 * A person without an ID number may be any of them. Persons whose ID numbers and phones all differ are different people and
 * never grouped.
 */
function alikeGroups(persons: readonly (readonly OwnedProperty[])[]): OwnerGroup[] {
  const isUnproven = persons.some((properties) => properties.every((property) => identityKey(property) === null))
  const groups = isUnproven ? [persons] : unionsBy(persons, (properties) => properties.flatMap(({ phone }) => phonesOf(phone)))
  return groups
    .filter((group) => group.length > 1)
    .map((group) => groupOf(group.flat()))
    .filter(({ ballotKeys }) => ballotKeys.length > 1)
}

/**
 * Finds the owners of a roster who vote, or seem to vote, with several ballots.
 *
 * Owners are sets of (name, ID number) pairs (`wire.md` section 3). `properties` must be in reading order, and so are the groups; among
 * the alike ones, those with one phone come first. `onChunk` is called periodically, so that other calls are served meanwhile.
 */
export async function ownerGroups(
  properties: readonly OwnedProperty[],
  onChunk: () => Promise<void> = () => Promise.resolve(),
): Promise<Readonly<Record<OwnerGroupKind, OwnerGroup[]>>> {
  const same: OwnerGroup[] = []
  const alike: OwnerGroup[] = []
  let names = 0
  for (const namesakes of Map.groupBy(properties, ({ ownerName }) => namesKey(ownerName)).values()) {
    if (++names % NAMES_AT_ONCE === 0) await onChunk()
    if (ballotsOf(namesakes).length < 2) continue
    // A merged ballot already belongs to one person, whatever its properties' data.
    const persons = unionsBy(namesakes, (property) => [property.ballotKey, identityKey(property)])
    for (const person of persons) if (ballotsOf(person).length > 1) same.push(groupOf(person))
    alike.push(...alikeGroups(persons))
  }
  const firsts = new Set([...same, ...alike].map(({ ballotKeys }) => ballotKeys[0]))
  const places = new Map<number, number>()
  for (const [index, { ballotKey }] of properties.entries()) if (firsts.has(ballotKey) && !places.has(ballotKey)) places.set(ballotKey, index)
  const place = ({ ballotKeys: [first = 0] }: OwnerGroup): number => places.get(first) ?? 0
  return {
    same: same.toSorted((one, other) => place(one) - place(other)),
    alike: alike.toSorted((one, other) => Number(one.phoneDiffers) - Number(other.phoneDiffers) || place(one) - place(other)),
  }
}
