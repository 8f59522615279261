import { Refusal, required } from '#shared/contract/refusals.ts'
import type { DeliveryDraft, PaperDelivery, DeliveryBatch } from '#shared/features/delivery/contract.ts'
import { placeInWords } from '#shared/place/place.ts'
import type { Caller } from '../../http/context.ts'
import { inJournal } from '../activity/service.ts'
import { stateOf } from '../journal/replay/stateStore.ts'
import { createDeliveryImport } from './importing.ts'
import { createDeliveryReads } from './reads.ts'
import { checkTimes, newDelivery, reportingChunks, withEvidence } from './registering.ts'
import { changedValuesOf, type ChangedDelivery, createBatchUndoing, createImportUndoing } from './undoing.ts'
import { createVoiding } from './voiding.ts'
import { deliveryStore, type DeliveryChange } from './store.ts'
import type { DeliveryDeps } from './deps.ts'
import type { PaperShare } from '#shared/features/delivery/paperShare.ts'
import { paperStateNames } from '#shared/features/paper/rules.ts'
import type { PaperProperty } from './paperQueries.ts'
import { sharesOfPapers, branchOf, filterInWords } from './rules.ts'
import type { AnswerOf } from '#shared/contract/index.ts'
import { maskWritten } from '#shared/owner/masking.ts'

/** Deliveries (送达) to the owners: `wire.md` section 8. */
export function createDeliveryService(deps: DeliveryDeps) {
  const { database, clock, files, activities } = deps

  return {
    ...createDeliveryReads(deps),
    ...createDeliveryImport(deps),
    saveMany: createBatches(deps),
    ...createByPapers(deps),
    void: createVoiding(deps),
    ...createImportUndoing(deps),
    ...createBatchUndoing(deps),

    /**
     * Registers one delivery by hand.
     *
     * @throws Refusal `notification.inFuture`, `notification.noticeEndsBefore`, `file.pictureGone` (400),
     * `notification.notInRoster` (404), `activity.wrongStatus` (409)
     */
    async save({ rosterPropertyId, ...delivery }: DeliveryDraft, caller: Caller): Promise<AnswerOf<'notification.save'>> {
      checkTimes(delivery, clock.now())
      return database.write(async ({ tx, journal }) => {
        const store = deliveryStore(tx)
        const property = required(await store.findProperty(rosterPropertyId), 'notification.notInRoster')
        const activity = await activities.ofKey(tx, property.activity_id)
        activities.requireStatus(activity, 'deliver')
        await files.requirePictures(tx, delivery.pictures, 'pics')
        const made = newDelivery(property.activity_id, property.id, delivery, caller, await store.nextMoment(property.activity_id, clock.now()))
        await store.insert(made)
        const after = { ...inJournal(activity), place: placeInWords(property), ownerName: property.owner_name, rosterPropertyId, ...delivery }
        const state = await stateOf(tx, { deliveries: [made.public_id] })
        journal.record({ caller, action: 'notification.save', subject: made.public_id, before: null, after, state })
        return { deliveryId: made.public_id }
      })
    },
  }
}
export type DeliveryService = ReturnType<typeof createDeliveryService>

/** Registers deliveries by the papers handed out or received (按选票登记送达). */
function createByPapers({ database, clock, files, jobs, activities }: Omit<DeliveryDeps, 'sheets' | 'refusedFiles' | 'search'>) {
  return {
    /**
     * A preview of registering by papers.
     *
     * @throws Refusal `activity.notFound` (404)
     */
    async byPapers(activityId: string): Promise<{ readonly out: PaperShare; readonly received: PaperShare }> {
      const activity = await activities.require(database.read, activityId)
      const properties = await deliveryStore(database.read).ofPapers(activity.id)
      const of = (state: PaperProperty['paperState']) => sharesOfPapers(properties.filter(({ paperState }) => paperState === state)).share
      return { out: of(1), received: of(2) }
    },

    /**
     * Registers one delivery to each property of the ballots whose paper is in one of the states, at the time of that
     * state; all or nothing. Skips ballots that have voted and properties already delivered to.
     *
     * @throws Refusal `notification.noticeEndsBefore`, `file.pictureGone` (400), `activity.notFound` (404), `activity.wrongStatus` (409),
     * `notification.countChanged` (409) if the number of properties is not as expected, `job.cancelled` (402)
     */
    saveByPapers(
      { activityId, paperStates, expectedCount, jobId, ...evidence }: PaperDelivery,
      caller: Caller,
    ): Promise<AnswerOf<'notification.saveByPapers'>> {
      checkTimes({ ...evidence, deliveredAt: 0 }, clock.now())
      return jobs.run(caller, jobId, (job) =>
        database.write(
          async ({ tx, journal }) => {
            const activity = await activities.require(tx, activityId)
            activities.requireStatus(activity, 'deliver')
            await files.requirePictures(tx, evidence.pictures, 'pics')
            const store = deliveryStore(tx)
            const onChunk = reportingChunks(job, 'writing', expectedCount)
            const properties = (await store.ofPapers(activity.id)).filter(({ paperState }) => paperStates.includes(paperState))
            const { open, share } = sharesOfPapers(properties)
            if (open.length !== expectedCount) throw new Refusal('notification.countChanged', { expected: expectedCount, found: open.length })
            const writtenAt = await store.nextMoment(activity.id, clock.now())
            const made = open.map(({ key, at }) => newDelivery(activity.id, key, { ...evidence, deliveredAt: at }, caller, writtenAt))
            await store.insertAll(made, onChunk)
            job.signal.throwIfAborted()
            const scope = `${[...new Set(paperStates)].map((state) => paperStateNames[state]).join('、')}的选票`
            journal.record({
              caller,
              action: 'notification.saveByPapers',
              subject: activityId,
              before: null,
              after: { ...inJournal(activity), scope, inserted: made.length, writtenAt, ...evidence },
              state: await stateOf(tx, { deliveries: made.map((each) => each.public_id) }),
            })
            return { ...share, batchId: String(writtenAt) }
          },
          { isLong: true },
        ),
      )
    },
  }
}

/** A selected property, or the state of an existing delivery before and after. */
interface BatchRow {
  readonly before: ChangedDelivery | null
  readonly after: Partial<ChangedDelivery> & { readonly ownerName?: string }
}
type OnRecord = Awaited<ReturnType<ReturnType<typeof deliveryStore>['deliveriesTo']>>

/** The states of existing deliveries before and after a batch, from which it can be undone. */
function changedRows(onRecord: OnRecord, changes: readonly DeliveryChange[], places: ReadonlyMap<number, string>): BatchRow[] {
  return onRecord.flatMap((row, index) => {
    const change = changes[index]
    if (!change) return []
    const fixed = { place: places.get(row.roster_property_id) ?? '', notifyId: row.public_id, voteSource: row.vote_source, deliveredAt: row.delivered_at }
    return [{ before: { ...fixed, ...changedValuesOf(row) }, after: { ...fixed, ...changedValuesOf(change) } }]
  })
}

/** Registers many deliveries at once (批量登记送达). */
function createBatches({ database, clock, files, jobs, activities, search }: Omit<DeliveryDeps, 'sheets' | 'refusedFiles'>) {
  /**
   * Registers one delivery to each of many properties, either listed or matching a filter; all or nothing.
   *
   * A property with the same delivery already on record, in the same way and at the same time, keeps one record.
   *
   * @throws Refusal `notification.inFuture`, `notification.noticeEndsBefore`, `file.pictureGone` (400), `activity.notFound`
   * (404), `notification.notInRoster` (404) if a listed property is not in the roster, `activity.wrongStatus` (409),
   * `notification.countChanged` (409) if the filter matches another number than expected, `job.cancelled` (402)
   */
  return function saveMany(batch: DeliveryBatch, caller: Caller): Promise<AnswerOf<'notification.saveMany'>> {
    const { activityId, condition, status, path, rosterPropertyIds, expectedCount, jobId, ...delivery } = batch
    checkTimes(delivery, clock.now())
    return jobs.run(caller, jobId, async (job) => {
      if (rosterPropertyIds.length === 0 && condition !== '') {
        // A miss is counted outside the transaction, which is then refused.
        const { id: key } = await activities.require(database.read, activityId)
        await search.find(database.read, { kind: 'roster', key }, { condition }, caller)
      }
      return database.write(
        async ({ tx, journal }) => {
          const activity = await activities.require(tx, activityId)
          activities.requireStatus(activity, 'deliver')
          await files.requirePictures(tx, delivery.pictures, 'pics')
          const store = deliveryStore(tx)
          const onChunk = reportingChunks(job, 'writing', expectedCount)
          const named = await store.named(activity.id, rosterPropertyIds, onChunk)
          if (named.length < new Set(rosterPropertyIds).size) throw new Refusal('notification.notInRoster')
          const isNamed = rosterPropertyIds.length > 0
          const found = isNamed || condition === '' ? null : await search.findAgain(tx, { kind: 'roster', key: activity.id }, { condition }, caller)
          const filter = { activityKey: activity.id, among: found?.keys ?? null, branch: branchOf(path), status }
          const keys = isNamed ? named.map(({ id }) => id) : await store.keys(filter)
          if (keys.length !== expectedCount) throw new Refusal('notification.countChanged', { expected: expectedCount, found: keys.length })
          const onRecord = (await store.deliveriesTo(keys, onChunk)).filter(
            (each) => each.vote_source === delivery.voteSource && each.delivered_at === delivery.deliveredAt,
          )
          const standing = new Set(onRecord.map((each) => each.roster_property_id))
          const inserted = keys.filter((key) => !standing.has(key))
          const writtenAt = await store.nextMoment(activity.id, clock.now())
          const made = inserted.map((key) => newDelivery(activity.id, key, delivery, caller, writtenAt))
          await store.insertAll(made, onChunk)
          const changes = onRecord.map((each) => ({
            key: each.id,
            delivered_by: delivery.deliveredBy,
            remark: delivery.remark,
            ...withEvidence(each, delivery),
          }))
          await store.updateAll(changes, caller.userKey, writtenAt, onChunk)
          const changed = changedRows(
            onRecord,
            changes,
            await store.placesOf(
              onRecord.map((each) => each.roster_property_id),
              onChunk,
            ),
          )
          const added = named
            .filter(({ id }) => !standing.has(id))
            .map((each): BatchRow => ({ before: null, after: { place: placeInWords(each), ownerName: each.owner_name } }))
          job.signal.throwIfAborted()
          const result = { total: keys.length, inserted: inserted.length, updated: keys.length - inserted.length }
          // The properties matched by a filter are in the table of deliveries; the journal records the filter.
          const chosen = isNamed ? {} : { scope: maskWritten(filterInWords({ branch: filter.branch, status, condition }), 'other') }
          journal.record({
            caller,
            action: 'notification.saveMany',
            subject: activityId,
            before: null,
            after: { ...inJournal(activity), ...result, writtenAt, ...delivery, ...chosen },
            state: await stateOf(tx, { deliveries: [...made, ...onRecord].map((each) => each.public_id) }),
            rows: [...added, ...changed],
          })
          return { ...result, batchId: String(writtenAt) }
        },
        { isLong: true },
      )
    })
  }
}
