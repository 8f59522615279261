import { topicRuleName, type TopicRule } from '#shared/features/activity/law.ts'
import { DEFAULT_SEAT_ORDER } from '#shared/features/activity/elections.ts'
import { answerSlots, TopicType, type CountingRule } from '#shared/features/activity/rules.ts'
import type { Classes, ClassShare, Conclusion, Election, Statistics, TopicResult } from '#shared/features/result/contract.ts'
import { ratePercent, type Share } from '#shared/features/result/rules.ts'
import { conclude, elect, tallyOfSums, type Conclusion as Concluded, type Tally } from './counting.ts'
import { deliveryOutcomes, type DeliveryOutcomes } from './deliveries.ts'
import type { ActivitySums, CountedTopic } from './store.ts'

/** A topic, or an option of a topic whose options are voted on, with its tally. */
export interface SlotResult {
  readonly topic: CountedTopic
  /** Null if the topic itself is voted on. */
  readonly option: CountedTopic['options'][number] | null
  readonly counted: Tally
  readonly concluded: Concluded
  /** Its rule in words. */
  readonly ruleName: string
  /** null if the activity has no delivery policy. */
  readonly deliveries: DeliveryOutcomes | null
}

/** The counting rule of a topic. */
const topicRule = (rule: CountingRule, { lawItem, seats }: CountedTopic): TopicRule => ({ rule, lawItem, isElection: seats !== null })

/** The tally and conclusion of every slot, in the order of the slots. */
export function slotResults(
  rule: CountingRule,
  topics: readonly CountedTopic[],
  { ballots, answers, deliveries, adjustedProperties }: ActivitySums,
): SlotResult[] {
  return answerSlots(topics).map(({ topic, option }, position) => {
    const counted = tallyOfSums(ballots, answers.slot(position))
    const asked = topicRule(rule, topic)
    const outcomes = deliveries && deliveryOutcomes(asked, counted, deliveries)
    return {
      topic,
      option,
      counted,
      concluded: withNote(conclude(asked, counted), adjustedInWords(adjustedProperties)),
      ruleName: topicRuleName(asked),
      deliveries: outcomes,
    }
  })
}

/** Each conclusion's note on properties added, removed, merged, split or resized during voting; it does not affect the count. */
export const adjustedInWords = (count: number): string => (count === 0 ? '' : `投票开始后清册调整${count}处`)

const withNote = (concluded: Concluded, more: string): Concluded => ({ ...concluded, note: [concluded.note, more].filter((part) => part !== '').join('；') })

/** The elected for a topic. */
export interface ElectionResult extends Election {
  readonly topic: CountedTopic
  /** Its options. */
  readonly slots: readonly SlotResult[]
}

/** The elections of an activity in the order of the topics; `slots` are those of all topics. */
export function electionResults(topics: readonly CountedTopic[], slots: readonly SlotResult[], { answers }: ActivitySums): ElectionResult[] {
  return topics
    .filter(({ topicType, seats }) => topicType === TopicType.options && seats !== null)
    .map((topic, index) => {
      const own = slots.filter((slot) => slot.topic === topic)
      const candidates = own.flatMap(({ option, concluded }) => (option ? [{ ...option, approve: concluded.approve, outcome: concluded.outcome }] : []))
      const seats = topic.seats ?? 0
      const { elected, tied, vacant } = elect({ seats, seatOrder: topic.seatOrder ?? DEFAULT_SEAT_ORDER }, candidates)
      return { topic, slots: own, seats, elected: [...elected], tied: [...tied], vacant, overvoted: answers.overvoted(index) }
    })
}

/** The figures of `wire.md` section 7. */
export function statisticsOf(rule: CountingRule, topics: readonly CountedTopic[], sums: ActivitySums): Omit<Statistics, 'checkCode'> {
  const { whole, voted } = sums.ballots
  const slots = slotResults(rule, topics, sums)
  const slotsOfTopic = Map.groupBy(slots, (slot) => slot.topic)
  const elections = new Map(electionResults(topics, slots, sums).map((election) => [election.topic, election]))
  return {
    totalCount: whole.count,
    totalAreaHundredths: whole.areaHundredths,
    votedCount: voted.count,
    votedAreaHundredths: voted.areaHundredths,
    votedCountRate: ratePercent(voted.count, whole.count),
    votedAreaRate: ratePercent(voted.areaHundredths, whole.areaHundredths),
    topics: topics.map((topic) => topicResult(topic, slotsOfTopic.get(topic) ?? [], elections.get(topic))),
  }
}

function topicResult(topic: CountedTopic, slots: readonly SlotResult[], election: ElectionResult | undefined): TopicResult {
  const { id, title, sortNo, topicType, voteModel } = topic
  const own = slots.find((slot) => slot.option === null)
  return {
    id,
    title,
    sortNo,
    topicType,
    voteModel,
    election: election ? electionOf(election) : null,
    classes: own ? classesOf(own.counted) : null,
    conclusion: own ? conclusionOf(own) : null,
    options: slots.flatMap((slot) => (slot.option ? [{ ...slot.option, classes: classesOf(slot.counted), conclusion: conclusionOf(slot) }] : [])),
  }
}

/** The five classes with their rates relative to the total. */
export function classesOf({ whole, approve, oppose, abstain, invalid, notVoted }: Tally): Classes {
  const share = ({ count, areaHundredths }: Share): ClassShare => ({
    count,
    areaHundredths,
    countRate: ratePercent(count, whole.count),
    areaRate: ratePercent(areaHundredths, whole.areaHundredths),
  })
  return { approve: share(approve), oppose: share(oppose), abstain: share(abstain), invalid: share(invalid), notVoted: share(notVoted) }
}

const electionOf = ({ seats, elected, tied, vacant, overvoted }: ElectionResult): Election => ({ seats, elected, tied, vacant, overvoted })

function conclusionOf({ ruleName, concluded, deliveries }: SlotResult): Conclusion {
  const { participants, approve, isQuorumMet, outcome, strictOutcome, note } = concluded
  return { rule: ruleName, participants, approve, isQuorumMet, outcome, strictOutcome, note, deliveries }
}
