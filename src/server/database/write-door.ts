import { setTimeout as wait } from 'node:timers/promises'
import { CompiledQuery, type Kysely, type Transaction } from 'kysely'
import { CommitRefusedError, isBusy, stopping, troubleOf, uncertainTrouble, writeTrouble } from './trouble.ts'

/** A unit of work: everything that it writes is kept, or nothing is. It must not wait for anything but the database. */
export type Job<S, T> = (tx: Transaction<S>) => Promise<T>

interface Waiting<S> {
  readonly job: Job<S, unknown>
  readonly isLong: boolean
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
  /** When it was first found that somebody else holds the database, on the clock of `performance.now()`. */
  busySince: number | null
}

/**
 * Somebody who writes once for a whole group what its jobs left with them (the journal).
 *
 * Jobs run one after another, so what is left between two calls belongs to the job between them.
 */
export interface GroupScribe<S> {
  groupBegins(): void
  /** `isKept` false: the job was rolled back, and what it left goes with it. */
  jobEnds(isKept: boolean): void
  /** Inside the group's transaction, after its last job; what it throws fails the whole group. */
  beforeCommit(tx: Transaction<S>): Promise<void>
}

/** Jobs that share one commit at the most. */
const MAX_GROUP = 256
/** How long a job waits for a database that somebody else holds, in ms: clients give up after 30 s. */
const PATIENCE = 10_000
/** Between two tries, in ms. */
const PAUSE = 25

export interface WriteDoor<S> {
  readonly write: <T>(job: Job<S, T>, options?: { readonly isLong?: boolean }) => Promise<T>
  readonly employ: (scribe: GroupScribe<S>) => void
  /** From now on a job is refused at once where it would have to wait for somebody else's lock. */
  stopWaiting(): void
  /** Waits until every job that was handed in is answered, and takes no more. */
  close(): Promise<void>
}

interface WriteDoorOptions<S> {
  /** Opens a transaction and keeps other writers of the database out until its end; throws where it cannot. It must not wait long. */
  readonly begin: (connection: Kysely<S>) => Promise<void>
  /** How long a job waits while `begin` says that somebody else holds the database, in ms. */
  readonly patience?: number
}

/**
 * The one door through which everything is written, with group commit behind it.
 *
 * Jobs that wait in one turn of the event loop share a transaction, each in a savepoint of its own, and are answered
 * after COMMIT: an answer means that the disk has it. A job that throws is rolled back alone. A long job (an import)
 * gets a transaction to itself. `begin` keeps other writers of the same database out, so that a job may read, decide and
 * write without races (`design/storage.md`, Engine). Where another program or server holds the database, its jobs wait here,
 * not inside the engine: nothing else of this process is kept waiting.
 */
export function createWriteDoor<S>(writer: Kysely<S>, { begin, patience = PATIENCE }: WriteDoorOptions<S>): WriteDoor<S> {
  const waiting: Waiting<S>[] = []
  const scribes: GroupScribe<S>[] = []
  let draining: Promise<void> | null = null
  let isPatient = true
  let isClosed = false

  /** Puts a group back that could not begin; who has waited long enough is refused. */
  function waitOn(group: readonly Waiting<S>[], error: unknown): void {
    waiting.unshift(...group)
    const now = performance.now()
    const isOver = (one: Waiting<S>): boolean => !isPatient || now - (one.busySince ??= now) >= patience
    for (const one of waiting.splice(0)) {
      if (isOver(one)) one.reject(isPatient ? writeTrouble(error) : stopping())
      else waiting.push(one)
    }
  }

  function takeGroup(): Waiting<S>[] {
    const firstLong = waiting.findIndex((one) => one.isLong)
    if (firstLong === 0) return waiting.splice(0, 1)
    return waiting.splice(0, Math.min(firstLong === -1 ? MAX_GROUP : firstLong, MAX_GROUP))
  }

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      // Before every group: who writes again as soon as they are answered must not keep everything else waiting.
      await new Promise<void>((resolve) => setImmediate(resolve))
      const group = takeGroup()
      try {
        await writer.connection().execute((connection) => runGroup(connection, group, begin, scribes))
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
    // In the same breath as the look that found nobody waiting: a job that came in between would wait for ever.
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
    employ: (scribe) => void scribes.push(scribe),
    stopWaiting() {
      isPatient = false
    },
    async close() {
      isPatient = false
      while (draining) await draining
      isClosed = true
    },
  }
}

const statements = {
  savepoint: CompiledQuery.raw('savepoint job'),
  release: CompiledQuery.raw('release savepoint job'),
  undo: CompiledQuery.raw('rollback to savepoint job'),
  commit: CompiledQuery.raw('commit'),
  rollback: CompiledQuery.raw('rollback'),
} as const

/** The transaction of a group could not be opened: none of its jobs was begun. */
class NotBegunError extends Error {}

/** Runs a group's jobs in one transaction; throws when the transaction as a whole failed, and then nobody was answered. */
async function runGroup<S>(
  connection: Kysely<S>,
  group: readonly Waiting<S>[],
  begin: (connection: Kysely<S>) => Promise<void>,
  scribes: readonly GroupScribe<S>[],
): Promise<void> {
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
    for (const scribe of scribes) scribe.groupBegins()
    await runJobs(connection, group, scribes, answers)
    for (const scribe of scribes) await scribe.beforeCommit(connection as Transaction<S>)
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

/** Runs jobs one after another, each in a savepoint where there are several; one that throws is answered when the group is. */
async function runJobs<S>(connection: Kysely<S>, group: readonly Waiting<S>[], scribes: readonly GroupScribe<S>[], answers: (() => void)[]): Promise<void> {
  const execute = (statement: CompiledQuery) => connection.executeQuery(statement)
  const hasSavepoints = group.length > 1
  for (const one of group) {
    if (hasSavepoints) await execute(statements.savepoint)
    try {
      // The connection is inside a transaction, which is what the type Transaction promises to a store.
      const value = await one.job(connection as Transaction<S>)
      if (hasSavepoints) await execute(statements.release)
      for (const scribe of scribes) scribe.jobEnds(true)
      answers.push(() => one.resolve(value))
    } catch (error) {
      // The engine's own trouble ends the transaction, savepoints and all, or is about to.
      if (!hasSavepoints || troubleOf(error)) throw error
      for (const scribe of scribes) scribe.jobEnds(false)
      await execute(statements.undo)
      await execute(statements.release)
      answers.push(() => one.reject(error))
    }
  }
}
