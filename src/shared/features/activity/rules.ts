import type { FieldError } from '../../contract/envelope.ts'
import type { TextLimit } from '../../text/limits.ts'
import { normalText } from '../../text/normalise.ts'
import { dictionaries } from '../dictionary/labels.ts'
import { uploadMessages } from '../file/rules.ts'
import { policyErrors, type DeliveryPolicy } from './deliveryPolicy.ts'

/** Dictionary vote_activity_status. Never goes back (`wire.md` section 4). */
export const ActivityStatus = { notStarted: 0, voting: 1, tallying: 2, finished: 3 } as const
export type ActivityStatus = (typeof ActivityStatus)[keyof typeof ActivityStatus]

/** Dictionary TicketType; see `counting.md` section 3. */
export const COUNTING_RULES = [1, 2, 3, 4, 5, 6] as const
export type CountingRule = (typeof COUNTING_RULES)[number]

/** Whether a rule counts delivered but unreturned ballots. */
export const countsDelivered = (rule: CountingRule): boolean => rule === 3 || rule === 4 || rule === 5

/** Rules that require an article of the estate's 议事规则: the law itself counts no unreturned ballots. */
export const needsRuleBasis = countsDelivered

/** Dictionary VoteType: the topic itself is voted on, or each of its options. */
export const TopicType = { topic: 1, options: 2 } as const
export type TopicType = (typeof TopicType)[keyof typeof TopicType]

/** Dictionary VoteModel: the answers offered by a topic, by code. */
export const answersOf = { 13: [1], 14: [1, 2], 15: [1, 2, 3] } as const satisfies Readonly<Record<number, readonly Answer[]>>
export type VoteModel = keyof typeof answersOf

/** 1 approve, 2 oppose, 3 abstain; 0 is left open. */
export type Answer = 1 | 2 | 3
export const answerNames = { 1: '同意', 2: '反对', 3: '弃权' } as const satisfies Readonly<Record<Answer, string>>

/**
 * The answer slots of an activity: topics in order, and for a topic whose options are voted on, its options.
 *
 * @returns `option` is null if the topic itself is voted on
 */
export function answerSlots<T extends { readonly topicType: TopicType; readonly options: readonly unknown[] }>(
  topics: readonly T[],
): { readonly topic: T; readonly option: T['options'][number] | null }[] {
  return topics.flatMap((topic): { topic: T; option: T['options'][number] | null }[] =>
    topic.topicType === TopicType.topic ? [{ topic, option: null }] : topic.options.map((option) => ({ topic, option })),
  )
}

export const MAX_TOPICS = 100
export const MAX_OPTIONS = 50
export const MAX_ATTACHMENTS = 3

export const activityMessages = {
  title: '请输入活动标题',
  estate: '请选择小区',
  countingRule: '请选择计票方式',
  topicTitle: '请输入议题标题',
  optionTitle: '请输入选项标题',
  tooManyTopics: `议题最多${MAX_TOPICS}个`,
  tooManyOptions: `一个议题最多${MAX_OPTIONS}个选项`,
  noTopics: '请至少添加一个议题',
  endBeforeStart: '结束时间必须晚于开始时间',
  ruleBasis: '请输入议事规则依据',
  optionsMissing: '选项表决的议题至少需要一个选项',
  optionsForbidden: '议题表决的议题不能有选项',
  seats: '请填写应选名额',
  seatsForbidden: '只有选项表决的议题可以设置应选名额和当选排序',
  duplicateIds: '议题或选项重复，请刷新后重试',
  duplicateOptions: '选项重复',
  unknownIds: '议题或选项已不存在，请刷新后重试',
  tooManyAttachments: uploadMessages.tooMany(MAX_ATTACHMENTS),
} as const

/** Labels for refusals, and maximum lengths of the texts. */
export const activityLimits = {
  title: { label: '活动标题', max: 100, missing: activityMessages.title },
  /** Required only by some rules; see needsRuleBasis(). */
  ruleBasis: { label: '议事规则依据', max: 200, missing: activityMessages.ruleBasis },
  summary: { label: '活动简介', max: 500 },
  detail: { label: '活动详情', max: 20_000 },
  topicTitle: { label: '议题标题', max: 200, missing: activityMessages.topicTitle },
  optionTitle: { label: '选项标题', max: 100, missing: activityMessages.optionTitle },
  extensionReason: { label: '延期原因', max: 200, missing: '请输入延期原因' },
  secondEntryReason: { label: '取消双人复录的原因', max: 200, missing: '请输入取消双人复录的原因' },
} as const satisfies Readonly<Record<string, TextLimit>>

/** Range for the limit of ballots per agent. */
export const proxyLimitRange = { label: '每名受托人最多代理票数', min: 0, max: 100_000 } as const

/** 双人复录 (`reading.md` section 4): 1 if every paper vote is read by a second person. */
export const SECOND_ENTRY = [0, 1] as const
export type SecondEntry = (typeof SECOND_ENTRY)[number]
export const secondEntry = { label: '双人复录', names: { 0: '不复录', 1: '每张选票由两人分别录入' } } as const

const COPY_MARK = '（副本）'

/** The title of an activity's copy: its own with a suffix, truncated if too long. */
export function copyTitle(title: string): string {
  return `${title.slice(0, activityLimits.title.max - COPY_MARK.length)}${COPY_MARK}`
}

const { notStarted, voting, tallying, finished } = ActivityStatus
const notFinished: readonly ActivityStatus[] = [notStarted, voting, tallying]

interface Step {
  /** The statuses in which the step is allowed. */
  readonly from: readonly ActivityStatus[]
  /** The resulting status; absent if unchanged. */
  readonly to?: ActivityStatus
  /** Its name in refusals. */
  readonly words: string
  readonly isCreatorOnly: boolean
}

/** The state chart of an activity: all possible steps (`wire.md` sections 4 to 6). */
export const activitySteps = {
  update: { from: [notStarted], words: '修改活动', isCreatorOnly: true },
  delete: { from: [notStarted], words: '删除活动', isCreatorOnly: true },
  start: { from: [notStarted], to: voting, words: '开启投票', isCreatorOnly: true },
  startTally: { from: [voting], to: tallying, words: '开启唱票', isCreatorOnly: true },
  /** Before the start only if papers were issued: {@link papersRefusal}. */
  extend: { from: [notStarted, voting], words: '延期', isCreatorOnly: true },
  secondEntry: { from: notFinished, words: '设置双人复录', isCreatorOnly: true },
  finish: { from: [voting, tallying], to: finished, words: '结束投票', isCreatorOnly: true },
  statistics: { from: [...notFinished, finished], words: '查看统计', isCreatorOnly: true },
  checkConclusion: { from: [voting, tallying, finished], words: '做结论体检', isCreatorOnly: false },
  sync: { from: notFinished, words: '同步房产', isCreatorOnly: false },
  adjustBallots: { from: notFinished, words: '调整票权', isCreatorOnly: false },
  mark: { from: [voting], words: '标记投票', isCreatorOnly: false },
  unmark: { from: [voting], words: '撤销标记', isCreatorOnly: false },
  cast: { from: [voting], words: '投票', isCreatorOnly: false },
  tally: { from: [tallying], words: '唱票', isCreatorOnly: false },
  void: { from: notFinished, words: '作废投票', isCreatorOnly: false },
  voteSheet: { from: notFinished, words: '下载录入表', isCreatorOnly: false },
  importVotes: { from: [voting, tallying], words: '导入投票', isCreatorOnly: false },
  issuePapers: { from: [notStarted, voting], words: '生成选票', isCreatorOnly: false },
  handOutPapers: { from: [notStarted, voting], words: '发出选票', isCreatorOnly: false },
  receivePapers: { from: [voting, tallying], words: '收回选票', isCreatorOnly: false },
  readPages: { from: [voting, tallying], words: '扫描选票', isCreatorOnly: false },
  spoilPapers: { from: notFinished, words: '作废选票', isCreatorOnly: false },
  spoilAllPapers: { from: [notStarted], words: '作废全部选票', isCreatorOnly: false },
  replacePaper: { from: [notStarted, voting], words: '换发选票', isCreatorOnly: false },
  entrust: { from: notFinished, words: '登记委托', isCreatorOnly: false },
  endProxy: { from: notFinished, words: '撤销委托', isCreatorOnly: false },
  enterReading: { from: [voting, tallying], words: '复录', isCreatorOnly: false },
  settleReading: { from: [voting, tallying], words: '裁定差异', isCreatorOnly: false },
  visit: { from: notFinished, words: '登记走访', isCreatorOnly: false },
  publishNotice: { from: notFinished, words: '公示清册或表决公告', isCreatorOnly: false },
  publishResult: { from: [finished], words: '公示结果', isCreatorOnly: false },
  remind: { from: [voting], words: '发送催票短信', isCreatorOnly: false },
  planRoute: { from: [voting], words: '安排路线', isCreatorOnly: false },
  checkUp: { from: notFinished, words: '处理体检结果', isCreatorOnly: false },
  deliver: { from: notFinished, words: '登记送达', isCreatorOnly: false },
  voidDelivery: { from: notFinished, words: '作废送达', isCreatorOnly: false },
  lookUpVote: { from: [voting, tallying, finished], words: '查票', isCreatorOnly: false },
  seeCorrected: { from: [finished], words: '查看更正后的结果', isCreatorOnly: false },
  sample: { from: [tallying, finished], words: '抽票复核', isCreatorOnly: false },
} as const satisfies Readonly<Record<string, Step>>
export type ActivityStep = keyof typeof activitySteps
/** The steps that change the status. */
export type StatusStep = { [S in ActivityStep]: (typeof activitySteps)[S] extends { readonly to: ActivityStatus } ? S : never }[ActivityStep]

/** A status's name in the dictionary; `''` if none. */
export function statusName(status: ActivityStatus): string {
  return dictionaries.vote_activity_status.find((entry) => entry.value === status)?.name ?? ''
}

/** Why a step is not allowed in a status; null if it is. */
export function stepRefusal(status: ActivityStatus, step: ActivityStep): 'activity.wrongStatus' | null {
  const { from }: Step = activitySteps[step]
  return from.includes(status) ? null : 'activity.wrongStatus'
}

/** Steps that issued papers affect before the start: what is printed cannot change, though the vote can be extended. */
const paperSteps: readonly ActivityStep[] = ['update', 'delete', 'extend']
export const dependsOnPapers = (status: ActivityStatus, step: ActivityStep): boolean => status === notStarted && paperSteps.includes(step)

/**
 * Why ballot papers prevent a step before the start (`paper.md` section 4); null if they do not.
 *
 * @param hasPapers whether the activity has papers that are not spoiled
 */
export function papersRefusal(
  { status, hasPapers }: { readonly status: ActivityStatus; readonly hasPapers: boolean },
  step: ActivityStep,
): 'activity.wrongStatus' | 'activity.hasPapers' | null {
  if (!dependsOnPapers(status, step)) return null
  if (step === 'extend') return hasPapers ? null : 'activity.wrongStatus'
  return hasPapers ? 'activity.hasPapers' : null
}

/** Why an activity's step is not allowed, by status and papers; null if it is. */
export const activityStepRefusal = (
  activity: { readonly status: ActivityStatus; readonly hasPapers: boolean },
  step: ActivityStep,
): 'activity.wrongStatus' | 'activity.hasPapers' | null => stepRefusal(activity.status, step) ?? papersRefusal(activity, step)

/** Why the vote cannot get this end; null if it can. All in epoch ms. */
export function extensionRefusal(before: number, after: number, now: number): 'activity.endNotLater' | null {
  return after > before && after > now ? null : 'activity.endNotLater'
}
/** Predefined reasons for an extension. */
export const extensionReasons = ['收回的表决票不足三分之二', '部分业主尚未送达', '应业主要求延长表决时间'] as const

/** The parts of a draft that the rules check; an id is `''` for a new topic or option. */
interface CheckedDraft {
  readonly countingRule: CountingRule
  readonly ruleBasis: string
  readonly startsAt: number
  readonly endsAt: number
  readonly deliveryPolicy: DeliveryPolicy
  readonly topics: readonly CheckedTopic[]
}
interface CheckedTopic {
  readonly id: string
  readonly topicType: TopicType
  readonly seats: number | null
  readonly seatOrder: number | null
  readonly options: readonly { readonly id: string; readonly title: string }[]
}

/** Indexes of options whose title repeats an earlier one. */
export function repeatedOptions(options: readonly { readonly title: string }[]): number[] {
  const titles = options.map(({ title }) => normalText(title))
  return [...titles.keys()].filter((at) => titles[at] !== '' && titles.indexOf(titles[at] ?? '') < at)
}

/** Errors of a counting rule's basis. */
export const ruleBasisErrors = ({ countingRule, ruleBasis }: Pick<CheckedDraft, 'countingRule' | 'ruleBasis'>): FieldError[] =>
  needsRuleBasis(countingRule) && ruleBasis === '' ? [{ field: 'rulebasis', message: activityMessages.ruleBasis }] : []

/** Errors of a draft beyond single fields, by the fields' wire names, in form order. */
export function draftErrors({ countingRule, ruleBasis, startsAt, endsAt, deliveryPolicy, topics }: CheckedDraft): FieldError[] {
  const errors = ruleBasisErrors({ countingRule, ruleBasis })
  if (endsAt <= startsAt) errors.push({ field: 'enddate', message: activityMessages.endBeforeStart })
  errors.push(...policyErrors(deliveryPolicy))
  if (topics.length === 0) errors.push({ field: 'topics', message: activityMessages.noTopics })
  const seen = new Set<string>()
  const isRepeated = (id: string): boolean => {
    const isKnown = id !== '' && seen.has(id)
    seen.add(id)
    return isKnown
  }
  for (const [index, { id, topicType, seats, seatOrder, options }] of topics.entries()) {
    if (isRepeated(id)) errors.push({ field: `topics.${index}.votetopicid`, message: activityMessages.duplicateIds })
    if (topicType === TopicType.options && options.length === 0) errors.push({ field: `topics.${index}.options`, message: activityMessages.optionsMissing })
    if (topicType === TopicType.topic && options.length > 0) errors.push({ field: `topics.${index}.options`, message: activityMessages.optionsForbidden })
    if (topicType === TopicType.topic && (seats !== null || seatOrder !== null))
      errors.push({ field: `topics.${index}.${seats === null ? 'seatorder' : 'seats'}`, message: activityMessages.seatsForbidden })
    for (const [position, option] of options.entries()) {
      if (isRepeated(option.id)) errors.push({ field: `topics.${index}.options.${position}.voteoptionid`, message: activityMessages.duplicateIds })
    }
    for (const position of repeatedOptions(options)) {
      errors.push({ field: `topics.${index}.options.${position}.title`, message: activityMessages.duplicateOptions })
    }
  }
  return errors
}
