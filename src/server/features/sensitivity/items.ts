import { DEFAULT_SEAT_ORDER, type SeatOrder } from '#shared/features/activity/elections.ts'
import type { LawItem, TopicRule } from '#shared/features/activity/law.ts'
import { answerSlots, answersOf, TopicType, type CountingRule, type VoteModel } from '#shared/features/activity/rules.ts'
import type { Share } from '#shared/features/result/rules.ts'
import { AXES, axes, type Move } from '#shared/features/sensitivity/rules.ts'
import { conclude, elect, type Conclusion, type Outcome, type Tally } from '../result/counting.ts'
import { conventionsOver, presentConvention, ruleWith, valueInWords, type Convention, type Conventions } from './axes.ts'
import { readUnder, tallyOf, type ConventionResult } from './combinations.ts'
import { flipsOf, type Movable } from './flips.ts'
import { applyingAxes, groupsOf, Delivery, type CheckedBallot, type Groups } from './groups.ts'
import { electedInWords, flipInWords } from './words.ts'

/** A topic to check; `options` is empty if the topic itself is voted on. */
export interface CheckedTopic {
  readonly id: string
  readonly title: string
  readonly topicType: TopicType
  readonly voteModel: VoteModel
  readonly lawItem: LawItem | null
  /** null if the topic is no election. */
  readonly seats: number | null
  readonly seatOrder: SeatOrder | null
  readonly options: readonly { readonly id: string; readonly title: string; readonly sortNo: number }[]
}

/** An activity's ballots, and further known facts. */
export interface CheckedActivity {
  readonly rule: CountingRule
  /** In order. */
  readonly topics: readonly CheckedTopic[]
  /** Answers to elections that approve too many options are already open. */
  readonly ballots: readonly CheckedBallot[]
  /** Sets of ids of ballots suspected to be one owner's. */
  readonly owners: readonly (readonly number[])[]
  /** The activity judges deliveries by a policy. */
  readonly hasPolicy: boolean
}

/** An item's outcome with another value on a single axis. */
export interface Cell {
  /** In words, as its value. */
  readonly axis: string
  readonly value: string
  /** For an election, the elected in words. */
  readonly outcome: string
  readonly isChanged: boolean
  readonly participants: Share
  /** null for an election, where every candidate has a share. */
  readonly approve: Share | null
}

/** A flip point for display; `areaHundredths` is the total of its ballots. */
export interface FlipPoint {
  readonly move: Move
  readonly count: number
  readonly areaHundredths: number
  readonly outcome: Outcome
  readonly text: string
}

/** A topic, an option, or an election as a whole. */
export interface SensitivityItem {
  readonly topicId: string
  /** null for a topic that is voted on itself, and for an election. */
  readonly optionId: string | null
  readonly title: string
  readonly outcome: string
  readonly cells: readonly Cell[]
  readonly others: { readonly total: number; readonly different: number }
  readonly flips: readonly FlipPoint[]
}

/** The answer for a whole activity. */
export interface Sensitivity {
  /** The axes that apply, with the actual value. */
  readonly axes: readonly { readonly axis: string; readonly present: string }[]
  readonly items: readonly SensitivityItem[]
}

/** An item's outcome under a convention. */
interface Verdict extends Pick<Cell, 'outcome' | 'participants' | 'approve'> {
  /** Determines whether two verdicts are equal. */
  readonly key: string
}

/** The outcomes of an activity's topics and options under other conventions, and their distance from changing. */
export function sensitivityOf(activity: CheckedActivity): Sensitivity {
  const { rule, topics, ballots, owners, hasPolicy } = activity
  const slots = answerSlots(topics)
  const groups = groupsOf(ballots, slots.length, owners)
  const applying = applyingAxes(groups, { isConcluded: rule !== 6, hasPolicy })
  const conventions = conventionsOver(presentConvention(rule), applying)
  const talliesOfTopic = createTallies(groups, conventions)
  const taken = movableBallots(ballots)
  const firstSlots = new Map<CheckedTopic, number>()
  for (const [slot, { topic }] of slots.entries()) if (!firstSlots.has(topic)) firstSlots.set(topic, slot)
  const items = topics.flatMap((topic): SensitivityItem[] => {
    const first = firstSlots.get(topic) ?? 0
    const tallies = talliesOfTopic()
    const asked: TopicRule = { rule, lawItem: topic.lawItem, isElection: topic.seats !== null }
    const compared = (optionId: string | null, title: string, judge: (convention: Convention) => Verdict) => ({
      topicId: topic.id,
      optionId,
      title,
      ...compare(conventions, judge),
    })
    if (topic.topicType === TopicType.options && topic.seats !== null) {
      return [
        {
          ...compared(
            null,
            topic.title,
            electionJudge(topic, asked, (convention, index) => tallies(convention, first + index)),
          ),
          flips: [],
        },
      ]
    }
    const offersOppose = (answersOf[topic.voteModel] as readonly number[]).includes(2)
    const options = topic.topicType === TopicType.options ? topic.options : [null]
    return options.map((option, index) => {
      const slot = first + index
      const counted = tallies(conventions.present, slot)
      const flips = flipsOf({ rule: asked, counted, movable: taken(slot), offersOppose })
      return {
        ...compared(option?.id ?? null, option?.title ?? topic.title, (convention) => slotVerdict(asked, convention, tallies(convention, slot))),
        flips: flips.map((flip) => ({
          move: flip.move,
          count: flip.count,
          areaHundredths: flip.areaHundredths,
          outcome: flip.outcome,
          text: flipInWords(flip),
        })),
      }
    })
  })
  const present = AXES.filter((axis) => applying.has(axis)).map((axis) => ({ axis: axes[axis].name, present: valueInWords(axis, conventions.present) }))
  return { axes: present, items }
}

/** A slot's tally under a convention, shared by those that differ only in the treatment of silence. */
type Tallies = (convention: Convention, slot: number) => Tally

function createTallies(groups: Groups, { present, singles, others }: Conventions): () => Tallies {
  const results = new Map<string, ConventionResult>()
  const resultOf = new Map<Convention, ConventionResult>()
  for (const convention of [present, ...singles.map((single) => single.convention), ...others]) {
    const key = JSON.stringify({ ...convention, silence: '' })
    const result = results.get(key) ?? readUnder(convention, groups)
    results.set(key, result)
    resultOf.set(convention, result)
  }
  return () => {
    const kept = new Map<number, Map<ConventionResult, Tally>>()
    return (convention, slot) => {
      const result = resultOf.get(convention)
      if (!result) throw new Error('a convention that was not asked for')
      let ofSlot = kept.get(slot)
      if (!ofSlot) kept.set(slot, (ofSlot = new Map()))
      let tally = ofSlot.get(result)
      if (!tally) ofSlot.set(result, (tally = tallyOf(result, slot)))
      return tally
    }
  }
}

function compare({ present, singles, others }: Conventions, judge: (convention: Convention) => Verdict): Pick<SensitivityItem, 'outcome' | 'cells' | 'others'> {
  const now = judge(present)
  const cells = singles.map(({ axis, value, convention }): Cell => {
    const { key, ...verdict } = judge(convention)
    return { axis: axes[axis].name, value, ...verdict, isChanged: key !== now.key }
  })
  const different = others.filter((convention) => judge(convention).key !== now.key).length
  return { outcome: now.outcome, cells, others: { total: others.length, different } }
}

function slotVerdict(asked: TopicRule, convention: Convention, counted: Tally): Verdict {
  const { outcome, participants, approve } = conclude(ruleWith(asked, convention.silence), counted)
  return { outcome, participants, approve, key: outcome }
}

/** The elected; their order does not matter. */
function electionJudge(topic: CheckedTopic, asked: TopicRule, tallyOf: (convention: Convention, index: number) => Tally): (convention: Convention) => Verdict {
  const titles = new Map(topic.options.map(({ id, title }) => [id, title]))
  const seated = { seats: topic.seats ?? 0, seatOrder: topic.seatOrder ?? DEFAULT_SEAT_ORDER }
  return (convention) => {
    const rule = ruleWith(asked, convention.silence)
    const concluded = topic.options.map((option, index) => ({ option, ...conclude(rule, tallyOf(convention, index)) }))
    const participants = concluded[0]?.participants ?? { count: 0, areaHundredths: 0 }
    if (asked.rule === 6) return { outcome: '不作结论', participants, approve: null, key: '' }
    const result = elect(
      seated,
      concluded.map(({ option: { id, sortNo }, approve, outcome }: Conclusion & { option: CheckedTopic['options'][number] }) => ({
        id,
        sortNo,
        approve,
        outcome,
      })),
    )
    const key = [result.elected, result.tied].map((ids) => ids.toSorted().join()).join('|')
    return { outcome: electedInWords(result, (id) => titles.get(id) ?? ''), participants, approve: null, key }
  }
}

/** Each slot's ballots by the moves that can take them, largest areas first. */
function movableBallots(ballots: readonly CheckedBallot[]): (slot: number) => Movable {
  const bySize = ballots
    .map(({ areaHundredths, delivery, answers, isVoided }) => ({ areaHundredths, isDelivered: delivery > Delivery.none, answers, isVoided }))
    .toSorted((one, other) => other.areaHundredths - one.areaHundredths)
  const voted = bySize.filter(({ answers }) => answers !== null)
  const notVoted = bySize.filter(({ answers, isVoided }) => answers === null && !isVoided)
  return (slot) => {
    const answering = (answer: string) => voted.filter(({ answers }) => answers?.charAt(slot) === answer)
    return { approving: answering('1'), opposing: answering('2'), voted, notVoted }
  }
}
