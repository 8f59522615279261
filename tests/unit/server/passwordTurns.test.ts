import { expect, it, vi } from 'vitest'
import { createPasswords } from '../../../src/server/kernel/password.ts'

const turns = vi.hoisted(() => ({ now: 0, most: 0, calls: 0 }))
vi.mock('node:crypto', async (importOriginal) => {
  const crypto = await importOriginal<typeof import('node:crypto')>()
  const scrypt = (...[password, salt, keyBytes, options, done]: Parameters<typeof crypto.scrypt>) => {
    turns.calls++
    turns.most = Math.max(turns.most, ++turns.now)
    crypto.scrypt(password, salt, keyBytes, options, (error, key) => {
      turns.now--
      done(error, key)
    })
  }
  return { ...crypto, scrypt }
})

it('hashes at most two passwords at once, serving waiting accounts in turn', async () => {
  const passwords = createPasswords({ log2N: 4, r: 8, p: 1 })
  const kept = await Promise.all(Array.from({ length: 6 }, (_, index) => passwords.hash(`pine482${index}`)))
  const known = await Promise.all(kept.map((hash, index) => passwords.verify(`pine482${index}`, hash)))
  expect(known).toEqual(kept.map(() => true))
  expect(turns).toEqual({ now: 0, most: 2, calls: 12 })
  // A failed hash frees its slot.
  const broken = createPasswords({ log2N: 0, r: 8, p: 1 })
  for (let time = 0; time < 3; time++) await expect(broken.hash('pine4827')).rejects.toThrow()
})
