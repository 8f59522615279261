import { createHash } from 'node:crypto'
import type { KnownDifferences } from '#shared/features/audit/replay.ts'
import type { Db } from '../../database/schema.ts'
import { canonical } from './canonical.ts'
import { contentOf } from './entryContent.ts'
import { auditStore } from './store.ts'

/** An administrator's word that what was found is known, with its time. */
export type Known = KnownDifferences & { readonly at: number }

/** What is known, as a report prints it. */
export interface KnownInWords extends Known {
  /** What it all is: `投票记录与操作日志不一致`. */
  readonly what: string
  readonly sentences: readonly string[]
}

/** By what the word holds: exactly this and nothing else. */
export const digestOf = (found: readonly unknown[]): string => createHash('sha256').update(canonical(found)).digest('hex')

/** The newest word that an action recorded of a subject, where it is of exactly what was found; null if none. */
export async function knownOf(
  db: Db,
  { action, subject }: { readonly action: 'result.acceptDifferences' | 'audit.acceptSchema'; readonly subject: string },
  found: readonly unknown[],
): Promise<Known | null> {
  if (found.length === 0) return null
  const [entry] = await auditStore(db).newestAbout(subject, [action], 1)
  const after = entry ? (contentOf(entry).after as { readonly sha256: string; readonly reason: string } | null) : null // the journal wrote it
  return entry && after?.sha256 === digestOf(found) ? { at: entry.at, nickName: entry.nick_name, reason: after.reason } : null
}
