import { sql, type Kysely } from 'kysely'
import { ERASED_NAME } from '#shared/owner/erased.ts'
import type { Schema } from '../../database/schema.ts'

/** What the records of an activity hold of those who voted. */
export interface VoterCounts {
  readonly nameCount: number
  readonly phoneCount: number
  readonly idNumberCount: number
  readonly recordCount: number
}

const filled = (column: string) => sql<number>`count(case when ${sql.ref(column)} <> '' then 1 end)`

/** Counts the records of an activity, and those with a name, a phone and an ID number of who voted. */
export const voterCounts = (db: Kysely<Schema>, activityKey: number): Promise<VoterCounts> =>
  db
    .selectFrom('vote_record')
    .select((select) => [
      filled('voter_name').as('nameCount'),
      filled('voter_phone').as('phoneCount'),
      filled('voter_id_number').as('idNumberCount'),
      select.fn.countAll<number>().as('recordCount'),
    ])
    .where('activity_id', '=', activityKey)
    .executeTakeFirstOrThrow()

/** Erases who voted and who handed papers in, and what somebody wrote on voiding a vote; answers, states, codes and times stay. */
export async function eraseVoters(tx: Kysely<Schema>, activityKey: number): Promise<void> {
  const records = tx.updateTable('vote_record').where('activity_id', '=', activityKey)
  await records.set({ voter_name: ERASED_NAME }).where('voter_name', '<>', '').execute()
  await records.set({ void_reason: ERASED_NAME }).where('void_reason', '<>', '').execute()
  await records.set({ handed_in_by: ERASED_NAME }).where('handed_in_by', '<>', '').execute()
  await records.set({ voter_phone: '', voter_id_number: '' }).execute()
}
