import { randomBytes, randomFillSync } from 'node:crypto'
import { v7 } from 'uuid'

/** Random bytes per id or salt; the pool holds 256 of them, since a call for each would cost more than the rest of the id. */
const BYTES_OF_ONE = 16
const pool = Buffer.alloc(BYTES_OF_ONE * 256)
let used = pool.length

/** The next 16 random bytes; valid until the pool is refilled. */
function nextRandom(): Buffer {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  return pool.subarray(used, (used += BYTES_OF_ONE))
}

let milliseconds = 0
let sequence = 0

/** Creates a public id: opaque to clients; ordered by time, so that the unique index grows at its end. */
export function newId(): string {
  const random = nextRandom()
  const now = Date.now()
  if (now > milliseconds) {
    milliseconds = now
    // Half of the range is left, so that ids of one millisecond can count on from here.
    sequence = new DataView(random.buffer, random.byteOffset).getUint32(0) >>> 1
  } else sequence += 1
  return v7({ msecs: milliseconds, seq: sequence, random })
}

/** Creates a session token of 256 bits. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** Creates a salt, hashed before data so that they cannot be found by brute force: 16 random bytes, hexadecimal (`proof-layout.md`). */
export const newSalt = (): string => nextRandom().toString('hex')
