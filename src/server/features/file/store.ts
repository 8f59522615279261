import type { Kysely } from 'kysely'
import type { Schema } from '../../database/schema.ts'
import type { FileTables } from './tables.ts'

export function fileStore(db: Kysely<Schema>) {
  return {
    insert: (file: Omit<FileTables['stored_file'], 'id'>) => db.insertInto('stored_file').values(file).execute(),
    mediaTypes: (publicIds: readonly string[]) =>
      db.selectFrom('stored_file').select(['public_id', 'media_type']).where('public_id', 'in', publicIds).execute(),
    content: (publicId: string) => db.selectFrom('stored_file').select(['name', 'media_type', 'content']).where('public_id', '=', publicId).executeTakeFirst(),
  }
}
