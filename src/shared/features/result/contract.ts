import { z } from 'zod'
import { get, post, type Endpoints } from '../../contract/endpoint.ts'
import { exportFields } from '../../contract/export.ts'
import { pageFields } from '../../contract/page.ts'
import { phonesShown } from '../../contract/personal.ts'
import { activityId, ballotId, ofActivity } from '../../contract/ids.ts'
import { areaSum, code, codeOrAll, jobId, moment, nullableCode, text } from '../../contract/values.ts'
import { wire } from '../../contract/wire.ts'
import { personName } from '../../owner/owners.ts'
import { pathText } from '../../place/pathText.ts'
import { askedMoment, Between } from '../journal/moments.ts'
import { Checked } from '../journal/replay.ts'
import { journalLimits } from '../journal/rules.ts'
import { atTheDoor } from '../contact/contract.ts'
import { Correction } from '../objection/contract.ts'
import { CONTACT_FILTERS } from '../contact/rules.ts'
import { occupancies } from '../property/categories.ts'
import { asker, IDENTITY_PAPERS } from './receipt.ts'

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
/** Ballots with a delivery but no vote, and the outcome if only these deliveries counted. */
const DeliveryOutcome = wire({ count: ['count', z.int()], areaHundredths: ['area', areaSum], outcome: ['outcome', outcome] })
export const DeliveryOutcomes = wire({
  /** All on record: the official outcome. */
  registered: ['registered', DeliveryOutcome],
  /** Delivered in a way that the activity accepts. */
  accepted: ['accepted', DeliveryOutcome],
  /** Of these, those with complete evidence. */
  complete: ['complete', DeliveryOutcome],
})
export type DeliveryOutcomes = z.output<typeof DeliveryOutcomes>

export const Conclusion = wire({
  /** The requirements as text: majority, and how unreturned ballots count. */
  rule: ['rule', z.string()],
  participants: ['participants', Share],
  approve: ['approve', Share],
  isQuorumMet: ['quorummet', z.boolean()],
  outcome: ['outcome', outcome],
  /** If only returned ballots count. */
  strictOutcome: ['strictoutcome', outcome],
  note: ['note', z.string()],
  /** null if the activity has no delivery policy. */
  deliveries: ['deliveries', DeliveryOutcomes.nullable()],
})
export type Conclusion = z.output<typeof Conclusion>

/** The result of a topic's election. Ids of options in the topic's order, ties by position. */
export const Election = wire({
  seats: ['seats', z.int()],
  elected: ['elected', z.array(z.string())],
  /** Tied for the last seat: none of them is elected. */
  tied: ['tied', z.array(z.string())],
  /** Vacant seats, including those of a tie. */
  vacant: ['vacant', z.int()],
  /** Ballots approving more options than there are seats. */
  overvoted: ['overvoted', Share],
})
export type Election = z.output<typeof Election>

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
  /** Null if the topic is not an election. */
  election: ['election', Election.nullable()],
  /** Null if the options have them. */
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
  /** The 核验码 of the activity's latest checkpoint, printed on a result; `''` if none. */
  checkCode: ['code', z.string()],
})
export type Statistics = z.output<typeof Statistics>

/** A conclusion changed by corrections, or an election result: 当选, 并列 or nothing. */
const ChangedResult = wire({
  topicId: ['votetopicid', z.string()],
  /** `''` if the topic itself is voted on. */
  optionId: ['voteoptionid', z.string()],
  field: ['field', z.enum(['outcome', 'elected'])],
  official: ['official', z.string()],
  corrected: ['corrected', z.string()],
})
export type ChangedResult = z.output<typeof ChangedResult>

/** The figures with the corrections of justified objections applied, and their effect. */
export const CorrectedStatistics = wire({
  ...Statistics.fields,
  /** By objection number. */
  corrections: ['corrections', z.array(Correction)],
  changed: ['changed', z.array(ChangedResult)],
})
export type CorrectedStatistics = z.output<typeof CorrectedStatistics>

/** A roster property whose ballot has not voted; a ballot of several properties appears for each of them. */
export const NotVotedProperty = wire({
  rosterPropertyId: ['activitypropertyid', z.string()],
  /** The property's id in the registry. */
  propertyId: ['votercode', z.string()],
  place: ['votername', z.string()],
  ownerName: ['v1', z.string()],
  phone: ['v2', phonesShown],
  areaHundredths: ['areasize', areaSum],
  ballotState: ['ballotstatus', code('票权状态', [-1, 0])],
  /** Of the ballot's live printed paper; -1 if none. */
  paperState: ['paperstatus', code('选票状态', [-1, 0, 1, 2])],
  /** `''` if not marked. */
  markedCode: ['markedcode', z.string()],
  /** Number of its ballot's properties, including this one. */
  ballotPropertyCount: ['ballothouses', z.int()],
  /** The latest delivery to any property of its ballot; null if none. */
  deliveredAt: ['notifytime', moment],
  voteSource: ['votesource', z.number().nullable()],
  deliveredBy: ['notifier', z.string()],
  ballotId: ['ballotid', z.string()],
  ...atTheDoor,
})
export type NotVotedProperty = z.output<typeof NotVotedProperty>

/** One page of them, and the totals. */
export const NotVotedPage = wire({
  rows: ['datas', z.array(NotVotedProperty)],
  total: ['totalCount', z.int()],
  ballotCount: ['ballotcount', z.int()],
  areaHundredths: ['area', areaSum],
})
export type NotVotedPage = z.output<typeof NotVotedPage>

/**
 * `place`: unit by unit in reading order. `delivered`: never delivered first, then oldest delivery first. `area`: largest
 * first.
 */
const notVotedSorts = ['place', 'delivered', 'area'] as const
export type NotVotedSort = (typeof notVotedSorts)[number]

const notVotedFilter = {
  activityId: ['voteActivityId', activityId],
  /** A branch of any depth, `''` for the whole roster. */
  path: ['xPath', pathText],
  /** All without a vote, or only the unmarked (-1) or the marked (0). */
  state: ['state', codeOrAll('票权状态', [-1, 0])],
  /** By the latest visit; null for all. */
  contactResult: ['contactresult', nullableCode('走访结果', CONTACT_FILTERS)],
  /** From the registry; null for all. */
  occupancy: ['occupancy', nullableCode('居住状态', occupancies)],
  sort: ['sort', z.enum(notVotedSorts, { error: '排序方式不正确' }).default('place')],
} as const

export const resultEndpoints = {
  'result.progress': get('/vote/satisticsvoteprogress', 'viewer', { query: wire({ activityId: ['voteActivityId', activityId] }), response: Statistics }),
  /** The same figures, for the creator. */
  'result.statistics': get('/votedef/satisticsvote', 'viewer', { scope: 'activity', query: z.object({ id: activityId }), response: Statistics }),
  /** For an ended activity: counted by the same code, with corrections from objections applied. */
  'result.corrected': get('/vote/corrected', 'viewer', { query: wire(ofActivity), response: CorrectedStatistics }),
  'result.notVoted': get('/vote/notvotedlist', 'viewer', { query: wire({ ...notVotedFilter, ...pageFields }), response: NotVotedPage }),
  /** The same as a workbook. Phones are masked unless a purpose is given, which the journal records. */
  'result.notVotedSheet': get('/vote/notvotedsheet', 'viewer', {
    query: wire({
      ...notVotedFilter,
      ...exportFields,
    }),
    response: 'binary',
    isConfirmed: 'forPurpose',
    isLong: true,
  }),
  /** Compares an activity's tables with the journal once more. */
  'result.verify': get('/vote/verify', 'viewer', { query: wire(ofActivity), response: Checked }),
  /** Events of an activity between two moments, and the counts at both. */
  'result.between': get('/vote/between', 'viewer', {
    query: wire({ ...ofActivity, from: ['from', askedMoment('起始时刻')], to: ['to', askedMoment('截止时刻')] }),
    response: Between,
  }),
  /** Acknowledges exactly the current differences; reports are then produced, and print them. */
  'result.acceptDifferences': post('/vote/verify/known', 'admin', {
    isConfirmed: true,
    body: wire({ ...ofActivity, reason: ['reason', text(journalLimits.knownReason.label, journalLimits.knownReason)] }),
    response: z.null(),
  }),
  /** The records of one ballot, on an A5 page for the person asking; the journal records who and which identity paper. */
  'result.receipt': get('/vote/receipt', 'clerk', {
    query: wire({
      ...ofActivity,
      ballotId: ['ballotid', ballotId],
      identity: ['identity', code(asker.identity.label, IDENTITY_PAPERS)],
      askedBy: ['name', text(asker.name.label, { ...asker.name, normalise: personName })],
    }),
    response: 'binary',
    isLong: true,
  }),
  'result.report': get('/vote/report', 'manager', {
    query: wire({
      activityId: ['voteActivityId', activityId],
      edition: ['edition', z.enum(['', 'public'], { error: '报告版本不正确' }).default('')],
      jobId: ['jobid', jobId],
    }),
    response: 'binary',
    isLong: true,
  }),
} as const satisfies Endpoints
