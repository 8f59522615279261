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

/** An option as it is edited. */
export interface OptionForm extends Attached {
  /** Names it on this screen; the server's id is `''` until it is saved. */
  readonly key: string
  readonly id: string
  readonly title: string
}

/** A topic as it is edited; `id` is `''` until it is saved. */
export interface TopicForm extends Attached {
  readonly key: string
  readonly id: string
  readonly title: string
  readonly topicType: TopicType
  readonly voteModel: VoteModel
  /** The item of article 278 that decides the majority; null: the activity's counting rule does. */
  readonly lawItem: LawItem | null
  /** How many options are elected; null if that is not filled in yet, or each is concluded on by itself. Not sent where the topic itself is voted on. */
  readonly seats: number | null
  /** null if the topic is no election. */
  readonly seatOrder: SeatOrder | null
  /** Kept while the topic is voted on itself, so that changing the type back loses nothing; not sent then. */
  readonly options: readonly OptionForm[]
}

/** What a topic is called by its place. */
export const topicName = (index: number): string => `议题 ${index + 1}`

/** The fields other than the topics. */
export interface BasicForm extends Attached {
  readonly title: string
  /** `''` until one is chosen. */
  readonly estateId: string
  readonly countingRule: CountingRule | null
  readonly ruleBasis: string
  /** The version of the 议事规则 that the activity goes by; `''` if none. */
  readonly rulesId: string
  /** Local time in China: `2026-05-01 12:00:00`; `''` until one is chosen. */
  readonly startsAt: string
  readonly endsAt: string
  /** Ballots that an agent may hold; null: no limit. */
  readonly proxyLimit: number | null
  /** The accepted ways of delivering, in their order. */
  readonly deliveryPolicy: DeliveryPolicy
  /** 1: every vote on paper is read by a second person. */
  readonly secondEntry: SecondEntry
  readonly summary: string
  readonly detail: string
  readonly isWholeEstate: boolean
  /** The chosen branches and units; not sent where the whole estate votes. */
  readonly scopePaths: readonly string[]
}

/** Everything that the editor holds; replaced as a whole with every change. */
export interface ActivityForm extends BasicForm {
  readonly topics: readonly TopicForm[]
}

/** A place in the form: `['topics', 1, 'title']`. */
export type FormPath = readonly (string | number)[]

/** What changes more of the form than one field. */
export type FormAction =
  /** Another estate has other places: all of it votes until some are chosen. */
  | { readonly type: 'estateChosen'; readonly estateId: string }
  /** What the estate's 议事规则 say; what was typed stays, what came from the former ones does not. */
  | { readonly type: 'rulesTaken'; readonly rules: EstateRules | null; readonly former: EstateRules | null }
  /** Somebody else has changed the activity: the form with what they wrote. */
  | { readonly type: 'replaced'; readonly form: ActivityForm }
  | { readonly type: 'topicAdded'; readonly key: string }
  /** The key is that of the first option, which a topic gets that has none. */
  | { readonly type: 'topicTyped'; readonly key: string; readonly topicType: TopicType; readonly optionKey: string }
  | { readonly type: 'lawItemTaken'; readonly key: string; readonly lawItem: LawItem }
  | { readonly type: 'seatsTaken'; readonly key: string; readonly seats: number }
  /** The options stand for seats, or each is concluded on by itself. */
  | { readonly type: 'electionSwitched'; readonly key: string; readonly isElection: boolean; readonly seatOrder: SeatOrder }
  | { readonly type: 'topicMoved'; readonly from: number; readonly to: number }
  | { readonly type: 'topicRemoved'; readonly key: string }
  | { readonly type: 'optionAdded'; readonly topicKey: string; readonly key: string }
  | { readonly type: 'optionMoved'; readonly topicKey: string; readonly from: number; readonly to: number }
  | { readonly type: 'optionRemoved'; readonly topicKey: string; readonly key: string }

/** The form after an action; what does not change stays the same object. */
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

/** A form that goes by some rules: fields that are empty, or as the former rules had them, become theirs. */
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

/** In what a form differs from rules. */
export const differingFields = (rules: EstateRules, form: ActivityForm): RuleField[] =>
  rulesDiffer(rules, { ...form, ruleBasis: form.ruleBasis.trim(), topics: form.topics.map(seatsOf) })

const ruleFieldsAlike = (rules: EstateRules, form: ActivityForm): RuleField[] => {
  const differing = differingFields(rules, form)
  return RULE_FIELDS.filter((field) => !differing.includes(field))
}

/** An item at another position; the list itself where there is nothing to move. */
export function moved<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const item = list[from]
  if (item === undefined || from === to || to < 0 || to >= list.length) return list
  const others = list.toSpliced(from, 1)
  return others.toSpliced(to, 0, item)
}

/** The options that are voted on: none if the topic itself is. */
export function optionsOf({ topicType, options }: Pick<TopicForm, 'topicType' | 'options'>): readonly OptionForm[] {
  return topicType === TopicType.options ? options : []
}

/** Whether a topic's options stand for seats, how many there are or not being filled in yet. */
export const isElection = ({ topicType, seatOrder }: Pick<TopicForm, 'topicType' | 'seatOrder'>): boolean =>
  topicType === TopicType.options && seatOrder !== null

/** The seats that are filled: none if the topic itself is voted on. */
export function seatsOf({ topicType, seats, seatOrder }: Pick<TopicForm, 'topicType' | 'seats' | 'seatOrder'>): Pick<TopicForm, 'seats' | 'seatOrder'> {
  return isElection({ topicType, seatOrder }) ? { seats, seatOrder } : { seats: null, seatOrder: null }
}

/** Why a clause of the 议事规则 is named: a must where the counting rule rests on it, a may where it orders who is elected or the activity goes by a version. */
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

/** The other topics stay the same objects, so that only the changed one is rendered again. */
function withTopic(form: ActivityForm, key: string, change: (topic: TopicForm) => TopicForm): ActivityForm {
  return { ...form, topics: form.topics.map((topic) => (topic.key === key ? change(topic) : topic)) }
}
