import { randomBytes } from 'node:crypto'
import type { SafeStorage } from 'electron'
import type { Log } from '../log.ts'
import type { Settings } from '../settings.ts'

/** What a vault keeps between two runs: a name (of a session's token its server's identity) to an encrypted text in base64. */
export interface KeptSessions {
  /** All of them as they are now. */
  readonly read: () => Readonly<Record<string, string>>
  /** Replaces all of them. */
  readonly write: (sessions: Record<string, string>) => void
}

/** Keeps secrets by name, as far as there is a keychain. */
export interface Vault {
  /** False where no keychain is available: a token is then kept in memory only. */
  readonly canKeep: () => Promise<boolean>
  /** Null where none is kept, where it cannot be decrypted, and without a keychain. */
  readonly load: (server: string) => Promise<string | null>
  /** null forgets. */
  readonly save: (server: string, token: string | null) => Promise<void>
}

interface VaultOptions {
  readonly safeStorage: Pick<SafeStorage, 'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync' | 'getSelectedStorageBackend'>
  readonly kept: KeptSessions
  readonly platform: NodeJS.Platform
  readonly log: Pick<Log, 'warn'>
}

/** A keychain that waits for its own password may never answer: after this time it counts as not available. */
const KEYCHAIN_TIMEOUT_MS = 5_000

/** Keeps the session's token, encrypted by the system's keychain. Its errors are logged and never thrown. */
export function createVault({ safeStorage, kept, platform, log }: VaultOptions): Vault {
  let available: Promise<boolean> | null = null
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
  const canKeep = () => (available ??= isAvailable())
  const forget = (server: string) => {
    const { [server]: _gone, ...others } = kept.read()
    kept.write(others)
  }

  const save = async (server: string, token: string | null): Promise<void> => {
    if (token === null || !(await canKeep())) {
      forget(server)
      return
    }
    try {
      const encrypted = await safeStorage.encryptStringAsync(token)
      kept.write({ ...kept.read(), [server]: encrypted.toString('base64') })
    } catch (error) {
      log.warn({ err: error }, 'a secret could not be kept')
      forget(server)
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
      forget(server)
      return null
    }
  }
  return { canKeep, load, save }
}

/** The vault of this computer's own keychain; what it has encrypted stands in the settings. */
export function openVault(safeStorage: VaultOptions['safeStorage'], settings: Pick<Settings, 'data' | 'update'>, log: VaultOptions['log']): Vault {
  const kept = { read: () => settings.data().sessions, write: (sessions: Record<string, string>) => settings.update({ sessions }) }
  return createVault({ safeStorage, kept, platform: process.platform, log })
}

/** The vault of the program's own keys, apart from the sessions, which end. */
export function openKeyVault(safeStorage: VaultOptions['safeStorage'], settings: Pick<Settings, 'data' | 'update'>, log: VaultOptions['log']): Vault {
  const kept = { read: () => settings.data().keys, write: (keys: Record<string, string>) => settings.update({ keys }) }
  return createVault({ safeStorage, kept, platform: process.platform, log })
}

/** The name in the vault, and the length in bytes. */
const [SIGNING_KEY, BYTES] = ['signingKey', 32]

/**
 * What the program's own server encrypts its signing key's file with, hexadecimal: made once and kept by the system's
 * keychain. Null where none keeps anything: the file is then plain.
 */
export async function keyEncryptionKey(vault: Vault): Promise<string | null> {
  if (!(await vault.canKeep())) return null
  const kept = await vault.load(SIGNING_KEY)
  if (kept !== null && /^[\da-f]{64}$/.test(kept)) return kept
  const made = randomBytes(BYTES).toString('hex')
  await vault.save(SIGNING_KEY, made)
  // Read back: with a keychain that loses secrets each start would make a new signing key, since the old one could not be decrypted.
  return (await vault.load(SIGNING_KEY)) === made ? made : null
}

function withTimeout<T>(promise: Promise<T>, otherwise: T): Promise<T> {
  return Promise.race([promise, new Promise<T>((resolve) => setTimeout(() => resolve(otherwise), KEYCHAIN_TIMEOUT_MS).unref())])
}
