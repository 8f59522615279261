import type { Db } from '../../database/schema.ts'
import { chunksOf } from '../../database/rows.ts'
import type { FileTables } from './tables.ts'

async function inChunks(keys: readonly number[], work: (some: readonly number[]) => Promise<unknown>): Promise<void> {
  for (const some of chunksOf(keys)) await work(some)
}

/** Queries on stored files; contents are in the database. */
export function fileStore(db: Db) {
  return {
    insert: (file: Omit<FileTables['stored_file'], 'id'>) => db.insertInto('stored_file').values(file).execute(),
    /** In no particular order; missing ones are left out. */
    mediaTypes: (publicIds: readonly string[]) =>
      db.selectFrom('stored_file').select(['public_id', 'media_type']).where('public_id', 'in', publicIds).execute(),
    /** All of them, without their contents. */
    all: () =>
      db.selectFrom('stored_file').select(['id', 'public_id', 'name', 'media_type', 'byte_count', 'created_at', 'unused_since']).orderBy('id').execute(),
    /** Sets since when files are unreferenced, in epoch ms; null if referenced. */
    setUnusedSince: (keys: readonly number[], moment: number | null) =>
      inChunks(keys, (some) => db.updateTable('stored_file').set({ unused_since: moment }).where('id', 'in', some).execute()),
    /** By the database's keys. */
    remove: (keys: readonly number[]) => inChunks(keys, (some) => db.deleteFrom('stored_file').where('id', 'in', some).execute()),
    /** By their public ids. */
    async removeNamed(publicIds: readonly string[]): Promise<void> {
      for (const some of chunksOf(publicIds)) await db.deleteFrom('stored_file').where('public_id', 'in', some).execute()
    },
    /** A file with its content; undefined if none. */
    content: (publicId: string) =>
      db.selectFrom('stored_file').select(['name', 'media_type', 'content', 'created_by', 'unused_since']).where('public_id', '=', publicId).executeTakeFirst(),
  }
}
