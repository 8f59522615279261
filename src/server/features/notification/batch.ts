import { Refusal } from '#shared/contract/refusals.ts'
import type { AnswerOf } from '#shared/contract/index.ts'
import type { DeliveryBatch } from '#shared/features/notification/contract.ts'
import { maskWritten } from '#shared/owner/masking.ts'
import { placeInWords } from '#shared/place/place.ts'
import type { Caller } from '../../http/context.ts'
import { inJournal } from '../activity/service.ts'
import { stateOf } from '../audit/replay/stateStore.ts'
import { checkIsOpen, checkTimes, newNotification, reportingChunks, withEvidence } from './registering.ts'
import { branchOf, filterInWords } from './rules.ts'
import type { NotificationDeps } from './deps.ts'
import { notificationStore } from './store.ts'

/** Registering many deliveries in one step (批量登记送达). */
export function createBatches({ database, clock, files, jobs, activities, search }: Omit<NotificationDeps, 'sheets' | 'refusedFiles'>) {
  /**
   * Registers one delivery to each of many properties: those that are named, or all that a filter shows; all or nothing.
   *
   * A property that has the same delivery on record already, in the same way and at the same time, keeps one record.
   *
   * @throws Refusal `notification.inFuture`, `notification.noticeEndsBefore`, `file.pictureGone` (400), `activity.notFound` (404),
   * `notification.notInRoster` (404) where a named property is not in the roster, `activity.wrongStatus` (409),
   * `notification.countChanged` (409) where the filter shows another number than expected, `job.cancelled` (402)
   */
  return function saveMany(batch: DeliveryBatch, caller: Caller): Promise<AnswerOf<'notification.saveMany'>> {
    const { activityId, condition, status, path, rosterPropertyIds, expectedCount, jobId, ...delivery } = batch
    checkTimes(delivery, clock.now())
    return jobs.run(caller, jobId, (job) =>
      database.write(
        async ({ tx, journal }) => {
          const activity = await activities.require(tx, activityId)
          checkIsOpen(activity.status)
          await files.requirePictures(tx, delivery.pictures, 'pics')
          const store = notificationStore(tx)
          const onChunk = reportingChunks(job, 'writing', expectedCount)
          const named = await store.named(activity.id, rosterPropertyIds, onChunk)
          if (named.length < new Set(rosterPropertyIds).size) throw new Refusal('notification.notInRoster')
          const isNamed = rosterPropertyIds.length > 0
          const found =
            isNamed || condition === '' ? null : await search.find(tx, { kind: 'roster', key: activity.id }, { condition, seesMasks: caller.seesMasks })
          const filter = { activityKey: activity.id, among: found?.keys ?? null, branch: branchOf(path), status }
          const keys = isNamed ? named.map(({ id }) => id) : await store.keys(filter)
          if (keys.length !== expectedCount) throw new Refusal('notification.countChanged', { expected: expectedCount, found: keys.length })
          const onRecord = (await store.deliveriesTo(keys, onChunk)).filter(
            (each) => each.vote_source === delivery.voteSource && each.delivered_at === delivery.deliveredAt,
          )
          const standing = new Set(onRecord.map((each) => each.roster_property_id))
          const inserted = keys.filter((key) => !standing.has(key))
          const made = inserted.map((key) => newNotification(activity.id, key, delivery, caller, clock.now()))
          await store.insertAll(made, onChunk)
          const changes = onRecord.map((each) => ({
            key: each.id,
            delivered_by: delivery.deliveredBy,
            remark: delivery.remark,
            ...withEvidence(each, delivery),
          }))
          await store.updateAll(changes, caller.userKey, clock.now(), onChunk)
          job.signal.throwIfAborted()
          const result = { total: keys.length, inserted: inserted.length, updated: keys.length - inserted.length }
          // What a filter showed is in the registry of deliveries; the journal keeps the filter.
          const chosen = isNamed ? {} : { scope: maskWritten(filterInWords({ branch: filter.branch, status, condition }), 'other') }
          journal.record({
            caller,
            action: 'notification.saveMany',
            subject: activityId,
            before: null,
            after: { ...inJournal(activity), ...result, ...delivery, ...chosen },
            state: await stateOf(tx, { deliveries: [...made, ...onRecord].map((each) => each.public_id) }),
            rows: named.map((property) => ({ before: null, after: { place: placeInWords(property), ownerName: property.owner_name } })),
          })
          return result
        },
        { isLong: true },
      ),
    )
  }
}
