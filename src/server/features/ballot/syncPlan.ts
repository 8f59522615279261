import { sentenceFor } from '#shared/contract/refusals.ts'
import { haveSameNames } from '#shared/owner/owners.ts'
import { miscountedField, placeIdentity, type RosterPropertyFields } from '../property/rules.ts'

/** A registry property to add to, or update in, a roster. */
export interface NewProperty extends RosterPropertyFields {
  /** Its public id in the registry. */
  readonly propertyId: string
}
/** A property as it is in the roster. */
export interface RosterProperty extends NewProperty {
  readonly key: number
  readonly ballotKey: number
}

/** Why a sync skips a property, as message. */
export const skipSentences = {
  wholeFixed: sentenceFor('ballot.wholeFixed'),
  frozen: sentenceFor('ballot.frozen'),
  placeTaken: '票权清册中该位置已有另一套房产，请先在票权管理中移除',
  wouldHaveTwoOwners: '产权人与同一票权的其他房产不同，请先拆分票权再同步',
  notInRoster: '该房产不在票权清册中',
  miscounted: '清册中产权人、手机号、证件号的个数会不一致，请在票权管理中修改',
} as const

/** A property skipped by a sync, and why. */
export interface Skipped {
  readonly propertyId: string
  readonly reason: keyof typeof skipSentences
}

/** The fields that a sync may be limited to. */
export type OwnerField = 'areaHundredths' | 'ownerName' | 'phone' | 'idNumber'

/** Input of a sync plan. */
export interface SyncFacts {
  readonly properties: readonly NewProperty[]
  /** The roster properties with these ids or at these places, with all others on the same ballots. */
  readonly rosterProperties: readonly RosterProperty[]
  /** Keys of ballots that may not be adjusted; see isBallotFrozen(). */
  readonly frozen: ReadonlySet<number>
  /** Whether heads and area are fixed; see wholeRefusal(). */
  readonly isWholeFixed: boolean
  /** Why properties missing in the roster are skipped; null if they are added. */
  readonly absent: 'notInRoster' | 'wholeFixed' | null
  /** Those ids of `properties` still in the registry. */
  readonly registered: ReadonlySet<string>
  /** The only fields to write to a roster property; all if absent. */
  readonly fields?: readonly OwnerField[] | undefined
}

/** The plan of a sync: each property is in exactly one of the three. */
export interface SyncPlan {
  readonly added: NewProperty[]
  readonly updated: { readonly rosterProperty: RosterProperty; readonly property: NewProperty }[]
  readonly skipped: Skipped[]
}

/**
 * Plans what a sync does with each property (`wire.md` section 3).
 *
 * A roster property is matched by its property's id; if that is no longer registered (it was deleted and registered again,
 * or the roster property was added by hand), by its place. Frozen ballots stay as they are, and no area changes once the
 * total is fixed. Roster properties of one ballot may change their owner only together.
 */
export function planSync({ properties, rosterProperties, frozen, isWholeFixed, absent, registered, fields }: SyncFacts): SyncPlan {
  const byId = new Map(rosterProperties.map((rosterProperty) => [rosterProperty.propertyId, rosterProperty]))
  const byPlace = new Map(rosterProperties.map((rosterProperty) => [placeIdentity(rosterProperty), rosterProperty]))
  const plan: SyncPlan = { added: [], updated: [], skipped: [] }
  const wanted: SyncPlan['updated'] = []
  for (const property of properties) {
    const skip = (reason: Skipped['reason']) => plan.skipped.push({ propertyId: property.propertyId, reason })
    const standing = byPlace.get(placeIdentity(property))
    const rosterProperty = byId.get(property.propertyId) ?? (standing && !registered.has(standing.propertyId) ? standing : undefined)
    if (standing && standing.key !== rosterProperty?.key) skip('placeTaken')
    else if (!rosterProperty) {
      if (absent === null) plan.added.push(property)
      else skip(absent)
    } else {
      const written = fields === undefined ? property : withOnly(fields, rosterProperty, property)
      if (isWholeFixed && written.areaHundredths !== rosterProperty.areaHundredths) skip('wholeFixed')
      else if (frozen.has(rosterProperty.ballotKey)) skip('frozen')
      else if (miscountedField(written) !== null) skip('miscounted')
      else wanted.push({ rosterProperty, property: written })
    }
  }
  const newNames = new Map(wanted.map(({ rosterProperty, property }) => [rosterProperty.key, property.ownerName]))
  for (const [ballotKey, changes] of Map.groupBy(wanted, ({ rosterProperty }) => rosterProperty.ballotKey)) {
    const [first = '', ...others] = rosterProperties
      .filter((rosterProperty) => rosterProperty.ballotKey === ballotKey)
      .map((rosterProperty) => newNames.get(rosterProperty.key) ?? rosterProperty.ownerName)
    const isOneOwners = others.every((other) => haveSameNames(first, other))
    for (const change of changes) {
      const isKept = isOneOwners || haveSameNames(change.property.ownerName, change.rosterProperty.ownerName)
      if (isKept) plan.updated.push(change)
      else plan.skipped.push({ propertyId: change.property.propertyId, reason: 'wouldHaveTwoOwners' })
    }
  }
  return plan
}

/** A roster property with these fields taken from the registry, and all others unchanged. */
function withOnly(fields: readonly OwnerField[], { key: _key, ballotKey: _ballotKey, ...rosterProperty }: RosterProperty, property: NewProperty): NewProperty {
  return { ...rosterProperty, propertyId: property.propertyId, ...Object.fromEntries(fields.map((field) => [field, property[field]])) }
}
