import type { Labelled } from '#shared/features/journal/content.ts'
import { entryKindOf } from '#shared/features/words.ts'
import type { JournalAction } from '#shared/features/words.ts'
import type { Database } from '../../database/database.ts'
import type { Schema, Tx } from '../../database/schema.ts'
import { takeSentRows } from '../../database/sent-rows.ts'
import type { OnCommit, WriteOptions } from '../../database/write-queue.ts'
import { Refusal } from '#shared/contract/refusals.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { HeadFile } from '../../kernel/headFile.ts'
import type { Log } from '../../kernel/log.ts'
import type { SigningKey } from '../../kernel/signingKey.ts'
import { callUnderWay, systemCaller, type Caller } from '../../http/context.ts'
import { createCheckpointWrites, type CheckpointRequest, type CheckpointWrites } from './checkpointWrites.ts'
import { createJournalTime, type JournalTime } from './journalTime.ts'
import { createKeptHead, type KeptHead } from './keptHead.ts'
import { piecesOf, type State } from './replay/state.ts'
import { createEntryWriter } from './entryWriter.ts'

/** One change as reported by a service. `before` is null for something new, `after` for something removed; both are plain data. */
export interface Change<Before, After, RowBefore, RowAfter> {
  readonly caller: Caller
  readonly action: JournalAction
  /** The public id of the changed thing; `''` if none. */
  readonly subject: string
  readonly before: Before & Labelled<Before>
  readonly after: After & Labelled<After>
  /** The rows of a big change, stored in parts outside the entry; not repeated in other fields. */
  readonly rows?: readonly { readonly before: RowBefore & Labelled<RowBefore>; readonly after: RowAfter & Labelled<RowAfter> }[]
  /** The change's checkpoint: of its own entry, or signed before it. */
  readonly checkpoint?: CheckpointRequest
  /** The resulting rows of a started activity, for replay: in one piece, or in pieces for preceding entries. */
  readonly state?: State | readonly State[] | undefined
}

/** The journal of one job: entries are written, or rolled back, with everything else the job writes. */
export interface Journal {
  /**
   * Records one change.
   *
   * The contents name their subject in words, for the list and its search: `place` and `ownerName`, `estateName`,
   * `activityId` and `activityTitle`, `username`, `name` (rules.ts, `summarise`). Every field needs a label in labels.ts.
   *
   * @throws Refusal of a change as {@link JournalTime.requireRightClock} and {@link KeptHead.requireNewest}, except for
   * changes that allow recovery
   */
  record<Before, After, RowBefore, RowAfter>(change: Change<Before, After, RowBefore, RowAfter>): void
  /** Records this server's signing key, if not yet recorded. */
  nameKey(): void
}

/** A job's means of writing. */
export interface Write {
  readonly tx: Tx
  readonly journal: Journal
}

/** The database as used by services: every write can be recorded, and nothing is recorded outside of a transaction. */
export interface JournaledDatabase extends Pick<Database, 'engine' | 'location' | 'read' | 'checkSchema'> {
  /** Runs a job in a transaction (write-queue.ts), after re-checking its call there. */
  readonly write: <T>(job: (write: Write) => Promise<T>, options?: WriteOptions) => Promise<T>
  /** The times by which changes are judged. */
  readonly time: JournalTime
}

/** What services are handed: the database with its journal, and the clock by which they judge. */
export interface ServiceDeps {
  readonly database: JournaledDatabase
  readonly clock: Clock
}

/** Adds the journal to every write, with the checkpoints of its entries. */
export function withJournal(database: Database, time: JournalTime, checkpoints: CheckpointWrites, keptHead?: KeptHead): JournaledDatabase {
  const { clock } = time
  const writeEntries = createEntryWriter(checkpoints)
  const journalFor = (onCommit: OnCommit<Schema>): Journal => ({
    record({ caller, action, subject, before, after, rows = [], state = {}, checkpoint = null }) {
      if (entryKindOf(action) === 'change') {
        time.requireRightClock()
        keptHead?.requireNewest()
      }
      const states = Array.isArray(state) ? (state as readonly State[]) : piecesOf(state as State)
      onCommit(writeEntries, { caller, action, subject, before: before ?? null, after: after ?? null, rows, states, checkpoint, at: clock.now() })
    },
    nameKey: () => onCommit(writeEntries, { at: clock.now(), isKeyRequest: true }),
  })
  /** All jobs of a group fail with the same error object: it is recorded once. */
  const told = new WeakSet<Error>()
  /** Records, in a separate transaction, that the database was about to store something else than was sent. */
  async function recordStoredOtherwise(error: unknown): Promise<void> {
    if (!(error instanceof Refusal) || error.reason !== 'database.storedOtherwise' || told.has(error)) return
    told.add(error)
    await database.write(async (_tx, onCommit) =>
      journalFor(onCommit).record({
        caller: systemCaller,
        action: 'audit.storedOtherwise',
        subject: 'database',
        before: null,
        after: { name: '数据库', refusal: error.message },
      }),
    )
  }
  return {
    engine: database.engine,
    location: database.location,
    read: database.read,
    time,
    checkSchema: () => database.checkSchema(),
    write: (job, options) => {
      // Captured now: the queue may run the job in another call's async context.
      const call = callUnderWay.getStore()
      const written = database.write(async (tx, onCommit) => {
        await time.follow(tx)
        await call?.judge(tx)
        takeSentRows(tx, (row) => onCommit(writeEntries, row))
        return job({ tx, journal: journalFor(onCommit) })
      }, options)
      return written.then(
        (value) => {
          keptHead?.committed()
          return value
        },
        async (error: unknown) => {
          await recordStoredOtherwise(error)
          throw error
        },
      )
    },
  }
}

/** The journal's dependencies. */
export interface JournalDeps {
  readonly database: Database
  readonly clock: Clock
  /** The database's own clock; replaced in tests. */
  readonly databaseNow?: Parameters<typeof createJournalTime>[1]
  /** Signs the checkpoints; null if the keychain withholds it. */
  readonly signingKey: SigningKey | null
  /** Keeps the newest entry outside of the database; absent if not kept. */
  readonly headFile?: HeadFile
  readonly log: Log
}

/** A server's database with its journal, its signing, and its newest entry kept outside of the database. */
export function openJournal({ database, clock, databaseNow, signingKey, headFile, log }: JournalDeps) {
  const checkpoints = createCheckpointWrites(signingKey, headFile !== undefined)
  const keptHead = createKeptHead({ read: database.read, file: headFile ?? null, checkpoints, log })
  return { database: withJournal(database, createJournalTime(clock, databaseNow), checkpoints, keptHead), checkpoints, keptHead }
}
