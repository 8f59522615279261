import type { FindingRow } from '#shared/features/checkup/contract.ts'
import { MAX_FINDING_ROWS, MAX_FINDINGS, saysOneOwner, type CheckRule, type CheckTier } from '#shared/features/checkup/rules.ts'
import { placeInWords } from '#shared/place/place.ts'
import type { Db } from '../../database/schema.ts'
import { checkProperties, withId, type Found } from './rules/check.ts'
import { compareProperties, type OtherProperty } from './rules/compare.ts'
import { readyProperties, type CheckedProperty } from './rules/properties.ts'
import type { Day } from './rules/idNumbers.ts'
import { checkupStore } from './store.ts'
import type { CheckSubject } from './subject.ts'

/** The worker's task. */
export interface CheckupOrder {
  readonly subject: CheckSubject
  /** The day for which ages are computed. */
  readonly onDay: Day
  /** The properties of the other list; absent: run the rules. */
  readonly others?: readonly OtherProperty[]
}

/** A finding as answered, except for what may change independently: its dismissal, and whether its ballots may be merged. */
export interface CheckedFinding {
  readonly id: string
  readonly registryId: string
  readonly rule: CheckRule
  readonly tier: CheckTier
  readonly why: string
  readonly effect: string
  readonly rowCount: number
  readonly rows: readonly Omit<FindingRow, 'refusal' | 'refusalReason'>[]
  /** The ballots of `rows`, if they may be merged; else empty. */
  readonly ballotKeys: readonly number[]
  readonly missing: readonly string[]
  /** The registry ids of all its properties. */
  readonly properties: readonly string[]
}

/** The worker's result. */
export interface Checked {
  readonly rowCount: number
  /** At most {@link MAX_FINDINGS}. */
  readonly findings: readonly CheckedFinding[]
  /** The findings beyond that. */
  readonly rest: readonly { readonly id: string; readonly registryId: string; readonly tier: CheckTier }[]
  /** The ballots of every same-owner finding on a roster, by key. */
  readonly sameOwners: readonly { readonly id: string; readonly registryId: string; readonly ballotKeys: readonly number[] }[]
}

/** All findings of the rules in an estate or a roster, and statistics of the input. */
export async function foundIn(
  db: Db,
  { subject, onDay, others }: CheckupOrder,
): Promise<{ readonly properties: readonly CheckedProperty[]; readonly found: Found[] }> {
  const { properties, rightCount } = readyProperties(await checkupStore(db).properties(subject), onDay)
  if (others === undefined) return { properties, found: checkProperties(properties, { rightCount, onDay, isRoster: subject.kind === 'roster' }) }
  return { properties, found: compareProperties(properties, others).map(withId) }
}

/** Number of rows in an answer from which findings show only {@link FEW_ROWS}: serializing more would block other calls. */
const MANY_ROWS = 2_500
const FEW_ROWS = 5

/** How many properties each finding shows: never tens of thousands, but findings that must be settled are shown whole. */
export function shownRows(found: readonly { readonly tier: CheckTier; readonly properties: readonly unknown[] }[]): number[] {
  let shown = 0
  return found.map(({ tier, properties }) => {
    const rows = Math.min(properties.length, shown < MANY_ROWS || tier === 1 ? MAX_FINDING_ROWS : FEW_ROWS)
    shown += rows
    return rows
  })
}

/** Carries out the worker's order. */
export async function checkUp(db: Db, order: CheckupOrder): Promise<Checked> {
  const { properties, found } = await foundIn(db, order)
  const rows = shownRows(found)
  return {
    rowCount: properties.length,
    findings: found.slice(0, MAX_FINDINGS).map((each, at) => toFinding(each, rows[at] ?? 0)),
    rest: found.slice(MAX_FINDINGS).map(({ id, registryId, tier }) => ({ id, registryId, tier })),
    sameOwners: found
      .filter(({ rule }) => rule === 'sameOwner')
      .map(({ id, registryId, properties: owned }) => ({ id, registryId, ballotKeys: ballotsOf(owned) })),
  }
}

const ballotsOf = (properties: readonly CheckedProperty[]): number[] => [...new Set(properties.flatMap(({ ballotKey }) => ballotKey ?? []))]

function toFinding({ id, registryId, rule, tier, why, effect, properties, missing }: Found, rows: number): CheckedFinding {
  const shown = properties.slice(0, rows)
  return {
    id,
    registryId,
    rule,
    tier,
    why,
    effect,
    rowCount: properties.length,
    rows: shown.map(toRow),
    ballotKeys: saysOneOwner(rule, effect) ? ballotsOf(shown) : [],
    missing: missing.slice(0, MAX_FINDINGS),
    properties: properties.map(({ propertyId }) => propertyId),
  }
}

const toRow = (property: CheckedProperty): CheckedFinding['rows'][number] => ({
  propertyId: property.propertyId,
  rosterPropertyId: property.rosterPropertyId,
  ballotId: property.ballotId,
  place: placeInWords(property),
  ownerName: property.ownerName,
  phone: property.phone,
  idNumber: property.idNumber,
  areaHundredths: property.areaHundredths,
})
