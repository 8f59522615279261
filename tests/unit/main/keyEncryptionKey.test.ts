import { randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { createVault, isEncryptedKeyFile, keyEncryptionKey } from '../../../src/main/vault.ts'
import { openSigningKey } from '../../../src/server/kernel/signingKey.ts'

const turned = (bytes: Buffer): Buffer => Buffer.from(bytes.map((byte) => byte ^ 0x55))
const keychain = {
  isAsyncEncryptionAvailable: () => Promise.resolve(true),
  encryptStringAsync: (text: string) => Promise.resolve(turned(Buffer.from(text))),
  decryptStringAsync: (bytes: Buffer) => Promise.resolve({ result: turned(bytes).toString(), shouldReEncrypt: false }),
  getSelectedStorageBackend: () => 'gnome_libsecret' as const,
}

/** A vault on that keychain, and what is stored between two runs. */
function vaultOn(storage: typeof keychain, kept: Record<string, string> = {}) {
  const warn = vi.fn()
  const vault = createVault({
    safeStorage: storage,
    kept: {
      read: () => kept,
      write: (now) => {
        kept = now
      },
    },
    platform: 'win32',
    forgetsUnreadable: false,
    log: { warn },
  })
  return { vault, kept: () => kept, warn }
}

const [plain, encrypted] = [() => false, () => true]

it('the key is created once, 32 bytes, and stored only encrypted', async () => {
  const first = vaultOn(keychain)
  const made = await keyEncryptionKey(first.vault, plain)
  expect(made).toEqual({ state: 'kept', key: expect.stringMatching(/^[\da-f]{64}$/) as string })
  expect(JSON.stringify(first.kept())).not.toContain('key' in made ? made.key : '')
  expect(await keyEncryptionKey(vaultOn(keychain, first.kept()).vault, encrypted)).toEqual(made)
})

it('without a working keychain there is no key, and nothing is stored', async () => {
  const { vault, kept } = vaultOn({ ...keychain, isAsyncEncryptionAvailable: () => Promise.resolve(false) })
  expect(await keyEncryptionKey(vault, plain)).toEqual({ state: 'none' })
  expect(kept()).toEqual({})
  const forgetful = vaultOn({ ...keychain, decryptStringAsync: () => Promise.reject(new Error('lost')) })
  expect(await keyEncryptionKey(forgetful.vault, plain)).toEqual({ state: 'none' })
  expect(forgetful.kept()).toEqual({})
})

it('an unavailable keychain neither forgets nor replaces the key, which is back later', async () => {
  const first = vaultOn(keychain)
  const made = await keyEncryptionKey(first.vault, plain)
  const failing = [
    { ...keychain, decryptStringAsync: () => Promise.reject(new Error('temporarily unavailable')) },
    { ...keychain, isAsyncEncryptionAvailable: () => Promise.resolve(false) },
  ]
  for (const storage of failing) {
    const later = vaultOn(storage, first.kept())
    expect(await keyEncryptionKey(later.vault, encrypted)).toEqual({ state: 'unavailable' })
    expect(later.kept()).toEqual(first.kept())
    expect(JSON.stringify(later.warn.mock.calls)).not.toContain('key' in made ? made.key : '')
  }
  let isReady = false
  const waiting = vaultOn({ ...keychain, isAsyncEncryptionAvailable: () => Promise.resolve(isReady) }, first.kept())
  expect(await keyEncryptionKey(waiting.vault, encrypted)).toEqual({ state: 'unavailable' })
  isReady = true
  expect(await keyEncryptionKey(waiting.vault, encrypted)).toEqual(made)
})

it('lost settings do not replace the key; only a missing key file does', async () => {
  expect(await keyEncryptionKey(vaultOn(keychain).vault, encrypted)).toEqual({ state: 'unavailable' })
  const first = vaultOn(keychain)
  const made = await keyEncryptionKey(first.vault, plain)
  const other = await keyEncryptionKey(vaultOn({ ...keychain, decryptStringAsync: rejectingOnce() }, first.kept()).vault, plain)
  expect(other.state).toBe('kept')
  expect(other).not.toEqual(made)
})

it('recognises an encrypted key file, and treats an unreadable one as encrypted', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vote-keys-'))
  const file = join(folder, 'signing.key')
  expect(isEncryptedKeyFile(file)).toBe(false)
  openSigningKey({ folder, encryptionKey: null, now: 0, log: { warn: vi.fn() } })
  expect(isEncryptedKeyFile(join(folder, 'keys', 'signing.key'))).toBe(false)
  openSigningKey({ folder, encryptionKey: randomBytes(32), now: 0, log: { warn: vi.fn() } })
  expect(isEncryptedKeyFile(join(folder, 'keys', 'signing.key'))).toBe(true)
  expect(isEncryptedKeyFile(folder)).toBe(true)
})

/** Fails once as with another computer's key, then works. */
function rejectingOnce(): typeof keychain.decryptStringAsync {
  let isFirst = true
  return (bytes) => {
    if (!isFirst) return keychain.decryptStringAsync(bytes)
    isFirst = false
    return Promise.reject(new Error('of another keychain'))
  }
}
