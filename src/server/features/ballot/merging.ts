import { Refusal, throwIfRefused } from '#shared/contract/refusals.ts'
import type { SplitOut } from '#shared/features/ballot/contract.ts'
import { placeInWords } from '#shared/place/place.ts'
import { mergeRefusal, splitRefusal, wholeRefusal } from '#shared/features/ballot/rules.ts'
import { copiedRecord } from '#shared/records/property.ts'
import { asFields } from '#shared/records/record.ts'
import type { Db, Tx } from '../../database/schema.ts'
import type { Caller } from '../../http/context.ts'
import { newId } from '../../kernel/ids.ts'
import { type ActivityRecord, type ActivityService, inJournal as activityInJournal } from '../activity/service.ts'
import type { ServiceDeps } from '../journal/journal.ts'
import { checkedOwners } from '../property/checkedOwners.ts'
import { unmasked } from '../property/unmasked.ts'
import { noteAdjusted } from './adjusting.ts'
import { ballotOf, createAdjustable, onBallot, requireBallot, requireProperty, type Ballot } from './adjustable.ts'
import { propertyInJournal } from './propertyInJournal.ts'
import type { RosterPropertyRow } from './rosterPropertyQueries.ts'
import { splitOutRefusal } from './rules.ts'
import { ballotStore } from './store.ts'

export interface BallotMergeDeps extends ServiceDeps {
  readonly activities: ActivityService
}

/** A property to put on or take off a ballot, with the reason. */
export interface OneProperty {
  readonly activityId: string
  readonly ballotId: string
  readonly propertyId: string
  readonly reason: string
}

/** Journal fields of a property that moves between ballots: the property and its current ballot, never the other properties there. */
async function inJournal(db: Db, activity: ActivityRecord, rosterPropertyKey: number) {
  const store = ballotStore(db)
  const [rosterProperty] = await store.propertiesByKeys([rosterPropertyKey])
  const [ballot] = rosterProperty ? await store.byKeys([rosterProperty.ballot_id]) : []
  if (!rosterProperty || !ballot) throw new Error('a property is on no ballot')
  return {
    ...activityInJournal(activity),
    ...propertyInJournal(rosterProperty),
    ballotId: ballot.public_id,
    ballotNumber: ballot.number,
    ballotAreaHundredths: ballot.area_hundredths,
  }
}

/** Puts a property on a new ballot of its own and updates both ballots' areas. */
async function putOnOwnBallot(tx: Tx, activity: ActivityRecord, rosterProperty: RosterPropertyRow, from: Ballot): Promise<{ key: number; id: string }> {
  const store = ballotStore(tx)
  const id = newId()
  const { id: key } = await store.insertBallot(activity.id, id, (await store.lastNumber(activity.id)) + 1, 0)
  await store.putOnBallot(rosterProperty.id, key)
  await store.settle([from.key, key])
  return { key, id }
}

/** Puts properties on one ballot, and separates them again (合并、拆分、拆出). */
export function createBallotMerges({ database, clock, activities }: BallotMergeDeps) {
  const { requireAdjustable } = createAdjustable(activities, clock)

  return {
    /**
     * Puts a property on another's ballot: one owner's properties are one head (`counting.md` section 1).
     *
     * @throws Refusal `activity.notFound`, `ballot.notFound`, `property.notFound` (404); 409 with `ballot.wholeFixed`, `ballot.ended`,
     * `ballot.itself`, `ballot.alreadyMerged`, `ballot.frozen` or `ballot.entrusted`; `ballot.otherOwner` (402)
     */
    async merge({ activityId, ballotId, propertyId, reason }: OneProperty, caller: Caller): Promise<void> {
      await database.write(async ({ tx, journal }) => {
        const activity = await activities.require(tx, activityId)
        const rosterProperty = await requireProperty(tx, activity.id, propertyId)
        const main = await requireBallot(tx, activity, ballotId, clock.now())
        const from = await ballotOf(tx, activity, rosterProperty, clock.now())
        const store = ballotStore(tx)
        const propertiesOfMain = await store.propertiesOf([main.key])
        throwIfRefused(mergeRefusal({ ...main, properties: propertiesOfMain.map(onBallot) }, onBallot(rosterProperty), from))
        const before = await inJournal(tx, activity, rosterProperty.id)
        await store.putOnBallot(rosterProperty.id, main.key)
        await store.settle([main.key, from.key])
        const [left] = await store.byKeys([from.key])
        const mainPlace = propertiesOfMain[0] ? placeInWords(propertiesOfMain[0]) : ''
        const touched = { ballots: [main.key, from.key], properties: [rosterProperty.id] }
        const { told, digest, state } = await noteAdjusted(activities, tx, activity, { touched, places: [placeInWords(rosterProperty)], reason })
        const after = { ...(await inJournal(tx, activity, rosterProperty.id)), mainPlace, isEnded: left?.is_ended === 1, ...told, ...digest }
        journal.record({ caller, action: 'ballot.merge', subject: ballotId, before, after, state })
      })
    },

    /**
     * Moves a property to a new ballot of its own; its owner stays the same (`wire.md` section 5).
     *
     * @param ballotId the ballot on which the caller saw the property
     * @returns the public id of the new ballot
     * @throws Refusal `activity.notFound`, `property.notFound` and `ballot.notFound` (404); 409 with `ballot.wholeFixed`,
     * `ballot.ended`, `ballot.notOnIt` if the property has since moved to another, `ballot.frozen`, `ballot.entrusted`, or
     * `ballot.lastOne` for the only property of its ballot
     */
    async split({ activityId, ballotId, propertyId, reason }: OneProperty, caller: Caller) {
      return database.write(async ({ tx, journal }) => {
        const { activity, rosterProperty, ballot, others } = await requireAdjustable(tx, activityId, propertyId)
        const named = await requireBallot(tx, activity, ballotId, clock.now())
        if (named.key !== ballot.key) throw new Refusal('ballot.notOnIt')
        throwIfRefused(splitRefusal(ballot, others))
        const before = await inJournal(tx, activity, rosterProperty.id)
        const made = await putOnOwnBallot(tx, activity, rosterProperty, ballot)
        const touched = { ballots: [ballot.key, made.key], properties: [rosterProperty.id] }
        const { told, digest, state } = await noteAdjusted(activities, tx, activity, { touched, places: [placeInWords(rosterProperty)], reason })
        const after = { ...(await inJournal(tx, activity, rosterProperty.id)), ...told, ...digest }
        journal.record({ caller, action: 'ballot.split', subject: ballotId, before, after, state })
        return { ballotId: made.id }
      })
    },

    /**
     * Moves one property to a ballot of its own, with new owner details.
     *
     * @returns the public id of the new ballot
     * @throws Refusal `activity.notFound`, `property.notFound` (404); 409 with `ballot.wholeFixed`, `ballot.frozen`,
     * `ballot.entrusted` or `ballot.lastOne`; `ballot.sameOwner` (402); `property.countsDiffer`, `property.masked` (400)
     */
    async splitOut({ activityId, propertyId, reason, ...details }: SplitOut, caller: Caller): Promise<{ ballotId: string }> {
      return database.write(async ({ tx, journal }) => {
        const { activity, rosterProperty, ballot, others } = await requireAdjustable(tx, activityId, propertyId)
        throwIfRefused(wholeRefusal(activity.status))
        const present = asFields(copiedRecord, rosterProperty)
        const owner = checkedOwners(unmasked(details, present))
        throwIfRefused(splitOutRefusal(ballot, others, owner))
        const before = await inJournal(tx, activity, rosterProperty.id)
        await ballotStore(tx).updateProperty(rosterProperty.id, { ...present, ...owner }, clock.now())
        const made = await putOnOwnBallot(tx, activity, rosterProperty, ballot)
        const touched = { ballots: [ballot.key, made.key], properties: [rosterProperty.id] }
        const { told, digest, state } = await noteAdjusted(activities, tx, activity, { touched, places: [placeInWords(rosterProperty)], reason })
        const after = { ...(await inJournal(tx, activity, rosterProperty.id)), ...told, ...digest }
        journal.record({ caller, action: 'ballot.splitOut', subject: ballot.id, before, after, state })
        return { ballotId: made.id }
      })
    },
  }
}
