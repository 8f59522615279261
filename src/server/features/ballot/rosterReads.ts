import type { Kysely } from 'kysely'
import { Refusal } from '#shared/contract/refusals.ts'
import type { OwnerWithProperties, Voter } from '#shared/features/ballot/contract.ts'
import { NO_OCCUPANCY } from '#shared/features/property/categories.ts'
import type { Property } from '#shared/features/property/contract.ts'
import { placeInWords } from '#shared/place/place.ts'
import type { Database } from '../../database/database.ts'
import type { Schema } from '../../database/schema.ts'
import type { Clock } from '../../kernel/clock.ts'
import { inJournal as activityInJournal, type ActivityService } from '../activity/service.ts'
import { toProperty } from '../property/records.ts'
import type { PropertyService } from '../property/service.ts'
import { ballotStore } from './store.ts'
import { votersOf } from './voters.ts'

export interface RosterReadsDeps {
  readonly database: Pick<Database, 'read'>
  readonly clock: Clock
  readonly properties: PropertyService
  readonly activities: ActivityService
}

/** What is asked about a roster's properties; nothing here writes. */
export function createRosterReads({ database, clock, properties, activities }: RosterReadsDeps) {
  /** A property, and all others of the same owner, as the newest roster that holds it has them; null if none does. */
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
     * A property of any roster as the desk sees it, with its ballot.
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
     * The whole numbers of a property in a roster, and what the journal calls it.
     *
     * @throws Refusal `property.notFound` (404)
     */
    async numbersOf(db: Kysely<Schema>, rosterPropertyId: string) {
      const row = await ballotStore(db).propertyOfAny(rosterPropertyId)
      if (!row) throw new Refusal('property.notFound')
      const activity = activityInJournal(await activities.ofKey(db, row.activity_id))
      return { numbers: { phone: row.phone, idNumber: row.id_number }, about: { ...activity, place: placeInWords(row), ownerName: row.owner_name } }
    },

    /**
     * The owner of a property, and all properties of the same owner in that estate; one that was deleted from the registry is
     * answered from the newest roster that holds it.
     *
     * @throws Refusal `property.notFound` (404)
     */
    async ownerWithProperties(propertyId: string): Promise<OwnerWithProperties> {
      const found = (await properties.propertiesOfOwner(propertyId)) ?? (await inNewestRoster(propertyId))
      if (!found) throw new Refusal('property.notFound')
      const { ownerName, phone, idNumber } = found.property
      return { ownerName, phone, idNumber, properties: found.properties }
    },
  }
}
