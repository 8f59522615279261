import { hashes, verify } from '@noble/ed25519'
import { sha256, sha512 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

// Web Crypto has no Ed25519 before Chromium 137 and Firefox 129, and nothing at all if a browser considers a file
// insecure.
hashes.sha512 = sha512

const encoder = new TextEncoder()
export const utf8 = (text: string): Uint8Array<ArrayBuffer> => encoder.encode(text)

/**
 * SHA-256 of a text as UTF-8, as 64 lower-case hexadecimal characters. For many short texts: a Web Crypto call would take
 * longer.
 */
export const sha256Of = (text: string): string => bytesToHex(sha256(utf8(text)))

/** The browser's own cryptography, if any. */
const webCrypto = (): SubtleCrypto | null => (globalThis as { crypto?: { subtle?: SubtleCrypto } }).crypto?.subtle ?? null

/** SHA-256 of bytes in memory. */
export async function sha256OfBytes(bytes: Uint8Array<ArrayBuffer>, subtle = webCrypto()): Promise<string> {
  return bytesToHex(subtle ? new Uint8Array(await subtle.digest('SHA-256', bytes)) : sha256(bytes))
}

/** SHA-256 of bytes that arrive in pieces. */
export function growingSha256(): { add(piece: Uint8Array): void; done(): string } {
  const hash = sha256.create()
  return { add: (piece) => void hash.update(piece), done: () => bytesToHex(hash.digest()) }
}

/** Whether an Ed25519 signature of a text was made with a key; both are hexadecimal. False for a malformed key or signature. */
export async function isSigned(text: string, signature: string, publickey: string, subtle = webCrypto()): Promise<boolean> {
  if (!/^[0-9a-f]{128}$/.test(signature) || !/^[0-9a-f]{64}$/.test(publickey)) return false
  const [signed, key] = [bytesOfHex(signature), bytesOfHex(publickey)]
  const imported = await subtle?.importKey('raw', key, { name: 'Ed25519' }, false, ['verify']).catch(() => null)
  if (subtle && imported) return subtle.verify({ name: 'Ed25519' }, imported, signed, utf8(text))
  try {
    return verify(signed, utf8(text), key, { zip215: false })
  } catch {
    return false // a key that is no point of the curve
  }
}

function bytesOfHex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: text.length / 2 }, (_, index) => Number.parseInt(text.slice(2 * index, 2 * index + 2), 16))
}
