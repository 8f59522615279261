import { randomBytes, randomFillSync } from 'node:crypto'
import { v7 } from 'uuid'

/** Bytes of chance that one id takes, and for how many ids they are fetched at once: a call for each costs more than all else of an id. */
const BYTES_OF_AN_ID = 16
const pool = new Uint8Array(BYTES_OF_AN_ID * 256)
let used = pool.length
let milliseconds = 0
let sequence = 0

/** A new public id: opaque to every client; ordered by time, so that the unique index grows at its end. */
export function newId(): string {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const random = pool.subarray(used, (used += BYTES_OF_AN_ID))
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

/** What goes before an owner's data into their hash: 16 random bytes, hexadecimal (`proof-layout.md` section 2). */
export const newOwnerSalt = (): string => randomBytes(16).toString('hex')
