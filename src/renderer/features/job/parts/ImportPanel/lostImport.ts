import type { JobProgress } from '#shared/features/job/contract.ts'
import { POLL_MS, type Imported, type ImportEffects, type LostVerdict } from './importState.ts'

/** How many times in a row a job may be said to wait before it counts as forgotten. */
const PATIENCE = 5

/**
 * Waits for a job whose answer was lost, as long as the server knows it. Null: it does not, or nobody waits any more.
 *
 * A server that has forgotten a job, or never had it, says that it waits. Such a job is cancelled, so that a file
 * which is still on its way cannot be written behind the user's back.
 */
export async function endOfJob(effects: ImportEffects, jobId: string, isWanted: () => boolean): Promise<JobProgress['stage'] | null> {
  for (let waited = 0; waited < PATIENCE;) {
    const { stage } = await effects.progress(jobId)
    if (!isWanted()) return null
    if (stage === 'finished' || stage === 'failed' || stage === 'cancelled') return stage
    waited = stage === 'waiting' ? waited + 1 : 0
    await effects.wait(POLL_MS)
  }
  await effects.cancel(jobId)
  return null
}

/**
 * Whether an import whose answer was lost has written, judged by a second check of the same file.
 *
 * An import is all or nothing: properties that were to be inserted are there now, or they still are to be inserted. A file
 * that only updates looks the same before and after.
 */
export function verdictAfterLoss(before: Imported, now: Imported): LostVerdict {
  if (before.inserted === 0) return 'unclear'
  if (now.inserted === 0) return 'written'
  return now.inserted === before.inserted ? 'notWritten' : 'unclear'
}
