import { pino, type DestinationStream, type Logger } from 'pino'
import { createStream, type RotatingFileStream } from 'rotating-file-stream'
import { maskedFieldNames } from '#shared/records/property.ts'
import { withoutPersonalNumbers } from '#shared/text/redaction.ts'

export type Log = Logger

/** Keys redacted from the log, at any depth. */
const SECRETS = [
  'password',
  'confirmPassword',
  'token',
  'programKey',
  'authId',
  'captcha',
  'smsCaptcha',
  'imageCaptcha',
  ...maskedFieldNames,
  'ownerName',
  'headers',
  'query',
  'body',
]

/**
 * An error's message and stack, and none of its other properties: a database error carries whole rows. The message may
 * quote a value, so numbers that could be a phone or an ID number are redacted.
 */
function plainError(error: unknown): unknown {
  if (!(error instanceof Error)) return typeof error === 'string' ? withoutNumbers(error) : typeof error
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  return {
    type: error.name,
    code: code ?? errcode,
    message: withoutNumbers(error.message),
    stack: withoutNumbers(error.stack ?? ''),
    cause: error.cause === undefined ? undefined : plainError(error.cause),
  }
}
const withoutNumbers = (text: string): string =>
  text.replace(/(?<![A-Za-z0-9])\d{11,}[\dXx]?(?![A-Za-z0-9])/g, '***').replace(/invalid input syntax for type \w+: ".*"/g, 'invalid input syntax')

const options = {
  base: null,
  serializers: { err: plainError, cause: plainError },
  redact: { paths: [...SECRETS, ...SECRETS.map((name) => `*.${name}`)], censor: '***' },
  // Applied to the finished line, so that nothing slips past in a nested value, a name or part of a message.
  hooks: { streamWrite: withoutPersonalNumbers },
}

/** A log written to a stream. */
export const streamLog = (stream: DestinationStream): Log => pino(options, stream)

/** A log that rotates at 10 MB and keeps ten files; creates `folder` if missing. */
export function fileLog(folder: string, fileName = 'server.log'): Log {
  return streamLog(openLogFile(folder, fileName))
}

/** The log of a headless server: standard error. */
export function errorStreamLog(level = 'info'): Log {
  return pino({ ...options, level }, pino.destination({ dest: 2, sync: true }))
}

/** Pause after a failed write before the next one, in ms. */
const PAUSE = 10_000

/**
 * A log file that rotates at 10 MB and keeps ten, written on a best-effort basis.
 *
 * A disk that is full, write-protected or gone only loses the lines of that time: no call fails because of its log.
 */
function openLogFile(folder: string, fileName: string): DestinationStream {
  let stream: RotatingFileStream | null = null
  let closedUntil = 0
  /** Lines of the current turn of the event loop, written together: each write costs a system call and a turn. */
  let lines = ''
  const open = (): RotatingFileStream => {
    const opened = createStream(fileName, { path: folder, size: '10M', maxFiles: 10 })
    opened.on('error', () => {
      // A failed stream is unusable: the next line after the pause opens a new one.
      if (stream !== opened) return
      stream = null
      closedUntil = performance.now() + PAUSE
    })
    return opened
  }
  const flush = (): void => {
    const text = lines
    lines = ''
    if (stream === null && performance.now() < closedUntil) return
    stream ??= open()
    stream.write(text)
  }
  return {
    write(line) {
      if (lines === '') setImmediate(flush)
      lines += line
    },
  }
}
