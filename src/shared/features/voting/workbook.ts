import { z } from 'zod'
import type { Endpoints } from '../../contract/endpoint.ts'
import { id, jobId } from '../../contract/values.ts'
import { wire } from '../../contract/wire.ts'
import { importFields, importFile, ImportPreview } from '../../import/contract.ts'
import { pathText } from '../../place/pathText.ts'

const activityId = id('投票活动编号')

/** What becomes of the rows of a workbook of votes: cast, voted alike before, without an answer, and voted otherwise before. */
export const VoteImportResult = z.object({
  total: z.int(),
  inserted: z.int(),
  same: z.int(),
  blank: z.int(),
  skipped: z.int(),
  preview: ImportPreview.optional(),
})
export type VoteImportResult = z.infer<typeof VoteImportResult>

/** Votes that are typed into a workbook (`after.md` section 1). */
export const voteWorkbookEndpoints = {
  /** Votes that come by a workbook: all of it or nothing. */
  'voting.import': {
    method: 'POST',
    path: '/vote/importvotes',
    access: 'manager',
    file: importFile,
    body: wire({
      activityId: ['voteactivityid', activityId],
      /** What becomes of a ballot that has voted otherwise: the workbook is refused, or the row is left out. */
      whenVoted: ['voted', z.enum(['refuse', 'skip'], '已投票的处理方式应为 refuse 或 skip').default('refuse')],
      ...importFields,
    }),
    response: VoteImportResult,
    isLong: true,
  },
  /** 录入表: ballots as a workbook in which their answers are typed. */
  'voting.sheet': {
    method: 'GET',
    path: '/vote/sheet',
    access: 'clerk',
    query: wire({
      activityId: ['voteactivityid', activityId],
      path: ['xpath', pathText],
      only: ['only', z.enum(['unvoted', 'all'], '范围应为 unvoted 或 all').default('unvoted')],
      jobId: ['jobid', jobId],
    }),
    response: 'binary',
    isLong: true,
  },
} as const satisfies Endpoints
