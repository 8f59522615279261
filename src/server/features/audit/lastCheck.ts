import type { Log } from '../../kernel/log.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Caller } from '../../http/context.ts'
import type { JournaledDatabase } from './journal.ts'
import { safetyQueries } from './safetyQueries.ts'
import type { ChainCheck } from './verify.ts'

/** What the check of the whole journal found that the safety page shows. */
export interface KeptCheck extends Pick<ChainCheck, 'entryCount' | 'brokenAt'> {
  /** Differences between the tables and the journal, and faults of checkpoints. */
  readonly faultCount: number
  /** Files that are not as the journal tells. */
  readonly fileFaultCount: number
}

/** What the last check of the whole journal found. */
export interface LastCheck extends KeptCheck {
  /** Epoch ms. */
  readonly at: number
  readonly username: string
}

/** The result of the last check of the whole journal; 安全状况 shows it. */
export function createLastCheck({ database, clock, log }: { readonly database: JournaledDatabase; readonly clock: Clock; readonly log: Pick<Log, 'warn'> }) {
  return {
    /** Keeps what a check found. Never throws: a check of a database that cannot be written still has its answer. */
    keepCheck: async ({ entryCount, brokenAt, faultCount, fileFaultCount }: KeptCheck, caller: Caller): Promise<void> => {
      const counts = { entry_count: entryCount, broken_at: brokenAt, fault_count: faultCount, file_fault_count: fileFaultCount }
      const check = { checked_at: clock.now(), username: caller.user?.username ?? '', ...counts }
      await database
        .write(({ tx }) => safetyQueries(tx).keepCheck(check))
        .catch((err: unknown) => log.warn({ err }, 'the result of a check of the journal is not kept'))
    },
    /** Null if the journal was never checked. */
    lastCheck: async (): Promise<LastCheck | null> => {
      const found = await safetyQueries(database.read).lastCheck()
      if (!found) return null
      const { checked_at: at, username, entry_count: entryCount, broken_at: brokenAt, fault_count: faultCount, file_fault_count: fileFaultCount } = found
      return { at, username, entryCount, brokenAt, faultCount, fileFaultCount }
    },
  }
}
