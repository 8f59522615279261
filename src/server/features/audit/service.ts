import type { Caller } from '../../http/context.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import { createCheckpoints } from './checkpoints.ts'
import type { CheckpointWrites } from './checkpointWrites.ts'
import { createCsvExport } from './csvExport.ts'
import type { JournaledDatabase } from './journal.ts'
import { createLastCheck } from './lastCheck.ts'
import { createAuditReads } from './reads.ts'
import { createMoments } from './moments/service.ts'
import { createReplayChecks } from './replay/service.ts'
import { createSafetyReads } from './safetyReads.ts'
import { createVerification } from './verification.ts'

/** Long work that can be followed and stopped (job/service.ts), which stands later in the order of features. */
export type RunJob = <T>(
  caller: Pick<Caller, 'userKey' | 'signal'>,
  jobId: string,
  work: (job: { readonly signal: AbortSignal; report(stage: 'checking' | 'writing', done: number, total: number): void }) => Promise<T>,
) => Promise<T>

export interface AuditDeps {
  readonly database: JournaledDatabase
  readonly clock: Clock
  readonly log: Pick<Log, 'warn'>
  readonly runJob: RunJob
  readonly checkpoints: CheckpointWrites
}

/**
 * The journal of every change: who, when, from where, what before and after.
 *
 * An entry is written in the transaction of the change itself, so one is never without the other. Each carries the hash
 * of the one before it, so that a change behind the program's back is found.
 */
export function createAuditService(deps: AuditDeps) {
  const { keepCheck, lastCheck } = createLastCheck(deps)
  return {
    ...createAuditReads(deps),
    ...createSafetyReads(deps),
    ...createCsvExport(deps),
    ...createCheckpoints(deps),
    ...createVerification(deps, keepCheck),
    lastCheck,
    checks: createReplayChecks(deps),
    ...createMoments(deps),
  }
}
export type AuditService = ReturnType<typeof createAuditService>
