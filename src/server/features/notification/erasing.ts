import type { Kysely } from 'kysely'
import { ERASED_NAME } from '#shared/owner/erased.ts'
import type { Schema } from '../../database/schema.ts'

/** The deliveries of an activity, and the texts that hold the paths of their pictures. */
export async function deliveriesOf(db: Kysely<Schema>, activityKey: number): Promise<{ readonly deliveryCount: number; readonly pictures: readonly string[] }> {
  const rows = await db.selectFrom('notification').select('pictures').where('activity_id', '=', activityKey).execute()
  return { deliveryCount: rows.length, pictures: rows.map((row) => row.pictures).filter((pictures) => pictures !== '[]') }
}

/** Erases who delivered and who signed, what they remarked, why one was voided and their pictures; that, how and when it was delivered stays. */
export async function eraseDeliveries(tx: Kysely<Schema>, activityKey: number): Promise<void> {
  const deliveries = tx.updateTable('notification').where('activity_id', '=', activityKey)
  await deliveries.set({ delivered_by: ERASED_NAME }).where('delivered_by', '<>', '').execute()
  await deliveries.set({ receiver: ERASED_NAME }).where('receiver', '<>', '').execute()
  await deliveries.set({ second_deliverer: ERASED_NAME }).where('second_deliverer', '<>', '').execute()
  await deliveries.set({ void_reason: ERASED_NAME }).where('void_reason', '<>', '').execute()
  await deliveries.set({ remark: '', tracking_no: '', pictures: '[]' }).execute()
}
