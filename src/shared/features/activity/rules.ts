/** Dictionary vote_activity_status. Nothing goes back (`wire.md` section 4). */
export const ActivityStatus = { notStarted: 0, voting: 1, tallying: 2, finished: 3 } as const
export type ActivityStatus = (typeof ActivityStatus)[keyof typeof ActivityStatus]

/** Dictionary TicketType; see `counting.md` section 3. */
export const COUNTING_RULES = [1, 2, 3, 4, 5, 6] as const
export type CountingRule = (typeof COUNTING_RULES)[number]

/** The rules that an article of the estate's 议事规则 must allow. */
export const needsRuleBasis = (rule: CountingRule): boolean => rule === 3 || rule === 4 || rule === 5

/** Dictionary VoteType: a topic is voted on itself, or each of its options is. */
export const TopicType = { topic: 1, options: 2 } as const
export type TopicType = (typeof TopicType)[keyof typeof TopicType]

/** Dictionary VoteModel: the answers that a topic offers, by their codes. */
export const answersOf = { 13: [1], 14: [1, 2], 15: [1, 2, 3] } as const satisfies Readonly<Record<number, readonly Answer[]>>
export type VoteModel = keyof typeof answersOf

/** 1 approve, 2 oppose, 3 abstain; 0 is left open. */
export type Answer = 1 | 2 | 3

export const MAX_TOPICS = 100
export const MAX_OPTIONS = 50
export const MAX_ATTACHMENTS = 3

export const activityMessages = {
  title: '请输入活动标题',
  noTopics: '请至少添加一个议题',
  endBeforeStart: '结束时间必须晚于开始时间',
  ruleBasis: '请输入议事规则依据',
  optionsMissing: '选项表决的议题至少需要一个选项',
  optionsForbidden: '议题表决的议题不能有选项',
  duplicateIds: '议题或选项重复，请刷新后重试',
  tooManyAttachments: `上传文件数量不能超过 ${MAX_ATTACHMENTS} 个!`,
} as const
