import { describe, expect, it } from 'vitest'
import {
  allAnswers,
  choicesInWords,
  fromChoices,
  noAnswers,
  pressed,
  slotsOf,
  toChoices,
} from '../../../src/renderer/features/activity/parts/choices/choices.ts'

const option = (id: string) => ({ id, title: `选项${id}`, sortNo: 1, pictures: [], files: [] })
const topics = [
  { id: 't1', title: '更新电梯', topicType: 1 as const, voteModel: 15 as const, seats: null, options: [] },
  { id: 't2', title: '选聘物业', topicType: 2 as const, voteModel: 14 as const, seats: null, options: [option('a'), option('b')] },
  { id: 't3', title: '知晓', topicType: 1 as const, voteModel: 13 as const, seats: null, options: [] },
]
const slots = slotsOf(topics)
const [first, second] = slots
const answersOf = (answers: ReturnType<typeof allAnswers>) => toChoices(slots, answers).map(({ answer }) => answer)

describe('answer choices', () => {
  it('have one slot per topic voted on and one per option, in order', () => {
    expect(slots.map(({ topicId, optionId }) => [topicId, optionId])).toEqual([
      ['t1', ''],
      ['t2', 'a'],
      ['t2', 'b'],
      ['t3', ''],
    ])
  })

  it('can be answered all alike only where the answer is offered', () => {
    expect(answersOf(allAnswers(slots, 1))).toEqual([1, 1, 1, 1])
    expect(answersOf(allAnswers(slots, 2))).toEqual([2, 2, 2, 0])
    expect(answersOf(allAnswers(slots, 3))).toEqual([3, 0, 0, 0])
  })

  it('change to another answer, or clear when chosen again', () => {
    if (!first || !second) throw new Error('no slots')
    const one = pressed(noAnswers, first, 1)
    expect(answersOf(one)).toEqual([1, 0, 0, 0])
    expect(answersOf(pressed(one, first, 2))).toEqual([2, 0, 0, 0])
    expect(answersOf(pressed(one, first, 1))).toEqual([0, 0, 0, 0])
    expect(answersOf(pressed(one, second, 2))).toEqual([1, 2, 0, 0])
    expect(answersOf(one)).toEqual([1, 0, 0, 0])
  })

  it('are summarised by topic, grouping equal options, open ones only if all are', () => {
    const told = (...answers: readonly (0 | 1 | 2 | 3)[]) =>
      choicesInWords(
        slots,
        slots.map(({ topicId, optionId }, index) => ({ topicId, optionId, answer: answers[index] ?? 0 })),
      )
    expect(told(1, 1, 1, 1)).toBe('1 同意 · 2 选项a、选项b 同意 · 3 同意')
    expect(told(3, 2, 1, 0)).toBe('1 弃权 · 2 选项b 同意，选项a 反对 · 3 未选')
    expect(told(0, 0, 2, 1)).toBe('1 未选 · 2 选项b 反对 · 3 同意')
    expect(told(0, 0, 0, 0)).toBe('1 未选 · 2 未选 · 3 未选')
  })

  it('round-trip through a stored record', () => {
    const sent = toChoices(slots, pressed(allAnswers(slots, 2), { topicId: 't2', optionId: 'a' }, 2))
    expect(sent.map(({ answer }) => answer)).toEqual([2, 0, 2, 0])
    expect(toChoices(slots, fromChoices(sent))).toEqual(sent)
  })
})
