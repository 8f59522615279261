import type { Kysely } from 'kysely'
import { inChunks, inOrderOf } from '../../database/rows.ts'
import type { Schema } from '../../database/schema.ts'
import type { PropertyRow } from './store.ts'

/** Properties that are read between two turns of the event loop. */
const CHUNK = 500

/**
 * An estate's properties, in reading order, 500 at a time.
 *
 * @param onChunk runs before each statement
 */
export async function* propertiesInChunks(db: Kysely<Schema>, estateKey: number, onChunk: () => void | Promise<void>): AsyncGenerator<PropertyRow[]> {
  const found = await db.selectFrom('property').select('id as key').where('estate_id', '=', estateKey).orderBy('place_key').orderBy('id').execute()
  for (const keys of inChunks(found, CHUNK)) {
    await onChunk()
    yield inOrderOf(keys, await db.selectFrom('property').selectAll().where('id', 'in', keys).execute())
  }
}
