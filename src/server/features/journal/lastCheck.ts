import type { Log } from '../../kernel/log.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Caller } from '../../http/context.ts'
import type { JournaledDatabase } from './journal.ts'
import { safetyQueries } from './safetyQueries.ts'
import type { ChainCheck } from './verify.ts'

/** Results of the whole journal's check shown on the safety page. */
export interface KeptCheck extends Pick<ChainCheck, 'entryCount' | 'brokenAt'> {
  /** Differences between the tables and the journal, plus faults of checkpoints. */
  readonly faultCount: number
  /** Files that differ from the journal. */
  readonly fileFaultCount: number
}

/** The result of the last check of the whole journal. */
export interface LastCheck extends KeptCheck {
  /** Epoch ms. */
  readonly at: number
  readonly username: string
}

/** Stores the result of the last check of the whole journal, for 安全状况. */
export function createLastCheck({ database, clock, log }: { readonly database: JournaledDatabase; readonly clock: Clock; readonly log: Pick<Log, 'warn'> }) {
  return {
    /** Stores a check's result. Never throws: a check of an unwritable database still returns its result. */
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
