import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { UploadedFile } from '#shared/contract/endpoint.ts'
import { DEFAULT_CATEGORY, NO_AREA_SOURCE } from '#shared/features/property/categories.ts'
import { MAX_ROW_ERRORS, type ImportResult, type RowError } from '#shared/import/contract.ts'
import type { Schema } from '../../database/schema.ts'
import type { Caller } from '../../http/context.ts'
import { newId } from '../../kernel/ids.ts'
import { nextWrite } from '../../kernel/version.ts'
import type { SheetReader } from '../../workbooks/reader.ts'
import { inSheetOrder, wrongRows } from '../../workbooks/wrongRows.ts'
import type { RefusedFiles } from '../job/refusedFiles.ts'
import type { JobService, RunningJob } from '../job/service.ts'
import type { PropertyChangesDeps } from './changes.ts'
import { fromColumns, placeIdentity, propertyColumns, type PropertyFields } from './rules.ts'
import type { PropertyRow } from './sheet.ts'
import { propertyStore, type PropertyRow as StoredRow } from './store.ts'
import { hasMask, unmaskRow } from './unmasked.ts'
import { nextTurn } from '../../kernel/nextTurn.ts'

export interface PropertyImportDeps extends PropertyChangesDeps {
  readonly jobs: JobService
  readonly refusedFiles: RefusedFiles
  readonly sheets: SheetReader
}

const compared = ['floor', 'areaHundredths', 'ownerName', 'phone', 'idNumber', 'category', 'areaSource'] as const
const isSame = (one: PropertyFields, other: PropertyFields): boolean => compared.every((name) => one[name] === other[name])

/** A property's fields and no more: a workbook's row knows its number, too. */
const fieldsOf = (fields: PropertyFields): PropertyFields => fromColumns(propertyColumns(fields))

/** A row with what the house is and where its area comes from: what stands there where the sheet has no such columns. */
const withCodes = (row: PropertyRow, standing: StoredRow | undefined): PropertyFields => ({
  ...row,
  category: row.category ?? standing?.category ?? DEFAULT_CATEGORY,
  areaSource: row.areaSource ?? standing?.area_source ?? NO_AREA_SOURCE,
})

/** Divides an import's rows into those whose place is new and those whose place stands, and finds the masks that are nobody's number. */
async function compare(db: Kysely<Schema>, estateKey: number, rows: readonly PropertyRow[]) {
  const standing = new Map((await propertyStore(db).ofEstate(estateKey)).map((property) => [placeIdentity(property), property]))
  const errors: RowError[] = []
  const inserted: PropertyFields[] = []
  const updated: { key: number; id: string; before: PropertyFields; after: PropertyFields; updatedAt: number }[] = []
  for (const sent of rows) {
    const property = standing.get(placeIdentity(sent))
    const whole = hasMask(sent) ? unmaskRow(sent, property && { phone: property.phone, idNumber: property.id_number }, (error) => errors.push(error)) : sent
    const row = withCodes(whole, property)
    if (property === undefined) inserted.push(row)
    else updated.push({ key: property.id, id: property.public_id, before: fromColumns(property), after: row, updatedAt: property.updated_at })
  }
  return { inserted, updated, errors }
}

/** Properties that come by a workbook. */
export function createPropertyImport({ database, clock, estates, jobs, refusedFiles, sheets }: PropertyImportDeps) {
  async function writeRows(tx: Kysely<Schema>, estateId: string, rows: readonly PropertyRow[], job: RunningJob) {
    const estate = await estates.require(tx, estateId)
    const { inserted, updated, errors } = await compare(tx, estate.id, rows)
    // Somebody has changed a number since it was looked at.
    if (errors.length > 0) throw wrongRows(errors, errors.length)
    let statements = 0
    // Two statements to each 500 rows; reads of other desks go on between them, and a cancel is heard.
    const step = async () => {
      job.report('writing', Math.min(rows.length, statements++ * 250), rows.length)
      await nextTurn()
      job.signal.throwIfAborted()
    }
    const store = propertyStore(tx)
    await store.insertAll(estate.id, inserted, newId, clock.now(), step)
    // What stands as the file has it is left alone: it counts as updated, and there is nothing to write or to remember.
    const changed = updated.filter(({ before, after }) => !isSame(before, after))
    await store.updateAll(
      changed.map(({ key, after, updatedAt }) => ({ ...after, key, now: nextWrite(clock.now(), updatedAt) })),
      step,
    )
    job.signal.throwIfAborted()
    const counts = { total: rows.length, inserted: inserted.length, updated: updated.length } satisfies ImportResult
    return { estateName: estate.name, counts, changed }
  }

  return {
    /**
     * Takes in a workbook of properties: all of it or nothing.
     *
     * A dry run checks everything, writes nothing and answers with a preview. A property at a place that stands is updated.
     * @throws Refusal 402 with the wrong rows, or when the job was cancelled
     */
    importWorkbook(
      { estateId, isDryRun, jobId }: { estateId: string; isDryRun: boolean; jobId: string },
      file: UploadedFile,
      caller: Caller,
    ): Promise<ImportResult> {
      return jobs.run(caller, jobId, async (job) => {
        const estate = await estates.require(database.read, estateId)
        const digest = createHash('sha256').update(file.bytes).digest('hex') // before the bytes move to the worker
        const sheet = await sheets.read({
          bytes: file.bytes,
          fileName: file.name,
          kind: 'property',
          signal: job.signal,
          onProgress: ({ stage, done, total }) => job.report(stage, done, total),
        })
        // Where the sheet itself is wrong it hands over no rows.
        const masked = sheet.rows.filter(hasMask)
        const wrongMasks = masked.length === 0 ? [] : (await compare(database.read, estate.id, masked)).errors
        const errorCount = sheet.errorCount + wrongMasks.length
        if (errorCount > 0) {
          const errors = inSheetOrder(sheet.errors, wrongMasks)
          refusedFiles.keep(caller, jobId, { file, header: sheet.header, errors: errors.slice(0, MAX_ROW_ERRORS) })
          throw wrongRows(errors, errorCount, isDryRun ? sheet.preview : undefined)
        }
        job.signal.throwIfAborted()
        if (isDryRun) {
          const { inserted, updated } = await compare(database.read, estate.id, sheet.rows)
          return { total: sheet.rows.length, inserted: inserted.length, updated: updated.length, preview: sheet.preview }
        }
        return database.write(
          async ({ tx, journal }) => {
            const { estateName, counts, changed } = await writeRows(tx, estateId, sheet.rows, job)
            const after = { ...counts, estateName, fileName: file.name, sha256: digest }
            // What is new is in the registry itself; what was there before is only here.
            const properties = changed.map(({ id, before, after: became }) => ({ before: { id, ...before }, after: { id, ...fieldsOf(became) } }))
            journal.record({ caller, action: 'property.import', subject: estateId, before: null, after, rows: properties })
            return counts
          },
          { isLong: true },
        )
      })
    },
  }
}
