import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { insertMany } from '../../dialect.ts'
import type { OldSchema } from './schema.ts'

type Entry = OldSchema['audit_entry']

/** What one row was and became: the fields that changed, by the names that the journal has for them. */
export interface ChangedRow {
  readonly id: string
  readonly before: Readonly<Record<string, string>>
  readonly after: Readonly<Record<string, string>>
}

/** The name under which the journal knows this work. */
const ACTION = 'system.normalise'
/** Rows that one entry holds at most. */
const ROWS = 500
const FIRST_HASH = '0'.repeat(64)

/** As the journal's entries were hashed when this migration was written. */
function hashOf(entry: Omit<Entry, 'hash'>): string {
  const { previous_hash, number, at, user_id, username, nick_name, address, action, subject, before_data, after_data } = entry
  const covered = [previous_hash, number, at, user_id, username, nick_name, address, action, subject, before_data, after_data]
  return createHash('sha256').update(JSON.stringify(covered)).digest('hex')
}

export interface Journal {
  /** `subject` is the public id of the estate, activity or account that the rows belong to; `kept` are places that stayed as they were. */
  add(subject: string, changed: readonly ChangedRow[], kept: readonly string[]): void
  /** One thing that changed as a whole. */
  addOne(subject: string, before: ChangedRow['before'], after: ChangedRow['after']): void
  /** Writes the entries behind those that are there. */
  write(): Promise<void>
}

/** Entries of what the migration did, which follow on the journal's last one. The program itself did it: no user is in them. */
export async function journalOf(db: Kysely<OldSchema>): Promise<Journal> {
  const last = await db.selectFrom('audit_entry').select(['number', 'hash']).orderBy('number', 'desc').limit(1).executeTakeFirst()
  let { number, hash } = last ?? { number: 0, hash: FIRST_HASH }
  const at = Date.now()
  const entries: Entry[] = []

  function append(subject: string, before: unknown, after: unknown): void {
    const draft = {
      number: ++number,
      at,
      user_id: 0,
      username: '',
      nick_name: '程序',
      address: '',
      action: ACTION,
      subject,
      before_data: JSON.stringify(before),
      after_data: JSON.stringify(after),
      previous_hash: hash,
    }
    hash = hashOf(draft)
    entries.push({ ...draft, hash })
  }

  return {
    addOne: append,
    add(subject, changed, kept) {
      for (let from = 0; from < changed.length; from += ROWS) {
        const part = changed.slice(from, from + ROWS)
        append(subject, { changed: part.map(({ id, before }) => ({ id, ...before })) }, { changed: part.map(({ id, after }) => ({ id, ...after })) })
      }
      for (let from = 0; from < kept.length; from += ROWS) append(subject, null, { kept: kept.slice(from, from + ROWS) })
    },
    async write() {
      const columns = Object.keys(entries[0] ?? {}) as (keyof Entry)[]
      await insertMany(
        db,
        'audit_entry',
        columns,
        entries.map((entry) => columns.map((column) => entry[column])),
      )
    },
  }
}
