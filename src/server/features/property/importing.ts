import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { UploadedFile } from '#shared/contract/endpoint.ts'
import { DEFAULT_CATEGORY, NO_AREA_SOURCE } from '#shared/features/property/categories.ts'
import { propertyNamedFields } from '#shared/features/property/sheet.ts'
import type { ColumnMapping } from '#shared/import/columns.ts'
import { MAX_ROW_ERRORS, type ImportResult, type RowError } from '#shared/import/contract.ts'
import { haveSameNames } from '#shared/owner/owners.ts'
import type { Schema } from '../../database/schema.ts'
import type { Caller } from '../../http/context.ts'
import { newId } from '../../kernel/ids.ts'
import { nextWrite } from '../../kernel/version.ts'
import { inJournalOf, requireMapping } from '../../workbooks/mapping.ts'
import { remark } from '../../workbooks/refusals.ts'
import type { SheetReader } from '../../workbooks/reader.ts'
import { createRowFeed, RowsLateError, type RowFeed } from '../../workbooks/rowFeed.ts'
import { refuseWrongRows } from '../../workbooks/wrongRows.ts'
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

/** A row with what stands there in the columns that the sheet has not. */
const withStanding = (row: PropertyRow, standing: StoredRow | undefined): PropertyFields => ({
  ...row,
  floor: row.floor ?? standing?.floor ?? '',
  idNumber: row.idNumber ?? standing?.id_number ?? '',
  category: row.category ?? standing?.category ?? DEFAULT_CATEGORY,
  areaSource: row.areaSource ?? standing?.area_source ?? NO_AREA_SOURCE,
})

/** How long a write waits for the next rows of its file, in ms: meanwhile nobody else can write. */
const PATIENCE = 1_000

/** The file has rows that are wrong: nothing of it is to be kept. */
class WrongRowsError extends Error {
  /** Masks that are nobody's number; empty where the sheet itself is wrong. */
  readonly wrongMasks: readonly RowError[]
  constructor(wrongMasks: readonly RowError[]) {
    super('wrong rows')
    this.wrongMasks = wrongMasks
  }
}

/** What an import does to stored ID numbers that nobody may have meant. */
interface ImportEffects {
  /** Properties whose number goes, because its cell is empty. */
  readonly erasedIds: number
  /** Properties that keep their number while their owner becomes another. */
  readonly otherOwners: number
}

const remarksOn = ({ erasedIds, otherOwners }: ImportEffects): string[] => [
  ...(erasedIds > 0 ? [remark.erasedIds(erasedIds)] : []),
  ...(otherOwners > 0 ? [remark.otherOwners(otherOwners)] : []),
]

/** Divides an import's rows into those whose place is new and those whose place stands, and finds the masks that are nobody's number. */
async function createComparison(db: Kysely<Schema>, estateKey: number) {
  const standing = new Map((await propertyStore(db).ofEstate(estateKey)).map((property) => [placeIdentity(property), property]))
  const wrongMasks: RowError[] = []
  const effects = { erasedIds: 0, otherOwners: 0 }
  return {
    wrongMasks: wrongMasks as readonly RowError[],
    effects: effects as Readonly<ImportEffects>,
    divide: (rows: readonly PropertyRow[]) => {
      const inserted: PropertyFields[] = []
      const updated: { key: number; id: string; before: PropertyFields; after: PropertyFields; updatedAt: number }[] = []
      for (const sent of rows) {
        const property = standing.size === 0 ? undefined : standing.get(placeIdentity(sent))
        const numbers = property && { phone: property.phone, idNumber: property.id_number }
        const whole = hasMask(sent) ? unmaskRow(sent, numbers, (error) => wrongMasks.push(error)) : sent
        const row = withStanding(whole, property)
        if (property !== undefined && property.id_number !== '') {
          if (row.idNumber === '') effects.erasedIds += 1
          else if (sent.idNumber === null && !haveSameNames(property.owner_name, row.ownerName)) effects.otherOwners += 1
        }
        if (property === undefined) inserted.push(row)
        else updated.push({ key: property.id, id: property.public_id, before: fromColumns(property), after: row, updatedAt: property.updated_at })
      }
      return { inserted, updated }
    },
  }
}

type Divided = ReturnType<Awaited<ReturnType<typeof createComparison>>['divide']>

/** What an import comes to. */
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

/** Compares rows with what stands as they come, and writes nothing. */
async function compareRows(db: Kysely<Schema>, estateKey: number, feed: RowFeed<PropertyRow>) {
  const { divide, wrongMasks, effects } = await createComparison(db, estateKey)
  const { counts, add } = createCounts()
  for await (const rows of feed.rows()) {
    add(divide(rows))
    await nextTurn()
  }
  return { counts, wrongMasks, remarks: remarksOn(effects) }
}

interface RowWriteOptions {
  readonly estateKey: number
  readonly now: () => number
  /** Runs between statements: reads of other desks go on, and a cancel is heard. */
  readonly onChunk: (written: number) => Promise<void>
}

/** Writes rows as they come. @throws WrongRowsError; RowsLateError */
async function writeRows(tx: Kysely<Schema>, feed: RowFeed<PropertyRow>, { estateKey, now, onChunk }: RowWriteOptions) {
  const { divide, wrongMasks, effects } = await createComparison(tx, estateKey)
  const store = propertyStore(tx)
  const { counts, add } = createCounts()
  const changed: Divided['updated'] = []
  const onStatement = () => onChunk(counts.total)
  for await (const rows of feed.rows(PATIENCE)) {
    const divided = divide(rows)
    // One answer names all that is wrong: the rest is compared all the same.
    if (wrongMasks.length > 0) continue
    await store.insertAll(estateKey, divided.inserted, newId, now(), onStatement)
    // What stands as the file has it is left alone: it counts as updated, and there is nothing to write or to remember.
    const changes = divided.updated.filter(({ before, after }) => !isSame(before, after))
    await store.updateAll(
      changes.map(({ key, after, updatedAt }) => ({ ...after, key, now: nextWrite(now(), updatedAt) })),
      onStatement,
    )
    for (const change of changes) changed.push(change)
    add(divided)
  }
  if (wrongMasks.length > 0) throw new WrongRowsError(wrongMasks)
  return { counts, changed, remarks: remarksOn(effects) }
}

/** Begins to read a workbook; reports how far it is until somebody says that its rows are being written. */
function startReading(sheets: SheetReader, { file, named }: { readonly file: UploadedFile; readonly named: ColumnMapping }, job: RunningJob) {
  const feed = createRowFeed<PropertyRow>()
  let total = 0
  let isWriting = false
  const reading = sheets.read({
    bytes: file.bytes,
    fileName: file.name,
    kind: 'property',
    named,
    signal: job.signal,
    onProgress(progress) {
      total = progress.total
      if (!isWriting) job.report(progress.stage, progress.done, total)
    },
    onRows: (rows) => feed.add(rows),
  })
  const end = (): void => feed.end()
  reading.then(end, end)
  return {
    feed,
    reading,
    written: async (done: number): Promise<void> => {
      isWriting = true
      job.report('writing', done, feed.hasEnded ? feed.count : total)
      await nextTurn()
      job.signal.throwIfAborted()
    },
  }
}

/** Properties that come by a workbook. */
export function createPropertyImport({ database, clock, estates, jobs, refusedFiles, sheets }: PropertyImportDeps) {
  return {
    /**
     * Takes in a workbook of properties: all of it or nothing.
     *
     * A dry run checks everything, writes nothing and answers with a preview. A property at a place that stands is updated.
     *
     * @throws Refusal `workbook.mapping` (400); `estate.notFound` (404); `workbook.wrongRows` or `job.cancelled` (402); and what a workbook is refused for
     */
    importWorkbook(
      { estateId, isDryRun, jobId, mapping }: { estateId: string; isDryRun: boolean; jobId: string; mapping: string },
      file: UploadedFile,
      caller: Caller,
    ): Promise<ImportResult> {
      return jobs.run(caller, jobId, async (job) => {
        const named = requireMapping(mapping, propertyNamedFields)
        const estate = await estates.require(database.read, estateId)
        const sha256 = createHash('sha256').update(file.bytes).digest('hex')
        const { feed, reading, written } = startReading(sheets, { file, named }, job)

        /** @throws the refusal of a file that cannot be read, or has wrong rows */
        async function soundSheet(wrongMasks: readonly RowError[] = []) {
          const sheet = await reading
          // Of a sheet that is wrong itself only some rows are handed over: masks are looked at once it is right.
          const errors = sheet.errorCount > 0 ? sheet.errors : wrongMasks
          if (errors.length === 0) return sheet
          refusedFiles.keep(caller, jobId, { file, header: sheet.header, errors: errors.slice(0, MAX_ROW_ERRORS) })
          refuseWrongRows(errors, sheet.errorCount || wrongMasks.length, isDryRun ? sheet.preview : undefined)
        }
        /** Writes while the file is still being read. */
        const write = () =>
          database.write(
            async ({ tx, journal }) => {
              const { id, name: estateName } = await estates.require(tx, estateId)
              const { counts, changed, remarks } = await writeRows(tx, feed, { estateKey: id, now: () => clock.now(), onChunk: written })
              if ((await reading).errorCount > 0) throw new WrongRowsError([])
              job.signal.throwIfAborted()
              const after = { ...counts, estateName, fileName: file.name, sha256, ...inJournalOf(named, propertyNamedFields) }
              // What is new is in the registry itself; what was there before is only here.
              const properties = changed.map(({ id, before, after: became }) => ({ before: { id, ...before }, after: { id, ...fieldsOf(became) } }))
              journal.record({ caller, action: 'property.import', subject: estateId, before: null, after, rows: properties })
              return remarks.length > 0 ? { ...counts, remarks } : counts
            },
            { isLong: true },
          )
        try {
          if (isDryRun) {
            const { counts, wrongMasks, remarks } = await compareRows(database.read, estate.id, feed)
            const { preview } = await soundSheet(wrongMasks)
            return { ...counts, preview: { ...preview, remarks: [...preview.remarks, ...remarks] } }
          }
          await feed.begun
          // A file of few rows is known by now: nobody waits for the writing of one that is wrong.
          if (feed.hasEnded) await soundSheet()
          return await write().catch(async (error: unknown) => {
            await soundSheet(error instanceof WrongRowsError ? error.wrongMasks : [])
            if (error instanceof RowsLateError) return write()
            throw error
          })
        } finally {
          feed.clear()
        }
      })
    },
  }
}
