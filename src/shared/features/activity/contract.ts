import { z } from 'zod'
import { get, post, type Endpoints } from '../../contract/endpoint.ts'
import { exportFields } from '../../contract/export.ts'
import { page, paging } from '../../contract/page.ts'
import { sorting } from '../../contract/sort.ts'
import { expectedVersion } from '../../contract/stale.ts'
import { activityId, estateId } from '../../contract/ids.ts'
import {
  code,
  id,
  idList,
  moment,
  nullableCode,
  nullableInteger,
  optionalCode,
  optionalList,
  optionalText,
  searchText,
  text,
  time,
} from '../../contract/values.ts'
import { NOTHING_TO_DELETE } from '../../contract/batch.ts'
import { wire } from '../../contract/wire.ts'
import { pathLimit } from '../../place/pathText.ts'
import { attachments, named, pictures, urls } from './attachments.ts'
import { MAX_SEATS, SEAT_ORDERS } from './elections.ts'
import { RULE_FIELDS } from '../estate-rules/rules.ts'
import { LAW_ITEMS } from './law.ts'
import {
  activityLimits as limits,
  activityMessages as say,
  answersOf,
  COUNTING_RULES,
  MAX_OPTIONS,
  MAX_TOPICS,
  SECOND_ENTRY,
  secondEntry,
  type VoteModel,
} from './rules.ts'
import { DeliveryRuleAnswer, votingRuleFields } from './votingRules.ts'

const voteModels = Object.keys(answersOf).map(Number) as VoteModel[]

const optionFields = {
  title: ['title', text(limits.optionTitle.label, limits.optionTitle)],
  pictures: ['relapics', pictures],
  files: ['relafiles', attachments],
} as const
const topicFields = {
  title: ['title', text(limits.topicTitle.label, limits.topicTitle)],
  topicType: ['topictype', code('议题类型', [1, 2])],
  voteModel: ['votetype', code('表决方式', voteModels)],
  /** The item of article 278 that decides the majority; null: the activity's counting rule. */
  lawItem: ['lawitem', nullableCode('法定事项', LAW_ITEMS)],
  /** Number of options elected; null: each option has its own conclusion. */
  seats: ['seats', nullableInteger('应选名额', { min: 1, max: MAX_SEATS })],
  /** Null without seats, and for the default. */
  seatOrder: ['seatorder', nullableCode('当选排序', SEAT_ORDERS)],
  pictures: ['relapics', pictures],
  files: ['relafiles', attachments],
} as const

/** `id` is `''` for a new one. */
const OptionDraft = wire({ id: ['voteoptionid', optionalText('选项编号', { max: 64 })], ...optionFields })
export const TopicDraft = wire({
  id: ['votetopicid', optionalText('议题编号', { max: 64 })],
  ...topicFields,
  options: ['options', optionalList(z.array(OptionDraft, { error: '选项格式不正确' }).max(MAX_OPTIONS, say.tooManyOptions))],
})
export type TopicDraft = z.output<typeof TopicDraft>

const draftFields = {
  title: ['title', text(limits.title.label, limits.title)],
  estateId: ['estateid', estateId],
  ...votingRuleFields,
  startsAt: ['startdate', time('开始时间')],
  endsAt: ['enddate', time('结束时间')],
  secondEntry: ['secondentry', optionalCode(secondEntry.label, SECOND_ENTRY, 0)],
  summary: ['summary', optionalText(limits.summary.label, limits.summary)],
  detail: ['detail', optionalText(limits.detail.label, limits.detail)],
  /** Paths of whole branches or units; none means the whole estate. */
  scopePaths: [
    'scopeNodes',
    optionalList(
      z.array(z.string({ error: '投票范围格式不正确' }).max(pathLimit.max, '投票范围格式不正确'), { error: '投票范围格式不正确' }).max(5_000, '投票范围过大'),
    ),
  ],
  pictures: ['relapics', pictures],
  files: ['relafiles', attachments],
  /** The applied version of the estate's 议事规则; `''` is none. Missing: none for a new activity, else unchanged. */
  rulesId: ['rulesid', optionalText('议事规则编号', { max: 64 }).optional()],
  topics: ['topics', z.array(TopicDraft, { error: say.noTopics }).min(1, say.noTopics).max(MAX_TOPICS, say.tooManyTopics)],
} as const
export const ActivityDraft = wire(draftFields)
export type ActivityDraft = z.output<typeof ActivityDraft>
export const ActivityChange = wire({ id: ['voteactivityid', activityId], version: ['modifytime', expectedVersion], ...draftFields })
export type ActivityChange = z.output<typeof ActivityChange>

const TopicOption = wire({
  id: ['voteoptionid', z.string()],
  title: ['title', z.string()],
  /** The position, from 1. */
  sortNo: ['sortno', z.int()],
  pictures: ['relapics', urls],
  files: ['relafiles', named],
})
export const Topic = wire({
  id: ['votetopicid', z.string()],
  title: ['title', z.string()],
  sortNo: ['sortno', z.int()],
  topicType: ['topictype', code('议题类型', [1, 2])],
  voteModel: ['votetype', code('表决方式', voteModels)],
  lawItem: ['lawitem', nullableCode('法定事项', LAW_ITEMS)],
  seats: ['seats', z.int().nullable()],
  seatOrder: ['seatorder', nullableCode('当选排序', SEAT_ORDERS)],
  pictures: ['relapics', urls],
  files: ['relafiles', named],
  options: ['options', z.array(TopicOption)],
})
export type Topic = z.output<typeof Topic>

/** One 延期: the end before and after it, reason, user and time. */
export const Extension = wire({
  from: ['from', moment],
  to: ['to', moment],
  reason: ['reason', z.string()],
  /** The operator's name. */
  by: ['by', z.string()],
  at: ['at', moment],
})
export type Extension = z.output<typeof Extension>

const rowFields = {
  id: ['voteactivityid', z.string()],
  title: ['title', z.string()],
  estateName: ['subtitle', z.string()],
  estateId: ['estateid', z.string()],
  summary: ['summary', z.string()],
  countingRule: ['votetype', code('计票方式', COUNTING_RULES)],
  startsAt: ['startdate', moment],
  endsAt: ['enddate', moment],
  status: ['activitystatus', code('活动状态', [0, 1, 2, 3])],
  /** The creator's user id. */
  creator: ['creater', z.string()],
  /** When last written, compared as text on changes; see checkVersion(). */
  version: ['modifytime', z.string()],
  /** In order of creation. */
  extensions: ['extensions', z.array(Extension)],
  /** Whether it has ballot papers that are not spoiled: before the start only its end can be changed then. */
  hasPapers: ['haspapers', z.boolean()],
  secondEntry: ['secondentry', code(secondEntry.label, SECOND_ENTRY)],
} as const
export const ActivityRow = wire(rowFields)
export type ActivityRow = z.output<typeof ActivityRow>

export const Activity = wire({
  ...rowFields,
  ruleBasis: ['rulebasis', z.string()],
  proxyLimit: ['proxylimit', z.int().nullable()],
  deliveryPolicy: ['deliverypolicy', z.array(DeliveryRuleAnswer)],
  detail: ['detail', z.string()],
  scopePaths: ['scopeNodes', z.array(z.string())],
  /** `''` and null if it applies none. */
  rulesId: ['rulesid', z.string()],
  rulesVersion: ['rulesversion', z.int().nullable()],
  /** The fields in which it differs from them, by wire name. */
  rulesDiffer: ['rulesdiffer', z.array(z.enum(RULE_FIELDS))],
  pictures: ['relapics', urls],
  files: ['relafiles', named],
  topics: ['topics', z.array(Topic)],
})
export type Activity = z.output<typeof Activity>

const byId = z.object({ id: activityId })
const step = (path: `/${string}`) => get(path, 'manager', { scope: 'activity', changesData: true, query: byId, response: z.null() })

const activitySort = sorting('start', 'end')
export type ActivitySort = z.output<typeof activitySort>

export const activityEndpoints = {
  'activity.list': get('/votedef/list', 'viewer', {
    scope: 'listed',
    query: z.object({ ...paging, name: searchText, sort: activitySort }),
    response: page(ActivityRow),
  }),
  'activity.export': get('/votedef/export', 'viewer', {
    scope: 'listed',
    query: wire({ name: ['name', searchText], sort: ['sort', activitySort], ...exportFields }),
    response: 'binary',
    isLong: true,
  }),
  'activity.get': get('/votedef/get', 'viewer', { scope: 'activity', query: byId, response: Activity }),
  'activity.save': post('/votedef/save', 'manager', { takesMany: true, body: ActivityDraft, response: wire({ id: ['voteactivityid', z.string()] }) }),
  /** Creates an activity with status 0 from another one's content and scope, whatever its status; the roster is built anew. */
  'activity.copy': post('/votedef/copy', 'manager', { scope: 'activity', body: byId, response: wire({ id: ['voteactivityid', z.string()] }) }),
  'activity.update': post('/votedef/update', 'manager', { takesMany: true, scope: 'activity', body: ActivityChange, response: z.null() }),
  'activity.delete': get('/votedef/delete', 'manager', {
    scope: 'activity',
    changesData: true,
    query: z.object({ ids: idList(NOTHING_TO_DELETE) }),
    response: z.null(),
  }),
  // A large roster is written to the journal.
  'activity.start': { ...step('/votedef/startvote'), isLong: true },
  /** 延期: sets a later end during the vote, even after the end has passed; before the start only if papers were issued. */
  'activity.extend': post('/votedef/extend', 'manager', {
    scope: 'activity',
    body: wire({
      id: ['id', activityId],
      endsAt: ['enddate', time('结束时间')],
      reason: ['reason', text(limits.extensionReason.label, limits.extensionReason)],
    }),
    response: z.null(),
  }),
  /** Requires 双人复录, or with a reason no longer; until the vote has ended, with or without papers. */
  'activity.secondEntry': post('/votedef/secondentry', 'manager', {
    scope: 'activity',
    body: wire({
      id: ['id', activityId],
      secondEntry: ['secondentry', code(secondEntry.label, SECOND_ENTRY)],
      reason: ['reason', optionalText(limits.secondEntryReason.label, limits.secondEntryReason)],
    }),
    response: z.null(),
  }),
  'activity.startTally': step('/votedef/callvote'),
  // First verifies the whole journal.
  'activity.finish': { ...step('/votedef/finishVote'), isLong: true },
  /** Assigns an activity to another creator, for example when one has left. */
  'activity.handover': post('/votedef/handover', 'admin', {
    body: wire({ id: ['id', activityId], userId: ['userid', id('用户编号')] }),
    response: z.null(),
    isConfirmed: true,
  }),
  'activity.scopePaths': get('/vtestate/getactivitynodes', 'viewer', {
    query: wire({ activityId: ['voteActivityId', activityId] }),
    response: z.array(z.string()),
  }),
  /** Status 1 and 2. */
  'activity.inProgress': get('/votedef/getprogressactivity', 'viewer', { query: wire({ estateId: ['estateid', estateId] }), response: z.array(ActivityRow) }),
  /** All but status 3. */
  'activity.unfinished': get('/votedef/getnotfinishedactivity', 'viewer', {
    query: wire({ estateId: ['estateid', estateId] }),
    response: z.array(ActivityRow),
  }),
} as const satisfies Endpoints
