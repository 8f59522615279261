import type { Kysely } from 'kysely'
import { insertMany, updateMany } from '../../database/dialect.ts'
import type { Schema } from '../../database/schema.ts'
import { deliveryQueries } from './deliveryQueries.ts'
import { judgedQueries } from './judgedQueries.ts'
import { paperQueries } from './paperQueries.ts'
import { propertyQueries, type OnChunk } from './propertyQueries.ts'
import { rosterQueries } from './rosterQueries.ts'
import type { NotificationTable } from './tables.ts'

export type NewNotification = Omit<NotificationTable, 'id'>

/** What a delivery that is on record already may get. */
const changed = [
  'delivered_by',
  'remark',
  'method',
  'receiver',
  'relation',
  'second_deliverer',
  'tracking_no',
  'notice_from',
  'notice_to',
] as const satisfies readonly (keyof NewNotification)[]
const changedIntegers = ['method', 'relation', 'notice_from', 'notice_to'] as const satisfies readonly (typeof changed)[number][]
export type NotificationChange = Readonly<Pick<NewNotification, (typeof changed)[number]>> & { readonly key: number }

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
    ...judgedQueries(db),
    ...propertyQueries(db),
    ...paperQueries(db),

    insert: (notification: NewNotification) => db.insertInto('notification').values(notification).execute(),
    /** `onChunk` is awaited before each statement; what it throws gives all of it up. */
    async insertAll(notifications: readonly NewNotification[], onChunk: OnChunk): Promise<void> {
      const columns = Object.keys(notifications[0] ?? {}) as (keyof NewNotification)[]
      await insertMany(
        db,
        'notification',
        columns,
        notifications.map((one) => columns.map((column) => one[column])),
        { onChunk },
      )
    },
    /** Takes a delivery back; all else of it stays. */
    void: (key: number, by: number, at: number, reason: string) =>
      db.updateTable('notification').set({ voided_by: by, voided_at: at, void_reason: reason }).where('id', '=', key).execute(),
    /** Writes remark and evidence anew, as changed by `by` at `now`; property, way and time of a delivery stay. `onChunk` as in {@link insertAll}. */
    updateAll: (changes: readonly NotificationChange[], by: number, now: number, onChunk: OnChunk) =>
      updateMany(
        db,
        'notification',
        'id',
        [...changed, 'updated_by', 'updated_at'],
        [...changedIntegers, 'updated_by', 'updated_at'],
        changes.map((change) => [change.key, ...changed.map((column) => change[column]), by, now]),
        { onChunk },
      ),
  }
}

export type VoidedRecord = Awaited<ReturnType<ReturnType<typeof notificationStore>['voidedTo']>> extends Map<number, infer Row> ? Row : never
export type NotificationRecord = Omit<Awaited<ReturnType<ReturnType<typeof notificationStore>['rows']>>[number], 'id'>
