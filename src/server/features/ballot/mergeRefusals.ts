import { sentenceFor } from '#shared/contract/refusals.ts'
import type { MergeRefusal } from '#shared/features/ballot/unmerged.ts'
import { chunksOf } from '../../database/rows.ts'
import type { Db } from '../../database/schema.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { ActivityRecord } from '../activity/service.ts'
import { rowMergeRefusal } from './rules.ts'
import { ballotStore, type BallotRow } from './store.ts'
import { yieldToEventLoop } from '../../kernel/yieldToEventLoop.ts'

/** In wire form; see `mergeRefusalFields`. */
export interface MergeRefusalFields {
  refusal: string
  refusalReason?: MergeRefusal
}

/** Whether a ballot can be merged, in wire form. */
export function mergeRefusalFieldsOf({ status }: Pick<ActivityRecord, 'status'>, row: BallotRow, now: number): MergeRefusalFields {
  const reason = rowMergeRefusal(status, row, now)
  return reason === null ? { refusal: '' } : { refusal: sentenceFor(reason), refusalReason: reason }
}

/** The same for ballots by key; returns entries by public id, other calls are served between the statements. */
export const createMergeRefusals = (clock: Clock) => ({
  /** Missing ballots have no entry. */
  async mergeRefusals(db: Db, activity: Pick<ActivityRecord, 'status'>, ballotKeys: readonly number[]): Promise<ReadonlyMap<string, MergeRefusalFields>> {
    const found = new Map<string, MergeRefusalFields>()
    for (const keys of chunksOf([...new Set(ballotKeys)])) {
      for (const row of await ballotStore(db).byKeys(keys)) found.set(row.public_id, mergeRefusalFieldsOf(activity, row, clock.now()))
      await yieldToEventLoop()
    }
    return found
  },
})
