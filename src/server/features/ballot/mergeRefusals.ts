import type { Kysely } from 'kysely'
import { sentenceFor } from '#shared/contract/refusals.ts'
import type { Schema } from '../../database/schema.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { ActivityRecord } from '../activity/service.ts'
import { inChunks } from './ballotChunks.ts'
import { isRowEntrusted, isRowFrozen } from './rules.ts'
import { ballotStore, type BallotRow } from './store.ts'
import { nextTurn } from '../../kernel/nextTurn.ts'

/** Why a ballot cannot be merged, in words; `''` where it can. */
export function mergeRefusalInWords({ status }: Pick<ActivityRecord, 'status'>, row: BallotRow, now: number): string {
  if (isRowFrozen(status, row)) return sentenceFor('ballot.frozen')
  return isRowEntrusted(row, now) ? sentenceFor('ballot.entrusted') : ''
}

/** The same for ballots by their keys, by their public ids; other calls are answered between the statements. */
export const createMergeRefusals = (clock: Clock) => ({
  async mergeRefusals(db: Kysely<Schema>, activity: Pick<ActivityRecord, 'status'>, ballotKeys: readonly number[]): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>()
    for (const keys of inChunks([...new Set(ballotKeys)])) {
      for (const row of await ballotStore(db).byKeys(keys)) found.set(row.public_id, mergeRefusalInWords(activity, row, clock.now()))
      await nextTurn()
    }
    return found
  },
})
