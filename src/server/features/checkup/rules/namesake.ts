import { ownersRead, type Draft } from './finding.ts'
import { rightsOf, type CheckedProperty } from './properties.ts'
import { repeatedBy } from './unions.ts'

/** One name, different numbers that prove who somebody is: several people, who are never to be merged. */
export function namesake(properties: readonly CheckedProperty[]): Draft[] {
  const proven = properties.filter(({ isProven, nameKey }) => isProven && nameKey !== '')
  return [...repeatedBy(proven, ({ nameKey }) => nameKey).values()].flatMap((group): Draft[] => {
    const people = new Set(group.map(({ idKey }) => idKey)).size
    if (people < 2 || rightsOf(group) < 2) return []
    const why = `同名（${group[0]?.ownerName ?? ''}），证件号不同：按 ${people} 位业主计，不要合并`
    return [{ rule: 'namesake', tier: 3, why, effect: '', properties: group, missing: [], values: ownersRead(group) }]
  })
}
