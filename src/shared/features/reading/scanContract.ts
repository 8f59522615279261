import { z } from 'zod'
import type { Endpoints } from '../../contract/endpoint.ts'
import { areaSum, code, id, moment, nullableCode, optionalCode, optionalTime, searchText, text } from '../../contract/values.ts'
import { paging } from '../../contract/page.ts'
import { wire } from '../../contract/wire.ts'
import { pathText } from '../../place/pathText.ts'
import { typedCode } from '../paper/code.ts'
import { PAPER_STATES, paperLimits } from '../paper/rules.ts'
import { VOTE_SOURCES } from '../notification/contract.ts'
import { Choice } from '../voting/contract.ts'
import { DEFAULT_CHANNEL, receiptLimits } from '../voting/rules.ts'
import { SLOT_STATES, slotDoubts } from './pageRules.ts'
import { MAX_CONFIRMED, SCAN_STATES, TOO_MANY_CONFIRMED } from './scanRules.ts'

const activityId = id('投票活动编号')
const slot = { topicId: ['votetopicid', z.string()], optionId: ['voteoptionid', z.string()] } as const

/** A row of a scanned paper, whose page is there. */
const ScannedSlot = wire({
  ...slot,
  state: ['state', code('读数状态', SLOT_STATES)],
  /** 0 where nothing is marked, null where only a person can tell. */
  answer: ['voteresult', z.int().nullable()],
  /** `''` unless in doubt. */
  why: ['why', z.enum(['', ...slotDoubts])],
  /** The page that it is on. */
  page: ['page', z.int()],
})

/** A picture of a page, the newest of a page last. */
const ScannedPage = wire({
  id: ['pageid', z.string()],
  page: ['page', z.int()],
  /** Who sent it. */
  by: ['by', z.string()],
  at: ['at', moment],
})

/** A scanned paper and its vote on record. */
export const ScannedPaper = wire({
  code: ['code', z.string()],
  ballotId: ['ballotid', z.string()],
  place: ['place', z.string()],
  ballotNumber: ['ballotno', z.int()],
  areaHundredths: ['areasize', areaSum],
  paperState: ['paperstatus', code('选票状态', PAPER_STATES)],
  isLate: ['late', z.boolean()],
  state: ['state', code('扫描状态', SCAN_STATES)],
  /** The newest reading, also an incomplete one. */
  readingId: ['readingid', z.string()],
  pages: ['pages', z.array(ScannedPage)],
  /** The pages of which there is no picture. */
  missing: ['missing', z.array(z.int())],
  slots: ['slots', z.array(ScannedSlot)],
  record: [
    'record',
    wire({ recordId: ['recordid', z.string()], by: ['by', z.string()], at: ['at', moment], differs: ['differs', z.array(wire(slot))] }).nullable(),
  ],
})
export type ScannedPaper = z.output<typeof ScannedPaper>

/** How many papers are in each state, by its number. */
export const ScanCounts = z.object({ 1: z.int(), 2: z.int(), 3: z.int(), 4: z.int(), 5: z.int(), 6: z.int(), 7: z.int() })
export type ScanCounts = z.output<typeof ScanCounts>

/** Which scanned papers are listed. */
const PapersRequest = wire({
  activityId: ['voteactivityid', activityId],
  /** null: all. */
  state: ['state', nullableCode('扫描状态', SCAN_STATES)],
  path: ['xpath', pathText],
  condition: ['condition', searchText],
  pageNo: ['pageNo', paging.pageNo],
  pageSize: ['pageSize', paging.pageSize],
})
export type PapersRequest = z.output<typeof PapersRequest>

const ConfirmedPaper = wire({
  code: ['code', text(paperLimits.code.label, { ...paperLimits.code, normalise: typedCode })],
  /** The reading that was looked at. */
  readingId: ['readingid', id('读数编号')],
  /** What a person says of its rows; null: as read. */
  choices: ['records', z.array(Choice, { error: '投票内容格式不正确' }).max(5_000, '投票内容过多').nullish()],
})

export const ConfirmRequest = wire({
  activityId: ['voteactivityid', activityId],
  papers: ['papers', z.array(ConfirmedPaper, { error: '请选择选票' }).min(1, '请选择选票').max(MAX_CONFIRMED, TOO_MANY_CONFIRMED)],
  /** When the papers came in; null: as it is on record, or now. */
  receivedAt: ['receivedat', optionalTime(receiptLimits.receivedAt.label)],
  channel: ['channel', optionalCode(receiptLimits.channel.label, VOTE_SOURCES, DEFAULT_CHANNEL)],
})
export type ConfirmRequest = z.output<typeof ConfirmRequest>

export const scanEndpoints = {
  /** Papers of which pages were scanned, with where they stand; `counts` are of what path and condition let through. */
  'reading.papers': {
    method: 'GET',
    path: '/reading/papers',
    access: 'viewer',
    query: PapersRequest,
    response: wire({ rows: ['datas', z.array(ScannedPaper)], total: ['totalCount', z.int()], counts: ['counts', ScanCounts] }),
  },
  /** Votes with papers as they were read and looked at, all or none: at most one screen of them. */
  'reading.confirm': {
    method: 'POST',
    takesMany: true,
    path: '/reading/confirm',
    access: 'clerk',
    body: ConfirmRequest,
    response: wire({ recordIds: ['recordids', z.array(z.string())] }),
  },
} as const satisfies Endpoints
