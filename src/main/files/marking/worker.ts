import { parentPort, workerData } from 'node:worker_threads'
import type { WrongCell } from '#shared/import/contract.ts'
import { markWorkbook } from './mark.ts'

/** What the worker is given; {@link runMarking} is the only one who starts it. */
export interface MarkingWork {
  readonly bytes: Uint8Array
  readonly errors: readonly WrongCell[]
}

const { bytes, errors } = workerData as MarkingWork
const marked = await markWorkbook(bytes, errors)
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
parentPort?.postMessage(marked, [marked.buffer as ArrayBuffer])
