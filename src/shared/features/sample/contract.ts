import { z } from 'zod'
import { get, post, type Endpoints } from '../../contract/endpoint.ts'
import { code, freeText, id, integer, moment, optionalText, orEmpty, text } from '../../contract/values.ts'
import { wire } from '../../contract/wire.ts'
import { VOTE_SOURCES } from '../delivery/contract.ts'
import { assertionKinds, sampleLists } from './assertions.ts'
import { AskedAnswer, MAX_ITEMS, SAMPLE_RISKS, sampleLimits, SampleMode, SampleState } from './rules.ts'

const sampleId = id('抽样编号')
const activityId = id('投票活动编号')
const mode = code('抽查方式', Object.values(SampleMode))
const risk = code('风险', SAMPLE_RISKS)

/** A topic, or an option of one. */
const SampleItem = wire({ topicId: ['votetopicid', id('议题编号')], optionId: ['voteoptionid', optionalText('选项编号', { max: 64 })] })

const SampleAssertion = wire({
  kind: ['kind', z.enum(assertionKinds)],
  list: ['list', z.enum(sampleLists)],
  /** Heads, or 0.01 m². */
  margin: ['margin', z.int()],
  cap: ['cap', z.int()],
  total: ['total', z.int()],
  /** Draws included in `t`: as far as all preceding ones are read. */
  draws: ['draws', z.int()],
  /** T to six decimals. */
  value: ['t', z.string()],
  isReached: ['reached', z.boolean()],
  /** Further draws without an error until it is reached; null if it never is, 0 if it is. */
  missing: ['missing', z.int().nullable()],
})

/** By list, H for heads and A for area. */
const perList = <T extends z.ZodType>(each: T) => z.object({ H: each, A: each })

const sampleFields = {
  id: ['sampleid', z.string()],
  activityId: ['voteactivityid', z.string()],
  /** The sample's number within the activity. */
  number: ['number', z.int()],
  mode: ['mode', mode],
  risk: ['risk', risk],
  /** SHA-256 of the frozen list. */
  digest: ['digest', z.string()],
  /** 核验码 of the latest checkpoint when the list was frozen. */
  checkCode: ['checkcode', z.string()],
  /** N, the votes that may be drawn, and the live votes that may not, having no paper. */
  count: ['count', z.int()],
  withoutPaper: ['withoutpaper', z.int()],
  items: [
    'items',
    z.array(
      wire({
        topicId: ['votetopicid', z.string()],
        optionId: ['voteoptionid', z.string()],
        outcome: ['outcome', z.enum(['通过', '不通过'])],
        assertions: ['assertions', z.array(SampleAssertion)],
      }),
    ),
  ],
  /** Draws without an error until all are reached; null if never or too many. */
  needed: ['needed', perList(z.int().nullable())],
  /** Approximate number of papers this would take; null as above. */
  expected: ['expected', z.int().nullable()],
  /** `all`: rather reread all papers than draw. */
  advice: ['advice', z.enum(['sample', 'all'])],
  state: ['state', code('抽样状态', Object.values(SampleState))],
  /** Whether votes, deliveries or the roster have changed since. */
  isStale: ['stale', z.boolean()],
  /** The digits thrown; `''` before. */
  digits: ['digits', z.string()],
  /** Draws of both lists, papers read, papers that differ in an item and are not settled for the record. */
  drawn: ['drawn', z.int()],
  read: ['read', z.int()],
  different: ['different', z.int()],
  /** The sample's conclusion as a sentence; `''` if there is none. */
  sentence: ['sentence', z.string()],
  openedBy: ['by', z.string()],
  openedAt: ['at', moment],
  closedBy: ['closedby', z.string()],
  closedAt: ['closedat', moment],
  closeReason: ['reason', z.string()],
} as const
export const Sample = wire(sampleFields)
export type Sample = z.output<typeof Sample>

/** A sample with its draws. */
export const DrawnSample = wire({
  ...sampleFields,
  /** The drawn votes, by index in the frozen list, from 0. */
  draws: ['draws', perList(z.array(z.int()))],
  /** Each paper once, by day of receipt, then by code. */
  fetch: [
    'fetch',
    z.array(
      wire({
        code: ['code', z.string()],
        recordId: ['recordid', z.string()],
        /** The ballot's properties as text. */
        place: ['place', z.string()],
        receivedAt: ['receivedat', moment],
        isRead: ['read', z.boolean()],
        /** The caller entered the vote, and must not reread its paper. */
        isOwn: ['own', z.boolean()],
        /** Latest answer of the owner asked; null if none. */
        asked: ['asked', code('回访结果', Object.values(AskedAnswer)).nullable()],
      }),
    ),
  ],
})
export type DrawnSample = z.output<typeof DrawnSample>

/** Random digits, thrown in public; blanks between them are removed. */
const digits = z
  .string({ error: sampleLimits.digits.message })
  .overwrite((typed) => typed.replace(/\s/g, ''))
  .refine((thrown) => sampleLimits.digits.pattern.test(thrown), sampleLimits.digits.message)
  .refine((thrown) => new Set(thrown).size !== 1, '请掷骰得出数字')

const reason = text(sampleLimits.reason.label, sampleLimits.reason)

export const sampleEndpoints = {
  /** Freezes the list to draw from, before anything is drawn. */
  'sample.open': post('/sample/open', 'manager', {
    body: wire({
      activityId: ['voteactivityid', activityId],
      mode: ['mode', mode],
      risk: ['risk', risk],
      items: ['items', z.array(SampleItem, { error: '请选择要抽查的议题' }).min(1, '请选择要抽查的议题').max(MAX_ITEMS, '议题不正确')],
      /** The papers counted by hand; not for a sample of owners. */
      counted: ['counted', integer('清点张数', { min: 0, max: 1_000_000 }).optional()],
    }),
    response: DrawnSample,
  }),
  'sample.seed': post('/sample/seed', 'manager', {
    scope: 'sample',
    body: wire({ id: ['sampleid', sampleId], digits: ['digits', digits] }),
    response: DrawnSample,
  }),
  /** Draws more items if those drawn do not suffice. */
  'sample.more': post('/sample/more', 'manager', { scope: 'sample', body: wire({ id: ['sampleid', sampleId] }), response: DrawnSample }),
  /** Records whether an owner says they voted, never what. */
  'sample.ask': post('/sample/ask', 'clerk', {
    scope: 'sample',
    body: wire({
      id: ['sampleid', sampleId],
      recordId: ['recordid', id('投票记录编号')],
      answer: ['answer', code('回访结果', Object.values(AskedAnswer))],
      way: ['way', code('联系方式', VOTE_SOURCES)],
      remark: ['remark', orEmpty(freeText(sampleLimits.remark.label, sampleLimits.remark))],
    }),
    response: wire({ readingId: ['readingid', z.string()] }),
  }),
  'sample.close': post('/sample/close', 'manager', {
    scope: 'sample',
    body: wire({ id: ['sampleid', sampleId], reason: ['reason', reason] }),
    response: z.null(),
  }),
  'sample.get': get('/sample/get', 'viewer', { scope: 'sample', query: wire({ id: ['sampleid', sampleId] }), response: DrawnSample }),
  /** In order of opening; closed ones stay. */
  'sample.list': get('/sample/list', 'viewer', { query: wire({ activityId: ['voteactivityid', activityId] }), response: z.array(Sample) }),
} as const satisfies Endpoints
