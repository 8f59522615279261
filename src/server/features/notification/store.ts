import type { Kysely } from 'kysely'
import { insertMany, updateMany } from '../../database/dialect.ts'
import type { Schema } from '../../database/schema.ts'
import { deliveryQueries } from './deliveryQueries.ts'
import { propertyQueries, type Step } from './propertyQueries.ts'
import { rosterQueries } from './rosterQueries.ts'
import type { NotificationTable } from './tables.ts'

export type NewNotification = Omit<NotificationTable, 'id'>

/** Texts that hold the paths of all pictures of deliveries. */
export async function notificationFileTexts(db: Kysely<Schema>): Promise<string[]> {
  const rows = await db.selectFrom('notification').select('pictures').where('pictures', '!=', '[]').execute()
  return rows.map(({ pictures }) => pictures)
}

/** Queries on deliveries and on the roster as the delivery screens show it. */
export function notificationStore(db: Kysely<Schema>) {
  return {
    ...rosterQueries(db),
    ...deliveryQueries(db),
    ...propertyQueries(db),

    insert: (notification: NewNotification) => db.insertInto('notification').values(notification).execute(),
    async insertAll(notifications: readonly NewNotification[], step: Step): Promise<void> {
      const columns = Object.keys(notifications[0] ?? {}) as (keyof NewNotification)[]
      await insertMany(
        db,
        'notification',
        columns,
        notifications.map((one) => columns.map((column) => one[column])),
        { step },
      )
    },
    updateAll: (changes: readonly { readonly key: number; readonly deliveredBy: string; readonly remark: string }[], by: number, now: number, step: Step) =>
      updateMany(
        db,
        'notification',
        'id',
        ['delivered_by', 'remark', 'updated_by', 'updated_at'],
        ['updated_by', 'updated_at'],
        changes.map(({ key, deliveredBy, remark }) => [key, deliveredBy, remark, by, now]),
        { step },
      ),
  }
}

export type NotificationRecord = Omit<Awaited<ReturnType<ReturnType<typeof notificationStore>['rows']>>[number], 'id'>
