import { z } from 'zod'
import { get, post, type Endpoints } from '../../contract/endpoint.ts'
import { areaSum, code, id, moment, nullableCode, optionalCode, optionalTime, searchText, text } from '../../contract/values.ts'
import { paging } from '../../contract/page.ts'
import { wire } from '../../contract/wire.ts'
import { pathText } from '../../place/pathText.ts'
import { typedCode } from '../paper/code.ts'
import { PAPER_STATES, paperLimits } from '../paper/rules.ts'
import { VOTE_SOURCES } from '../delivery/contract.ts'
import { Choice } from '../voting/contract.ts'
import { DEFAULT_CHANNEL, receiptLimits } from '../voting/rules.ts'
import { SLOT_STATES, slotDoubts } from './pageRules.ts'
import { MAX_CONFIRMED, SCAN_STATES, TOO_MANY_CONFIRMED } from './scanRules.ts'

const activityId = id('投票活动编号')
const slot = { topicId: ['votetopicid', z.string()], optionId: ['voteoptionid', z.string()] } as const

/** A row of a scanned paper whose page is present. */
const ScannedSlot = wire({
  ...slot,
  state: ['state', code('读数状态', SLOT_STATES)],
  /** 0 if nothing is marked, null if a person has to decide. */
  answer: ['voteresult', z.int().nullable()],
  /** `''` unless in doubt. */
  why: ['why', z.enum(['', ...slotDoubts])],
  /** Its page. */
  page: ['page', z.int()],
})

/** A picture of a page; the latest of a page comes last. */
const ScannedPage = wire({
  id: ['pageid', z.string()],
  page: ['page', z.int()],
  /** The sender. */
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
  /** The latest reading, even if incomplete. */
  readingId: ['readingid', z.string()],
  pages: ['pages', z.array(ScannedPage)],
  /** Pages without a picture. */
  missing: ['missing', z.array(z.int())],
  slots: ['slots', z.array(ScannedSlot)],
  record: [
    'record',
    wire({ recordId: ['recordid', z.string()], by: ['by', z.string()], at: ['at', moment], differs: ['differs', z.array(wire(slot))] }).nullable(),
  ],
})
export type ScannedPaper = z.output<typeof ScannedPaper>

/** Number of papers in each state, by the state's number. */
export const ScanCounts = z.object({ 1: z.int(), 2: z.int(), 3: z.int(), 4: z.int(), 5: z.int(), 6: z.int(), 7: z.int() })
export type ScanCounts = z.output<typeof ScanCounts>

/** Filter of scanned papers. */
const PapersRequest = wire({
  activityId: ['voteactivityid', activityId],
  /** Null: all. */
  state: ['state', nullableCode('扫描状态', SCAN_STATES)],
  path: ['xpath', pathText],
  condition: ['condition', searchText],
  pageNo: ['pageNo', paging.pageNo],
  pageSize: ['pageSize', paging.pageSize],
})
export type PapersRequest = z.output<typeof PapersRequest>

const ConfirmedPaper = wire({
  code: ['code', text(paperLimits.code.label, { ...paperLimits.code, normalise: typedCode })],
  /** The reading that was shown. */
  readingId: ['readingid', id('读数编号')],
  /** A person's answers for its rows; null: as read. */
  choices: ['records', z.array(Choice, { error: '投票内容格式不正确' }).max(5_000, '投票内容过多').nullish()],
})

export const ConfirmRequest = wire({
  activityId: ['voteactivityid', activityId],
  papers: ['papers', z.array(ConfirmedPaper, { error: '请选择选票' }).min(1, '请选择选票').max(MAX_CONFIRMED, TOO_MANY_CONFIRMED)],
  /** When the papers were received; null: as on record, or now. */
  receivedAt: ['receivedat', optionalTime(receiptLimits.receivedAt.label)],
  channel: ['channel', optionalCode(receiptLimits.channel.label, VOTE_SOURCES, DEFAULT_CHANNEL)],
})
export type ConfirmRequest = z.output<typeof ConfirmRequest>

export const scanEndpoints = {
  /** Papers with scanned pages and their state; `counts` respect the filters for path and condition. */
  'reading.papers': get('/reading/papers', 'viewer', {
    query: PapersRequest,
    response: wire({ rows: ['datas', z.array(ScannedPaper)], total: ['totalCount', z.int()], counts: ['counts', ScanCounts] }),
  }),
  /** Casts the confirmed readings of one screen, all or none. */
  'reading.confirm': post('/reading/confirm', 'clerk', {
    takesMany: true,
    body: ConfirmRequest,
    response: wire({ recordIds: ['recordids', z.array(z.string())] }),
  }),
} as const satisfies Endpoints
