import { maskPhone } from '#shared/owner/masking.ts'
import { mergedEffect, ownersRead, spellings, type Draft } from './finding.ts'
import { rightsOf, type CheckedProperty, type Situation } from './properties.ts'
import { oneApartKeys } from './names.ts'
import { createUnions, repeatedBy } from './unions.ts'

/** A phone of more owners than that is somebody's who answers for all of them: it says nothing of who they are. */
const MAX_PHONE_OWNERS = 10

/** Who may be one owner on several rights: one name with a number missing on either side, or names one character apart with one phone. */
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
      why: whyOf(group),
      effect: mergedEffect(rightCount, group),
      properties: group,
      missing: [],
      values: ownersRead(group),
    }))
}

/** The last place among the properties, without spreading a hundred thousand arguments. */
function tops(properties: readonly CheckedProperty[]): number[] {
  const last = properties.at(-1)
  return last ? [last.at] : []
}

/** Two people whose numbers prove that they are two stay apart, however alike their names, and so does who might be either. */
function uniteUnproven(group: readonly CheckedProperty[], uniteAll: (properties: readonly CheckedProperty[]) => void): void {
  const proven = new Set(group.flatMap(({ isProven, idKey }) => (isProven && idKey !== null ? [idKey] : [])))
  if (proven.size < 2) uniteAll(group)
}

function whyOf(group: readonly CheckedProperty[]): string {
  const names = new Set(group.map(({ nameKey }) => nameKey))
  if (names.size === 1)
    return `姓名相同（${group[0]?.ownerName ?? ''}），${group.every(({ idKey }) => idKey === null) ? '都没有' : '有的没有'}完整的证件号，请核对是不是同一人`
  const phones = [...repeatedBy(group, ({ phones: all }) => all)].filter(([, some]) => rightsOf(some) > 1).map(([phone]) => maskPhone(phone))
  return `姓名相差一个字（${spellings(group.map(({ ownerName }) => ownerName))}），手机号相同（${spellings(phones)}），请核对是不是同一人`
}
