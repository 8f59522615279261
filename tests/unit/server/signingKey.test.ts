import { createPublicKey, randomBytes, verify } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { isSignedBy, openSigningKey, type SigningKey } from '../../../src/server/kernel/signingKey.ts'
import { ServerStartError } from '../../../src/server/kernel/start-error.ts'
import { isPrivate } from '../../support/system.ts'

const NOW = Date.parse('2026-05-01T01:02:03Z')
const TEXT = '{"kind":"开启投票"}'
let folder: string
const warnings: unknown[][] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vote-key-'))
  warnings.length = 0
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const log = { warn: vi.fn((...said: unknown[]) => void warnings.push(said)) }
function open(encryptionKey: Buffer | null = null): SigningKey {
  const key = openSigningKey({ folder, encryptionKey, now: NOW, log })
  if (key === null) throw new Error('no key')
  return key
}
const file = () => join(folder, 'keys', 'signing.key')
const names = () => readdirSync(join(folder, 'keys')).toSorted()

it('is created once, readable by its owner only, and its signatures verify with the raw public key', () => {
  const key = open()
  expect(open().publicKey).toBe(key.publicKey)
  expect(isPrivate(join(folder, 'keys'))).toBe(true)
  expect(isPrivate(file())).toBe(true)
  expect(names()).toEqual(['signing.key'])
  const signature = key.sign(TEXT)
  expect(key.publicKey).toMatch(/^[\da-f]{64}$/)
  expect(signature).toMatch(/^[\da-f]{128}$/)
  // The SPKI header of every Ed25519 key (RFC 8410) before the 32 bytes.
  const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), Buffer.from(key.publicKey, 'hex')])
  const publicKey = createPublicKey({ key: spki, format: 'der', type: 'spki' })
  expect(verify(null, Buffer.from(TEXT), publicKey, Buffer.from(signature, 'hex'))).toBe(true)
})

it('distinguishes a valid signature from an invalid one, and from garbage', () => {
  const [one, signature] = [open(), open().sign(TEXT)]
  expect(isSignedBy(one.publicKey, TEXT, signature)).toBe(true)
  expect(isSignedBy(one.publicKey, `${TEXT} `, signature)).toBe(false)
  expect(isSignedBy(one.publicKey, TEXT, `${signature.startsWith('0') ? '1' : '0'}${signature.slice(1)}`)).toBe(false)
  expect(isSignedBy(one.publicKey, TEXT, signature.toUpperCase())).toBe(false)
  expect(isSignedBy(one.publicKey, TEXT, '')).toBe(false)
  for (const wrong of ['', 'ff'.repeat(32), '0'.repeat(64), one.publicKey.slice(2)]) expect(isSignedBy(wrong, TEXT, signature)).toBe(false)
})

it('is encrypted if there is an encryption key, whether it existed before or not', () => {
  const plain = open()
  expect(readFileSync(file(), 'utf8')).toContain('PRIVATE KEY')
  const kek = randomBytes(32)
  expect(open(kek).publicKey).toBe(plain.publicKey)
  const bytes = readFileSync(file())
  expect(bytes.toString('latin1')).toMatch(/^vote-key-1\n/)
  expect(bytes.toString('latin1')).not.toContain('PRIVATE KEY')
  expect(isPrivate(file())).toBe(true)
  expect(open(kek).publicKey).toBe(plain.publicKey)
  expect(readFileSync(file())).toEqual(bytes)
  expect(names()).toEqual(['signing.key'])
  expect(warnings).toEqual([])
})

const damage: readonly (readonly [string, (bytes: Buffer) => Buffer])[] = [
  ['a changed byte', (bytes) => Buffer.from(bytes.map((byte, index) => (index === bytes.length - 5 ? byte ^ 1 : byte)))],
  ['a changed head', (bytes) => Buffer.concat([Buffer.from('vote-key-2\n'), bytes.subarray(11)])],
  ['a cut end', (bytes) => bytes.subarray(0, 30)],
  ['nothing', () => Buffer.alloc(0)],
]
it.each(damage)('a new key is made if its file has %s, and the old file is kept', (_what, change) => {
  const kek = randomBytes(32)
  const first = open(kek)
  const damaged = change(readFileSync(file()))
  writeFileSync(file(), damaged)
  const second = open(kek)
  expect(second.publicKey).not.toBe(first.publicKey)
  expect(names()).toEqual(['signing-20260501090203.key', 'signing.key'])
  expect(readFileSync(join(folder, 'keys', 'signing-20260501090203.key'))).toEqual(damaged)
  expect(open(kek).publicKey).toBe(second.publicKey)
  expect(isSignedBy(first.publicKey, TEXT, first.sign(TEXT))).toBe(true)
})

it.each([['another computer’s', randomBytes(32)] as const, ['no', null] as const])(
  'is made anew with %s keychain, and says so without a secret',
  (_what, other) => {
    const first = open(randomBytes(32))
    const second = open(other)
    expect(second.publicKey).not.toBe(first.publicKey)
    expect(names()).toHaveLength(2)
    expect(warnings).toEqual([[{ keptAs: 'signing-20260501090203.key' }, expect.any(String)]])
  },
)

it('prevents the start if the file cannot be written', () => {
  writeFileSync(join(folder, 'keys'), 'a file where the folder should be')
  expect(() => open()).toThrow(ServerStartError)
})

it('stays encrypted and unchanged while the keychain is unavailable', () => {
  const kek = randomBytes(32)
  const key = open(kek)
  const bytes = readFileSync(file())
  expect(openSigningKey({ folder, encryptionKey: null, isKeyUnavailable: true, now: NOW, log })).toBeNull()
  expect(readFileSync(file())).toEqual(bytes)
  expect(names()).toEqual(['signing.key'])
  expect(open(kek).publicKey).toBe(key.publicKey)
})

it('is usable in plain form whatever the keychain says', () => {
  const key = open()
  expect(openSigningKey({ folder, encryptionKey: null, isKeyUnavailable: true, now: NOW, log })?.publicKey).toBe(key.publicKey)
})
