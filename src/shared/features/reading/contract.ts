import { z } from 'zod'
import type { Endpoints } from '../../contract/endpoint.ts'
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

// 双人复录: what a second person reads, and what a third one says of a difference.

const EnterRequest = wire({
  activityId: ['voteactivityid', activityId],
  code: ['code', text(votingLimits.markedCode.label, votingLimits.markedCode)],
  kind: ['kind', code('读数种类', [ReadingKind.secondEntry, ReadingKind.sample])],
  /** Of a reading for a sample. */
  sampleId: ['sampleid', optionalText('抽样编号', { max: 64 })],
  choices: ['records', choices],
  /** There is no paper to read; of a sample alone. */
  hasNoPaper: ['nopaper', z.boolean().default(false)],
})
export type EnterRequest = z.output<typeof EnterRequest>

/** `choices`: the right answers, where the record is corrected. */
const SettleRequest = wire({
  readingId: ['readingid', readingId],
  decision: ['decision', code('裁定', Object.values(Decision))],
  choices: ['records', choices],
  reason: ['reason', text(settleReasonLimit.label, settleReasonLimit)],
})
export type SettleRequest = z.output<typeof SettleRequest>

/** Where an entry differs from the vote on record, without its answer; of a sample nothing of either. */
const Entered = wire({
  readingId: ['readingid', z.string()],
  isSame: ['same', z.boolean().optional()],
  differs: ['differs', z.array(wire({ topicId: ['votetopicid', z.string()], optionId: ['voteoptionid', z.string()] })).optional()],
})
export type Entered = z.output<typeof Entered>

/** A paper that waits for its second entry. */
export const DuePaper = wire({ code: ['code', z.string()], place: ['place', z.string()] })
export type DuePaper = z.output<typeof DuePaper>

/** Answers have one character a slot of the activity: 0 nothing, 1, 2, 3. `by` is a name. */
const said = { answers: ['answers', z.string()], by: ['by', z.string()], at: ['at', moment] } as const

/** A reading that differs from the vote on record, and waits for a decision. */
export const Difference = wire({
  readingId: ['readingid', z.string()],
  kind: ['kind', readingKind],
  code: ['code', z.string()],
  place: ['place', z.string()],
  record: ['record', wire({ recordId: ['recordid', z.string()], ...said })],
  reading: ['reading', wire(said)],
  /** Where they differ: what a scan left to a person does not. */
  differs: ['differs', z.array(wire({ topicId: ['votetopicid', z.string()], optionId: ['voteoptionid', z.string()] }))],
  /** The pictures of a scanned paper. */
  pageIds: ['pageids', z.array(z.string())],
  /** Whether the caller made one of both and somebody else may decide. */
  needsOther: ['needsother', z.boolean()],
})
export type Difference = z.output<typeof Difference>

/** How far the second entries of an activity are. */
const SecondEntries = wire({
  /** Votes that have a paper, where the activity asks for 双人复录; else 0. */
  due: ['due', z.int()],
  /** Votes that were read a second time. */
  read: ['read', z.int()],
  /** Those of them that are alike, or were found right. */
  same: ['same', z.int()],
  /** Those of them that wait for a decision. */
  different: ['different', z.int()],
})
export type SecondEntries = z.output<typeof SecondEntries>

/** How far an activity's papers are: scanned ones by where they stand. */
const Summary = wire({
  /** Papers that came in. */
  received: ['received', z.int()],
  scanned: ['scanned', z.int()],
  /** Kept, also those that belong to no paper yet. */
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
  'reading.enter': {
    method: 'POST',
    takesMany: true,
    path: '/reading/enter',
    access: 'clerk',
    body: EnterRequest,
    response: Entered,
  },
  /** The papers that wait for a second entry and that the caller may enter, in the order of places. */
  'reading.due': {
    method: 'GET',
    path: '/reading/due',
    access: 'clerk',
    query: wire({ activityId: ['voteactivityid', activityId], pageNo: ['pageNo', paging.pageNo], pageSize: ['pageSize', paging.pageSize] }),
    response: page(DuePaper),
  },
  'reading.differences': { method: 'GET', path: '/reading/differences', access: 'manager', query: ofActivity, response: z.array(Difference) },
  'reading.settle': {
    method: 'POST',
    takesMany: true,
    path: '/reading/settle',
    access: 'manager',
    body: SettleRequest,
    response: z.null(),
  },
  'reading.summary': { method: 'GET', path: '/reading/summary', access: 'viewer', query: ofActivity, response: Summary },
} as const satisfies Endpoints
