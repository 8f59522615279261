import { Refusal, required } from '#shared/contract/refusals.ts'
import type { Tx } from '../../database/schema.ts'
import type { Caller } from '../../http/context.ts'
import type { Passwords } from '../../kernel/password.ts'
import type { JournaledDatabase } from '../journal/journal.ts'
import type { SignInJournal } from './signInJournal.ts'
import { accountStore } from './store.ts'
import type { UserTable } from './tables.ts'
import type { Tries } from './tries.ts'
import { toUser } from './user.ts'

export interface OwnPasswordDeps {
  readonly database: JournaledDatabase
  readonly passwords: Passwords
  readonly tries: Tries
  readonly signIns: SignInJournal
}
type User = Pick<UserTable, 'username_key' | 'password_hash'> & { readonly id: number }

/**
 * Verifies the password of a logged-in user again.
 *
 * A wrong one counts as a failed login: passwords cannot be guessed without limit at an unattended desk.
 */
export function createOwnPassword({ database, passwords, tries, signIns }: OwnPasswordDeps) {
  return {
    /**
     * Returns the caller's account if the password is right; the try stays counted until {@link accepted}.
     *
     * @throws Refusal `wrong` (400); `account.passwordLocked`, `account.addressLocked` (429) after too many tries;
     * `account.notLoggedIn` (443) if the account is gone
     */
    async require(password: string, caller: Caller, wrong: 'account.passwordWrong' | 'account.oldPasswordWrong') {
      const user = required(await accountStore(database.read).userByKey(caller.userKey), 'account.notLoggedIn')
      await tries.claim(user.username_key, caller, 'account.passwordLocked')
      if (await passwords.verify(password, user.password_hash)) return user
      await tries.failed(user.username_key)
      await signIns.failed(user.username_key, toUser(user), caller)
      throw new Refusal(wrong)
    },

    /** After a right password: clears the failed tries. */
    clearTries: (user: User, caller: Caller): Promise<void> => database.write(({ tx }) => tries.succeeded(tx, user.username_key, caller)),

    /**
     * The password was right, and still is in the transaction that acts on it.
     *
     * @throws Refusal `account.passwordChangedMeanwhile` (409)
     */
    async accepted(tx: Tx, user: User, caller: Caller): Promise<void> {
      if ((await accountStore(tx).userByKey(user.id))?.password_hash !== user.password_hash) throw new Refusal('account.passwordChangedMeanwhile')
      await tries.succeeded(tx, user.username_key, caller)
    },
  }
}
export type OwnPassword = ReturnType<typeof createOwnPassword>
