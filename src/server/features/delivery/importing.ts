import { createHash } from 'node:crypto'
import type { BodyOf } from '#shared/contract/index.ts'
import type { UploadedFile } from '#shared/contract/endpoint.ts'
import { deliveryNamedFields } from '#shared/features/delivery/sheet.ts'
import { MAX_ROW_ERRORS, type ImportResult, type RowError } from '#shared/import/contract.ts'
import type { Db } from '../../database/schema.ts'
import type { Caller } from '../../http/context.ts'
import { requireMapping } from '../../workbooks/columns.ts'
import { byHandInJournal, requireCorrections } from '../../workbooks/corrections.ts'
import { inSheetOrder, refuseWrongRows } from '../../workbooks/wrongRows.ts'
import { inJournal } from '../activity/service.ts'
import { stateOf } from '../journal/replay/stateStore.ts'
import { newDelivery, reportingChunks, withEvidence } from './registering.ts'
import { deliveryIdentity, hasPlace, matchRows, type MatchedRow } from './rules.ts'
import type { DeliveryDeps } from './deps.ts'
import { placeInWords } from '#shared/place/place.ts'
import { type ChangedDelivery, changedValuesOf } from './undoing.ts'
import { deliveryKind, type DeliveryRow } from './sheet.ts'
import { deliveryStore, type DeliveryChange } from './store.ts'

/** A row about a delivery already on record, with its former state for the entry. */
interface UpdatedRow extends MatchedRow {
  readonly id: string
  readonly change: DeliveryChange
  readonly before: ChangedDelivery
}
type Compared = Record<'inserted' | 'updated', readonly MatchedRow[]>
const countsOf = ({ inserted, updated }: Compared, total: number) => ({ total, inserted: inserted.length, updated: updated.length }) satisfies ImportResult

/** Splits a workbook's rows into new deliveries, known ones and errors. */
async function compare(
  db: Db,
  { activityKey, rows, now }: { readonly activityKey: number; readonly rows: readonly DeliveryRow[]; readonly now: number },
  onChunk: () => Promise<void>,
) {
  const store = deliveryStore(db)
  const { matched, errors } = matchRows(rows, await store.propertiesAt(activityKey, rows.filter(hasPlace), onChunk), now)
  const onRecord = await store.deliveriesTo(
    matched.map(({ rosterPropertyKey }) => rosterPropertyKey),
    onChunk,
  )
  const standing = new Map(onRecord.map((each) => [deliveryIdentity(each.roster_property_id, each.vote_source, each.delivered_at), each]))
  const inserted: MatchedRow[] = []
  const updated: UpdatedRow[] = []
  for (const row of matched) {
    const found = standing.get(deliveryIdentity(row.rosterPropertyKey, row.voteSource, row.deliveredAt))
    if (found) {
      const change = { key: found.id, delivered_by: row.deliveredBy ?? found.delivered_by, remark: row.remark ?? found.remark, ...withEvidence(found, row) }
      const before = {
        notifyId: found.public_id,
        place: placeInWords(row),
        voteSource: row.voteSource,
        deliveredAt: row.deliveredAt,
        ...changedValuesOf(found),
      }
      updated.push({ ...row, id: found.public_id, change, before })
    } else inserted.push(row)
  }
  return { inserted, updated, errors }
}

/** Imports deliveries from workbooks. */
export function createDeliveryImport({ database, clock, jobs, refusedFiles, sheets, activities }: Omit<DeliveryDeps, 'files' | 'search'>) {
  return {
    /**
     * Imports a workbook of deliveries, all of it or nothing.
     *
     * A dry run checks everything, writes nothing and returns a preview. A delivery already on record, of the same
     * property, way and time, gets the workbook's remark and evidence.
     *
     * @throws Refusal `workbook.mapping`, `workbook.corrections` (400); `activity.notFound` (404), `activity.wrongStatus`
     * (409); `workbook.wrongRows` or `job.cancelled` (402); and any refusal of the workbook itself
     */
    importWorkbook(
      { activityId, isDryRun, jobId, mapping, corrections }: BodyOf<'notification.import'>,
      file: UploadedFile,
      caller: Caller,
    ): Promise<ImportResult> {
      return jobs.run(caller, jobId, async (job) => {
        const named = requireMapping(mapping, deliveryNamedFields)
        const activity = await activities.require(database.read, activityId)
        activities.requireStatus(activity, 'deliver')
        const sha256 = createHash('sha256').update(file.bytes).digest('hex') // before the bytes move to the worker
        const sheet = await sheets.read({
          bytes: file.bytes,
          fileName: file.name,
          kind: 'delivery',
          named,
          corrections: requireCorrections(corrections, deliveryNamedFields),
          signal: job.signal,
          onProgress: ({ stage, done, total }) => job.report(stage, done, total),
        })
        const checked = await compare(
          database.read,
          { activityKey: activity.id, rows: sheet.rows, now: clock.now() },
          reportingChunks(job, 'checking', sheet.rows.length),
        )
        // One answer lists all errors, so that the file needs fixing only once.
        const errorCount = sheet.errorCount + checked.errors.length
        const refuse = (errors: readonly RowError[], count: number): never => {
          refusedFiles.keep(caller, jobId, { file, header: sheet.header, errors: errors.slice(0, MAX_ROW_ERRORS) })
          return refuseWrongRows(deliveryKind, sheet, { errors, errorCount: count, isDryRun })
        }
        if (errorCount > 0) refuse(inSheetOrder(sheet.errors, checked.errors), errorCount)
        if (isDryRun) return { ...countsOf(checked, sheet.rows.length), preview: sheet.preview }

        return database.write(
          async ({ tx, journal }) => {
            const open = await activities.require(tx, activityId)
            activities.requireStatus(open, 'deliver')
            // Checked again, as the roster and the records may have changed since.
            const onChunk = reportingChunks(job, 'writing', sheet.rows.length)
            const rows = await compare(tx, { activityKey: open.id, rows: sheet.rows, now: clock.now() }, onChunk)
            if (rows.errors.length > 0) refuse(rows.errors, rows.errors.length)
            const store = deliveryStore(tx)
            const writtenAt = await store.nextMoment(open.id, clock.now())
            const made = rows.inserted.map((row) => {
              const delivery = { ...row, deliveredBy: row.deliveredBy ?? '', remark: row.remark ?? '', pictures: [] }
              return newDelivery(open.id, row.rosterPropertyKey, delivery, caller, writtenAt)
            })
            await store.insertAll(made, onChunk)
            const changes = rows.updated.map(({ change }) => change)
            await store.updateAll(changes, caller.userKey, writtenAt, onChunk)
            job.signal.throwIfAborted()
            const result = countsOf(rows, sheet.rows.length)
            // New deliveries are in the table itself; the former state of changed ones is only here.
            const changed = rows.updated.map((row) => ({ before: row.before, after: { ...row.before, ...changedValuesOf(row.change) } }))
            const state = await stateOf(tx, { deliveries: [...made.map((each) => each.public_id), ...rows.updated.map((each) => each.id)] })
            const after = {
              ...inJournal(open),
              ...result,
              fileName: file.name,
              sha256,
              writtenAt,
              ...byHandInJournal(named, deliveryNamedFields, corrections),
            }
            journal.record({ caller, action: 'notification.import', subject: activityId, before: null, after, state, rows: changed })
            return result
          },
          { isLong: true },
        )
      })
    },
  }
}
