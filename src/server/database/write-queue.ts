import { setTimeout as wait } from 'node:timers/promises'
import { CompiledQuery, type Kysely, type Transaction } from 'kysely'
import { CommitRefusedError, isBusy, stopping, troubleOf, uncertainTrouble, writeTrouble } from './trouble.ts'
import { yieldToEventLoop } from '../kernel/yieldToEventLoop.ts'

/**
 * Runs once per group of jobs, inside its transaction and before COMMIT; `items` are from the kept jobs, in order. If it
 * throws, the whole group fails.
 */
export type CommitHook<S, Item> = (tx: Transaction<S>, items: readonly Item[]) => Promise<void>

/** Registers a hook for the commit of the job's group; a job's items are dropped if the job is rolled back. */
export type OnCommit<S> = <Item>(hook: CommitHook<S, Item>, item: Item) => void

/**
 * A unit of work: all of its writes are kept, or none.
 *
 * It must not wait for anything but the database.
 */
export type Job<S, T> = (tx: Transaction<S>, onCommit: OnCommit<S>) => Promise<T>

export interface WriteOptions {
  /** For an import or the like: runs in a transaction of its own. */
  readonly isLong?: boolean
}

interface QueuedJob<S> {
  readonly job: Job<S, unknown>
  readonly isLong: boolean
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
  /** When the database was first found held by another process, by `performance.now()`. */
  busySince: number | null
}

/** Maximum jobs per commit. */
const MAX_GROUP = 256
/** How long a job waits for a database held by another process, in ms: clients give up after 30 s. */
const RETRY_TIMEOUT_MS = 10_000
/** Pause between retries, in ms. */
const PAUSE = 25

export interface WriteQueue<S> {
  /**
   * Resolves with the job's result once committed. Rejects with what the job throws, or with a refusal if the database
   * cannot be written or did not answer in time: `database.uncertain` if the outcome is unknown.
   */
  readonly write: <T>(job: Job<S, T>, options?: WriteOptions) => Promise<T>
  /** From now on refuses jobs at once if they would have to wait for another process's lock. */
  stopWaiting(): void
  /** Waits until every queued job is answered, and accepts no more. */
  close(): Promise<void>
}

interface WriteQueueOptions<S> {
  /** Opens a transaction and locks out other writers of the database until its end; throws if it cannot. Must not wait long. */
  readonly begin: (connection: Kysely<S>) => Promise<void>
  /** How long a job waits while `begin` reports that another process holds the database, in ms. */
  readonly retryTimeoutMs?: number
}

/**
 * The queue for all writes, with group commit.
 *
 * Jobs queued in one turn of the event loop share a transaction, each in its own savepoint, and are answered after COMMIT: an answer
 * means that the data are on disk. A job that throws is rolled back alone. A long job (an import) gets its own transaction. `begin` locks
 * out other writers of the same database, so that a job can read, decide and write without races (`design/storage.md`, Engine). While
 * another program or server holds the database, jobs wait here, not inside the engine: nothing else in this process is blocked.
 */
export function createWriteQueue<S>(writer: Kysely<S>, { begin, retryTimeoutMs = RETRY_TIMEOUT_MS }: WriteQueueOptions<S>): WriteQueue<S> {
  const waiting: QueuedJob<S>[] = []
  let draining: Promise<void> | null = null
  let waitsForLock = true
  let isClosed = false

  /** Requeues a group that could not begin; refuses jobs that have waited long enough. */
  function waitOn(group: readonly QueuedJob<S>[], error: unknown): void {
    waiting.unshift(...group)
    const now = performance.now()
    const isOver = (one: QueuedJob<S>): boolean => !waitsForLock || now - (one.busySince ??= now) >= retryTimeoutMs
    for (const one of waiting.splice(0)) {
      if (isOver(one)) one.reject(waitsForLock ? writeTrouble(error) : stopping())
      else waiting.push(one)
    }
  }

  function takeGroup(): QueuedJob<S>[] {
    const firstLong = waiting.findIndex((one) => one.isLong)
    if (firstLong === 0) return waiting.splice(0, 1)
    return waiting.splice(0, Math.min(firstLong === -1 ? MAX_GROUP : firstLong, MAX_GROUP))
  }

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      // Before every group: a writer that continues as soon as it is answered must not starve everything else.
      await yieldToEventLoop()
      const group = takeGroup()
      try {
        await writer.connection().execute((connection) => runGroup(connection, group, begin))
      } catch (error) {
        // A group that began answers its own jobs; anything else thrown here precedes its first job.
        const cause = error instanceof NotBegunError ? error.cause : error
        if (isBusy(cause)) {
          waitOn(group, cause)
          if (waiting.length > 0) await wait(PAUSE)
        } else {
          for (const one of group) one.reject(writeTrouble(cause))
        }
      }
    }
    // No await between this and the check that found the queue empty: a job added in between would wait forever.
    draining = null
  }

  return {
    write<T>(job: Job<S, T>, { isLong = false } = {}) {
      return new Promise<T>((resolve, reject) => {
        if (isClosed) return reject(stopping())
        waiting.push({ job, isLong, resolve: resolve as (value: unknown) => void, reject, busySince: null })
        draining ??= drain()
      })
    },
    stopWaiting() {
      waitsForLock = false
    },
    async close() {
      waitsForLock = false
      while (draining) await draining
      isClosed = true
    },
  }
}

const statements = {
  savepoint: CompiledQuery.raw('savepoint job'),
  undo: CompiledQuery.raw('rollback to savepoint job'),
  commit: CompiledQuery.raw('commit'),
  rollback: CompiledQuery.raw('rollback'),
} as const

/** A group's transaction could not be opened: none of its jobs ran. */
class NotBegunError extends Error {}

/** Runs a group's jobs in one transaction; throws if the transaction as a whole failed, with no job answered. */
async function runGroup<S>(connection: Kysely<S>, group: readonly QueuedJob<S>[], begin: (connection: Kysely<S>) => Promise<void>): Promise<void> {
  const execute = (statement: CompiledQuery) => connection.executeQuery(statement)
  try {
    await begin(connection)
  } catch (cause) {
    // A failed lock attempt leaves a transaction behind that must be rolled back.
    await execute(statements.rollback).catch(() => undefined)
    throw new NotBegunError('the transaction could not be opened', { cause })
  }
  const answers: (() => void)[] = []
  try {
    const kept = await runJobs(connection, group, answers)
    for (const [hook, items] of kept) await hook(connection as Transaction<S>, items)
  } catch (error) {
    await execute(statements.rollback).catch(() => undefined)
    throw writeTrouble(error)
  }
  try {
    const { rows } = await execute(statements.commit)
    // PostgreSQL answers a commit of an aborted transaction with a rollback, not with an error.
    if ((rows[0] as { command?: unknown } | undefined)?.command === 'ROLLBACK') throw new CommitRefusedError('rolled back')
  } catch (error) {
    await execute(statements.rollback).catch(() => undefined)
    throw uncertainTrouble(error)
  }
  for (const answer of answers) answer()
}

/**
 * Runs jobs one after another, each behind a savepoint if there are several; one that throws is answered with the group.
 *
 * Rollback goes to the newest savepoint of the name, and COMMIT ends them all: none is released separately.
 */
async function runJobs<S>(connection: Kysely<S>, group: readonly QueuedJob<S>[], answers: (() => void)[]): Promise<HookItems<S>> {
  const execute = (statement: CompiledQuery) => connection.executeQuery(statement)
  const hasSavepoints = group.length > 1
  const kept: HookItems<S> = new Map()
  for (const one of group) {
    if (hasSavepoints) await execute(statements.savepoint)
    try {
      // The connection is inside a transaction, as the type Transaction promises to a store.
      const { value, calls } = await runJob(connection as Transaction<S>, one.job)
      for (const { hook, item } of calls) {
        const items = kept.get(hook)
        if (items) items.push(item)
        else kept.set(hook, [item])
      }
      answers.push(() => one.resolve(value))
    } catch (error) {
      // A failure of the engine itself ends the transaction, savepoints included, or is about to.
      if (!hasSavepoints || troubleOf(error)) throw error
      await execute(statements.undo)
      answers.push(() => one.reject(error))
    }
  }
  return kept
}

/** The kept jobs' items for each hook, in order. */
type HookItems<S> = Map<CommitHook<S, unknown>, unknown[]>

interface HookCall<S> {
  readonly hook: CommitHook<S, unknown>
  readonly item: unknown
}

async function runJob<S, T>(tx: Transaction<S>, job: Job<S, T>): Promise<{ readonly value: T; readonly calls: readonly HookCall<S>[] }> {
  const calls: HookCall<S>[] = []
  let isOver = false
  const onCommit: OnCommit<S> = (hook, item) => {
    if (isOver) throw new Error('the job has ended: what it hands in now would be lost')
    calls.push({ hook: hook as CommitHook<S, unknown>, item }) // a hook only ever gets the items that came with it
  }
  try {
    return { value: await job(tx, onCommit), calls }
  } finally {
    isOver = true
  }
}
