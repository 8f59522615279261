import { timingSafeEqual } from 'node:crypto'
import { Refusal } from '#shared/contract/refusals.ts'
import type { Registration, User } from '#shared/features/account/contract.ts'
import { AccountStatus } from '#shared/features/account/roles.ts'
import { isUniqueViolation } from '../../database/dialect.ts'
import type { Db } from '../../database/schema.ts'
import type { Caller } from '../../http/context.ts'
import { createRateLimiter } from '../../kernel/rateLimit.ts'
import { newId } from '../../kernel/ids.ts'
import type { Passwords } from '../../kernel/password.ts'
import type { ServiceDeps } from '../journal/journal.ts'
import type { Captchas } from './captchas.ts'
import type { PasswordRules } from './passwordRules.ts'
import { MAX_WAITING } from './rules.ts'
import { accountStore } from './store.ts'
import { inJournal, toUser } from './user.ts'

/** Proves that the first to register has access to the server's console (`trust.md` section 2). */
export interface SetupCode {
  readonly code: string
  /** Shows it to the server's operator; called if there is no account yet. */
  readonly show: () => void
  /** Removes it from display once used. */
  readonly forget: () => void
}

export interface RegistrationDeps extends ServiceDeps {
  readonly passwords: Passwords
  readonly passwordRules: PasswordRules
  readonly captchas: Captchas
  /** Absent if only the program itself reaches the server. */
  readonly setupCode?: SetupCode
}

/** Wrong codes from an address after which it must wait. */
const WRONG_SETUP_CODES = [{ most: 10, within: 3_600_000 }]

const isSame = (typed: string, expected: string) => typed.length === expected.length && timingSafeEqual(Buffer.from(typed), Buffer.from(expected))

/** Registration of accounts by their users. */
export function createRegistration({ database, clock, passwords, passwordRules, captchas, setupCode }: RegistrationDeps) {
  const wrongCodes = createRateLimiter(clock, WRONG_SETUP_CODES)
  let hasAccounts = false

  /** Never false again once true: health can then report it while the database is unavailable. */
  const isInUse = async () => (hasAccounts ||= await accountStore(database.read).hasUsers())

  /** A missing code is not counted: other clients do not know of it before this refusal. */
  function checkSetupCode(typed: string, address: string): void {
    if (!setupCode) return
    const wait = wrongCodes.wait(address)
    if (wait > 0) throw new Refusal('account.setupCodeLocked', { minutes: Math.ceil(wait / 60_000) })
    if (isSame(Buffer.from(typed).toString('latin1'), setupCode.code)) return
    if (typed !== '') wrongCodes.take(address)
    throw new Refusal('account.setupCode')
  }

  /** The new row: the first account is the administrator, every other one waits for approval. */
  async function rowOf(tx: Db, form: Registration, passwordHash: string) {
    const store = accountStore(tx)
    const isFirst = !(await store.hasUsers())
    if (isFirst && setupCode && !isSame(form.setupCode, setupCode.code)) throw new Refusal('account.setupCode')
    if ((await store.waiting()) >= MAX_WAITING) throw new Refusal('account.tooManyWaiting')
    return {
      public_id: newId(),
      username: form.username,
      username_key: form.username.toLowerCase(),
      nick_name: form.nickName || form.username,
      sex: form.sex,
      phone: form.phone,
      avatar: '',
      password_hash: passwordHash,
      role: isFirst ? ('admin' as const) : null,
      status: isFirst ? AccountStatus.active : AccountStatus.waiting,
      created_at: clock.now(),
    }
  }

  return {
    hasAccounts: isInUse,

    /**
     * Creates the first account of an empty server, its administrator, or one that waits for approval.
     *
     * @throws Refusal 400 with `account.passwordsDiffer`, `account.passwordTooSimple`, `account.smsCaptchaWrong` or
     * `account.usernameTaken`; `account.setupCode` (403) if the first one lacks it, `account.setupCodeLocked`,
     * `account.tooManyWaiting` (429)
     */
    async register(form: Registration, caller: Caller): Promise<User> {
      if (form.password !== form.confirmPassword) throw new Refusal('account.passwordsDiffer')
      passwordRules.check(form.password, form, 'password')
      if (!(await isInUse())) checkSetupCode(form.setupCode, caller.address)
      // Without a right code a caller can neither probe usernames nor make the server hash.
      if (!(await database.write(({ tx }) => captchas.isSmsRight(tx, form)))) throw new Refusal('account.smsCaptchaWrong')
      const store = accountStore(database.read)
      if (await store.userByName(form.username)) throw new Refusal('account.usernameTaken')
      if ((await store.waiting()) >= MAX_WAITING) throw new Refusal('account.tooManyWaiting')
      const passwordHash = await passwords.hash(form.password)
      const user = await database.write(async ({ tx, journal }) => {
        if (!(await captchas.isSmsRight(tx, form))) return null // a wrong try is counted, so this job must not be rolled back
        const row = await rowOf(tx, form, passwordHash)
        await accountStore(tx).removeCaptcha('sms', form.captchaType, form.bizId)
        await accountStore(tx)
          .insertUser(row)
          .catch((error: unknown) => {
            throw isUniqueViolation(error) ? new Refusal('account.usernameTaken') : error
          })
        const made = toUser(row)
        journal.record({ caller, action: 'account.register', subject: made.id, before: null, after: { ...inJournal(row), roles: made.roles } })
        return made
      })
      if (!user) throw new Refusal('account.smsCaptchaWrong')
      if (user.roles.length > 0) setupCode?.forget()
      return user
    },
  }
}
