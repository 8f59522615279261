import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { SafeStorage } from 'electron'
import { errorCode } from './failures.ts'
import type { Log } from './log.ts'
import type { Settings } from './settings.ts'

/** A vault's storage: name (for session tokens, the server's identity) to encrypted text in base64. */
export interface KeptSessions {
  /** All current entries. */
  readonly read: () => Readonly<Record<string, string>>
  /** Replaces all entries. */
  readonly write: (sessions: Record<string, string>) => void
}

/** Stores secrets by name if there is a keychain. */
export interface Vault {
  /** False if no keychain is available: a token is then kept in memory only. */
  readonly canKeep: () => Promise<boolean>
  /** Null if there is none, it cannot be decrypted, or there is no keychain. */
  readonly load: (server: string) => Promise<string | null>
  /** Null deletes. */
  readonly save: (server: string, token: string | null) => Promise<void>
}

interface VaultOptions {
  readonly safeStorage: Pick<SafeStorage, 'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync' | 'getSelectedStorageBackend'>
  readonly kept: KeptSessions
  readonly platform: NodeJS.Platform
  /** Whether unreadable entries are deleted: a session then starts over, but a key would be lost for good. */
  readonly forgetsUnreadable: boolean
  readonly log: Pick<Log, 'warn'>
}

/** A keychain waiting for its own password may never answer: after this time it counts as unavailable. */
const KEYCHAIN_TIMEOUT_MS = 5_000

/** Stores secrets encrypted by the system's keychain. Errors are logged, never thrown. */
export function createVault({ safeStorage, kept, platform, forgetsUnreadable, log }: VaultOptions): Vault {
  let isKnownAvailable = false
  const isAvailable = async (): Promise<boolean> => {
    try {
      if (!(await withTimeout(safeStorage.isAsyncEncryptionAvailable(), false))) return false
      // Linux without a keyring encrypts with a key that is public
      return platform !== 'linux' || safeStorage.getSelectedStorageBackend() !== 'basic_text'
    } catch (error) {
      log.warn({ err: error }, 'keychain is not available')
      return false
    }
  }
  const canKeep = async () => (isKnownAvailable ||= await isAvailable()) // one that is not there yet may come
  const forget = (server: string) => {
    const { [server]: _gone, ...others } = kept.read()
    kept.write(others)
  }

  const save = async (server: string, token: string | null): Promise<void> => {
    if (token === null || !(await canKeep())) {
      if (token === null || forgetsUnreadable) forget(server)
      return
    }
    try {
      const encrypted = await safeStorage.encryptStringAsync(token)
      kept.write({ ...kept.read(), [server]: encrypted.toString('base64') })
    } catch (error) {
      log.warn({ err: error }, 'a secret could not be kept')
      if (forgetsUnreadable) forget(server)
    }
  }
  const load = async (server: string): Promise<string | null> => {
    const encrypted = kept.read()[server]
    if (encrypted === undefined || !(await canKeep())) return null
    try {
      const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(Buffer.from(encrypted, 'base64'))
      if (shouldReEncrypt) await save(server, result)
      return result === '' ? null : result
    } catch (error) {
      log.warn({ err: error }, 'a kept secret could not be read')
      if (forgetsUnreadable) forget(server)
      return null
    }
  }
  return { canKeep, load, save }
}

/** The vault of this computer's keychain; encrypted values are in the settings. */
export function openVault(safeStorage: VaultOptions['safeStorage'], settings: Pick<Settings, 'data' | 'update'>, log: VaultOptions['log']): Vault {
  const kept = { read: () => settings.data().sessions, write: (sessions: Record<string, string>) => settings.update({ sessions }) }
  return createVault({ safeStorage, kept, platform: process.platform, forgetsUnreadable: true, log })
}

/** The vault of the program's own keys, separate from sessions, which end. */
export function openKeyVault(safeStorage: VaultOptions['safeStorage'], settings: Pick<Settings, 'data' | 'update'>, log: VaultOptions['log']): Vault {
  const kept = { read: () => settings.data().keys, write: (keys: Record<string, string>) => settings.update({ keys }) }
  return createVault({ safeStorage, kept, platform: process.platform, forgetsUnreadable: false, log })
}

/** The name in the vault, and the length in bytes. */
const [SIGNING_KEY, BYTES] = ['signingKey', 32]

/**
 * The key that encrypts the embedded server's signing key file.
 *
 * `none`: no keychain, so the file is plain. `unavailable`: the file is encrypted, and its key cannot be read now.
 */
export type KeyEncryptionKey = { readonly state: 'kept'; readonly key: string } | { readonly state: 'none' | 'unavailable' }

/**
 * The key of 32 bytes, hexadecimal: created once and stored in the system's keychain.
 *
 * @param isFileEncrypted whether the signing key's file is encrypted; if so, an unreadable key is never replaced by a new one
 */
export async function keyEncryptionKey(vault: Vault, isFileEncrypted: () => boolean): Promise<KeyEncryptionKey> {
  const kept = await vault.load(SIGNING_KEY)
  if (kept !== null && /^[\da-f]{64}$/.test(kept)) return { state: 'kept', key: kept }
  if (isFileEncrypted()) return { state: 'unavailable' }
  if (!(await vault.canKeep())) return { state: 'none' }
  const made = randomBytes(BYTES).toString('hex')
  await vault.save(SIGNING_KEY, made)
  // Read back: with a keychain that loses secrets, each start would create a new signing key, since the old one could not be
  // decrypted.
  if ((await vault.load(SIGNING_KEY)) === made) return { state: 'kept', key: made }
  await vault.save(SIGNING_KEY, null)
  return { state: 'none' }
}

/** Whether a signing key file is encrypted, by the prefix that the server writes (`kernel/signingKey.ts`). */
export function isEncryptedKeyFile(file: string): boolean {
  try {
    return readFileSync(file).subarray(0, 9).toString() === 'vote-key-'
  } catch (error) {
    return errorCode(error) !== 'ENOENT' // one that cannot be read now must not be replaced
  }
}

function withTimeout<T>(promise: Promise<T>, otherwise: T): Promise<T> {
  return Promise.race([promise, new Promise<T>((resolve) => setTimeout(() => resolve(otherwise), KEYCHAIN_TIMEOUT_MS).unref())])
}
