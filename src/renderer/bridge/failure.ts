import type { Failure } from '#shared/bridge/outcome.ts'
import { saysGone, type Reason } from '#shared/contract/refusals.ts'
import { isSessionEnd } from '#shared/features/account/refusals.ts'

/**
 * The message that a failure shows (`console.md` section 8).
 *
 * For a refusal: its message, else its data, else the specification's `Error`; code 402 prefers its data, which is the message
 * or an object with a `message`. This server's refusals always have a message.
 */
export function sentenceOf(failure: Failure): string {
  if (failure.kind !== 'refused') return failure.message.trim() || '出错了'
  const message = failure.message.trim()
  const data = sentenceIn(failure.data)
  return (failure.code === 402 ? data || message : message || data) || 'Error'
}

/** The toast key of a failure: equal messages share a toast, as do all kinds of logout. */
export function toastKeyOf(failure: Failure): string {
  return isLoggedOut(failure) ? 'session' : `error:${sentenceOf(failure)}`
}

/** Whether the server refused for one of these reasons; the only way in which a screen branches on a failure. */
export function isRefusedFor(failure: Failure | null | undefined, ...reasons: readonly Reason[]): failure is Extract<Failure, { kind: 'refused' }> {
  return failure?.kind === 'refused' && failure.reason !== null && reasons.includes(failure.reason)
}

/**
 * Whether the data on screen may be outdated.
 *
 * A refusal may be due to another user's change; a server that became unreachable may have acted before.
 */
export function isOutdating(failure: Failure): boolean {
  return failure.kind !== 'local' && !isLoggedOut(failure)
}

/** Whether the refusal means that the session has ended. */
export function isLoggedOut(failure: Failure): boolean {
  return failure.kind === 'refused' && isSessionEnd(failure.reason)
}

/** Whether the refusal means that the requested object no longer exists. */
export function isGone(failure: Failure | null): boolean {
  return failure?.kind === 'refused' && saysGone(failure.reason)
}

function sentenceIn(data: unknown): string {
  if (typeof data === 'string') return data.trim()
  if (typeof data === 'object' && data !== null && 'message' in data && typeof data.message === 'string') return data.message.trim()
  return ''
}
