import type { UtilityProcess, utilityProcess as utilityProcessModule } from 'electron'
import type { Log } from '../log.ts'
import { killNow } from '../server-host/utility-process.ts'
import type { Opened } from './drawing.ts'

export type DecoderOrder =
  | { readonly type: 'open'; readonly fileId: string; readonly name: string; readonly bytes: Uint8Array }
  | { readonly type: 'draw'; readonly fileId: string; readonly sourcePage: number }
  | { readonly type: 'close'; readonly fileId: string }
export type DecoderAnswer =
  | { readonly type: 'opened'; readonly opened: Opened }
  | { readonly type: 'drawn'; readonly jpeg: Uint8Array | null }
  | { readonly type: 'closed' }

/** Time limit per order (ms). */
const TIME_MS = 20_000
/** The process's heap (MB); files and pictures are outside it, in the decoder's own limited memory. */
const HEAP_MB = 192
/** An idle process is ended after this time (ms). */
const IDLE_MS = 60_000

export interface DecoderOptions {
  readonly utilityProcess: Pick<typeof utilityProcessModule, 'fork'>
  /** Its bundle and input. */
  readonly script: string
  readonly args?: string[]
  readonly environment: NodeJS.ProcessEnv
  readonly timeMs?: number
  readonly log: Pick<Log, 'warn'>
}

interface KeptFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/**
 * The process that opens files and draws pages, one at a time.
 *
 * It starts with the first file. If it takes too long, needs too much memory or ends, it is replaced, and the files still
 * needed are opened again.
 */
export function createDecoder(options: DecoderOptions) {
  const { log, timeMs = TIME_MS } = options
  const files = new Map<string, KeptFile>()
  /** The files that the running process has opened. */
  let opened = new Set<string>()
  let child: UtilityProcess | null = null
  let idle: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()

  function end(): void {
    const ended = child
    child = null
    opened = new Set()
    if (ended) killNow(ended)
  }

  function start(): UtilityProcess {
    const started = forkDecoder(options)
    started.once('exit', () => {
      if (child === started) end()
    })
    return started
  }

  /** The process's answer; null if it ended or took too long, in which case it is gone. */
  async function ask(order: DecoderOrder): Promise<DecoderAnswer | null> {
    clearTimeout(idle)
    const asked = (child ??= start())
    const { promise, resolve } = Promise.withResolvers<DecoderAnswer | null>()
    const deadline = setTimeout(() => resolve(null), timeMs)
    const gone = (): void => resolve(null)
    asked.once('message', resolve)
    asked.once('exit', gone)
    asked.postMessage(order)
    const answer = await promise
    clearTimeout(deadline)
    asked.off('message', resolve)
    asked.off('exit', gone)
    if (answer === null) {
      log.warn({ order: order.type }, 'a page could not be drawn in time')
      if (child === asked) end()
    }
    idle = setTimeout(end, IDLE_MS).unref()
    return answer
  }

  /** Runs orders one after another. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = last.then(work)
    last = mine.catch(() => undefined)
    return mine
  }

  async function openNow(fileId: string, file: KeptFile): Promise<Opened | null> {
    const answer = await ask({ type: 'open', fileId, ...file })
    if (answer?.type !== 'opened') return null
    if ('pageCount' in answer.opened) opened.add(fileId)
    return answer.opened
  }

  return {
    /** The page count of a file, or why it is rejected; null if it cannot be opened in time. */
    open: (fileId: string, file: KeptFile): Promise<Opened | null> =>
      inTurn(async () => {
        const answer = await openNow(fileId, file)
        if (answer && 'pageCount' in answer) files.set(fileId, file)
        return answer
      }),
    /** A page as a grey JPEG; null if it cannot be drawn. */
    draw: (fileId: string, sourcePage: number): Promise<Uint8Array | null> =>
      inTurn(async () => {
        const file = files.get(fileId)
        if (!file) return null
        if (!opened.has(fileId) && (await openNow(fileId, file)) === null) return null
        const answer = await ask({ type: 'draw', fileId, sourcePage })
        return answer?.type === 'drawn' ? answer.jpeg : null
      }),
    close: (fileId: string): Promise<void> =>
      inTurn(async () => {
        files.delete(fileId)
        if (opened.delete(fileId)) await ask({ type: 'close', fileId })
      }),
    /** Ends the process, when the program ends. */
    stop: end,
  }
}
export type Decoder = ReturnType<typeof createDecoder>

function forkDecoder({ utilityProcess, script, args = [], environment, log }: DecoderOptions): UtilityProcess {
  const child = utilityProcess.fork(script, args, {
    serviceName: '社区投票平台扫描',
    stdio: 'pipe',
    env: environment,
    execArgv: [`--max-old-space-size=${HEAP_MB}`],
  })
  // an unread pipe would block it once full
  child.stdout?.resume()
  child.stderr?.on('data', (chunk: Buffer) => log.warn({ stderr: chunk.toString('utf8').slice(0, 2_000) }, 'decoder'))
  // without a listener it would be thrown in this process; the following exit is handled
  child.on('error', (type) => log.warn({ type }, 'decoder met a fatal error'))
  return child
}
