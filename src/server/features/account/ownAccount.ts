import { Refusal } from '#shared/contract/refusals.ts'
import type { Confirmation, PasswordChange } from '#shared/features/account/contract.ts'
import type { SessionRow } from '#shared/features/account/sessions.ts'
import type { Caller } from '../../http/context.ts'
import type { Passwords } from '../../kernel/password.ts'
import type { ServiceDeps } from '../journal/journal.ts'
import type { OwnPassword } from './ownPassword.ts'
import type { PasswordRules } from './passwordRules.ts'
import { CONFIRMATION_LIFE, sessionState, type SessionLife } from './rules.ts'
import { accountStore } from './store.ts'
import type { SessionTable } from './tables.ts'
import { hashToken, inJournal } from './user.ts'

export interface OwnAccountDeps extends ServiceDeps {
  readonly passwords: Passwords
  readonly passwordRules: PasswordRules
  readonly ownPassword: OwnPassword
  readonly sessionLife: SessionLife
}

/** A session's public id: a prefix of its token's hash, which does not reveal the token. */
const sessionIdOf = ({ token_hash: tokenHash }: Pick<SessionTable, 'token_hash'>): string => tokenHash.slice(0, 32)

/** Self-service for one's own account: password and sessions. */
export function createOwnAccount({ database, clock, passwords, passwordRules, ownPassword, sessionLife }: OwnAccountDeps) {
  const liveSessions = async (store: ReturnType<typeof accountStore>, userKey: number, now: number) =>
    (await store.openSessions(userKey)).filter((session) => sessionState(session, now, sessionLife) === 'live')

  return {
    /**
     * Confirms the password: for some minutes, calls that require it are allowed in this session.
     *
     * A wrong one counts as a failed login.
     *
     * @returns until when it is valid, in epoch ms
     * @throws Refusal as {@link OwnPassword}, a wrong one with `account.passwordWrong` (400)
     */
    async confirm({ password }: Confirmation, caller: Caller): Promise<{ validUntil: number }> {
      const user = await ownPassword.require(password, caller, 'account.passwordWrong')
      const validUntil = clock.now() + CONFIRMATION_LIFE
      await database.write(async ({ tx }) => {
        await ownPassword.accepted(tx, user, caller)
        await accountStore(tx).confirmSession(hashToken(caller.token), validUntil)
      })
      return { validUntil }
    },

    /**
     * Ends the caller's other sessions with 444 and keeps this one.
     *
     * A wrong old password counts as a failed login: an open desk does not allow guessing.
     *
     * @throws Refusal as {@link OwnPassword}, a wrong one with `account.oldPasswordWrong` (400); `account.samePassword`,
     * `account.passwordTooSimple` (400)
     */
    async changePassword({ oldPassword, newPassword }: PasswordChange, caller: Caller): Promise<void> {
      const { userKey, token } = caller
      const user = await ownPassword.require(oldPassword, caller, 'account.oldPasswordWrong')
      // The old one was right, whatever the new one: five rejected new passwords must not lock the user out.
      await ownPassword.clearTries(user, caller)
      if (await passwords.verify(newPassword, user.password_hash)) throw new Refusal('account.samePassword')
      passwordRules.check(newPassword, user, 'newpassword')
      const passwordHash = await passwords.hash(newPassword)
      await database.write(async ({ tx, journal }) => {
        const store = accountStore(tx)
        await ownPassword.accepted(tx, user, caller)
        await store.updateUser(userKey, { password_hash: passwordHash, must_change_password: 0 })
        await store.revokeSessions(userKey, clock.now(), hashToken(token))
        journal.record({ caller, action: 'account.changePassword', subject: user.public_id, before: null, after: inJournal(user) })
      })
    },

    /** The caller's open sessions, newest first. */
    async sessions({ userKey, token }: Caller): Promise<SessionRow[]> {
      const own = hashToken(token)
      return (await liveSessions(accountStore(database.read), userKey, clock.now())).map((session) => ({
        id: sessionIdOf(session),
        address: session.address,
        device: session.device,
        startedAt: session.created_at,
        usedAt: session.used_at,
        isCurrent: session.token_hash === own,
      }))
    },

    /**
     * Ends one of the caller's own sessions with 444.
     *
     * @throws Refusal `account.noSession` (404), also for an ended one or another account's
     */
    async endSession(sessionId: string, caller: Caller): Promise<void> {
      const { userKey } = caller
      await database.write(async ({ tx, journal }) => {
        const store = accountStore(tx)
        const session = (await liveSessions(store, userKey, clock.now())).find((each) => sessionIdOf(each) === sessionId)
        if (!session) throw new Refusal('account.noSession')
        await store.revoke([session.id], clock.now())
        const { user } = caller
        const after = { username: user?.username ?? '', nickName: user?.nickName ?? '', address: session.address, device: session.device }
        journal.record({ caller, action: 'account.endSession', subject: user?.id ?? '', before: null, after })
      })
    },
  }
}
