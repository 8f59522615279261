import { createHash } from 'node:crypto'
import type { BodyOf } from '#shared/contract/index.ts'
import type { UploadedFile } from '#shared/contract/endpoint.ts'
import { propertyNamedFields } from '#shared/features/property/sheet.ts'
import { MAX_ROW_ERRORS, type ImportResult, type RowError } from '#shared/import/contract.ts'
import { propertyFieldNames, propertyRecord } from '#shared/records/property.ts'
import { asFields } from '#shared/records/record.ts'
import { hasIdNumber, haveSameNames, idNumbersAfter } from '#shared/owner/owners.ts'
import type { Db } from '../../database/schema.ts'
import type { Caller } from '../../http/context.ts'
import { newId } from '../../kernel/ids.ts'
import { nextWrite } from '../../kernel/version.ts'
import { requireMapping } from '../../workbooks/columns.ts'
import { byHandInJournal, requireCorrections } from '../../workbooks/corrections.ts'
import { remark } from '../../workbooks/refusals.ts'
import type { SheetReader } from '../../workbooks/reader.ts'
import { refuseWrongRows } from '../../workbooks/wrongRows.ts'
import type { RefusedFiles } from '../job/refusedFiles.ts'
import type { JobService } from '../job/service.ts'
import type { PropertyChangesDeps } from './changes.ts'
import { placeIdentity, propertyColumns, type PropertyFields } from './rules.ts'
import { optionalColumns, propertyKind, type PropertyRow } from './sheet.ts'
import { propertyStore } from './store.ts'
import { hasMask, unmaskRow } from './unmasked.ts'
import { yieldToEventLoop } from '../../kernel/yieldToEventLoop.ts'

export interface PropertyImportDeps extends PropertyChangesDeps {
  readonly jobs: JobService
  readonly refusedFiles: RefusedFiles
  readonly sheets: SheetReader
}

/** All fields but the place, by which rows and properties are matched. */
const optionalNames = Object.keys(optionalColumns) as (keyof typeof optionalColumns)[] // it has no other
const isSame = (one: PropertyFields, other: PropertyFields): boolean => propertyFieldNames.every((name) => one[name] === other[name])

/** Only the fields of a property: a workbook row also has its row number. */
const fieldsOf = (fields: PropertyFields): PropertyFields => asFields(propertyRecord, propertyColumns(fields))

/** A row completed with existing values for columns missing in the sheet; ID numbers stay with their owners. */
function withStanding(row: PropertyRow, standing: PropertyFields | undefined): PropertyFields {
  const lacking = optionalNames.filter((name) => row[name] === null)
  const kept = standing ? { ...standing, idNumber: idNumbersAfter(standing, row.ownerName) } : optionalColumns
  return { ...row, ...Object.fromEntries(lacking.map((name) => [name, kept[name]])) } as PropertyFields // none is null any more
}

/** Rows compared or written between turns of the event loop. */
const ROWS_TOGETHER = 500

/** Possibly unintended effects of an import on stored ID numbers. */
interface ImportEffects {
  /** Properties whose ID number is removed because its cell is empty or says there is none. */
  readonly erasedIds: number
  /** Properties whose owners change in a sheet without ID numbers. */
  readonly otherOwners: number
}

const remarksOn = ({ erasedIds, otherOwners }: ImportEffects): string[] => [
  ...(erasedIds > 0 ? [remark.erasedIds(erasedIds)] : []),
  ...(otherOwners > 0 ? [remark.otherOwners(otherOwners)] : []),
]

/** Splits an import's rows into new and existing places, and finds masks that match no number. */
async function createComparison(db: Db, estateKey: number) {
  const standing = new Map((await propertyStore(db).ofEstate(estateKey)).map((property) => [placeIdentity(property), property]))
  /** Later than all existing timestamps, so that exactly this import's writes have it or a later one. */
  const after = [...standing.values()].reduce((latest, { created_at, updated_at }) => Math.max(latest, created_at, updated_at), 0) + 1
  const wrongMasks: RowError[] = []
  const effects = { erasedIds: 0, otherOwners: 0 }
  return {
    after,
    wrongMasks: wrongMasks as readonly RowError[],
    effects: effects as Readonly<ImportEffects>,
    divide: (rows: readonly PropertyRow[]) => {
      const inserted: PropertyFields[] = []
      const updated: { key: number; id: string; before: PropertyFields; after: PropertyFields; updatedAt: number }[] = []
      for (const sent of rows) {
        const property = standing.size === 0 ? undefined : standing.get(placeIdentity(sent))
        const before = property && asFields(propertyRecord, property)
        const whole = hasMask(sent) ? unmaskRow(sent, before, (error) => wrongMasks.push(error)) : sent
        const row = withStanding(whole, before)
        if (before !== undefined && hasIdNumber(before.idNumber)) {
          if (sent.idNumber === null) effects.otherOwners += haveSameNames(before.ownerName, row.ownerName) ? 0 : 1
          else if (!hasIdNumber(row.idNumber)) effects.erasedIds += 1
        }
        if (property === undefined || before === undefined) inserted.push(row)
        else updated.push({ key: property.id, id: property.public_id, before, after: row, updatedAt: property.updated_at })
      }
      return { inserted, updated }
    },
  }
}

type Divided = ReturnType<Awaited<ReturnType<typeof createComparison>>['divide']>

/** Counts of an import. */
function createCounts() {
  const counts = { total: 0, inserted: 0, updated: 0 }
  return {
    counts: counts satisfies ImportResult as Readonly<typeof counts>,
    add: ({ inserted, updated }: Divided): void => {
      counts.total += inserted.length + updated.length
      counts.inserted += inserted.length
      counts.updated += updated.length
    },
  }
}

/** Compares rows with existing properties, read-only. */
async function compareRows(db: Db, estateKey: number, rows: readonly PropertyRow[]) {
  const { divide, wrongMasks, effects } = await createComparison(db, estateKey)
  const { counts, add } = createCounts()
  for (let from = 0; from < rows.length; from += ROWS_TOGETHER) {
    add(divide(rows.slice(from, from + ROWS_TOGETHER)))
    await yieldToEventLoop()
  }
  return { counts, wrongMasks, remarks: remarksOn(effects) }
}

interface RowWriteOptions {
  readonly estateKey: number
  readonly now: number
  /** Called between statements: lets other calls be served and cancellation take effect. */
  readonly onChunk: (written: number) => Promise<void>
}

/** Writes rows up to the first wrong mask; the caller must throw if there is any. */
async function writeRows(tx: Db, rows: readonly PropertyRow[], { estateKey, now, onChunk }: RowWriteOptions) {
  const { divide, wrongMasks, effects, after: earliest } = await createComparison(tx, estateKey)
  const writtenAt = Math.max(now, earliest)
  const store = propertyStore(tx)
  const { counts, add } = createCounts()
  const changed: Divided['updated'] = []
  const onStatement = () => onChunk(counts.total)
  for (let from = 0; from < rows.length; from += ROWS_TOGETHER) {
    const divided = divide(rows.slice(from, from + ROWS_TOGETHER))
    // The remaining rows are still compared, so that one answer lists all errors.
    if (wrongMasks.length > 0) continue
    await store.insertAll(estateKey, divided.inserted, newId, writtenAt, onStatement)
    // Rows equal to the existing property count as updated, but are neither written nor recorded.
    const changes = divided.updated.filter(({ before, after }) => !isSame(before, after))
    await store.updateAll(
      changes.map(({ key, after, updatedAt }) => ({ ...after, key, now: nextWrite(writtenAt, updatedAt) })),
      onStatement,
    )
    for (const change of changes) changed.push(change)
    add(divided)
  }
  return { counts, changed, wrongMasks, writtenAt, remarks: remarksOn(effects) }
}

/** Imports properties from workbooks. */
export function createPropertyImport({ database, clock, estates, jobs, refusedFiles, sheets }: PropertyImportDeps) {
  return {
    /**
     * Imports a workbook of properties, all of it or nothing.
     *
     * A dry run checks everything, writes nothing and returns a preview. A property at an existing place is updated.
     *
     * @throws Refusal `workbook.mapping`, `workbook.corrections` (400); `estate.notFound` (404); `workbook.wrongRows` or
     * `job.cancelled` (402); and any refusal of the workbook itself
     */
    importWorkbook({ estateId, isDryRun, jobId, mapping, corrections }: BodyOf<'property.import'>, file: UploadedFile, caller: Caller): Promise<ImportResult> {
      return jobs.run(caller, jobId, async (job) => {
        const named = requireMapping(mapping, propertyNamedFields)
        const estate = await estates.require(database.read, estateId)
        const sha256 = createHash('sha256').update(file.bytes).digest('hex')
        const sheet = await sheets.read({
          bytes: file.bytes,
          fileName: file.name,
          kind: 'property',
          named,
          corrections: requireCorrections(corrections, propertyNamedFields),
          signal: job.signal,
          onProgress: ({ stage, done, total }) => job.report(stage, done, total),
        })
        const refuseWrong = (errors: readonly RowError[], count: number): void => {
          if (errors.length === 0) return
          refusedFiles.keep(caller, jobId, { file, header: sheet.header, errors: errors.slice(0, MAX_ROW_ERRORS) })
          refuseWrongRows(propertyKind, sheet, { errors, errorCount: count, isDryRun })
        }
        // A sheet with errors has no rows: masks are checked once it is correct.
        refuseWrong(sheet.errors, sheet.errorCount)
        if (isDryRun) {
          const { counts, wrongMasks, remarks } = await compareRows(database.read, estate.id, sheet.rows)
          refuseWrong(wrongMasks, wrongMasks.length)
          return { ...counts, preview: { ...sheet.preview, remarks: [...sheet.preview.remarks, ...remarks] } }
        }
        const onChunk = async (written: number): Promise<void> => {
          job.report('writing', written, sheet.rows.length)
          await yieldToEventLoop()
          job.signal.throwIfAborted()
        }
        return database.write(
          async ({ tx, journal }) => {
            const { id, name: estateName } = await estates.require(tx, estateId)
            const { counts, changed, wrongMasks, writtenAt, remarks } = await writeRows(tx, sheet.rows, { estateKey: id, now: clock.now(), onChunk })
            refuseWrong(wrongMasks, wrongMasks.length)
            job.signal.throwIfAborted()
            const after = { ...counts, estateName, fileName: file.name, sha256, writtenAt, ...byHandInJournal(named, propertyNamedFields, corrections) }
            // New values are in the registry itself; the former ones only here.
            const properties = changed.map(({ id: propertyId, before, after: became }) => ({
              before: { id: propertyId, ...before },
              after: { id: propertyId, ...fieldsOf(became) },
            }))
            journal.record({ caller, action: 'property.import', subject: estateId, before: null, after, rows: properties })
            return remarks.length > 0 ? { ...counts, remarks } : counts
          },
          { isLong: true },
        )
      })
    },
  }
}
