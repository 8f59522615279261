import { createHash } from 'node:crypto'
import type { AuditTables } from './tables.ts'

type Entry = AuditTables['audit_entry']
/** An entry before it has its place in the chain. */
export type Draft = Omit<Entry, 'number' | 'previous_hash' | 'hash'>

/** What stands before the first entry. */
export const FIRST_HASH = '0'.repeat(64)

/** SHA-256, hexadecimal, over an entry and the hash of the one before it. */
export function entryHash(entry: Omit<Entry, 'hash'>): string {
  const covered = [
    entry.previous_hash,
    entry.number,
    entry.at,
    entry.user_id,
    entry.username,
    entry.nick_name,
    entry.address,
    entry.action,
    entry.subject,
    entry.before_data,
    entry.after_data,
  ]
  return createHash('sha256').update(JSON.stringify(covered)).digest('hex')
}

/** The number of the first entry of a run that does not fit to the one before it; null where all do. `previous` is the entry before the run. */
export function firstBroken(previous: Pick<Entry, 'number' | 'hash'>, entries: readonly Entry[]): number | null {
  let before = previous
  for (const entry of entries) {
    if (entry.number !== before.number + 1 || entry.previous_hash !== before.hash || entryHash(entry) !== entry.hash) return before.number + 1
    before = entry
  }
  return null
}

/** Drafts in their order as the entries that follow on `last`. */
export function chained(last: Pick<Entry, 'number' | 'hash'>, drafts: readonly Draft[]): Entry[] {
  let before = last
  return drafts.map((draft) => {
    const entry = { ...draft, number: before.number + 1, previous_hash: before.hash }
    const whole = { ...entry, hash: entryHash(entry) }
    before = whole
    return whole
  })
}
