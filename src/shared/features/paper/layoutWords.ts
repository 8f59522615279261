import { OVERVOTE_WORDS, seatOrderWords, seatsWords, type SeatOrder } from '../activity/elections.ts'
import { asksThreeQuarters, topicRuleName, type LawItem } from '../activity/law.ts'
import { needsRuleBasis, type CountingRule, type TopicType, type VoteModel } from '../activity/rules.ts'

/** Content of a ballot, frozen when the first paper was issued. */
export interface BallotContent {
  readonly estateName: string
  readonly title: string
  /** Formatted: `2026年5月1日 09:00`. */
  readonly starts: string
  readonly ends: string
  readonly countingRule: CountingRule
  readonly ruleBasis: string
  readonly topics: readonly BallotTopic[]
}

/** A topic as printed, with its options in order. */
export interface BallotTopic {
  readonly id: string
  readonly title: string
  readonly topicType: TopicType
  readonly voteModel: VoteModel
  readonly lawItem: LawItem | null
  /** How many may be elected; null if the topic is not an election. */
  readonly seats: number | null
  readonly seatOrder: SeatOrder | null
  readonly options: readonly { readonly id: string; readonly title: string }[]
}

const DIGITS = '〇一二三四五六七八九'

/** 1 → 一, 12 → 十二, 100 → 一百. */
export function chineseNumber(number: number): string {
  if (number >= 100) {
    const rest = number % 100
    const tail = rest === 0 ? '' : `${rest < 10 ? '〇' : ''}${rest >= 10 && rest < 20 ? '一' : ''}${chineseNumber(rest)}`
    return `${DIGITS[Math.floor(number / 100)]}百${tail}`
  }
  if (number < 10) return DIGITS[number] ?? ''
  const tens = Math.floor(number / 10)
  return `${tens === 1 ? '' : DIGITS[tens]}十${number % 10 === 0 ? '' : DIGITS[number % 10]}`
}

/** Counting rule of a topic; ballots that were not returned never count in an election. */
function majorityOf(
  countingRule: CountingRule,
  { lawItem, seats }: Pick<BallotTopic, 'lawItem' | 'seats'>,
): { readonly rule: CountingRule; readonly lawItem: LawItem | null } {
  const returnedOnly = countingRule === 3 ? 1 : countingRule === 4 ? 2 : countingRule
  return { rule: seats === null ? countingRule : returnedOnly, lawItem }
}

/** The small print below a topic's title: its majority, and how an election is filled in and won. */
export function topicNotes({ countingRule, ruleBasis }: Pick<BallotContent, 'countingRule' | 'ruleBasis'>, topic: BallotTopic): string[] {
  const rule = `表决规则：${topicRuleName(majorityOf(countingRule, topic))}`
  if (topic.seats === null) return [rule]
  return [seatsWords(topic.seats), `${rule}；${seatOrderWords(topic.seatOrder, ruleBasis)}`]
}

/** The meaning of the topics' majorities; `''` if nothing is concluded. */
function majorityWords({ countingRule, topics }: BallotContent): string {
  const asked = topics.map((topic) => asksThreeQuarters(majorityOf(countingRule, topic)))
  return [
    ...(asked.includes(false) ? ['“双过半”指参与表决的面积和人数均过半数同意'] : []),
    ...(asked.includes(true) ? ['“双四分之三”指参与表决的面积和人数均达到四分之三以上同意'] : []),
  ].join('；')
}

/** How a delivered but unreturned paper counts (`counting.md` section 3). */
function silenceWords({ countingRule, ruleBasis, topics }: BallotContent): string {
  const basis = needsRuleBasis(countingRule) && ruleBasis !== '' ? `依据${ruleBasis}，` : ''
  switch (countingRule) {
    case 1:
    case 2:
    case 6:
      return '已送达但未交回的选票，不计入参加表决的票数。'
    case 3:
    case 4: {
      const elections = topics.some(({ seats }) => seats !== null) ? '；选举类议题除外，未交回的选票不计入' : ''
      return `${basis}已送达但未交回的选票，计入人数和面积均占多数的意见${elections}。`
    }
    case 5:
      return `${basis}已送达但未交回的选票，计为弃权。`
  }
}

/** Numbered notes below the title: how to fill in the ballot, what is invalid, when to return it, what no answer means. */
export function ballotNotes(content: BallotContent): string[] {
  const hasElection = content.topics.some(({ seats }) => seats !== null)
  const majorities = majorityWords(content)
  return [
    '请在所选意见后的方框内打“√”，每项只选一个；不选、多选或者涂改后无法辨认的，该项无效。',
    ...(hasElection ? [OVERVOTE_WORDS] : []),
    ...(majorities === '' ? [] : [`${majorities}。`]),
    `请在 ${content.ends} 前签名并交回，逾期交回的选票不计入。`,
    silenceWords(content),
    '请勿遮挡或者涂画四角的黑色方块和右上角的二维码；选票遗失或者损坏的，请向发放人换领。',
  ]
}
