import { createHash } from 'node:crypto'
import { SOLD } from '#shared/features/property/categories.ts'
import { CHECK_RULES, checkRuleNames, type CheckRule } from '#shared/features/checkup/rules.ts'
import type { Draft } from './finding.ts'
import { idNumber, phone } from './numberRules.ts'
import { likelySame, namesake, ownerKind, sameOwner } from './ownerRules.ts'
import { area, grid, samePlace } from './placeRules.ts'
import type { CheckedProperty, Situation } from './properties.ts'

/** A finding with the id by which it is put aside, and comes back when something that it rests on has changed. */
export interface Found extends Draft {
  readonly id: string
  /** The id that it has in the check-up of the registry; `''` where some of its properties vote together already. */
  readonly registryId: string
}

/** Properties that are sold and still in the name of who sold them: until it is another's, whoever is registered votes. */
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

/** A property is in one finding of these only: the first that fits. */
const whoOwns = [sameOwner, likelySame, namesake, idNumber] as const
const others = [phone, area, samePlace, grid, ownerKind, sold] as const

/** All that the rules find in an estate or a roster, by tier, then by rule, then in reading order. */
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

/** A hash of the rule, its rows and what it read of them. */
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
