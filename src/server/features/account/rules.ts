import type { CeilingRule } from '../../kernel/ceiling.ts'
import type { SessionTable } from './tables.ts'

export const CAPTCHA_LIFE = 5 * 60_000
export const SMS_TRIES = 5
export const SMS_PAUSE = 60_000
/** How often one address may ask for a picture, and for a message. */
export interface StrangerCeilings {
  readonly pictures: readonly CeilingRule[]
  readonly messages: readonly CeilingRule[]
}
/** Far more than an office behind one address needs, far less than a script would send. */
export const strangerCeilings: StrangerCeilings = {
  pictures: [{ most: 600, within: 60_000 }],
  messages: [
    { most: 200, within: 3_600_000 },
    { most: 500, within: 24 * 3_600_000 },
  ],
}
/** A wait as it is said: minutes, and from two hours on hours; never less than it is. */
export const waitInWords = (ms: number): string => (ms < 2 * 3_600_000 ? `${Math.ceil(ms / 60_000)}分钟` : `${Math.ceil(ms / 3_600_000)}小时`)

/** The server's own computer, or a proxy on it that speaks for many others: no ceiling is right for them. */
export const isOwnComputer = (address: string): boolean => address === '::1' || /^(::ffff:)?127\./.test(address)
export const LOCK_AFTER = 5
export const LOCK_TIME = 15 * 60_000

/** How long a session lives, in ms: without use, and in all. */
export interface SessionLife {
  readonly idle: number
  readonly total: number
}
export const defaultSessionLife: SessionLife = { idle: 2 * 3_600_000, total: 12 * 3_600_000 }

/** `live`, `expired` (443: it ran out, or the user logged out) or `revoked` (444: ended from elsewhere). */
export function sessionState(
  session: Pick<SessionTable, 'created_at' | 'used_at' | 'ended_at' | 'end_reason'>,
  now: number,
  life: SessionLife,
): 'live' | 'expired' | 'revoked' {
  if (session.ended_at !== null) return session.end_reason === 'revoked' ? 'revoked' : 'expired'
  return now - session.used_at >= life.idle || now - session.created_at >= life.total ? 'expired' : 'live'
}

/** How many ms a name stays locked: 15 minutes from its last failure when the last five fell within 15 minutes; 0 when it is not. */
export function lockedFor(failuresNewestFirst: readonly number[], now: number): number {
  const [newest] = failuresNewestFirst
  const fifth = failuresNewestFirst[LOCK_AFTER - 1]
  if (newest === undefined || fifth === undefined || newest - fifth > LOCK_TIME) return 0
  return Math.max(0, newest + LOCK_TIME - now)
}
