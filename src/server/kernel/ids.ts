import { randomBytes } from 'node:crypto'
import { v7 } from 'uuid'

/** A new public id: opaque to every client; ordered by time, so that the unique index grows at its end. */
export const newId = (): string => v7()

/** A new session token of 256 bits. */
export const newToken = (): string => randomBytes(32).toString('base64url')
