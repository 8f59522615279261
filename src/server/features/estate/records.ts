import type { Kysely } from 'kysely'
import { Refusal } from '#shared/contract/refusals.ts'
import type { Estate } from '#shared/features/estate/contract.ts'
import type { Schema } from '../../database/schema.ts'
import { versionOf } from '../../kernel/version.ts'
import type { EstateTotals } from './order.ts'
import { estateStore } from './store.ts'
import type { EstateTable } from './tables.ts'

/** An estate as the wire has it, with what its properties add up to. */
export function toEstate(row: Omit<EstateTable, 'id'>, totals: EstateTotals): Estate {
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
