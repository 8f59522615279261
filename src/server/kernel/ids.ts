import { randomBytes, randomFillSync } from 'node:crypto'
import { v7 } from 'uuid'

/** Bytes of chance that one id or salt takes, and for how many they are fetched at once: a call for each costs more than all else of an id. */
const BYTES_OF_ONE = 16
const pool = Buffer.alloc(BYTES_OF_ONE * 256)
let used = pool.length

/** The next 16 random bytes, which are overwritten when the pool is filled again. */
function nextRandom(): Buffer {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  return pool.subarray(used, (used += BYTES_OF_ONE))
}

let milliseconds = 0
let sequence = 0

/** A new public id: opaque to every client; ordered by time, so that the unique index grows at its end. */
export function newId(): string {
  const random = nextRandom()
  const now = Date.now()
  if (now > milliseconds) {
    milliseconds = now
    // Half of its room is left, so that ids of one millisecond can be counted on from here.
    sequence = new DataView(random.buffer, random.byteOffset).getUint32(0) >>> 1
  } else sequence += 1
  return v7({ msecs: milliseconds, seq: sequence, random })
}

/** A new session token of 256 bits. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** What goes before data into their hash, so that nobody finds them by trying: 16 random bytes, hexadecimal (`proof-layout.md`). */
export const newSalt = (): string => nextRandom().toString('hex')
