import { sql, type Kysely } from 'kysely'
import { importActions } from '#shared/features/audit/contract.ts'
import { insertMany, jsonField } from '../../database/dialect.ts'
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
    /** Newest first. What an entry says of itself is read by the database: an import may carry thousands of changed houses. */
    lastImports: (limit: number) =>
      db
        .selectFrom('audit_entry as entry')
        .leftJoin('activity', (join) => join.onRef('activity.public_id', '=', 'entry.subject'))
        .leftJoin('estate', (join) =>
          join.on((on) => on.or([on('estate.id', '=', on.ref('activity.estate_id')), on('estate.public_id', '=', on.ref('entry.subject'))])),
        )
        .select(['entry.number', 'entry.at', 'entry.username', 'entry.nick_name'])
        .select(sql.ref<(typeof importActions)[number]>('entry.action').as('action'))
        .select((select) => (['total', 'inserted', 'updated'] as const).map((name) => jsonField(db, select.ref('entry.after_data'), name).as(name)))
        .select((select) => jsonField(db, select.ref('entry.after_data'), 'fileName').as('file_name'))
        .select(['estate.public_id as estate_id', 'estate.name as estate_name', 'activity.public_id as activity_id', 'activity.title as activity_title'])
        // Written out, as the index has it: with parameters the engine could not know that it fits.
        .where(sql<boolean>`entry.action in (${sql.join(importActions.map((action) => sql.lit(action)))})`)
        .orderBy('entry.number', 'desc')
        .limit(limit)
        .execute(),
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
