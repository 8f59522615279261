import { z } from 'zod'
import { Refusal, type Reason, required } from '#shared/contract/refusals.ts'
import { stepRefusal } from '#shared/features/activity/rules.ts'
import type { AnswerOf, BodyOf } from '#shared/contract/index.ts'
import type { JournalAction } from '#shared/features/words.ts'
import type { LastDeliveryImport } from '#shared/features/delivery/undoing.ts'
import type { Db } from '../../database/schema.ts'
import type { Caller } from '../../http/context.ts'
import { yieldToEventLoop } from '../../kernel/yieldToEventLoop.ts'
import { inJournal } from '../activity/service.ts'
import { asColumns, asFields, namesOf } from '#shared/records/record.ts'
import type { Write } from '../journal/journal.ts'
import { stateOf } from '../journal/replay/stateStore.ts'
import type { DeliveryDeps } from './deps.ts'
import { changedFields, deliveryStore, type DeliveryChange } from './store.ts'
import { mayVoid } from './voiding.ts'

/** A kind of operation that can be undone: its entries, the undoing entry, the reason set on its deliveries, and what forbids undoing. */
interface UndoableKind {
  readonly done: readonly JournalAction[]
  readonly undone: 'notification.undoImport' | 'notification.undoMany'
  readonly reason: string
  readonly changed: Extract<Reason, 'notification.importChanged' | 'notification.batchChanged'>
  readonly voted: Extract<Reason, 'notification.importVoted' | 'notification.batchVoted'>
}
const imports: UndoableKind = {
  done: ['notification.import'],
  undone: 'notification.undoImport',
  reason: '撤销导入',
  changed: 'notification.importChanged',
  voted: 'notification.importVoted',
}
const batches: UndoableKind = {
  done: ['notification.saveMany', 'notification.saveByPapers'],
  undone: 'notification.undoMany',
  reason: '登记后立即撤销',
  changed: 'notification.batchChanged',
  voted: 'notification.batchVoted',
}

/** An entry's counts of what it registered; an older program's lacks the write time. */
const Written = z.object({ inserted: z.int(), writtenAt: z.int() })
const fileNameIn = (after: unknown): string => z.object({ fileName: z.string() }).safeParse(after).data?.fileName ?? ''
/** An existing delivery in the entry, before and after. */
interface ChangedRow {
  readonly before: ChangedDelivery
  readonly after: ChangedDelivery
}
/** Its id is `notifyId` in stored entries. */
export type ChangedDelivery = { readonly notifyId: string; readonly place: string } & ChangedValues
type ChangedValues = ReturnType<typeof changedValuesOf>

type Batch = Awaited<ReturnType<ReturnType<typeof deliveryStore>['batch']>>

type UndoingDeps = Pick<DeliveryDeps, 'database' | 'clock' | 'activities' | 'journalService'>
type Activity = Awaited<ReturnType<UndoingDeps['activities']['require']>>
type Entry = NonNullable<Awaited<ReturnType<UndoingDeps['journalService']['newestAbout']>>>

/** What one operation registered, in its current state. */
async function standingOf(db: Db, activityKey: number, entry: Entry, { inserted: count, writtenAt }: z.output<typeof Written>) {
  const store = deliveryStore(db)
  const inserted = await store.batch(activityKey, writtenAt)
  // New deliveries have no former state.
  const changed = (entry.rows as readonly (ChangedRow | { readonly before: null })[]).filter((row) => row.before !== null) as readonly ChangedRow[]
  const standing = new Map((await store.standing(changed.map(({ after }) => after.notifyId))).map((row) => [row.public_id, row]))
  const updated = changed.flatMap(({ before, after }) => {
    const row = standing.get(after.notifyId)
    return row && isSame(changedValuesOf(row), after) ? [{ key: row.id, before, after }] : []
  })
  const changedCount = Math.abs(count - untouchedOf(inserted).length) + changed.length - updated.length
  return { entry, writtenAt, inserted, updated, changedCount }
}
type Standing = Awaited<ReturnType<typeof standingOf>>

/** The kind of operation to undo, the user and the time. */
interface Asked {
  readonly activity: Activity
  readonly kind: UndoableKind
  readonly caller: Caller
  readonly now: number
}

/** Why it cannot be undone; null if it can. */
async function refusalOf(db: Db, { entry, inserted, updated, changedCount, writtenAt }: Standing, { activity, kind, caller, now }: Asked) {
  if (changedCount > 0) return new Refusal(kind.changed, { count: changedCount })
  const acts = [...inserted, ...(updated.length > 0 ? [{ created_by: entry.userKey, created_at: entry.at }] : [])]
  if (acts.some((each) => !mayVoid(each, caller, now))) return new Refusal('notification.notOwn')
  const voted = await deliveryStore(db).votedSince(activity.id, writtenAt, entry.at)
  return voted > 0 ? new Refusal(kind.voted, { count: voted }) : null
}

/** Further facts for the entry. */
interface Facts {
  readonly fileName?: string
  readonly importNumber?: number
}

/** Voids new deliveries and restores updated ones. */
async function takeBack({ tx, journal }: Write, { inserted, updated }: Standing, { activity, kind, caller, now }: Asked, facts: Facts) {
  const store = deliveryStore(tx)
  const { reason } = kind
  await store.voidAll(inserted, { by: caller.userKey, at: now, reason }, yieldToEventLoop)
  const changes = updated.map(({ key, before }) => ({ ...asColumns(changedFields, before), key }))
  await store.updateAll(changes, caller.userKey, await store.nextMoment(activity.id, now), yieldToEventLoop)
  const counts = { voided: inserted.length, restored: updated.length }
  const state = await stateOf(tx, { deliveries: [...inserted.map((row) => row.public_id), ...updated.map(({ after }) => after.notifyId)] })
  const after = { ...inJournal(activity), ...facts, ...counts, reason }
  const rows = updated.map(({ before, after: became }) => ({ before: became, after: before }))
  journal.record({ caller, action: kind.undone, subject: activity.public_id, before: null, after, state, rows })
  return counts
}

/** Undoing an import. */
export function createImportUndoing({ database, clock, activities, journalService }: UndoingDeps) {
  /** The last import of an activity; null if there is none, it was undone, or its entry lacks the details. */
  async function lastOf(db: Db, activity: Activity) {
    const entry = await journalService.newestAbout(db, activity.public_id, [...imports.done, imports.undone])
    const told = entry?.action === 'notification.import' ? Written.safeParse(entry.after).data : undefined
    return entry && told ? standingOf(db, activity.id, entry, told) : null
  }
  return {
    /**
     * The last import of an activity that can be undone, or why it no longer can; null if there is none.
     *
     * @throws Refusal `activity.notFound` (404)
     */
    async lastImport(activityId: string, caller: Caller): Promise<LastDeliveryImport | null> {
      const db = database.read
      const activity = await activities.require(db, activityId)
      const found = await lastOf(db, activity)
      if (!found || stepRefusal(activity.status, 'voidDelivery') !== null) return null
      const { inserted, updated, entry } = found
      const refusal = await refusalOf(db, found, { activity, kind: imports, caller, now: clock.now() })
      const { number, at, username, nickName } = entry
      const fileName = fileNameIn(entry.after)
      return { number, at, username, nickName, fileName, voided: inserted.length, restored: updated.length, refusal: refusal?.message ?? '' }
    },

    /**
     * Undoes an import: voids new deliveries and restores updated ones; all or nothing.
     *
     * @param number the import's entry
     * @throws Refusal `activity.notFound`, `notification.noImport` (404) if it is no longer the last one;
     * `notification.notOwn` (403); `activity.wrongStatus`, `notification.importChanged`, `notification.importVoted` (409)
     */
    undoImport({ activityId, number }: { readonly activityId: string; readonly number: number }, caller: Caller): Promise<AnswerOf<'notification.undoImport'>> {
      return database.write(
        async (context) => {
          const activity = await activities.require(context.tx, activityId)
          activities.requireStatus(activity, 'voidDelivery')
          const found = await lastOf(context.tx, activity)
          if (found?.entry.number !== number) throw new Refusal('notification.noImport')
          const asked = { activity, kind: imports, caller, now: clock.now() }
          const refusal = await refusalOf(context.tx, found, asked)
          if (refusal) throw refusal
          return takeBack(context, found, asked, { fileName: fileNameIn(found.entry.after), importNumber: number })
        },
        { isLong: true },
      )
    },
  }
}

/** Undoing a batch. */
export function createBatchUndoing({ database, clock, activities, journalService }: UndoingDeps) {
  async function batchOf(db: Db, activity: Activity, batchId: string) {
    const isMeant = (after: unknown) => String(Written.safeParse(after).data?.writtenAt) === batchId
    const entry = await journalService.newestAbout(db, activity.public_id, batches.done, isMeant)
    const told = Written.safeParse(entry?.after).data
    return entry && told ? standingOf(db, activity.id, entry, told) : null
  }
  return {
    /**
     * Undoes a batch: voids what it registered and restores what it changed; all or nothing.
     *
     * @throws Refusal `activity.notFound`, `notification.noBatch` (404); `notification.notOwn` (403) for another user's or an earlier
     * day's if the caller is no manager; `activity.wrongStatus`, `notification.batchChanged`, `notification.batchVoted` (409)
     */
    undoMany({ activityId, batchId, expectedCount }: BodyOf<'notification.undoMany'>, caller: Caller): Promise<AnswerOf<'notification.undoMany'>> {
      return database.write(
        async (context) => {
          const activity = await activities.require(context.tx, activityId)
          activities.requireStatus(activity, 'voidDelivery')
          const found = required(await batchOf(context.tx, activity, batchId), 'notification.noBatch')
          const asked = { activity, kind: batches, caller, now: clock.now() }
          const refusal = await refusalOf(context.tx, found, asked)
          if (refusal) throw refusal
          if (found.inserted.length !== expectedCount)
            throw new Refusal('notification.batchChanged', { count: Math.abs(found.inserted.length - expectedCount) })
          return takeBack(context, found, asked, {})
        },
        { isLong: true },
      )
    },
  }
}

/** Those of a batch not changed or voided since. */
const untouchedOf = (batch: Batch): Batch => batch.filter((row) => row.voided_at === null && row.updated_at === row.created_at)

/** The values of a delivery that may change later, from its columns. */
export const changedValuesOf = (row: Omit<DeliveryChange, 'key'>) => asFields(changedFields, row)

const isSame = (one: ChangedValues, other: ChangedValues): boolean => namesOf(changedFields).every((name) => one[name] === other[name])
