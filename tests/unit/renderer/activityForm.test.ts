import { describe, expect, it } from 'vitest'
import { TopicType } from '#shared/features/activity/rules.ts'
import { faultsOf, fieldOf, pathOf, seatsField } from '../../../src/renderer/features/activity/editor/activityFaults.ts'
import { electionWords } from '../../../src/renderer/features/activity/parts/electionWords.ts'
import {
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

it('a new activity has one topic to fill in, and the whole estate votes', () => {
  const form = newForm('', 'a')
  expect(form).toMatchObject({ estateId: '', countingRule: null, isWholeEstate: true, scopePaths: [] })
  expect(form.topics).toMatchObject([{ key: 'a', id: '', topicType: TopicType.topic, voteModel: 15, options: [] }])
})

describe('the order of topics', () => {
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

  it('leaves a list that does not change as the same object', () => {
    const list = ['a', 'b']
    expect(moved(list, 0, 0)).toBe(list)
    expect(moved(list, 1, 2)).toBe(list)
  })

  it('closes the gap of a topic that is removed', () => {
    expect(keys(reduceForm(threeTopics, { type: 'topicRemoved', key: 'b' }))).toEqual(['a', 'c'])
  })
})

it('a change of one topic leaves the others the same objects', () => {
  const form = reduceForm(threeTopics, { type: 'optionAdded', topicKey: 'b', key: 'o' })
  expect(form.topics[1]).toMatchObject({ key: 'b', options: [{ key: 'o' }] })
  expect(form.topics[0]).toBe(threeTopics.topics[0])
  expect(form.topics[2]).toBe(threeTopics.topics[2])
})

describe('a topic whose options are voted on', () => {
  const typed = (topicType: TopicType, optionKey: string): FormAction => ({ type: 'topicTyped', key: 'a', topicType, optionKey })
  const withOption = play(newForm('e1', 'a'), typed(TopicType.options, 'o1'))

  it('gets a first option, and only one however often it is changed', () => {
    expect(withOption.topics[0]?.options.map(({ key }) => key)).toEqual(['o1'])
    expect(play(withOption, typed(TopicType.options, 'o2')).topics[0]?.options.map(({ key }) => key)).toEqual(['o1'])
  })

  it('keeps its options while it is voted on itself, and votes on none of them', () => {
    const back = play(withOption, typed(TopicType.topic, 'o2'))
    expect(back.topics.flatMap(optionsOf)).toEqual([])
    expect(play(back, typed(TopicType.options, 'o3')).topics.flatMap(optionsOf)).toMatchObject([{ key: 'o1' }])
  })

  it('adds, orders and removes options', () => {
    const three = play(withOption, { type: 'optionAdded', topicKey: 'a', key: 'o2' }, { type: 'optionAdded', topicKey: 'a', key: 'o3' })
    const ordered = play(three, { type: 'optionMoved', topicKey: 'a', from: 2, to: 0 }, { type: 'optionRemoved', topicKey: 'a', key: 'o1' })
    expect(ordered.topics.flatMap(optionsOf).map(({ key }) => key)).toEqual(['o3', 'o2'])
  })
})

it('another estate has other places: all of it votes', () => {
  const scoped: ActivityForm = { ...newForm('e1', 'a'), isWholeEstate: false, scopePaths: ['一期'] }
  expect(reduceForm(scoped, { type: 'estateChosen', estateId: 'e2' })).toMatchObject({ estateId: 'e2', isWholeEstate: true, scopePaths: [] })
})

describe('an election', () => {
  const withOptions = reduceForm(newForm('e1', 'a'), { type: 'topicTyped', key: 'a', topicType: TopicType.options, optionKey: 'o' })
  const elected = reduceForm(withOptions, { type: 'electionSwitched', key: 'a', isElection: true })

  it('begins with heads first and without a number of seats, and leaves nothing behind', () => {
    expect(elected.topics[0]).toMatchObject({ seats: null, seatOrder: 1 })
    expect(reduceForm(elected, { type: 'electionSwitched', key: 'a', isElection: false }).topics[0]).toMatchObject({ seats: null, seatOrder: null })
  })

  it('asks for its seats, and takes those that its title names by a press only', () => {
    const seats = (form: ActivityForm) => faultsOf(form).filter(({ field }) => field === seatsField('a'))
    expect(seats(withOptions)).toEqual([])
    expect(seats(elected)).toEqual([{ field: seatsField('a'), message: '请填写应选名额' }])
    expect(pathOf(elected, seatsField('a'))).toEqual(['topics', 0, 'seats'])
    expect(fieldOf(elected, { field: 'topics.0.seats', message: '' })).toBe(seatsField('a'))
    const taken = reduceForm(elected, { type: 'seatsTaken', key: 'a', seats: 5 })
    expect(taken.topics[0]).toMatchObject({ seats: 5, seatOrder: 1 })
    expect(seats(taken)).toEqual([])
  })

  it('is told with its seats, its candidates and its order before it cannot be changed any more', () => {
    const topic = { title: ' 选举委员 ', topicType: 2, seats: 5, seatOrder: 2, options: ['甲', '乙', '丙', '丁', '戊', '己', '庚'] } as const
    expect(electionWords([topic, { ...topic, seats: null }, { ...topic, topicType: 1 }])).toEqual([
      '“选举委员”应选 5 名（候选人 7 名），先按同意面积，再按同意人数',
    ])
  })

  it('may name the clause that orders who is elected; a counting rule that rests on one must', () => {
    expect(ruleBasisUse(withOptions)).toBe('none')
    expect(ruleBasisUse(elected)).toBe('optional')
    expect(ruleBasisUse(reduceForm(elected, { type: 'topicTyped', key: 'a', topicType: TopicType.topic, optionKey: 'o' }))).toBe('none')
    expect(ruleBasisUse({ ...elected, countingRule: 5 })).toBe('required')
  })
})

it('an item of the law that is proposed is set by a press only', () => {
  const form = newForm('e1', 'a')
  expect(form.topics[0]?.lawItem).toBeNull()
  expect(reduceForm(form, { type: 'lawItemTaken', key: 'a', lawItem: 6 }).topics[0]?.lawItem).toBe(6)
})
