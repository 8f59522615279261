import type { Kysely } from 'kysely'
import { ERASED_NAME } from '#shared/owner/erased.ts'
import type { Schema } from '../../database/schema.ts'

/** Erases what somebody wrote on spoiling or replacing a paper; codes, states and times stay. */
export async function erasePapers(tx: Kysely<Schema>, activityKey: number): Promise<void> {
  await tx.updateTable('ballot_paper').set({ spoil_reason: ERASED_NAME }).where('activity_id', '=', activityKey).where('spoil_reason', '<>', '').execute()
}
