import type { Kysely } from 'kysely'
import type { Page } from '#shared/contract/page.ts'
import { Refusal } from '#shared/contract/refusals.ts'
import { Estate, type EstateChange, type EstateDraft, type EstateSort, type PlaceNode } from '#shared/features/estate/contract.ts'
import { isForeignKeyViolation } from '../../database/dialect.ts'
import type { JournaledDatabase } from '../audit/journal.ts'
import type { Schema } from '../../database/schema.ts'
import type { Caller } from '../../http/context.ts'
import type { Clock } from '../../kernel/clock.ts'
import { newId } from '../../kernel/ids.ts'
import { checkVersion, nextWrite, versionOf } from '../../kernel/version.ts'
import type { Divisions } from '../dictionary/divisions.ts'
import { estatesInOrder, noTotals, sumOf, type EstateTotals, type TotalsOf } from './order.ts'
import { estateStore } from './store.ts'
import type { EstateTable } from './tables.ts'

export interface EstateDeps {
  readonly database: JournaledDatabase
  readonly clock: Clock
  readonly divisions: Divisions
  /** The properties stand later in the order of features, so the composition root hands in what is asked of them. */
  readonly properties: {
    readonly totals: TotalsOf
    places(db: Kysely<Schema>, estateKey: number, withCounts: boolean): Promise<PlaceNode[]>
  }
}

function toEstate(row: Omit<EstateTable, 'id'>, totals: EstateTotals): Estate {
  return {
    id: row.public_id,
    name: row.name,
    address: row.address,
    divisionName: row.division_name,
    provinceCode: row.province_code,
    cityCode: row.city_code,
    areaCode: row.area_code,
    subdistrictCode: row.subdistrict_code,
    communityCode: row.community_code,
    version: versionOf(row.updated_at),
    ...totals,
  }
}

function toDraft(row: Omit<EstateTable, 'id'>): EstateDraft {
  const { name, address, provinceCode, cityCode, areaCode, subdistrictCode, communityCode } = toEstate(row, noTotals)
  return { name, address, provinceCode, cityCode, areaCode, subdistrictCode, communityCode }
}

/** Estates (小区): `wire.md` section 3. */
export function createEstateService({ database, clock, divisions, properties }: EstateDeps) {
  async function toColumns(draft: EstateDraft) {
    return {
      name: draft.name,
      address: draft.address,
      province_code: draft.provinceCode,
      city_code: draft.cityCode,
      area_code: draft.areaCode,
      subdistrict_code: draft.subdistrictCode,
      community_code: draft.communityCode,
      division_name: await divisions.nameOf([draft.provinceCode, draft.cityCode, draft.areaCode, draft.subdistrictCode, draft.communityCode]),
    }
  }

  return {
    /** What all estates add up to. */
    totals: async (): Promise<EstateTotals> => sumOf(await estatesInOrder(database.read, properties.totals, null)),

    async list({ pageNo, pageSize, sort }: { pageNo: number; pageSize: number; sort?: EstateSort }): Promise<Page<Estate>> {
      const offset = (pageNo - 1) * pageSize
      if (sort) {
        const estates = await estatesInOrder(database.read, properties.totals, sort)
        return { rows: estates.slice(offset, offset + pageSize).map(({ row, totals }) => toEstate(row, totals)), total: estates.length }
      }
      const { rows, total } = await estateStore(database.read).page(offset, pageSize)
      const totals = await properties.totals(
        database.read,
        rows.map((row) => row.id),
      )
      return { rows: rows.map((row) => toEstate(row, totals.get(row.id) ?? noTotals)), total }
    },

    async all() {
      return (await estateStore(database.read).all()).map((row) => ({ id: row.public_id, name: row.name }))
    },

    async save(draft: EstateDraft, caller: Caller): Promise<{ id: string }> {
      const columns = await toColumns(draft)
      const publicId = newId()
      await database.write(async ({ tx, journal }) => {
        const now = clock.now()
        await estateStore(tx).insert({ ...columns, public_id: publicId, created_by: caller.userKey, created_at: now, updated_at: now })
        journal.record({ caller, action: 'estate.save', subject: publicId, before: null, after: draft })
      })
      return { id: publicId }
    },

    /** Changes an estate; refused with 409 where it was changed since the version that is named. */
    async update({ id, version, ...draft }: EstateChange, caller: Caller): Promise<null> {
      const columns = await toColumns(draft)
      await database.write(async ({ tx, journal }) => {
        const before = await this.require(tx, id)
        const totals = await properties.totals(tx, [before.id])
        checkVersion(version, before.updated_at, () => Estate.encode(toEstate(before, totals.get(before.id) ?? noTotals)))
        await estateStore(tx).update(before.id, { ...columns, updated_at: nextWrite(clock.now(), before.updated_at) })
        journal.record({ caller, action: 'estate.update', subject: id, before: toDraft(before), after: draft })
      })
      return null
    },

    async remove(ids: readonly string[], caller: Caller): Promise<null> {
      await database.write(async ({ tx, journal }) => {
        for (const id of ids) {
          const before = await this.require(tx, id)
          await estateStore(tx)
            .remove(before.id)
            .catch((error: unknown) => {
              throw isForeignKeyViolation(error) ? new Refusal('estate.inUse') : error
            })
          journal.record({ caller, action: 'estate.delete', subject: id, before: toDraft(before), after: null })
        }
      })
      return null
    },

    async places(estateId: string, withCounts: boolean): Promise<PlaceNode[]> {
      return properties.places(database.read, (await this.require(database.read, estateId)).id, withCounts)
    },

    /** The public id of an estate that another row refers to. */
    async publicIdOf(db: Kysely<Schema>, estateKey: number): Promise<string> {
      return (await estateStore(db).identity(estateKey)).public_id
    },
    /** Its name. */
    async nameOf(db: Kysely<Schema>, estateKey: number): Promise<string> {
      return (await estateStore(db).identity(estateKey)).name
    },

    /** The estate's row on the given connection; a refusal 404 where there is none. */
    async require(db: Kysely<Schema>, estateId: string) {
      const row = await estateStore(db).find(estateId)
      if (!row) throw new Refusal('estate.notFound')
      return row
    },
  }
}
export type EstateService = ReturnType<typeof createEstateService>
