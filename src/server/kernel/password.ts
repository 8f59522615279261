import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import pLimit from 'p-limit'

/** What a hash costs: scrypt takes `128 * 2 ** log2N * r * p` bytes, and time in proportion. */
export interface PasswordCost {
  readonly log2N: number
  readonly r: number
  readonly p: number
}

/** N = 2^17, r = 8, p = 1 takes 128 MiB and a few tenths of a second (OWASP's first recommended setting). */
export const defaultPasswordCost: PasswordCost = { log2N: 17, r: 8, p: 1 }
/** More at once would cost others their memory and their threads: whoever comes meanwhile waits. */
const AT_ONCE = 2
/** What the first version hashed with, whose hashes do not say it. */
const FIRST_LOG2_N = 15
const KEY_BYTES = 32
const SALT_BYTES = 16

interface KeptHash extends PasswordCost {
  readonly salt: Buffer
  readonly key: Buffer
}

/** Reads `scrypt$log2N$r$p$salt$key`; hashes of the first version, `scrypt$salt$key`, have the parameters that were fixed then. */
function parse(kept: string): KeptHash {
  const parts = kept.split('$').slice(1)
  const [salt = '', key = ''] = parts.slice(-2)
  const [log2N = FIRST_LOG2_N, r = 8, p = 1] = parts.slice(0, -2).map(Number)
  return { log2N, r, p, salt: Buffer.from(salt, 'base64'), key: Buffer.from(key, 'base64') }
}

function derive(password: string, salt: Buffer, { log2N, r, p }: PasswordCost): Promise<Buffer> {
  const N = 2 ** log2N
  const options = { N, r, p, maxmem: 2 * 128 * N * r * p }
  return new Promise((resolve, reject) => scrypt(password.normalize('NFKC'), salt, KEY_BYTES, options, (error, key) => (error ? reject(error) : resolve(key))))
}

/** Makes and checks hashes of passwords; of several at once most wait their turn. */
/** Hashes passwords at that cost; what was hashed at another is still verified, at its own. */
export function createPasswords(cost: PasswordCost = defaultPasswordCost) {
  const limit = pLimit(AT_ONCE)
  const isAtCost = ({ log2N, r, p }: PasswordCost) => log2N === cost.log2N && r === cost.r && p === cost.p
  return {
    /** Whether a kept hash was made at the present cost. */
    isCurrent: (kept: string): boolean => isAtCost(parse(kept)),
    /** A password as it is kept: `scrypt$log2N$r$p$salt$key`, salt and key in base64. */
    async hash(password: string): Promise<string> {
      const salt = randomBytes(SALT_BYTES)
      const key = await limit(derive, password, salt, cost)
      return ['scrypt', cost.log2N, cost.r, cost.p, salt.toString('base64'), key.toString('base64')].join('$')
    },
    /**
     * True when the password is the kept one.
     *
     * With no kept hash (an unknown user) it takes as long and answers false, so that time does not tell who exists.
     */
    async verify(password: string, kept: string | undefined): Promise<boolean> {
      const expected = kept === undefined ? { ...cost, salt: Buffer.alloc(SALT_BYTES), key: Buffer.alloc(0) } : parse(kept)
      const derived = await limit(derive, password, expected.salt, expected)
      return expected.key.length === derived.length && timingSafeEqual(expected.key, derived)
    },
  }
}
export type Passwords = ReturnType<typeof createPasswords>
