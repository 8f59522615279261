import type { Caller } from '../../http/context.ts'
import type { Log } from '../../kernel/log.ts'
import type { CheckpointWrites } from './checkpointWrites.ts'
import type { ServiceDeps } from './journal.ts'
import type { KeptHead } from './keptHead.ts'

/** Runs a followable and cancellable job (job/service.ts); injected, as jobs come later in the order of features. */
export type RunJob = <T>(
  caller: Pick<Caller, 'userKey' | 'signal'>,
  jobId: string,
  work: (job: { readonly signal: AbortSignal; report(stage: 'checking' | 'writing', done: number, total: number): void }) => Promise<T>,
) => Promise<T>

export interface JournalServiceDeps extends ServiceDeps {
  readonly log: Pick<Log, 'warn'>
  readonly runJob: RunJob
  readonly checkpoints: CheckpointWrites
  readonly keptHead: KeptHead
}
