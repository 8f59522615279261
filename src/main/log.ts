import { Writable } from 'node:stream'
import { pino, type Logger } from 'pino'
import { createStream } from 'rotating-file-stream'
import { errorCode } from './failures.ts'
import { redact } from './redact.ts'

export type Log = Logger

interface LogOptions {
  readonly folder: string
  /** Also writes to stderr, in development. */
  readonly isOnConsole: boolean
}

/**
 * The main process's log: `main.log` in the folder, five files of 5 MB, every line redacted.
 *
 * If the folder is not writable, the program starts without a log file.
 */
export function createLog({ folder, isOnConsole }: LogOptions): { readonly log: Log; readonly close: () => Promise<void> } {
  const file = createStream('main.log', { path: folder, size: '5M', maxFiles: 5 })
  let isBroken = false
  file.on('error', () => {
    isBroken = true
  })
  const lines = new Writable({
    decodeStrings: false,
    write(line: string | Buffer, _encoding, done) {
      const clean = redact(line.toString())
      if (isOnConsole) process.stderr.write(clean)
      if (isBroken) done()
      else file.write(clean, () => done())
    },
  })
  const log = pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: plainError } }, lines)
  const close = () =>
    new Promise<void>((resolve) => {
      lines.end(() => {
        if (isBroken) resolve()
        else file.end(() => resolve())
      })
    })
  return { log, close }
}

/**
 * An error's name, code, message, stack and cause, without other properties, which may hold user input (axios attaches the
 * call).
 */
function plainError(error: unknown): unknown {
  if (!(error instanceof Error)) return typeof error === 'string' ? error : typeof error
  const cause = error.cause instanceof Error ? plainError(error.cause) : typeof error.cause === 'string' ? error.cause : undefined
  return { type: error.name, code: errorCode(error) || undefined, message: error.message, stack: error.stack, cause }
}
