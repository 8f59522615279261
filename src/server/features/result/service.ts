import { createHash } from 'node:crypto'
import type { BodyOf, QueryOf } from '#shared/contract/index.ts'
import type { Binary } from '#shared/contract/endpoint.ts'
import { Refusal, required } from '#shared/contract/refusals.ts'
import { stepRefusal } from '#shared/features/activity/rules.ts'
import { judgedAt } from '#shared/features/delivery/judging.ts'
import type { CorrectedStatistics, NotVotedPage, Statistics } from '#shared/features/result/contract.ts'
import { deliveryPolicyOf, type ActivityRecord, type ActivityService } from '../activity/service.ts'
import { codeOf } from '../journal/checkpoint.ts'
import { digestsInForce } from '../journal/replay/digestsInForce.ts'
import type { Db } from '../../database/schema.ts'
import type { Caller } from '../../http/context.ts'
import type { Edition } from './report/make.ts'
import { XLSX } from '../../workbooks/maker.ts'
import { branchInWords } from './not-voted/sheet.ts'
import { branchOf } from '../ballot/branch.ts'
import { notVotedStore } from './not-voted/store.ts'
import { notVotedFileName, reportFileName } from './report/name.ts'
import { reportStore } from './report/store.ts'
import { countTwice } from './corrected.ts'
import { createReceipts } from './receipts.ts'
import { electionResults, slotResults, statisticsOf, type ElectionResult, type SlotResult } from './results.ts'
import { resultStore, type CountedBy } from './store.ts'
import type { Between } from '#shared/features/journal/moments.ts'
import type { Checked } from '#shared/features/journal/replay.ts'
import { requireKept } from '../activity/erasing.ts'
import type { ServiceDeps } from '../journal/journal.ts'
import type { JournalService } from '../journal/service.ts'
import type { JobService } from '../job/service.ts'
import type { ReportMaker } from './report/maker.ts'

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

type CountedRow = Pick<ActivityRecord, 'id' | 'counting_rule' | 'delivery_policy' | 'ends_at'>

/** The parameters of an activity's count at a moment. */
const countedBy = (activity: CountedRow, now: number): CountedBy => ({
  rule: activity.counting_rule,
  policy: deliveryPolicyOf(activity),
  at: judgedAt(now, activity.ends_at),
})

/** 未投名单, on the screen and as a workbook. */
function createNotVotedList({ database, clock, activities, jobs, reports }: ResultDeps) {
  return {
    /**
     * One page of the properties whose ballots have not voted, and totals over all of them.
     *
     * @throws Refusal `result.wrongPath` (400), `activity.notFound` (404)
     */
    async notVoted({ activityId, path, sort, pageNo, pageSize, ...narrowed }: QueryOf<'result.notVoted'>): Promise<NotVotedPage> {
      const branch = required(branchOf(path), 'result.wrongPath')
      const activity = await activities.require(database.read, activityId)
      const store = notVotedStore(database.read)
      const filter = { activityKey: activity.id, branch, ...narrowed }
      const { propertyCount, ballotCount, areaHundredths } = await store.totals(filter)
      const keys = await store.keys(filter, sort, { offset: (pageNo - 1) * pageSize, limit: pageSize })
      return { rows: await store.properties(activity.id, keys), total: propertyCount, ballotCount, areaHundredths }
    },

    /**
     * The same properties as a workbook; with a purpose it includes whole phone numbers, which the journal records.
     *
     * @throws Refusal `result.wrongPath` (400), `activity.notFound` (404); 402 with `result.reportTooLong`,
     * `result.reportTooMuch` or `job.cancelled`
     */
    notVotedSheet({ path, jobId, ...asked }: QueryOf<'result.notVotedSheet'>, caller: Caller): Promise<Binary> {
      const { activityId, purpose } = asked
      const branch = required(branchOf(path), 'result.wrongPath')
      return jobs.run(caller, jobId, async (job) => {
        const activity = required(await reportStore(database.read).activity(activityId), 'activity.notFound')
        const now = clock.now()
        job.report('reading', 0, 0)
        const { bytes, rowCount } = await reports.make({
          order: { kind: 'notVoted', ...asked, branch, now },
          signal: job.signal,
          onProgress: (done, total) => job.report('writing', done, total),
        })
        job.signal.throwIfAborted()
        const after = { activityId, activityTitle: activity.title, scope: branchInWords(branch), purpose, rowCount, sha256: sha256Of(bytes) }
        await database.write(async ({ journal }) => journal.record({ caller, action: 'result.notVotedSheet', subject: activityId, before: null, after }))
        return { type: XLSX, bytes, fileName: notVotedFileName({ estateName: activity.estate_name, title: activity.title, now }) }
      })
    },
  }
}

/** Results and the report: `wire.md` section 7, counted according to `counting.md`. */
export function createResultService(deps: ResultDeps) {
  const { database, clock, journalService, activities, jobs, reports } = deps
  type Row = Awaited<ReturnType<typeof activities.require>>

  async function counted(db: Db, activity: CountedRow) {
    const store = resultStore(db)
    const topics = await store.topics(activity.id)
    return { topics, sums: await store.sums(activity.id, topics, countedBy(activity, clock.now())) }
  }

  async function statistics(activity: Row): Promise<Statistics> {
    const { topics, sums } = await counted(database.read, activity)
    return { ...statisticsOf(activity.counting_rule, topics, sums), checkCode: await journalService.newestCode(activity.public_id) }
  }

  return {
    ...createProofs({ database, journalService, activities }),
    ...createNotVotedList(deps),
    ...createReceipts(deps),

    /** The tally and conclusion of every slot, in the order of the slots, and the elected. */
    async results(db: Db, activity: CountedRow): Promise<{ slots: SlotResult[]; elections: ElectionResult[] }> {
      const { topics, sums } = await counted(db, activity)
      const slots = slotResults(activity.counting_rule, topics, sums)
      return { slots, elections: electionResults(topics, slots, sums) }
    },

    /** The same with the slots after corrections by objections; null if nothing is corrected. */
    async resultsAndCorrected(db: Db, activity: CountedRow) {
      const { official, corrected, corrections } = await countTwice(db, activity.id, countedBy(activity, clock.now()))
      return { slots: official.slots, elections: official.elections, corrected: corrections.length === 0 ? null : corrected.slots }
    },

    /**
     * The current figures of an activity, by its counting rule (`wire.md` section 7); areas in 0.01 m².
     *
     * @throws Refusal `activity.notFound` (404)
     */
    async progress(activityId: string): Promise<Statistics> {
      return statistics(await activities.require(database.read, activityId))
    },

    /**
     * The figures of a finished activity with the corrections by objections applied (`after.md` section 4).
     *
     * @throws Refusal `activity.notFound` (404), `activity.wrongStatus` (409)
     */
    async corrected(activityId: string): Promise<CorrectedStatistics> {
      const activity = await activities.require(database.read, activityId)
      const { status, counting_rule: rule } = activity
      if (stepRefusal(status, 'seeCorrected') !== null) throw new Refusal('activity.wrongStatus', { status, step: 'seeCorrected' })
      const { topics, corrected, corrections, changed } = await countTwice(database.read, activity.id, countedBy(activity, clock.now()))
      const figures = statisticsOf(rule, topics, corrected.sums)
      return { ...figures, corrections: [...corrections], changed: [...changed], checkCode: await journalService.newestCode(activityId) }
    },

    /**
     * The same figures, for the creator only.
     *
     * @throws Refusal `activity.notFound` (404), `activity.notCreator` (403)
     */
    async statistics(activityId: string, caller: Caller): Promise<Statistics> {
      return statistics(await activities.requireStep(database.read, activityId, 'statistics', caller))
    },

    /**
     * The workbook of `workbooks.md` section 3, made from one snapshot and verified before delivery.
     *
     * It contains the 核验码 of the journal before it; its own entry, with the file's digest, stores that checkpoint.
     *
     * @throws Refusal `activity.notFound` (404); 402 with `audit.broken`, `audit.differs`, `result.reportTooLong`,
     * `result.reportTooMuch` or `job.cancelled`
     */
    report({ activityId, edition, jobId }: { activityId: string; edition: Edition; jobId: string }, caller: Caller): Promise<Binary> {
      return jobs.run(caller, jobId, async (job) => {
        const activity = required(await reportStore(database.read).activity(activityId), 'activity.notFound')
        const now = clock.now()
        job.report('checking', 0, 0)
        const known = await journalService.checks.require(activityId, job.signal)
        job.report('reading', 0, 0)
        const checkpoint = await journalService.signHead('report', activityId, await digestsInForce(database.read, activity))
        const { bytes } = await reports.make({
          order: { kind: 'report', activityId, edition, now, code: codeOf(checkpoint.content), known },
          signal: job.signal,
          onProgress: (done, total) => job.report('writing', done, total),
        })
        job.signal.throwIfAborted()
        // Recorded because who exported names and votes may be asked later.
        const after = { activityId, activityTitle: activity.title, edition, sha256: sha256Of(bytes) }
        const entry = { caller, action: 'result.report', subject: activityId, before: null, after, checkpoint } as const
        await database.write(async ({ journal }) => journal.record(entry))
        return { type: XLSX, bytes, fileName: reportFileName({ estateName: activity.estate_name, title: activity.title, now, edition }) }
      })
    },
  }
}
export type ResultService = ReturnType<typeof createResultService>

/** The journal of an activity, compared with its tables or at two moments. */
function createProofs({ database, journalService, activities }: Pick<ResultDeps, 'database' | 'journalService' | 'activities'>) {
  return {
    /**
     * Verifies the tables against the journal again.
     *
     * @throws Refusal `activity.notFound` (404)
     */
    async verify(activityId: string, caller: Caller): Promise<Checked> {
      await activities.require(database.read, activityId)
      return journalService.checks.verify(activityId, caller)
    },

    /**
     * The changes between two moments, and the counts at both.
     *
     * @throws Refusal `activity.notFound` (404), `audit.momentsTurned` (400), 409 if the personal data were erased
     */
    async between({ activityId, from, to }: QueryOf<'result.between'>): Promise<Between> {
      const activity = await activities.require(database.read, activityId)
      requireKept(activity, 'moments')
      const { ends_at: endsAt } = activity
      return journalService.between({ activityId, from, to, endsAt })
    },

    /**
     * Records an administrator's acknowledgement of exactly the current differences between tables and journal.
     *
     * @throws Refusal `activity.notFound` (404), `audit.nothingDiffers` (409)
     */
    async acceptDifferences({ activityId, reason }: BodyOf<'result.acceptDifferences'>, caller: Caller): Promise<void> {
      const { title } = await activities.require(database.read, activityId)
      return journalService.checks.accept({ activityId, activityTitle: title }, reason, caller)
    },
  }
}

interface ResultDeps extends ServiceDeps {
  readonly journalService: Pick<JournalService, 'between' | 'checks' | 'signHead' | 'newest' | 'newestAbout' | 'newestCheckpoint' | 'newestCode'>
  readonly activities: ActivityService
  readonly jobs: JobService
  readonly reports: ReportMaker
  readonly fontFile: string
}
