import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

/** scrypt's cost: N = 2^15, r = 8, p = 1 takes 32 MiB and about 80 ms (OWASP's second recommended setting). */
const COST = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 } as const
const KEY_BYTES = 32

const derive = (password: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => scrypt(password.normalize('NFKC'), salt, KEY_BYTES, COST, (error, key) => (error ? reject(error) : resolve(key))))

/** A password as it is kept: `scrypt$salt$key`, both base64. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt)
  return `scrypt$${salt.toString('base64')}$${key.toString('base64')}`
}

/**
 * True when the password is the kept one.
 *
 * With no kept hash (an unknown user) it takes as long and answers false, so that time does not tell who exists.
 */
export async function verifyPassword(password: string, kept: string | undefined): Promise<boolean> {
  const [, salt = '', key = ''] = (kept ?? 'scrypt$AAAAAAAAAAAAAAAAAAAAAA==$').split('$')
  const derived = await derive(password, Buffer.from(salt, 'base64'))
  const expected = Buffer.from(key, 'base64')
  return expected.length === derived.length && timingSafeEqual(expected, derived)
}
