import { Refusal, required } from '#shared/contract/refusals.ts'
import type { AccountDraft, Approval } from '#shared/features/account/contract.ts'
import { AccountStatus } from '#shared/features/account/roles.ts'
import { isUniqueViolation } from '../../database/dialect.ts'
import type { Tx } from '../../database/schema.ts'
import type { Caller } from '../../http/context.ts'
import { newId } from '../../kernel/ids.ts'
import { requireAdmin, type AdministrationDeps } from './administration.ts'
import { chosenScope } from './confining.ts'
import { accountStore } from './store.ts'
import { inJournal } from './user.ts'

/**
 * How accounts are admitted after the first one: an administrator approves a registration, or creates an account (`trust.md` section 2).
 */
export function createAdmission({ database, clock, passwords, passwordRules }: AdministrationDeps) {
  async function waiting(tx: Tx, userId: string, caller: Caller) {
    const store = accountStore(tx)
    await requireAdmin(tx, caller)
    const row = required(await store.userByPublicId(userId), 'account.notFound')
    if (row.status !== AccountStatus.waiting) throw new Refusal('account.notWaiting')
    return { store, row }
  }

  return {
    /**
     * Lets a registered account log in, with the role chosen by the administrator.
     *
     * @throws Refusal `account.roleTooLow` (403) for anybody but an administrator, `account.notFound` (404),
     * `account.notWaiting` (409) for an account no longer waiting, `estate.notFound` (404)
     */
    async approve({ userId, role, estateIds }: Approval, caller: Caller): Promise<void> {
      await database.write(async ({ tx, journal }) => {
        const { store, row } = await waiting(tx, userId, caller)
        const scope = await chosenScope(tx, role, estateIds)
        await store.updateUser(row.id, { status: AccountStatus.active, role, ...scope.row })
        journal.record({ caller, action: 'account.approve', subject: userId, before: null, after: { ...inJournal(row), role, ...scope.told } })
      })
    },

    /** Removes the account; its username is free again. */
    async reject(userId: string, caller: Caller): Promise<void> {
      await database.write(async ({ tx, journal }) => {
        const { store, row } = await waiting(tx, userId, caller)
        await store.removeUser(row.id)
        journal.record({ caller, action: 'account.reject', subject: userId, before: { ...inJournal(row), phone: row.phone }, after: null })
      })
    },

    /**
     * Creates an account that may log in at once and must change its password first.
     *
     * @returns its public id
     * @throws Refusal 400 for a password that violates the rules or a taken username (`account.usernameTaken`),
     * `account.roleTooLow` (403) for anybody but an administrator, `estate.notFound` (404)
     */
    async create({ username, nickName, phone, role, estateIds, password }: AccountDraft, caller: Caller): Promise<{ id: string }> {
      passwordRules.check(password, { username, phone }, 'password')
      const passwordHash = await passwords.hash(password)
      const row = {
        public_id: newId(),
        username,
        username_key: username.toLowerCase(),
        nick_name: nickName || username,
        sex: 0,
        phone,
        avatar: '',
        password_hash: passwordHash,
        role,
        status: AccountStatus.active,
        must_change_password: 1,
        created_at: clock.now(),
      }
      await database.write(async ({ tx, journal }) => {
        await requireAdmin(tx, caller)
        const store = accountStore(tx)
        if (await store.userByName(username)) throw new Refusal('account.usernameTaken')
        const scope = await chosenScope(tx, role, estateIds)
        await store.insertUser({ ...row, ...scope.row }).catch((error: unknown) => {
          throw isUniqueViolation(error) ? new Refusal('account.usernameTaken') : error
        })
        journal.record({ caller, action: 'account.create', subject: row.public_id, before: null, after: { ...inJournal(row), role, ...scope.told } })
      })
      return { id: row.public_id }
    },
  }
}
