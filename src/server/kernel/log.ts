import { mkdirSync } from 'node:fs'
import { pino, type DestinationStream, type Logger } from 'pino'
import { createStream } from 'rotating-file-stream'

export type Log = Logger

/** What must never stand in a log, wherever an object carries it. */
const SECRETS = [
  'password',
  'confirmPassword',
  'token',
  'authId',
  'captcha',
  'smsCaptcha',
  'imageCaptcha',
  'phone',
  'idNumber',
  'ownerName',
  'headers',
  'query',
  'body',
]

const options = { base: null, redact: { paths: [...SECRETS, ...SECRETS.map((name) => `*.${name}`)], censor: '***' } }

/** A log that rotates at 10 MB and keeps ten files; `folder` is made where it is missing. */
export function fileLog(folder: string, fileName = 'server.log'): Log {
  mkdirSync(folder, { recursive: true })
  const stream = createStream(fileName, { path: folder, size: '10M', maxFiles: 10 })
  return pino(options, stream as unknown as DestinationStream)
}

/** The log of a server without a window: standard error. */
export function errorStreamLog(level = 'info'): Log {
  return pino({ ...options, level }, pino.destination({ dest: 2, sync: true }))
}

export const silentLog: Log = pino({ level: 'silent' })
