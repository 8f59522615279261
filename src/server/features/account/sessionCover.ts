import { DEFAULT_COVER_MINUTES } from '#shared/features/account/rules.ts'
import type { Confirmation } from '#shared/features/account/contract.ts'
import type { Caller } from '../../http/context.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { JournaledDatabase } from '../audit/journal.ts'
import { requireAdmin } from './administration.ts'
import type { OwnPassword } from './ownPassword.ts'
import type { SignInJournal } from './signInJournal.ts'
import { accountStore } from './store.ts'
import { hashToken } from './user.ts'

export interface SessionCoverDeps {
  readonly database: JournaledDatabase
  readonly clock: Clock
  readonly ownPassword: OwnPassword
  readonly signIns: SignInJournal
}

/** The setting, as its entry names it. */
const entryOf = (minutes: number) => ({ name: '自动锁屏', coverMinutes: minutes })

/** The cover over a window that nobody sits at (`trust.md` section 3): while it lies there, its session is answered nothing. */
export function createSessionCover({ database, clock, ownPassword, signIns }: SessionCoverDeps) {
  return {
    /** Covering what is covered already changes nothing. */
    async cover(caller: Caller): Promise<null> {
      await database.write(async ({ tx, journal }) => {
        if (await accountStore(tx).coverSession(hashToken(caller.token), clock.now())) signIns.covered(journal, caller)
      })
      return null
    },

    /**
     * The session goes on where it was. A wrong password counts like a failed login.
     *
     * @throws Refusal as {@link OwnPassword}, a wrong one with `account.passwordWrong` (400)
     */
    async uncover({ password }: Confirmation, caller: Caller): Promise<null> {
      const user = await ownPassword.require(password, caller, 'account.passwordWrong')
      await database.write(async ({ tx, journal }) => {
        await ownPassword.accepted(tx, user, caller)
        if (await accountStore(tx).uncoverSession(hashToken(caller.token))) signIns.uncovered(journal, caller)
      })
      return null
    },

    /** After how many minutes without input windows cover themselves. */
    coverMinutes: async (): Promise<number> => (await accountStore(database.read).coverMinutes()) ?? DEFAULT_COVER_MINUTES,

    /**
     * Sets after how many minutes without input windows cover themselves, for everybody. The same number again leaves no entry.
     *
     * @throws Refusal `account.roleTooLow` (403) for anybody but an administrator
     */
    async setCoverMinutes(minutes: number, caller: Caller): Promise<null> {
      await database.write(async ({ tx, journal }) => {
        await requireAdmin(tx, caller)
        const store = accountStore(tx)
        const before = (await store.coverMinutes()) ?? DEFAULT_COVER_MINUTES
        if (before === minutes) return
        await store.setCoverMinutes(minutes)
        journal.record({
          caller,
          action: 'account.setCoverMinutes',
          subject: 'account.cover',
          before: entryOf(before),
          after: entryOf(minutes),
        })
      })
      return null
    },
  }
}
