import { Refusal } from '#shared/contract/refusals.ts'
import type { Printed } from '#shared/features/audit/contract.ts'
import { MAX_DIFFERENCES, type ReplaySummary } from '#shared/features/audit/replay.ts'
import { readSnapshot } from '../../database/open.ts'
import type { Caller } from '../../http/context.ts'
import { checkCheckpoints, type CheckpointCheck } from './checkpointCheck.ts'
import { FIRST_HASH, NO_ENTRY, type Link } from './chain.ts'
import type { AuditDeps } from './deps.ts'
import { checkJournal } from './replay/whole.ts'
import { auditStore } from './store.ts'
import type { KeptCheck } from './lastCheck.ts'
import type { WholeCheck } from './verify.ts'

/** What checking the journal found; `printed` is what became of the entry, or the checkpoint, that a paper names. */
export interface Verification extends WholeCheck {
  readonly lastNumber: number
  readonly lastHash: string
  readonly printed: Printed
  readonly checkpoints: CheckpointCheck
  readonly replay: ReplaySummary
}

/** What is printed, as it was typed; `''` for what was not. */
export interface Asked {
  readonly number?: number | null | undefined
  readonly hash: string
  readonly code: string
}

/** The worse answer first: where both an entry and a code are asked for, both must stand. */
const worstFirst: readonly Printed[] = ['missing', 'differs', 'found', 'none']

/** The check of the whole chain. `keepCheck` keeps what a whole one found. */
export function createVerification({ database, runJob }: AuditDeps, keepCheck: (checked: KeptCheck, caller: Caller) => Promise<void>) {
  /** The newest entry's number and hash: what a report prints, so that even a cut-off end is found later. */
  async function head(): Promise<Link> {
    return (await auditStore(database.read).last()) ?? NO_ENTRY
  }

  async function lookUp(number: number, hash: string): Promise<Printed> {
    const kept = number === 0 ? FIRST_HASH : await auditStore(database.read).hashOf(number)
    return kept === undefined ? 'missing' : kept === hash ? 'found' : 'differs'
  }

  return {
    /**
     * Whether the journal and its checkpoints are whole, and whether it still has the entry, or the checkpoint, that a paper names.
     *
     * @throws Refusal `audit.hashMissing` or `audit.numberMissing` (400) where only one half of what is printed is given, `job.cancelled` (402)
     */
    async verify({ number, hash, code, jobId }: Asked & { readonly jobId: string }, caller: Caller): Promise<Verification> {
      const isAsked = typeof number === 'number'
      if (isAsked !== (hash !== '')) throw new Refusal(isAsked ? 'audit.hashMissing' : 'audit.numberMissing')
      return runJob(caller, jobId, async (job) => {
        const printedEntry = isAsked ? await lookUp(number, hash) : 'none'
        const last = await head()
        const onProgress = (done: number): void => job.report('checking', Math.min(done, last.number), last.number)
        const { chain, replay: found } = await readSnapshot(database.location, (db) => checkJournal(db, { signal: job.signal, onProgress }))
        const { printed: printedCode, ...checkpoints } = await checkCheckpoints(database.read, code, job.signal)
        await keepCheck({ ...chain, faultCount: found.differences.length + checkpoints.faultCount }, caller)
        const printed = worstFirst.find((each) => each === printedEntry || each === printedCode) ?? 'none'
        const { checked, differences } = found
        const replay = { checked, differences: differences.slice(0, MAX_DIFFERENCES), differenceCount: differences.length }
        return { ...chain, lastNumber: last.number, lastHash: last.hash, printed, checkpoints, replay }
      })
    },
  }
}
