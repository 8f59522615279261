import { formatCount, mergedEffect, ownersRead, spellings, type Draft } from './finding.ts'
import { rightsOf, type CheckedProperty, type Situation } from './properties.ts'
import { developerCore, isDeveloper, isOrganisation } from './organisations.ts'
import { groupsBy, repeatedBy } from './unions.ts'

/** Owners who vote by somebody else: organisations, co-owners; and developers under several spellings, who are one head. */
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

/** All of them together: a third of an estate may be. */
function coOwners(properties: readonly CheckedProperty[]): Draft[] {
  const owned = properties.filter(({ names }) => names.length > 1)
  if (owned.length === 0) return []
  const why = `共有 ${formatCount(owned.length)} 套房产由两人以上共有，每套由一名代表投票，按一票计`
  return [{ rule: 'ownerKind', tier: 3, why, effect: '', properties: owned, missing: [], values: ['coOwners', ...owned.map(({ ownerName }) => ownerName)] }]
}
