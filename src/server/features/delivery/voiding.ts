import { Refusal, required } from '#shared/contract/refusals.ts'
import { isAllowed } from '#shared/features/account/roles.ts'
import { placeInWords } from '#shared/place/place.ts'
import type { Caller } from '../../http/context.ts'
import { inJournal } from '../activity/service.ts'
import { stateOf } from '../journal/replay/stateStore.ts'
import type { DeliveryDeps } from './deps.ts'
import { isOwnOfToday } from './rules.ts'
import { deliveryStore } from './store.ts'

/** Whether the caller may void a delivery, whatever its activity's status. */
export const mayVoid = (delivery: { readonly created_by: number; readonly created_at: number }, caller: Caller, now: number): boolean =>
  isAllowed(caller.user?.roles ?? [], 'manager') || isOwnOfToday(delivery, caller.userKey, now)

/** Voiding of deliveries. */
export function createVoiding({ database, clock, activities }: Pick<DeliveryDeps, 'database' | 'clock' | 'activities'>) {
  /**
   * Voids a delivery: it stays on record with who, when and why, and counts nowhere.
   *
   * @throws Refusal `notification.notFound` (404), `notification.notOwn` (403) for another user's or an earlier day's if
   * the caller is no manager, `activity.wrongStatus`, `notification.alreadyVoid` (409)
   */
  return async function voidOne({ deliveryId, reason }: { readonly deliveryId: string; readonly reason: string }, caller: Caller): Promise<void> {
    await database.write(async ({ tx, journal }) => {
      const store = deliveryStore(tx)
      const delivery = required(await store.find(deliveryId), 'notification.notFound')
      if (!mayVoid(delivery, caller, clock.now())) throw new Refusal('notification.notOwn')
      const activity = await activities.ofKey(tx, delivery.activity_id)
      activities.requireStatus(activity, 'voidDelivery')
      if (delivery.voided_at !== null) throw new Refusal('notification.alreadyVoid')
      await store.void(delivery.id, caller.userKey, clock.now(), reason)
      const before = {
        ...inJournal(activity),
        place: placeInWords(delivery),
        ownerName: delivery.owner_name,
        rosterPropertyId: delivery.property,
        voteSource: delivery.voteSource,
        deliveredAt: delivery.deliveredAt,
        deliveredBy: delivery.deliveredBy,
      }
      const state = await stateOf(tx, { deliveries: [deliveryId] })
      journal.record({ caller, action: 'notification.void', subject: deliveryId, before, after: { ...before, reason }, state })
    })
  }
}
