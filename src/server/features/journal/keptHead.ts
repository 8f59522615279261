import { Refusal } from '#shared/contract/refusals.ts'
import type { Db } from '../../database/schema.ts'
import type { Head, HeadFile } from '../../kernel/headFile.ts'
import type { Log } from '../../kernel/log.ts'
import { NO_ENTRY, type Link } from './chain.ts'
import type { CheckpointWrites } from './checkpointWrites.ts'
import { keysThatKeepHeads } from './namedKeys.ts'
import { journalStore } from './store.ts'

/** Delay after a commit before the newest entry is kept, in ms. */
const KEPT_AFTER = 1_000

/** A database older than when last used: the entry kept outside of it, and its own newest. */
export interface Older {
  /** Null if the kept file is missing. */
  readonly kept: Head | null
  readonly found: Link
}

interface KeptHeadDeps {
  readonly read: Db
  /** Null if nothing is kept. */
  readonly file: HeadFile | null
  readonly checkpoints: Pick<CheckpointWrites, 'publicKey'>
  readonly log: Pick<Log, 'warn'>
}

/**
 * Keeps the newest entry's number and hash outside of the database, to detect at the next start that the database was
 * replaced by an older one (`proof.md` section 8).
 */
export function createKeptHead({ read, file, checkpoints, log }: KeptHeadDeps) {
  let older: Older | null = null
  let isKeeping = false
  let timer: NodeJS.Timeout | undefined
  let keeping = Promise.resolve()

  /** Keeps only committed state: the reading connection sees nothing else. */
  async function keep(): Promise<void> {
    timer = undefined
    // Also for an empty journal: the file must exist before an entry says that it is kept, however early the server is
    // killed.
    await file?.write((await journalStore(read).last()) ?? NO_ENTRY)
  }
  const keepInTurn = () => (keeping = keeping.then(keep).catch((err: unknown) => log.warn({ err }, 'the newest entry is not kept with the key')))

  async function compare(): Promise<Older | null> {
    const store = journalStore(read)
    const kept = file?.read() ?? null
    const isNewest = kept ? kept.number === 0 || (await store.hashOf(kept.number)) === kept.hash : !(await keysThatKeepHeads(read)).has(checkpoints.publicKey)
    return isNewest ? null : { kept, found: (await store.last()) ?? NO_ENTRY }
  }

  return {
    /** Compares the database with the kept entry, before serving; a restored database is not considered older. */
    async begin({ isRestored }: { readonly isRestored: boolean }): Promise<void> {
      if (!file) return
      older = isRestored ? null : await compare()
      if (older) return log.warn({ ...older }, 'the database is older than when it was last used')
      isKeeping = true
      await keepInTurn()
    },
    older: (): Older | null => older,
    /** The kept entry; null if none. */
    kept: (): Head | null => file?.read() ?? null,
    /** @throws Refusal `audit.databaseOlder` (409) */
    requireNewest(): void {
      if (older) throw new Refusal('audit.databaseOlder', { keptNumber: older.kept?.number ?? null, lastNumber: older.found.number })
    },
    /** Accepts the database as the current one; its journal already has an entry about it. */
    async accept(): Promise<void> {
      older = null
      isKeeping = true
      await keepInTurn()
    },
    /** To be called after each commit. */
    committed(): void {
      if (isKeeping && file) timer ??= setTimeout(() => void keepInTurn(), KEPT_AFTER).unref()
    },
    /** To be called at a clean end. */
    async end(): Promise<void> {
      clearTimeout(timer)
      if (isKeeping) await keepInTurn()
    },
  }
}
export type KeptHead = ReturnType<typeof createKeptHead>
