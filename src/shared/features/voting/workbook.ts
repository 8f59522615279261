import { z } from 'zod'
import { get, post, type Endpoints } from '../../contract/endpoint.ts'
import { id, jobId } from '../../contract/values.ts'
import { wire } from '../../contract/wire.ts'
import { importFields, importFile, ImportPreview } from '../../import/contract.ts'
import { pathText } from '../../place/pathText.ts'

const activityId = id('投票活动编号')

/** The outcome of a workbook's rows: cast, same vote before, without an answer, and different vote before. */
export const VoteImportResult = z.object({
  total: z.int(),
  inserted: z.int(),
  same: z.int(),
  blank: z.int(),
  skipped: z.int(),
  preview: ImportPreview.optional(),
})
export type VoteImportResult = z.infer<typeof VoteImportResult>

/** Votes typed into a workbook (`after.md` section 1). */
export const voteWorkbookEndpoints = {
  /** Imports votes from a workbook: all or nothing. */
  'voting.import': post('/vote/importvotes', 'manager', {
    file: importFile,
    body: wire({
      activityId: ['voteactivityid', activityId],
      /** How to handle a ballot with a different vote: refuse the workbook, or skip the row. */
      whenVoted: ['voted', z.enum(['refuse', 'skip'], '已投票的处理方式应为 refuse 或 skip').default('refuse')],
      ...importFields,
    }),
    response: VoteImportResult,
    isLong: true,
  }),
  /** 录入表: a workbook of ballots for typing their answers. */
  'voting.sheet': get('/vote/sheet', 'clerk', {
    query: wire({
      activityId: ['voteactivityid', activityId],
      path: ['xpath', pathText],
      only: ['only', z.enum(['unvoted', 'all'], '范围应为 unvoted 或 all').default('unvoted')],
      jobId: ['jobid', jobId],
    }),
    response: 'binary',
    isLong: true,
  }),
} as const satisfies Endpoints
