import type { Failure } from '#shared/bridge/outcome.ts'

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

/** True for the codes 443 and 444: nobody is logged in any more. */
export function isLoggedOut(failure: Failure): boolean {
  return failure.kind === 'refused' && (failure.code === 443 || failure.code === 444)
}

function sentenceIn(data: unknown): string {
  if (typeof data === 'string') return data.trim()
  if (typeof data === 'object' && data !== null && 'message' in data && typeof data.message === 'string') return data.message.trim()
  return ''
}
