import { z } from 'zod'
import type { Endpoints } from '../../contract/endpoint.ts'
import { areaSum, id, optionalText } from '../../contract/values.ts'
import { wire } from '../../contract/wire.ts'

const Share = wire({ count: ['count', z.int()], areaHundredths: ['area', areaSum] })
/** One class with its rates over the whole, in percent with two decimals. */
const ClassShare = wire({
  count: ['count', z.int()],
  areaHundredths: ['area', areaSum],
  countRate: ['countrate', z.number()],
  areaRate: ['arearate', z.number()],
})
export type ClassShare = z.output<typeof ClassShare>

/** The five classes: every ballot is in exactly one (`counting.md` section 2). */
export const Classes = wire({
  approve: ['approve', ClassShare],
  oppose: ['disapprove', ClassShare],
  abstain: ['abstention', ClassShare],
  invalid: ['invalid', ClassShare],
  notVoted: ['optionnochoose', ClassShare],
})
export type Classes = z.output<typeof Classes>

const outcome = z.enum(['通过', '不通过', '未成立', '不作结论'])
export const Conclusion = wire({
  /** The TicketType's name. */
  rule: ['rule', z.string()],
  participants: ['participants', Share],
  approve: ['approve', Share],
  isQuorumMet: ['quorummet', z.boolean()],
  outcome: ['outcome', outcome],
  /** When only returned ballots count. */
  strictOutcome: ['strictoutcome', outcome],
  note: ['note', z.string()],
})
export type Conclusion = z.output<typeof Conclusion>

const OptionResult = wire({
  id: ['voteoptionid', z.string()],
  title: ['title', z.string()],
  sortNo: ['sortno', z.int()],
  classes: ['voteSttcsResult', Classes],
  conclusion: ['conclusion', Conclusion],
})
export type OptionResult = z.output<typeof OptionResult>
export const TopicResult = wire({
  id: ['votetopicid', z.string()],
  title: ['title', z.string()],
  sortNo: ['sortno', z.int()],
  topicType: ['topictype', z.int()],
  voteModel: ['votetype', z.int()],
  /** null where the options have it. */
  classes: ['voteSttcsResult', Classes.nullable()],
  conclusion: ['conclusion', Conclusion.nullable()],
  options: ['options', z.array(OptionResult)],
})
export type TopicResult = z.output<typeof TopicResult>

export const Statistics = wire({
  totalCount: ['totalcount', z.int()],
  totalAreaHundredths: ['totalarea', areaSum],
  votedCount: ['votedcount', z.int()],
  votedAreaHundredths: ['votedarea', areaSum],
  votedCountRate: ['votecountrate', z.number()],
  votedAreaRate: ['votearearate', z.number()],
  topics: ['statisticsResultDatalist', z.array(TopicResult)],
})
export type Statistics = z.output<typeof Statistics>

const activityId = id('投票活动编号')

export const resultEndpoints = {
  'result.progress': { method: 'GET', path: '/vote/satisticsvoteprogress', query: wire({ activityId: ['voteActivityId', activityId] }), response: Statistics },
  /** The same figures, for the creator. */
  'result.statistics': { method: 'GET', path: '/votedef/satisticsvote', query: z.object({ id: activityId }), response: Statistics },
  'result.report': {
    method: 'GET',
    path: '/vote/report',
    query: wire({
      activityId: ['voteActivityId', activityId],
      edition: ['edition', z.enum(['', 'public'], { error: '报告版本不正确' }).default('')],
      jobId: ['jobid', optionalText('任务编号', { max: 64 })],
    }),
    response: 'binary',
    isLong: true,
  },
} as const satisfies Endpoints
