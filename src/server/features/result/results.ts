import { answerSlots, type CountingRule } from '#shared/features/activity/rules.ts'
import { dictionaries } from '#shared/features/dictionary/labels.ts'
import type { Classes, ClassShare, Conclusion, Statistics, TopicResult } from '#shared/features/result/contract.ts'
import { ratePercent, type Share } from '#shared/features/result/rules.ts'
import { conclude, tallyOfSums, type Conclusion as Concluded, type Tally } from './counting.ts'
import type { ActivitySums, CountedTopic } from './store.ts'

/** A topic, or an option of a topic whose options are voted on, with what was counted on it. */
export interface SlotResult {
  readonly topic: CountedTopic
  /** null where the topic itself is voted on. */
  readonly option: CountedTopic['options'][number] | null
  readonly counted: Tally
  readonly concluded: Concluded
}

/** What was counted and concluded on every slot, in the order of the slots. */
export function slotResults(rule: CountingRule, topics: readonly CountedTopic[], { ballots, answers }: ActivitySums): SlotResult[] {
  return answerSlots(topics).map(({ topic, option }, position) => {
    const counted = tallyOfSums(ballots, answers.slot(position))
    return { topic, option, counted, concluded: conclude(rule, counted) }
  })
}

/** The TicketType's name. */
export const ruleName = (rule: CountingRule): string => dictionaries.TicketType.find(({ value }) => value === rule)?.name ?? ''

/** The figures of `wire.md` section 7. */
export function statisticsOf(rule: CountingRule, topics: readonly CountedTopic[], sums: ActivitySums): Omit<Statistics, 'checkCode'> {
  const { whole, voted } = sums.ballots
  const slots = slotResults(rule, topics, sums)
  const slotsOfTopic = Map.groupBy(slots, (slot) => slot.topic)
  return {
    totalCount: whole.count,
    totalAreaHundredths: whole.areaHundredths,
    votedCount: voted.count,
    votedAreaHundredths: voted.areaHundredths,
    votedCountRate: ratePercent(voted.count, whole.count),
    votedAreaRate: ratePercent(voted.areaHundredths, whole.areaHundredths),
    topics: topics.map((topic) => topicResult(rule, topic, slotsOfTopic.get(topic) ?? [])),
  }
}

function topicResult(rule: CountingRule, topic: CountedTopic, slots: readonly SlotResult[]): TopicResult {
  const { id, title, sortNo, topicType, voteModel } = topic
  const own = slots.find((slot) => slot.option === null)
  return {
    id,
    title,
    sortNo,
    topicType,
    voteModel,
    classes: own ? classesOf(own.counted) : null,
    conclusion: own ? conclusionOf(rule, own.concluded) : null,
    options: slots.flatMap(({ option, counted, concluded }) =>
      option ? [{ ...option, classes: classesOf(counted), conclusion: conclusionOf(rule, concluded) }] : [],
    ),
  }
}

/** The five classes with their rates over the whole. */
export function classesOf({ whole, approve, oppose, abstain, invalid, notVoted }: Tally): Classes {
  const share = ({ count, areaHundredths }: Share): ClassShare => ({
    count,
    areaHundredths,
    countRate: ratePercent(count, whole.count),
    areaRate: ratePercent(areaHundredths, whole.areaHundredths),
  })
  return { approve: share(approve), oppose: share(oppose), abstain: share(abstain), invalid: share(invalid), notVoted: share(notVoted) }
}

function conclusionOf(rule: CountingRule, { participants, approve, isQuorumMet, outcome, strictOutcome, note }: Concluded): Conclusion {
  return { rule: ruleName(rule), participants, approve, isQuorumMet, outcome, strictOutcome, note }
}
