import { isDeepStrictEqual } from 'node:util'
import type { SyncResult, OwnerWithProperties, Voter } from '#shared/features/ballot/contract.ts'
import type { QueryOf } from '#shared/contract/index.ts'
import { Refusal, required } from '#shared/contract/refusals.ts'
import { NO_OCCUPANCY } from '#shared/features/property/categories.ts'
import type { Property } from '#shared/features/property/contract.ts'
import { placeInWords } from '#shared/place/place.ts'
import type { Db } from '../../database/schema.ts'
import type { Clock } from '../../kernel/clock.ts'
import { type ActivityService, inJournal as activityInJournal } from '../activity/service.ts'
import type { ServiceDeps } from '../journal/journal.ts'
import type { PropertyService } from '../property/service.ts'
import { requireProperty } from './adjustable.ts'
import { createMergeRefusals } from './mergeRefusals.ts'
import { createBallotMerges } from './merging.ts'
import { createOwnerMerges } from './ownerMerging.ts'
import { createRosterChanges, type RosterChangesDeps } from './rosterChanges.ts'
import { ballotStore } from './store.ts'
import { createSync, inWords } from './sync.ts'
import { createUnmergedOwners } from './unmergedOwners.ts'
import { createMergeUndo, type MergeUndoDeps } from './unmerging.ts'
import { foundVoters, votersOf, type VoterQuery } from './voters.ts'
import type { Caller } from '../../http/context.ts'
import { noteAdjusted } from './adjusting.ts'
import { propertyInJournal } from './propertyInJournal.ts'
import type { Database } from '../../database/database.ts'
import { toProperty } from '../property/records.ts'

export interface BallotDeps extends ServiceDeps {
  readonly properties: PropertyService
  readonly activities: ActivityService
  readonly journalService: MergeUndoDeps['journalService']
}

/** Rosters and ballots (票权清册、票权): `wire.md` section 5. */
export function createBallotService({ database, clock, properties, activities, journalService }: BallotDeps) {
  const sync = createSync(properties, clock)
  const unmerged = createUnmergedOwners({ database, clock, activities })

  return {
    ...unmerged,
    ...createMergeRefusals(clock),
    ...createOwnerMerges({ database, clock, activities }),
    ...createBallotMerges({ database, clock, activities }),
    ...createMergeUndo({ database, clock, activities, journalService }),
    ...createRosterChanges({ database, clock, properties, activities }),
    ...createRosterSync({ database, clock, properties, activities, sync }),
    ...createRosterReads({ database, clock, properties, activities }),
    requireProperty,
    bringUpToDate: sync.bringUpToDate,
    /** Roster properties with their ballots, by database keys, in that order. */
    voters: (db: Db, keys: readonly number[]) => votersOf(db, keys, clock.now()),
    foundVoters: (db: Db, keys: readonly number[], query: VoterQuery) => foundVoters(db, keys, query, clock.now()),
    /** What to check before an activity starts: its ballots, and owners whose properties are on several of them. */
    overview: async (db: Db, activityKey: number): Promise<{ ballotCount: number; unmergedOwnerCount: number }> => ({
      ballotCount: await ballotStore(db).count(activityKey),
      unmergedOwnerCount: await unmerged.unmergedOwnerCount(db, activityKey),
    }),
  }
}
export type BallotService = ReturnType<typeof createBallotService>

/** Updates a roster's properties from the current registry. */
function createRosterSync({ database, activities, sync: { bringUpToDate, requireRegistered } }: RosterChangesDeps) {
  return {
    /**
     * Adds or updates properties of the registry in a roster (`wire.md` section 3).
     *
     * A property missing in the roster is added with a ballot of its own; one that may not be changed is skipped, with the
     * reason in words. The others are written all or none.
     *
     * @param propertyIds public ids in the registry
     * @throws Refusal `activity.notFound` and `property.notFound` (404), `activity.wrongStatus` (409) for a finished
     * activity, `ballot.otherEstate` (402) for a property of another estate
     */
    async sync({ activityId, propertyIds, reason }: QueryOf<'ballot.sync'>, caller: Caller): Promise<SyncResult> {
      return database.write(async ({ tx, journal }) => {
        const activity = await activities.requireStep(tx, activityId, 'sync', caller)
        const fresh = await requireRegistered(tx, activity, propertyIds)
        const propertiesNow = async () => {
          const rosterProperties = await ballotStore(tx).propertiesByIds(activity.id, propertyIds)
          return new Map(rosterProperties.map((rosterProperty) => [rosterProperty.property_public_id, propertyInJournal(rosterProperty)]))
        }
        const before = await propertiesNow()
        const { touched, adjusted, ...outcome } = await bringUpToDate(tx, activity, fresh, { isAdding: true })
        const result = inWords(outcome)
        const after = await propertiesNow()
        const skipped = result.skipped.map((one) => ({ ...one, place: after.get(one.propertyId)?.place ?? '' }))
        const rows = [...after].map(([id, rosterProperty]) => ({ before: before.get(id) ?? null, after: rosterProperty }))
        const { told, digest, state } = await noteAdjusted(activities, tx, activity, { touched, places: adjusted, reason })
        journal.record({
          caller,
          action: 'ballot.sync',
          subject: activityId,
          before: null,
          after: { ...activityInJournal(activity), ...result, skipped, ...told, ...digest },
          state,
          rows: rows.filter(({ before: was, after: is }) => !isDeepStrictEqual(was, is)),
        })
        return result
      })
    },
  }
}

interface RosterReadsDeps {
  readonly database: Pick<Database, 'read'>
  readonly clock: Clock
  readonly properties: PropertyService
  readonly activities: ActivityService
}

/** Read-only queries on a roster's properties. */
function createRosterReads({ database, clock, properties, activities }: RosterReadsDeps) {
  /** A property and all others of the same owner, from the newest roster containing it; null if none does. */
  async function inNewestRoster(propertyId: string): Promise<{ property: Property; properties: Property[] } | null> {
    const store = ballotStore(database.read)
    const row = await store.newestOfId(propertyId)
    if (!row) return null
    const activity = await activities.ofKey(database.read, row.activity_id)
    const { estateId } = await activities.get(activity.public_id)
    const rows = row.owner_key === null ? [row] : await store.propertiesOfOwner(row.activity_id, row.owner_key)
    const asRegistered = (copy: typeof row) => {
      const registered = { public_id: copy.property_public_id, estate_id: activity.estate_id, created_at: copy.updated_at }
      return toProperty({ ...copy, ...registered, occupancy: NO_OCCUPANCY, remark: '' }, estateId)
    }
    return { property: asRegistered(row), properties: rows.map(asRegistered) }
  }

  return {
    /**
     * A property of any roster in the desk's view, with its ballot.
     *
     * @throws Refusal `property.notFound` (404)
     */
    async property(rosterPropertyId: string): Promise<Voter> {
      const row = await ballotStore(database.read).propertyOfAny(rosterPropertyId)
      const [voter] = row ? await votersOf(database.read, [row.id], clock.now()) : []
      if (!voter) throw new Refusal('property.notFound')
      return voter
    },

    /**
     * The whole numbers of a roster property, and its name in the journal.
     *
     * @throws Refusal `property.notFound` (404)
     */
    async numbersOf(db: Db, rosterPropertyId: string) {
      const row = required(await ballotStore(db).propertyOfAny(rosterPropertyId), 'property.notFound')
      const activity = activityInJournal(await activities.ofKey(db, row.activity_id))
      return { numbers: { phone: row.phone, idNumber: row.id_number }, about: { ...activity, place: placeInWords(row), ownerName: row.owner_name } }
    },

    /**
     * The owner of a property, and all properties of the same owner in that estate; one deleted from the registry is taken
     * from the newest roster containing it.
     *
     * @throws Refusal `property.notFound` (404)
     */
    async ownerWithProperties(propertyId: string): Promise<OwnerWithProperties> {
      const found = required((await properties.propertiesOfOwner(propertyId)) ?? (await inNewestRoster(propertyId)), 'property.notFound')
      const { ownerName, phone, idNumber } = found.property
      return { ownerName, phone, idNumber, properties: found.properties }
    },
  }
}
