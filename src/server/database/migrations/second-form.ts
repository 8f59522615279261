import { createHash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { AuditTables } from '../../features/audit/tables.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Appends `audit.secondForm`, which binds the last entry of the first form; a journal that is empty begins in the second form by itself. */
export async function beginSecondForm(tx: Kysely<unknown>): Promise<void> {
  const db = tx as Kysely<AuditTables>
  const last = await db.selectFrom('audit_entry').select(['number', 'hash', 'at']).orderBy('number', 'desc').limit(1).executeTakeFirst()
  if (!last) return
  const number = last.number + 1
  const at = Math.max(Date.now(), last.at)
  // Canonical (RFC 8785) as it is here.
  const firstForm = `{"firstform":{"hash":"${last.hash}","number":${last.number}}}`
  const content = `{"action":"audit.secondForm","address":"","after":${firstForm},"at":${at},"before":null,"kind":"change","nickName":"","subject":"","userid":"","username":"","voteactivityid":""}`
  const salt = randomBytes(16).toString('hex')
  const contentHash = sha256(salt + content)
  const entry = {
    number,
    at,
    user_id: 0,
    username: '',
    nick_name: '',
    address: '',
    action: 'audit.secondForm',
    subject: '',
    before_data: '',
    after_data: '',
    previous_hash: last.hash,
    hash: sha256(`${last.hash}${number}${contentHash}`),
    row_count: 0,
    parts_hash: '',
    content_hash: contentHash,
    salt,
    content,
  }
  await db.insertInto('audit_entry').values(entry).execute()
  const summary = { subject_name: '', activity_id: '', activity_title: '', summary: '', search_text: '', import_data: null, kind: 'change' } as const
  await db
    .insertInto('audit_summary')
    .values({ number, hash: entry.hash, ...summary })
    .execute()
}
