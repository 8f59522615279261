import { sentenceFor } from '#shared/contract/refusals.ts'
import { haveSameNames } from '#shared/owner/owners.ts'
import { miscountedField, placeIdentity, type RosterPropertyFields } from '../property/rules.ts'

/** A property of the registry that is to come into a roster, or to bring it up to date. */
export interface NewProperty extends RosterPropertyFields {
  /** Its public id in the registry. */
  readonly propertyId: string
}
/** A property as it is in the roster. */
export interface RosterProperty extends NewProperty {
  readonly key: number
  readonly ballotKey: number
}

/** Why a sync leaves a property alone, in words. */
export const skipSentences = {
  wholeFixed: sentenceFor('ballot.wholeFixed'),
  frozen: sentenceFor('ballot.frozen'),
  placeTaken: '票权清册中该位置已有另一套房产，请先在票权管理中移除',
  wouldHaveTwoOwners: '产权人与同一票权的其他房产不同，请先拆分票权再同步',
  notInRoster: '该房产不在票权清册中',
  miscounted: '清册中产权人、手机号、证件号的个数会不一致，请在票权管理中修改',
} as const

/** A property that a sync leaves alone, and why. */
export interface Skipped {
  readonly propertyId: string
  readonly reason: keyof typeof skipSentences
}

/** What a sync may be limited to. */
export type OwnerField = 'areaHundredths' | 'ownerName' | 'phone' | 'idNumber'

/** What a sync is decided from. */
export interface SyncFacts {
  readonly properties: readonly NewProperty[]
  /** The roster properties of these properties and at their places, with all others on the same ballots. */
  readonly rosterProperties: readonly RosterProperty[]
  /** The ballots of those that may not be adjusted, by key; see isBallotFrozen(). */
  readonly frozen: ReadonlySet<number>
  /** Whether heads and area are fixed; see wholeRefusal(). */
  readonly isWholeFixed: boolean
  /** Why properties that the roster lacks are left out; null if they come in. */
  readonly absent: 'notInRoster' | 'wholeFixed' | null
  /** Ids among those of `properties` that the registry still has. */
  readonly registered: ReadonlySet<string>
  /** The only fields that are written to a roster property; all where they are not given. */
  readonly fields?: readonly OwnerField[] | undefined
}

/** What a sync does: each property is in exactly one of the three. */
export interface SyncPlan {
  readonly added: NewProperty[]
  readonly updated: { readonly rosterProperty: RosterProperty; readonly property: NewProperty }[]
  readonly skipped: Skipped[]
}

/**
 * What a sync does with each property (`wire.md` section 3).
 *
 * A roster property is known by its property's id; where that is no longer registered (it was deleted and registered again, or
 * the roster property was added by hand) by its place. Ballots that are frozen stay as they are, and no area changes once the whole is fixed. Roster properties of one ballot may change their owner together, never one without the others.
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

/** A roster property with these fields as the registry has them, and all others as they are in the roster. */
function withOnly(fields: readonly OwnerField[], { key: _key, ballotKey: _ballotKey, ...rosterProperty }: RosterProperty, property: NewProperty): NewProperty {
  return { ...rosterProperty, propertyId: property.propertyId, ...Object.fromEntries(fields.map((field) => [field, property[field]])) }
}
