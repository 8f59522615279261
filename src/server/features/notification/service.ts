import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { Refusal } from '#shared/contract/refusals.ts'
import type { UploadedFile } from '#shared/contract/endpoint.ts'
import type { Page } from '#shared/contract/page.ts'
import type { Delivery, FoundNotification, Notification, NotificationCounts, NotificationSort } from '#shared/features/notification/contract.ts'
import { MAX_LISTED_PROPERTIES } from '#shared/features/notification/rules.ts'
import { MAX_ROW_ERRORS, type ImportResult, type RowError } from '#shared/import/contract.ts'
import { placeInWords } from '#shared/place/place.ts'
import type { JournaledDatabase } from '../audit/journal.ts'
import type { Schema } from '../../database/schema.ts'
import type { Caller } from '../../http/context.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { NotificationRow } from './sheet.ts'
import type { PropertySearch } from '../../search/propertySearch.ts'
import type { SheetReader } from '../../workbooks/reader.ts'
import { wrongRows } from '../../workbooks/wrongRows.ts'
import { inJournal, type ActivityService } from '../activity/service.ts'
import type { FileService } from '../file/service.ts'
import type { RefusedFiles } from '../job/refusedFiles.ts'
import type { JobService } from '../job/service.ts'
import { branchOf, deliveryIdentity, hasPlace, inSheetOrder, matchRows, notifyStatus, type MatchedRow } from './rules.ts'
import { createBatches } from './batch.ts'
import { checkIsOpen, newNotification, stepsOf } from './registering.ts'
import { notificationStore, type NotificationRecord } from './store.ts'
import { type RosterFilter } from './rosterQueries.ts'

export interface NotificationDeps {
  readonly database: JournaledDatabase
  readonly clock: Clock
  readonly files: FileService
  readonly jobs: JobService
  readonly refusedFiles: RefusedFiles
  readonly sheets: SheetReader
  readonly activities: ActivityService
  readonly search: PropertySearch
}

type ListedPropertyRow = Notification['properties'][number] & { readonly house_count: number }

function toNotification(row: NotificationRecord, properties: readonly ListedPropertyRow[]): Notification {
  const status = row.record_status === 1 ? 1 : 0
  return {
    rosterPropertyId: row.property,
    propertyId: row.property_public_id,
    place: placeInWords(row),
    ownerName: row.owner_name,
    phone: row.phone,
    notifyStatus: notifyStatus(row.record_status, row.delivery_key !== null),
    creator: row.maker ?? '',
    modifier: row.changer ?? '',
    createdAt: row.created_at,
    modifiedAt: row.updated_at,
    status: row.delivery_key === null ? null : status,
    voteSource: row.vote_source,
    notifyWay: row.notify_way,
    deliveredAt: row.delivered_at,
    deliveredBy: row.delivered_by ?? '',
    remark: row.remark ?? '',
    pictures: row.pictures === null ? [] : (JSON.parse(row.pictures) as string[]), // this feature alone writes it
    properties: [...properties],
    propertyCount: properties[0]?.house_count ?? 0,
  }
}

/** Deliveries (送达) to the owners: `wire.md` section 8. */
export function createNotificationService({ database, clock, files, jobs, refusedFiles, sheets, activities, search }: NotificationDeps) {
  /** Rows as the wire has them, each with the houses of its ballot. */
  async function withProperties(db: Kysely<Schema>, rows: readonly NotificationRecord[]): Promise<Notification[]> {
    if (rows.length === 0) return []
    const properties = await notificationStore(db).propertiesOf([...new Set(rows.map((row) => row.ballot_id))], MAX_LISTED_PROPERTIES)
    const byBallot = Map.groupBy(properties, (property) => property.ballot_id)
    return rows.map((row) => toNotification(row, byBallot.get(row.ballot_id) ?? []))
  }

  /** Divides a workbook's rows into new deliveries and those that are on record already; what is wrong with them beside. */
  async function compare(db: Kysely<Schema>, activityKey: number, rows: readonly NotificationRow[], step: () => Promise<void>) {
    const store = notificationStore(db)
    const { matched, errors } = matchRows(rows, await store.propertiesAt(activityKey, rows.filter(hasPlace), step), clock.now())
    const onRecord = await store.deliveriesTo(
      matched.map(({ rosterPropertyKey }) => rosterPropertyKey),
      step,
    )
    const keys = new Map(onRecord.map((each) => [deliveryIdentity(each.roster_property_id, each.vote_source, each.delivered_at), each.id]))
    const inserted: MatchedRow[] = []
    const updated: (MatchedRow & { key: number })[] = []
    for (const row of matched) {
      const key = keys.get(deliveryIdentity(row.rosterPropertyKey, row.voteSource, row.deliveredAt))
      if (key === undefined) inserted.push(row)
      else updated.push({ ...row, key })
    }
    return { inserted, updated, errors }
  }

  return {
    saveMany: createBatches({ database, clock, files, jobs, activities, search }),

    /** The roster, each row with its newest delivery: in the order asked for, else the best found first, else in reading order. */
    async list({ activityId, condition, status, path, sort, pageNo, pageSize }: ListQuery): Promise<Page<FoundNotification>> {
      const activity = await activities.require(database.read, activityId)
      const store = notificationStore(database.read)
      const from = (pageNo - 1) * pageSize
      const found = condition === '' ? null : await search.find(database.read, { kind: 'roster', key: activity.id }, { condition })
      const filter: RosterFilter = { activityKey: activity.id, among: found?.keys ?? null, branch: branchOf(path), status }
      const { keys, total } =
        found && !sort ? await store.pageAsFound(filter, found.keys, from, pageSize) : await store.page(filter, sort ?? null, from, pageSize)
      const rows = await withProperties(database.read, await store.rows(keys))
      return { rows: rows.map((row) => (found?.initialsOf ? { ...row, initials: found.initialsOf(row.ownerName) } : row)), total }
    },

    /** What each status of the list would show of what is searched for. */
    async counts({ activityId, condition, path }: Pick<ListQuery, 'activityId' | 'condition' | 'path'>): Promise<NotificationCounts> {
      const activity = await activities.require(database.read, activityId)
      const found = condition === '' ? null : await search.find(database.read, { kind: 'roster', key: activity.id }, { condition })
      return notificationStore(database.read).counts({ activityKey: activity.id, among: found?.keys ?? null, branch: branchOf(path) })
    },

    /** The deliveries to the houses of a roster row's ballot, newest first. */
    async records(rosterPropertyId: string): Promise<Notification[]> {
      const store = notificationStore(database.read)
      const property = await store.findProperty(rosterPropertyId)
      if (!property) throw new Refusal('notification.notInRoster')
      return withProperties(database.read, await store.deliveries(property.ballot_id))
    },

    /** Registers one delivery by hand. */
    async save({ rosterPropertyId, ...delivery }: Delivery, caller: Caller): Promise<null> {
      if (delivery.deliveredAt > clock.now()) throw new Refusal('notification.inFuture')
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
        journal.record({ caller, action: 'notification.save', subject: notification.public_id, before: null, after })
      })
      return null
    },

    /**
     * Takes in a workbook of deliveries: all of it or nothing.
     *
     * A dry run checks everything, writes nothing and answers with a preview. A delivery that is on record already, of the
     * same house, way and time, gets the workbook's remark.
     * @throws Refusal 402 with the wrong rows, or when the job was cancelled
     */
    importWorkbook({ activityId, isDryRun, jobId }: ImportFields, file: UploadedFile, caller: Caller): Promise<ImportResult> {
      return jobs.run(caller, jobId, async (job) => {
        const activity = await activities.require(database.read, activityId)
        checkIsOpen(activity.status)
        const sha256 = createHash('sha256').update(file.bytes).digest('hex') // before the bytes move to the worker
        const sheet = await sheets.read({
          bytes: file.bytes,
          fileName: file.name,
          kind: 'notification',
          signal: job.signal,
          onProgress: ({ stage, done, total }) => job.report(stage, done, total),
        })
        const preview = isDryRun ? sheet.preview : undefined
        const checked = await compare(database.read, activity.id, sheet.rows, stepsOf(job, 'checking', sheet.rows.length))
        // One answer names all that is wrong: whoever mends a file should not be sent back a second time.
        const errorCount = sheet.errorCount + checked.errors.length
        const refusal = (errors: readonly RowError[], count: number): Refusal => {
          refusedFiles.keep(caller, jobId, { file, header: sheet.header, errors: errors.slice(0, MAX_ROW_ERRORS) })
          return wrongRows(errors, count, preview)
        }
        if (errorCount > 0) throw refusal(inSheetOrder(sheet.errors, checked.errors), errorCount)
        const resultOf = ({ inserted, updated }: typeof checked): ImportResult => ({
          total: sheet.rows.length,
          inserted: inserted.length,
          updated: updated.length,
        })
        if (isDryRun) return { ...resultOf(checked), preview: sheet.preview }

        return database.write(
          async ({ tx, journal }) => {
            const open = await activities.require(tx, activityId)
            checkIsOpen(open.status)
            // Asked again, for the roster and the records may have changed since.
            const step = stepsOf(job, 'writing', sheet.rows.length)
            const rows = await compare(tx, open.id, sheet.rows, step)
            if (rows.errors.length > 0) throw refusal(rows.errors, rows.errors.length)
            const store = notificationStore(tx)
            await store.insertAll(
              rows.inserted.map((row) => newNotification(open.id, row.rosterPropertyKey, { ...row, pictures: [] }, caller, clock.now())),
              step,
            )
            await store.updateAll(rows.updated, caller.userKey, clock.now(), step)
            job.signal.throwIfAborted()
            const result = resultOf(rows)
            // The rows themselves are in the registry of deliveries; the journal keeps which file they came from.
            const { total, inserted, updated } = result
            const after = { ...inJournal(open), total, inserted, updated, fileName: file.name, sha256 }
            journal.record({ caller, action: 'notification.import', subject: activityId, before: null, after })
            return result
          },
          { isLong: true },
        )
      })
    },
  }
}
export type NotificationService = ReturnType<typeof createNotificationService>

interface ListQuery {
  readonly activityId: string
  readonly condition: string
  readonly status: 'all' | -1 | 0 | 1
  readonly path: string
  readonly sort?: NotificationSort
  readonly pageNo: number
  readonly pageSize: number
}
interface ImportFields {
  readonly activityId: string
  readonly isDryRun: boolean
  readonly jobId: string
}
