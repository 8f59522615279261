import type { Transaction } from 'kysely'
import { Refusal } from '#shared/contract/refusals.ts'
import type { Page } from '#shared/contract/page.ts'
import type { Account, AccountSort, Confirmation, Disabling, PasswordChange, PasswordReset, RoleChange } from '#shared/features/account/contract.ts'
import { searchWords } from '#shared/text/normalise.ts'
import type { JournaledDatabase } from '../audit/journal.ts'
import type { Schema } from '../../database/schema.ts'
import type { Caller } from '../../http/context.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Passwords } from '../../kernel/password.ts'
import { hashToken, toUser } from './service.ts'
import type { SignInJournal } from './signInJournal.ts'
import { CONFIRMATION_LIFE } from './rules.ts'
import { accountStore } from './store.ts'
import { claimTry } from './tries.ts'

export interface AdministrationDeps {
  readonly database: JournaledDatabase
  readonly clock: Clock
  readonly passwords: Passwords
  readonly signIns: SignInJournal
}

/** Which account an entry of the journal is about. */
const nameOf = ({ username, nick_name }: { readonly username: string; readonly nick_name: string }) => ({ username, nickName: nick_name })

/**
 * What the administrator does with accounts, and everybody with their own password.
 *
 * The journal gets what was changed and never a password nor its hash.
 */
export function createAccountAdministration({ database, clock, passwords, signIns }: AdministrationDeps) {
  /** The account that is to be changed, by somebody else who is an administrator at this very moment. */
  async function target(
    tx: Transaction<Schema>,
    userId: string,
    caller: Caller,
    toYourself: 'account.ownRole' | 'account.ownDisabling' | 'account.ownPassword',
  ) {
    const store = accountStore(tx)
    const [me, row] = [await store.userByKey(caller.userKey), await store.userByPublicId(userId)]
    // Two administrators may be at each other's accounts: who came second is none any more.
    if (me?.role !== 'admin' || me.is_disabled === 1) throw new Refusal('account.adminOnly')
    if (!row) throw new Refusal('account.notFound')
    if (row.id === me.id) throw new Refusal(toYourself)
    return { store, row }
  }

  /** The caller's own account, where the password is theirs; a wrong one is refused and counted like a failed login. */
  async function requirePassword(password: string, caller: Caller, wrong: 'account.passwordWrong' | 'account.oldPasswordWrong') {
    const user = await accountStore(database.read).userByKey(caller.userKey)
    if (!user) throw new Refusal('account.notLoggedIn')
    const locked = await claimTry(database, clock, user.username_key)
    if (locked > 0) throw new Refusal('account.passwordLocked', { minutes: Math.ceil(locked / 60_000) })
    if (await passwords.verify(password, user.password_hash)) return user
    await signIns.failed(user.username_key, toUser(user), caller)
    throw new Refusal(wrong)
  }

  return {
    async list({ pageNo, pageSize, name, sort }: { pageNo: number; pageSize: number; name: string; sort?: AccountSort }): Promise<Page<Account>> {
      const { rows, total } = await accountStore(database.read).page(searchWords(name), sort ?? null, (pageNo - 1) * pageSize, pageSize)
      return { total, rows: rows.map((row) => ({ ...toUser(row), isDisabled: row.is_disabled === 1, createdAt: row.created_at })) }
    },

    async setRole({ userId, role }: RoleChange, caller: Caller): Promise<null> {
      await database.write(async ({ tx, journal }) => {
        const { store, row } = await target(tx, userId, caller, 'account.ownRole')
        if (row.role === role) return
        if (role !== 'admin' && (await store.otherAdmins(row.id)) === 0) throw new Refusal('account.lastAdmin')
        await store.updateUser(row.id, { role })
        journal.record({
          caller,
          action: 'account.setRole',
          subject: userId,
          before: { ...nameOf(row), role: row.role },
          after: { ...nameOf(row), role },
        })
      })
      return null
    },

    /** The sessions of an account that is disabled end with 444. */
    async setDisabled({ userId, isDisabled }: Disabling, caller: Caller): Promise<null> {
      await database.write(async ({ tx, journal }) => {
        const { store, row } = await target(tx, userId, caller, 'account.ownDisabling')
        if ((row.is_disabled === 1) === isDisabled) return
        if (isDisabled && (await store.otherAdmins(row.id)) === 0) throw new Refusal('account.lastAdmin')
        await store.updateUser(row.id, { is_disabled: isDisabled ? 1 : 0 })
        if (isDisabled) await store.revokeSessions(row.id, clock.now())
        journal.record({
          caller,
          action: 'account.setDisabled',
          subject: userId,
          before: { ...nameOf(row), isDisabled: !isDisabled },
          after: { ...nameOf(row), isDisabled },
        })
      })
      return null
    },

    /** The account's sessions end with 444, and it is no longer locked after failed logins. */
    async resetPassword({ userId, newPassword }: PasswordReset, caller: Caller): Promise<null> {
      const passwordHash = await passwords.hash(newPassword)
      await database.write(async ({ tx, journal }) => {
        const { store, row } = await target(tx, userId, caller, 'account.ownPassword')
        await store.updateUser(row.id, { password_hash: passwordHash })
        await store.clearFailures(row.username_key)
        await store.revokeSessions(row.id, clock.now())
        journal.record({ caller, action: 'account.resetPassword', subject: userId, before: null, after: nameOf(row) })
      })
      return null
    },

    /**
     * The password once more: for some minutes the calls that ask for it are carried out in this session.
     *
     * A wrong one counts like a failed login.
     */
    async confirm({ password }: Confirmation, caller: Caller): Promise<{ validUntil: number }> {
      const user = await requirePassword(password, caller, 'account.passwordWrong')
      const validUntil = clock.now() + CONFIRMATION_LIFE
      await database.write(async ({ tx }) => {
        const store = accountStore(tx)
        if ((await store.userByKey(user.id))?.password_hash !== user.password_hash) throw new Refusal('account.passwordChangedMeanwhile')
        await store.clearFailures(user.username_key)
        await store.confirmSession(hashToken(caller.token), validUntil)
      })
      return { validUntil }
    },

    /**
     * Everybody's own: the caller's other sessions end with 444, this one goes on.
     *
     * A wrong old password counts like a failed login: who finds an open desk cannot try them all.
     */
    async changePassword({ oldPassword, newPassword }: PasswordChange, caller: Caller): Promise<null> {
      const { userKey, token } = caller
      const user = await requirePassword(oldPassword, caller, 'account.oldPasswordWrong')
      if (await passwords.verify(newPassword, user.password_hash)) throw new Refusal('account.samePassword')
      const passwordHash = await passwords.hash(newPassword)
      await database.write(async ({ tx, journal }) => {
        const store = accountStore(tx)
        if ((await store.userByKey(userKey))?.password_hash !== user.password_hash) throw new Refusal('account.passwordChangedMeanwhile')
        await store.updateUser(userKey, { password_hash: passwordHash })
        await store.clearFailures(user.username_key)
        await store.revokeSessions(userKey, clock.now(), hashToken(token))
        const change = { action: 'account.changePassword', subject: user.public_id, before: null, after: nameOf(user) } as const
        journal.record({ caller, ...change })
      })
      return null
    },
  }
}
export type AccountAdministration = ReturnType<typeof createAccountAdministration>
