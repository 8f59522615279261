import { parentPort, workerData } from 'node:worker_threads'
import { Refusal } from '#shared/contract/envelope.ts'
import { sheetKinds } from './kinds/kinds.ts'
import { ROWS_AHEAD, type SheetTask, type WorkerMessage } from './protocol.ts'
import { readSheet } from './readSheet.ts'
import type { SheetKind } from './kinds/kind.ts'

/** The least time between two reports, in ms. */
const REPORT_EVERY = 100

if (parentPort) await readTask(parentPort, workerData as SheetTask) // it is reader.ts that starts this file

async function readTask(port: NonNullable<typeof parentPort>, task: SheetTask): Promise<void> {
  const say = (message: WorkerMessage): void => port.postMessage(message)
  let ahead = 0
  let resume = (): void => undefined
  port.on('message', () => {
    ahead -= 1
    resume()
  })
  let reportedAt = -Infinity

  try {
    const kind: SheetKind<string, object> = sheetKinds[task.kind]
    const findings = await readSheet(kind, task.archive, task.entries, {
      ...(task.maxRows === undefined ? {} : { maxRows: task.maxRows }),
      progress(stage, done, total) {
        const now = performance.now()
        if (now - reportedAt < REPORT_EVERY) return
        reportedAt = now
        say({ type: 'progress', stage, done, total })
      },
      async rows(rows) {
        say({ type: 'rows', json: JSON.stringify(rows) })
        ahead += 1
        while (ahead >= ROWS_AHEAD) await new Promise<void>((resolve) => (resume = resolve))
      },
    })
    say({ type: 'done', findings })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    say({ type: 'refused', code: error.code, message: error.message, data: error.data, cause: error.cause instanceof Error ? (error.cause.stack ?? '') : '' })
  } finally {
    port.close()
  }
}
