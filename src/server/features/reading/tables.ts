import type { Generated } from 'kysely'
import type { PageStatus } from '#shared/features/reading/pageRules.ts'
import type { Decision, ReadingKind } from '#shared/features/reading/rules.ts'
import type { AskedAnswer } from '#shared/features/sample/rules.ts'
import { kept, personal, type TableOf } from '../../database/columns.ts'

/** What was read from a paper beside the vote on record. But for a decision no row is ever changed. */
export const readingColumns = {
  id: kept<Generated<number>>(),
  public_id: kept<string>(),
  activity_id: kept<number>(),
  kind: kept<ReadingKind>(),
  ballot_id: kept<number>(),
  /** The record that it was compared with: with the void of that one it has ended. Of kind 2 the one of the decision; `''` before. */
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
  /** The record that took the place of one that was put right; `''` if none did. */
  corrected_public_id: kept<string>(),
  /** The sample that it is part of. */
  sample_id: kept<number | null>(),
  /** What the owner said who was asked; null where the paper was read. */
  asked: kept<AskedAnswer | null>(),
  way: kept<number | null>(),
  remark: personal('words'),
  /** Of kind 2, JSON: the pictures that it was made of, the newest last; else `''`. */
  pages: kept<string>(),
  /** Of kind 2, one character a slot: 1 clear, 2 blank, 3 a person's, `-` where its page is missing. */
  states: kept<string>(),
  /** Of kind 2, JSON: why each slot of state 3 is a person's. */
  doubts: kept<string>(),
  /** 1: by somebody who had made record or reading, for nobody else might. */
  is_self_settled: kept<0 | 1>(),
}
export type ReadingTable = TableOf<typeof readingColumns>
/** A scanned page of an activity. Its public id is its stored file's. */
export const readingPageColumns = {
  id: kept<Generated<number>>(),
  public_id: kept<string>(),
  activity_id: kept<number>(),
  /** The paper's; `''` and page 0 while nobody knows. */
  code: kept<string>(),
  page: kept<number>(),
  page_count: kept<number>(),
  layout_id: kept<string>(),
  status: kept<PageStatus>(),
  batch_id: kept<string>(),
  /** The name of the file that it is out of. */
  source: personal('words'),
  source_page: kept<number>(),
  sha256: kept<string>(),
  /** JSON: the path of its stored file. */
  pictures: personal('pictures'),
  /** JSON: how millimetres become dots, and whether light is dark; `''` where it is not known. */
  geometry: kept<string>(),
  turned: kept<number>(),
  is_flat: kept<number>(),
  /** JSON: its rows as they were read. */
  slots: kept<string>(),
  created_by: kept<number>(),
  created_at: kept<number>(),
  /** By whom and when a person said what page it is. */
  assigned_by: kept<number | null>(),
  assigned_at: kept<number | null>(),
}
export type ReadingPageTable = TableOf<typeof readingPageColumns>
export interface ReadingTables {
  reading: ReadingTable
  reading_page: ReadingPageTable
}
