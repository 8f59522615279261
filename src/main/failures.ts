import type { Failure } from '#shared/bridge/outcome.ts'
import { Refusal } from '#shared/contract/refusals.ts'

/** Something failed on this computer; the message is the sentence that the user reads. */
export class LocalFailure extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options)
    this.name = 'LocalFailure'
  }
}

/** The server could not be reached, or did not answer: whether it acted is unknown. The message is the user's sentence. */
export class Unreachable extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options)
    this.name = 'Unreachable'
  }
}

/** What the user reads where the program itself is at fault; the log has the cause. */
export const UNEXPECTED = '系统异常，请重试；仍不行时请在“帮助”菜单中打开日志文件夹，把日志发给技术支持'

/** The failure that crosses to the page for an error; null for an error whose message is not meant for the user. */
export function expectedFailure(error: unknown): Failure | null {
  if (error instanceof Refusal) return { kind: 'refused', reason: error.reason, code: error.code, message: error.message, data: error.data }
  if (error instanceof Unreachable) return { kind: 'unreachable', message: error.message }
  if (error instanceof LocalFailure) return { kind: 'local', message: error.message }
  return null
}

/** The code of a system error (`EBUSY`, `ENOSPC`); `''` if it has none. */
export function errorCode(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
