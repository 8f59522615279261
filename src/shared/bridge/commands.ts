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

/** A command's input and output; both sides of the bridge check them. */
export interface Command {
  readonly input: z.ZodType
  readonly output: z.ZodType
}

export const ConnectionState = z.object({
  /** `embedded`: the server inside this program. `remote`: an address from the settings or command line. */
  kind: z.enum(['embedded', 'remote']),
  /** The displayed name: `本机`, or the remote server's host and port. */
  name: z.string(),
  status: z.enum(['starting', 'connected', 'lost', 'failed']),
  /** User-facing message if the status is `lost` or `failed`; else `''`. */
  message: z.string(),
  /** True if the database cannot be opened and a backup may be restored without a login, since the accounts are in it. */
  needsRestore: z.boolean().optional(),
  /** The server's certificate if that is why nothing is sent to it: `unknown` or `changed`. */
  certificate: ShownCertificate.optional(),
})
export type ConnectionState = z.infer<typeof ConnectionState>

/** The renderer's preferences on this computer. Main owns the file; unknown keys never reach it. */
export const Preferences = z.object({
  isSidebarCollapsed: z.boolean(),
  fontSize: z.enum(['standard', 'large', 'extraLarge']),
  /** Table name to the user's choices; without hiddenColumns the table's defaults apply. */
  tables: z.record(
    z.string().max(60),
    z.object({ pageSize: z.int().min(1).max(MAX_PAGE_SIZE), hiddenColumns: z.array(z.string().max(40)).max(40).exactOptional() }),
  ),
  /** Row height of all tables. */
  tableDensity: z.enum(['compact', 'standard', 'roomy']),
  lastEstateId: z.string().max(64),
  /** Mutes the voting desk. */
  isDeskSilent: z.boolean(),
  /** Stubs and receipts per page in the last print. */
  ballotSlips: z.object({ stub: z.literal(SLIPS_A_PAGE), receipt: z.literal(SLIPS_A_PAGE) }),
  /**
   * Headers of imported files whose columns were assigned manually, newest first, each with its import's endpoint and the
   * assignment.
   */
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

/** A page's address: path and the query that identifies its content. */
const pageAddress = z
  .string()
  .max(300)
  .regex(/^\/[A-Za-z/]*(\?[\w.~%&=+-]*)?$/)

/** The pages an account had open here; saved only if the user wants them reopened at the next start. */
export const KeptPages = z.object({
  isWanted: z.boolean(),
  /** In tab order; empty if unwanted. */
  addresses: z.array(pageAddress).max(30),
  /** The active one; `''` for none. */
  shown: pageAddress.or(z.literal('')),
})
export type KeptPages = z.infer<typeof KeptPages>

const accountId = z.string().min(1).max(64)

export const StartInfo = z.object({
  version: z.string(),
  connection: ConnectionState,
  preferences: Preferences,
  isLoggedIn: z.boolean(),
  /** False if no keychain is available; the session then lives in memory only. */
  canKeepSession: z.boolean(),
  /** The lowest role allowed to make each call; the contract itself is not part of the page. */
  lowestRoles: z.record(z.string(), z.enum(roleLadder)),
  /** Messages shown once after the start: a broken settings file set aside, a crashed server. */
  notices: z.array(z.string()),
})
export type StartInfo = z.infer<typeof StartInfo>

/** Text to type before a copy replaces the database. */
export const RESTORE_WORD = '恢复'
/** Text to type before starting with an empty database. */
export const START_EMPTY_WORD = '重新开始'

/** A backup as the page knows it: only main knows its path. */
export const Copy = FoundCopy.omit({ path: true }).extend({ id: z.string() })
export type Copy = z.infer<typeof Copy>

/** Whether the data disk is encrypted; `suspended`: encrypted, but its key is stored on it in clear. */
export const DiskEncryption = z.enum(['on', 'off', 'encrypting', 'suspended', 'unknown'])
export type DiskEncryption = z.infer<typeof DiskEncryption>

/** Why a file or one of its pages is rejected. */
const problem = z.object({ problem: z.string() })

/** All commands that a screen can run on this computer, as opposed to calls to the server. */
export const commands = {
  'app.start': { input: z.null(), output: StartInfo },
  'app.preferences': { input: Preferences.partial(), output: Preferences },
  /** The {@link KeptPages} of an account; empty if none are stored. */
  'app.keptPages': { input: z.object({ accountId }), output: KeptPages },
  'app.keepPages': { input: z.object({ accountId, kept: KeptPages }), output: z.null() },
  /** Retries the connection at once; for the banner's button. */
  'app.reconnect': { input: z.null(), output: ConnectionState },
  ...serverCommands,
  /** Whether the program starts at logon; null only queries. Unsupported outside an installed Windows program. */
  'app.startAtLogOn': { input: z.object({ isWanted: z.boolean().nullable() }), output: z.object({ isSupported: z.boolean(), isOn: z.boolean() }) },
  'session.logIn': {
    input: z.custom<z.output<typeof Credentials>>((value) => typeof value === 'object' && value !== null),
    /** `lastLogin`: the account's last login before this one; null at its first. */
    output: z.object({ canKeepSession: z.boolean(), lastLogin: z.custom<LastLogin>().nullable() }),
  },
  /** Confirms the password for the calls waiting for it; throws the server's refusal. */
  'session.confirm': { input: z.object({ password: z.string().max(MAX_ENTERED_PASSWORD) }), output: z.null() },
  /** Gives up the calls waiting for it. */
  'session.declineConfirmation': { input: z.null(), output: z.null() },
  /** Covers the window and locks the session; a failure only means that the server could not be notified. */
  'session.cover': { input: z.null(), output: z.null() },
  /** Throws the server's refusal. */
  'session.uncover': { input: z.object({ password: z.string().max(MAX_ENTERED_PASSWORD) }), output: z.null() },
  'session.logOut': { input: z.null(), output: z.null() },
  /** Asks for a path and writes the empty workbook there; null if cancelled. */
  'file.saveTemplate': { input: z.object({ template: z.enum(['property', 'delivery']) }), output: SavedFile.nullable() },
  /** Asks where to save and writes the bytes: made by the page, or uploaded by others and then marked as from the internet for Windows. */
  'file.saveBytes': {
    input: z.object({ suggestedName: z.string().max(200), bytes: z.instanceof(Uint8Array), origin: z.enum(['own', 'others']) }),
    output: SavedFile.nullable(),
  },
  /** Lets the user choose a workbook: name and bytes; null if cancelled. */
  'file.chooseWorkbook': { input: z.null(), output: z.object({ name: z.string(), bytes: z.instanceof(Uint8Array) }).nullable() },
  /**
   * Asks for a path, requests a file from the server and writes it there, streaming large ones; null if the user cancelled the
   * dialog, or the work on a large one. The server's part can be tracked and stopped by the `jobId` in its query. `input` is the
   * endpoint's, as the page would send it to the server.
   */
  'file.saveDownload': {
    input: z.object({
      endpoint: z.custom<DownloadEndpoint>((name) => typeof name === 'string' && name.length <= 60),
      input: z.object({ query: z.record(z.string().max(40), z.unknown()) }),
      suggestedName: z.string().max(200),
    }),
    output: SavedFile.nullable(),
  },
  /** Saves the page's printable document as a PDF where the user chooses. */
  'page.savePdf': { input: z.object({ suggestedName: z.string().max(200) }), output: SavedFile.nullable() },
  ...ballotCommands,
  /** Opens a file by name and bytes: its page count, or why it is rejected. The oldest of too many open files is closed. */
  'scan.open': {
    input: z.object({ name: z.string().min(1).max(1_000), bytes: z.instanceof(Uint8Array) }),
    output: z.union([z.object({ fileId: z.string(), pageCount: z.int() }), problem]),
  },
  /** Draws a page and sends it to the server for reading: the answer, or why the page cannot be sent. Throws the server's refusal. */
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
  /** Asks where to save and has the embedded server copy its database there; encrypted if a password is given. Null if cancelled. */
  'data.backUp': {
    input: z.object({ suggestedName: z.string().max(200), purpose: z.string().max(purposeLimit.max), password: copyPassword.nullable() }),
    output: SavedFile.nullable(),
  },
  /** Restorable copies, newest first, each checked; `restore.progress` reports progress. */
  'data.copies': { input: z.null(), output: z.array(Copy) },
  /** Lets the user choose a backup from anywhere, and checks it; null if cancelled. */
  'data.chooseCopy': { input: z.null(), output: Copy.nullable() },
  /** Replaces the database by a backup; for administrators, or for everyone if the database cannot be opened. */
  'data.restore': {
    input: z.object({ id: z.string().max(64), confirmation: z.literal(RESTORE_WORD), password: copyPassword.nullable() }),
    output: z.object({ keptAs: z.string() }),
  },
  /** Starts with an empty database if none can be opened and there is no good backup. */
  'data.startEmpty': { input: z.object({ confirmation: z.literal(START_EMPTY_WORD) }), output: z.null() },
  /** For this computer's disk; `unknown` if the system does not tell, as everywhere except on Windows. */
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

/** Whether a command exists: names from the bridge are untrusted. */
export function isCommandName(name: unknown): name is CommandName {
  return typeof name === 'string' && Object.hasOwn(commands, name)
}
