import type { Kysely } from 'kysely'
import { ERASED_NAME } from '#shared/owner/erased.ts'
import type { Schema } from '../../database/schema.ts'

/** What the proxies of an activity hold of agents; `pictures` are texts with the paths. */
export async function agentsOf(db: Kysely<Schema>, activityKey: number) {
  const rows = await db.selectFrom('proxy').select(['agent_phone', 'agent_id_number', 'pictures']).where('activity_id', '=', activityKey).execute()
  return {
    nameCount: rows.length,
    phoneCount: rows.filter((row) => row.agent_phone !== '').length,
    idNumberCount: rows.filter((row) => row.agent_id_number !== '').length,
    pictures: rows.map((row) => row.pictures).filter((pictures) => pictures !== '[]'),
  }
}

/** Erases who the agents were, and why somebody revoked a proxy; ballots, topics and times stay. */
export async function eraseAgents(tx: Kysely<Schema>, activityKey: number): Promise<void> {
  const proxies = tx.updateTable('proxy').where('activity_id', '=', activityKey)
  await proxies.set({ revoke_reason: ERASED_NAME }).where('revoke_reason', '<>', '').execute()
  await proxies.set({ agent_name: ERASED_NAME, agent_phone: '', agent_id_number: '', pictures: '[]' }).execute()
}
