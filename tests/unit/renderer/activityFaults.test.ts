import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ActivityDraft } from '#shared/features/activity/contract.ts'
import { activityMessages, draftErrors } from '#shared/features/activity/rules.ts'
import {
  faultsOf,
  fieldOf,
  optionField,
  optionsField,
  pathOf,
  SCOPE_MISSING,
  topicField,
} from '../../../src/renderer/features/activity/editor/activityFaults.ts'
import { draftOf } from '../../../src/renderer/features/activity/editor/activityDraft.ts'
import { newForm, reduceForm, type ActivityForm, type FormAction } from '../../../src/renderer/features/activity/editor/activityForm.ts'

const play = (form: ActivityForm, ...actions: readonly FormAction[]): ActivityForm => actions.reduce(reduceForm, form)
/** The form with that title for every topic and option. */
const titled = (form: ActivityForm, topic: string, option = ''): ActivityForm => ({
  ...form,
  topics: form.topics.map((each) => ({ ...each, title: topic, options: each.options.map((one) => ({ ...one, title: option })) })),
})
const good: ActivityForm = {
  ...titled(newForm('e1', 'a'), '更新电梯'),
  title: '业主大会',
  countingRule: 1,
  startsAt: '2026-05-01 12:00:00',
  endsAt: '2026-06-01 12:00:00',
}
const messages = (form: ActivityForm) => faultsOf(form).map(({ message }) => message)

it('a complete form has no faults', () => {
  expect(faultsOf(good)).toEqual([])
})

it('an empty form lists missing fields in screen order', () => {
  expect(faultsOf(newForm('', 'a'))).toEqual([
    { field: 'title', message: '请输入活动标题' },
    { field: 'estateId', message: '请选择小区' },
    { field: 'countingRule', message: '请选择计票方式' },
    { field: 'startsAt', message: '请选择开始时间' },
    { field: 'endsAt', message: '请选择结束时间' },
    { field: topicField('a'), message: '请输入议题标题' },
  ])
})

describe('faults of single fields', () => {
  it.each([3, 4, 5] as const)('rule %i requires the article that allows it', (countingRule) => {
    expect(messages({ ...good, countingRule })).toEqual(['请输入议事规则依据'])
    expect(messages({ ...good, countingRule, ruleBasis: '第二十三条' })).toEqual([])
  })

  it.each(['2026-05-01 12:00:00', '2026-04-30 12:00:00'])('an end at %s is not after the start', (endsAt) => {
    expect(faultsOf({ ...good, endsAt })).toEqual([{ field: 'endsAt', message: '结束时间必须晚于开始时间' }])
  })

  it('rejects an unreasonable year', () => {
    expect(messages({ ...good, endsAt: '9999-01-01 12:00:00' })).toEqual(['结束时间的年份应在2000到2100之间'])
  })

  it('rejects a scope without places', () => {
    expect(faultsOf({ ...good, isWholeEstate: false })).toEqual([{ field: 'scope', message: SCOPE_MISSING }])
    expect(messages({ ...good, isWholeEstate: false, scopePaths: ['一期'] })).toEqual([])
  })

  it('reports a notice without its days at the delivery policy', () => {
    expect(faultsOf({ ...good, deliveryPolicy: [{ method: 6, clause: '', evidence: [], days: 0 }] })).toEqual([
      { field: 'deliveryPolicy', message: '请填写公告须满的天数' },
    ])
  })

  it('reports too many topics, and none, at the topics', () => {
    expect(faultsOf({ ...good, topics: [] })).toEqual([{ field: 'topics', message: '请至少添加一个议题' }])
    const [topic] = good.topics
    const many = Array.from({ length: 101 }, (_, index) => ({ ...topic, key: String(index) }) as ActivityForm['topics'][number])
    expect(messages({ ...good, topics: many })).toEqual(['议题最多100个'])
  })

  it('requires titled options, and not too many, of a topic whose options are voted on', () => {
    const typed = play(good, { type: 'topicTyped', key: 'a', topicType: 2, optionKey: 'o1' })
    expect(faultsOf(typed)).toEqual([{ field: optionField('o1'), message: '请输入选项标题' }])
    expect(faultsOf(play(typed, { type: 'optionRemoved', topicKey: 'a', key: 'o1' }))).toEqual([
      { field: optionsField('a'), message: activityMessages.optionsMissing },
    ])
    const many = Array.from({ length: 50 }, (_, index): FormAction => ({ type: 'optionAdded', topicKey: 'a', key: `x${index}` }))
    const full = titled(play(typed, ...many), '更新电梯', '甲')
    const different = full.topics.map((each) => ({ ...each, options: each.options.map((one, at) => ({ ...one, title: `${at}` })) }))
    expect(faultsOf({ ...full, topics: different })).toEqual([{ field: optionsField('a'), message: '一个议题最多50个选项' }])
  })
})

describe('the server reports the same faults', () => {
  const long = (length: number) => '长'.repeat(length)
  const withTopic = (title: string) => titled(good, title)
  const withOption = (title: string) => titled(play(good, { type: 'topicTyped', key: 'a', topicType: 2, optionKey: 'o1' }), '更新电梯', title)
  const withTwo = (...titles: readonly [string, string]) => {
    const form = play(withOption(''), { type: 'optionAdded', topicKey: 'a', key: 'o2' })
    return { ...form, topics: form.topics.map((each) => ({ ...each, options: each.options.map((one, at) => ({ ...one, title: titles[at] ?? '' })) })) }
  }

  it.each<[string, ActivityForm]>([
    ['no title', { ...good, title: '  ' }],
    ['a long title', { ...good, title: long(101) }],
    ['a long summary', { ...good, summary: long(501) }],
    ['a long detail', { ...good, detail: long(20_001) }],
    ['a long article', { ...good, countingRule: 3, ruleBasis: long(201) }],
    ['no article', { ...good, countingRule: 4 }],
    ['a year too far', { ...good, endsAt: '2101-01-01 12:00:00' }],
    ['an end before the start', { ...good, endsAt: '2026-01-01 12:00:00' }],
    ['no topic', { ...good, topics: [] }],
    ['an untitled topic', withTopic(' ')],
    ['a long topic', withTopic(long(201))],
    ['an untitled option', withOption('')],
    ['a long option', withOption(long(101))],
    ['a title that nobody sees', { ...good, title: '\u200b' }],
    ['an option that nobody sees', withOption('\u200b\u00ad')],
    ['an option twice', withTwo('甲公司', ' 甲公司\u200b')],
    ['no option', play(withOption('甲'), { type: 'optionRemoved', topicKey: 'a', key: 'o1' })],
  ])('%s', (_name, form) => {
    const draft = draftOf(form)
    const encoded = z.safeEncode(ActivityDraft, draft)
    const server = encoded.success ? draftErrors(draft).map(({ message }) => message) : encoded.error.issues.map(({ message }) => message)
    expect(server.length).toBeGreaterThan(0)
    expect(messages(form)[0]).toBe(server[0])
  })

  it.each<[string, ActivityForm]>([
    ['titles of the greatest length', { ...withTopic(long(200)), title: long(100), summary: long(500), detail: long(20_000) }],
    ['an option of the greatest length', withOption(long(100))],
    ['an article of the greatest length', { ...good, countingRule: 5, ruleBasis: long(200) }],
  ])('none for %s', (_name, form) => {
    expect(messages(form)).toEqual([])
    expect(z.safeEncode(ActivityDraft, draftOf(form)).success).toBe(true)
    expect(draftErrors(draftOf(form))).toEqual([])
  })
})

describe('a field named by the server', () => {
  const form = play(good, { type: 'topicAdded', key: 'b' }, { type: 'topicTyped', key: 'b', topicType: 2, optionKey: 'o1' })
  it.each([
    ['enddate', 'endsAt'],
    ['scopeNodes', 'scope'],
    ['relapics', 'pictures'],
    ['topics', 'topics'],
    ['topics.0.title', topicField('a')],
    ['topics.1.options', optionsField('b')],
    ['topics.1.options.0.title', optionField('o1')],
    ['topics.1.options.7.title', optionsField('b')],
    ['topics.9.title', 'topics'],
    ['something', null],
  ])('%s is found on the screen', (field, expected) => {
    expect(fieldOf(form, { field, message: '' })).toBe(expected)
  })

  it.each([
    ['endsAt', ['endsAt']],
    ['scope', ['scopePaths']],
    ['topics', ['topics']],
    [topicField('b'), ['topics', 1, 'title']],
    [optionsField('b'), ['topics', 1, 'options']],
    [optionField('o1'), ['topics', 1, 'options', 0, 'title']],
  ])('%s has the form path of its topic', (field, path) => {
    expect(pathOf(form, field)).toEqual(path)
  })
})
