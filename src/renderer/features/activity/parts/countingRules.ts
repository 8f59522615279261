import type { CountingRule } from '#shared/features/activity/rules.ts'
import { topicRuleName } from '#shared/features/activity/law.ts'

/** A counting rule in words (`counting.md` section 3). */
export interface RuleWords {
  /** Who counts as participating. */
  readonly participants: string
  /** How ballots that were delivered but not returned are counted. */
  readonly silent: string
  /** When a topic passes, given the quorum. */
  readonly passes: string
}

const returned = '参加表决的是收回的票权（已投票或已唱票）'
const delivered = '参加表决的是收回的票权，加上已送达、没有反馈的票权'
const followers = '未反馈的票权计入人数和面积都最多的意见；两项最多的意见不一致时，不计入'
const half = '同意的人数和面积都超过参加表决的二分之一，通过'
const threeQuarters = '同意的人数和面积都达到参加表决的四分之三以上，通过'

export const ruleWords: Readonly<Record<CountingRule, RuleWords>> = {
  1: { participants: returned, silent: '没有收回的票权不计入', passes: half },
  2: { participants: returned, silent: '没有收回的票权不计入', passes: threeQuarters },
  3: { participants: delivered, silent: followers, passes: half },
  4: { participants: delivered, silent: followers, passes: threeQuarters },
  5: { participants: delivered, silent: '未反馈的票权计为弃权', passes: half },
  6: { participants: returned, silent: '没有收回的票权不计入', passes: '只统计各项意见，不作是否通过的结论' },
}

/** Precondition of every conclusion. */
export const quorumWords = '参加表决的人数和面积都要达到全体的三分之二以上，否则表决不成立'

/** The rule's name in the TicketType dictionary. */
export const ruleName = (rule: CountingRule): string => topicRuleName({ rule, lawItem: null })
