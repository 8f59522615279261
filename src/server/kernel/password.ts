import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import pLimit from 'p-limit'

/** Cost of a hash: scrypt takes `128 * 2 ** log2N * r * p` bytes, and time in proportion. */
export interface PasswordCost {
  readonly log2N: number
  readonly r: number
  readonly p: number
}

/** N = 2^17, r = 8, p = 1 takes 128 MiB and a few tenths of a second (OWASP's first recommended setting). */
export const defaultPasswordCost: PasswordCost = { log2N: 17, r: 8, p: 1 }
/** Limits memory and threads: further calls are queued. */
const AT_ONCE = 2
/** The parameter of the first version's hashes, which do not name it. */
const FIRST_LOG2_N = 15
const KEY_BYTES = 32
const SALT_BYTES = 16

interface KeptHash extends PasswordCost {
  readonly salt: Buffer
  readonly key: Buffer
}

/** Parses `scrypt$log2N$r$p$salt$key`; hashes of the first version, `scrypt$salt$key`, have the fixed parameters of that time. */
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

/** Makes and checks password hashes; concurrent calls are queued. */
/** Hashes passwords at that cost; hashes of another cost are verified at their own. */
export function createPasswords(cost: PasswordCost = defaultPasswordCost) {
  const limit = pLimit(AT_ONCE)
  const isAtCost = ({ log2N, r, p }: PasswordCost) => log2N === cost.log2N && r === cost.r && p === cost.p
  return {
    /** Whether a stored hash has the current cost. */
    isCurrent: (kept: string): boolean => isAtCost(parse(kept)),
    /** Hashes a password: `scrypt$log2N$r$p$salt$key`, salt and key in base64. */
    async hash(password: string): Promise<string> {
      const salt = randomBytes(SALT_BYTES)
      const key = await limit(derive, password, salt, cost)
      return ['scrypt', cost.log2N, cost.r, cost.p, salt.toString('base64'), key.toString('base64')].join('$')
    },
    /**
     * Whether the password matches the stored hash.
     *
     * Without a stored hash (an unknown user) it takes as long and returns false, so that timing does not reveal who exists.
     */
    async verify(password: string, kept: string | undefined): Promise<boolean> {
      const expected = kept === undefined ? { ...cost, salt: Buffer.alloc(SALT_BYTES), key: Buffer.alloc(0) } : parse(kept)
      const derived = await limit(derive, password, expected.salt, expected)
      return expected.key.length === derived.length && timingSafeEqual(expected.key, derived)
    },
  }
}
export type Passwords = ReturnType<typeof createPasswords>
