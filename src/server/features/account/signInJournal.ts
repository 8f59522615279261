import type { User } from '#shared/features/account/contract.ts'
import type { Caller } from '../../http/context.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Journal, JournaledDatabase } from '../journal/journal.ts'

/** Failures of a name within this time of its last entry (ms) are counted in the next one. */
const ENTRY_EVERY = 60_000
/** Size of the table of names; far more than ever fail in a minute. */
const REMEMBERED = 10_000

const nameOf = ({ username, nickName }: User) => ({ username, nickName })

function ofOneself(journal: Journal, action: 'account.cover' | 'account.uncover', caller: Caller): void {
  journal.record({ caller, action, subject: caller.user?.id ?? '', before: null, after: caller.user && nameOf(caller.user) })
}

/** Journal entries of logins and logouts (`trust.md` section 7). */
export function createSignInJournal({ database, clock }: { readonly database: Pick<JournaledDatabase, 'write'>; readonly clock: Clock }) {
  /** By name: the time of its last entry, and the failures since. */
  const failures = new Map<string, { readonly at: number; uncounted: number }>()

  /** How many failures this one's entry covers; null if it is deferred to the next entry. */
  function countFailure(usernameKey: string): number | null {
    const now = clock.now()
    const known = failures.get(usernameKey)
    if (known && now >= known.at && now - known.at < ENTRY_EVERY) {
      known.uncounted++
      return null
    }
    failures.delete(usernameKey)
    failures.set(usernameKey, { at: now, uncounted: 0 })
    const [oldest] = failures.keys()
    if (failures.size > REMEMBERED && oldest !== undefined) failures.delete(oldest)
    return (known?.uncounted ?? 0) + 1
  }

  return {
    /** Records a login, in the transaction that creates the session; `who` is the account that the public call authenticated. */
    loggedIn(journal: Journal, who: { readonly userKey: number; readonly user: User }, caller: Caller): void {
      journal.record({ caller: { ...caller, ...who }, action: 'account.logIn', subject: who.user.id, before: null, after: nameOf(who.user) })
    },

    /** Records that a user ended their own session. */
    loggedOut(journal: Journal, caller: Caller & { readonly user: User }): void {
      journal.record({ caller, action: 'account.logOut', subject: caller.user.id, before: null, after: nameOf(caller.user) })
    },

    /** Records that a window was covered. */
    covered: (journal: Journal, caller: Caller): void => ofOneself(journal, 'account.cover', caller),

    /** Records that it was uncovered. */
    uncovered: (journal: Journal, caller: Caller): void => ofOneself(journal, 'account.uncover', caller),

    /**
     * Records a wrong password: a name's first at once; further ones within a minute of an entry are counted in the next.
     *
     * @param usernameKey the typed name, lower-cased; never in an entry, as a password may have been typed there
     * @param user the account of that name, which the entry names
     */
    async failed(usernameKey: string, user: User | undefined, caller: Caller): Promise<void> {
      const count = countFailure(usernameKey)
      if (count === null) return
      const after = user ? { ...nameOf(user), count } : { count }
      await database.write(async ({ journal }) => journal.record({ caller, action: 'account.loginFailed', subject: user?.id ?? '', before: null, after }))
    },
  }
}
export type SignInJournal = ReturnType<typeof createSignInJournal>
