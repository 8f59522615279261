import type { RateLimit } from '../../kernel/rateLimit.ts'
import type { SessionTable } from './tables.ts'

export const CAPTCHA_LIFE = 5 * 60_000
export const SMS_TRIES = 5
export const SMS_PAUSE = 60_000
/** Limits on pictures and messages per address, and on messages from the server in total. */
export interface PreLoginLimits {
  readonly pictures: readonly RateLimit[]
  readonly messages: readonly RateLimit[]
  readonly allMessages: readonly RateLimit[]
}
/** Far above what an office behind one address needs, far below what a script would send. */
export const preLoginLimits: PreLoginLimits = {
  pictures: [{ most: 600, within: 60_000 }],
  // Messages cost money and bother the recipient; few accounts are registered or opened by one (`trust.md` section 9).
  messages: [{ most: 20, within: 3_600_000 }],
  allMessages: [
    { most: 200, within: 3_600_000 },
    { most: 1_000, within: 24 * 3_600_000 },
  ],
}
/** The same, with other limits on messages in total. */
export const limitsOfMessages = (perHour: number, perDay: number): PreLoginLimits => ({
  ...preLoginLimits,
  allMessages: [
    { most: perHour, within: 3_600_000 },
    { most: perDay, within: 24 * 3_600_000 },
  ],
})
/** A wait in words: minutes, from two hours on hours; rounded up. */
export const waitInWords = (ms: number): string => (ms < 2 * 3_600_000 ? `${Math.ceil(ms / 60_000)}分钟` : `${Math.ceil(ms / 3_600_000)}小时`)

/** The server's own computer, or a proxy on it that speaks for many others: exempt from the limits. */
export const isOwnComputer = (address: string): boolean => address === '::1' || /^(::ffff:)?127\./.test(address)
const LOCK_AFTER = 5
export const LOCK_TIME = 15 * 60_000
/** Failures of one name, from all addresses, after which its further tries are slowed down. */
const SLOW_AFTER = 30
const SLOW_PAUSE = 5_000
/** Failures from one address, for any names. */
export const ADDRESS_LIMIT = 60
/** Limit on waiting accounts: a script must not flood the administrator's list. */
export const MAX_WAITING = 50
/** Limit on an account's simultaneous sessions. */
export const MAX_SESSIONS = 5

/** Lifetime of a session in ms: idle, and in total. */
export interface SessionLife {
  readonly idle: number
  readonly total: number
}
export const defaultSessionLife: SessionLife = { idle: 2 * 3_600_000, total: 12 * 3_600_000 }

/**
 * How far ahead of now a timestamp is still accepted, in ms: servers of one database differ by seconds.
 *
 * One further ahead came from a wrong clock and must not decide anything: a session created in 2036 would live for ten years.
 */
const CLOCK_SKEW = 5 * 60_000
const isBelievable = (stamp: number, now: number): boolean => stamp <= now + CLOCK_SKEW

/** `live`, `expired` (443: timed out, logged out by the user, or from a wrong clock) or `revoked` (444: ended from elsewhere). */
export function sessionState(
  session: Pick<SessionTable, 'created_at' | 'used_at' | 'ended_at' | 'end_reason'>,
  now: number,
  life: SessionLife,
): 'live' | 'expired' | 'revoked' {
  if (session.ended_at !== null) return session.end_reason === 'revoked' ? 'revoked' : 'expired'
  if (!isBelievable(session.created_at, now)) return 'expired'
  const usedAt = isBelievable(session.used_at, now) ? session.used_at : session.created_at
  return now - usedAt >= life.idle || now - session.created_at >= life.total ? 'expired' : 'live'
}

/** How long a password confirmation is valid (`trust.md` section 4), in ms. */
export const CONFIRMATION_LIFE = 5 * 60_000

/** Whether a password confirmation is still valid; `until` is its end (epoch ms), null if there is none. */
export function isConfirmed(until: number | null, now: number): boolean {
  return until !== null && until > now && isBelievable(until - CONFIRMATION_LIFE, now)
}

/** Whether a captcha of either kind is still valid. */
export function isCaptchaCurrent(expiresAt: number, now: number): boolean {
  return expiresAt > now && isBelievable(expiresAt - CAPTCHA_LIFE, now)
}

/**
 * How many ms a name stays locked: 15 minutes from its last failure if the last five fell within 15 minutes; else 0.
 *
 * Failures in the future are ignored.
 */
export function lockedFor(failuresNewestFirst: readonly number[], now: number): number {
  const past = failuresNewestFirst.filter((failedAt) => failedAt <= now)
  const [newest] = past
  const fifth = past[LOCK_AFTER - 1]
  if (newest === undefined || fifth === undefined || newest - fifth > LOCK_TIME) return 0
  return Math.max(0, newest + LOCK_TIME - now)
}

/** How many ms a name's try is delayed, given its failures from all addresses within 15 minutes. */
export function slowedBy(failures: readonly number[], now: number): number {
  return failures.filter((failedAt) => failedAt <= now && failedAt > now - LOCK_TIME).length >= SLOW_AFTER ? SLOW_PAUSE : 0
}

/** How many ms an address with too many failures must wait, whatever the names; 0 if none. */
export function addressLockedFor(failuresNewestFirst: readonly number[], now: number): number {
  const oldest = failuresNewestFirst.filter((failedAt) => failedAt <= now)[ADDRESS_LIMIT - 1]
  return oldest === undefined ? 0 : Math.max(0, oldest + LOCK_TIME - now)
}

/** How many ms until another message may go to a phone last sent one at `sentAt`; 0 if that is in the future. */
export function smsPause(sentAt: number | undefined, now: number): number {
  return sentAt === undefined || sentAt > now ? 0 : Math.max(0, sentAt + SMS_PAUSE - now)
}
