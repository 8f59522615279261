import { z } from 'zod'
import type { Endpoints } from '../../contract/endpoint.ts'
import { idNumbersShown, phonesShown } from '../../contract/personal.ts'
import { areaSum, code, id, idList, moment, optionalList, optionalText, recordText, searchText, text } from '../../contract/values.ts'
import { wire } from '../../contract/wire.ts'
import { neededPath } from '../../place/pathText.ts'
import { mapRecord, wired } from '../../records/record.ts'
import { voterFields, voteRecord } from '../../records/voteRecord.ts'
import { FoundVoter, recordSource, Voter } from '../ballot/contract.ts'
import { atTheDoor } from '../contact/contract.ts'
import { VOTE_SOURCES } from '../notification/contract.ts'
import { answer, optionalId, receiptFields, textList } from './fields.ts'
import { PaperFunnel } from './funnel.ts'
import { voteWorkbookEndpoints } from './workbook.ts'
import { receiptLimits, votingLimits as limits } from './rules.ts'

const activityId = id('投票活动编号')
const recordId = id('投票记录编号')
/** The specification's paths carry the activity in the query as well; the body's is the one that counts. */
const alsoInQuery = z.object({ voteActivityId: z.string().optional() })

const markedCode = text(limits.markedCode.label, limits.markedCode)
/** The code that a ballot has as far as the caller knows; another one by now is refused. `''`: whichever it is. */
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
  // Codes are listed with commas between them, so none may hold one.
  markedCode: ['markedcode', markedCode.refine((code) => !code.includes(','), '标记码不能含有逗号')],
  /** The property through which the ballot was marked, by its id in the registry. */
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
 * Whether a record's code is that of a printed paper: no; it is, and generating the paper is all that the record says
 * (`issued`); it is, and somebody has marked or voted (`kept`).
 */
const recordPaper = z.enum(['', 'issued', 'kept'])

/** What is shown of a record as it is stored. */
export const recordShown = {
  status: code('记录状态', [0, 1, 2]),
  /** A void one's is what it was before. */
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
  /** As {@link receiptFields}; of one that is only marked the default, null and `''`. */
  channel: code(receiptLimits.channel.label, VOTE_SOURCES),
  receivedAt: moment,
  handedInBy: z.string(),
  proxyId: z.string(),
  /** The reading of its scanned pages from which it was confirmed; `''` if it was entered. */
  readingId: z.string(),
} as const satisfies Partial<Record<keyof typeof voteRecord, z.ZodType>>

/** A record of a ballot: marked (0), voted or tallied (1), void (2). */
export const VoteRecord = wire({
  ...wired(voteRecord, recordShown),
  id: ['recordid', z.string()],
  /** The same id, under the name that the specification's offline record has. */
  offlineId: ['voterecordid', z.string()],
  paper: ['recordpaper', recordPaper],
  ballotId: ['ballotid', z.string()],
  /** The operator's name. */
  creator: ['creater', z.string()],
  /** Who voted or tallied it, else who marked it, and when. */
  operator: ['operator', z.string()],
  operatedAt: ['operatedate', moment],
  voidedBy: ['voider', z.string()],
  /** Entered after the end: received within the voting time, by what was typed or registered. */
  isLate: ['late', z.boolean()],
  /** The agent who voted by a proxy; `''` if the owner did. */
  agentName: ['agentname', z.string()],
  choices: ['records', z.array(Choice)],
})
export type VoteRecord = z.output<typeof VoteRecord>

export const GridElement = z.object({
  baseinfo: wire({ activityId: ['voteactivityid', z.string()], propertyId: ['propertyid', z.string()], room: ['room', z.string()] }),
  votestatus: code('票权状态', [-1, 0, 1]),
  /** Of the ballot's printed paper, as a voter's; beyond the specification's fields. */
  paperstatus: code('选票状态', [-1, 0, 1, 2]),
})
const GridFloor = z.object({ floorno: z.string(), elements: z.array(GridElement) })
const GridUnit = z.object({ unitname: z.string(), floors: z.array(GridFloor) })
/** A building's units, each with its floors from the top, each with its rooms in order. */
export const BuildingGrid = z.object({ units: z.array(GridUnit) })
export type BuildingGrid = z.output<typeof BuildingGrid>

/** Whose a room is, and when somebody was last there. */
export const RoomOwner = wire({
  propertyId: ['propertyid', z.string()],
  place: ['votername', z.string()],
  ownerName: ['personname', z.string()],
  ballotId: ['ballotid', z.string()],
  /** The newest delivery to any property of its ballot; null if none. */
  deliveredAt: ['notifytime', moment],
  voteSource: ['votesource', z.number().nullable()],
  deliveredBy: ['notifier', z.string()],
  ...atTheDoor,
})
export type RoomOwner = z.output<typeof RoomOwner>

/** Where an activity stands: the message before its status changes. Marked ballots are those that wait to be tallied. */
export const BallotCounts = wire({
  ballotCount: ['ballotcount', z.int()],
  votedCount: ['votedcount', z.int()],
  markedCount: ['markedcount', z.int()],
  /** What the marked ones weigh. */
  markedAreaHundredths: ['markedarea', areaSum],
  /** Of those that have voted, the ones that were tallied from paper. */
  talliedCount: ['talliedcount', z.int()],
  funnel: ['funnel', PaperFunnel],
})
export type BallotCounts = z.output<typeof BallotCounts>

/**
 * What tells the next step of an activity; what its status does not ask for is 0.
 *
 * Not started: its ballots, and owners with several properties that are not merged. Voting and tallying: ballots, voted, marked.
 */
export const ActivityOverview = wire({
  activityId: ['voteactivityid', z.string()],
  ballotCount: ['ballotcount', z.int()],
  votedCount: ['votedcount', z.int()],
  markedCount: ['markedcount', z.int()],
  unmergedOwnerCount: ['unmergedcount', z.int()],
  /** When the newest vote that stands was entered; null if there is none. */
  lastVotedAt: ['lastvotetime', moment],
  /** null of an activity that has finished. */
  funnel: ['funnel', PaperFunnel.nullable()],
})
export type ActivityOverview = z.output<typeof ActivityOverview>

/** The desk's counter: what the caller has entered since midnight in China, and how far the activity is. */
export const DeskCounts = wire({ todayCount: ['todaycount', z.int()], votedCount: ['votedcount', z.int()], ballotCount: ['ballotcount', z.int()] })
export type DeskCounts = z.output<typeof DeskCounts>

/** `data` of a 409 that names ballots which are taken: who has the code, or whose vote it is that stands. Plain data on both sides. */
export const TakenBallot = z.object({
  ballotid: z.string(),
  recordid: z.string(),
  /** The place in words and the owner, of the property that the record was made for. */
  place: z.string(),
  ownername: z.string(),
  markedcode: z.string(),
  recordpaper: recordPaper,
  operator: z.string(),
  operatedate: z.string(),
  desk: z.string(),
})
export type TakenBallot = z.infer<typeof TakenBallot>

/** How far the properties of one unit are: `path` as in `voting.unitPaths`, its properties, and those whose ballot has voted. */
export const PlaceProgress = z.object({ path: z.string(), total: z.int(), voted: z.int() })
export type PlaceProgress = z.infer<typeof PlaceProgress>

const recordIds = wire({ recordIds: ['recordids', z.array(z.string())] })

const ofActivity = wire({ activityId: ['voteActivityId', activityId] })

export const votingEndpoints = {
  ...voteWorkbookEndpoints,
  'voting.mark': {
    method: 'POST',
    path: '/vote/sign',
    access: 'clerk',
    query: alsoInQuery,
    body: MarkRequest,
    response: wire({ recordId: ['recordid', z.string()], status: ['recordstatus', z.literal(0)] }),
  },
  'voting.cast': { method: 'POST', takesMany: true, path: '/vote/do', access: 'clerk', query: alsoInQuery, body: CastRequest, response: recordIds },
  'voting.tally': { method: 'POST', takesMany: true, path: '/vote/call', access: 'clerk', query: alsoInQuery, body: TallyRequest, response: recordIds },
  'voting.void': {
    method: 'GET',
    path: '/vote/disable',
    access: 'clerk',
    changesData: true,
    query: wire({
      activityId: ['voteActivityId', activityId],
      recordId: ['recordid', recordId],
      /** `''` if none is given; the record then says so. */
      reason: ['reason', optionalText(limits.voidReason.label, limits.voidReason)],
    }),
    response: z.null(),
  },
  /** Takes back a mark that was given to a wrong owner, as if it had never been given. */
  'voting.unmark': {
    method: 'POST',
    path: '/vote/unmark',
    access: 'clerk',
    query: alsoInQuery,
    body: wire({ recordId: ['recordid', recordId], markedCode: ['markedcode', meantCode], reason: ['reason', unmarkReason] }),
    response: z.null(),
  },
  'voting.detail': {
    method: 'GET',
    path: '/vote/detail',
    access: 'viewer',
    query: wire({ activityId: ['voteActivityId', activityId], recordId: ['recordid', recordId] }),
    response: VoteRecord,
  },
  /** All records of a ballot, newest first. */
  'voting.history': {
    method: 'GET',
    path: '/votedef/getrepeatvote',
    access: 'viewer',
    query: wire({ activityId: ['voteActivityId', activityId], ballotId: ['ballotId', id('票权编号')] }),
    response: z.array(VoteRecord),
  },
  'voting.findVoters': {
    method: 'GET',
    path: '/vote/queryvotersbycondition',
    access: 'viewer',
    query: wire({ activityId: ['voteactivityid', activityId], location: ['location', searchText], condition: ['condition', searchText] }),
    response: z.array(FoundVoter),
  },
  'voting.votersOfProperty': {
    method: 'GET',
    path: '/vote/queryVotersByPropertyId',
    access: 'viewer',
    query: wire({ activityId: ['voteactivityid', activityId], propertyId: ['propertyid', id('房产编号')] }),
    response: z.object({ voters: z.array(Voter) }),
  },
  'voting.votersByMarkedCode': {
    method: 'GET',
    path: '/vote/queryvotersbymarkedcode',
    access: 'viewer',
    query: wire({ activityId: ['voteactivityid', activityId], markedCode: ['markedcode', markedCode] }),
    response: z.array(Voter),
  },
  'voting.counts': { method: 'GET', path: '/vote/counts', access: 'viewer', query: ofActivity, response: BallotCounts },
  /** Several activities at once, for their list; one that is gone is left out. */
  'voting.overview': {
    method: 'GET',
    path: '/vote/overview',
    access: 'viewer',
    query: wire({ activityIds: ['voteActivityIds', idList('缺少投票活动编号')] }),
    response: z.array(ActivityOverview),
  },
  'voting.deskCounts': { method: 'GET', path: '/vote/deskcounts', access: 'viewer', query: ofActivity, response: DeskCounts },
  'voting.unitPaths': {
    method: 'GET',
    path: '/vote/getvoteactivityxpaths',
    access: 'viewer',
    query: wire({ activityId: ['voteactivityid', activityId] }),
    response: z.array(z.string()),
  },
  /** Every unit of the roster in reading order, as far as it has voted. */
  'voting.placeProgress': { method: 'GET', path: '/vote/getplaceprogress', access: 'viewer', query: ofActivity, response: z.array(PlaceProgress) },
  /** Whose the rooms of a grid are: for the same paths as `voting.grid`. */
  'voting.roomOwners': {
    method: 'GET',
    path: '/vote/getroomowners',
    access: 'viewer',
    query: wire({ activityId: ['voteActivityId', activityId], path: ['xPath', neededPath] }),
    response: z.array(RoomOwner),
  },
  'voting.grid': {
    method: 'GET',
    path: '/vote/getpropertydata',
    access: 'viewer',
    query: wire({ activityId: ['voteActivityId', activityId], path: ['xPath', neededPath] }),
    response: BuildingGrid,
  },
} as const satisfies Endpoints
