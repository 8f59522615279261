import { createHash } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type { UploadedFile } from '#shared/contract/endpoint.ts'
import { Refusal } from '#shared/contract/refusals.ts'
import type { Page } from '#shared/contract/page.ts'
import {
  Property,
  type FoundProperty,
  type PropertyChange,
  type PropertyDraft,
  type PropertySort,
  type UnsettledPlace,
} from '#shared/features/property/contract.ts'
import type { ImportResult } from '#shared/import/contract.ts'
import { floorOfRoom, placeInWords, type Place } from '#shared/place/place.ts'
import { isUniqueViolation } from '../../database/dialect.ts'
import type { JournaledDatabase } from '../audit/journal.ts'
import type { Schema } from '../../database/schema.ts'
import type { Caller } from '../../http/context.ts'
import type { Clock } from '../../kernel/clock.ts'
import { newId } from '../../kernel/ids.ts'
import { checkVersion, nextWrite, versionOf } from '../../kernel/version.ts'
import type { PropertySearch } from '../../search/propertySearch.ts'
import type { SheetReader } from '../../workbooks/reader.ts'
import { wrongRows } from '../../workbooks/wrongRows.ts'
import type { EstateService } from '../estate/service.ts'
import type { RefusedFiles } from '../job/refusedFiles.ts'
import type { JobService, RunningJob } from '../job/service.ts'
import {
  byNormalPlace,
  changed,
  fromColumns,
  given,
  propertyColumns,
  normalPlace,
  placeIdentity,
  unsettledReason,
  withOwners,
  type PropertyFields,
} from './rules.ts'
import { propertyStore } from './store.ts'
import type { PropertyTable } from './tables.ts'

/** A property as the registry has it. */
export interface RegisteredProperty extends PropertyFields {
  /** The public id. */
  readonly id: string
  readonly estateKey: number
}

export interface ListQuery {
  readonly estateId: string
  readonly condition: string
  readonly sort?: PropertySort
  readonly pageNo: number
  readonly pageSize: number
}

export interface PropertyDeps {
  readonly database: JournaledDatabase
  readonly clock: Clock
  readonly estates: EstateService
  readonly jobs: JobService
  readonly refusedFiles: RefusedFiles
  readonly sheets: SheetReader
  readonly search: PropertySearch
}

function toProperty(row: Omit<PropertyTable, 'id'>, estateId: string): Property {
  const fields = fromColumns(row)
  return { ...fields, id: row.public_id, estateId, floor: fields.floor === '' ? floorOfRoom(fields.room) : fields.floor, version: versionOf(row.updated_at) }
}

const compared = ['floor', 'areaHundredths', 'ownerName', 'phone', 'idNumber'] as const
const isSame = (one: PropertyFields, other: PropertyFields): boolean => compared.every((name) => one[name] === other[name])

/** A property's fields and no more: a workbook's row knows its number, too. */
const fieldsOf = (fields: PropertyFields): PropertyFields => fromColumns(propertyColumns(fields))

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Properties (房产): `wire.md` section 3. */
export function createPropertyService({ database, clock, estates, jobs, refusedFiles, sheets, search }: PropertyDeps) {
  async function orAlreadyThere<T>(write: Promise<T>): Promise<T> {
    return write.catch((error: unknown) => {
      throw isUniqueViolation(error) ? new Refusal('property.alreadyThere') : error
    })
  }

  /** Whether another house has the place that this one would have if it were normalised. */
  async function isPlaceTaken(store: ReturnType<typeof propertyStore>, row: { readonly id: number; readonly estate_id: number } & Place): Promise<boolean> {
    if (unsettledReason(row) === null) return false
    const standing = await store.at(row.estate_id, normalPlace(row))
    return standing !== undefined && standing.id !== row.id
  }

  /** Divides an import's rows into those whose place is new and those whose place stands. */
  async function compare(db: Kysely<Schema>, estateKey: number, rows: readonly PropertyFields[]) {
    const standing = new Map((await propertyStore(db).ofEstate(estateKey)).map((property) => [placeIdentity(property), property]))
    const inserted: PropertyFields[] = []
    const updated: { key: number; id: string; before: PropertyFields; after: PropertyFields; updatedAt: number }[] = []
    for (const row of rows) {
      const property = standing.get(placeIdentity(row))
      if (property === undefined) inserted.push(row)
      else updated.push({ key: property.id, id: property.public_id, before: fromColumns(property), after: row, updatedAt: property.updated_at })
    }
    return { inserted, updated }
  }

  async function writeRows(tx: Kysely<Schema>, estateId: string, rows: readonly PropertyFields[], job: RunningJob) {
    const estate = await estates.require(tx, estateId)
    const { inserted, updated } = await compare(tx, estate.id, rows)
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
    /** One page: in the order asked for, else the best found first, else in reading order. */
    async list({ estateId, condition, sort, pageNo, pageSize }: ListQuery): Promise<Page<FoundProperty>> {
      const estate = await estates.require(database.read, estateId)
      const store = propertyStore(database.read)
      const from = (pageNo - 1) * pageSize
      const found = condition === '' ? null : await search.find(database.read, { kind: 'registry', key: estate.id }, { condition })
      const { keys, total } =
        found && !sort
          ? { keys: found.keys.slice(from, from + pageSize), total: found.keys.length }
          : await store.page(estate.id, found?.keys ?? null, sort, from, pageSize)
      const rows = (await store.byKeys(keys)).map((row) => ({
        ...toProperty(row, estateId),
        ...(found?.initialsOf ? { initials: found.initialsOf(row.owner_name) } : {}),
      }))
      return { rows, total }
    },

    /** What the houses that a condition shows add up to. */
    async totals({ estateId, condition }: Pick<ListQuery, 'estateId' | 'condition'>): Promise<{ propertyCount: number; areaHundredths: number }> {
      const estate = await estates.require(database.read, estateId)
      const found = condition === '' ? null : await search.find(database.read, { kind: 'registry', key: estate.id }, { condition })
      return propertyStore(database.read).totals(estate.id, found?.keys ?? null)
    },

    async save({ estateId, ...fields }: PropertyDraft, caller: Caller): Promise<{ id: string }> {
      const cleaned = withOwners(fields)
      const publicId = newId()
      await orAlreadyThere(
        database.write(async ({ tx, journal }) => {
          const estate = await estates.require(tx, estateId)
          await propertyStore(tx).insert(estate.id, publicId, cleaned, clock.now())
          journal.record({ caller, action: 'property.save', subject: publicId, before: null, after: { estateId, estateName: estate.name, ...cleaned } })
        }),
      )
      return { id: publicId }
    },

    /** Changes the fields that are given; the others stay. Refused with 409 where it was changed since the version that is named. */
    async update({ id, version, ...change }: PropertyChange, caller: Caller): Promise<null> {
      await orAlreadyThere(
        database.write(async ({ tx, journal }) => {
          const store = propertyStore(tx)
          const row = await store.find(id)
          if (!row) throw new Refusal('property.notFound')
          const estateId = await estates.publicIdOf(tx, row.estate_id)
          checkVersion(version, row.updated_at, () => Property.encode(toProperty(row, estateId)))
          const before = fromColumns(row)
          const after = changed(before, given(change), await isPlaceTaken(store, row))
          await store.update(row.id, after, nextWrite(clock.now(), row.updated_at))
          if (unsettledReason(before) !== null && unsettledReason(after) === null) await store.settle(row.id)
          const estateName = await estates.nameOf(tx, row.estate_id)
          journal.record({ caller, action: 'property.update', subject: id, before: { estateName, ...before }, after: { estateName, ...after } })
        }),
      )
      return null
    },

    async remove(ids: readonly string[], caller: Caller): Promise<null> {
      await database.write(async ({ tx, journal }) => {
        const store = propertyStore(tx)
        const rows = await store.named(ids)
        if (rows.length !== ids.length) throw new Refusal('property.notFound')
        await store.remove(rows.map((row) => row.id))
        const estateNames = new Map<number, string>()
        for (const { estate_id: key } of rows) if (!estateNames.has(key)) estateNames.set(key, await estates.nameOf(tx, key))
        for (const row of rows) {
          const before = { estateName: estateNames.get(row.estate_id) ?? '', ...fromColumns(row) }
          journal.record({ caller, action: 'property.delete', subject: row.public_id, before, after: null })
        }
      })
      return null
    },

    /** The houses that somebody has to decide on, each with the others that have its place or would have it. */
    async unsettledPlaces(estateId: string): Promise<UnsettledPlace[]> {
      const estate = await estates.require(database.read, estateId)
      const store = propertyStore(database.read)
      const unsettled = await store.unsettled(estate.id)
      const standing = await Promise.all(byNormalPlace(unsettled).map(({ place }) => store.at(estate.id, place)))
      const keys = new Set(unsettled.map(({ id }) => id))
      const all = [...standing.filter((row) => row !== undefined && !keys.has(row.id)), ...unsettled].filter((row) => row !== undefined)
      return byNormalPlace(all).map(({ place, reason, properties }) => ({
        place: placeInWords(place),
        reason,
        properties: properties.map((row) => toProperty(row, estateId)),
      }))
    },

    /** The properties of these ids, in no promised order; one that the registry does not have is missing. */
    async named(db: Kysely<Schema>, ids: readonly string[]): Promise<RegisteredProperty[]> {
      if (ids.length === 0) return []
      return (await propertyStore(db).named(ids)).map((row) => ({ ...fromColumns(row), id: row.public_id, estateKey: row.estate_id }))
    },

    /**
     * Writes what `changeOf` makes of owner and area of a property, on the transaction of the change that it belongs to; its place stays.
     *
     * @returns the property before and after, or null where the registry does not have it
     * @throws Refusal 400 when owners, phones and ID numbers differ in number
     */
    async changeOwner(
      tx: Transaction<Schema>,
      id: string,
      changeOf: (now: PropertyFields) => Partial<Pick<PropertyFields, 'areaHundredths' | 'ownerName' | 'phone' | 'idNumber'>>,
    ): Promise<{ before: RegisteredProperty; after: RegisteredProperty } | null> {
      const store = propertyStore(tx)
      const row = await store.find(id)
      if (!row) return null
      const before = fromColumns(row)
      const after = withOwners({ ...before, ...changeOf(before) })
      await store.update(row.id, after, nextWrite(clock.now(), row.updated_at))
      return { before: { ...before, id, estateKey: row.estate_id }, after: { ...after, id, estateKey: row.estate_id } }
    },

    /** The database's key of a property, where the registry has it. */
    keyOf: async (db: Kysely<Schema>, id: string): Promise<number | undefined> => (await propertyStore(db).find(id))?.id,

    /** The units of an estate's properties, each once. */
    units: (db: Kysely<Schema>, estateKey: number): Promise<Omit<Place, 'room'>[]> => propertyStore(db).units(estateKey),

    /** The id of the property at a place of an estate, where there is one. */
    async idAt(db: Kysely<Schema>, estateKey: number, place: Place): Promise<string | undefined> {
      return (await propertyStore(db).at(estateKey, place))?.public_id
    },

    /** A property and all others of the same owner in its estate, in reading order; one without an ID number stands alone. */
    async propertiesOfOwner(id: string): Promise<{ property: Property; properties: Property[] }> {
      const store = propertyStore(database.read)
      const row = await store.find(id)
      if (!row) throw new Refusal('property.notFound')
      const estateId = await estates.publicIdOf(database.read, row.estate_id)
      const rows = row.owner_key === null ? [row] : await store.ofOwner(row.estate_id, row.owner_key)
      return { property: toProperty(row, estateId), properties: rows.map((each) => toProperty(each, estateId)) }
    },

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
        if (sheet.errorCount > 0) {
          refusedFiles.keep(caller, jobId, { file, header: sheet.header, errors: sheet.errors })
          throw wrongRows(sheet.errors, sheet.errorCount, isDryRun ? sheet.preview : undefined)
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
export type PropertyService = ReturnType<typeof createPropertyService>
