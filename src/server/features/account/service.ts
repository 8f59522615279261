import { setTimeout as after } from 'node:timers/promises'
import { sql, type RawBuilder } from 'kysely'
import type { Log } from '../../kernel/log.ts'
import type { Passwords } from '../../kernel/password.ts'
import type { SmsSender } from '../../kernel/sms.ts'
import type { JournaledDatabase, ServiceDeps } from '../audit/journal.ts'
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

/** What accounts need of the server around them. */
export interface AccountDeps extends ServiceDeps {
  readonly sms: SmsSender
  readonly log: Log
  readonly passwords: Passwords
  readonly passwordRules: PasswordRules
  readonly signIns: SignInJournal
  readonly sessionLife: SessionLife
  readonly preLoginLimits?: PreLoginLimits
  /** Absent where only the program itself reaches the server. */
  readonly setupCode?: SetupCode
  /** Waits so many ms; a test does not. */
  readonly pause?: (ms: number) => Promise<void>
  /** The development server's fixed codes; absent in every other. */
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

/** How many accounts want somebody to look at them. */
interface AccountStanding {
  readonly waiting: number
  /** Of those that may log in: without a login on record. */
  readonly neverUsed: number
  /** Of these, too: somebody else gave them their password, and they have not changed it yet. */
  readonly mustChangePassword: number
  /** Of these, too: the role came with an upgrade, and no administrator has confirmed it. */
  readonly toCheck: number
}

/** What 安全状况 says of the accounts, counted again each time. */
function createStandingReads({ database }: { readonly database: JournaledDatabase }) {
  return { standing: (): Promise<AccountStanding> => standingQueries(database.read).standing() }
}

const counted = (condition: RawBuilder<unknown>) => sql<number>`coalesce(sum(case when ${condition} then 1 else 0 end), 0)`

/** Queries on how many accounts want somebody to look at them; see standing.ts. */
function standingQueries(db: Db) {
  const isActive = sql`status = ${AccountStatus.active}`
  return {
    /** All four numbers of one moment; 0 each where there are no accounts. */
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

/** Somebody whom another feature is about. */
interface Person {
  /** The database's key. */
  readonly key: number
  /** `王主任（office_1）` */
  readonly name: string
  /** None where the account waits or is disabled. */
  readonly roles: readonly Role[]
}

const inWords = ({ nick_name: nickName, username }: Pick<UserTable, 'nick_name' | 'username'>): string => `${nickName}（${username}）`

/** What other features may know of people. */
const accountDirectory = {
  /** @throws Refusal `account.notFound` (404) */
  async person(db: Db, userId: string): Promise<Person> {
    const row = required(await accountStore(db).userByPublicId(userId), 'account.notFound')
    return { key: row.id, name: inWords(row), roles: row.status === AccountStatus.active ? toUser(row).roles : [] }
  },
  /** Whether anybody but those can log in, may do what needs that role and sees the estate; at the moment of the transaction that asks. `estateKey` is null of one that is gone. */
  hasOther: (
    db: Db,
    { lowest, exceptKeys, estateKey }: { readonly lowest: Role; readonly exceptKeys: readonly number[]; readonly estateKey: number | null },
  ): Promise<boolean> => accountStore(db).hasOther({ roles: roleLadder.filter((role) => isAllowed([role], lowest)), exceptKeys, estateKey }),
  /** Whether an account that there is sees the estate. */
  seesEstate: (db: Db, userKey: number, estateKey: number): Promise<boolean> => accountStore(db).seesEstate(userKey, estateKey),
  /**
   * An account's whole phone, and what the journal calls it.
   *
   * @throws Refusal `account.notFound` (404)
   */
  async numbersOf(db: Db, userId: string) {
    const row = required(await accountStore(db).userByPublicId(userId), 'account.notFound')
    return { numbers: { phone: row.phone, idNumber: '' }, about: inJournal(row) }
  },
  /** What people call an account, `王主任（office_1）`; `''` if none. */
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

/** The cover over a window that nobody sits at (`trust.md` section 3): while it lies there, its session is answered nothing. */
function createSessionCover({ database, clock, ownPassword, signIns }: SessionCoverDeps) {
  return {
    /** Covering what is covered already changes nothing. */
    async cover(caller: Caller): Promise<void> {
      await database.write(async ({ tx, journal }) => {
        if (await accountStore(tx).coverSession(hashToken(caller.token), clock.now())) signIns.covered(journal, caller)
      })
    },

    /**
     * The session goes on where it was. A wrong password counts like a failed login.
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

    /** After how many minutes without input windows cover themselves. */
    coverMinutes: async (): Promise<number> => (await accountStore(database.read).coverMinutes()) ?? DEFAULT_COVER_MINUTES,

    /**
     * Sets after how many minutes without input windows cover themselves, for everybody. The same number again leaves no entry.
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
