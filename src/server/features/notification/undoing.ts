import type { Kysely } from 'kysely'
import { z } from 'zod'
import { Refusal } from '#shared/contract/refusals.ts'
import { stepRefusal, type ActivityStatus } from '#shared/features/activity/rules.ts'
import type { AnswerOf } from '#shared/contract/index.ts'
import type { LastDeliveryImport } from '#shared/features/notification/undoing.ts'
import type { Schema } from '../../database/schema.ts'
import type { Caller } from '../../http/context.ts'
import { nextTurn } from '../../kernel/nextTurn.ts'
import { inJournal } from '../activity/service.ts'
import { asColumns, asFields, namesOf } from '#shared/records/record.ts'
import { stateOf } from '../audit/replay/stateStore.ts'
import type { NotificationDeps } from './deps.ts'
import { changedFields, notificationStore, type NotificationChange } from './store.ts'
import { mayVoid } from './voiding.ts'

/** Why deliveries are void that were taken back in one act. */
const IMPORT_UNDONE = '撤销导入'
const BATCH_UNDONE = '登记后立即撤销'

/** What an import's entry tells of itself; one of an older program does not say when it wrote. */
const Imported = z.object({ fileName: z.string(), inserted: z.int(), writtenAt: z.int() })
/** What it tells of a delivery that was on record already. */
interface ChangedRow {
  readonly before: ChangedDelivery
  readonly after: ChangedDelivery
}
export type ChangedDelivery = { readonly notifyId: string; readonly place: string } & ChangedValues
type ChangedValues = ReturnType<typeof changedValuesOf>

type Batch = Awaited<ReturnType<ReturnType<typeof notificationStore>['batch']>>

/** @throws Refusal `activity.wrongStatus` (409) */
function checkMayVoid(status: ActivityStatus): void {
  const refused = stepRefusal(status, 'voidDelivery')
  if (refused !== null) throw new Refusal(refused, { status, step: 'voidDelivery' })
}

type UndoingDeps = Pick<NotificationDeps, 'database' | 'clock' | 'activities' | 'audit'>

/** The last import of an activity, and whether it may be taken back. */
function createLastImports({ clock, audit }: Pick<UndoingDeps, 'clock' | 'audit'>) {
  /** The last import of an activity; null if there is none, it was undone, or its entry does not tell enough. */
  async function lastOf(db: Kysely<Schema>, activity: { readonly id: number; readonly public_id: string }) {
    const entry = await audit.newestAbout(db, activity.public_id, ['notification.import', 'notification.undoImport'])
    const told = entry?.action === 'notification.import' ? Imported.safeParse(entry.after).data : undefined
    if (!entry || !told) return null
    const store = notificationStore(db)
    const inserted = await store.batch(activity.id, told.writtenAt)
    const changed = entry.rows as readonly ChangedRow[] // the import wrote them
    const standing = new Map((await store.standing(changed.map(({ after }) => after.notifyId))).map((row) => [row.public_id, row]))
    const updated = changed.flatMap(({ before, after }) => {
      const row = standing.get(after.notifyId)
      return row && isSame(changedValuesOf(row), after) ? [{ key: row.id, before, after }] : []
    })
    return { ...told, entry, inserted, updated, changedCount: told.inserted - untouchedOf(inserted).length + changed.length - updated.length }
  }
  type Found = NonNullable<Awaited<ReturnType<typeof lastOf>>>

  /** Why it cannot be taken back; null if it can. */
  async function refusalOf(db: Kysely<Schema>, activityKey: number, { entry, inserted, changedCount, writtenAt }: Found, caller: Caller) {
    if (changedCount > 0) return new Refusal('notification.importChanged', { count: changedCount })
    if (inserted.some((each) => !mayVoid(each, caller, clock.now()))) return new Refusal('notification.notOwn')
    const voted = await notificationStore(db).votedSince(activityKey, writtenAt, entry.at)
    return voted > 0 ? new Refusal('notification.importVoted', { count: voted }) : null
  }
  return { lastOf, refusalOf }
}

/** Taking an import back. */
export function createImportUndoing({ database, clock, activities, audit }: UndoingDeps) {
  const { lastOf, refusalOf } = createLastImports({ clock, audit })
  return {
    /**
     * The last import of an activity that may be undone, and why it cannot be any more; null if there is none.
     *
     * @throws Refusal `activity.notFound` (404)
     */
    async lastImport(activityId: string, caller: Caller): Promise<LastDeliveryImport | null> {
      const db = database.read
      const activity = await activities.require(db, activityId)
      const found = await lastOf(db, activity)
      if (!found || stepRefusal(activity.status, 'voidDelivery') !== null) return null
      const { entry, fileName, inserted, updated } = found
      const refusal = await refusalOf(db, activity.id, found, caller)
      const { number, at, username, nickName } = entry
      return { number, at, username, nickName, fileName, voided: inserted.length, restored: updated.length, refusal: refusal?.message ?? '' }
    },

    /**
     * Takes an import back: what was new is void, what was updated is as it was. All of it or nothing.
     *
     * @param number the entry of the import that is meant
     * @throws Refusal `activity.notFound`, `notification.noImport` (404) if it is not the last one any more; `notification.notOwn` (403);
     * `activity.wrongStatus`, `notification.importChanged`, `notification.importVoted` (409)
     */
    undoImport({ activityId, number }: { readonly activityId: string; readonly number: number }, caller: Caller): Promise<AnswerOf<'notification.undoImport'>> {
      return database.write(
        async ({ tx, journal }) => {
          const activity = await activities.require(tx, activityId)
          checkMayVoid(activity.status)
          const found = await lastOf(tx, activity)
          if (found?.entry.number !== number) throw new Refusal('notification.noImport')
          const refusal = await refusalOf(tx, activity.id, found, caller)
          if (refusal) throw refusal
          const { inserted, updated, fileName } = found
          const store = notificationStore(tx)
          await store.voidAll(inserted, { by: caller.userKey, at: clock.now(), reason: IMPORT_UNDONE }, nextTurn)
          const changes = updated.map(({ key, before }) => ({ ...asColumns(changedFields, before), key }))
          await store.updateAll(changes, caller.userKey, clock.now(), nextTurn)
          const counts = { voided: inserted.length, restored: updated.length }
          const state = await stateOf(tx, { deliveries: [...inserted.map((row) => row.public_id), ...updated.map(({ after }) => after.notifyId)] })
          const after = { ...inJournal(activity), fileName, importNumber: number, ...counts, reason: IMPORT_UNDONE }
          const rows = updated.map(({ before, after: became }) => ({ before: became, after: before }))
          journal.record({ caller, action: 'notification.undoImport', subject: activityId, before: null, after, state, rows })
          return counts
        },
        { isLong: true },
      )
    },
  }
}

/** Taking a batch back. */
export function createBatchUndoing({ database, clock, activities }: Omit<UndoingDeps, 'audit'>) {
  return {
    /**
     * Takes a batch back: each of its deliveries is void. All of it or nothing.
     *
     * @throws Refusal `activity.notFound`, `notification.noBatch` (404); `notification.notOwn` (403) for somebody else's or an earlier day's
     * where the caller is no manager; `activity.wrongStatus`, `notification.batchChanged` (409)
     */
    undoMany(
      { activityId, batchId, expectedCount }: { readonly activityId: string; readonly batchId: string; readonly expectedCount: number },
      caller: Caller,
    ): Promise<AnswerOf<'notification.undoMany'>> {
      return database.write(
        async ({ tx, journal }) => {
          const activity = await activities.require(tx, activityId)
          checkMayVoid(activity.status)
          const store = notificationStore(tx)
          const made = /^\d{1,15}$/.test(batchId) ? await store.batch(activity.id, Number(batchId)) : []
          if (made.length === 0) throw new Refusal('notification.noBatch')
          if (made.some((each) => !mayVoid(each, caller, clock.now()))) throw new Refusal('notification.notOwn')
          const changed = expectedCount - untouchedOf(made).length
          if (changed !== 0) throw new Refusal('notification.batchChanged', { count: Math.abs(changed) })
          await store.voidAll(made, { by: caller.userKey, at: clock.now(), reason: BATCH_UNDONE }, nextTurn)
          const state = await stateOf(tx, { deliveries: made.map((row) => row.public_id) })
          const after = { ...inJournal(activity), voided: made.length, reason: BATCH_UNDONE }
          journal.record({ caller, action: 'notification.undoMany', subject: activityId, before: null, after, state })
          return { voided: made.length }
        },
        { isLong: true },
      )
    },
  }
}

/** Those of a batch that nobody has changed or voided since. */
const untouchedOf = (batch: Batch): Batch => batch.filter((row) => row.voided_at === null && row.updated_at === row.created_at)

/** What of a delivery may be told later, out of its columns. */
export const changedValuesOf = (row: Omit<NotificationChange, 'key'>) => asFields(changedFields, row)

const isSame = (one: ChangedValues, other: ChangedValues): boolean => namesOf(changedFields).every((name) => one[name] === other[name])
