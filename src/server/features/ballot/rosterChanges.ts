import { Refusal, throwIfRefused } from '#shared/contract/refusals.ts'
import { Voter, type RosterAddition, type RosterChange } from '#shared/features/ballot/contract.ts'
import { wholeRefusal } from '#shared/features/ballot/rules.ts'
import { placeInWords, placeKey } from '#shared/place/place.ts'
import { copiedRecord } from '#shared/records/property.ts'
import { asFields } from '#shared/records/record.ts'
import type { Caller } from '../../http/context.ts'
import { newId } from '../../kernel/ids.ts'
import { checkVersion } from '../../kernel/version.ts'
import { inJournal as activityInJournal } from '../activity/service.ts'
import { deliveryIdsTo } from '../journal/replay/stateStore.ts'
import { checkedOwners } from '../property/checkedOwners.ts'
import { given, placeIdentity } from '../property/rules.ts'
import type { PropertyService } from '../property/service.ts'
import { unmasked } from '../property/unmasked.ts'
import { noteAdjusted } from './adjusting.ts'
import { createAdjustable } from './adjustable.ts'
import type { BallotMergeDeps } from './merging.ts'
import { takeProperties } from './roster.ts'
import { modifyRefusal, removeRefusal } from './rules.ts'
import type { RosterPropertyFields } from '../property/rules.ts'
import { ballotStore } from './store.ts'
import type { Sync } from './sync.ts'
import { votersOf } from './voters.ts'

export interface RosterChangesDeps extends BallotMergeDeps {
  readonly properties: PropertyService
  readonly sync: Sync
}

/** Manual changes of a roster's properties: adding, editing and removing. */
export function createRosterChanges({ database, clock, properties, activities }: Omit<RosterChangesDeps, 'sync'>) {
  const { requireAdjustableById } = createAdjustable(activities, clock)

  return {
    /**
     * Adds a property missing from the registry's copy, with a ballot of its own.
     *
     * @throws Refusal `activity.notFound` (404), `ballot.wholeFixed` and `ballot.placeTaken` (409); `property.countsDiffer` (400)
     */
    async addProperty({ activityId, reason, ...addition }: RosterAddition, caller: Caller): Promise<{ rosterPropertyId: string }> {
      const fields: RosterPropertyFields = checkedOwners(addition)
      return database.write(async ({ tx, journal }) => {
        const activity = await activities.require(tx, activityId)
        throwIfRefused(wholeRefusal(activity.status))
        const store = ballotStore(tx)
        const standing = await store.propertiesAtPlaces(activity.id, [placeKey(fields)])
        if (standing.some((rosterProperty) => placeIdentity(rosterProperty) === placeIdentity(fields))) throw new Refusal('ballot.placeTaken')
        const propertyId = (await properties.idAt(tx, activity.estate_id, fields)) ?? newId()
        // A registered property whose place has since changed may be in the roster at its old place.
        const isFreeId = (await store.propertiesByIds(activity.id, [propertyId])).length === 0
        const rosterProperty = { ...fields, propertyId: isFreeId ? propertyId : newId() }
        const [taken] = await takeProperties(tx, activity.id, [rosterProperty], { firstNumber: (await store.lastNumber(activity.id)) + 1, now: clock.now() })
        if (!taken) throw new Error('a property was not taken in')
        const touched = { ballots: [taken.ballotKey], properties: [taken.key] }
        const { told, digest, state } = await noteAdjusted(activities, tx, activity, { touched, places: [placeInWords(fields)], reason })
        const after = { ...activityInJournal(activity), ...rosterProperty, rosterPropertyId: taken.rosterPropertyId, ...told, ...digest }
        journal.record({ caller, action: 'ballot.addProperty', subject: taken.rosterPropertyId, before: null, after, state })
        return { rosterPropertyId: taken.rosterPropertyId }
      })
    },

    /**
     * Changes the given owner data and area; the rest and the place stay.
     *
     * @throws Refusal `property.notFound` (404), `property.countsDiffer`, `property.masked` (400); 409 with
     * `ballot.wholeFixed` for a changed area, `activity.wrongStatus`, `ballot.frozen`, or `form.stale` if changed since the
     * given version; `ballot.otherOwner` (402)
     */
    async modifyProperty({ rosterPropertyId, version, reason, ...change }: RosterChange, caller: Caller): Promise<void> {
      await database.write(async ({ tx, journal }) => {
        const { activity, rosterProperty, ballot, others } = await requireAdjustableById(tx, rosterPropertyId)
        if ((change.areaHundredths ?? rosterProperty.area_hundredths) !== rosterProperty.area_hundredths) throwIfRefused(wholeRefusal(activity.status))
        activities.requireStatus(activity, 'adjustBallots')
        const [voter] = await votersOf(tx, [rosterProperty.id], clock.now())
        checkVersion(version, rosterProperty.updated_at, () => voter && Voter.encode(voter))
        const before = asFields(copiedRecord, rosterProperty)
        const after = checkedOwners({ ...before, ...given(unmasked(change, before)) })
        throwIfRefused(modifyRefusal(ballot, others, after))
        await ballotStore(tx).updateProperty(rosterProperty.id, after, clock.now())
        await ballotStore(tx).settle([ballot.key])
        const named = activityInJournal(activity)
        const places = after.areaHundredths === before.areaHundredths ? [] : [placeInWords(rosterProperty)]
        const touched = { ballots: [ballot.key], properties: [rosterProperty.id] }
        const { told, digest, state } = await noteAdjusted(activities, tx, activity, { touched, places, reason })
        journal.record({
          caller,
          action: 'ballot.modifyProperty',
          subject: rosterPropertyId,
          before: { ...named, ...before },
          after: { ...named, ...after, ...told, ...digest },
          state,
        })
      })
    },

    /**
     * Removes a property from its roster (`wire.md` section 5). Updates its ballot's area, and ends a ballot left empty;
     * the registry keeps the property.
     *
     * @param rosterPropertyId the roster's own id, not the registry's
     * @throws Refusal `property.notFound` (404); 409 with `ballot.wholeFixed`, `ballot.frozen` or `ballot.entrusted`
     */
    async removeProperty({ rosterPropertyId, reason }: { readonly rosterPropertyId: string; readonly reason: string }, caller: Caller): Promise<void> {
      await database.write(async ({ tx, journal }) => {
        const { activity, rosterProperty, ballot } = await requireAdjustableById(tx, rosterPropertyId)
        throwIfRefused(wholeRefusal(activity.status))
        throwIfRefused(removeRefusal(ballot))
        const gone = { house: [rosterPropertyId], delivery: await deliveryIdsTo(tx, [rosterProperty.id]) }
        await ballotStore(tx).removeProperties([rosterProperty.id])
        await ballotStore(tx).settle([ballot.key])
        const touched = { ballots: [ballot.key] }
        const { told, digest, state } = await noteAdjusted(activities, tx, activity, { touched, gone, places: [placeInWords(rosterProperty)], reason })
        const before = {
          ...activityInJournal(activity),
          ...asFields(copiedRecord, rosterProperty),
          propertyId: rosterProperty.property_public_id,
          ballotId: ballot.id,
        }
        journal.record({
          caller,
          action: 'ballot.removeProperty',
          subject: rosterPropertyId,
          before,
          after: state ? { ...told, ...digest } : null,
          state,
        })
      })
    },
  }
}
