import { createHash } from 'node:crypto'
import { CHECK_RULES, type CheckRule } from '#shared/features/checkup/rules.ts'
import { area } from './area.ts'
import type { Draft } from './finding.ts'
import { grid } from './grid.ts'
import type { CheckedProperty, Situation } from './properties.ts'
import { idNumber } from './idNumber.ts'
import { likelySame } from './likelySame.ts'
import { namesake } from './namesake.ts'
import { ownerKind } from './ownerKind.ts'
import { phone } from './phone.ts'
import { sameOwner } from './sameOwner.ts'
import { samePlace } from './samePlace.ts'

/** A finding with the id by which it is put aside, and comes back when something that it rests on has changed. */
export interface Found extends Draft {
  readonly id: string
}

/** A property is in one finding of these only: the first that fits. */
const whoOwns = [sameOwner, likelySame, namesake, idNumber] as const
const others = [phone, area, samePlace, grid, ownerKind] as const

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
  const rows = draft.properties.map(({ rosterPropertyId, propertyId }) => rosterPropertyId || propertyId)
  const read = JSON.stringify([draft.rule, draft.tier, rows, draft.missing, draft.values])
  return { ...draft, id: createHash('sha256').update(read).digest('hex').slice(0, 32) }
}
