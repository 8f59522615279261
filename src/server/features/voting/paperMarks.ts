import type { Transaction } from 'kysely'
import type { Schema } from '../../database/schema.ts'
import type { Caller } from '../../http/context.ts'
import { newRecord, type BallotToMark } from './newRecord.ts'
import { votingStore } from './store.ts'

/** Marks of printed ballot papers: a paper's code is its ballot's marked code. */
export const paperMarks = {
  /** Marks ballots without a live record, each with its code; returns the records' ids in the same order. */
  async give(
    tx: Transaction<Schema>,
    activityKey: number,
    marks: readonly { readonly ballot: BallotToMark; readonly code: string }[],
    caller: Caller,
    now: number,
  ): Promise<string[]> {
    const records = marks.map(({ ballot, code: markedCode }) => newRecord({ key: activityKey }, { ballot, markedCode }, caller, now))
    if (records.length > 0) await votingStore(tx).insertRecords(records)
    return records.map((record) => record.public_id)
  },
  /** Changes a mark's code. */
  change: async (tx: Transaction<Schema>, recordKey: number, markedCode: string): Promise<void> => {
    await votingStore(tx).updateRecords([recordKey], { marked_code: markedCode })
  },
  /** Removes marks without a trace. */
  take: async (tx: Transaction<Schema>, recordKeys: readonly number[]): Promise<void> => {
    await votingStore(tx).removeRecords(recordKeys)
  },
}
export type PaperMarks = typeof paperMarks
