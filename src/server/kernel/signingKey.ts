import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatTime } from '#shared/time/chinaTime.ts'
import type { Log } from './log.ts'
import { ServerStartError } from './start-error.ts'

/** The server's Ed25519 signing key; keys and signatures are lower-case hexadecimal. */
export interface SigningKey {
  /** Its 32 bytes. */
  readonly publicKey: string
  /** Signs the text as UTF-8; 128 characters. */
  sign(text: string): string
}

const [FOLDER, FILE] = ['keys', 'signing.key']
/** Magic prefix of an encrypted key file; its last digit is the format version. */
const HEAD = Buffer.from('vote-key-1\n')
const [NONCE_BYTES, TAG_BYTES] = [12, 16]
const CIPHER = 'aes-256-gcm'

interface KeyFileOptions {
  /** The data folder; the key is its `keys/signing.key`, readable by its owner only. */
  readonly folder: string
  /** 32-byte key that encrypts the file; null without a keychain: the file is then plain. */
  readonly encryptionKey: Buffer | null
  /** A keychain has the key but cannot release it now: an encrypted file stays untouched. */
  readonly isKeyUnavailable?: boolean
  readonly now: number
  readonly log: Pick<Log, 'warn'>
}

/**
 * Opens the signing key of a data folder: created once, then reused.
 *
 * A file that cannot be opened (damaged, or from another computer's keychain) is set aside under a timestamped name, and a
 * new key is made: old signatures still verify with the old public key. Null if the file is encrypted and its key
 * {@link KeyFileOptions.isKeyUnavailable | is unavailable}.
 *
 * @throws ServerStartError if the file cannot be written
 */
export function openSigningKey({ folder, encryptionKey, isKeyUnavailable = false, now, log }: KeyFileOptions): SigningKey | null {
  const [keys, file] = [join(folder, FOLDER), join(folder, FOLDER, FILE)]
  try {
    const kept = readIfThere(file)
    if (isKeyUnavailable && isEncrypted(kept)) {
      log.warn({}, 'the signing key waits for the keychain')
      return null
    }
    const opened = kept && openKey(kept, encryptionKey)
    if (kept && !opened) {
      const keptAs = `signing-${formatTime(now).replaceAll(/\D/g, '')}.key`
      renameSync(file, join(keys, keptAs))
      log.warn({ keptAs }, 'the signing key cannot be opened: a new one is made')
    }
    const key = opened ?? generateKeyPairSync('ed25519').privateKey
    const isAsWanted = opened !== null && isEncrypted(kept) === (encryptionKey !== null)
    if (!isAsWanted) {
      mkdirSync(keys, { recursive: true, mode: 0o700 })
      writeWhole(file, closeKey(key, encryptionKey))
    }
    return signingKeyOf(key)
  } catch (cause) {
    throw new ServerStartError(`不能在 ${keys} 中保存签名密钥，请检查磁盘空间和文件夹权限`, { cause })
  }
}

/** Whether the signature verifies with that public key; false if either is malformed. */
export function isSignedBy(publicKey: string, text: string, signature: string): boolean {
  if (!/^[\da-f]{64}$/.test(publicKey) || !/^[\da-f]{128}$/.test(signature)) return false
  const x = Buffer.from(publicKey, 'hex').toString('base64url')
  try {
    return verify(null, Buffer.from(text), createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }), Buffer.from(signature, 'hex'))
  } catch {
    return false // 32 bytes that are no point of the curve
  }
}

/** Wraps an Ed25519 private key for signing. */
export function signingKeyOf(key: KeyObject): SigningKey {
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' })
  return {
    publicKey: Buffer.from(x, 'base64url').toString('hex'),
    sign: (text) => sign(null, Buffer.from(text), key).toString('hex'),
  }
}

function readIfThere(file: string): Buffer | null {
  try {
    return readFileSync(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

const isEncrypted = (bytes: Buffer | null): boolean => bytes?.subarray(0, HEAD.length).equals(HEAD) ?? false

/** Serializes the key: PKCS #8 PEM, or the head, nonce, tag and the PEM encrypted with AES-256-GCM; the tag also covers the head. */
function closeKey(key: KeyObject, encryptionKey: Buffer | null): Buffer {
  const pem = Buffer.from(key.export({ type: 'pkcs8', format: 'pem' }))
  if (encryptionKey === null) return pem
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, encryptionKey, nonce, { authTagLength: TAG_BYTES }).setAAD(HEAD)
  const closed = Buffer.concat([cipher.update(pem), cipher.final()])
  return Buffer.concat([HEAD, nonce, cipher.getAuthTag(), closed])
}

/** Null if the bytes are no Ed25519 key, or encrypted with another key. */
function openKey(bytes: Buffer, encryptionKey: Buffer | null): KeyObject | null {
  try {
    const key = createPrivateKey(isEncrypted(bytes) ? decrypted(bytes.subarray(HEAD.length), encryptionKey) : bytes)
    return key.asymmetricKeyType === 'ed25519' ? key : null
  } catch {
    return null
  }
}

function decrypted(bytes: Buffer, encryptionKey: Buffer | null): Buffer {
  if (encryptionKey === null) throw new Error('encrypted')
  const [nonce, tag] = [bytes.subarray(0, NONCE_BYTES), bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)]
  const decipher = createDecipheriv(CIPHER, encryptionKey, nonce, { authTagLength: TAG_BYTES }).setAAD(HEAD).setAuthTag(tag)
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
}

function writeWhole(file: string, bytes: Buffer): void {
  const unfinished = `${file}.new`
  writeFileSync(unfinished, bytes, { mode: 0o600 })
  renameSync(unfinished, file)
}
