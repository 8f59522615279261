import type { Kysely } from 'kysely'
import { Refusal } from '#shared/contract/refusals.ts'
import type { Schema } from '../../database/schema.ts'
import { estateStore } from './store.ts'

/**
 * The key and the name of an estate of which another feature exports a list: exports run in a thread that has no services.
 *
 * @throws Refusal `estate.notFound` (404)
 */
export async function requireExportedEstate(db: Kysely<Schema>, estateId: string): Promise<{ readonly id: number; readonly name: string }> {
  const estate = await estateStore(db).find(estateId)
  if (!estate) throw new Refusal('estate.notFound')
  return estate
}
