import type { Kysely } from 'kysely'
import type { Page } from '#shared/contract/page.ts'
import type { Estate, EstateSort, PlaceNode } from '#shared/features/estate/contract.ts'
import type { Schema } from '../../database/schema.ts'
import { estatesInOrder, noTotals, sumOf } from './order.ts'
import { requireEstate, toEstate } from './records.ts'
import type { EstateDeps } from './deps.ts'
import { estateStore } from './store.ts'

/** What is asked about estates, by screens and by later features; nothing here writes. */
export function createEstateReads({ database, properties }: Pick<EstateDeps, 'database' | 'properties'>) {
  return {
    require: requireEstate,

    /** What all estates add up to. */
    totals: async () => sumOf(await estatesInOrder(database.read, properties.totals, null)),

    /** One page of the estates with what their properties add up to, newest first where no order is asked for, and how many there are. */
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

    /** The public ids and names of all estates, newest first. */
    async all() {
      return (await estateStore(database.read).all()).map((row) => ({ id: row.public_id, name: row.name }))
    },

    /**
     * The tree of an estate's places down to units (`wire.md` section 3).
     *
     * @param withCounts whether each place tells how many properties it has
     * @throws Refusal `estate.notFound` (404)
     */
    async places(estateId: string, withCounts: boolean): Promise<PlaceNode[]> {
      return properties.places(database.read, (await requireEstate(database.read, estateId)).id, withCounts)
    },

    /** The public id of an estate that another row refers to. */
    async publicIdOf(db: Kysely<Schema>, estateKey: number): Promise<string> {
      return (await estateStore(db).identity(estateKey)).public_id
    },
    /** Its name. */
    async nameOf(db: Kysely<Schema>, estateKey: number): Promise<string> {
      return (await estateStore(db).identity(estateKey)).name
    },
  }
}
