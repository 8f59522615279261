import { placeInWords } from '#shared/place/place.ts'
import { fewerHeads, spellings, type Draft } from './finding.ts'
import type { CheckedProperty, Situation } from './properties.ts'
import { comparedPlace } from './places.ts'
import { groupsBy, repeatedBy } from './unions.ts'

/** What parking spaces are; their numbers are counted by themselves. */
const PARKING = 3

/** One place written in several ways (0101 and 101, 1单元 and 一单元): a property, and mostly a head, too many. */
export function samePlace(properties: readonly CheckedProperty[], { rightCount }: Situation): Draft[] {
  const sizes = new Map<number, number>()
  for (const { right } of properties) sizes.set(right, (sizes.get(right) ?? 0) + 1)
  const groups = repeatedBy(properties, (property) => `${comparedPlace(property)}\u0001${property.category === PARKING ? 'parking' : ''}`)
  return [...groups.values()].map((group) => ({
    rule: 'samePlace',
    tier: 1,
    why: `同一位置写了 ${group.length} 次：${spellings(group.map(placeInWords))}，请核对后只保留一条`,
    effect: fewerHeads('只留一条后', rightCount, emptied(group.slice(1), sizes)),
    properties: group,
    missing: [],
    values: group.flatMap((property) => [placeInWords(property), property.ballotId]),
  }))
}

/** How many rights have no property left without these. */
function emptied(removed: readonly CheckedProperty[], sizes: ReadonlyMap<number, number>): number {
  return [...groupsBy(removed, ({ right }) => right)].filter(([right, group]) => group.length === sizes.get(right)).length
}
