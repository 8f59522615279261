import type { BackupKeeper } from './database/backups.ts'
import type { RestoreDone } from './database/restore.ts'
import type { ExportMaker } from './exports/exports.ts'
import type { SetupCode } from './features/account/registration.ts'
import type { SessionLife, PreLoginLimits } from './features/account/rules.ts'
import type { JournalDeps } from './features/journal/journal.ts'
import type { CheckupMaker } from './features/checkup/maker.ts'
import type { DocumentMaker } from './features/document/maker.ts'
import type { PageReader } from './features/reading/reader.ts'
import type { ReportMaker } from './features/result/report/maker.ts'
import type { Planner } from './features/route/planner.ts'
import type { SensitivityMaker } from './features/sensitivity/maker.ts'
import type { BodyLimits } from './http/bodyRoom.ts'
import type { HttpAppDeps } from './http/httpApp.ts'
import type { SharedPort } from './http/sharedPort.ts'
import type { PasswordCost } from './kernel/password.ts'
import type { SmsSender } from './kernel/sms.ts'
import type { SheetReader } from './workbooks/reader.ts'

/** Injected dependencies with side effects. */
export interface ServerDeps extends HttpAppDeps, JournalDeps {
  readonly sms: SmsSender
  readonly sheets: SheetReader
  readonly reports: ReportMaker
  readonly documents: DocumentMaker
  readonly sensitivities: SensitivityMaker
  readonly exports: ExportMaker
  /** Reads scanned pages. */
  readonly pageReader: PageReader
  /** Free bytes on the data's disk; null if unknown. */
  readonly freeBytes: () => Promise<number | null>
  /** Plans routes. */
  readonly planner: Planner
  readonly checkups: CheckupMaker
  /** Folder of the packed divisions. */
  readonly divisionsFolder: string
  /** Folder of the import templates. */
  readonly templatesFolder: string
  /** File of the empty recount page, which bundles are filled into. */
  readonly recountPage: string
  /** File of the font for PDFs. */
  readonly fontFile: string
  readonly version: string
  /** The second port of a program's own server; absent for a stand-alone one. */
  readonly sharedPort?: SharedPort
  /** The server's own port and fingerprint; known once it listens. */
  readonly listening: () => { readonly port: number; readonly fingerprint: string }
  /** Makes the daily copies of the database; absent if there are none. */
  readonly copies?: BackupKeeper | null
  /** A restore since the last start not yet journaled, and how to forget it. */
  readonly restored?: { readonly done: RestoreDone; readonly forget: () => void }
  readonly sessionLife?: SessionLife
  /** Overrides the password hashing cost; lower in tests. */
  readonly passwordCost?: PasswordCost
  /** Limits per address before login; lower in tests. */
  readonly preLoginLimits?: PreLoginLimits
  /** Code required for the first registration; absent if only the program itself reaches the server. */
  readonly setupCode?: SetupCode
  /** Waits that many ms; a no-op in tests. */
  readonly pause?: (ms: number) => Promise<void>
  /** Address of a reverse proxy whose `X-Forwarded-For` is trusted. */
  readonly trustedProxy?: string
  /** Names besides the computer's own by which clients may address it. */
  readonly allowedHosts?: readonly string[]
  /** Limits on bodies received at a time; lower in tests. */
  readonly bodyLimits?: BodyLimits
  readonly fixedCodes?: { readonly image: string; readonly sms: string }
}
