import { setTimeout as wait } from 'node:timers/promises'
import { CompiledQuery, type Kysely, type Transaction } from 'kysely'
import { CommitRefusedError, isBusy, stopping, troubleOf, uncertainTrouble, writeTrouble } from './trouble.ts'
import { yieldToEventLoop } from '../kernel/yieldToEventLoop.ts'

/** Runs once for a whole group of jobs, inside its transaction and before its COMMIT; `items` are what the kept jobs handed in, in order. What it throws fails the whole group. */
export type CommitHook<S, Item> = (tx: Transaction<S>, items: readonly Item[]) => Promise<void>

/** Has a hook called before the commit of the group that the job runs in; what a job handed in is dropped when the job is rolled back. */
export type OnCommit<S> = <Item>(hook: CommitHook<S, Item>, item: Item) => void

/**
 * A unit of work: everything that it writes is kept, or nothing is.
 *
 * It must not wait for anything but the database.
 */
export type Job<S, T> = (tx: Transaction<S>, onCommit: OnCommit<S>) => Promise<T>

export interface WriteOptions {
  /** For an import or the like: it gets a transaction to itself. */
  readonly isLong?: boolean
}

interface QueuedJob<S> {
  readonly job: Job<S, unknown>
  readonly isLong: boolean
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
  /** When it was first found that somebody else holds the database, on the clock of `performance.now()`. */
  busySince: number | null
}

/** Jobs that share one commit at the most. */
const MAX_GROUP = 256
/** How long a job waits for a database that somebody else holds, in ms: clients give up after 30 s. */
const RETRY_TIMEOUT_MS = 10_000
/** Between two tries, in ms. */
const PAUSE = 25

export interface WriteQueue<S> {
  /**
   * Answers what the job does, once it is committed. Rejects with what the job throws, or with a refusal where the database
   * cannot be written, or was not answered in time: `database.uncertain` where nobody knows whether it was kept.
   */
  readonly write: <T>(job: Job<S, T>, options?: WriteOptions) => Promise<T>
  /** From now on a job is refused at once where it would have to wait for somebody else's lock. */
  stopWaiting(): void
  /** Waits until every job that was handed in is answered, and takes no more. */
  close(): Promise<void>
}

interface WriteQueueOptions<S> {
  /** Opens a transaction and keeps other writers of the database out until its end; throws where it cannot. It must not wait long. */
  readonly begin: (connection: Kysely<S>) => Promise<void>
  /** How long a job waits while `begin` says that somebody else holds the database, in ms. */
  readonly retryTimeoutMs?: number
}

/**
 * The queue through which everything is written, with group commit.
 *
 * Jobs that wait in one turn of the event loop share a transaction, each in a savepoint of its own, and are answered
 * after COMMIT: an answer means that the disk has it. A job that throws is rolled back alone. A long job (an import)
 * gets a transaction to itself. `begin` keeps other writers of the same database out, so that a job may read, decide and
 * write without races (`design/storage.md`, Engine). Where another program or server holds the database, its jobs wait here,
 * not inside the engine: nothing else of this process is kept waiting.
 */
export function createWriteQueue<S>(writer: Kysely<S>, { begin, retryTimeoutMs = RETRY_TIMEOUT_MS }: WriteQueueOptions<S>): WriteQueue<S> {
  const waiting: QueuedJob<S>[] = []
  let draining: Promise<void> | null = null
  let waitsForLock = true
  let isClosed = false

  /** Puts a group back that could not begin; who has waited long enough is refused. */
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
      // Before every group: who writes again as soon as they are answered must not keep everything else waiting.
      await yieldToEventLoop()
      const group = takeGroup()
      try {
        await writer.connection().execute((connection) => runGroup(connection, group, begin))
      } catch (error) {
        // A group that began says itself what became of it; what else is thrown here is from before its first job.
        const cause = error instanceof NotBegunError ? error.cause : error
        if (isBusy(cause)) {
          waitOn(group, cause)
          if (waiting.length > 0) await wait(PAUSE)
        } else {
          for (const one of group) one.reject(writeTrouble(cause))
        }
      }
    }
    // Nothing may be awaited between this and the check that found the queue empty: a job added in between would wait forever.
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

/** The transaction of a group could not be opened: none of its jobs was begun. */
class NotBegunError extends Error {}

/** Runs a group's jobs in one transaction; throws when the transaction as a whole failed, and then nobody was answered. */
async function runGroup<S>(connection: Kysely<S>, group: readonly QueuedJob<S>[], begin: (connection: Kysely<S>) => Promise<void>): Promise<void> {
  const execute = (statement: CompiledQuery) => connection.executeQuery(statement)
  try {
    await begin(connection)
  } catch (cause) {
    // A lock that could not be had leaves a transaction behind that must be rolled back.
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
    // PostgreSQL answers a commit of what it gave up meanwhile with a rollback, and not with an error.
    if ((rows[0] as { command?: unknown } | undefined)?.command === 'ROLLBACK') throw new CommitRefusedError('rolled back')
  } catch (error) {
    await execute(statements.rollback).catch(() => undefined)
    throw uncertainTrouble(error)
  }
  for (const answer of answers) answer()
}

/**
 * Runs jobs one after another, each behind a savepoint where there are several; one that throws is answered when the group is.
 *
 * What is undone goes back to the newest savepoint of the name, and COMMIT ends them all: none is released by itself.
 */
async function runJobs<S>(connection: Kysely<S>, group: readonly QueuedJob<S>[], answers: (() => void)[]): Promise<HookItems<S>> {
  const execute = (statement: CompiledQuery) => connection.executeQuery(statement)
  const hasSavepoints = group.length > 1
  const kept: HookItems<S> = new Map()
  for (const one of group) {
    if (hasSavepoints) await execute(statements.savepoint)
    try {
      // The connection is inside a transaction, which is what the type Transaction promises to a store.
      const { value, calls } = await runJob(connection as Transaction<S>, one.job)
      for (const { hook, item } of calls) {
        const items = kept.get(hook)
        if (items) items.push(item)
        else kept.set(hook, [item])
      }
      answers.push(() => one.resolve(value))
    } catch (error) {
      // The engine's own trouble ends the transaction, savepoints and all, or is about to.
      if (!hasSavepoints || troubleOf(error)) throw error
      await execute(statements.undo)
      answers.push(() => one.reject(error))
    }
  }
  return kept
}

/** What a group's kept jobs handed in for each hook, in order. */
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
