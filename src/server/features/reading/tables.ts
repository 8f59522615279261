import type { Generated } from 'kysely'
import type { PageStatus } from '#shared/features/reading/pageRules.ts'
import type { Decision, ReadingKind } from '#shared/features/reading/rules.ts'
import type { AskedAnswer } from '#shared/features/sample/rules.ts'
import { kept, personal, type TableOf } from '../../database/columns.ts'

/** A reading of a paper, in addition to the recorded vote. Immutable except for a decision. */
export const readingColumns = {
  id: kept<Generated<number>>(),
  public_id: kept<string>(),
  activity_id: kept<number>(),
  kind: kept<ReadingKind>(),
  ballot_id: kept<number>(),
  /** The record it was compared with; voiding that one ends the reading. For kind 2 the record of the decision; `''` before. */
  record_public_id: kept<string>(),
  /** The record's code. */
  code: kept<string>(),
  /** One character per slot, as in a record. */
  answers: kept<string>(),
  read_by: kept<number>(),
  read_at: kept<number>(),
  /** A third person's decision on the difference; null: none. */
  decision: kept<Decision | null>(),
  settled_by: kept<number | null>(),
  settled_at: kept<number | null>(),
  settle_reason: personal('words'),
  /** The record that replaced a corrected one; `''` if none. */
  corrected_public_id: kept<string>(),
  /** The sample it belongs to. */
  sample_id: kept<number | null>(),
  /** The asked owner's statement; null if the paper was read. */
  asked: kept<AskedAnswer | null>(),
  way: kept<number | null>(),
  remark: personal('words'),
  /** For kind 2, JSON: the pictures used, newest last; else `''`. */
  pages: kept<string>(),
  /** For kind 2, one character per slot: 1 clear, 2 blank, 3 left to a person, `-` if its page is missing. */
  states: kept<string>(),
  /** For kind 2, JSON: why each slot of state 3 is left to a person. */
  doubts: kept<string>(),
  /** 1 = decided by an author of the record or the reading, as nobody else could. */
  is_self_settled: kept<0 | 1>(),
}
export type ReadingTable = TableOf<typeof readingColumns>
/** A scanned page of an activity. Its public id is its stored file's. */
export const readingPageColumns = {
  id: kept<Generated<number>>(),
  public_id: kept<string>(),
  activity_id: kept<number>(),
  /** The paper's; `''` and page 0 while unknown. */
  code: kept<string>(),
  page: kept<number>(),
  page_count: kept<number>(),
  layout_id: kept<string>(),
  status: kept<PageStatus>(),
  batch_id: kept<string>(),
  /** Name of the file it is from. */
  source: personal('words'),
  source_page: kept<number>(),
  sha256: kept<string>(),
  /** JSON: the path of its stored file. */
  pictures: personal('pictures'),
  /** JSON: the mapping from millimetres to dots, and whether light is dark; `''` if unknown. */
  geometry: kept<string>(),
  turned: kept<number>(),
  is_flat: kept<number>(),
  /** JSON: its recognized rows. */
  slots: kept<string>(),
  created_by: kept<number>(),
  created_at: kept<number>(),
  /** Who identified the page manually, and when. */
  assigned_by: kept<number | null>(),
  assigned_at: kept<number | null>(),
}
export type ReadingPageTable = TableOf<typeof readingPageColumns>
export interface ReadingTables {
  reading: ReadingTable
  reading_page: ReadingPageTable
}
