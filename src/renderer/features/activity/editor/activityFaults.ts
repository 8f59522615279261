import type { FieldError } from '#shared/contract/envelope.ts'
import { parseTime, timeFault } from '#shared/time/chinaTime.ts'
import { policyErrors } from '#shared/features/activity/deliveryPolicy.ts'
import { activityLimits as limits, activityMessages as say, draftErrors, MAX_OPTIONS, MAX_TOPICS, repeatedOptions } from '#shared/features/activity/rules.ts'
import { isUnreadable, unreadable } from '#shared/time/typedTime.ts'
import { textFault } from '#shared/text/limits.ts'
import { isElection, optionsOf, ruleBasisUse, seatsOf, type ActivityForm, type FormPath, type TopicForm } from './activityForm.ts'

/** Identifies a field independently of its topic's position: `title`, `topic:KEY`, `seats:KEY`, `options:KEY`, `option:KEY`. */
export type FieldName = string

export const topicField = (key: string): FieldName => `topic:${key}`
/** The field for a topic's number of seats. */
export const seatsField = (key: string): FieldName => `seats:${key}`
/** The field for a topic's options as a whole: too few, too many. */
export const optionsField = (key: string): FieldName => `options:${key}`
export const optionField = (key: string): FieldName => `option:${key}`

/** The error of a field. */
export interface Fault {
  readonly field: FieldName
  readonly message: string
}

export const SCOPE_MISSING = '请选择投票范围，或改为整个小区'

/** Validates the form: one error per invalid field, in screen order; the messages are the server's. */
export function faultsOf(form: ActivityForm): Fault[] {
  const basic: [FieldName, string | null][] = [
    ['title', textFault(limits.title, form.title)],
    ['estateId', form.estateId === '' ? say.estate : null],
    ['countingRule', form.countingRule === null ? say.countingRule : null],
    ['ruleBasis', ruleBasisFault(form)],
    ['startsAt', writtenFault('开始时间', form.startsAt)],
    ['endsAt', writtenFault('结束时间', form.endsAt) ?? orderFault(form)],
    ['summary', textFault(limits.summary, form.summary)],
    ['detail', textFault(limits.detail, form.detail)],
    ['scope', !form.isWholeEstate && form.scopePaths.length === 0 ? SCOPE_MISSING : null],
    ['deliveryPolicy', policyErrors(form.deliveryPolicy)[0]?.message ?? null],
    ['topics', form.topics.length === 0 ? say.noTopics : form.topics.length > MAX_TOPICS ? say.tooManyTopics : null],
  ]
  return [...basic.flatMap(([field, message]) => (message === null ? [] : [{ field, message }])), ...form.topics.flatMap(topicFaults)]
}

const writtenFault = (label: string, written: string): string | null => (isUnreadable(written, 'second') ? unreadable('second') : timeFault(label, written))

function ruleBasisFault(form: ActivityForm): string | null {
  const use = ruleBasisUse(form)
  return use === 'none' ? null : textFault(limits.ruleBasis, form.ruleBasis, use === 'required' ? say.ruleBasis : null)
}

function topicFaults(topic: TopicForm): Fault[] {
  const options = optionsOf(topic)
  const repeated = new Set(repeatedOptions(options))
  const faults: [FieldName, string | null][] = [
    [topicField(topic.key), textFault(limits.topicTitle, topic.title)],
    [seatsField(topic.key), isElection(topic) && topic.seats === null ? say.seats : null],
    ...options.map(({ key, title }, at): [FieldName, string | null] => [
      optionField(key),
      textFault(limits.optionTitle, title) ?? (repeated.has(at) ? say.duplicateOptions : null),
    ]),
    [optionsField(topic.key), optionsFault(topic)],
  ]
  return faults.flatMap(([field, message]) => (message === null ? [] : [{ field, message }]))
}

/** The same rule as on the server. */
function optionsFault(topic: TopicForm): string | null {
  const options = optionsOf(topic)
  if (options.length > MAX_OPTIONS) return say.tooManyOptions
  const checked = { id: '', topicType: topic.topicType, ...seatsOf(topic), options }
  const errors = draftErrors({ countingRule: 1, ruleBasis: '', startsAt: 0, endsAt: 1, deliveryPolicy: [], topics: [checked] })
  // Errors of a single option are shown there.
  return errors.find(({ field }) => !field.endsWith('.title'))?.message ?? null
}

function orderFault({ startsAt, endsAt }: ActivityForm): string | null {
  const [start, end] = [parseTime(startsAt), parseTime(endsAt)]
  return start !== null && end !== null && end <= start ? say.endBeforeStart : null
}

const wireNames: Readonly<Record<string, FieldName>> = {
  title: 'title',
  estateid: 'estateId',
  votetype: 'countingRule',
  rulebasis: 'ruleBasis',
  startdate: 'startsAt',
  enddate: 'endsAt',
  proxylimit: 'proxyLimit',
  deliverypolicy: 'deliveryPolicy',
  secondentry: 'secondEntry',
  summary: 'summary',
  detail: 'detail',
  scopeNodes: 'scope',
  relapics: 'pictures',
  relafiles: 'files',
  topics: 'topics',
}

/** Maps the server's field (`topics.0.options.1.title`) to the form's; null if there is none. */
export function fieldOf(form: ActivityForm, { field }: FieldError): FieldName | null {
  const [name = '', index, part, position] = field.split('.')
  if (name !== 'topics' || index === undefined) return wireNames[name] ?? null
  const topic = form.topics[Number(index)]
  if (!topic) return 'topics'
  if (part === 'seats') return seatsField(topic.key)
  if (part !== 'options') return topicField(topic.key)
  const option = position === undefined ? undefined : optionsOf(topic)[Number(position)]
  return option ? optionField(option.key) : optionsField(topic.key)
}

/** A field's current path in the form: `['topics', 1, 'options', 0, 'title']`. */
export function pathOf(form: ActivityForm, field: FieldName): FormPath {
  if (field === 'scope') return ['scopePaths']
  for (const [index, topic] of form.topics.entries()) {
    if (field === topicField(topic.key)) return ['topics', index, 'title']
    if (field === seatsField(topic.key)) return ['topics', index, 'seats']
    if (field === optionsField(topic.key)) return ['topics', index, 'options']
    const option = topic.options.findIndex(({ key }) => field === optionField(key))
    if (option >= 0) return ['topics', index, 'options', option, 'title']
  }
  return [field]
}
