import type { BodyOf } from '#shared/contract/index.ts'
import { required } from '#shared/contract/refusals.ts'
import { formatTime } from '#shared/time/chinaTime.ts'
import type { Caller } from '../../http/context.ts'
import type { JournalServiceDeps } from './deps.ts'

/** Acceptance of a clock that is behind the journal. */
export function createClockAcceptance({ database }: Pick<JournalServiceDeps, 'database'>) {
  return {
    /**
     * Accepts the current clock on an administrator's word: the journal's time restarts at this entry.
     *
     * @throws Refusal `audit.clockIsRight` (409)
     */
    async acceptClock({ reason }: BodyOf<'audit.acceptClock'>, caller: Caller): Promise<void> {
      await database.write(async ({ journal }) => {
        const journalTime = required(database.time.whereBehind(), 'audit.clockIsRight')
        const after = { name: '服务器时间', reason, journalTime: formatTime(journalTime), serverTime: formatTime(database.time.clock.now()) }
        journal.record({ caller, action: 'audit.acceptClock', subject: 'clock', before: null, after })
      })
    },
  }
}

/** Acceptance of a database older than when last used. */
export function createOlderAcceptance({ database, keptHead }: Pick<JournalServiceDeps, 'database' | 'keptHead'>) {
  return {
    /**
     * Accepts the database on an administrator's word: all calls are answered again, and its state is kept as the newest.
     *
     * @throws Refusal `audit.databaseIsNewest` (409)
     */
    async acceptOlder({ reason }: BodyOf<'audit.acceptOlder'>, caller: Caller): Promise<void> {
      await database.write(async ({ journal }) => {
        const older = required(keptHead.older(), 'audit.databaseIsNewest')
        const kept = older.kept ? { keptNumber: older.kept.number, keptHash: older.kept.hash } : {}
        const after = { name: '数据库', reason, ...kept, lastNumber: older.found.number, lastHash: older.found.hash }
        journal.record({ caller, action: 'audit.olderAccepted', subject: 'database', before: null, after })
      })
      await keptHead.accept()
    },
  }
}
