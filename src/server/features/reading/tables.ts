import type { Generated } from 'kysely'
import type { Decision, ReadingKind } from '#shared/features/reading/rules.ts'
import { kept, personal, type TableOf } from '../../database/columns.ts'

/** What was read from a paper beside the vote on record. But for a decision no row is ever changed. */
export const readingColumns = {
  id: kept<Generated<number>>(),
  public_id: kept<string>(),
  activity_id: kept<number>(),
  kind: kept<ReadingKind>(),
  ballot_id: kept<number>(),
  /** The record that it was compared with: with the void of that one it has ended. */
  record_public_id: kept<string>(),
  /** The record's code. */
  code: kept<string>(),
  /** One character a slot, as in a record. */
  answers: kept<string>(),
  read_by: kept<number>(),
  read_at: kept<number>(),
  /** What a third person said of the difference; null: nothing. */
  decision: kept<Decision | null>(),
  settled_by: kept<number | null>(),
  settled_at: kept<number | null>(),
  settle_reason: personal('words'),
  /** 1: by somebody who had made record or reading, for nobody else might. */
  is_self_settled: kept<0 | 1>(),
}
export type ReadingTable = TableOf<typeof readingColumns>
export interface ReadingTables {
  reading: ReadingTable
}
