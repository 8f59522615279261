import { readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { Refusal } from '#shared/contract/refusals.ts'
import type { NamedLayout } from '../paper/layouts.ts'
import type { DrawOrder } from './recognition/drawing.ts'
import type { ReadPicture } from './recognition/readPage.ts'

/** A page for the worker; `key` identifies its bytes, so that a page is decoded only once for several drawings. */
export type PageTask = { readonly key: string; readonly bytes: Uint8Array } & (
  | { readonly type: 'read'; readonly layout: NamedLayout | null }
  | { readonly type: 'draw'; readonly order: DrawOrder }
)
export type PageAnswer =
  | { readonly type: 'damaged' }
  | { readonly type: 'read'; readonly found: ReadPicture }
  | { readonly type: 'drawn'; readonly png: Uint8Array }

/** The WebAssembly of the QR code reader and the picture decoder. */
export interface ReaderWasm {
  readonly qr: Uint8Array
  readonly pdf: Uint8Array
}

/** Locations of the worker's code and its WebAssembly: in the sources and packages, or next to the bundles. */
export interface ReaderFiles {
  readonly workerUrl: URL
  readonly qrWasm: string
  readonly pdfWasm: string
}

/** Time limit per page, in ms. */
const TIME_MS = 20_000
/**
 * The worker's heap, in MB, and the part of it for what is new. Pictures lie outside it and go when it is collected: were that part as
 * large as it comes, 25 MB more of them would wait.
 */
const HEAP_MB = 192
const NEW_MB = 6
/** An idle worker gives its memory back after so many ms. */
const IDLE_MS = 60_000

interface Waiting {
  readonly task: PageTask
  readonly resolve: (answer: PageAnswer) => void
  readonly reject: (error: unknown) => void
}

/**
 * The thread in which pages are recognized and drawn, one at a time for all callers; drawing takes precedence.
 *
 * Started with the first page. A page that takes too long or fails ends it, and the next page gets a new one.
 */
export function createPageReader({ workerUrl, qrWasm, pdfWasm }: ReaderFiles) {
  const waiting: Record<PageTask['type'], Waiting[]> = { draw: [], read: [] }
  let worker: Worker | null = null
  let isBusy = false
  let idle: NodeJS.Timeout | undefined

  function start(): Worker {
    const workerData: ReaderWasm = { qr: readFileSync(qrWasm), pdf: readFileSync(pdfWasm) }
    const resourceLimits = { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: NEW_MB }
    const started = new Worker(workerUrl, { workerData, env: {}, execArgv: [], name: 'reading', resourceLimits })
    started.once('exit', () => {
      if (worker === started) worker = null
    })
    return started
  }

  /** @throws Refusal `reading.damaged` (400) if the page takes too long, or exceeds the worker's memory */
  async function answerOf(task: PageTask): Promise<PageAnswer> {
    const asked = (worker ??= start())
    const { promise, resolve, reject } = Promise.withResolvers<PageAnswer>()
    const deadline = setTimeout(() => reject(new Refusal('reading.damaged')), TIME_MS)
    const fail = (error: Error & { readonly code?: string }): void =>
      reject(error.code?.endsWith('MODULE_NOT_FOUND') ? error : new Refusal('reading.damaged', null, { cause: error }))
    const end = (): void => reject(new Refusal('reading.damaged'))
    asked.on('message', resolve).on('error', fail).on('exit', end)
    asked.ref()
    try {
      asked.postMessage(task)
      return await promise
    } catch (error) {
      worker = null
      await asked.terminate()
      throw error
    } finally {
      clearTimeout(deadline)
      asked.off('message', resolve).off('error', fail).off('exit', end)
      asked.unref()
    }
  }

  async function work(): Promise<void> {
    if (isBusy) return
    isBusy = true
    clearTimeout(idle)
    for (let next = waiting.draw.shift() ?? waiting.read.shift(); next; next = waiting.draw.shift() ?? waiting.read.shift())
      await answerOf(next.task).then(next.resolve, next.reject)
    isBusy = false
    idle = setTimeout(() => void worker?.terminate(), IDLE_MS).unref()
  }

  function ask(task: PageTask, signal: AbortSignal | null): Promise<PageAnswer> {
    const { promise, resolve, reject } = Promise.withResolvers<PageAnswer>()
    const mine: Waiting = { task, resolve, reject }
    waiting[task.type].push(mine)
    // aborted calls leave the queue
    signal?.addEventListener('abort', () => {
      const place = waiting[task.type].indexOf(mine)
      if (place < 0) return
      waiting[task.type].splice(place, 1)
      reject(signal.reason)
    })
    void work()
    return promise
  }

  return {
    /** @throws Refusal `reading.damaged` (400) */
    async read(bytes: Uint8Array, { key, layout, signal }: { readonly key: string; readonly layout: NamedLayout | null; readonly signal: AbortSignal }) {
      const answer = await ask({ type: 'read', key, bytes, layout }, signal)
      if (answer.type !== 'read') throw new Refusal('reading.damaged')
      return answer.found
    },
    /** A part of a page as a PNG. */
    async draw(bytes: Uint8Array, { key, order, signal }: { readonly key: string; readonly order: DrawOrder; readonly signal: AbortSignal }) {
      const answer = await ask({ type: 'draw', key, bytes, order }, signal)
      if (answer.type !== 'drawn') throw new Refusal('reading.damaged')
      return answer.png
    },
  }
}
export type PageReader = ReturnType<typeof createPageReader>
