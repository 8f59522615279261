import type { DestinationStream } from 'pino'
import { createStream, type RotatingFileStream } from 'rotating-file-stream'

/** How long nothing is written after the disk refused it, in ms. */
const PAUSE = 10_000

/**
 * A file that rotates at 10 MB, ten of them kept, in which a log is written where it can be.
 *
 * A disk that is full, write-protected or gone costs the lines of that time and nothing else: no call fails for its log.
 */
export function openLogFile(folder: string, fileName: string): DestinationStream {
  let stream: RotatingFileStream | null = null
  let closedUntil = 0
  /** The lines of this turn of the event loop: written at once, for each write is a call of the system and a turn of its own. */
  let lines = ''
  const open = (): RotatingFileStream => {
    const opened = createStream(fileName, { path: folder, size: '10M', maxFiles: 10 })
    opened.on('error', () => {
      // What failed once is of no use any more: the next line after the pause opens it anew.
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
