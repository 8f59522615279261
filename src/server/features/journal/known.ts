import { createHash } from 'node:crypto'
import type { KnownDifferences } from '#shared/features/journal/replay.ts'
import type { Db } from '../../database/schema.ts'
import { canonical } from './canonical.ts'
import { contentOf } from './entryContent.ts'
import { journalStore } from './store.ts'

/** An administrator's acknowledgement of what was found, with its time. */
export type Known = KnownDifferences & { readonly at: number }

/** An acknowledgement as printed in a report. */
export interface KnownInWords extends Known {
  /** The kind of finding: `投票记录与操作日志不一致`. */
  readonly what: string
  readonly sentences: readonly string[]
}

/** Identifies exactly what was acknowledged. */
export const digestOf = (found: readonly unknown[]): string => createHash('sha256').update(canonical(found)).digest('hex')

/** The newest acknowledgement of a subject, if it covers exactly what was found; null if none. */
export async function knownOf(
  db: Db,
  { action, subject }: { readonly action: 'result.acceptDifferences' | 'audit.acceptSchema'; readonly subject: string },
  found: readonly unknown[],
): Promise<Known | null> {
  if (found.length === 0) return null
  const [entry] = await journalStore(db).newestAbout(subject, [action], 1)
  const after = entry ? (contentOf(entry).after as { readonly sha256: string; readonly reason: string } | null) : null // the journal wrote it
  return entry && after?.sha256 === digestOf(found) ? { at: entry.at, nickName: entry.nick_name, reason: after.reason } : null
}
