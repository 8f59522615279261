import { Refusal } from '#shared/contract/refusals.ts'
import type { JobProgress } from '#shared/features/job/contract.ts'
import type { ReadDatabase } from '../../database/database.ts'
import { callUnderWay, type Caller } from '../../http/context.ts'
import { meetsAll, type NamedIds } from '../../scope/scoping.ts'
import type { Clock } from '../../kernel/clock.ts'

/** How long an ended job can still be asked about, in ms, and how many are remembered. */
const REMEMBERED_FOR = 10 * 60_000
const REMEMBERED = 1_000

type JobCaller = Pick<Caller, 'userKey' | 'scope'>

interface Known {
  progress: JobProgress
  readonly controller: AbortController
  endedAt: number | null
  /** What its call named: it belongs to the estates of that. */
  readonly named: NamedIds
}

/** A piece of long work while it runs: it reports where it stands and stops when it is told to. */
export interface RunningJob {
  readonly signal: AbortSignal
  /** How far it is: `done` of `total`, in whatever the stage counts; a total of 0 is not known yet. */
  report(stage: JobProgress['stage'], done: number, total: number): void
}

const nothingYet: JobProgress = { stage: 'waiting', done: 0, total: 0 }
const isEnded = (stage: JobProgress['stage']): boolean => stage === 'finished' || stage === 'failed' || stage === 'cancelled'

/**
 * Long work that can be followed and stopped by an id that the client made (`wire.md` section 9).
 *
 * A job belongs to the user who named it, while they see its estate; another's is as unknown as one that never was. It lives in memory only: what
 * a crash ends has written nothing.
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
     * Runs work under an id; without one it runs all the same and cannot be followed.
     *
     * Work whose client goes away is stopped as if it had been cancelled: what nobody was told of is not there, so that
     * whoever lost the connection may simply send the file again.
     * @throws Refusal `job.cancelled` (402) when it was cancelled, `job.running` (409) when work of that id is running
     */
    async run<T>({ userKey, signal: gone }: Pick<Caller, 'userKey' | 'signal'>, jobId: string, work: (job: RunningJob) => Promise<T>): Promise<T> {
      forgetOld()
      const key = keyOf(userKey, jobId)
      const before = jobId === '' ? undefined : jobs.get(key)
      if (before && before.endedAt === null && before.progress.stage !== 'waiting') throw new Refusal('job.running')
      // One that was cancelled while its file was still on the way here starts cancelled.
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

    /** Where a job of this user stands; waiting with 0 of 0 if none of that id is known. */
    async progress(caller: JobCaller, jobId: string): Promise<JobProgress> {
      const job = jobs.get(keyOf(caller.userKey, jobId))
      return job && (await meetsAll(read, caller, job.named)) ? job.progress : nothingYet
    },

    /**
     * Tells a job of this user to stop; one that has ended stays as it is.
     *
     * An id that is not known yet is remembered as cancelled: its file may still be on the way here, and then its work does not
     * begin.
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
