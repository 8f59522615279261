import { z } from 'zod'
import { checkAccounts } from './accountCheck.ts'
import { createClockAcceptance, createOlderAcceptance } from './acceptances.ts'
import { bundledCheckpoints, journalLines } from './bundled.ts'
import { erasing } from './erasing.ts'
import { createLastCheck, type KeptCheck } from './lastCheck.ts'
import { createJournalReads } from './reads.ts'
import { createMoments } from './moments/service.ts'
import { createReplayChecks } from './replay/service.ts'
import type { JournalServiceDeps } from './deps.ts'
import { contentOf } from './entryContent.ts'
import type { ServiceDeps } from './journal.ts'
import { safetyQueries } from './safetyQueries.ts'
import type { AnswerOf, QueryOf } from '#shared/contract/index.ts'
import type { BinaryStream } from '#shared/contract/endpoint.ts'
import type { ExportOptions } from '#shared/contract/export.ts'
import type { JournalFilter, ListedCheckpoint, Printed } from '#shared/features/journal/contract.ts'
import { systemCaller, type Caller } from '../../http/context.ts'
import { exportLines, writtenBy } from './export.ts'
import { listFilter } from './filter.ts'
import { journalList } from './list.ts'
import { journalStore } from './store.ts'
import type { Page } from '#shared/contract/page.ts'
import { Refusal } from '#shared/contract/refusals.ts'
import { isAllowed } from '#shared/features/account/roles.ts'
import type { CheckpointKind } from '#shared/features/journal/checkpoint.ts'
import { checkpointOf, codeOf, type Digests, type SignedCheckpoint } from './checkpoint.ts'
import { checkpointStore } from './checkpointStore.ts'
import type { CheckpointWrites } from './checkpointWrites.ts'
import { namedKeys } from './namedKeys.ts'
import { MAX_DIFFERENCES } from '#shared/features/journal/replay.ts'
import { readSnapshot } from '../../database/open.ts'
import type { Db } from '../../database/schema.ts'
import { checkCheckpoints } from './checkpointCheck.ts'
import { FIRST_HASH, NO_ENTRY, type Link } from './chain.ts'
import { checkJournal } from './replay/whole.ts'
import { createSchemaChecks, type SchemaChecks } from './schema.ts'

/**
 * The journal of every change: who, when, from where, before and after.
 *
 * An entry is written in the transaction of the change itself, so there is never one without the other. Each contains the
 * hash of the previous one, so that changes bypassing the program are detected.
 */
export function createJournalService(deps: JournalServiceDeps) {
  const { keepCheck, lastCheck } = createLastCheck(deps)
  const schema = createSchemaChecks(deps)
  const older = createOlderAcceptance(deps)
  return {
    ...createJournalReads(deps),
    ...createSafetyReads(deps),
    ...createCsvExport(deps),
    ...createCheckpoints(deps),
    ...createVerification({ ...deps, schema }, keepCheck),
    ...schema,
    ...createClockAcceptance(deps),
    ...older,
    /** Before serving: checks that the database is the one last used, reads the journal's time, and mends the schema. */
    async begin({ isRestored, hasAccounts }: { readonly isRestored: boolean; readonly hasAccounts: boolean }): Promise<void> {
      await deps.keptHead.begin({ isRestored })
      await deps.database.time.follow(deps.database.read)
      // A new database is not an older version of another.
      if (deps.keptHead.older() && !hasAccounts) await older.acceptOlder({ reason: '从空白数据开始' }, systemCaller)
      await schema.mendSchema()
    },
    end: () => deps.keptHead.end(),
    lastCheck,
    checks: createReplayChecks({ ...deps, schema }),
    ...createMoments(deps),
    bundledCheckpoints,
    journalLines,
    erasing,
  }
}
export type JournalService = ReturnType<typeof createJournalService>

/** Copies searched for the last encrypted one; most of a year of daily copies. */
const COPIES_LOOKED_AT = 300

const Copied = z.object({ fileName: z.string(), isEncrypted: z.boolean().default(false) })

/** A copy saved by a user, from its entry. */
interface SavedCopy {
  /** Epoch ms. */
  readonly at: number
  readonly fileName: string
}

/** The journal's data for 安全状况. */
function createSafetyReads({ database, keptHead }: Pick<JournalServiceDeps, 'database' | 'keptHead'>) {
  return {
    /** The newest copy saved by 备份数据, and the newest encrypted one; null if the journal has none. */
    async savedCopies(): Promise<{ readonly last: SavedCopy | null; readonly lastEncrypted: SavedCopy | null }> {
      const entries = await safetyQueries(database.read).newestContents('system.backUp', COPIES_LOOKED_AT)
      const copies = entries.flatMap((entry) => {
        const { at } = entry
        // Nothing if the content was erased.
        const copied = Copied.safeParse(contentOf(entry).after).data
        return copied ? [{ at, fileName: copied.fileName, isEncrypted: copied.isEncrypted }] : []
      })
      const copyFacts = (copy: (SavedCopy & { readonly isEncrypted: boolean }) | undefined): SavedCopy | null =>
        copy ? { at: copy.at, fileName: copy.fileName } : null
      return { last: copyFacts(copies[0]), lastEncrypted: copyFacts(copies.find(({ isEncrypted }) => isEncrypted)) }
    },
    /** The number of signing keys, the newest checkpoint, and the number of the entry kept outside of the database. */
    async signing() {
      const [newest] = (await checkpointStore(database.read).page('', 0, 1)).rows
      return {
        keyCount: (await namedKeys(database.read)).size,
        checkpoint: newest ? { number: newest.number, at: newest.made_at, code: codeOf(newest.content) } : null,
        keptNumber: keptHead.kept()?.number ?? null,
      }
    },
    /** Number of accounts that differ from their entries. */
    differingAccounts: async (): Promise<number> => new Set((await checkAccounts(database.read)).map(({ id }) => id)).size,
    /** Whether anything was recorded since a moment, in epoch ms. */
    hasEntrySince: async (at: number): Promise<boolean> => (await erasing.daysAfter(database.read, at - 1, 1)) > 0,
    /** The journal's time (`journalTime.ts`), in epoch ms; null if it is empty. */
    latestTime: async (): Promise<number | null> => (await journalStore(database.read).latestTime()) || null,
  }
}

/** The journal as a file. */
function createCsvExport({ database, runJob }: JournalServiceDeps) {
  return {
    /**
     * The entries matching a filter, as a CSV file.
     *
     * The file is completed only once its own journal entry is written: no complete file exists without it.
     */
    async export({ purpose, jobId, ...filter }: JournalFilter & ExportOptions, caller: Caller): Promise<BinaryStream> {
      const wanted = listFilter(filter)
      const total = await journalList(database.read).count(wanted)
      const { activityId } = filter
      const activity = activityId === '' ? {} : { activityId, activityTitle: await journalStore(database.read).activityTitle(activityId) }
      const chosen = {
        ...activity,
        person: filter.username,
        kind: filter.kind,
        actionChosen: filter.action,
        condition: filter.condition,
        from: filter.from,
        to: filter.to,
      }
      const chunks = writtenBy((write, digest) =>
        runJob(caller, jobId, async (job) => {
          const onProgress = (done: number) => job.report('writing', Math.min(done, total), total)
          let entryCount = 0
          const lines = exportLines(database.read, {
            filter: wanted,
            isMasked: purpose === '',
            signal: job.signal,
            onProgress: (done) => onProgress((entryCount = done)),
          })
          for await (const text of lines) await write(text, job.signal)
          job.signal.throwIfAborted()
          await database.write(async ({ journal }) => {
            const after = { name: '操作日志', ...chosen, purpose, entryCount, isMasked: purpose === '', sha256: digest() }
            journal.record({ caller, action: 'audit.export', subject: caller.user?.id ?? '', before: null, after })
          })
        }),
      )
      return { type: 'text/csv; charset=utf-8', fileName: '操作日志.csv', chunks }
    },
  }
}

interface CheckpointsDeps extends ServiceDeps {
  readonly checkpoints: CheckpointWrites
}

/** Checkpoints for reading and printing, and for files that need one before they are written. */
function createCheckpoints({ database, clock, checkpoints }: CheckpointsDeps) {
  /** An activity's newest 核验码, and the number of the entry up to which it vouches for the journal; null if there is none. */
  async function newestCheckpoint(db: Db, activityId: string): Promise<{ readonly code: string; readonly number: number } | null> {
    const newest = await checkpointStore(db).newest(activityId)
    return newest ? { code: codeOf(newest.content), number: newest.number } : null
  }

  return {
    /**
     * Newest first.
     *
     * @throws Refusal `account.roleTooLow` (403) for all activities' if the caller is no administrator
     */
    async checkpoints({ activityId, pageNo, pageSize }: QueryOf<'audit.checkpoints'>, caller: Caller): Promise<Page<ListedCheckpoint>> {
      if (activityId === '' && !isAllowed(caller.user?.roles ?? [], 'admin')) throw new Refusal('account.roleTooLow', { lowest: 'admin' })
      const { rows, total } = await checkpointStore(database.read).page(activityId, (pageNo - 1) * pageSize, pageSize)
      return {
        total,
        rows: rows.map((row) => ({ checkpoint: checkpointOf(row), signature: row.signature, code: codeOf(row.content) })),
      }
    },

    /** The 核验码 of an activity's newest checkpoint; `''` if it has none. */
    newestCode: async (activityId: string): Promise<string> => (await newestCheckpoint(database.read, activityId))?.code ?? '',

    newestCheckpoint,

    /**
     * Signs the newest entry for a file whose own entry follows: the file has the code, and the entry the file's digest.
     *
     * That entry stores it (`Change.checkpoint`).
     *
     * @throws Refusal `audit.noKey` (409) if this server's key is not available
     * @throws Error if the journal is empty, which it is not once the key is named
     */
    async signHead(kind: Extract<CheckpointKind, 'report' | 'bundle'>, activityId: string, digests: Digests): Promise<SignedCheckpoint> {
      // First, so that the chain up to this entry includes the key's entry.
      if (!(await checkpoints.isKeyNamed(database.read))) await database.write(async ({ journal }) => journal.nameKey())
      const link = await journalStore(database.read).last()
      if (!link) throw new Error('a key is named and the journal is empty')
      return checkpoints.sign({ kind, link, at: clock.now(), activityId, ...digests })
    },
  }
}

/** Worst first: if both an entry and a code are given, both must match. */
const worstFirst: readonly Printed[] = ['missing', 'differs', 'found', 'none']

/** The check of the whole chain. `keepCheck` stores the result of a complete one. */
function createVerification(
  { database, runJob, schema }: JournalServiceDeps & { readonly schema: Pick<SchemaChecks, 'schemaFaults'> },
  keepCheck: (checked: KeptCheck, caller: Caller) => Promise<void>,
) {
  /** The newest entry's number and hash: printed in reports, so that truncation of the chain is detectable later. */
  async function head(): Promise<Link> {
    return (await journalStore(database.read).last()) ?? NO_ENTRY
  }

  async function lookUp(number: number, hash: string): Promise<Printed> {
    const kept = number === 0 ? FIRST_HASH : await journalStore(database.read).hashOf(number)
    return kept === undefined ? 'missing' : kept === hash ? 'found' : 'differs'
  }

  return {
    /**
     * Checks whether the journal and its checkpoints are intact, and still contain the entry, or the checkpoint, named on a paper.
     *
     * @throws Refusal `audit.hashMissing` or `audit.numberMissing` (400) if only one half of the printed values is given,
     * `job.cancelled` (402)
     */
    async verify({ number, hash, code, jobId }: QueryOf<'audit.verify'>, caller: Caller): Promise<AnswerOf<'audit.verify'>> {
      const isAsked = typeof number === 'number'
      if (isAsked !== (hash !== '')) throw new Refusal(isAsked ? 'audit.hashMissing' : 'audit.numberMissing')
      return runJob(caller, jobId, async (job) => {
        const printedEntry = isAsked ? await lookUp(number, hash) : 'none'
        const last = await head()
        const onProgress = (done: number): void => job.report('checking', Math.min(done, last.number), last.number)
        const { chain, replay: found, clock } = await readSnapshot(database.location, (db) => checkJournal(db, { signal: job.signal, onProgress }))
        const { printed: printedCode, ...checkpoints } = await checkCheckpoints(database.read, code, job.signal)
        const ofSchema = await schema.schemaFaults()
        const [files, others] = [found.differences.filter(({ kind }) => kind === 'file'), found.differences.filter(({ kind }) => kind !== 'file')]
        const rows = [...(await checkAccounts(database.read)), ...others]
        const faultCount = rows.length + checkpoints.faultCount + (ofSchema.schema ?? []).filter(({ blocks }) => blocks).length
        await keepCheck({ ...chain, faultCount, fileFaultCount: files.length }, caller)
        const printed = worstFirst.find((each) => each === printedEntry || each === printedCode) ?? 'none'
        const told = {
          replay: { checked: found.checked, differences: rows.slice(0, MAX_DIFFERENCES), differenceCount: rows.length },
          files: { checked: found.filesChecked, differences: files.slice(0, MAX_DIFFERENCES), differenceCount: files.length },
        }
        return { ...chain, lastNumber: last.number, lastHash: last.hash, printed, checkpoints, ...told, ...ofSchema, clock }
      })
    },
  }
}
