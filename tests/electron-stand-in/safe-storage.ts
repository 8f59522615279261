import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { UsedModules } from './members.ts'
import { strict } from './strict.ts'

const prefix = Buffer.from('v99')
const ivLength = 12
const tagLength = 16

export interface SafeStorageOptions {
  /** Whether there is a keychain; false before the app is ready, and if `STANDIN_NO_KEYRING` is 1. */
  readonly isAvailable: () => boolean
  /** Folder of the key that a keychain would hold. */
  readonly folder: () => string
}

/** `safeStorage`: real encryption, with a key file instead of the system's keychain. */
export function createSafeStorage({ isAvailable, folder }: SafeStorageOptions): UsedModules['safeStorage'] {
  function key(): Buffer {
    const path = join(folder(), 'stand-in.key')
    if (!existsSync(path)) writeFileSync(path, randomBytes(32), { mode: 0o600 })
    return readFileSync(path)
  }

  function encrypt(text: string): Buffer {
    if (!isAvailable()) throw new Error('Error while encrypting the text provided to safeStorage.encryptString. Encryption is not available.')
    const iv = randomBytes(ivLength)
    const cipher = createCipheriv('aes-256-gcm', key(), iv)
    const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([prefix, iv, cipher.getAuthTag(), encrypted])
  }

  function decrypt(bytes: Buffer): string {
    const failure = 'Error while decrypting the ciphertext provided to safeStorage.decryptString.'
    if (!isAvailable()) throw new Error(`${failure} Encryption is not available.`)
    const iv = bytes.subarray(prefix.length, prefix.length + ivLength)
    const tag = bytes.subarray(prefix.length + ivLength, prefix.length + ivLength + tagLength)
    try {
      const decipher = createDecipheriv('aes-256-gcm', key(), iv)
      decipher.setAuthTag(tag)
      const start = prefix.length + ivLength + tagLength
      return Buffer.concat([decipher.update(bytes.subarray(start)), decipher.final()]).toString('utf8')
    } catch (cause) {
      throw new Error(failure, { cause })
    }
  }

  return strict('safeStorage', {
    isEncryptionAvailable: isAvailable,
    encryptString: encrypt,
    decryptString: decrypt,
    isAsyncEncryptionAvailable: async () => isAvailable(),
    encryptStringAsync: async (text: string) => encrypt(text),
    decryptStringAsync: async (bytes: Buffer) => ({ result: decrypt(bytes), shouldReEncrypt: false }),
    getSelectedStorageBackend: () => (isAvailable() ? 'gnome_libsecret' : 'basic_text'),
    setUsePlainTextEncryption: () => {},
  })
}
