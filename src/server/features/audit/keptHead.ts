import { Refusal } from '#shared/contract/refusals.ts'
import type { Db } from '../../database/schema.ts'
import type { Head, HeadFile } from '../../kernel/headFile.ts'
import type { Log } from '../../kernel/log.ts'
import { NO_ENTRY, type Link } from './chain.ts'
import type { CheckpointWrites } from './checkpointWrites.ts'
import { keysThatKeepHeads } from './namedKeys.ts'
import { auditStore } from './store.ts'

/** How long after a commit the newest entry is kept, in ms. */
const KEPT_AFTER = 1_000

/** A database that is older than when it was last used: the entry that was kept outside of it, and its own newest. */
export interface Older {
  /** Null if what kept it is missing. */
  readonly kept: Head | null
  readonly found: Link
}

interface KeptHeadDeps {
  readonly read: Db
  /** Null where nothing is kept. */
  readonly file: HeadFile | null
  readonly checkpoints: Pick<CheckpointWrites, 'publicKey'>
  readonly log: Pick<Log, 'warn'>
}

/**
 * The newest entry's number and hash, kept outside of the database: by them an older database that was put in its place is
 * found at the next start (`proof.md` section 8).
 */
export function createKeptHead({ read, file, checkpoints, log }: KeptHeadDeps) {
  let older: Older | null = null
  let isKeeping = false
  let timer: NodeJS.Timeout | undefined
  let keeping = Promise.resolve()

  /** What is kept was committed: the reading connection sees nothing else. */
  async function keep(): Promise<void> {
    timer = undefined
    // Of an empty journal, too: it is there before an entry says that it is kept, however early the server is killed.
    await file?.write((await auditStore(read).last()) ?? NO_ENTRY)
  }
  const keepInTurn = () => (keeping = keeping.then(keep).catch((err: unknown) => log.warn({ err }, 'the newest entry is not kept with the key')))

  async function compare(): Promise<Older | null> {
    const store = auditStore(read)
    const kept = file?.read() ?? null
    const isNewest = kept ? kept.number === 0 || (await store.hashOf(kept.number)) === kept.hash : !(await keysThatKeepHeads(read)).has(checkpoints.publicKey)
    return isNewest ? null : { kept, found: (await store.last()) ?? NO_ENTRY }
  }

  return {
    /** Compares the database with what was kept, before anybody is served; what a restore has just put there is not older. */
    async begin({ isRestored }: { readonly isRestored: boolean }): Promise<void> {
      if (!file) return
      older = isRestored ? null : await compare()
      if (older) return log.warn({ ...older }, 'the database is older than when it was last used')
      isKeeping = true
      await keepInTurn()
    },
    older: (): Older | null => older,
    /** What is kept now; null if nothing is. */
    kept: (): Head | null => file?.read() ?? null,
    /** @throws Refusal `audit.databaseOlder` (409) */
    requireNewest(): void {
      if (older) throw new Refusal('audit.databaseOlder', { keptNumber: older.kept?.number ?? null, lastNumber: older.found.number })
    },
    /** From now on the database counts as the one in use; its journal has an entry that says so. */
    async accept(): Promise<void> {
      older = null
      isKeeping = true
      await keepInTurn()
    },
    /** After each commit. */
    committed(): void {
      if (isKeeping && file) timer ??= setTimeout(() => void keepInTurn(), KEPT_AFTER).unref()
    },
    /** At a clean end. */
    async end(): Promise<void> {
      clearTimeout(timer)
      if (isKeeping) await keepInTurn()
    },
  }
}
export type KeptHead = ReturnType<typeof createKeptHead>
