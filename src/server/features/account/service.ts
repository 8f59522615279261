import { setTimeout as after } from 'node:timers/promises'
import type { Log } from '../../kernel/log.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Passwords } from '../../kernel/password.ts'
import type { SmsSender } from '../../kernel/sms.ts'
import type { JournaledDatabase } from '../audit/journal.ts'
import { createAccountAdministration } from './administration.ts'
import { createAdmission } from './admission.ts'
import { createCaptchas } from './captchas.ts'
import { createSessionCover } from './sessionCover.ts'
import { createLogins } from './logins.ts'
import { createOwnAccount } from './ownAccount.ts'
import { createOwnPassword } from './ownPassword.ts'
import { accountDirectory } from './accountDirectory.ts'
import type { PasswordRules } from './passwordRules.ts'
import { createRegistration, type SetupCode } from './registration.ts'
import { createStandingReads } from './standing.ts'
import type { SessionLife, PreLoginLimits } from './rules.ts'
import type { SignInJournal } from './signInJournal.ts'
import { createTries } from './tries.ts'

/** What accounts need of the server around them. */
export interface AccountDeps {
  readonly database: JournaledDatabase
  readonly clock: Clock
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
    ...createOwnAccount({ ...deps, ownPassword }),
    ...createSessionCover({ ...deps, ownPassword }),
    ...createAccountAdministration(deps),
    ...createAdmission(deps),
    ...createStandingReads(deps),
    ...accountDirectory,
  }
}
export type AccountService = ReturnType<typeof createAccountService>
