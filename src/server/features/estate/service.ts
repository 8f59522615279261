import type { Kysely } from 'kysely'
import type { Page } from '#shared/contract/page.ts'
import { Refusal } from '#shared/contract/refusals.ts'
import { type CategoryTotal, Estate, type EstateChange, type EstateDraft, type EstateSort, type PlaceNode } from '#shared/features/estate/contract.ts'
import { divisionFields, estateRecord } from '#shared/records/estate.ts'
import { asColumns, asFields, namesOf } from '#shared/records/record.ts'
import { compareNaturally } from '#shared/text/naturalOrder.ts'
import { isForeignKeyViolation } from '../../database/dialect.ts'
import type { Schema } from '../../database/schema.ts'
import type { ListExport } from '../../exports/kind.ts'
import type { Caller } from '../../http/context.ts'
import type { Clock } from '../../kernel/clock.ts'
import { newId } from '../../kernel/ids.ts'
import { checkVersion, nextWrite, versionOf } from '../../kernel/version.ts'
import type { AccountService } from '../account/service.ts'
import type { JournaledDatabase } from '../journal/journal.ts'
import type { Divisions } from '../dictionary/divisions.ts'
import type { EstateScope } from '../../scope/estateScope.ts'
import { estateStore } from './store.ts'
import type { EstateTable } from './tables.ts'

/** An estate in wire form, with its properties' totals. */
function toEstate(row: Omit<EstateTable, 'id'>, totals: EstateTotals): Estate {
  return {
    ...asFields(estateRecord, row),
    id: row.public_id,
    divisionName: row.division_name,
    version: versionOf(row.updated_at),
    ...totals,
    categories: [...totals.categories],
  }
}

/**
 * The estate's row on the given connection.
 *
 * @throws Refusal `estate.notFound` (404)
 */
export async function requireEstate(db: Kysely<Schema>, estateId: string) {
  const row = await estateStore(db).find(estateId)
  if (!row) throw new Refusal('estate.notFound')
  return row
}

/** Totals over an estate's properties. */
export interface EstateTotals {
  readonly propertyCount: number
  readonly ballotCount: number
  readonly areaHundredths: number
  /** In the order of categories; categories without properties are left out. */
  readonly categories: readonly CategoryTotal[]
}
const noTotals: EstateTotals = { propertyCount: 0, ballotCount: 0, areaHundredths: 0, categories: [] }

/** The properties' totals by estate key; estates without properties have no entry. */
type TotalsOf = (db: Kysely<Schema>, estateKeys: readonly number[]) => Promise<ReadonlyMap<number, EstateTotals>>

/** An estate's row with its properties' totals. */
export interface EstateRow {
  readonly row: Omit<EstateTable, 'id'> & { readonly id: number }
  readonly totals: EstateTotals
}

/**
 * All estates of a scope with their totals, newest first by default.
 *
 * Sorted in memory: they are few, and the sort keys come from the properties.
 */
async function estatesInOrder(db: Kysely<Schema>, scope: EstateScope, totalsOf: TotalsOf, sort: EstateSort): Promise<EstateRow[]> {
  const rows = await estateStore(db).whole(scope)
  const totals = await totalsOf(
    db,
    rows.map(({ id }) => id),
  )
  const estates = rows.map((row) => ({ row, totals: totals.get(row.id) ?? noTotals }))
  if (!sort) return estates
  const { by, isDescending } = sort
  const figure = (estate: EstateRow): number => (by === 'area' ? estate.totals.areaHundredths : estate.totals.propertyCount)
  return estates.toSorted((one, other) => {
    const order = by === 'name' ? compareNaturally(one.row.name, other.row.name) : figure(one) - figure(other)
    return isDescending ? -order : order
  })
}

/** Sum of the totals of some estates. */
function sumOf(estates: readonly EstateRow[]): Omit<EstateTotals, 'categories'> {
  const sum = (name: 'propertyCount' | 'ballotCount' | 'areaHundredths'): number => estates.reduce((all, { totals }) => all + totals[name], 0)
  return { propertyCount: sum('propertyCount'), ballotCount: sum('ballotCount'), areaHundredths: sum('areaHundredths') }
}

interface EstateDeps {
  readonly database: JournaledDatabase
  readonly clock: Clock
  readonly divisions: Divisions
  readonly accounts: Pick<AccountService, 'giveEstate'>
  /** Injected by the composition root, since properties come later in the order of features. */
  readonly properties: {
    readonly totals: TotalsOf
    places(db: Kysely<Schema>, estateKey: number, withCounts: boolean): Promise<PlaceNode[]>
  }
}

/** Read-only queries on estates, for screens and later features. */
function createEstateReads({ database, properties }: Pick<EstateDeps, 'database' | 'properties'>) {
  return {
    require: requireEstate,

    /** Totals over all estates of a scope. */
    totals: async (scope: EstateScope) => sumOf(await estatesInOrder(database.read, scope, properties.totals, null)),

    /** One page of the estates with their properties' totals, newest first by default, and the number of estates. */
    async list(scope: EstateScope, { pageNo, pageSize, sort }: { pageNo: number; pageSize: number; sort?: EstateSort }): Promise<Page<Estate>> {
      const offset = (pageNo - 1) * pageSize
      if (sort) {
        const estates = await estatesInOrder(database.read, scope, properties.totals, sort)
        return { rows: estates.slice(offset, offset + pageSize).map(({ row, totals }) => toEstate(row, totals)), total: estates.length }
      }
      const { rows, total } = await estateStore(database.read).page(scope, offset, pageSize)
      const totals = await properties.totals(
        database.read,
        rows.map((row) => row.id),
      )
      return { rows: rows.map((row) => toEstate(row, totals.get(row.id) ?? noTotals)), total }
    },

    /** The public ids and names of all estates of a scope, newest first. */
    async all(scope: EstateScope) {
      return (await estateStore(database.read).all(scope)).map((row) => ({ id: row.public_id, name: row.name }))
    },

    /**
     * The tree of an estate's places down to units (`wire.md` section 3).
     *
     * @param withCounts whether to include each place's number of properties
     * @throws Refusal `estate.notFound` (404)
     */
    async places(estateId: string, withCounts: boolean): Promise<PlaceNode[]> {
      return properties.places(database.read, (await requireEstate(database.read, estateId)).id, withCounts)
    },

    /** The public id of an estate referred to by another row. */
    async publicIdOf(db: Kysely<Schema>, estateKey: number): Promise<string> {
      return (await estateStore(db).identity(estateKey)).public_id
    },
    /** Its name. */
    async nameOf(db: Kysely<Schema>, estateKey: number): Promise<string> {
      return (await estateStore(db).identity(estateKey)).name
    },
  }
}

/** Creates, changes and removes estates. */
function createEstateChanges({ database, clock, divisions, accounts, properties }: EstateDeps) {
  const toColumns = async (draft: EstateDraft) => ({
    ...asColumns(estateRecord, draft),
    division_name: await divisions.nameOf(namesOf(divisionFields).map((name) => draft[name])),
  })

  return {
    /**
     * Creates an estate, with its division's current name.
     *
     * @returns its public id
     */
    async save(draft: EstateDraft, caller: Caller): Promise<{ id: string }> {
      const columns = await toColumns(draft)
      const publicId = newId()
      await database.write(async (write) => {
        const { tx, journal } = write
        const now = clock.now()
        await estateStore(tx).insert({ ...columns, public_id: publicId, created_by: caller.userKey, created_at: now, updated_at: now })
        journal.record({ caller, action: 'estate.save', subject: publicId, before: null, after: draft })
        await accounts.giveEstate(write, publicId, caller)
      })
      return { id: publicId }
    },

    /**
     * Changes an estate.
     *
     * @throws Refusal `estate.notFound` (404), `form.stale` (409) if changed since the given version
     */
    async update({ id, version, ...draft }: EstateChange, caller: Caller): Promise<null> {
      const columns = await toColumns(draft)
      await database.write(async ({ tx, journal }) => {
        const before = await requireEstate(tx, id)
        const totals = await properties.totals(tx, [before.id])
        checkVersion(version, before.updated_at, () => Estate.encode(toEstate(before, totals.get(before.id) ?? noTotals)))
        await estateStore(tx).update(before.id, { ...columns, updated_at: nextWrite(clock.now(), before.updated_at) })
        journal.record({ caller, action: 'estate.update', subject: id, before: asFields(estateRecord, before), after: draft })
      })
      return null
    },

    /**
     * Removes estates: all of them or none.
     *
     * @throws Refusal `estate.notFound` (404), `estate.inUse` (402) for one with properties or activities (`wire.md` section 3)
     */
    async remove(ids: readonly string[], caller: Caller): Promise<null> {
      await database.write(async ({ tx, journal }) => {
        for (const id of ids) {
          const before = await requireEstate(tx, id)
          await estateStore(tx)
            .remove(before.id)
            .catch((error: unknown) => {
              throw isForeignKeyViolation(error) ? new Refusal('estate.inUse') : error
            })
          journal.record({ caller, action: 'estate.delete', subject: id, before: asFields(estateRecord, before), after: null })
        }
      })
      return null
    },
  }
}

/** Estates (小区): `wire.md` section 3. */
export function createEstateService(deps: EstateDeps) {
  return { ...createEstateReads(deps), ...createEstateChanges(deps) }
}
export type EstateService = ReturnType<typeof createEstateService>

/** Always exports all estates of a scope; only the order is chosen. */
export interface EstateExportFilter {
  readonly scope: EstateScope
  readonly sort?: EstateSort
}

/** 小区管理. Property totals are injected, since properties come later in the order of features. */
export function estateExport(totalsOf: TotalsOf): ListExport<EstateExportFilter, EstateRow> {
  return {
    sheet: '小区',
    columns: () => [
      { title: '小区名称', width: 24, kind: 'text', value: ({ row }) => row.name },
      { title: '所在区划', width: 36, kind: 'text', value: ({ row }) => row.division_name },
      { title: '详细地址', width: 36, kind: 'text', value: ({ row }) => row.address },
      { title: '房屋数', width: 12, kind: 'count', value: ({ totals }) => totals.propertyCount, isSummed: true },
      { title: '票权数', width: 12, kind: 'count', value: ({ totals }) => totals.ballotCount, isSummed: true },
      { title: '房屋面积(㎡)', width: 16, kind: 'area', value: ({ totals }) => totals.areaHundredths, isSummed: true },
    ],

    async open(db, { scope, sort }) {
      const estates = await estatesInOrder(db, scope, totalsOf, sort ?? null)
      const { propertyCount, ballotCount, areaHundredths } = sumOf(estates)
      return {
        title: '小区',
        belongsTo: { name: '小区列表' },
        scope: '全部',
        about: [`共 ${estates.length} 个小区`],
        rowCount: estates.length,
        totals: { 房屋数: propertyCount, 票权数: ballotCount, '房屋面积(㎡)': areaHundredths },
        rows: (async function* () {
          yield await Promise.resolve(estates)
        })(),
      }
    },
  }
}
