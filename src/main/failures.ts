import type { Failure } from '#shared/bridge/outcome.ts'
import { Refusal } from '#shared/contract/refusals.ts'

/** A failure on this computer; `message` is user-facing. */
export class LocalFailure extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options)
    this.name = 'LocalFailure'
  }
}

/** The server is unreachable or did not answer: whether it acted is unknown. `message` is user-facing. */
export class Unreachable extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options)
    this.name = 'Unreachable'
  }
}

/** User-facing message for errors of the program itself; the cause is in the log. */
export const UNEXPECTED = '系统异常，请重试；仍不行时请在“帮助”菜单中打开日志文件夹，把日志发给技术支持'

/** The failure sent to the page for an error; null if the error's message is not user-facing. */
export function expectedFailure(error: unknown): Failure | null {
  if (error instanceof Refusal) return { kind: 'refused', reason: error.reason, code: error.code, message: error.message, data: error.data }
  if (error instanceof Unreachable) return { kind: 'unreachable', message: error.message }
  if (error instanceof LocalFailure) return { kind: 'local', message: error.message }
  return null
}

/** A system error's code (`EBUSY`, `ENOSPC`); `''` if none. */
export function errorCode(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
