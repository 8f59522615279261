import type { Kysely } from 'kysely'
import { insertMany } from '../../database/dialect.ts'
import { prepare } from '../../database/prepared.ts'
import type { Schema } from '../../database/schema.ts'
import type { AuditTables } from './tables.ts'

type Entry = AuditTables['audit_entry']

export interface AuditFilter {
  readonly username: string
  readonly action: string
  readonly subject: string
}

/** Every group of changes asks for it: built once. */
const lastEntry = prepare<object, Pick<Entry, 'number' | 'hash'>>((db) =>
  db.selectFrom('audit_entry').select(['number', 'hash']).orderBy('number', 'desc').limit(1),
)
const COLUMNS = [
  'number',
  'at',
  'user_id',
  'username',
  'nick_name',
  'address',
  'action',
  'subject',
  'before_data',
  'after_data',
  'previous_hash',
  'hash',
] as const satisfies readonly (keyof Entry)[]

export function auditStore(db: Kysely<Schema>) {
  const matching = ({ username, action, subject }: AuditFilter) => {
    let query = db.selectFrom('audit_entry')
    if (username !== '') query = query.where('username', '=', username)
    if (action !== '') query = query.where('action', '=', action)
    if (subject !== '') query = query.where('subject', '=', subject)
    return query
  }
  return {
    last: async () => (await lastEntry(db, {}))[0],
    insertAll: (entries: readonly Entry[]) =>
      insertMany(
        db,
        'audit_entry',
        COLUMNS,
        entries.map((entry) => COLUMNS.map((name) => entry[name])),
      ),
    hashOf: async (number: number) => (await db.selectFrom('audit_entry').select('hash').where('number', '=', number).executeTakeFirst())?.hash,
    after: (number: number, limit: number): Promise<Entry[]> =>
      db.selectFrom('audit_entry').selectAll().where('number', '>', number).orderBy('number').limit(limit).execute(),
    /** Newest first. */
    async page(filter: AuditFilter, offset: number, limit: number): Promise<{ rows: Entry[]; total: number }> {
      const rows = await matching(filter).selectAll().orderBy('number', 'desc').limit(limit).offset(offset).execute()
      const { total } = await matching(filter)
        .select((select) => select.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      return { rows, total }
    },
  }
}
