import { createHash } from 'node:crypto'
import type { Binary } from '#shared/contract/endpoint.ts'
import { notFound } from '#shared/contract/envelope.ts'
import type { Statistics } from '#shared/features/result/contract.ts'
import type { Database } from '../../database/open.ts'
import type { Caller } from '../../http/context.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { ActivityService } from '../activity/service.ts'
import type { JobService } from '../job/service.ts'
import type { Edition } from './report/make.ts'
import type { AuditService } from '../audit/service.ts'
import type { ReportMaker } from './report/maker.ts'
import { reportFileName } from './report/name.ts'
import { reportStore } from './report/store.ts'
import { slotsOf, statisticsOf } from './results.ts'
import { resultStore } from './store.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export interface ResultDeps {
  readonly database: Database
  readonly clock: Clock
  readonly activities: ActivityService
  readonly jobs: JobService
  readonly reports: ReportMaker
  readonly audit: AuditService
}

/** Results and the report: `wire.md` section 7, counted by `counting.md`. */
export function createResultService({ database, clock, audit, activities, jobs, reports }: ResultDeps) {
  type Row = Awaited<ReturnType<typeof activities.require>>

  async function statistics({ id, counting_rule: rule }: Row): Promise<Statistics> {
    const store = resultStore(database.read)
    const topics = await store.topics(id)
    return statisticsOf(rule, topics, await store.sums(id, slotsOf(topics).length, rule))
  }

  return {
    async progress(activityId: string): Promise<Statistics> {
      return statistics(await activities.require(database.read, activityId))
    },

    /** The same figures, for the creator alone. */
    async statistics(activityId: string, caller: Caller): Promise<Statistics> {
      return statistics(await activities.requireStep(database.read, activityId, 'statistics', caller))
    },

    /**
     * The workbook of `workbooks.md` section 3, made of one moment's data and checked before it is handed over.
     *
     * @throws Refusal 402 when the job was cancelled
     */
    report({ activityId, edition, jobId }: { activityId: string; edition: Edition; jobId: string }, caller: Caller): Promise<Binary> {
      return jobs.run(caller, jobId, async (job) => {
        const activity = await reportStore(database.read).activity(activityId)
        if (!activity) throw notFound('投票活动')
        const now = clock.now()
        job.report('reading', 0, 0)
        const bytes = await reports.make({
          order: { activityId, edition, now },
          signal: job.signal,
          onProgress: (done, total) => job.report('writing', done, total),
        })
        job.signal.throwIfAborted()
        // Who took away names and votes is a question that is asked later.
        const sha256 = createHash('sha256').update(bytes).digest('hex')
        await database.write((tx) => audit.record(tx, { caller, action: 'result.report', subject: activityId, before: null, after: { edition, sha256 } }))
        return { type: XLSX, bytes, fileName: reportFileName({ estateName: activity.estate_name, title: activity.title, now, edition }) }
      })
    },
  }
}
export type ResultService = ReturnType<typeof createResultService>
