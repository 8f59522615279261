import { isDeepStrictEqual } from 'node:util'
import type { Kysely, Transaction } from 'kysely'
import { conflict, notFound, ruleSaysNo } from '#shared/contract/envelope.ts'
import type { OwnerWithHouses, RosterAddition, RosterChange, SplitOut, SyncResult, Voter } from '#shared/features/ballot/contract.ts'
import { ballotMessages, type BallotState } from '#shared/features/ballot/rules.ts'
import { placeInWords, placeKey } from '#shared/features/property/rules.ts'
import type { Database } from '../../database/open.ts'
import type { Schema } from '../../database/schema.ts'
import type { Caller } from '../../http/context.ts'
import { newId } from '../../kernel/ids.ts'
import { inJournal as activityInJournal, type ActivityRecord, type ActivityService } from '../activity/service.ts'
import type { AuditService } from '../audit/service.ts'
import { fromColumns, given, placeIdentity, withOwners } from '../property/rules.ts'
import type { PropertyService } from '../property/service.ts'
import { takeHouses } from './roster.ts'
import {
  ballotState,
  mergeRefusal,
  modifyRefusal,
  removeRefusal,
  splitOutRefusal,
  splitRefusal,
  type HouseFields,
  type HouseOnBallot,
  type No,
} from './rules.ts'
import { ballotStore, type BallotRow, type HouseRow } from './store.ts'
import { houseInJournal } from './houseInJournal.ts'
import { createSync } from './sync.ts'
import { createUnmergedOwners } from './unmergedOwners.ts'
import { foundVoters, votersOf } from './voters.ts'

export interface BallotDeps {
  readonly database: Database
  readonly audit: AuditService
  readonly properties: PropertyService
  readonly activities: ActivityService
}

interface Ballot {
  readonly key: number
  readonly id: string
  readonly state: BallotState
}

const onBallot = (row: HouseRow): HouseOnBallot => ({ key: row.id, ownerName: row.owner_name, phone: row.phone })
const toBallot = (row: BallotRow): Ballot => ({ key: row.id, id: row.public_id, state: ballotState(row.record_status) })

function unless(no: No | null): void {
  if (no) throw no.kind === 'rule' ? ruleSaysNo(no.sentence) : conflict(no.sentence)
}

/** Rosters and ballots (票权清册、票权): `wire.md` section 5. */
export function createBallotService({ database, audit, properties, activities }: BallotDeps) {
  const { bringUpToDate, requireRegistered } = createSync(properties)

  /** The ballot of that public id; a refusal 404 where the activity has none, 409 where it has ended. */
  async function requireBallot(db: Kysely<Schema>, activityKey: number, id: string): Promise<Ballot> {
    const row = await ballotStore(db).find(activityKey, id)
    if (!row) throw notFound('票权')
    if (row.is_ended === 1) throw conflict(ballotMessages.ended)
    return toBallot(row)
  }

  async function ballotOf(db: Kysely<Schema>, house: HouseRow): Promise<Ballot> {
    const [row] = await ballotStore(db).byKeys([house.ballot_id])
    if (!row) throw new Error(`roster property ${house.public_id} is on no ballot`)
    return toBallot(row)
  }

  /** A house of an activity's roster, by its id in the registry or in the roster. */
  async function requireHouse(db: Kysely<Schema>, activityKey: number, eitherId: string): Promise<HouseRow> {
    const row = await ballotStore(db).house(activityKey, eitherId)
    if (!row) throw notFound('房产')
    return row
  }

  /** What the journal keeps of a house that moves between ballots: the house and the ballot it is on now; never the other houses there. */
  async function inJournal(db: Kysely<Schema>, activity: ActivityRecord, houseKey: number) {
    const store = ballotStore(db)
    const [house] = await store.housesByKeys([houseKey])
    const [ballot] = house ? await store.byKeys([house.ballot_id]) : []
    if (!house || !ballot) throw new Error('a house is on no ballot')
    return {
      ...activityInJournal(activity),
      ...houseInJournal(house),
      ballotId: ballot.public_id,
      ballotNumber: ballot.number,
      ballotAreaHundredths: ballot.area_hundredths,
    }
  }

  /** The house with its ballot, the others on it, and what the activity's status allows. */
  async function requireAdjustable(tx: Transaction<Schema>, activityId: string, eitherId: string, caller: Caller) {
    const activity = await activities.requireStep(tx, activityId, 'adjustBallots', caller)
    const house = await requireHouse(tx, activity.id, eitherId)
    const ballot = await ballotOf(tx, house)
    const others = (await ballotStore(tx).housesOf([ballot.key])).filter((each) => each.id !== house.id).map(onBallot)
    return { activity, house, ballot, others }
  }

  /** The same by the roster's own id, which names its activity by itself. */
  async function requireAdjustableById(tx: Transaction<Schema>, rosterPropertyId: string, caller: Caller) {
    const row = await ballotStore(tx).houseOfAny(rosterPropertyId)
    if (!row) throw notFound('房产')
    return requireAdjustable(tx, row.activity_public_id, rosterPropertyId, caller)
  }

  /** Puts a house on a new ballot of its own; both ballots' areas follow. */
  async function putOnOwnBallot(tx: Transaction<Schema>, activity: ActivityRecord, house: HouseRow, from: Ballot): Promise<{ key: number; id: string }> {
    const store = ballotStore(tx)
    const id = newId()
    const { id: key } = await store.insertBallot(activity.id, id, (await store.lastNumber(activity.id)) + 1, 0)
    await store.putOnBallot(house.id, key)
    await store.settle([from.key, key])
    return { key, id }
  }

  const unmerged = createUnmergedOwners({ database, audit, activities })

  return {
    ...unmerged,
    requireHouse,
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
      return database.write(async (tx) => {
        const activity = await activities.requireStep(tx, activityId, 'sync', caller)
        const fresh = await requireRegistered(tx, activity, propertyIds)
        const housesNow = async () => {
          const houses = await ballotStore(tx).housesOfProperties(activity.id, propertyIds)
          return new Map(houses.map((house) => [house.property_public_id, houseInJournal(house)]))
        }
        const before = await housesNow()
        const result = await bringUpToDate(tx, activity, fresh, { isAdding: true })
        const after = await housesNow()
        const skipped = result.skipped.map((one) => ({ ...one, place: after.get(one.propertyId)?.place ?? '' }))
        const rows = [...after].map(([id, house]) => ({ before: before.get(id) ?? null, after: house }))
        await audit.record(tx, {
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
      await database.write(async (tx) => {
        const activity = await activities.requireStep(tx, activityId, 'adjustBallots', caller)
        const main = await requireBallot(tx, activity.id, ballotId)
        const house = await requireHouse(tx, activity.id, propertyId)
        const from = await ballotOf(tx, house)
        const store = ballotStore(tx)
        const housesOfMain = await store.housesOf([main.key])
        unless(mergeRefusal({ state: main.state, houses: housesOfMain.map(onBallot) }, onBallot(house), from.state))
        const before = await inJournal(tx, activity, house.id)
        await store.putOnBallot(house.id, main.key)
        await store.settle([main.key, from.key])
        const [left] = await store.byKeys([from.key])
        const mainPlace = housesOfMain[0] ? placeInWords(housesOfMain[0]) : ''
        const after = { ...(await inJournal(tx, activity, house.id)), mainPlace, isEnded: left?.is_ended === 1 }
        await audit.record(tx, { caller, action: 'ballot.merge', subject: ballotId, before, after })
      })
      return null
    },

    async split({ activityId, ballotId, propertyId }: { activityId: string; ballotId: string; propertyId: string }, caller: Caller) {
      return database.write(async (tx) => {
        const { activity, house, ballot, others } = await requireAdjustable(tx, activityId, propertyId, caller)
        const named = await requireBallot(tx, activity.id, ballotId)
        if (named.key !== ballot.key) throw conflict(ballotMessages.notOnIt)
        unless(splitRefusal(ballot.state, others))
        const before = await inJournal(tx, activity, house.id)
        const made = await putOnOwnBallot(tx, activity, house, ballot)
        await audit.record(tx, { caller, action: 'ballot.split', subject: ballotId, before, after: await inJournal(tx, activity, house.id) })
        return { ballotId: made.id }
      })
    },

    /** Takes one house out to a ballot of its own, with new owner details. */
    async splitOut({ activityId, propertyId, ...details }: SplitOut, caller: Caller): Promise<{ ballotId: string }> {
      const owner = withOwners(details)
      return database.write(async (tx) => {
        const { activity, house, ballot, others } = await requireAdjustable(tx, activityId, propertyId, caller)
        unless(splitOutRefusal(ballot.state, others, owner))
        const before = await inJournal(tx, activity, house.id)
        await ballotStore(tx).updateHouse(house.id, { ...fromColumns(house), ...owner })
        const made = await putOnOwnBallot(tx, activity, house, ballot)
        await audit.record(tx, { caller, action: 'ballot.splitOut', subject: ballot.id, before, after: await inJournal(tx, activity, house.id) })
        return { ballotId: made.id }
      })
    },

    /** Adds a house that the registry's copy lacked, with a ballot of its own. */
    async addProperty({ activityId, ...addition }: RosterAddition, caller: Caller): Promise<{ rosterPropertyId: string }> {
      const fields: HouseFields = withOwners(addition)
      return database.write(async (tx) => {
        const activity = await activities.requireStep(tx, activityId, 'adjustBallots', caller)
        const store = ballotStore(tx)
        const standing = await store.housesAtPlaces(activity.id, [placeKey(fields)])
        if (standing.some((house) => placeIdentity(house) === placeIdentity(fields))) throw conflict(ballotMessages.placeTaken)
        const propertyId = (await properties.idAt(tx, activity.estate_id, fields)) ?? newId()
        // A registered house whose place has changed since may stand in the roster at its old one.
        const isFreeId = (await store.housesOfProperties(activity.id, [propertyId])).length === 0
        const house = { ...fields, propertyId: isFreeId ? propertyId : newId() }
        const [taken] = await takeHouses(tx, activity.id, [house], (await store.lastNumber(activity.id)) + 1)
        if (!taken) throw new Error('a house was not taken in')
        const after = { ...activityInJournal(activity), ...house, rosterPropertyId: taken.rosterPropertyId }
        await audit.record(tx, { caller, action: 'ballot.addProperty', subject: taken.rosterPropertyId, before: null, after })
        return { rosterPropertyId: taken.rosterPropertyId }
      })
    },

    /** Changes what is given of owner data and area; the rest and the place stay. */
    async modifyProperty({ rosterPropertyId, ...change }: RosterChange, caller: Caller): Promise<null> {
      await database.write(async (tx) => {
        const { activity, house, ballot, others } = await requireAdjustableById(tx, rosterPropertyId, caller)
        const before = fromColumns(house)
        const after = withOwners({ ...before, ...given(change) })
        unless(modifyRefusal(ballot.state, others, after))
        await ballotStore(tx).updateHouse(house.id, after)
        await ballotStore(tx).settle([ballot.key])
        const named = activityInJournal(activity)
        await audit.record(tx, {
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
      await database.write(async (tx) => {
        const { activity, house, ballot } = await requireAdjustableById(tx, rosterPropertyId, caller)
        unless(removeRefusal(ballot.state))
        await ballotStore(tx).removeHouses([house.id])
        await ballotStore(tx).settle([ballot.key])
        const before = { ...activityInJournal(activity), ...fromColumns(house), propertyId: house.property_public_id, ballotId: ballot.id }
        await audit.record(tx, { caller, action: 'ballot.removeProperty', subject: rosterPropertyId, before, after: null })
      })
      return null
    },

    async property(rosterPropertyId: string): Promise<Voter> {
      const row = await ballotStore(database.read).houseOfAny(rosterPropertyId)
      const [voter] = row ? await votersOf(database.read, [row.id]) : []
      if (!voter) throw notFound('房产')
      return voter
    },

    /** The owner of a registered property, and all houses of the same owner in that estate. */
    async ownerWithHouses(propertyId: string): Promise<OwnerWithHouses> {
      const { property, houses } = await properties.housesOfOwner(propertyId)
      return { ownerName: property.ownerName, phone: property.phone, idNumber: property.idNumber, properties: houses }
    },
  }
}
export type BallotService = ReturnType<typeof createBallotService>
