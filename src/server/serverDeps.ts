import type { BackupKeeper } from './database/backups.ts'
import type { RestoreDone } from './database/restore.ts'
import type { ExportMaker } from './exports/exports.ts'
import type { SetupCode } from './features/account/registration.ts'
import type { SessionLife, PreLoginLimits } from './features/account/rules.ts'
import type { JournalDeps } from './features/audit/journal.ts'
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
  /** What reads scanned pages. */
  readonly pageReader: PageReader
  /** Bytes that are free on the disk with the data; null where nobody knows. */
  readonly freeBytes: () => Promise<number | null>
  /** What plans routes. */
  readonly planner: Planner
  readonly checkups: CheckupMaker
  /** The folder with the packed divisions. */
  readonly divisionsFolder: string
  /** The folder with the import templates. */
  readonly templatesFolder: string
  /** The recount page without data, which bundles are filled into: a file. */
  readonly recountPage: string
  /** The font that PDFs are set in: a file. */
  readonly fontFile: string
  readonly version: string
  /** The second port of a program's own server; absent for one that runs alone. */
  readonly sharedPort?: SharedPort
  /** Where the server listens itself: known once it does. */
  readonly listening: () => { readonly port: number; readonly fingerprint: string }
  /** What copies the database every day; absent where nothing does. */
  readonly copies?: BackupKeeper | null
  /** A restore since the last start that is not in the journal yet, and how to forget it. */
  readonly restored?: { readonly done: RestoreDone; readonly forget: () => void }
  readonly sessionLife?: SessionLife
  /** What hashing a password costs; a test has a lower one. */
  readonly passwordCost?: PasswordCost
  /** What one address may ask for before it is logged in; a test has lower ones. */
  readonly preLoginLimits?: PreLoginLimits
  /** What the first registration must know; absent where only the program itself reaches the server. */
  readonly setupCode?: SetupCode
  /** Waits so many ms; a test does not. */
  readonly pause?: (ms: number) => Promise<void>
  /** The address of a proxy whose `X-Forwarded-For` tells where calls come from. */
  readonly trustedProxy?: string
  /** Names in addition to the computer's own by which clients may address it. */
  readonly allowedHosts?: readonly string[]
  /** How much of bodies is taken in at a time; a test has less. */
  readonly bodyLimits?: BodyLimits
  readonly fixedCodes?: { readonly image: string; readonly sms: string }
}
