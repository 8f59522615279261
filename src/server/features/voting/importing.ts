import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { UploadedFile } from '#shared/contract/endpoint.ts'
import { Refusal } from '#shared/contract/refusals.ts'
import { ActivityStatus, stepRefusal } from '#shared/features/activity/rules.ts'
import type { VoteImportResult } from '#shared/features/voting/workbook.ts'
import { askedItems, voteSheet } from '#shared/features/voting/sheet.ts'
import { MAX_ROW_ERRORS, type Correction, type RowError } from '#shared/import/contract.ts'
import type { Schema } from '../../database/schema.ts'
import type { Caller } from '../../http/context.ts'
import type { Clock } from '../../kernel/clock.ts'
import { yieldToEventLoop } from '../../kernel/yieldToEventLoop.ts'
import { requireMapping } from '../../workbooks/columns.ts'
import { byHandInJournal, requireCorrections } from '../../workbooks/corrections.ts'
import type { SheetReader } from '../../workbooks/reader.ts'
import { inSheetOrder, refuseWrongRows } from '../../workbooks/wrongRows.ts'
import { inJournal, type ActivityService } from '../activity/service.ts'
import type { JournaledDatabase } from '../journal/journal.ts'
import type { RefusedFiles } from '../job/refusedFiles.ts'
import type { JobService } from '../job/service.ts'
import { castVotes } from './castVotes.ts'
import type { VoteSheetFilter } from './export.ts'
import { judgeRows, type JudgedRows } from './importJudging.ts'
import type { PapersOfVotes } from './papersOfVotes.ts'
import { indexRoster } from './rowMatching.ts'
import { voteKind, type VoteRow } from './sheet.ts'

export interface VoteWorkbookDeps {
  readonly database: JournaledDatabase
  readonly clock: Clock
  readonly activities: ActivityService
  readonly papersOfVotes: PapersOfVotes
  readonly jobs: JobService
  readonly refusedFiles: RefusedFiles
  readonly sheets: SheetReader
}

/** Fields sent with the workbook; `jobId` `''` if no client follows the import. */
export interface VoteImportFields {
  readonly activityId: string
  readonly isDryRun: boolean
  readonly jobId: string
  readonly mapping: string
  readonly corrections: readonly Correction[]
  /** How to treat a ballot that has voted differently. */
  readonly whenVoted: 'refuse' | 'skip'
}

/** Rows judged and cast per chunk; other calls are served between chunks. */
const ROWS_TOGETHER = 100

/** @throws Refusal `activity.wrongStatus` (409) except in 投票中 and 唱票中 */
function checkTakesVotes(status: ActivityStatus): void {
  const reason = stepRefusal(status, 'importVotes')
  if (reason !== null) throw new Refusal(reason, { status, step: 'importVotes' })
}

/** Running totals over all rows of a workbook. */
function createSums() {
  const counts = { inserted: 0, same: 0, blank: 0, skipped: 0 }
  const errors: RowError[] = []
  return {
    errors: errors as readonly RowError[],
    add({ casts, same, skipped, errors: some }: JudgedRows): void {
      counts.inserted += casts.length
      counts.same += same
      counts.skipped += skipped
      errors.push(...some)
    },
    addBlank: (count: number): void => void (counts.blank += count),
    counts: () => ({ total: counts.inserted + counts.same + counts.blank + counts.skipped, ...counts }) satisfies VoteImportResult,
  }
}

interface TakenSheet {
  readonly rows: readonly VoteRow[]
  /** The names of its columns. */
  readonly columns: readonly string[]
  readonly fields: VoteImportFields
  readonly sha256: string
}

/** Checks all rows against the database and passes them to `take` chunk by chunk, so that later chunks see what earlier ones cast. */
async function compareRows(
  { clock, activities, papersOfVotes }: Pick<VoteWorkbookDeps, 'clock' | 'activities' | 'papersOfVotes'>,
  db: Kysely<Schema>,
  { rows: all, columns, fields, sha256 }: TakenSheet,
  { take, onChunk }: { readonly take: (judged: JudgedRows, now: number) => Promise<void>; readonly onChunk: (done: number) => Promise<void> },
) {
  const now = clock.now()
  const sums = createSums()
  const rows = all.filter(({ answers }) => answers !== '')
  sums.addBlank(all.length - rows.length)
  const activity = await activities.require(db, fields.activityId)
  checkTakesVotes(activity.status)
  const roster = await indexRoster(db, activity.id, rows[0]?.parts)
  const rowOf = new Map<string, number>()
  for (let from = 0; from < rows.length; from += ROWS_TOGETHER) {
    await onChunk(all.length - rows.length + from)
    const some = rows.slice(from, from + ROWS_TOGETHER)
    const judged = await judgeRows(db, papersOfVotes, { ...fields, rows: some, roster, rowOf, columns, sha256, now })
    sums.add(judged)
    if (sums.errors.length === 0) await take(judged, now)
  }
  return { activity, ...sums }
}

/** 录入表, and its import or that of another workbook of votes (`after.md` section 1). */
export function createVoteWorkbooks(deps: VoteWorkbookDeps) {
  const { database, activities, papersOfVotes, jobs, refusedFiles, sheets } = deps
  return {
    /**
     * The specification of 录入表, which a worker thread writes.
     *
     * @throws Refusal `activity.notFound` (404), `activity.wrongStatus` (409) in 已结束
     */
    async sheet(filter: VoteSheetFilter) {
      const activity = await activities.require(database.read, filter.activityId)
      activities.requireStatus(activity, 'voteSheet')
      return { kind: 'voteSheet', filter, action: 'voting.sheet', subject: filter.activityId, fileName: `${activity.title}_录入表` } as const
    },

    /**
     * Imports a workbook of votes, all of it or nothing.
     *
     * A dry run checks everything, writes nothing and returns a preview. In 投票中 votes are cast as at the desk, in 唱票中
     * papers are tallied; a row refused by either is a wrong row.
     *
     * @throws Refusal `workbook.mapping`, `workbook.corrections` (400); `activity.notFound` (404), `activity.wrongStatus`
     * (409); `workbook.wrongRows` or `job.cancelled` (402); and any refusal of the workbook itself
     */
    importWorkbook(fields: VoteImportFields, file: UploadedFile, caller: Caller): Promise<VoteImportResult> {
      const { activityId, isDryRun, jobId, mapping, corrections } = fields
      return jobs.run(caller, jobId, async (job) => {
        const { topics, status } = await activities.get(activityId)
        checkTakesVotes(status)
        const items = askedItems(topics)
        const { namedFields } = voteSheet(items)
        const named = requireMapping(mapping, namedFields)
        const sha256 = createHash('sha256').update(file.bytes).digest('hex') // before the bytes move to the worker
        const sheet = await sheets.read({
          bytes: file.bytes,
          fileName: file.name,
          kind: 'votes',
          items,
          named,
          corrections: requireCorrections(corrections, namedFields),
          signal: job.signal,
          onProgress: ({ stage, done, total }) => job.report(stage, done, total),
        })
        const taken: TakenSheet = { rows: sheet.rows, columns: sheet.preview.columns, fields, sha256 }
        const onChunk = (stage: 'checking' | 'writing') => async (done: number) => {
          job.report(stage, done, sheet.rows.length)
          await yieldToEventLoop()
          job.signal.throwIfAborted()
        }
        const refuseAny = (found: readonly RowError[], count: number): void => {
          if (count === 0) return
          const errors = found.slice(0, MAX_ROW_ERRORS)
          refusedFiles.keep(caller, jobId, { file, header: sheet.header, errors })
          refuseWrongRows(voteKind(items), sheet, { errors, errorCount: count, isDryRun })
        }
        // One answer lists all errors, so that the file needs fixing only once.
        const checked = await compareRows(deps, database.read, taken, { take: async () => undefined, onChunk: onChunk('checking') })
        refuseAny(inSheetOrder(sheet.errors, checked.errors), sheet.errorCount + checked.errors.length)
        if (isDryRun) return { ...checked.counts(), preview: sheet.preview }

        return database.write(
          async (write) => {
            // Checked again, as the roster and the votes may have changed since.
            const written = await compareRows(deps, write.tx, taken, {
              take: async ({ activity, casts }, now) => {
                if (activity && casts.length > 0) await castVotes(write, papersOfVotes, { activity, casts }, caller, now)
              },
              onChunk: onChunk('writing'),
            })
            refuseAny(written.errors, written.errors.length)
            job.signal.throwIfAborted()
            const result = written.counts()
            const after = { ...inJournal(written.activity), ...result, fileName: file.name, sha256, ...byHandInJournal(named, namedFields, corrections) }
            write.journal.record({ caller, action: 'voting.import', subject: activityId, before: null, after })
            return result
          },
          { isLong: true },
        )
      })
    },
  }
}
