import type { Kysely } from 'kysely'
import { prepare } from '../../database/prepared.ts'
import type { Schema } from '../../database/schema.ts'
import type { AuditTables } from './tables.ts'

type Entry = AuditTables['audit_entry']

export interface AuditFilter {
  readonly username: string
  readonly action: string
  readonly subject: string
}

/** Every change writes an entry: these two are built once. */
const lastEntry = prepare<object, Pick<Entry, 'number' | 'hash'>>((db) =>
  db.selectFrom('audit_entry').select(['number', 'hash']).orderBy('number', 'desc').limit(1),
)
const insertEntry = prepare<Entry, unknown>((db, given) =>
  db.insertInto('audit_entry').values({
    number: given.number,
    at: given.at,
    user_id: given.user_id,
    username: given.username,
    nick_name: given.nick_name,
    address: given.address,
    action: given.action,
    subject: given.subject,
    before_data: given.before_data,
    after_data: given.after_data,
    previous_hash: given.previous_hash,
    hash: given.hash,
  }),
)

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
    insert: (entry: Entry) => insertEntry(db, entry),
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
