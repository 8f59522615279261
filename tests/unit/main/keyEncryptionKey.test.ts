import { expect, it, vi } from 'vitest'
import { createVault, keyEncryptionKey } from '../../../src/main/session/vault.ts'

const turned = (bytes: Buffer): Buffer => Buffer.from(bytes.map((byte) => byte ^ 0x55))
const keychain = {
  isAsyncEncryptionAvailable: () => Promise.resolve(true),
  encryptStringAsync: (text: string) => Promise.resolve(turned(Buffer.from(text))),
  decryptStringAsync: (bytes: Buffer) => Promise.resolve({ result: turned(bytes).toString(), shouldReEncrypt: false }),
  getSelectedStorageBackend: () => 'gnome_libsecret' as const,
}

/** A vault on that keychain, and what is kept of it between two runs. */
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
    log: { warn },
  })
  return { vault, kept: () => kept, warn }
}

it('is made once, 32 bytes, and kept encrypted alone', async () => {
  const first = vaultOn(keychain)
  const key = await keyEncryptionKey(first.vault)
  expect(key).toMatch(/^[\da-f]{64}$/)
  expect(JSON.stringify(first.kept())).not.toContain(key)
  expect(await keyEncryptionKey(vaultOn(keychain, first.kept()).vault)).toBe(key)
})

it('is none where no keychain keeps anything, and nothing is kept then', async () => {
  const { vault, kept } = vaultOn({ ...keychain, isAsyncEncryptionAvailable: () => Promise.resolve(false) })
  expect(await keyEncryptionKey(vault)).toBeNull()
  expect(kept()).toEqual({})
})

it('is another one where the kept one is another computer’s, and none where the keychain does not give back what it took', async () => {
  const first = vaultOn(keychain)
  const key = await keyEncryptionKey(first.vault)
  const strange = vaultOn({ ...keychain, decryptStringAsync: () => Promise.reject(new Error('of another keychain')) }, first.kept())
  expect(await keyEncryptionKey(strange.vault)).toBeNull()
  const other = await keyEncryptionKey(vaultOn(keychain, strange.kept()).vault)
  expect(other).toMatch(/^[\da-f]{64}$/)
  expect(other).not.toBe(key)
  expect(JSON.stringify(strange.warn.mock.calls)).not.toContain(key)
})
