import type { Attachment } from '#shared/features/activity/attachments.ts'
import type { DeliveryPolicy } from '#shared/features/activity/deliveryPolicy.ts'
import { DEFAULT_SEAT_ORDER, type SeatOrder } from '#shared/features/activity/elections.ts'
import type { LawItem } from '#shared/features/activity/law.ts'
import { needsRuleBasis, TopicType, type CountingRule, type SecondEntry, type VoteModel } from '#shared/features/activity/rules.ts'
import type { EstateRules } from '#shared/features/estate-rules/contract.ts'
import { RULE_FIELDS, rulesDiffer, type RuleField } from '#shared/features/estate-rules/rules.ts'
import { assertNever } from '../../../ui/assertNever.ts'

/** The attachments of an activity, a topic or an option. */
export interface Attached {
  readonly pictures: readonly string[]
  readonly files: readonly Attachment[]
}

export interface OptionForm extends Attached {
  /** Stable key on this screen; the server's id is `''` until saved. */
  readonly key: string
  readonly id: string
  readonly title: string
}

/** A topic being edited; `id` is `''` until saved. */
export interface TopicForm extends Attached {
  readonly key: string
  readonly id: string
  readonly title: string
  readonly topicType: TopicType
  readonly voteModel: VoteModel
  /** The item of article 278 that decides the majority; null: the activity's counting rule. */
  readonly lawItem: LawItem | null
  /**
   * Number of options to elect; null if not filled in yet, or if each option is decided separately. Not sent if the topic itself
   * is voted on.
   */
  readonly seats: number | null
  /** null if the topic is no election. */
  readonly seatOrder: SeatOrder | null
  /** Kept while the topic itself is voted on, so that switching back loses nothing; not sent then. */
  readonly options: readonly OptionForm[]
}

/** A topic's name by its position. */
export const topicName = (index: number): string => `议题 ${index + 1}`

/** The fields other than the topics. */
export interface BasicForm extends Attached {
  readonly title: string
  /** `''` until chosen. */
  readonly estateId: string
  readonly countingRule: CountingRule | null
  readonly ruleBasis: string
  /** The 议事规则 version that the activity is based on; `''` if none. */
  readonly rulesId: string
  /** China standard time: `2026-05-01 12:00:00`; `''` until chosen. */
  readonly startsAt: string
  readonly endsAt: string
  /** Maximum ballots per agent; null: no limit. */
  readonly proxyLimit: number | null
  /** The accepted delivery methods, in order. */
  readonly deliveryPolicy: DeliveryPolicy
  /** 1 = every paper vote is read by a second person. */
  readonly secondEntry: SecondEntry
  readonly summary: string
  readonly detail: string
  readonly isWholeEstate: boolean
  /** The selected branches and units; not sent if the whole estate votes. */
  readonly scopePaths: readonly string[]
}

/** The editor's state; replaced as a whole on each change. */
export interface ActivityForm extends BasicForm {
  readonly topics: readonly TopicForm[]
}

/** A path in the form: `['topics', 1, 'title']`. */
export type FormPath = readonly (string | number)[]

/** Changes that affect more than one field. */
export type FormAction =
  /** Another estate has other places: resets the scope to the whole estate. */
  | { readonly type: 'estateChosen'; readonly estateId: string }
  /** Applies the estate's 议事规则: keeps typed values, replaces those from the former rules. */
  | { readonly type: 'rulesTaken'; readonly rules: EstateRules | null; readonly former: EstateRules | null }
  /** Another user has changed the activity: replaces the form with the merged one. */
  | { readonly type: 'replaced'; readonly form: ActivityForm }
  | { readonly type: 'topicAdded'; readonly key: string }
  /** The key for a first option, added if the topic has none. */
  | { readonly type: 'topicTyped'; readonly key: string; readonly topicType: TopicType; readonly optionKey: string }
  | { readonly type: 'lawItemTaken'; readonly key: string; readonly lawItem: LawItem }
  | { readonly type: 'seatsTaken'; readonly key: string; readonly seats: number }
  /** Whether the options compete for seats, or each is decided separately. */
  | { readonly type: 'electionSwitched'; readonly key: string; readonly isElection: boolean; readonly seatOrder: SeatOrder }
  | { readonly type: 'topicMoved'; readonly from: number; readonly to: number }
  | { readonly type: 'topicRemoved'; readonly key: string }
  | { readonly type: 'optionAdded'; readonly topicKey: string; readonly key: string }
  | { readonly type: 'optionMoved'; readonly topicKey: string; readonly from: number; readonly to: number }
  | { readonly type: 'optionRemoved'; readonly topicKey: string; readonly key: string }

/** Reducer of the form; unchanged parts keep their identity. */
export function reduceForm(form: ActivityForm, action: FormAction): ActivityForm {
  switch (action.type) {
    case 'estateChosen':
      return { ...form, estateId: action.estateId, isWholeEstate: true, scopePaths: [] }
    case 'rulesTaken':
      return withRules(form, action.rules, action.former)
    case 'replaced':
      return action.form
    case 'topicAdded':
      return { ...form, topics: [...form.topics, newTopic(action.key)] }
    case 'topicTyped':
      return withTopic(form, action.key, (topic) => typed(topic, action.topicType, action.optionKey))
    case 'lawItemTaken':
      return withTopic(form, action.key, (topic) => ({ ...topic, lawItem: action.lawItem }))
    case 'seatsTaken':
      return withTopic(form, action.key, (topic) => ({ ...topic, seats: action.seats }))
    case 'electionSwitched':
      return withTopic(form, action.key, (topic) => ({
        ...topic,
        ...(action.isElection ? { seats: null, seatOrder: action.seatOrder } : { seats: null, seatOrder: null }),
      }))
    case 'topicMoved':
      return { ...form, topics: moved(form.topics, action.from, action.to) }
    case 'topicRemoved':
      return { ...form, topics: form.topics.filter(({ key }) => key !== action.key) }
    case 'optionAdded':
      return withTopic(form, action.topicKey, (topic) => ({ ...topic, options: [...topic.options, newOption(action.key)] }))
    case 'optionMoved':
      return withTopic(form, action.topicKey, (topic) => ({ ...topic, options: moved(topic.options, action.from, action.to) }))
    case 'optionRemoved':
      return withTopic(form, action.topicKey, (topic) => ({ ...topic, options: topic.options.filter(({ key }) => key !== action.key) }))
    default:
      return assertNever(action)
  }
}

/** An empty form with one empty topic. */
export function newForm(estateId: string, topicKey: string): ActivityForm {
  return {
    title: '',
    estateId,
    countingRule: null,
    ruleBasis: '',
    rulesId: '',
    startsAt: '',
    endsAt: '',
    proxyLimit: null,
    deliveryPolicy: [],
    secondEntry: 0,
    summary: '',
    detail: '',
    isWholeEstate: true,
    scopePaths: [],
    pictures: [],
    files: [],
    topics: [newTopic(topicKey)],
  }
}

/** Applies rules to a form: fields that are empty, or as in the former rules, take the new rules' values. */
export function withRules(form: ActivityForm, rules: EstateRules | null, former: EstateRules | null): ActivityForm {
  if (rules === null && former === null) return form
  const from = former ? new Set(ruleFieldsAlike(former, form)) : null
  const isOpen = (field: RuleField, isEmpty: boolean): boolean => isEmpty || from?.has(field) === true
  const [formerOrder, seatOrder] = [former?.seatOrder ?? DEFAULT_SEAT_ORDER, rules?.seatOrder ?? DEFAULT_SEAT_ORDER]
  return {
    ...form,
    rulesId: rules?.id ?? '',
    ...(isOpen('votetype', form.countingRule === null) ? { countingRule: rules?.countingRule ?? null } : {}),
    ...(isOpen('rulebasis', form.ruleBasis.trim() === '') ? { ruleBasis: rules?.ruleBasis ?? '' } : {}),
    ...(isOpen('proxylimit', form.proxyLimit === null) ? { proxyLimit: rules?.proxyLimit ?? null } : {}),
    ...(isOpen('deliverypolicy', form.deliveryPolicy.length === 0) ? { deliveryPolicy: rules?.deliveryPolicy ?? [] } : {}),
    topics: form.topics.map((topic) => (topic.seatOrder === formerOrder && topic.seatOrder !== seatOrder ? { ...topic, seatOrder } : topic)),
  }
}

/** The fields in which a form deviates from rules. */
export const differingFields = (rules: EstateRules, form: ActivityForm): RuleField[] =>
  rulesDiffer(rules, { ...form, ruleBasis: form.ruleBasis.trim(), topics: form.topics.map(seatsOf) })

const ruleFieldsAlike = (rules: EstateRules, form: ActivityForm): RuleField[] => {
  const differing = differingFields(rules, form)
  return RULE_FIELDS.filter((field) => !differing.includes(field))
}

/** Moves an item to another position; returns the same list if there is nothing to move. */
export function moved<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const item = list[from]
  if (item === undefined || from === to || to < 0 || to >= list.length) return list
  const others = list.toSpliced(from, 1)
  return others.toSpliced(to, 0, item)
}

/** The options to vote on: none if the topic itself is voted on. */
export function optionsOf({ topicType, options }: Pick<TopicForm, 'topicType' | 'options'>): readonly OptionForm[] {
  return topicType === TopicType.options ? options : []
}

/** Whether a topic's options compete for seats, even if the number is not filled in yet. */
export const isElection = ({ topicType, seatOrder }: Pick<TopicForm, 'topicType' | 'seatOrder'>): boolean =>
  topicType === TopicType.options && seatOrder !== null

/** The topic's seats: null if the topic itself is voted on. */
export function seatsOf({ topicType, seats, seatOrder }: Pick<TopicForm, 'topicType' | 'seats' | 'seatOrder'>): Pick<TopicForm, 'seats' | 'seatOrder'> {
  return isElection({ topicType, seatOrder }) ? { seats, seatOrder } : { seats: null, seatOrder: null }
}

/**
 * Whether a clause of the 议事规则 is given: required if the counting rule depends on it, optional if it determines the order of
 * election or the activity is based on a version.
 */
export function ruleBasisUse({
  countingRule,
  rulesId,
  topics,
}: Pick<ActivityForm, 'countingRule' | 'rulesId' | 'topics'>): 'required' | 'elections' | 'rules' | 'none' {
  if (countingRule !== null && needsRuleBasis(countingRule)) return 'required'
  if (topics.some(isElection)) return 'elections'
  return rulesId === '' ? 'none' : 'rules'
}

function newTopic(key: string): TopicForm {
  return {
    key,
    id: '',
    title: '',
    topicType: TopicType.topic,
    voteModel: 15,
    lawItem: null,
    seats: null,
    seatOrder: null,
    pictures: [],
    files: [],
    options: [],
  }
}

function newOption(key: string): OptionForm {
  return { key, id: '', title: '', pictures: [], files: [] }
}

function typed(topic: TopicForm, topicType: TopicType, optionKey: string): TopicForm {
  const needsFirst = topicType === TopicType.options && topic.options.length === 0
  return { ...topic, topicType, ...(needsFirst ? { options: [newOption(optionKey)] } : {}) }
}

/** Other topics keep their identity, so that only the changed one re-renders. */
function withTopic(form: ActivityForm, key: string, change: (topic: TopicForm) => TopicForm): ActivityForm {
  return { ...form, topics: form.topics.map((topic) => (topic.key === key ? change(topic) : topic)) }
}
