import type { Generated } from 'kysely'
import type { EstateDraft } from '#shared/features/estate/contract.ts'
import type { estateRecord } from '#shared/records/estate.ts'
import type { RowOf } from '#shared/records/record.ts'

/** An estate (小区), with its division's name as of the last write. */
export interface EstateTable extends RowOf<typeof estateRecord, EstateDraft> {
  id: Generated<number>
  public_id: string
  /** The divisions' names concatenated, from the province down. */
  division_name: string
  created_by: number
  created_at: number
  /** Last write; strictly increasing. */
  updated_at: number
}
export interface EstateTables {
  estate: EstateTable
}
