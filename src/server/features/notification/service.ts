import { Refusal } from '#shared/contract/refusals.ts'
import type { Delivery } from '#shared/features/notification/contract.ts'
import { placeInWords } from '#shared/place/place.ts'
import type { Caller } from '../../http/context.ts'
import { inJournal } from '../activity/service.ts'
import { stateOf } from '../audit/replay/stateStore.ts'
import { createBatches } from './batch.ts'
import { createByPapers } from './byPapers.ts'
import { createNotificationImport } from './importing.ts'
import { createNotificationReads } from './reads.ts'
import { checkIsOpen, checkTimes, newNotification } from './registering.ts'
import { createVoiding } from './voiding.ts'
import { notificationStore } from './store.ts'
import type { NotificationDeps } from './deps.ts'

/** Deliveries (送达) to the owners: `wire.md` section 8. */
export function createNotificationService(deps: NotificationDeps) {
  const { database, clock, files, activities } = deps

  return {
    ...createNotificationReads(deps),
    ...createNotificationImport(deps),
    saveMany: createBatches(deps),
    ...createByPapers(deps),
    void: createVoiding(deps),

    /**
     * Registers one delivery by hand.
     *
     * @throws Refusal `notification.inFuture`, `notification.noticeEndsBefore`, `file.pictureGone` (400),
     * `notification.notInRoster` (404), `activity.wrongStatus` (409)
     */
    async save({ rosterPropertyId, ...delivery }: Delivery, caller: Caller): Promise<null> {
      checkTimes(delivery, clock.now())
      await database.write(async ({ tx, journal }) => {
        const store = notificationStore(tx)
        const property = await store.findProperty(rosterPropertyId)
        if (!property) throw new Refusal('notification.notInRoster')
        const activity = await activities.ofKey(tx, property.activity_id)
        checkIsOpen(activity.status)
        await files.requirePictures(tx, delivery.pictures, 'pics')
        const notification = newNotification(property.activity_id, property.id, delivery, caller, clock.now())
        await store.insert(notification)
        const after = { ...inJournal(activity), place: placeInWords(property), ownerName: property.owner_name, rosterPropertyId, ...delivery }
        const state = await stateOf(tx, { deliveries: [notification.public_id] })
        journal.record({ caller, action: 'notification.save', subject: notification.public_id, before: null, after, state })
      })
      return null
    },
  }
}
export type NotificationService = ReturnType<typeof createNotificationService>
