import type { CountingRule } from './rules.ts'

/** Items of article 278, first paragraph, of the Civil Code that owners decide together. */
export const LAW_ITEMS = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const
export type LawItem = (typeof LAW_ITEMS)[number]

/** Short name of each item. */
export const lawItemNames: Readonly<Record<LawItem, string>> = {
  1: '制定和修改业主大会议事规则',
  2: '制定和修改管理规约',
  3: '选举业主委员会或者更换业主委员会成员',
  4: '选聘和解聘物业服务企业',
  5: '使用维修资金',
  6: '筹集维修资金',
  7: '改建、重建建筑物及其附属设施',
  8: '改变共有部分的用途或者利用共有部分从事经营活动',
  9: '其他重大事项',
}

const numerals = '一二三四五六七八九'
/** `第（六）项 筹集维修资金`. */
export const lawItemLabel = (item: LawItem): string => `第（${numerals[item - 1] ?? ''}）项 ${lawItemNames[item]}`

/**
 * The items requiring at least three quarters of those taking part; the others require more than half (article 278, second
 * paragraph).
 */
export const needsThreeQuarters = (item: LawItem): boolean => item === 6 || item === 7 || item === 8

/** How a topic is counted: the activity's rule, with the topic's own settings. */
export interface TopicRule {
  /** Dictionary TicketType: how delivered but unreturned ballots count, and the majority if the topic has no item. */
  readonly rule: CountingRule
  /** The item that sets the majority; null if the rule does, because the 议事规则 require more than the law. */
  readonly lawItem: LawItem | null
  /** Whether its options compete for seats; ballots that were not returned never elect. */
  readonly isElection: boolean
}

/** What sets a topic's majority. */
export type MajorityRule = Pick<TopicRule, 'rule' | 'lawItem'>

/** Whether three quarters are required instead of half; null if nothing is concluded. */
export function asksThreeQuarters({ rule, lawItem }: MajorityRule): boolean | null {
  if (rule === 6) return null
  return lawItem === null ? rule === 2 || rule === 4 : needsThreeQuarters(lawItem)
}

const silenceNames: Readonly<Record<Exclude<CountingRule, 6>, string>> = {
  1: '仅计收回票',
  2: '仅计收回票',
  3: '未反馈从多',
  4: '未反馈从多',
  5: '未反馈计弃权',
}

/** The rule's name with both of its parts: `双四分之三（未反馈计弃权）`; without an item, that of the dictionary TicketType. */
export function topicRuleName(topic: MajorityRule): string {
  const { rule } = topic
  return rule === 6 ? '仅统计' : `${asksThreeQuarters(topic) ? '双四分之三' : '双过半'}（${silenceNames[rule]}）`
}

/** Words in titles by the item they suggest; the first match is used. */
const titleWords: readonly (readonly [LawItem, RegExp])[] = [
  [1, /议事规则/],
  [2, /管理规约|管理公约|业主公约/],
  [6, /(筹集|续筹|续交|补交|补缴|归集|增缴).{0,12}(维修资金|维修基金)/],
  [5, /维修资金|维修基金/],
  [3, /(业主委员会|业委会).{0,12}(选举|换届|改选|更换|罢免|补选|增补|候选|委员)|(选举|换届|改选|更换|罢免|补选|增补|产生).{0,16}(业主委员会|业委会)/],
  [4, /(选聘|解聘|续聘|聘请|聘用|更换|选用).{0,16}(物业|管理人)|物业.{0,10}(选聘|解聘|续聘|聘用)/],
  [7, /改建|重建|扩建|加装电梯|增设电梯/],
  [
    8,
    /(共有部分|共有部位|共用部位|公共部位|公共区域|公共场地|共有场地|外墙|屋面|电梯轿厢|架空层).{0,16}(用途|经营|广告|出租|租赁|收费|改为|改成|改作)|利用.{0,12}(共有|共用|公共).{0,12}经营/,
  ],
]
/** Matters of other articles: change of housing to business use (279), emergency repairs (281). */
const otherArticles = /住改商|住宅.{0,6}(改为|改变为|变更为|改成).{0,6}(经营|商)|(紧急|应急|急修|抢修).{0,12}(维修|修缮|使用|资金)|(维修|修缮).{0,8}(紧急|应急)/

/** The item suggested by a topic's title, never set automatically; null if there is no match (`paper.md` section 1). */
export function proposedLawItem(title: string): LawItem | null {
  if (otherArticles.test(title)) return null
  return titleWords.find(([, words]) => words.test(title))?.[0] ?? null
}
