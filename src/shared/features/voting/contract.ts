import { z } from 'zod'
import { get, post, type Endpoints } from '../../contract/endpoint.ts'
import { idNumbersShown, phonesShown } from '../../contract/personal.ts'
import { areaSum, code, id, idList, moment, optionalList, optionalText, recordText, searchText, text } from '../../contract/values.ts'
import { wire } from '../../contract/wire.ts'
import { neededPath } from '../../place/pathText.ts'
import { mapRecord, wired } from '../../records/record.ts'
import { voterFields, voteRecord } from '../../records/voteRecord.ts'
import { FoundVoter, recordSource, Voter } from '../ballot/contract.ts'
import { atTheDoor } from '../contact/contract.ts'
import { VOTE_SOURCES } from '../delivery/contract.ts'
import { answer, optionalId, receiptFields, textList } from './fields.ts'
import { PaperFunnel } from './funnel.ts'
import { voteWorkbookEndpoints } from './workbook.ts'
import { receiptLimits, votingLimits as limits } from './rules.ts'

const activityId = id('投票活动编号')
const recordId = id('投票记录编号')
/** The specification's paths also carry the activity in the query; the body's takes precedence. */
const alsoInQuery = z.object({ voteActivityId: z.string().optional() })

const markedCode = text(limits.markedCode.label, limits.markedCode)
/** The ballot's code as known to the caller; refused if it has changed. `''`: any. */
const meantCode = optionalText(limits.markedCode.label, limits.markedCode)
const unmarkReason = text(limits.unmarkReason.label, limits.unmarkReason)

export const Choice = wire({
  topicId: ['votetopicid', id('议题编号')],
  /** `''` if the topic itself is voted on. */
  optionId: ['voteoptionid', optionalId('选项编号格式不正确')],
  answer: ['voteresult', answer],
})
export type Choice = z.output<typeof Choice>

export const MarkRequest = wire({
  /** `''` if the owner has none: refused with 402. */
  ballotId: ['ballorighttid', optionalText('票权编号', { max: 64 })],
  activityId: ['voteactivityid', activityId],
  // Codes are listed separated by commas, so they must not contain any.
  markedCode: ['markedcode', markedCode.refine((code) => !code.includes(','), '标记码不能含有逗号')],
  /** The property by which the ballot was marked: its id in the registry. */
  propertyId: ['votepropertyid', optionalText('房产编号', { max: 64 })],
  replacedCode: ['replacedcode', meantCode],
})
export type MarkRequest = z.output<typeof MarkRequest>

const voteFields = {
  choices: ['records', optionalList(z.array(Choice, { error: '投票内容格式不正确' }).max(5_000, '投票内容过多'))],
  activityId: ['voteactivityid', activityId],
  ...wired(voterFields, mapRecord(voterFields, recordText)),
  markedCodes: ['markedcodes', textList('标记码', 500)],
  ...receiptFields,
} as const
export const CastRequest = wire({ ...voteFields, ballotIds: ['ballotIds', textList('票权编号', 500)] })
export type CastRequest = z.output<typeof CastRequest>
/** `ballotIds`: ballots whose vote was voided, to be entered again without their code. */
export const TallyRequest = wire({ ...voteFields, ballotIds: ['ballotIds', textList('票权编号', 500)] })
export type TallyRequest = z.output<typeof TallyRequest>

/**
 * Whether a record's code is that of a printed paper: `''` if not; `issued` if the record only states the issue of the paper;
 * `kept` if it was also marked or voted.
 */
const recordPaper = z.enum(['', 'issued', 'kept'])

/** A stored record's data in answers. */
export const recordShown = {
  status: code('记录状态', [0, 1, 2]),
  /** For a void record, the source before voiding. */
  source: recordSource,
  markedCode: z.string(),
  propertyId: z.string(),
  voterName: z.string(),
  voterPhone: phonesShown,
  voterIdNumber: idNumbersShown,
  createdAt: moment,
  desk: z.string(),
  voidedAt: moment,
  voidReason: z.string(),
  /** As {@link receiptFields}; if only marked, the defaults null and `''`. */
  channel: code(receiptLimits.channel.label, VOTE_SOURCES),
  receivedAt: moment,
  handedInBy: z.string(),
  proxyId: z.string(),
  /** The reading of its scanned pages by which it was confirmed; `''` if it was entered. */
  readingId: z.string(),
} as const satisfies Partial<Record<keyof typeof voteRecord, z.ZodType>>

/** A ballot's record: marked (0), voted or tallied (1), void (2). */
export const VoteRecord = wire({
  ...wired(voteRecord, recordShown),
  id: ['recordid', z.string()],
  /** The same id, under the name in the specification's offline record. */
  offlineId: ['voterecordid', z.string()],
  paper: ['recordpaper', recordPaper],
  ballotId: ['ballotid', z.string()],
  /** The operator's name. */
  creator: ['creater', z.string()],
  /** Who voted or tallied it, else who marked it, and when. */
  operator: ['operator', z.string()],
  operatedAt: ['operatedate', moment],
  voidedBy: ['voider', z.string()],
  /** Entered after the end, but received in time according to what was typed or registered. */
  isLate: ['late', z.boolean()],
  /** The agent who voted by proxy; `''` if the owner did. */
  agentName: ['agentname', z.string()],
  choices: ['records', z.array(Choice)],
})
export type VoteRecord = z.output<typeof VoteRecord>

export const GridElement = z.object({
  baseinfo: wire({ activityId: ['voteactivityid', z.string()], propertyId: ['propertyid', z.string()], room: ['room', z.string()] }),
  votestatus: code('票权状态', [-1, 0, 1]),
  /** Of the ballot's printed paper, as for a voter; not in the specification. */
  paperstatus: code('选票状态', [-1, 0, 1, 2]),
})
const GridFloor = z.object({ floorno: z.string(), elements: z.array(GridElement) })
const GridUnit = z.object({ unitname: z.string(), floors: z.array(GridFloor) })
/** A building's units with their floors from the top, each with its rooms in order. */
export const BuildingGrid = z.object({ units: z.array(GridUnit) })
export type BuildingGrid = z.output<typeof BuildingGrid>

/** The owner of a room, and the last visit. */
export const RoomOwner = wire({
  propertyId: ['propertyid', z.string()],
  place: ['votername', z.string()],
  ownerName: ['personname', z.string()],
  ballotId: ['ballotid', z.string()],
  /** The latest delivery to any property of its ballot; null if none. */
  deliveredAt: ['notifytime', moment],
  voteSource: ['votesource', z.number().nullable()],
  deliveredBy: ['notifier', z.string()],
  ...atTheDoor,
})
export type RoomOwner = z.output<typeof RoomOwner>

/** Summary shown before the status changes. Marked ballots are waiting to be tallied. */
export const BallotCounts = wire({
  ballotCount: ['ballotcount', z.int()],
  votedCount: ['votedcount', z.int()],
  markedCount: ['markedcount', z.int()],
  /** Total area of the marked ones. */
  markedAreaHundredths: ['markedarea', areaSum],
  /** Of the voted ones, those tallied from paper. */
  talliedCount: ['talliedcount', z.int()],
  funnel: ['funnel', PaperFunnel],
})
export type BallotCounts = z.output<typeof BallotCounts>

/**
 * The data that determine an activity's next step; values irrelevant to its status are 0.
 *
 * Not started: its ballots, and owners with several unmerged properties. Voting and tallying: ballots, voted, marked.
 */
export const ActivityOverview = wire({
  activityId: ['voteactivityid', z.string()],
  ballotCount: ['ballotcount', z.int()],
  votedCount: ['votedcount', z.int()],
  markedCount: ['markedcount', z.int()],
  unmergedOwnerCount: ['unmergedcount', z.int()],
  /** When the newest valid vote was entered; null if there is none. */
  lastVotedAt: ['lastvotetime', moment],
  /** Null for a finished activity. */
  funnel: ['funnel', PaperFunnel.nullable()],
})
export type ActivityOverview = z.output<typeof ActivityOverview>

/** The desk's counter: the caller's entries since midnight in China, and the activity's progress. */
export const DeskCounts = wire({ todayCount: ['todaycount', z.int()], votedCount: ['votedcount', z.int()], ballotCount: ['ballotcount', z.int()] })
export type DeskCounts = z.output<typeof DeskCounts>

/** `data` of a 409 for ballots already taken: who has the code, or whose vote is valid. Plain data on both sides. */
export const TakenBallot = z.object({
  ballotid: z.string(),
  recordid: z.string(),
  /** The place as text and the owner, of the property that the record was made for. */
  place: z.string(),
  ownername: z.string(),
  markedcode: z.string(),
  recordpaper: recordPaper,
  operator: z.string(),
  operatedate: z.string(),
  desk: z.string(),
})
export type TakenBallot = z.infer<typeof TakenBallot>

/** Progress of one unit: its path (as in `voting.unitPaths`), its properties, and those whose ballot has voted. */
export const PlaceProgress = z.object({ path: z.string(), total: z.int(), voted: z.int() })
export type PlaceProgress = z.infer<typeof PlaceProgress>

const recordIds = wire({ recordIds: ['recordids', z.array(z.string())] })

const ofActivity = wire({ activityId: ['voteActivityId', activityId] })

export const votingEndpoints = {
  ...voteWorkbookEndpoints,
  'voting.mark': post('/vote/sign', 'clerk', {
    query: alsoInQuery,
    body: MarkRequest,
    response: wire({ recordId: ['recordid', z.string()], status: ['recordstatus', z.literal(0)] }),
  }),
  'voting.cast': post('/vote/do', 'clerk', { takesMany: true, query: alsoInQuery, body: CastRequest, response: recordIds }),
  'voting.tally': post('/vote/call', 'clerk', { takesMany: true, query: alsoInQuery, body: TallyRequest, response: recordIds }),
  'voting.void': get('/vote/disable', 'clerk', {
    changesData: true,
    query: wire({
      activityId: ['voteActivityId', activityId],
      recordId: ['recordid', recordId],
      /** `''` if not given. */
      reason: ['reason', optionalText(limits.voidReason.label, limits.voidReason)],
    }),
    response: z.null(),
  }),
  /** Undoes a mark given to the wrong owner, as if it had never been given. */
  'voting.unmark': post('/vote/unmark', 'clerk', {
    query: alsoInQuery,
    body: wire({ recordId: ['recordid', recordId], markedCode: ['markedcode', meantCode], reason: ['reason', unmarkReason] }),
    response: z.null(),
  }),
  'voting.detail': get('/vote/detail', 'viewer', {
    query: wire({ activityId: ['voteActivityId', activityId], recordId: ['recordid', recordId] }),
    response: VoteRecord,
  }),
  /** All records of a ballot, newest first. */
  'voting.history': get('/votedef/getrepeatvote', 'viewer', {
    query: wire({ activityId: ['voteActivityId', activityId], ballotId: ['ballotId', id('票权编号')] }),
    response: z.array(VoteRecord),
  }),
  'voting.findVoters': get('/vote/queryvotersbycondition', 'viewer', {
    query: wire({ activityId: ['voteactivityid', activityId], location: ['location', searchText], condition: ['condition', searchText] }),
    response: z.array(FoundVoter),
  }),
  'voting.votersOfProperty': get('/vote/queryVotersByPropertyId', 'viewer', {
    query: wire({ activityId: ['voteactivityid', activityId], propertyId: ['propertyid', id('房产编号')] }),
    response: z.object({ voters: z.array(Voter) }),
  }),
  'voting.votersByMarkedCode': get('/vote/queryvotersbymarkedcode', 'viewer', {
    query: wire({ activityId: ['voteactivityid', activityId], markedCode: ['markedcode', markedCode] }),
    response: z.array(Voter),
  }),
  'voting.counts': get('/vote/counts', 'viewer', { query: ofActivity, response: BallotCounts }),
  /** Several activities at once, for their list; deleted ones are omitted. */
  'voting.overview': get('/vote/overview', 'viewer', {
    query: wire({ activityIds: ['voteActivityIds', idList('缺少投票活动编号')] }),
    response: z.array(ActivityOverview),
  }),
  'voting.deskCounts': get('/vote/deskcounts', 'viewer', { query: ofActivity, response: DeskCounts }),
  'voting.unitPaths': get('/vote/getvoteactivityxpaths', 'viewer', {
    query: wire({ activityId: ['voteactivityid', activityId] }),
    response: z.array(z.string()),
  }),
  /** Every unit of the roster in reading order, with its voting progress. */
  'voting.placeProgress': get('/vote/getplaceprogress', 'viewer', { query: ofActivity, response: z.array(PlaceProgress) }),
  /** The owners of a grid's rooms: for the same paths as `voting.grid`. */
  'voting.roomOwners': get('/vote/getroomowners', 'viewer', {
    query: wire({ activityId: ['voteActivityId', activityId], path: ['xPath', neededPath] }),
    response: z.array(RoomOwner),
  }),
  'voting.grid': get('/vote/getpropertydata', 'viewer', {
    query: wire({ activityId: ['voteActivityId', activityId], path: ['xPath', neededPath] }),
    response: BuildingGrid,
  }),
} as const satisfies Endpoints
