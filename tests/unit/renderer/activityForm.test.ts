import { describe, expect, it } from 'vitest'
import { TopicType } from '#shared/features/activity/rules.ts'
import { faultsOf, fieldOf, pathOf, seatsField } from '../../../src/renderer/features/activity/editor/activityFaults.ts'
import { electionWords } from '../../../src/renderer/features/activity/parts/electionWords.ts'
import type { EstateRules } from '#shared/features/estate-rules/contract.ts'
import {
  differingFields,
  moved,
  newForm,
  optionsOf,
  reduceForm,
  ruleBasisUse,
  type ActivityForm,
  type FormAction,
} from '../../../src/renderer/features/activity/editor/activityForm.ts'

const play = (form: ActivityForm, ...actions: readonly FormAction[]): ActivityForm => actions.reduce(reduceForm, form)
const threeTopics = play(newForm('e1', 'a'), { type: 'topicAdded', key: 'b' }, { type: 'topicAdded', key: 'c' })
const keys = ({ topics }: ActivityForm) => topics.map(({ key }) => key)

it('a new activity has one empty topic, and the whole estate votes', () => {
  const form = newForm('', 'a')
  expect(form).toMatchObject({ estateId: '', countingRule: null, isWholeEstate: true, scopePaths: [] })
  expect(form.topics).toMatchObject([{ key: 'a', id: '', topicType: TopicType.topic, voteModel: 15, options: [] }])
})

describe('reordering topics', () => {
  it.each([
    [0, 2, ['b', 'c', 'a']],
    [2, 0, ['c', 'a', 'b']],
    [0, 1, ['b', 'a', 'c']],
    [1, 1, ['a', 'b', 'c']],
    [0, -1, ['a', 'b', 'c']],
    [2, 3, ['a', 'b', 'c']],
    [7, 0, ['a', 'b', 'c']],
  ])('moves from %i to %i', (from, to, order) => {
    expect(keys(reduceForm(threeTopics, { type: 'topicMoved', from, to }))).toEqual(order)
  })

  it('keeps the same object if the list does not change', () => {
    const list = ['a', 'b']
    expect(moved(list, 0, 0)).toBe(list)
    expect(moved(list, 1, 2)).toBe(list)
  })

  it('closes the gap of a removed topic', () => {
    expect(keys(reduceForm(threeTopics, { type: 'topicRemoved', key: 'b' }))).toEqual(['a', 'c'])
  })
})

it('changing one topic keeps the other topic objects', () => {
  const form = reduceForm(threeTopics, { type: 'optionAdded', topicKey: 'b', key: 'o' })
  expect(form.topics[1]).toMatchObject({ key: 'b', options: [{ key: 'o' }] })
  expect(form.topics[0]).toBe(threeTopics.topics[0])
  expect(form.topics[2]).toBe(threeTopics.topics[2])
})

describe('a topic whose options are voted on', () => {
  const typed = (topicType: TopicType, optionKey: string): FormAction => ({ type: 'topicTyped', key: 'a', topicType, optionKey })
  const withOption = play(newForm('e1', 'a'), typed(TopicType.options, 'o1'))

  it('gets one first option, however often it is changed', () => {
    expect(withOption.topics[0]?.options.map(({ key }) => key)).toEqual(['o1'])
    expect(play(withOption, typed(TopicType.options, 'o2')).topics[0]?.options.map(({ key }) => key)).toEqual(['o1'])
  })

  it('keeps its options while voted on itself, without voting on them', () => {
    const back = play(withOption, typed(TopicType.topic, 'o2'))
    expect(back.topics.flatMap(optionsOf)).toEqual([])
    expect(play(back, typed(TopicType.options, 'o3')).topics.flatMap(optionsOf)).toMatchObject([{ key: 'o1' }])
  })

  it('adds, reorders and removes options', () => {
    const three = play(withOption, { type: 'optionAdded', topicKey: 'a', key: 'o2' }, { type: 'optionAdded', topicKey: 'a', key: 'o3' })
    const ordered = play(three, { type: 'optionMoved', topicKey: 'a', from: 2, to: 0 }, { type: 'optionRemoved', topicKey: 'a', key: 'o1' })
    expect(ordered.topics.flatMap(optionsOf).map(({ key }) => key)).toEqual(['o3', 'o2'])
  })
})

it('choosing another estate resets the scope to the whole estate', () => {
  const scoped: ActivityForm = { ...newForm('e1', 'a'), isWholeEstate: false, scopePaths: ['一期'] }
  expect(reduceForm(scoped, { type: 'estateChosen', estateId: 'e2' })).toMatchObject({ estateId: 'e2', isWholeEstate: true, scopePaths: [] })
})

describe('an election in the form', () => {
  const withOptions = reduceForm(newForm('e1', 'a'), { type: 'topicTyped', key: 'a', topicType: TopicType.options, optionKey: 'o' })
  const elected = reduceForm(withOptions, { type: 'electionSwitched', key: 'a', isElection: true, seatOrder: 1 })

  it('defaults to heads first without a number of seats, and leaves nothing behind', () => {
    expect(elected.topics[0]).toMatchObject({ seats: null, seatOrder: 1 })
    expect(reduceForm(elected, { type: 'electionSwitched', key: 'a', isElection: false, seatOrder: 1 }).topics[0]).toMatchObject({
      seats: null,
      seatOrder: null,
    })
  })

  it('requires its seats, and sets those suggested by its title by a click only', () => {
    const seats = (form: ActivityForm) => faultsOf(form).filter(({ field }) => field === seatsField('a'))
    expect(seats(withOptions)).toEqual([])
    expect(seats(elected)).toEqual([{ field: seatsField('a'), message: '请填写应选名额' }])
    expect(pathOf(elected, seatsField('a'))).toEqual(['topics', 0, 'seats'])
    expect(fieldOf(elected, { field: 'topics.0.seats', message: '' })).toBe(seatsField('a'))
    const taken = reduceForm(elected, { type: 'seatsTaken', key: 'a', seats: 5 })
    expect(taken.topics[0]).toMatchObject({ seats: 5, seatOrder: 1 })
    expect(seats(taken)).toEqual([])
  })

  it('is summarised with seats, candidates and order before it is fixed', () => {
    const topic = { title: ' 选举委员 ', topicType: 2, seats: 5, seatOrder: 2, options: ['甲', '乙', '丙', '丁', '戊', '己', '庚'] } as const
    expect(electionWords([topic, { ...topic, seats: null }, { ...topic, topicType: 1 }])).toEqual([
      '“选举委员”应选 5 名（候选人 7 名），先按同意面积，再按同意人数',
    ])
  })

  it('may name the clause of its order, and must if its counting rule depends on one', () => {
    expect(ruleBasisUse(withOptions)).toBe('none')
    expect(ruleBasisUse(elected)).toBe('elections')
    expect(ruleBasisUse({ ...withOptions, rulesId: 'r1' })).toBe('rules')
    expect(ruleBasisUse(reduceForm(elected, { type: 'topicTyped', key: 'a', topicType: TopicType.topic, optionKey: 'o' }))).toBe('none')
    expect(ruleBasisUse({ ...elected, countingRule: 5 })).toBe('required')
  })
})

it('a suggested law item is set by a click only', () => {
  const form = newForm('e1', 'a')
  expect(form.topics[0]?.lawItem).toBeNull()
  expect(reduceForm(form, { type: 'lawItemTaken', key: 'a', lawItem: 6 }).topics[0]?.lawItem).toBe(6)
})

describe('estate rules in the form', () => {
  const rules: EstateRules = {
    id: 'r1',
    estateId: 'e1',
    version: 2,
    title: '议事规则',
    effectiveFrom: '2026-01-01',
    countingRule: 3,
    ruleBasis: '第九条',
    proxyLimit: 3,
    deliveryPolicy: [{ method: 1, clause: '第十二条', evidence: ['receipt', 'seconddeliverer'], days: 0 }],
    seatOrder: 2,
    noticeDays: 15,
    clauses: { votetype: '', deliverypolicy: '', proxylimit: '', seatorder: '', noticedays: '' },
    files: [],
    creator: '王主任',
    createdAt: null,
    isInForce: true,
  }
  const filled = reduceForm(newForm('e1', 'a'), { type: 'rulesTaken', rules, former: null })

  it('fill in empty fields, and keep typed ones', () => {
    expect(filled).toMatchObject({ rulesId: 'r1', countingRule: 3, ruleBasis: '第九条', proxyLimit: 3, deliveryPolicy: rules.deliveryPolicy })
    expect(differingFields(rules, filled)).toEqual([])
    const typed = reduceForm({ ...newForm('e1', 'a'), countingRule: 1, proxyLimit: 0 }, { type: 'rulesTaken', rules, former: null })
    expect(typed).toMatchObject({ countingRule: 1, proxyLimit: 0, ruleBasis: '第九条' })
    expect(differingFields(rules, typed)).toEqual(['votetype', 'proxylimit'])
  })

  it('rules of another estate replace only what came from the former ones', () => {
    const other: EstateRules = { ...rules, id: 'r2', countingRule: 5, proxyLimit: null, seatOrder: null }
    const changed = { ...filled, ruleBasis: '第十条' }
    expect(reduceForm(changed, { type: 'rulesTaken', rules: other, former: rules })).toMatchObject({
      rulesId: 'r2',
      countingRule: 5,
      proxyLimit: null,
      ruleBasis: '第十条',
    })
    expect(reduceForm(changed, { type: 'rulesTaken', rules: null, former: rules })).toMatchObject({ rulesId: '', countingRule: null, ruleBasis: '第十条' })
    expect(reduceForm(changed, { type: 'rulesTaken', rules: null, former: null })).toBe(changed)
  })

  it('include the order of the elected, and are compared regardless of the order of lists', () => {
    const elected = reduceForm(reduceForm(filled, { type: 'topicTyped', key: 'a', topicType: TopicType.options, optionKey: 'o' }), {
      type: 'electionSwitched',
      key: 'a',
      isElection: true,
      seatOrder: 1,
    })
    expect(differingFields(rules, elected)).toEqual(['seatorder'])
    expect(differingFields({ ...rules, seatOrder: null }, elected)).toEqual([])
    const policy: EstateRules['deliveryPolicy'] = [...rules.deliveryPolicy, { method: 3, clause: '', evidence: [], days: 0 }]
    const turned = policy.toReversed().map((rule) => ({ ...rule, evidence: rule.evidence.toReversed() }))
    expect(differingFields({ ...rules, deliveryPolicy: policy }, { ...filled, deliveryPolicy: turned })).toEqual([])
    expect(differingFields(rules, { ...filled, deliveryPolicy: turned })).toEqual(['deliverypolicy'])
  })
})
