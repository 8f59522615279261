import { getHeapStatistics } from 'node:v8'
import { parentPort } from 'node:worker_threads'
import { Refusal } from '#shared/contract/refusals.ts'
import type { SheetKind } from './kind.ts'
import { sheetKinds } from './kinds.ts'
import { ROWS_AHEAD, type MainMessage, type SheetTask, type WorkerMessage } from './protocol.ts'
import { readSheet } from './readSheet.ts'

/** The least time between two reports, in ms. */
const REPORT_EVERY = 100

let ahead = 0
let resume = (): void => undefined

// An error that is no refusal is a fault of ours: it ends the worker, and the main thread hears of it.
parentPort?.on('message', (message: MainMessage) => {
  if (message.type === 'read') void answer(message.task)
  else {
    ahead -= 1
    resume()
  }
})

const say = (message: WorkerMessage): void => parentPort?.postMessage(message)

async function answer(task: SheetTask): Promise<void> {
  try {
    const findings = await read(task)
    say({ type: 'done', findings, heldBytes: getHeapStatistics().external_memory })
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

function read({ archive, entries, kind: name, maxRows, maxErrors }: SheetTask) {
  const kind: SheetKind<string, object> = sheetKinds[name]
  let reportedAt = -Infinity
  ahead = 0
  return readSheet(kind, archive, entries, {
    maxRows,
    maxErrors,
    progress(stage, done, total) {
      const now = performance.now()
      if (now - reportedAt < REPORT_EVERY) return
      reportedAt = now
      say({ type: 'progress', stage, done, total })
    },
    async rows(rows) {
      say({ type: 'rows', rows })
      ahead += 1
      while (ahead >= ROWS_AHEAD) await new Promise<void>((resolve) => (resume = resolve))
    },
  })
}
