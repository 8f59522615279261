import type { Kysely } from 'kysely'
import { Refusal } from '#shared/contract/refusals.ts'
import { placeInWords } from '#shared/place/place.ts'
import type { Schema } from '../../database/schema.ts'
import type { Caller } from '../../http/context.ts'
import type { ActivityService } from '../activity/service.ts'
import { inJournal } from '../activity/service.ts'
import type { JournaledDatabase } from '../audit/journal.ts'
import { doorOf, inReadingOrder } from './doors.ts'
import { routeStore } from './store.ts'

interface DoorChoiceDeps {
  readonly database: JournaledDatabase
  readonly activities: ActivityService
  readonly requireOpen: (db: Kysely<Schema>, activityId: string, caller: Caller) => Promise<unknown>
}

/**
 * Chooses at which property of a ballot its owner is visited, in place of the one that {@link doorOf} would take
 * (`insight.md` section 2).
 *
 * @param requireOpen refuses where the activity may not be planned for, as for the plan itself
 */
export function createDoorChoice({ database, activities, requireOpen }: DoorChoiceDeps) {
  return {
    /**
     * Replaces the choice before; the plan is made with it from then on.
     *
     * @throws Refusal `ballot.notFound`, `route.otherHouse` (404), `ballot.ended` (409) for one that was merged away; else as the plan
     */
    async chooseDoor({ ballotId, rosterPropertyId }: { readonly ballotId: string; readonly rosterPropertyId: string }, caller: Caller): Promise<null> {
      await database.write(async ({ tx, journal }) => {
        const store = routeStore(tx)
        const ballot = await store.ballot(ballotId)
        if (!ballot) throw new Refusal('ballot.notFound')
        const activity = await activities.ofKey(tx, ballot.activity_id)
        await requireOpen(tx, activity.public_id, caller)
        if (ballot.is_ended === 1) throw new Refusal('ballot.ended')
        const properties = (await store.properties([ballot.id])).toSorted(inReadingOrder)
        const chosen = properties.find((property) => property.rosterPropertyId === rosterPropertyId)
        if (!chosen) throw new Refusal('route.otherHouse')
        await store.chooseDoor(ballot.id, chosen.key)
        const before = doorOf(properties) ?? chosen
        const about = { ...inJournal(activity), place: properties.map(placeInWords).join('、'), ownerName: chosen.ownerName, ballotId }
        journal.record({
          caller,
          action: 'route.chooseDoor',
          subject: ballotId,
          before: { ...about, chosenPlace: placeInWords(before) },
          after: { ...about, chosenPlace: placeInWords(chosen) },
        })
      })
      return null
    },
  }
}
