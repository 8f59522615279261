import type { Kysely } from 'kysely'
import { notFound } from '#shared/contract/envelope.ts'
import type { Schema } from '../../database/schema.ts'
import { estateStore } from './store.ts'

/**
 * The key and the name of an estate of which another feature exports a list: exports run in a thread that has no services.
 *
 * @throws Refusal 404
 */
export async function requireExportedEstate(db: Kysely<Schema>, estateId: string): Promise<{ readonly id: number; readonly name: string }> {
  const estate = await estateStore(db).find(estateId)
  if (!estate) throw notFound('小区')
  return estate
}
