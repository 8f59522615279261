import { Refusal } from '#shared/contract/refusals.ts'
import type { JobProgress } from '#shared/features/job/contract.ts'
import type { ReadDatabase } from '../../database/database.ts'
import { callUnderWay, type Caller } from '../../http/context.ts'
import { meetsAll, type NamedIds } from '../../scope/scoping.ts'
import type { Clock } from '../../kernel/clock.ts'

/** How long an ended job can be queried, in ms, and how many are kept. */
const REMEMBERED_FOR = 10 * 60_000
const REMEMBERED = 1_000

type JobCaller = Pick<Caller, 'userKey' | 'scope'>

interface Known {
  progress: JobProgress
  readonly controller: AbortController
  endedAt: number | null
  /** The ids in its call, which determine its estates. */
  readonly named: NamedIds
}

/** A running job's handle: reports progress and observes cancellation. */
export interface RunningJob {
  readonly signal: AbortSignal
  /** Reports progress: `done` of `total`, in the stage's units; total 0 = not known yet. */
  report(stage: JobProgress['stage'], done: number, total: number): void
}

const nothingYet: JobProgress = { stage: 'waiting', done: 0, total: 0 }
const isEnded = (stage: JobProgress['stage']): boolean => stage === 'finished' || stage === 'failed' || stage === 'cancelled'

/**
 * Long jobs that can be followed and cancelled by an id made by the client (`wire.md` section 9).
 *
 * A job belongs to the user who started it, while its estate is in their scope; another's is treated as unknown. Kept in
 * memory only: a crash ends the job without any write.
 *
 * @param onEnd called whenever a job has ended
 */
export function createJobService({ clock, onEnd, read }: { readonly clock: Clock; readonly onEnd: () => void; readonly read: ReadDatabase }) {
  const jobs = new Map<string, Known>()
  const keyOf = (userKey: number, jobId: string): string => `${userKey} ${jobId}`

  function forgetOld(): void {
    const now = clock.now()
    for (const [key, job] of jobs) {
      if (job.endedAt !== null && (now - job.endedAt > REMEMBERED_FOR || jobs.size > REMEMBERED)) jobs.delete(key)
    }
  }

  return {
    /**
     * Runs work under an id; without one it runs but cannot be followed.
     *
     * If the client disconnects, the work is cancelled: a result not delivered must not exist, so that the file can simply be sent again.
     * @throws Refusal `job.cancelled` (402) when cancelled, `job.running` (409) if work with that id is running
     */
    async run<T>({ userKey, signal: gone }: Pick<Caller, 'userKey' | 'signal'>, jobId: string, work: (job: RunningJob) => Promise<T>): Promise<T> {
      forgetOld()
      const key = keyOf(userKey, jobId)
      const before = jobId === '' ? undefined : jobs.get(key)
      if (before && before.endedAt === null && before.progress.stage !== 'waiting') throw new Refusal('job.running')
      // A job cancelled while its file was still being uploaded starts cancelled.
      const known: Known = {
        progress: nothingYet,
        controller: before?.progress.stage === 'cancelled' ? before.controller : new AbortController(),
        endedAt: null,
        named: callUnderWay.getStore()?.named() ?? new Map(),
      }
      if (jobId !== '') jobs.set(key, known)
      const signal = AbortSignal.any([known.controller.signal, gone])
      try {
        if (signal.aborted) throw new Refusal('job.cancelled')
        const value = await work({
          signal,
          report(stage, done, total) {
            known.progress = { stage, done, total }
          },
        })
        known.progress = { stage: 'finished', done: known.progress.total, total: known.progress.total }
        return value
      } catch (error) {
        known.progress = { ...known.progress, stage: signal.aborted ? 'cancelled' : 'failed' }
        throw signal.aborted ? new Refusal('job.cancelled') : error
      } finally {
        known.endedAt = clock.now()
        onEnd()
      }
    },

    /** The progress of this user's job; waiting with 0 of 0 if unknown. */
    async progress(caller: JobCaller, jobId: string): Promise<JobProgress> {
      const job = jobs.get(keyOf(caller.userKey, jobId))
      return job && (await meetsAll(read, caller, job.named)) ? job.progress : nothingYet
    },

    /**
     * Cancels a job of this user; an ended one stays as it is.
     *
     * An unknown id is remembered as cancelled: its file may still be uploading, and its work then does not start.
     */
    cancel(userKey: number, jobId: string): void {
      forgetOld()
      const job = jobs.get(keyOf(userKey, jobId))
      if (job && isEnded(job.progress.stage)) return
      if (job) return job.controller.abort()
      const controller = new AbortController()
      controller.abort()
      jobs.set(keyOf(userKey, jobId), { progress: { ...nothingYet, stage: 'cancelled' }, controller, endedAt: clock.now(), named: new Map() })
    },
  }
}
export type JobService = ReturnType<typeof createJobService>
