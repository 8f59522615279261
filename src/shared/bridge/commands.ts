import { z } from 'zod'
import { purposeLimit } from '../contract/export.ts'
import { MAX_PAGE_SIZE } from '../contract/page.ts'
import type { DownloadEndpoint } from '../contract/index.ts'
import { Credentials } from '../features/account/contract.ts'
import { roleLadder } from '../features/account/roles.ts'
import { MAX_ENTERED_PASSWORD } from '../features/account/rules.ts'
import type { LastLogin } from '../features/account/sessions.ts'
import { ballotCommands } from './ballotCommands.ts'
import type { ReadPage } from '../features/reading/pageContract.ts'
import { readingLimits as limits } from '../features/reading/pageRules.ts'
import { SavedFile } from './savedFile.ts'
import { serverCommands, ShownCertificate } from './serverChoice.ts'
import { copyPassword, FoundCopy } from './serverProcess.ts'
import { SLIPS_A_PAGE } from '../features/paper/rules.ts'

/** What a command takes and answers; both sides of the bridge check by it. */
export interface Command {
  readonly input: z.ZodType
  readonly output: z.ZodType
}

export const ConnectionState = z.object({
  /** `embedded`: the server inside this program. `remote`: an address from the settings or the command line. */
  kind: z.enum(['embedded', 'remote']),
  /** What to show: `本机`, or the remote server's host and port. */
  name: z.string(),
  status: z.enum(['starting', 'connected', 'lost', 'failed']),
  /** A sentence for the user where the status is `lost` or `failed`; else `''`. */
  message: z.string(),
  /** True if the database cannot be opened and a copy of it may be restored without a login: the accounts lie in it. */
  needsRestore: z.boolean().optional(),
  /** What the server showed, where that is why nothing is sent to it: `unknown` or `changed`. */
  certificate: ShownCertificate.optional(),
})
export type ConnectionState = z.infer<typeof ConnectionState>

/** What the program remembers on this computer for the screens. Main owns the file; unknown keys never reach it. */
export const Preferences = z.object({
  isSidebarCollapsed: z.boolean(),
  fontSize: z.enum(['standard', 'large', 'extraLarge']),
  /** Table name to what the user chose for it; without hiddenColumns the table's own choice holds. */
  tables: z.record(
    z.string().max(60),
    z.object({ pageSize: z.int().min(1).max(MAX_PAGE_SIZE), hiddenColumns: z.array(z.string().max(40)).max(40).exactOptional() }),
  ),
  /** How high the rows of every table are. */
  tableDensity: z.enum(['compact', 'standard', 'roomy']),
  lastEstateId: z.string().max(64),
  /** The voting desk makes no sounds. */
  isDeskSilent: z.boolean(),
  /** How many stubs and receipts were printed to a page last. */
  ballotSlips: z.object({ stub: z.literal(SLIPS_A_PAGE), receipt: z.literal(SLIPS_A_PAGE) }),
  /** Headers of imported files whose columns were named by hand, newest first, each with its import's endpoint and what they are. */
  columnMappings: z
    .array(
      z.object({
        endpoint: z.string().max(60),
        headers: z.array(z.string().max(100)).max(200),
        mapping: z.record(z.string().max(100), z.string().max(60)),
      }),
    )
    .max(10),
  lastUsername: z.string().max(40),
})
export type Preferences = z.infer<typeof Preferences>

/** The address of a page: its path and the query that names what it shows. */
const pageAddress = z
  .string()
  .max(300)
  .regex(/^\/[A-Za-z/]*(\?[\w.~%&=+-]*)?$/)

/** The pages that an account had open here; kept only where somebody wants them back at the next start. */
export const KeptPages = z.object({
  isWanted: z.boolean(),
  /** In the order of their tabs; empty if they are not wanted. */
  addresses: z.array(pageAddress).max(30),
  /** The one that was shown; `''` for none. */
  shown: pageAddress.or(z.literal('')),
})
export type KeptPages = z.infer<typeof KeptPages>

const accountId = z.string().min(1).max(64)

export const StartInfo = z.object({
  version: z.string(),
  connection: ConnectionState,
  preferences: Preferences,
  isLoggedIn: z.boolean(),
  /** False if no keychain is available: the session is kept in memory only, and the screen says so. */
  canKeepSession: z.boolean(),
  /** The lowest role that may make each call of the contract, which itself is no part of the page. */
  lowestRoles: z.record(z.string(), z.enum(roleLadder)),
  /** Sentences to show once after the start: a broken settings file that was set aside, a crashed server. */
  notices: z.array(z.string()),
})
export type StartInfo = z.infer<typeof StartInfo>

/** What has to be typed before a copy takes the database's place. */
export const RESTORE_WORD = '恢复'
/** What has to be typed before an empty database is begun. */
export const START_EMPTY_WORD = '重新开始'

/** A copy as the page knows it: main knows its path. */
export const Copy = FoundCopy.omit({ path: true }).extend({ id: z.string() })
export type Copy = z.infer<typeof Copy>

/** Whether the disk with the data is encrypted; `suspended`: it is, and its key lies on it. */
export const DiskEncryption = z.enum(['on', 'off', 'encrypting', 'suspended', 'unknown'])
export type DiskEncryption = z.infer<typeof DiskEncryption>

/** Why a file or a page of it is not read. */
const problem = z.object({ problem: z.string() })

/** Everything that a screen may ask of this computer, as opposed to of the server. */
export const commands = {
  'app.start': { input: z.null(), output: StartInfo },
  'app.preferences': { input: Preferences.partial(), output: Preferences },
  /** What {@link KeptPages} has for an account; nothing wanted where there is nothing. */
  'app.keptPages': { input: z.object({ accountId }), output: KeptPages },
  'app.keepPages': { input: z.object({ accountId, kept: KeptPages }), output: z.null() },
  /** Tries the server again at once; for the banner's button. */
  'app.reconnect': { input: z.null(), output: ConnectionState },
  ...serverCommands,
  /** Whether the program starts when somebody logs on to this computer; null only asks. Not supported outside of an installed Windows program. */
  'app.startAtLogOn': { input: z.object({ isWanted: z.boolean().nullable() }), output: z.object({ isSupported: z.boolean(), isOn: z.boolean() }) },
  'session.logIn': {
    input: z.custom<z.output<typeof Credentials>>((value) => typeof value === 'object' && value !== null),
    /** `lastLogin`: how the account was last used before; null at its first login. */
    output: z.object({ canKeepSession: z.boolean(), lastLogin: z.custom<LastLogin>().nullable() }),
  },
  /** The password once more, for the calls that wait for it; refused as the server refuses it. */
  'session.confirm': { input: z.object({ password: z.string().max(MAX_ENTERED_PASSWORD) }), output: z.null() },
  /** Gives up the calls that wait for it. */
  'session.declineConfirmation': { input: z.null(), output: z.null() },
  /** Covers the session; what is wrong is why the server could not be told, and the window is covered all the same. */
  'session.cover': { input: z.null(), output: z.null() },
  /** Refused as the server refuses it. */
  'session.uncover': { input: z.object({ password: z.string().max(MAX_ENTERED_PASSWORD) }), output: z.null() },
  'session.logOut': { input: z.null(), output: z.null() },
  /** Asks for a place and writes the empty workbook there; null when the user cancelled. */
  'file.saveTemplate': { input: z.object({ template: z.enum(['property', 'notification']) }), output: SavedFile.nullable() },
  /** Asks for a place and writes bytes there: what the page made, or what others uploaded, which Windows is told to open with care. */
  'file.saveBytes': {
    input: z.object({ suggestedName: z.string().max(200), bytes: z.instanceof(Uint8Array), origin: z.enum(['own', 'others']) }),
    output: SavedFile.nullable(),
  },
  /** Lets the user choose a workbook: its name and its bytes; null when cancelled. */
  'file.chooseWorkbook': { input: z.null(), output: z.object({ name: z.string(), bytes: z.instanceof(Uint8Array) }).nullable() },
  /**
   * Asks for a place, has the server make a file and writes it there, as it comes where it is large; null when the user cancelled the
   * dialog, or the work on a large one. The server's part can be followed and stopped by the `jobId` in its query.
   * `input` is that of the endpoint, as a page gives it to the server.
   */
  'file.saveDownload': {
    input: z.object({
      endpoint: z.custom<DownloadEndpoint>((name) => typeof name === 'string' && name.length <= 60),
      input: z.object({ query: z.record(z.string().max(40), z.unknown()) }),
      suggestedName: z.string().max(200),
    }),
    output: SavedFile.nullable(),
  },
  /** The document that the page has made for paper, as a PDF where the user says. */
  'page.savePdf': { input: z.object({ suggestedName: z.string().max(200) }), output: SavedFile.nullable() },
  ...ballotCommands,
  /** A file by its name and bytes: how many pages it has, or why none of it is read. The oldest of too many open files is closed. */
  'scan.open': {
    input: z.object({ name: z.string().min(1).max(1_000), bytes: z.instanceof(Uint8Array) }),
    output: z.union([z.object({ fileId: z.string(), pageCount: z.int() }), problem]),
  },
  /** Draws a page and has the server read it: what it answered, or why the page cannot be sent. Refused as the server refuses it. */
  'scan.send': {
    input: z.object({
      fileId: z.string().max(64),
      sourcePage: z.int().min(1),
      activityId: z.string().max(64),
      batchId: z.string().min(1).max(limits.batchId.max),
      source: z.string().min(1).max(limits.source.max),
    }),
    output: z.union([z.object({ page: z.custom<ReadPage>() }), problem]),
  },
  'scan.close': { input: z.object({ fileId: z.string().max(64) }), output: z.null() },
  /** Asks for a place and has the embedded server copy its whole database there, encrypted where there is a password; null when the user cancelled. */
  'data.backUp': {
    input: z.object({ suggestedName: z.string().max(200), purpose: z.string().max(purposeLimit.max), password: copyPassword.nullable() }),
    output: SavedFile.nullable(),
  },
  /** The copies that could be restored, the newest first, each checked; `restore.progress` tells how far it is. */
  'data.copies': { input: z.null(), output: z.array(Copy) },
  /** Lets the user choose a copy from anywhere, and checks it; null when cancelled. */
  'data.chooseCopy': { input: z.null(), output: Copy.nullable() },
  /** Puts a copy in the place of the database; for administrators, and for everybody where the database cannot be opened. */
  'data.restore': {
    input: z.object({ id: z.string().max(64), confirmation: z.literal(RESTORE_WORD), password: copyPassword.nullable() }),
    output: z.object({ keptAs: z.string() }),
  },
  /** Begins with an empty database where none can be opened and there is no good copy. */
  'data.startEmpty': { input: z.object({ confirmation: z.literal(START_EMPTY_WORD) }), output: z.null() },
  /** Of this computer's disk; `unknown` if the system does not tell, which is everywhere but on Windows. */
  'computer.diskEncryption': { input: z.null(), output: DiskEncryption },
  'file.open': { input: z.object({ ticket: z.string() }), output: z.null() },
  'file.showInFolder': { input: z.object({ ticket: z.string() }), output: z.null() },
  'clipboard.write': { input: z.object({ text: z.string().max(100_000) }), output: z.null() },
} as const satisfies Readonly<Record<`${string}.${string}`, Command>>

type Commands = typeof commands
export type CommandName = keyof Commands
export type CommandInput<N extends CommandName> = z.input<Commands[N]['input']>
export type CommandOutput<N extends CommandName> = z.output<Commands[N]['output']>
export type CommandHandlers = { readonly [N in CommandName]: (input: z.output<Commands[N]['input']>) => Promise<CommandOutput<N>> }

/** Whether a page asked for a command that exists: a name that came over the bridge is not trusted. */
export function isCommandName(name: unknown): name is CommandName {
  return typeof name === 'string' && Object.hasOwn(commands, name)
}
