import { isDeepStrictEqual } from 'node:util'
import type { SyncResult } from '#shared/features/ballot/contract.ts'
import type { Caller } from '../../http/context.ts'
import { inJournal as activityInJournal } from '../activity/service.ts'
import { rosterProof } from '../audit/replay/rosterProof.ts'
import { noteAdjusted } from './adjusting.ts'
import { propertyInJournal } from './propertyInJournal.ts'
import type { RosterChangesDeps } from './rosterChanges.ts'
import { ballotStore } from './store.ts'
import { inWords } from './sync.ts'

/** A roster's properties as the registry has them by now. */
export function createRosterSync({ database, activities, sync: { bringUpToDate, requireRegistered } }: RosterChangesDeps) {
  return {
    /**
     * Brings properties of the registry into a roster, or up to date there (`wire.md` section 3).
     *
     * One that the roster lacks comes in with a ballot of its own; one that may not be changed is skipped, with the reason in
     * words. The others are written all or none.
     *
     * @param propertyIds public ids in the registry
     * @throws Refusal `activity.notFound` and `property.notFound` (404), `activity.wrongStatus` (409) for a finished activity,
     * `ballot.otherEstate` (402) for a property of another estate
     */
    async sync(
      { activityId, propertyIds, reason }: { activityId: string; propertyIds: readonly string[]; reason: string },
      caller: Caller,
    ): Promise<SyncResult> {
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
        const whole = await noteAdjusted(activities, tx, activity, { places: adjusted, reason })
        const proof = await rosterProof(tx, activity, { ...touched, ...whole.touched })
        journal.record({
          caller,
          action: 'ballot.sync',
          subject: activityId,
          before: null,
          after: { ...activityInJournal(activity), ...result, skipped, ...whole.told, ...proof.digest },
          state: proof.state,
          rows: rows.filter(({ before: was, after: is }) => !isDeepStrictEqual(was, is)),
        })
        return result
      })
    },
  }
}
