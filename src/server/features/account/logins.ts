import { Refusal } from '#shared/contract/refusals.ts'
import type { Credentials, User } from '#shared/features/account/contract.ts'
import type { LastLogin } from '#shared/features/account/sessions.ts'
import { AccountStatus, isAllowed, type Role } from '#shared/features/account/roles.ts'
import type { Db } from '../../database/schema.ts'
import type { Caller } from '../../http/context.ts'
import { newToken } from '../../kernel/ids.ts'
import type { Log } from '../../kernel/log.ts'
import type { Passwords } from '../../kernel/password.ts'
import type { ServiceDeps } from '../journal/journal.ts'
import type { Captchas } from './captchas.ts'
import { scopeOf, type EstateScope } from '../../scope/estateScope.ts'
import { isConfirmed, MAX_SESSIONS, sessionState, type SessionLife } from './rules.ts'
import type { SessionWithUser } from './sessionQueries.ts'
import type { SignInJournal } from './signInJournal.ts'
import { accountStore } from './store.ts'
import type { Tries } from './tries.ts'
import { hashToken, toUser } from './user.ts'

/** Minimum interval between updates of a session's last use, in ms: reading must not cost a write. */
const TOUCH_EVERY = 60_000
const SESSIONS_KEPT = 30 * 24 * 3_600_000

export interface LoginDeps extends ServiceDeps {
  readonly log: Log
  readonly passwords: Passwords
  readonly captchas: Captchas
  readonly tries: Tries
  readonly signIns: SignInJournal
  readonly sessionLife: SessionLife
}

export interface LoggedIn {
  readonly authId: string
  readonly user: User
  readonly mustChangePassword: boolean
  /** null at the account's first login. */
  readonly lastLogin: LastLogin | null
}

/** The holder of a token, with the session state that decides whether a call is allowed. */
export interface Authenticated extends Pick<Caller, 'userKey' | 'scope' | 'mustChangePassword'> {
  readonly user: User
  readonly isConfirmed: boolean
  readonly isCovered: boolean
}

/** Logging in and out: `wire.md` section 2, `trust.md` section 3. */
export function createLogins({ database, clock, passwords, captchas, tries, signIns, sessionLife }: LoginDeps) {
  /** Returns the current account for a correct name and password; an unknown name gets the same answer after the same time. */
  async function identify(username: string, password: string, caller: Caller) {
    const usernameKey = username.toLowerCase()
    await tries.claim(usernameKey, caller, 'account.loginLocked')
    const user = await accountStore(database.read).userByName(username)
    if (!(await passwords.verify(password, user?.password_hash)) || !user) {
      await tries.failed(usernameKey)
      await signIns.failed(usernameKey, user && toUser(user), caller)
      throw new Refusal('account.loginFailed')
    }
    if (user.status === AccountStatus.active) return user
    await database.write(({ tx }) => tries.succeeded(tx, usernameKey, caller))
    throw new Refusal(user.status === AccountStatus.waiting ? 'account.waiting' : 'account.disabled')
  }

  return {
    /**
     * Opens a session; one over the limit ends the oldest (444). A hash of another cost is renewed.
     *
     * @throws Refusal `account.captchaWrong`, `account.loginFailed` (400); `account.loginLocked`, `account.addressLocked`
     * (429); `account.waiting`, `account.disabled` (403), only with the correct password
     */
    async logIn({ username, password, captcha, bizId }: Credentials, caller: Caller): Promise<LoggedIn> {
      await captchas.spendImage('LOGIN_IMGCAPTCHA', bizId, captcha, 'captcha')
      const user = await identify(username, password, caller)
      const newHash = passwords.isCurrent(user.password_hash) ? user.password_hash : await passwords.hash(password)
      const authId = newToken()
      const { address } = caller
      const lastLogin = await database.write(async ({ tx, journal }): Promise<LastLogin | null> => {
        const store = accountStore(tx)
        const now = clock.now()
        // The account may have been reset or disabled while the password was being hashed.
        const current = await store.userByKey(user.id)
        if (current?.password_hash !== user.password_hash || current.status !== AccountStatus.active) throw new Refusal('account.loginFailed')
        await tries.succeeded(tx, current.username_key, caller)
        await store.updateUser(user.id, { last_login_at: now, last_login_address: address, failed_since_login: 0, password_hash: newHash })
        await store.forgetSessionsBefore(now - SESSIONS_KEPT)
        const open = (await store.openSessions(user.id)).filter((session) => sessionState(session, now, sessionLife) === 'live')
        const tooMany = open.slice(MAX_SESSIONS - 1).map(({ id }) => id)
        if (tooMany.length > 0) await store.revoke(tooMany, now)
        const device = caller.desk || caller.agent
        const session = { token_hash: hashToken(authId), user_id: user.id, address, device, created_at: now, used_at: now }
        await store.insertSession({ ...session, ended_at: null, end_reason: null })
        signIns.loggedIn(journal, { userKey: user.id, user: toUser(user) }, caller)
        const { last_login_at: at, last_login_address: from, failed_since_login: failureCount } = current
        return at === null ? null : { at, address: from, failureCount }
      })
      return { authId, user: toUser(user), mustChangePassword: user.must_change_password === 1, lastLogin }
    },

    /** Ends the caller's own session; an already ended one leaves no entry. */
    async logOut(caller: Caller): Promise<void> {
      const { token, user } = caller
      await database.write(async ({ tx, journal }) => {
        const { numUpdatedRows } = await accountStore(tx).endSession(hashToken(token), clock.now())
        if (user && numUpdatedRows > 0n) signIns.loggedOut(journal, { ...caller, user })
      })
    },
  }
}

/** Resolves the holder of a session: when a call comes in, and again when it writes. */
export function createSessions({ database, clock, log, sessionLife }: Pick<LoginDeps, 'database' | 'clock' | 'log' | 'sessionLife'>) {
  // Created once, as every call uses it.
  const { sessionWithUser } = accountStore(database.read)
  const touching = new Set<string>()
  /** Touches the session, fire-and-forget: it may queue behind an import. */
  function touch(tokenHash: string, now: number): void {
    if (touching.has(tokenHash)) return
    touching.add(tokenHash)
    database
      .write(({ tx }) => accountStore(tx).touchSession(tokenHash, now))
      .catch((err: unknown) => log.warn({ err }, 'a session could not be touched'))
      .finally(() => touching.delete(tokenHash))
      .catch(() => undefined)
  }

  /** Returns a token's session row if both session and account are valid. */
  function requireLive(row: SessionWithUser | undefined, now: number): SessionWithUser {
    if (!row) throw new Refusal('account.notLoggedIn')
    const state = row.status === AccountStatus.active ? sessionState({ ...row, created_at: row.session_created_at }, now, sessionLife) : 'revoked'
    if (state === 'revoked') throw new Refusal('account.loggedOut')
    if (state === 'expired') throw new Refusal('account.notLoggedIn')
    return row
  }

  return {
    /**
     * Returns the holder of a token.
     *
     * @throws Refusal 443 for no, an unknown or an expired token; 444 for a session ended from elsewhere
     */
    async authenticate(token: string): Promise<Authenticated> {
      const tokenHash = hashToken(token)
      const now = clock.now()
      const row = requireLive(token === '' ? undefined : await sessionWithUser(tokenHash), now)
      if (now - row.used_at >= Math.min(TOUCH_EVERY, sessionLife.idle / 4)) touch(tokenHash, now)
      return {
        userKey: row.id,
        user: toUser(row),
        scope: scopeOf(row),
        mustChangePassword: row.must_change_password === 1,
        isConfirmed: isConfirmed(row.confirmed_until, now),
        isCovered: row.covered_at !== null,
      }
    },

    /**
     * The same inside a writing transaction, with the role: what was valid at admission may no longer be. Locks both rows
     * until the end of the transaction.
     *
     * @returns the estates visible to the account now
     * @throws Refusal as {@link authenticate}; `account.roleTooLow` (403) for a role below `lowest`, or below the one at admission
     */
    async requireStanding(tx: Db, { token, user }: Caller, lowest: Role): Promise<EstateScope> {
      const row = requireLive(await accountStore(tx).lockedSession(hashToken(token)), clock.now())
      const roles = row.role === null ? [] : [row.role]
      for (const needed of [lowest, ...(user?.roles ?? [])]) {
        if (!isAllowed(roles, needed)) throw new Refusal('account.roleTooLow', { lowest: needed })
      }
      return scopeOf(row)
    },
  }
}
