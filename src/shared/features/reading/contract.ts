import { z } from 'zod'
import { get, post, type Endpoints } from '../../contract/endpoint.ts'
import { page, paging } from '../../contract/page.ts'
import { code, id, moment, optionalList, optionalText, text } from '../../contract/values.ts'
import { wire } from '../../contract/wire.ts'
import { Choice } from '../voting/contract.ts'
import { votingLimits } from '../voting/rules.ts'
import { Decision, ReadingKind, settleReasonLimit } from './rules.ts'

const activityId = id('投票活动编号')
const readingId = id('读数编号')
const ofActivity = wire({ activityId: ['voteactivityid', activityId] })
const choices = optionalList(z.array(Choice, { error: '投票内容格式不正确' }).max(5_000, '投票内容过多'))
const readingKind = code('读数种类', Object.values(ReadingKind))

// 双人复录: second entries, and a third person's decision on a difference.

const EnterRequest = wire({
  activityId: ['voteactivityid', activityId],
  code: ['code', text(votingLimits.markedCode.label, votingLimits.markedCode)],
  kind: ['kind', code('读数种类', [ReadingKind.secondEntry, ReadingKind.sample])],
  /** For a sample reading. */
  sampleId: ['sampleid', optionalText('抽样编号', { max: 64 })],
  choices: ['records', choices],
  /** There is no paper to read; only for a sample. */
  hasNoPaper: ['nopaper', z.boolean().default(false)],
})
export type EnterRequest = z.output<typeof EnterRequest>

/** `choices`: the correct answers, if the record is corrected. */
const SettleRequest = wire({
  readingId: ['readingid', readingId],
  decision: ['decision', code('裁定', Object.values(Decision))],
  choices: ['records', choices],
  reason: ['reason', text(settleReasonLimit.label, settleReasonLimit)],
})
export type SettleRequest = z.output<typeof SettleRequest>

/** Whether and where an entry differs from the vote on record, without the recorded answers; omitted for a sample. */
const Entered = wire({
  readingId: ['readingid', z.string()],
  isSame: ['same', z.boolean().optional()],
  differs: ['differs', z.array(wire({ topicId: ['votetopicid', z.string()], optionId: ['voteoptionid', z.string()] })).optional()],
})
export type Entered = z.output<typeof Entered>

/** A paper due for second entry. */
export const DuePaper = wire({ code: ['code', z.string()], place: ['place', z.string()] })
export type DuePaper = z.output<typeof DuePaper>

/** Answers have one character per slot of the activity: 0 none, 1, 2, 3. `by` is a name. */
const said = { answers: ['answers', z.string()], by: ['by', z.string()], at: ['at', moment] } as const

/** A reading that differs from the vote on record and awaits a decision. */
export const Difference = wire({
  readingId: ['readingid', z.string()],
  kind: ['kind', readingKind],
  code: ['code', z.string()],
  place: ['place', z.string()],
  record: ['record', wire({ recordId: ['recordid', z.string()], ...said })],
  reading: ['reading', wire(said)],
  /** Places that differ; doubts that a scan left to a person do not count. */
  differs: ['differs', z.array(wire({ topicId: ['votetopicid', z.string()], optionId: ['voteoptionid', z.string()] }))],
  /** The pictures of a scanned paper. */
  pageIds: ['pageids', z.array(z.string())],
  /** Whether the caller made one of the two, so that another user must decide. */
  needsOther: ['needsother', z.boolean()],
})
export type Difference = z.output<typeof Difference>

/** Progress of an activity's second entries. */
const SecondEntries = wire({
  /** Votes with a paper if the activity requires 双人复录; else 0. */
  due: ['due', z.int()],
  /** Votes read a second time. */
  read: ['read', z.int()],
  /** Of these, equal or settled as right. */
  same: ['same', z.int()],
  /** Of these, awaiting a decision. */
  different: ['different', z.int()],
})
export type SecondEntries = z.output<typeof SecondEntries>

/** Progress of an activity's papers: scanned ones by state. */
const Summary = wire({
  /** Papers received. */
  received: ['received', z.int()],
  scanned: ['scanned', z.int()],
  /** Kept pages, including those not yet assigned to a paper. */
  pages: ['pages', z.int()],
  confirmable: ['confirmable', z.int()],
  open: ['open', z.int()],
  incomplete: ['incomplete', z.int()],
  same: ['same', z.int()],
  different: ['different', z.int()],
  settled: ['settled', z.int()],
  dead: ['dead', z.int()],
  second: ['second', SecondEntries],
})
export type ReadingSummary = z.output<typeof Summary>

export const readingEndpoints = {
  'reading.enter': post('/reading/enter', 'clerk', { takesMany: true, body: EnterRequest, response: Entered }),
  /** Papers due for second entry that the caller may enter, by place. */
  'reading.due': get('/reading/due', 'clerk', {
    query: wire({ activityId: ['voteactivityid', activityId], pageNo: ['pageNo', paging.pageNo], pageSize: ['pageSize', paging.pageSize] }),
    response: page(DuePaper),
  }),
  'reading.differences': get('/reading/differences', 'manager', { query: ofActivity, response: z.array(Difference) }),
  'reading.settle': post('/reading/settle', 'manager', { takesMany: true, body: SettleRequest, response: z.null() }),
  'reading.summary': get('/reading/summary', 'viewer', { query: ofActivity, response: Summary }),
} as const satisfies Endpoints
