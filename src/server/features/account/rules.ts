import type { RateLimit } from '../../kernel/rateLimit.ts'
import type { SessionTable } from './tables.ts'

export const CAPTCHA_LIFE = 5 * 60_000
export const SMS_TRIES = 5
export const SMS_PAUSE = 60_000
/** How often one address may ask for a picture and for a message, and how many messages the server sends in all. */
export interface PreLoginLimits {
  readonly pictures: readonly RateLimit[]
  readonly messages: readonly RateLimit[]
  readonly allMessages: readonly RateLimit[]
}
/** Far more than an office behind one address needs, far less than a script would send. */
export const preLoginLimits: PreLoginLimits = {
  pictures: [{ most: 600, within: 60_000 }],
  // Each costs money, and rings at somebody's: few accounts are made or opened by a message (`trust.md` section 9).
  messages: [{ most: 20, within: 3_600_000 }],
  allMessages: [
    { most: 200, within: 3_600_000 },
    { most: 1_000, within: 24 * 3_600_000 },
  ],
}
/** The same, with another number of messages that the server sends in all. */
export const limitsOfMessages = (perHour: number, perDay: number): PreLoginLimits => ({
  ...preLoginLimits,
  allMessages: [
    { most: perHour, within: 3_600_000 },
    { most: perDay, within: 24 * 3_600_000 },
  ],
})
/** A wait as it is said: minutes, and from two hours on hours; never less than it is. */
export const waitInWords = (ms: number): string => (ms < 2 * 3_600_000 ? `${Math.ceil(ms / 60_000)}分钟` : `${Math.ceil(ms / 3_600_000)}小时`)

/** The server's own computer, or a proxy on it that speaks for many others: no limit is right for them. */
export const isOwnComputer = (address: string): boolean => address === '::1' || /^(::ffff:)?127\./.test(address)
const LOCK_AFTER = 5
export const LOCK_TIME = 15 * 60_000
/** Failures of one name, wherever they came from, after which each further try of it is slowed down. */
const SLOW_AFTER = 30
const SLOW_PAUSE = 5_000
/** Failures from one address, whatever the names. */
export const ADDRESS_LIMIT = 60
/** Accounts that may wait at the same time: a script must not fill the administrator's list. */
export const MAX_WAITING = 50
/** Places where one account is logged in at the same time. */
export const MAX_SESSIONS = 5

/** How long a session lives, in ms: without use, and in all. */
export interface SessionLife {
  readonly idle: number
  readonly total: number
}
export const defaultSessionLife: SessionLife = { idle: 2 * 3_600_000, total: 12 * 3_600_000 }

/**
 * How far a stamp may lie ahead of now and still be believed, in ms: servers of one database differ by seconds.
 *
 * One that lies further ahead was made by a clock that was wrong, and must not decide anything: a session made in 2036
 * would live for ten years.
 */
const CLOCK_SKEW = 5 * 60_000
const isBelievable = (stamp: number, now: number): boolean => stamp <= now + CLOCK_SKEW

/** `live`, `expired` (443: it ran out, the user logged out, or its clock was wrong) or `revoked` (444: ended from elsewhere). */
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

/** How long a password that was given once more counts (`trust.md` section 4), in ms. */
export const CONFIRMATION_LIFE = 5 * 60_000

/** Whether a password that was given once more still counts; `until` is the end of that (epoch ms), null if none was given. */
export function isConfirmed(until: number | null, now: number): boolean {
  return until !== null && until > now && isBelievable(until - CONFIRMATION_LIFE, now)
}

/** Whether a captcha of either kind is still good. */
export function isCaptchaCurrent(expiresAt: number, now: number): boolean {
  return expiresAt > now && isBelievable(expiresAt - CAPTCHA_LIFE, now)
}

/**
 * How many ms a name stays locked: 15 minutes from its last failure when the last five fell within 15 minutes; 0 when it is not.
 *
 * Failures later than now count for nothing.
 */
export function lockedFor(failuresNewestFirst: readonly number[], now: number): number {
  const past = failuresNewestFirst.filter((failedAt) => failedAt <= now)
  const [newest] = past
  const fifth = past[LOCK_AFTER - 1]
  if (newest === undefined || fifth === undefined || newest - fifth > LOCK_TIME) return 0
  return Math.max(0, newest + LOCK_TIME - now)
}

/** How many ms a try of a name waits before it is judged, after so many failures of it in 15 minutes from all addresses together. */
export function slowedBy(failures: readonly number[], now: number): number {
  return failures.filter((failedAt) => failedAt <= now && failedAt > now - LOCK_TIME).length >= SLOW_AFTER ? SLOW_PAUSE : 0
}

/** How many ms an address must wait that failed too often, under whatever names; 0 if it need not. */
export function addressLockedFor(failuresNewestFirst: readonly number[], now: number): number {
  const oldest = failuresNewestFirst.filter((failedAt) => failedAt <= now)[ADDRESS_LIMIT - 1]
  return oldest === undefined ? 0 : Math.max(0, oldest + LOCK_TIME - now)
}

/** How many ms until another message may go to a phone that got one at `sentAt`; 0 if that is later than now. */
export function smsPause(sentAt: number | undefined, now: number): number {
  return sentAt === undefined || sentAt > now ? 0 : Math.max(0, sentAt + SMS_PAUSE - now)
}
