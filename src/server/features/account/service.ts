import { setTimeout as after } from 'node:timers/promises'
import { sql, type RawBuilder } from 'kysely'
import type { Log } from '../../kernel/log.ts'
import type { Passwords } from '../../kernel/password.ts'
import type { SmsSender } from '../../kernel/sms.ts'
import type { JournaledDatabase, ServiceDeps } from '../journal/journal.ts'
import { createAccountAdministration, requireAdmin } from './administration.ts'
import { createAdmission } from './admission.ts'
import { createConfining } from './confining.ts'
import { createCaptchas } from './captchas.ts'
import { createLogins, createSessions } from './logins.ts'
import { createOwnAccount } from './ownAccount.ts'
import { createOwnPassword, type OwnPassword } from './ownPassword.ts'
import type { PasswordRules } from './passwordRules.ts'
import { createRegistration, type SetupCode } from './registration.ts'
import type { SessionLife, PreLoginLimits } from './rules.ts'
import type { SignInJournal } from './signInJournal.ts'
import { createTries } from './tries.ts'
import { AccountStatus, isAllowed, roleLadder, type Role } from '#shared/features/account/roles.ts'
import type { Db } from '../../database/schema.ts'
import { required } from '#shared/contract/refusals.ts'
import { accountStore } from './store.ts'
import type { UserTable } from './tables.ts'
import { inJournal, toUser, hashToken } from './user.ts'
import { DEFAULT_COVER_MINUTES } from '#shared/features/account/rules.ts'
import type { Confirmation } from '#shared/features/account/contract.ts'
import type { Caller } from '../../http/context.ts'

/** The account feature's dependencies on the server. */
export interface AccountDeps extends ServiceDeps {
  readonly sms: SmsSender
  readonly log: Log
  readonly passwords: Passwords
  readonly passwordRules: PasswordRules
  readonly signIns: SignInJournal
  readonly sessionLife: SessionLife
  readonly preLoginLimits?: PreLoginLimits
  /** Absent if only the program itself reaches the server. */
  readonly setupCode?: SetupCode
  /** Waits that many ms; a no-op in tests. */
  readonly pause?: (ms: number) => Promise<void>
  /** The development server's fixed codes; absent otherwise. */
  readonly fixedCodes?: { readonly image: string; readonly sms: string }
}

/** Accounts, captchas and sessions: `wire.md` section 2, `trust.md` sections 2 and 3. */
export function createAccountService(deps: AccountDeps) {
  const captchas = createCaptchas(deps)
  const tries = createTries({ ...deps, pause: deps.pause ?? ((ms) => after(ms)) })
  const ownPassword = createOwnPassword({ ...deps, tries })
  return {
    imageCaptcha: (...given: Parameters<typeof captchas.image>) => captchas.image(...given),
    sendSmsCaptcha: (...given: Parameters<typeof captchas.sendSms>) => captchas.sendSms(...given),
    ...createRegistration({ ...deps, captchas }),
    ...createLogins({ ...deps, captchas, tries }),
    ...createSessions(deps),
    ...createOwnAccount({ ...deps, ownPassword }),
    ...createSessionCover({ ...deps, ownPassword }),
    ...createAccountAdministration(deps),
    ...createAdmission(deps),
    ...createConfining(deps),
    ...createStandingReads(deps),
    ...accountDirectory,
  }
}
export type AccountService = ReturnType<typeof createAccountService>

/** Numbers of accounts that need an administrator's attention. */
interface AccountStanding {
  readonly waiting: number
  /** Active accounts without a login on record. */
  readonly neverUsed: number
  /** Active accounts whose password was set by somebody else and not yet changed. */
  readonly mustChangePassword: number
  /** Active accounts with a role given by an upgrade, not yet confirmed by an administrator. */
  readonly toCheck: number
}

/** Account figures for 安全状况, computed on each call. */
function createStandingReads({ database }: { readonly database: JournaledDatabase }) {
  return { standing: (): Promise<AccountStanding> => standingQueries(database.read).standing() }
}

const counted = (condition: RawBuilder<unknown>) => sql<number>`coalesce(sum(case when ${condition} then 1 else 0 end), 0)`

/** Queries on accounts that need an administrator's attention. */
function standingQueries(db: Db) {
  const isActive = sql`status = ${AccountStatus.active}`
  return {
    /** All four numbers from one moment; 0 each without accounts. */
    standing: () =>
      db
        .selectFrom('user')
        .select([
          counted(sql`status = ${AccountStatus.waiting}`).as('waiting'),
          counted(sql`${isActive} and last_login_at is null`).as('neverUsed'),
          counted(sql`${isActive} and must_change_password = 1`).as('mustChangePassword'),
          counted(sql`${isActive} and is_to_check = 1`).as('toCheck'),
        ])
        .executeTakeFirstOrThrow(),
  }
}

/** An account as other features see it. */
interface Person {
  /** The database's key. */
  readonly key: number
  /** `王主任（office_1）` */
  readonly name: string
  /** Empty if the account waits or is disabled. */
  readonly roles: readonly Role[]
}

const inWords = ({ nick_name: nickName, username }: Pick<UserTable, 'nick_name' | 'username'>): string => `${nickName}（${username}）`

/** What other features may read of accounts. */
const accountDirectory = {
  /** @throws Refusal `account.notFound` (404) */
  async person(db: Db, userId: string): Promise<Person> {
    const row = required(await accountStore(db).userByPublicId(userId), 'account.notFound')
    return { key: row.id, name: inWords(row), roles: row.status === AccountStatus.active ? toUser(row).roles : [] }
  },
  /**
   * Whether an account other than those can log in, has a role that permits it and sees the estate, as of the asking
   * transaction. `estateKey` null: the estate is gone.
   */
  hasOther: (
    db: Db,
    { lowest, exceptKeys, estateKey }: { readonly lowest: Role; readonly exceptKeys: readonly number[]; readonly estateKey: number | null },
  ): Promise<boolean> => accountStore(db).hasOther({ roles: roleLadder.filter((role) => isAllowed([role], lowest)), exceptKeys, estateKey }),
  /** Whether an existing account sees the estate. */
  seesEstate: (db: Db, userKey: number, estateKey: number): Promise<boolean> => accountStore(db).seesEstate(userKey, estateKey),
  /**
   * An account's whole phone, and its name in the journal.
   *
   * @throws Refusal `account.notFound` (404)
   */
  async numbersOf(db: Db, userId: string) {
    const row = required(await accountStore(db).userByPublicId(userId), 'account.notFound')
    return { numbers: { phone: row.phone, idNumber: '' }, about: inJournal(row) }
  },
  /** An account's display name, `王主任（office_1）`; `''` if none. */
  async nameOf(db: Db, key: number): Promise<string> {
    const row = await accountStore(db).userByKey(key)
    return row ? inWords(row) : ''
  },
}

interface SessionCoverDeps extends ServiceDeps {
  readonly ownPassword: OwnPassword
  readonly signIns: SignInJournal
}

/** The setting, as its entry names it. */
const entryOf = (minutes: number) => ({ name: '自动锁屏', coverMinutes: minutes })

/** Covers an unattended window (`trust.md` section 3): while covered, its session's calls are refused. */
function createSessionCover({ database, clock, ownPassword, signIns }: SessionCoverDeps) {
  return {
    /** Covering again changes nothing. */
    async cover(caller: Caller): Promise<void> {
      await database.write(async ({ tx, journal }) => {
        if (await accountStore(tx).coverSession(hashToken(caller.token), clock.now())) signIns.covered(journal, caller)
      })
    },

    /**
     * Resumes the covered session. A wrong password counts as a failed login.
     *
     * @throws Refusal as {@link OwnPassword}, a wrong one with `account.passwordWrong` (400)
     */
    async uncover({ password }: Confirmation, caller: Caller): Promise<void> {
      const user = await ownPassword.require(password, caller, 'account.passwordWrong')
      await database.write(async ({ tx, journal }) => {
        await ownPassword.accepted(tx, user, caller)
        if (await accountStore(tx).uncoverSession(hashToken(caller.token))) signIns.uncovered(journal, caller)
      })
    },

    /** Minutes without input after which windows cover themselves. */
    coverMinutes: async (): Promise<number> => (await accountStore(database.read).coverMinutes()) ?? DEFAULT_COVER_MINUTES,

    /**
     * Sets, for all users, the minutes without input after which windows cover themselves. An unchanged number leaves no entry.
     *
     * @throws Refusal `account.roleTooLow` (403) for anybody but an administrator
     */
    async setCoverMinutes(minutes: number, caller: Caller): Promise<void> {
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
    },
  }
}
