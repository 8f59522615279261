import type { Kysely } from 'kysely'
import { Refusal } from '#shared/contract/refusals.ts'
import type { CategoryTotal, Estate, EstateSort } from '#shared/features/estate/contract.ts'
import { estateRecord } from '#shared/records/estate.ts'
import { asFields } from '#shared/records/record.ts'
import { compareNaturally } from '#shared/text/naturalOrder.ts'
import type { Schema } from '../../database/schema.ts'
import { versionOf } from '../../kernel/version.ts'
import type { EstateScope } from '../../scope/estateScope.ts'
import { estateStore } from './store.ts'
import type { EstateTable } from './tables.ts'

/** An estate as the wire has it, with what its properties add up to. */
export function toEstate(row: Omit<EstateTable, 'id'>, totals: EstateTotals): Estate {
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

/** What an estate's properties add up to. */
export interface EstateTotals {
  readonly propertyCount: number
  readonly ballotCount: number
  readonly areaHundredths: number
  /** In the order of categories; one that no property has is left out. */
  readonly categories: readonly CategoryTotal[]
}
export const noTotals: EstateTotals = { propertyCount: 0, ballotCount: 0, areaHundredths: 0, categories: [] }

/** The properties' sums by the estates' keys; an estate without any has no entry. */
export type TotalsOf = (db: Kysely<Schema>, estateKeys: readonly number[]) => Promise<ReadonlyMap<number, EstateTotals>>

/** An estate's row with what its properties add up to. */
export interface EstateRow {
  readonly row: Omit<EstateTable, 'id'> & { readonly id: number }
  readonly totals: EstateTotals
}

/**
 * All estates of a scope with what they add up to, newest first where no order is asked for.
 *
 * They are few, and what they are sorted by is the properties' business: so they are sorted here.
 */
export async function estatesInOrder(db: Kysely<Schema>, scope: EstateScope, totalsOf: TotalsOf, sort: EstateSort): Promise<EstateRow[]> {
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

/** What some estates add up to together. */
export function sumOf(estates: readonly EstateRow[]): Omit<EstateTotals, 'categories'> {
  const sum = (name: 'propertyCount' | 'ballotCount' | 'areaHundredths'): number => estates.reduce((all, { totals }) => all + totals[name], 0)
  return { propertyCount: sum('propertyCount'), ballotCount: sum('ballotCount'), areaHundredths: sum('areaHundredths') }
}
