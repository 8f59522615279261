import { z } from 'zod'
import { passwordLength } from '../features/account/rules.ts'

/** A file that could be restored, as the server's process found it; the page gets it without its path. */
export const FoundCopy = z.object({
  path: z.string().max(4_096),
  name: z.string().max(300),
  /** Made every day, before an upgrade, put aside by a restore, or chosen by the user. */
  kind: z.enum(['daily', 'upgrade', 'replaced', 'chosen']),
  /** Epoch ms; null if its name does not tell. */
  at: z.number().nullable(),
  byteCount: z.number(),
  /** What a check of every page found; `encrypted`: nobody can look without its password. */
  verdict: z.enum(['good', 'empty', 'newer', 'trial', 'foreign', 'damaged', 'encrypted']),
  /** The version of the database inside; null if it does not tell. */
  version: z.int().nullable(),
})
export type FoundCopy = z.infer<typeof FoundCopy>

/** How far a look at the copies, or a restore, has come; `share` from 0 to 1 of its stage. */
export const MaintenanceProgress = z.object({
  stage: z.enum(['listing', 'unlocking', 'copying', 'checking', 'replacing']),
  share: z.number().min(0).max(1),
})
export type MaintenanceProgress = z.infer<typeof MaintenanceProgress>

/** The first argument of a server process that is to carry out one order instead of serving. */
export const MAINTENANCE = '--maintenance'

/** Of an encrypted copy; it goes to the process by the message channel alone. */
export const copyPassword = z.string().max(passwordLength.max)

/** What can be done while no server runs; a process does one of them and ends. */
export const MaintenanceOrder = z.discriminatedUnion('type', [
  z.object({ type: z.literal('listBackups') }),
  z.object({ type: z.literal('inspectCopy'), path: z.string().max(4_096) }),
  /** Whether a password opens an encrypted copy, and all of it is there. */
  z.object({ type: z.literal('unlockCopy'), path: z.string().max(4_096), password: copyPassword }),
  /** `by`: the user's name for the journal; `''` if nobody can log in. */
  z.object({ type: z.literal('restore'), path: z.string().max(4_096), by: z.string().max(100), password: copyPassword.nullable() }),
  /** An empty database if there is none that could be opened. */
  z.object({ type: z.literal('startEmpty') }),
])
export type MaintenanceOrder = z.infer<typeof MaintenanceOrder>

/** How it answers: any number of `progress`, then one of the others. */
export const MaintenanceMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('progress'), ...MaintenanceProgress.shape }),
  z.object({ type: z.literal('copies'), copies: z.array(FoundCopy) }),
  /** `keptAs`: the name of the former database; `''` if none. */
  z.object({ type: z.literal('done'), keptAs: z.string() }),
  z.object({ type: z.literal('failed'), message: z.string().max(500) }),
])
export type MaintenanceMessage = z.infer<typeof MaintenanceMessage>
/** What comes of an order. */
export type MaintenanceResult = Extract<MaintenanceMessage, { type: 'copies' | 'done' }>

/** A text message's code, which is in the window of the program whose own server it is: no gateway sends it to a phone. */
export const SmsCode = z.object({
  /** The last four digits of the phone. */
  phoneEnding: z.string().max(4),
  code: z.string().max(10),
  bizId: z.string().max(200),
  /** Epoch ms. */
  expiresAt: z.number(),
  /** Asked for in this window; else by another computer. */
  isOwnProgram: z.boolean(),
})
export type SmsCode = z.infer<typeof SmsCode>

/**
 * What the embedded server tells the main process over its parent port.
 *
 * `preparing` may come any number of times before `ready` (a database that is being upgraded): each gives the start
 * its full time again. `failed` says that starting again would not help: the process is ended when that has arrived.
 */
export const ServerMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('preparing'), message: z.string().max(500) }),
  z.object({ type: z.literal('ready'), url: z.string().regex(/^http:\/\/127\.0\.0\.1:\d{1,5}$/) }),
  /** `needsRestore`: there is no database that could be opened. */
  z.object({ type: z.literal('failed'), message: z.string().max(500), needsRestore: z.boolean().optional() }),
  z.object({ type: z.literal('sms'), ...SmsCode.shape }),
  /** How many other computers use the server now, whenever that changes. */
  z.object({ type: z.literal('sharing'), connected: z.int().min(0) }),
  /** The end of an order `copyData`; `problem` is a sentence for the user, `''` if all went well. */
  z.object({ type: z.literal('dataCopied'), id: z.string().max(64), problem: z.string().max(500) }),
])
export type ServerMessage = z.infer<typeof ServerMessage>

/**
 * What the main process tells the embedded server.
 *
 * `start` comes first, and once: until then it does nothing. The key is what the server knows its own program by; not an
 * argument and not a variable of the environment, which other processes of the computer can read.
 */
export const ServerOrder = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('start'),
    programKey: z.string().min(40).max(100),
    /** 32 bytes, hexadecimal: what the server encrypts its signing key's file with; null if no keychain keeps any, or hands it out now. */
    keyEncryptionKey: z
      .string()
      .regex(/^[\da-f]{64}$/)
      .nullable(),
    /** A key is kept that the keychain does not hand out now: an encrypted file stays as it is. */
    isKeyUnavailable: z.boolean(),
  }),
  z.object({ type: z.literal('stop') }),
  /** Copies the whole database to a file, whole or not at all, while work goes on; `permit` is what the server gave an administrator for it, `password` encrypts the copy. */
  z.object({
    type: z.literal('copyData'),
    id: z.string().max(64),
    path: z.string().max(4_096),
    permit: z.string().max(200),
    password: copyPassword.nullable(),
  }),
])
export type ServerOrder = z.infer<typeof ServerOrder>
