import { createHash, randomInt } from 'node:crypto'
import type { Kysely } from 'kysely'
import { Refusal } from '#shared/contract/refusals.ts'
import type { Credentials, Registration, User } from '#shared/features/account/contract.ts'
import { isUniqueViolation } from '../../database/dialect.ts'
import type { JournaledDatabase } from '../audit/journal.ts'
import type { Schema } from '../../database/schema.ts'
import { drawCaptcha, newCaptchaText } from '../../kernel/captcha-image.ts'
import type { Caller } from '../../http/context.ts'
import { createCeiling } from '../../kernel/ceiling.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import { newId, newToken } from '../../kernel/ids.ts'
import type { Passwords } from '../../kernel/password.ts'
import type { SmsSender } from '../../kernel/sms.ts'
import {
  CAPTCHA_LIFE,
  isCaptchaCurrent,
  isConfirmed,
  isOwnComputer,
  sessionState,
  SMS_PAUSE,
  smsPause,
  SMS_TRIES,
  preLoginLimits,
  waitInWords,
  type SessionLife,
  type PreLoginLimits,
} from './rules.ts'
import type { SignInJournal } from './signInJournal.ts'
import { accountStore } from './store.ts'
import { claimTry } from './tries.ts'
import type { UserTable } from './tables.ts'

/** A session's last use is written at most this often, in ms: reading must not cost a write. */
const TOUCH_EVERY = 60_000

export interface AccountDeps {
  readonly database: JournaledDatabase
  readonly clock: Clock
  readonly sms: SmsSender
  readonly log: Log
  readonly passwords: Passwords
  readonly signIns: SignInJournal
  readonly sessionLife: SessionLife
  readonly ceilings?: PreLoginLimits
  /** The development server's fixed codes; absent in every other. */
  readonly fixedCodes?: { readonly image: string; readonly sms: string }
}

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

export function toUser(row: Pick<UserTable, 'public_id' | 'username' | 'nick_name' | 'sex' | 'phone' | 'avatar' | 'role'>): User {
  return { id: row.public_id, username: row.username, nickName: row.nick_name, sex: row.sex, phone: row.phone, avatar: row.avatar, roles: [row.role] }
}

/** Accounts, captchas and sessions: `wire.md` section 2. */
export function createAccountService({ database, clock, sms, log, passwords, signIns, sessionLife, ceilings = preLoginLimits, fixedCodes }: AccountDeps) {
  const pictures = createCeiling(clock, ceilings.pictures)
  const messages = createCeiling(clock, ceilings.messages)

  /** Checks and spends a picture's text: right or wrong, it is gone. */
  function spendImageCaptcha(type: string, bizId: string, typed: string): Promise<boolean> {
    return database.write(async ({ tx }) => {
      const store = accountStore(tx)
      const kept = await store.captcha('image', type, bizId)
      await store.removeCaptcha('image', type, bizId)
      return kept !== undefined && isCaptchaCurrent(kept.expires_at, clock.now()) && kept.secret === typed.toLowerCase()
    })
  }

  /** A wrong try is counted. */
  async function isSmsCaptchaRight(tx: Kysely<Schema>, form: Registration): Promise<boolean> {
    const store = accountStore(tx)
    const kept = await store.captcha('sms', form.captchaType, form.bizId)
    const isRight =
      kept !== undefined &&
      kept.tries < SMS_TRIES &&
      isCaptchaCurrent(kept.expires_at, clock.now()) &&
      kept.phone === form.phone &&
      kept.secret === form.smsCaptcha
    if (!isRight) await store.countCaptchaTry('sms', form.captchaType, form.bizId)
    return isRight
  }

  const touching = new Set<string>()
  /** Notes that a session was used; nobody waits for it, for a long import may be before it in the queue. */
  function touch(tokenHash: string, now: number): void {
    if (touching.has(tokenHash)) return
    touching.add(tokenHash)
    database
      .write(({ tx }) => accountStore(tx).touchSession(tokenHash, now))
      .catch((err: unknown) => log.warn({ err }, 'a session could not be touched'))
      .finally(() => touching.delete(tokenHash))
      .catch(() => undefined)
  }

  let hasAccounts = false
  return {
    /** Once there is an account there always is one: health is told then even while the database cannot be asked. */
    hasAccounts: async () => (hasAccounts ||= await accountStore(database.read).hasUsers()),

    /** A new picture for (type, bizid); it replaces the one before. */
    async imageCaptcha(type: string, bizId: string, { address }: Pick<Caller, 'address'>) {
      const wait = isOwnComputer(address) ? 0 : pictures.take(address)
      if (wait > 0) throw new Refusal('account.captchaTooOften', { seconds: Math.ceil(wait / 1000) })
      const text = fixedCodes?.image ?? newCaptchaText()
      await database.write(async ({ tx }) => {
        const store = accountStore(tx)
        await store.forgetCaptchasBefore(clock.now())
        await store.putCaptcha({
          kind: 'image',
          captcha_type: type,
          biz_id: bizId,
          phone: '',
          secret: text.toLowerCase(),
          tries: 0,
          expires_at: clock.now() + CAPTCHA_LIFE,
        })
      })
      return { type: 'image/png', bytes: drawCaptcha(text) }
    },

    /** Spends the picture's text, then sends six digits; one message a minute per phone, and not without end to an address. */
    async sendSmsCaptcha(
      { captchaType, bizId, imageCaptcha, phone }: { captchaType: string; bizId: string; imageCaptcha: string; phone: string },
      { address }: Pick<Caller, 'address'>,
    ) {
      if (!(await spendImageCaptcha(captchaType, bizId, imageCaptcha))) throw new Refusal('account.captchaWrong', { field: 'imgcaptcha' })
      const code = fixedCodes?.sms ?? String(randomInt(1_000_000)).padStart(6, '0')
      await database.write(async ({ tx }) => {
        const store = accountStore(tx)
        const now = clock.now()
        const wait = smsPause(await store.smsSentAt(phone), now)
        if (wait > 0) throw new Refusal('account.smsTooOften', { seconds: Math.ceil(wait / 1000) })
        const rest = isOwnComputer(address) ? 0 : messages.take(address)
        if (rest > 0) throw new Refusal('account.smsTooMany', { wait: waitInWords(rest) })
        await store.forgetSmsSentBefore(now - SMS_PAUSE)
        await store.putSmsSent(phone, now)
        await store.putCaptcha({ kind: 'sms', captcha_type: captchaType, biz_id: bizId, phone, secret: code, tries: 0, expires_at: now + CAPTCHA_LIFE })
      })
      try {
        await sms.send({ phone, code })
      } catch (cause) {
        await database.write(({ tx }) => accountStore(tx).removeSmsSent(phone))
        throw new Refusal('account.smsFailed', null, { cause })
      }
      return null
    },

    /** The first account of an empty server becomes its administrator. */
    async register(form: Registration, caller: Caller): Promise<User> {
      if (form.password !== form.confirmPassword) throw new Refusal('account.passwordsDiffer')
      // Who has no right code learns neither who exists nor makes the server hash.
      if (!(await database.write(({ tx }) => isSmsCaptchaRight(tx, form)))) throw new Refusal('account.smsCaptchaWrong')
      if (await accountStore(database.read).userByName(form.username)) throw new Refusal('account.usernameTaken')
      const passwordHash = await passwords.hash(form.password)
      const outcome = await database.write(async ({ tx, journal }) => {
        const store = accountStore(tx)
        if (!(await isSmsCaptchaRight(tx, form))) return null // a wrong try is counted, so this job must not be rolled back
        const row = {
          public_id: newId(),
          username: form.username,
          username_key: form.username.toLowerCase(),
          nick_name: form.nickName || form.username,
          sex: form.sex,
          phone: form.phone,
          avatar: '',
          password_hash: passwordHash,
          role: (await store.hasUsers()) ? ('staff' as const) : ('admin' as const),
          created_at: clock.now(),
        }
        await store.removeCaptcha('sms', form.captchaType, form.bizId)
        await store.insertUser(row).catch((error: unknown) => {
          throw isUniqueViolation(error) ? new Refusal('account.usernameTaken') : error
        })
        const user = toUser(row)
        journal.record({
          caller,
          action: 'account.register',
          subject: user.id,
          before: null,
          after: { username: user.username, nickName: user.nickName, roles: user.roles },
        })
        return user
      })
      if (!outcome) throw new Refusal('account.smsCaptchaWrong')
      return outcome
    },

    /** Five failures for a name within 15 minutes lock it for 15 minutes; who does not exist is answered alike and as slowly. */
    async logIn({ username, password, captcha, bizId }: Credentials, caller: Caller): Promise<{ authId: string; user: User }> {
      if (!(await spendImageCaptcha('LOGIN_IMGCAPTCHA', bizId, captcha))) throw new Refusal('account.captchaWrong', { field: 'captcha' })
      const usernameKey = username.toLowerCase()
      // The try counts as failed before it is judged: tries that are sent at once cannot all find the name unlocked.
      const locked = await claimTry(database, clock, usernameKey)
      if (locked > 0) throw new Refusal('account.loginLocked', { minutes: Math.ceil(locked / 60_000) })
      const user = await accountStore(database.read).userByName(username)
      if (!(await passwords.verify(password, user?.password_hash)) || !user) {
        await signIns.failed(usernameKey, user && toUser(user), caller)
        throw new Refusal('account.loginFailed')
      }
      if (user.is_disabled === 1) {
        await database.write(({ tx }) => accountStore(tx).clearFailures(usernameKey))
        throw new Refusal('account.disabled')
      }
      const authId = newToken()
      await database.write(async ({ tx, journal }) => {
        const store = accountStore(tx)
        const now = clock.now()
        // What was checked may have been reset or disabled while the password was being hashed.
        const current = await store.userByKey(user.id)
        if (current?.password_hash !== user.password_hash || current.is_disabled === 1) throw new Refusal('account.loginFailed')
        await store.clearFailures(usernameKey)
        await store.forgetSessionsBefore(now - 30 * 24 * 3_600_000)
        await store.insertSession({ token_hash: hashToken(authId), user_id: user.id, created_at: now, used_at: now, ended_at: null, end_reason: null })
        signIns.loggedIn(journal, { userKey: user.id, user: toUser(user) }, caller)
      })
      return { authId, user: toUser(user) }
    },

    async logOut(caller: Caller): Promise<null> {
      const { token, user } = caller
      await database.write(async ({ tx, journal }) => {
        const { numUpdatedRows } = await accountStore(tx).endSession(hashToken(token), clock.now())
        if (user && numUpdatedRows > 0n) signIns.loggedOut(journal, { ...caller, user })
      })
      return null
    },

    /**
     * Who holds a token.
     *
     * @throws Refusal 443 for none, an unknown or an expired one; 444 for one that was ended from elsewhere
     */
    async authenticate(token: string): Promise<{ userKey: number; user: User; isConfirmed: boolean }> {
      const tokenHash = hashToken(token)
      const row = token === '' ? undefined : await accountStore(database.read).sessionWithUser(tokenHash)
      if (!row) throw new Refusal('account.notLoggedIn')
      const now = clock.now()
      const state = row.is_disabled === 1 ? 'revoked' : sessionState({ ...row, created_at: row.session_created_at }, now, sessionLife)
      if (state === 'revoked') throw new Refusal('account.loggedOut')
      if (state === 'expired') throw new Refusal('account.notLoggedIn')
      if (now - row.used_at >= Math.min(TOUCH_EVERY, sessionLife.idle / 4)) touch(tokenHash, now)
      return { userKey: row.id, user: toUser(row), isConfirmed: isConfirmed(row.confirmed_until, now) }
    },
  }
}
export type AccountService = ReturnType<typeof createAccountService>
