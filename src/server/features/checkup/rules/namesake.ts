import { ownersRead, type Draft } from './finding.ts'
import { rightsOf, type CheckedProperty } from './properties.ts'
import { repeatedBy } from './unions.ts'

/** One name, different numbers that prove who somebody is: several people, who are never to be merged; nor is who has none and might be any of them. */
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
