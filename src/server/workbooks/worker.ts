import { getHeapStatistics } from 'node:v8'
import { parentPort } from 'node:worker_threads'
import { Refusal } from '#shared/contract/refusals.ts'
import type { SheetKind } from './kind.ts'
import { sheetKinds } from './kinds.ts'
import { markWorkbook } from './marking/markWorkbook.ts'
import type { SheetTask, WorkerMessage, WorkerTask } from './protocol.ts'
import { readSheet } from './readSheet.ts'

/** The least time between two reports, in ms. */
const REPORT_EVERY = 100

// An error that is no refusal is a fault of ours: it ends the worker, and the main thread hears of it.
parentPort?.on('message', (work: WorkerTask) => void answer(work))

const say = (message: WorkerMessage, transfer: ArrayBuffer[] = []): void => parentPort?.postMessage(message, transfer)

async function answer(work: WorkerTask): Promise<void> {
  try {
    if (work.type === 'mark') {
      const bytes = await markWorkbook(work.task)
      say({ type: 'marked', bytes }, [bytes.buffer])
    } else {
      const findings = await read(work.task)
      const { total_heap_size: heap, external_memory: external } = getHeapStatistics()
      say({ type: 'done', findings, heldBytes: heap + external })
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    say({
      type: 'refused',
      reason: error.reason,
      code: error.code,
      message: error.message,
      data: error.data,
      cause: error.cause instanceof Error ? (error.cause.stack ?? '') : '',
    })
  }
}

function read({ archive, entries, kind: name, maxRows, maxErrors, named }: SheetTask) {
  const kind: SheetKind<string, object> = sheetKinds[name]
  let reportedAt = -Infinity
  return readSheet(kind, archive, entries, {
    maxRows,
    maxErrors,
    named,
    progress(stage, done, total) {
      const now = performance.now()
      if (now - reportedAt < REPORT_EVERY) return
      reportedAt = now
      say({ type: 'progress', stage, done, total })
    },
    rows: (rows) => say({ type: 'rows', rows }),
  })
}
