import type { JobProgress } from '#shared/features/job/contract.ts'
import { POLL_MS, type Imported, type ImportEffects, type LostVerdict } from './importState.ts'

/** Number of consecutive "waiting" answers after which a job counts as unknown. */
const PATIENCE = 5

/**
 * Waits for a job whose answer was lost, while the server knows it. Null: it does not, or the result is no longer wanted.
 *
 * A server reports jobs it has forgotten or never had as waiting. Such a job is cancelled, so that a file still being uploaded
 * cannot be imported unnoticed.
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
 * Whether an import whose answer was lost was written, judging by a second check of the same file.
 *
 * An import is all or nothing: properties to insert now exist, or still have to be inserted. A file that only updates looks the
 * same before and after.
 */
export function verdictAfterLoss(before: Imported, now: Imported): LostVerdict {
  if (before.inserted === 0) return 'unclear'
  if (now.inserted === 0) return 'written'
  return now.inserted === before.inserted ? 'notWritten' : 'unclear'
}
