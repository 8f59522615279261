import { Refusal, type PlainReason } from '#shared/contract/refusals.ts'
import { isDeepStrictEqual } from 'node:util'
import type { Kysely, Transaction } from 'kysely'
import {
  Voter,
  type OwnerWithProperties,
  type RosterAddition,
  type RosterChange,
  type SplitOut,
  type SyncResult,
  type UnsettledInRoster,
} from '#shared/features/ballot/contract.ts'
import type { ActivityStatus } from '#shared/features/activity/rules.ts'
import { placeInWords, placeKey } from '#shared/place/place.ts'
import type { JournaledDatabase } from '../audit/journal.ts'
import type { Schema } from '../../database/schema.ts'
import type { Caller } from '../../http/context.ts'
import type { Clock } from '../../kernel/clock.ts'
import { newId } from '../../kernel/ids.ts'
import { checkVersion } from '../../kernel/version.ts'
import { inJournal as activityInJournal, type ActivityRecord, type ActivityService } from '../activity/service.ts'
import { byNormalPlace, fromColumns, given, placeIdentity, unsettledReason, withOwners } from '../property/rules.ts'
import type { PropertyService } from '../property/service.ts'
import { takeProperties } from './roster.ts'
import {
  isRowFrozen,
  mergeRefusal,
  modifyRefusal,
  removeRefusal,
  splitOutRefusal,
  splitRefusal,
  type RosterPropertyFields,
  type PropertyOnBallot,
} from './rules.ts'
import { ballotStore, type BallotRow } from './store.ts'
import { type RosterPropertyRow } from './rosterPropertyQueries.ts'
import { propertyInJournal } from './propertyInJournal.ts'
import { createSync, inWords } from './sync.ts'
import { createUnmergedOwners } from './unmergedOwners.ts'
import { foundVoters, votersOf } from './voters.ts'

export interface BallotDeps {
  readonly database: JournaledDatabase
  readonly clock: Clock
  readonly properties: PropertyService
  readonly activities: ActivityService
}

interface Ballot {
  readonly key: number
  readonly id: string
  /** Nothing of it may be adjusted now. */
  readonly isFrozen: boolean
}

const onBallot = (row: RosterPropertyRow): PropertyOnBallot => ({ key: row.id, ownerName: row.owner_name, phone: row.phone })
const toBallot = (row: BallotRow, status: ActivityStatus): Ballot => ({ key: row.id, id: row.public_id, isFrozen: isRowFrozen(status, row) })

function unless(reason: PlainReason | null): void {
  if (reason !== null) throw new Refusal(reason)
}

/** Rosters and ballots (票权清册、票权): `wire.md` section 5. */
export function createBallotService({ database, clock, properties, activities }: BallotDeps) {
  const { bringUpToDate, requireRegistered } = createSync(properties, clock)

  /** The ballot of that public id; a refusal 404 where the activity has none, 409 where it has ended. */
  async function requireBallot(db: Kysely<Schema>, activity: ActivityRecord, id: string): Promise<Ballot> {
    const row = await ballotStore(db).find(activity.id, id)
    if (!row) throw new Refusal('ballot.notFound')
    if (row.is_ended === 1) throw new Refusal('ballot.ended')
    return toBallot(row, activity.status)
  }

  async function ballotOf(db: Kysely<Schema>, activity: ActivityRecord, rosterProperty: RosterPropertyRow): Promise<Ballot> {
    const [row] = await ballotStore(db).byKeys([rosterProperty.ballot_id])
    if (!row) throw new Error(`roster property ${rosterProperty.public_id} is on no ballot`)
    return toBallot(row, activity.status)
  }

  /** A house of an activity's roster, by its id in the registry or in the roster. */
  async function requireProperty(db: Kysely<Schema>, activityKey: number, eitherId: string): Promise<RosterPropertyRow> {
    const row = await ballotStore(db).property(activityKey, eitherId)
    if (!row) throw new Refusal('property.notFound')
    return row
  }

  /** What the journal keeps of a house that moves between ballots: the house and the ballot it is on now; never the other houses there. */
  async function inJournal(db: Kysely<Schema>, activity: ActivityRecord, rosterPropertyKey: number) {
    const store = ballotStore(db)
    const [rosterProperty] = await store.propertiesByKeys([rosterPropertyKey])
    const [ballot] = rosterProperty ? await store.byKeys([rosterProperty.ballot_id]) : []
    if (!rosterProperty || !ballot) throw new Error('a house is on no ballot')
    return {
      ...activityInJournal(activity),
      ...propertyInJournal(rosterProperty),
      ballotId: ballot.public_id,
      ballotNumber: ballot.number,
      ballotAreaHundredths: ballot.area_hundredths,
    }
  }

  /** The house with its ballot, the others on it, and what the activity's status allows. */
  async function requireAdjustable(tx: Transaction<Schema>, activityId: string, eitherId: string, caller: Caller) {
    const activity = await activities.requireStep(tx, activityId, 'adjustBallots', caller)
    const rosterProperty = await requireProperty(tx, activity.id, eitherId)
    const ballot = await ballotOf(tx, activity, rosterProperty)
    const others = (await ballotStore(tx).propertiesOf([ballot.key])).filter((each) => each.id !== rosterProperty.id).map(onBallot)
    return { activity, rosterProperty, ballot, others }
  }

  /** The same by the roster's own id, which names its activity by itself. */
  async function requireAdjustableById(tx: Transaction<Schema>, rosterPropertyId: string, caller: Caller) {
    const row = await ballotStore(tx).propertyOfAny(rosterPropertyId)
    if (!row) throw new Refusal('property.notFound')
    const { public_id: activityId } = await activities.ofKey(tx, row.activity_id)
    return requireAdjustable(tx, activityId, rosterPropertyId, caller)
  }

  /** Puts a house on a new ballot of its own; both ballots' areas follow. */
  async function putOnOwnBallot(
    tx: Transaction<Schema>,
    activity: ActivityRecord,
    rosterProperty: RosterPropertyRow,
    from: Ballot,
  ): Promise<{ key: number; id: string }> {
    const store = ballotStore(tx)
    const id = newId()
    const { id: key } = await store.insertBallot(activity.id, id, (await store.lastNumber(activity.id)) + 1, 0)
    await store.putOnBallot(rosterProperty.id, key)
    await store.settle([from.key, key])
    return { key, id }
  }

  const unmerged = createUnmergedOwners({ database, activities })

  return {
    ...unmerged,
    requireProperty,
    bringUpToDate,
    /** Roster properties with their ballots, by the database's keys, in their order. */
    voters: votersOf,
    foundVoters,
    /** What is to be looked at before an activity starts: its ballots, and owners whose houses are on several of them. */
    overview: async (db: Kysely<Schema>, activityKey: number): Promise<{ ballotCount: number; unmergedOwnerCount: number }> => ({
      ballotCount: await ballotStore(db).count(activityKey),
      unmergedOwnerCount: await unmerged.unmergedOwnerCount(db, activityKey),
    }),

    async sync({ activityId, propertyIds }: { activityId: string; propertyIds: readonly string[] }, caller: Caller): Promise<SyncResult> {
      return database.write(async ({ tx, journal }) => {
        const activity = await activities.requireStep(tx, activityId, 'sync', caller)
        const fresh = await requireRegistered(tx, activity, propertyIds)
        const propertiesNow = async () => {
          const rosterProperties = await ballotStore(tx).propertiesByIds(activity.id, propertyIds)
          return new Map(rosterProperties.map((rosterProperty) => [rosterProperty.property_public_id, propertyInJournal(rosterProperty)]))
        }
        const before = await propertiesNow()
        const result = inWords(await bringUpToDate(tx, activity, fresh, { isAdding: true }))
        const after = await propertiesNow()
        const skipped = result.skipped.map((one) => ({ ...one, place: after.get(one.propertyId)?.place ?? '' }))
        const rows = [...after].map(([id, rosterProperty]) => ({ before: before.get(id) ?? null, after: rosterProperty }))
        journal.record({
          caller,
          action: 'ballot.sync',
          subject: activityId,
          before: null,
          after: { ...activityInJournal(activity), ...result, skipped },
          rows: rows.filter(({ before: was, after: is }) => !isDeepStrictEqual(was, is)),
        })
        return result
      })
    },

    /** Puts a house on another's ballot: one owner's houses are one head (`counting.md` section 1). */
    async merge({ activityId, ballotId, propertyId }: { activityId: string; ballotId: string; propertyId: string }, caller: Caller): Promise<null> {
      await database.write(async ({ tx, journal }) => {
        const activity = await activities.requireStep(tx, activityId, 'adjustBallots', caller)
        const main = await requireBallot(tx, activity, ballotId)
        const rosterProperty = await requireProperty(tx, activity.id, propertyId)
        const from = await ballotOf(tx, activity, rosterProperty)
        const store = ballotStore(tx)
        const propertiesOfMain = await store.propertiesOf([main.key])
        unless(mergeRefusal({ isFrozen: main.isFrozen, properties: propertiesOfMain.map(onBallot) }, onBallot(rosterProperty), from))
        const before = await inJournal(tx, activity, rosterProperty.id)
        await store.putOnBallot(rosterProperty.id, main.key)
        await store.settle([main.key, from.key])
        const [left] = await store.byKeys([from.key])
        const mainPlace = propertiesOfMain[0] ? placeInWords(propertiesOfMain[0]) : ''
        const after = { ...(await inJournal(tx, activity, rosterProperty.id)), mainPlace, isEnded: left?.is_ended === 1 }
        journal.record({ caller, action: 'ballot.merge', subject: ballotId, before, after })
      })
      return null
    },

    async split({ activityId, ballotId, propertyId }: { activityId: string; ballotId: string; propertyId: string }, caller: Caller) {
      return database.write(async ({ tx, journal }) => {
        const { activity, rosterProperty, ballot, others } = await requireAdjustable(tx, activityId, propertyId, caller)
        const named = await requireBallot(tx, activity, ballotId)
        if (named.key !== ballot.key) throw new Refusal('ballot.notOnIt')
        unless(splitRefusal(ballot, others))
        const before = await inJournal(tx, activity, rosterProperty.id)
        const made = await putOnOwnBallot(tx, activity, rosterProperty, ballot)
        journal.record({ caller, action: 'ballot.split', subject: ballotId, before, after: await inJournal(tx, activity, rosterProperty.id) })
        return { ballotId: made.id }
      })
    },

    /** Takes one house out to a ballot of its own, with new owner details. */
    async splitOut({ activityId, propertyId, ...details }: SplitOut, caller: Caller): Promise<{ ballotId: string }> {
      const owner = withOwners(details)
      return database.write(async ({ tx, journal }) => {
        const { activity, rosterProperty, ballot, others } = await requireAdjustable(tx, activityId, propertyId, caller)
        unless(splitOutRefusal(ballot, others, owner))
        const before = await inJournal(tx, activity, rosterProperty.id)
        await ballotStore(tx).updateProperty(rosterProperty.id, { ...fromColumns(rosterProperty), ...owner }, clock.now())
        const made = await putOnOwnBallot(tx, activity, rosterProperty, ballot)
        journal.record({ caller, action: 'ballot.splitOut', subject: ballot.id, before, after: await inJournal(tx, activity, rosterProperty.id) })
        return { ballotId: made.id }
      })
    },

    /** Adds a house that the registry's copy lacked, with a ballot of its own. */
    async addProperty({ activityId, ...addition }: RosterAddition, caller: Caller): Promise<{ rosterPropertyId: string }> {
      const fields: RosterPropertyFields = withOwners(addition)
      return database.write(async ({ tx, journal }) => {
        const activity = await activities.requireStep(tx, activityId, 'adjustBallots', caller)
        const store = ballotStore(tx)
        const standing = await store.propertiesAtPlaces(activity.id, [placeKey(fields)])
        if (standing.some((rosterProperty) => placeIdentity(rosterProperty) === placeIdentity(fields))) throw new Refusal('ballot.placeTaken')
        const propertyId = (await properties.idAt(tx, activity.estate_id, fields)) ?? newId()
        // A registered house whose place has changed since may stand in the roster at its old one.
        const isFreeId = (await store.propertiesByIds(activity.id, [propertyId])).length === 0
        const rosterProperty = { ...fields, propertyId: isFreeId ? propertyId : newId() }
        const [taken] = await takeProperties(tx, activity.id, [rosterProperty], { firstNumber: (await store.lastNumber(activity.id)) + 1, now: clock.now() })
        if (!taken) throw new Error('a house was not taken in')
        const after = { ...activityInJournal(activity), ...rosterProperty, rosterPropertyId: taken.rosterPropertyId }
        journal.record({ caller, action: 'ballot.addProperty', subject: taken.rosterPropertyId, before: null, after })
        return { rosterPropertyId: taken.rosterPropertyId }
      })
    },

    /** Changes what is given of owner data and area; the rest and the place stay. Refused with 409 where it was changed since the version that is named. */
    async modifyProperty({ rosterPropertyId, version, ...change }: RosterChange, caller: Caller): Promise<null> {
      await database.write(async ({ tx, journal }) => {
        const { activity, rosterProperty, ballot, others } = await requireAdjustableById(tx, rosterPropertyId, caller)
        const [voter] = await votersOf(tx, [rosterProperty.id])
        checkVersion(version, rosterProperty.updated_at, () => voter && Voter.encode(voter))
        const before = fromColumns(rosterProperty)
        const after = withOwners({ ...before, ...given(change) })
        unless(modifyRefusal(ballot, others, after))
        await ballotStore(tx).updateProperty(rosterProperty.id, after, clock.now())
        await ballotStore(tx).settle([ballot.key])
        const named = activityInJournal(activity)
        journal.record({
          caller,
          action: 'ballot.modifyProperty',
          subject: rosterPropertyId,
          before: { ...named, ...before },
          after: { ...named, ...after },
        })
      })
      return null
    },

    async removeProperty(rosterPropertyId: string, caller: Caller): Promise<null> {
      await database.write(async ({ tx, journal }) => {
        const { activity, rosterProperty, ballot } = await requireAdjustableById(tx, rosterPropertyId, caller)
        unless(removeRefusal(ballot))
        await ballotStore(tx).removeProperties([rosterProperty.id])
        await ballotStore(tx).settle([ballot.key])
        const before = { ...activityInJournal(activity), ...fromColumns(rosterProperty), propertyId: rosterProperty.property_public_id, ballotId: ballot.id }
        journal.record({ caller, action: 'ballot.removeProperty', subject: rosterPropertyId, before, after: null })
      })
      return null
    },

    async property(rosterPropertyId: string): Promise<Voter> {
      const row = await ballotStore(database.read).propertyOfAny(rosterPropertyId)
      const [voter] = row ? await votersOf(database.read, [row.id]) : []
      if (!voter) throw new Refusal('property.notFound')
      return voter
    },

    /** The houses of a roster that somebody has to decide on, each with the others that have its place or would have it. */
    async unsettledPlaces(activityId: string): Promise<UnsettledInRoster[]> {
      const activity = await activities.require(database.read, activityId)
      const store = ballotStore(database.read)
      const unsettled = (await store.unsettled(activity.id)).filter((rosterProperty) => unsettledReason(rosterProperty) !== null)
      if (unsettled.length === 0) return []
      const places = byNormalPlace(unsettled).map(({ place }) => place)
      const identities = new Set(places.map(placeIdentity))
      const standing = (await store.propertiesAtPlaces(activity.id, places.map(placeKey))).filter((rosterProperty) =>
        identities.has(placeIdentity(rosterProperty)),
      )
      const rosterProperties = [...new Map([...standing, ...unsettled].map((rosterProperty) => [rosterProperty.id, rosterProperty])).values()]
      const groups = byNormalPlace(rosterProperties)
      return Promise.all(
        groups.map(async ({ place, reason, properties: group }) => ({
          place: placeInWords(place),
          reason,
          voters: await votersOf(
            database.read,
            group.map(({ id }) => id),
          ),
        })),
      )
    },

    /** The owner of a registered property, and all houses of the same owner in that estate. */
    async ownerWithProperties(propertyId: string): Promise<OwnerWithProperties> {
      const { property, properties: owned } = await properties.propertiesOfOwner(propertyId)
      return { ownerName: property.ownerName, phone: property.phone, idNumber: property.idNumber, properties: owned }
    },
  }
}
export type BallotService = ReturnType<typeof createBallotService>
