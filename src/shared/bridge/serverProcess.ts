import { z } from 'zod'
import { passwordLength } from '../features/account/rules.ts'

/** A restorable file, as the server's process found it; the page gets it without its path. */
export const FoundCopy = z.object({
  path: z.string().max(4_096),
  name: z.string().max(300),
  /** Daily, before an upgrade, set aside by a restore, or chosen by the user. */
  kind: z.enum(['daily', 'upgrade', 'replaced', 'chosen']),
  /** Epoch ms; null if unknown from its name. */
  at: z.number().nullable(),
  byteCount: z.number(),
  /** Result of the integrity check; `encrypted`: cannot be checked without the password. */
  verdict: z.enum(['good', 'empty', 'newer', 'trial', 'foreign', 'damaged', 'encrypted']),
  /** Version of the database inside; null if unknown. */
  version: z.int().nullable(),
})
export type FoundCopy = z.infer<typeof FoundCopy>

/** Progress of listing backups, or of a restore; `share` from 0 to 1 of its stage. */
export const MaintenanceProgress = z.object({
  stage: z.enum(['listing', 'unlocking', 'copying', 'checking', 'replacing']),
  share: z.number().min(0).max(1),
})
export type MaintenanceProgress = z.infer<typeof MaintenanceProgress>

/** The first argument of a server process that executes one order instead of serving. */
export const MAINTENANCE = '--maintenance'

/** For an encrypted backup; passed to the process only over the message channel. */
export const copyPassword = z.string().max(passwordLength.max)

/** Operations possible while no server runs; a process executes one and ends. */
export const MaintenanceOrder = z.discriminatedUnion('type', [
  z.object({ type: z.literal('listBackups') }),
  z.object({ type: z.literal('inspectCopy'), path: z.string().max(4_096) }),
  /** Whether a password opens an encrypted copy and the copy is complete. */
  z.object({ type: z.literal('unlockCopy'), path: z.string().max(4_096), password: copyPassword }),
  /** `by`: the user's name for the journal; `''` if no login is possible. */
  z.object({ type: z.literal('restore'), path: z.string().max(4_096), by: z.string().max(100), password: copyPassword.nullable() }),
  /** An empty database if there is none that can be opened. */
  z.object({ type: z.literal('startEmpty') }),
])
export type MaintenanceOrder = z.infer<typeof MaintenanceOrder>

/** The process's answers: any number of `progress`, then one of the others. */
export const MaintenanceMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('progress'), ...MaintenanceProgress.shape }),
  z.object({ type: z.literal('copies'), copies: z.array(FoundCopy) }),
  /** `keptAs`: the name of the previous database; `''` if none. */
  z.object({ type: z.literal('done'), keptAs: z.string() }),
  z.object({ type: z.literal('failed'), message: z.string().max(500) }),
])
export type MaintenanceMessage = z.infer<typeof MaintenanceMessage>
/** An order's result. */
export type MaintenanceResult = Extract<MaintenanceMessage, { type: 'copies' | 'done' }>

/** An SMS code shown in the window of the program with the embedded server: no gateway sends it to a phone. */
export const SmsCode = z.object({
  /** The phone's last four digits. */
  phoneEnding: z.string().max(4),
  code: z.string().max(10),
  bizId: z.string().max(200),
  /** Epoch ms. */
  expiresAt: z.number(),
  /** Requested in this window; otherwise by another computer. */
  isOwnProgram: z.boolean(),
})
export type SmsCode = z.infer<typeof SmsCode>

/**
 * Messages of the embedded server to the main process, over its parent port.
 *
 * `preparing` may come any number of times before `ready` (while a database is upgraded): each restarts the start's time limit.
 * `failed` means that a restart would not help: the process ends once it has arrived.
 */
export const ServerMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('preparing'), message: z.string().max(500) }),
  z.object({ type: z.literal('ready'), url: z.string().regex(/^http:\/\/127\.0\.0\.1:\d{1,5}$/) }),
  /** `needsRestore`: there is no database that can be opened. */
  z.object({ type: z.literal('failed'), message: z.string().max(500), needsRestore: z.boolean().optional() }),
  z.object({ type: z.literal('sms'), ...SmsCode.shape }),
  /** How many other computers use the server; sent on each change. */
  z.object({ type: z.literal('sharing'), connected: z.int().min(0) }),
  /** The end of an order `copyData`; `problem` is a user-facing message, `''` on success. */
  z.object({ type: z.literal('dataCopied'), id: z.string().max(64), problem: z.string().max(500) }),
])
export type ServerMessage = z.infer<typeof ServerMessage>

/**
 * Orders of the main process to the embedded server.
 *
 * `start` comes first, and once: the server does nothing before. The key lets the server recognise its own program; it is
 * neither an argument nor an environment variable, which other processes on the computer can read.
 */
export const ServerOrder = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('start'),
    programKey: z.string().min(40).max(100),
    /**
     * 32 bytes, hexadecimal: the key that encrypts the server's signing key file; null if no keychain stores one, or it is
     * unavailable now.
     */
    keyEncryptionKey: z
      .string()
      .regex(/^[\da-f]{64}$/)
      .nullable(),
    /** A key exists that the keychain does not release now: an encrypted file stays as it is. */
    isKeyUnavailable: z.boolean(),
  }),
  z.object({ type: z.literal('stop') }),
  /**
   * Copies the whole database to a file, atomically and online; `permit` is what the server issued to an administrator,
   * `password` encrypts the copy.
   */
  z.object({
    type: z.literal('copyData'),
    id: z.string().max(64),
    path: z.string().max(4_096),
    permit: z.string().max(200),
    password: copyPassword.nullable(),
  }),
])
export type ServerOrder = z.infer<typeof ServerOrder>
