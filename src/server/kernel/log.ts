import { pino, type DestinationStream, type Logger } from 'pino'
import { createStream, type RotatingFileStream } from 'rotating-file-stream'
import { maskedFieldNames } from '#shared/records/property.ts'
import { withoutPersonalNumbers } from '#shared/text/redaction.ts'

export type Log = Logger

/** What must never be in a log, wherever an object carries it. */
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
 * What an error says and where it was thrown, and nothing of what hangs on it: a database's error carries whole rows,
 * and its message may quote a value, so numbers that could be a phone or an ID number are taken out.
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
  // On the finished line, so that nothing slips past by being nested, a name or part of a message.
  hooks: { streamWrite: withoutPersonalNumbers },
}

/** A log that writes its lines to a stream. */
export const streamLog = (stream: DestinationStream): Log => pino(options, stream)

/** A log that rotates at 10 MB and keeps ten files; `folder` is made where it is missing. */
export function fileLog(folder: string, fileName = 'server.log'): Log {
  return streamLog(openLogFile(folder, fileName))
}

/** The log of a server without a window: standard error. */
export function errorStreamLog(level = 'info'): Log {
  return pino({ ...options, level }, pino.destination({ dest: 2, sync: true }))
}

/** How long nothing is written after the disk refused it, in ms. */
const PAUSE = 10_000

/**
 * A file that rotates at 10 MB, ten of them kept, in which a log is written where it can be.
 *
 * A disk that is full, write-protected or gone costs the lines of that time and nothing else: no call fails for its log.
 */
function openLogFile(folder: string, fileName: string): DestinationStream {
  let stream: RotatingFileStream | null = null
  let closedUntil = 0
  /** The lines of this turn of the event loop: written at once, for each write is a call of the system and a turn of its own. */
  let lines = ''
  const open = (): RotatingFileStream => {
    const opened = createStream(fileName, { path: folder, size: '10M', maxFiles: 10 })
    opened.on('error', () => {
      // What failed once is of no use any more: the next line after the pause opens it again.
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
