import type { Kysely } from 'kysely'
import type { PlaceNode } from '#shared/features/estate/contract.ts'
import type { Schema } from '../../database/schema.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { JournaledDatabase } from '../audit/journal.ts'
import type { Divisions } from '../dictionary/divisions.ts'
import type { TotalsOf } from './order.ts'

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
