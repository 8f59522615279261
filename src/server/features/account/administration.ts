import type { QueryOf } from '#shared/contract/index.ts'
import type { Page } from '#shared/contract/page.ts'
import { Refusal, required } from '#shared/contract/refusals.ts'
import type { Account, DisableRequest, PasswordReset, RoleChange } from '#shared/features/account/contract.ts'
import { AccountStatus } from '#shared/features/account/roles.ts'
import { searchWords } from '#shared/text/normalise.ts'
import type { Tx } from '../../database/schema.ts'
import type { Caller } from '../../http/context.ts'
import type { Passwords } from '../../kernel/password.ts'
import type { ServiceDeps } from '../journal/journal.ts'
import type { PasswordRules } from './passwordRules.ts'
import { accountStore } from './store.ts'
import { estatesOf, inJournal, toAccount } from './user.ts'

export interface AdministrationDeps extends ServiceDeps {
  readonly passwords: Passwords
  readonly passwordRules: PasswordRules
}

/**
 * Returns the caller's row if they are an administrator at this moment.
 *
 * Two administrators may be demoting each other: the second is none any more.
 *
 * @throws Refusal `account.roleTooLow` (403)
 */
export async function requireAdmin(tx: Tx, { userKey }: Caller) {
  const me = await accountStore(tx).userByKey(userKey)
  if (me?.role !== 'admin' || me.status !== AccountStatus.active) throw new Refusal('account.roleTooLow', { lowest: 'admin' })
  return me
}

/**
 * Administration of active accounts.
 *
 * The journal records the changes, never a password or its hash.
 */
export function createAccountAdministration({ database, clock, passwords, passwordRules }: AdministrationDeps) {
  interface Change {
    readonly toYourself: 'account.ownRole' | 'account.ownDisabling' | 'account.ownPassword'
    /** The account would cease to be an administrator able to log in. */
    readonly endsAdmin: boolean
  }

  /** Returns the account to change, not the caller's own; the last administrator must stay one. */
  async function target(tx: Tx, userId: string, caller: Caller, { toYourself, endsAdmin }: Change) {
    const store = accountStore(tx)
    const me = await requireAdmin(tx, caller)
    const row = required(await store.userByPublicId(userId), 'account.notFound')
    const isActiveAdmin = row.role === 'admin' && row.status === AccountStatus.active
    if (endsAdmin && isActiveAdmin && (await store.otherAdmins(row.id)) === 0) throw new Refusal('account.lastAdmin')
    if (row.id === me.id) throw new Refusal(toYourself)
    if (row.status === AccountStatus.waiting) throw new Refusal('account.stillWaiting')
    return { store, row }
  }

  return {
    /**
     * One page of the accounts, oldest first by default, and the total that matches.
     *
     * Every word of `name` must occur in the username or the name; `status` null shows all.
     */
    async list({ pageNo, pageSize, name, status, sort }: QueryOf<'account.list'>): Promise<Page<Account>> {
      const filter = { words: searchWords(name), status }
      const store = accountStore(database.read)
      const { rows, total } = await store.page(filter, sort ?? null, (pageNo - 1) * pageSize, pageSize)
      const named = rows.flatMap((row) => estatesOf(row) ?? [])
      const present = new Set((named.length === 0 ? [] : await store.estates(named)).map(({ public_id: publicId }) => publicId))
      return { total, rows: rows.map((row) => toAccount(row, present)) }
    },

    /**
     * Setting the same role again confirms one given by an upgrade.
     *
     * @throws Refusal `account.roleTooLow` (403), `account.notFound` (404), `account.lastAdmin` (409) if no other
     * administrator could log in, `account.ownRole` (402), `account.stillWaiting` (409)
     */
    async setRole({ userId, role }: RoleChange, caller: Caller): Promise<void> {
      await database.write(async ({ tx, journal }) => {
        const { store, row } = await target(tx, userId, caller, { toYourself: 'account.ownRole', endsAdmin: role !== 'admin' })
        if (row.role === role && row.is_to_check === 0) return
        await store.updateUser(row.id, { role, is_to_check: 0 })
        const [before, after] = [row.role, role].map((each) => ({ ...inJournal(row), role: each }))
        journal.record({ caller, action: 'account.setRole', subject: userId, before, after })
      })
    },

    /**
     * Disabling an account ends its sessions with 444.
     *
     * @throws Refusal `account.roleTooLow` (403), `account.notFound` (404), `account.lastAdmin` (409) if no other administrator
     * could log in, `account.ownDisabling` (402), `account.stillWaiting` (409)
     */
    async setDisabled({ userId, isDisabled }: DisableRequest, caller: Caller): Promise<void> {
      await database.write(async ({ tx, journal }) => {
        const { store, row } = await target(tx, userId, caller, { toYourself: 'account.ownDisabling', endsAdmin: isDisabled })
        const status = isDisabled ? AccountStatus.disabled : AccountStatus.active
        if (row.status === status) return
        await store.updateUser(row.id, { status })
        if (isDisabled) await store.revokeSessions(row.id, clock.now())
        const [before, after] = [!isDisabled, isDisabled].map((each) => ({ ...inJournal(row), isDisabled: each }))
        journal.record({ caller, action: 'account.setDisabled', subject: userId, before, after })
      })
    },

    /**
     * The user must change the password at the next login; their sessions end with 444, and address locks are lifted.
     *
     * @throws Refusal `account.passwordTooSimple` (400), `account.roleTooLow` (403), `account.notFound` (404),
     * `account.ownPassword` (402), `account.stillWaiting` (409)
     */
    async resetPassword({ userId, newPassword }: PasswordReset, caller: Caller): Promise<void> {
      const found = await accountStore(database.read).userByPublicId(userId)
      if (found) passwordRules.check(newPassword, found, 'newpassword')
      const passwordHash = await passwords.hash(newPassword)
      await database.write(async ({ tx, journal }) => {
        const { store, row } = await target(tx, userId, caller, { toYourself: 'account.ownPassword', endsAdmin: false })
        await store.updateUser(row.id, { password_hash: passwordHash, must_change_password: 1 })
        await store.clearFailures(row.username_key)
        await store.revokeSessions(row.id, clock.now())
        journal.record({ caller, action: 'account.resetPassword', subject: userId, before: null, after: inJournal(row) })
      })
    },
  }
}
