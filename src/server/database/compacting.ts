import { setTimeout as wait } from 'node:timers/promises'
import { askInspectionWorker, INSPECTION_WORKER } from './inspection.ts'

/** Somebody who reads a report keeps the log from being emptied: tries, and ms between two. */
const TRIES = 5
const PAUSE = 1_000

/**
 * What writes a database file anew in a thread of its own, in use or not: deleted rows stay in free pages and in the log
 * otherwise, where whoever has the file can read them.
 *
 * Readers go on meanwhile; who writes waits in the write queue. It needs as much free disk as the file has bytes. A kill
 * leaves the file as it was.
 */
export function createCompact(workerUrl: URL | undefined, file: string): () => Promise<boolean> {
  return async () => {
    for (let tries = 1; ; tries++) {
      const message = await askInspectionWorker(workerUrl ?? INSPECTION_WORKER, { compacted: file }).catch(() => null)
      if (message && 'isCompacted' in message && message.isCompacted) return true
      if (tries === TRIES || !message || 'failure' in message) return false
      await wait(PAUSE)
    }
  }
}
