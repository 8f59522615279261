import { Worker } from 'node:worker_threads'
import { LAST_TRIAL, newestVersion } from './migrate.ts'

/**
 * Result of checking a database file.
 *
 * `good`: sound, and this program's. `empty`: sound, without content. `newer`: sound, of a later version of the program.
 * `trial`: sound, of a version before the first release. `foreign`: a sound database of another program. `damaged`: no
 * database, or one with broken pages.
 */
export const verdicts = ['good', 'empty', 'newer', 'trial', 'foreign', 'damaged'] as const
export type Verdict = (typeof verdicts)[number]

/** The outcome of checking a database file. */
export interface Inspection {
  readonly verdict: Verdict
  /** Its version; null if it has none. */
  readonly version: number | null
}

/** A task for the thread: checking a file, or rewriting it. The reply has its result, or the error. */
export type InspectionTask =
  | {
      readonly path: string
      /** The version of this program's databases. */
      readonly newest: number
      /** The last trial version. */
      readonly lastTrial: number
    }
  | { readonly compacted: string }
export type InspectionMessage =
  | { readonly inspection: Inspection }
  | { readonly isCompacted: boolean }
  | { readonly failure: { readonly message: string; readonly errcode?: number } }

/** Checks the database file at a path. */
export type Inspect = (path: string) => Promise<Inspection>

/** A file could not be checked at all: the disk, permissions, another program. */
class InspectionError extends Error {
  override readonly name = 'InspectionError'
  readonly errcode: number | undefined

  constructor(message: InspectionMessage) {
    const { failure } = 'failure' in message ? message : { failure: { message: 'the inspection answered something else' } }
    super(failure.message)
    this.errcode = 'errcode' in failure ? failure.errcode : undefined
  }
}

/**
 * Checks database files in a worker thread: every page and every index (`integrity_check`), and the owning program.
 *
 * Changes neither the file nor the changes pending next to it. 190 MB take about a second.
 *
 * @param workerUrl the code of inspection-worker.ts, in the sources or as its bundle
 * @throws InspectionError if the file cannot be read
 */
export function createInspect(workerUrl: URL = INSPECTION_WORKER, newest = newestVersion): Inspect {
  return async (path) => {
    const message = await askInspectionWorker(workerUrl, { path, newest, lastTrial: LAST_TRIAL })
    if ('inspection' in message) return message.inspection
    throw new InspectionError(message)
  }
}

export const INSPECTION_WORKER = new URL('./inspection-worker.ts', import.meta.url)

/** Runs a task in a worker thread. */
export async function askInspectionWorker(workerUrl: URL, task: InspectionTask): Promise<InspectionMessage> {
  const worker = new Worker(workerUrl, { workerData: task, env: {}, execArgv: [], name: 'inspection' })
  const { promise, resolve, reject } = Promise.withResolvers<InspectionMessage>()
  worker.on('message', resolve)
  worker.on('error', reject)
  worker.on('exit', () => reject(new Error('the inspection ended without an answer')))
  try {
    return await promise
  } finally {
    await worker.terminate()
  }
}
