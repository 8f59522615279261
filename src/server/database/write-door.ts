import { CompiledQuery, type Kysely, type Transaction } from 'kysely'

/** A unit of work: everything that it writes is kept, or nothing is. It must not wait for anything but the database. */
export type Job<S, T> = (tx: Transaction<S>) => Promise<T>

interface Waiting<S> {
  readonly job: Job<S, unknown>
  readonly isLong: boolean
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
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

export interface WriteDoor<S> {
  readonly write: <T>(job: Job<S, T>, options?: { readonly isLong?: boolean }) => Promise<T>
  readonly employ: (scribe: GroupScribe<S>) => void
  /** Waits until every job that was handed in is answered. */
  settled(): Promise<void>
}

/**
 * The one door through which everything is written, with group commit behind it.
 *
 * Jobs that wait in one turn of the event loop share a transaction, each in a savepoint of its own, and are answered
 * after COMMIT: an answer means that the disk has it. A job that throws is rolled back alone. A long job (an import)
 * gets a transaction to itself. `begin` opens the transaction and keeps other writers of the same database out until
 * its end, so that a job may read, decide and write without looking over its shoulder (`design/storage.md`, Engine).
 */
export function createWriteDoor<S>(writer: Kysely<S>, begin: (connection: Kysely<S>) => Promise<void>): WriteDoor<S> {
  const waiting: Waiting<S>[] = []
  const scribes: GroupScribe<S>[] = []
  let draining: Promise<void> | null = null

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
        for (const one of group) one.reject(error)
      }
    }
    // In the same breath as the look that found nobody waiting: a job that came in between would wait for ever.
    draining = null
  }

  return {
    write<T>(job: Job<S, T>, { isLong = false } = {}) {
      return new Promise<T>((resolve, reject) => {
        waiting.push({ job, isLong, resolve: resolve as (value: unknown) => void, reject })
        draining ??= drain()
      })
    },
    employ: (scribe) => void scribes.push(scribe),
    async settled() {
      while (draining) await draining
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

/** Runs a group's jobs in one transaction; throws when the transaction as a whole failed, and then nobody was answered. */
async function runGroup<S>(
  connection: Kysely<S>,
  group: readonly Waiting<S>[],
  begin: (connection: Kysely<S>) => Promise<void>,
  scribes: readonly GroupScribe<S>[],
): Promise<void> {
  const execute = (statement: CompiledQuery) => connection.executeQuery(statement)
  const answers: (() => void)[] = []
  const hasSavepoints = group.length > 1
  try {
    // Inside, because a lock that could not be had leaves a transaction behind that must be rolled back.
    await begin(connection)
    for (const scribe of scribes) scribe.groupBegins()
    for (const one of group) {
      if (hasSavepoints) await execute(statements.savepoint)
      try {
        // The connection is inside a transaction, which is what the type Transaction promises to a store.
        const value = await one.job(connection as Transaction<S>)
        if (hasSavepoints) await execute(statements.release)
        for (const scribe of scribes) scribe.jobEnds(true)
        answers.push(() => one.resolve(value))
      } catch (error) {
        if (!hasSavepoints) {
          await execute(statements.rollback)
          one.reject(error)
          return
        }
        for (const scribe of scribes) scribe.jobEnds(false)
        await execute(statements.undo)
        await execute(statements.release)
        answers.push(() => one.reject(error))
      }
    }
    for (const scribe of scribes) await scribe.beforeCommit(connection as Transaction<S>)
    await execute(statements.commit)
  } catch (error) {
    await execute(statements.rollback).catch(() => undefined)
    throw error
  }
  for (const answer of answers) answer()
}
