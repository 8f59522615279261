import { deliveryRuleInWords } from '#shared/features/activity/deliveryPolicy.ts'
import { DEFAULT_SEAT_ORDER, seatOrderNames } from '#shared/features/activity/elections.ts'
import { lawItemLabel } from '#shared/features/activity/law.ts'
import { dictionaries } from '#shared/features/dictionary/labels.ts'
import { proxyLimitRange, secondEntry } from '#shared/features/activity/rules.ts'
import { pathInWords } from '#shared/place/placeText.ts'
import { proxyLimitWords } from '../parts/proxyLimitWords.ts'
import { ruleName } from '../parts/countingRules.ts'
import type { FormField } from '../../../ui/stale/staleForm.ts'
import { isElection, optionsOf, seatsOf, type ActivityForm, type Attached, type TopicForm } from './activityForm.ts'

/** A part of the editor that is kept or replaced as a whole, with its form fields. */
interface ActivityPart extends FormField<ActivityForm> {
  readonly names: readonly (keyof ActivityForm)[]
}

const named = (list: 'VoteType' | 'VoteModel', value: number): string => dictionaries[list].find((entry) => entry.value === value)?.name ?? ''
const attachedKey = ({ pictures, files }: Attached): unknown => [pictures, files.map(({ name, url }) => [name, url])]

function topicWords(topic: TopicForm, index: number): string {
  const options = optionsOf(topic).map((option) => option.title.trim())
  const { seats, seatOrder } = seatsOf(topic)
  const counting = [
    ...(topic.lawItem === null ? [] : [lawItemLabel(topic.lawItem)]),
    ...(isElection(topic) ? [`应选 ${seats ?? '（未填）'} 名，${seatOrderNames[seatOrder ?? DEFAULT_SEAT_ORDER]}`] : []),
  ]
  const about = [named('VoteType', topic.topicType), named('VoteModel', topic.voteModel), ...counting, ...(options.length === 0 ? [] : [options.join('、')])]
  return `${index + 1}. ${topic.title.trim()}（${about.join('，')}）`
}
const topicKey = (topic: TopicForm): unknown => [
  topic.title.trim(),
  topic.topicType,
  topic.voteModel,
  topic.lawItem,
  seatsOf(topic),
  attachedKey(topic),
  optionsOf(topic).map((option) => [option.title.trim(), attachedKey(option)]),
]

/** The parts by which two versions of an activity are compared; `estateName` maps an estate's id to its name. */
export function activityParts(estateName: (id: string) => string): readonly ActivityPart[] {
  const scopeWords = ({ isWholeEstate, scopePaths }: ActivityForm) => (isWholeEstate ? '整个小区' : scopePaths.map(pathInWords).join('、'))
  return [
    { key: 'title', names: ['title'], label: '标题', kind: 'text', words: ({ title }) => title.trim() },
    {
      // Another estate has other places, so these belong together.
      key: 'scope',
      names: ['estateId', 'isWholeEstate', 'scopePaths'],
      label: '投票范围',
      kind: 'text',
      words: (form) => [estateName(form.estateId), scopeWords(form)].filter((part) => part !== '').join('：'),
      identity: ({ estateId, isWholeEstate, scopePaths }) => JSON.stringify([estateId, isWholeEstate ? [] : [...scopePaths].toSorted()]),
    },
    {
      key: 'countingRule',
      names: ['countingRule', 'ruleBasis', 'rulesId'],
      label: '计票方式',
      kind: 'text',
      words: ({ countingRule, ruleBasis }) =>
        countingRule === null ? '' : `${ruleName(countingRule)}${ruleBasis.trim() === '' ? '' : `，依据：${ruleBasis.trim()}`}`,
      identity: ({ countingRule, ruleBasis, rulesId }) => JSON.stringify([countingRule, ruleBasis.trim(), rulesId]),
    },
    { key: 'startsAt', names: ['startsAt'], label: '开始时间', kind: 'text', words: ({ startsAt }) => startsAt },
    { key: 'endsAt', names: ['endsAt'], label: '结束时间', kind: 'text', words: ({ endsAt }) => endsAt },
    { key: 'proxyLimit', names: ['proxyLimit'], label: proxyLimitRange.label, kind: 'text', words: ({ proxyLimit }) => proxyLimitWords(proxyLimit) },
    {
      key: 'deliveryPolicy',
      names: ['deliveryPolicy'],
      label: '认可的送达方式',
      kind: 'text',
      words: ({ deliveryPolicy }) => deliveryPolicy.map(deliveryRuleInWords).join('、'),
    },
    { key: 'secondEntry', names: ['secondEntry'], label: secondEntry.label, kind: 'text', words: (form) => secondEntry.names[form.secondEntry] },
    { key: 'summary', names: ['summary'], label: '简介', kind: 'text', words: ({ summary }) => summary.trim() },
    { key: 'detail', names: ['detail'], label: '详情', kind: 'text', words: ({ detail }) => detail.trim() },
    {
      key: 'attached',
      names: ['pictures', 'files'],
      label: '附件',
      kind: 'text',
      words: ({ pictures, files }) => [...(pictures.length === 0 ? [] : [`${pictures.length} 幅图片`]), ...files.map(({ name }) => name)].join('、'),
      identity: (form) => JSON.stringify(attachedKey(form)),
    },
    {
      key: 'topics',
      names: ['topics'],
      label: '议题',
      kind: 'text',
      words: ({ topics }) => topics.map(topicWords).join('\n'),
      identity: ({ topics }) => JSON.stringify(topics.map(topicKey)),
    },
  ]
}

const isSame = ({ words, identity = words }: ActivityPart, one: ActivityForm, other: ActivityForm): boolean => identity(one) === identity(other)

/** Replaces one part of a form by another form's. */
export function withPart({ names }: Pick<ActivityPart, 'names'>, form: ActivityForm, from: ActivityForm): ActivityForm {
  return { ...form, ...Object.fromEntries(names.map((name) => [name, from[name]])) }
}

/**
 * Merges the form with another user's saved version: unchanged parts take theirs.
 *
 * Topics and options that they removed become new ones if kept, since the server no longer knows their ids.
 */
export function mergedForm(parts: readonly ActivityPart[], opened: ActivityForm, theirs: ActivityForm, yours: ActivityForm): ActivityForm {
  const merged = parts.filter((part) => isSame(part, opened, yours)).reduce((form, part) => withPart(part, form, theirs), yours)
  const topicIds = new Set(theirs.topics.map(({ id }) => id))
  const optionIds = new Set(theirs.topics.flatMap(({ options }) => options.map(({ id }) => id)))
  const known = (ids: ReadonlySet<string>, id: string): string => (ids.has(id) ? id : '')
  return {
    ...merged,
    topics: merged.topics.map((topic) => ({
      ...topic,
      id: known(topicIds, topic.id),
      options: topic.options.map((option) => ({ ...option, id: known(optionIds, option.id) })),
    })),
  }
}
