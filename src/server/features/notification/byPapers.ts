import { Refusal } from '#shared/contract/refusals.ts'
import type { PaperDelivery } from '#shared/features/notification/contract.ts'
import type { PaperShare } from '#shared/features/notification/paperShare.ts'
import { paperStateNames } from '#shared/features/paper/rules.ts'
import type { Caller } from '../../http/context.ts'
import { inJournal } from '../activity/service.ts'
import { stateOf } from '../audit/replay/stateStore.ts'
import type { NotificationDeps } from './deps.ts'
import type { PaperProperty } from './paperQueries.ts'
import { checkIsOpen, checkTimes, newNotification, reportingChunks } from './registering.ts'
import { sharesOfPapers } from './rules.ts'
import { notificationStore } from './store.ts'

/** Registering deliveries by the papers that were handed out or came back (按选票登记送达). */
export function createByPapers({ database, clock, files, jobs, activities }: Omit<NotificationDeps, 'sheets' | 'refusedFiles' | 'search'>) {
  return {
    /**
     * What registering by papers would do.
     *
     * @throws Refusal `activity.notFound` (404)
     */
    async byPapers(activityId: string): Promise<{ readonly out: PaperShare; readonly received: PaperShare }> {
      const activity = await activities.require(database.read, activityId)
      const properties = await notificationStore(database.read).ofPapers(activity.id)
      const of = (state: PaperProperty['paperState']) => sharesOfPapers(properties.filter(({ paperState }) => paperState === state)).share
      return { out: of(1), received: of(2) }
    },

    /**
     * Registers one delivery to each property of the ballots whose paper is in one of the states, at the time of that state; all or
     * nothing. Ballots that have voted and properties that were delivered to are passed over.
     *
     * @throws Refusal `notification.noticeEndsBefore`, `file.pictureGone` (400), `activity.notFound` (404), `activity.wrongStatus` (409),
     * `notification.countChanged` (409) where the properties are not as many as expected, `job.cancelled` (402)
     */
    saveByPapers({ activityId, paperStates, expectedCount, jobId, ...evidence }: PaperDelivery, caller: Caller): Promise<PaperShare> {
      checkTimes({ ...evidence, deliveredAt: 0 }, clock.now())
      return jobs.run(caller, jobId, (job) =>
        database.write(
          async ({ tx, journal }) => {
            const activity = await activities.require(tx, activityId)
            checkIsOpen(activity.status)
            await files.requirePictures(tx, evidence.pictures, 'pics')
            const store = notificationStore(tx)
            const onChunk = reportingChunks(job, 'writing', expectedCount)
            const properties = (await store.ofPapers(activity.id)).filter(({ paperState }) => paperStates.includes(paperState))
            const { open, share } = sharesOfPapers(properties)
            if (open.length !== expectedCount) throw new Refusal('notification.countChanged', { expected: expectedCount, found: open.length })
            const made = open.map(({ key, at }) => newNotification(activity.id, key, { ...evidence, deliveredAt: at }, caller, clock.now()))
            await store.insertAll(made, onChunk)
            job.signal.throwIfAborted()
            const scope = `${[...new Set(paperStates)].map((state) => paperStateNames[state]).join('、')}的选票`
            journal.record({
              caller,
              action: 'notification.saveByPapers',
              subject: activityId,
              before: null,
              after: { ...inJournal(activity), scope, inserted: made.length, ...evidence },
              state: await stateOf(tx, { deliveries: made.map((each) => each.public_id) }),
            })
            return share
          },
          { isLong: true },
        ),
      )
    },
  }
}
