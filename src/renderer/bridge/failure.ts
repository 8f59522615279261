import type { Failure } from '#shared/bridge/outcome.ts'
import { saysGone, type Reason } from '#shared/contract/refusals.ts'
import { isSessionEnd } from '#shared/features/account/refusals.ts'

/**
 * The sentence that a failure shows (`console.md` section 8).
 *
 * A refusal says its message, else its data, else the specification's own `Error`; code 402 prefers its data, which is
 * the sentence itself or an object with a `message`. This server's refusals always have a sentence.
 */
export function sentenceOf(failure: Failure): string {
  if (failure.kind !== 'refused') return failure.message.trim() || '出错了'
  const message = failure.message.trim()
  const data = sentenceIn(failure.data)
  return (failure.code === 402 ? data || message : message || data) || 'Error'
}

/** Under which key its toast shows: equal sentences share one, and so does every way to be logged out. */
export function toastKeyOf(failure: Failure): string {
  return isLoggedOut(failure) ? 'session' : `error:${sentenceOf(failure)}`
}

/** Whether the server refused for one of these reasons: the one way in which a screen decides by a failure. */
export function isRefusedFor(failure: Failure | null | undefined, ...reasons: readonly Reason[]): failure is Extract<Failure, { kind: 'refused' }> {
  return failure?.kind === 'refused' && failure.reason !== null && reasons.includes(failure.reason)
}

/**
 * True if what is on screen may not be so any more.
 *
 * What the server refuses it may refuse for what somebody else has done meanwhile; where it became unreachable, it may
 * have acted before.
 */
export function isOutdating(failure: Failure): boolean {
  return failure.kind !== 'local' && !isLoggedOut(failure)
}

/** True if the refusal has ended the session: nobody is logged in any more. */
export function isLoggedOut(failure: Failure): boolean {
  return failure.kind === 'refused' && isSessionEnd(failure.reason)
}

/** Whether something that the server was asked about is not there any more. */
export function isGone(failure: Failure | null): boolean {
  return failure?.kind === 'refused' && saysGone(failure.reason)
}

function sentenceIn(data: unknown): string {
  if (typeof data === 'string') return data.trim()
  if (typeof data === 'object' && data !== null && 'message' in data && typeof data.message === 'string') return data.message.trim()
  return ''
}
