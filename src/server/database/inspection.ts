import { Worker } from 'node:worker_threads'
import { migrations } from './migrate.ts'

/**
 * What became of a look into a database file.
 *
 * `good`: sound, and of this program. `empty`: sound, and nothing in it yet. `newer`: sound, and of a later version of the
 * program. `foreign`: a sound database of another program. `damaged`: no database, or one with broken pages.
 */
export type Verdict = 'good' | 'empty' | 'newer' | 'foreign' | 'damaged'

export interface Inspection {
  readonly verdict: Verdict
  /** How many migrations it has had; null where it does not say. */
  readonly version: number | null
}

/** What the thread is told, and how it answers: an inspection, or what kept it from looking. */
export interface InspectionTask {
  readonly path: string
  /** The version of this program's databases. */
  readonly newest: number
}
export type InspectionMessage = { readonly inspection: Inspection } | { readonly failure: { readonly message: string; readonly errcode?: number } }

/** Looks into the database file at a path. */
export type Inspect = (path: string) => Promise<Inspection>

/** A file could not be looked into at all: the disk, its permissions, another program. */
class InspectionError extends Error {
  override readonly name = 'InspectionError'
  readonly errcode: number | undefined

  constructor(message: string, errcode: number | undefined) {
    super(message)
    this.errcode = errcode
  }
}

/**
 * Checks database files in a thread of its own: every page and every index (`integrity_check`), and whose they are.
 *
 * Nothing of the file is changed, nor of the changes that wait beside it. 190 MB take about a second.
 *
 * @param workerUrl the code of inspection-worker.ts, in the sources or as its bundle
 * @throws InspectionError where the file cannot be read
 */
export function createInspect(workerUrl: URL = new URL('./inspection-worker.ts', import.meta.url)): Inspect {
  return async (path) => {
    const worker = new Worker(workerUrl, {
      workerData: { path, newest: migrations.length } satisfies InspectionTask,
      env: {},
      execArgv: [],
      name: 'inspection',
    })
    const { promise, resolve, reject } = Promise.withResolvers<InspectionMessage>()
    worker.on('message', resolve)
    worker.on('error', reject)
    worker.on('exit', () => reject(new Error('the inspection ended without an answer')))
    try {
      const message = await promise
      if ('inspection' in message) return message.inspection
      throw new InspectionError(message.failure.message, message.failure.errcode)
    } finally {
      await worker.terminate()
    }
  }
}
