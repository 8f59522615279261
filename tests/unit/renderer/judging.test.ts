import { expect, it } from 'vitest'
import type { ScannedPaper } from '../../../src/shared/features/reading/scanContract.ts'
import { answered, begun, isDone, moved, ofSameAnswers, saidChoices } from '../../../src/renderer/features/reading/judging.ts'
import type { Slot } from '../../../src/renderer/features/activity/parts/choices/choices.ts'

const slots = ['a', 'b', 'c'].map((topicId): Slot => ({
  topicId,
  optionId: '',
  topicTitle: topicId,
  optionTitle: '',
  voteModel: topicId === 'c' ? 14 : 15,
  seats: null,
}))
const row = (topicId: string, answer: number | null): ScannedPaper['slots'][number] => ({
  topicId,
  optionId: '',
  page: 1,
  ...(answer === null ? { state: 3, answer: null, why: 'faint' } : { state: 1, answer, why: '' }),
})
const rows = [row('a', 1), row('b', null), row('c', null)]

it('judging begins at the first row left to a person, and ends after the last', () => {
  const first = begun(rows, false)
  expect(first.current).toBe(1)
  const second = answered(first, rows, slots, 2)
  expect([second.current, isDone(second, rows)]).toEqual([2, false])
  const third = answered(second, rows, slots, 0)
  expect([third.current, isDone(third, rows)]).toEqual([3, true])
  expect(saidChoices(third, rows)).toEqual([
    { topicId: 'b', optionId: '', answer: 2 },
    { topicId: 'c', optionId: '', answer: 0 },
  ])
})

it('judging accepts no answer that the topic does not offer', () => {
  const at = moved(begun(rows, false), rows, 1)
  expect(answered(at, rows, slots, 3)).toEqual(at)
})

it('a read row is sent only if somebody changed it', () => {
  const first = begun([row('a', 1), row('b', 2)], true)
  expect(first.current).toBe(0)
  const same = answered(first, [row('a', 1), row('b', 2)], slots, 1)
  expect([same.current, saidChoices(same, [row('a', 1), row('b', 2)])]).toEqual([1, []])
  const changed = answered(same, [row('a', 1), row('b', 2)], slots, 3)
  expect(saidChoices(changed, [row('a', 1), row('b', 2)])).toEqual([{ topicId: 'b', optionId: '', answer: 3 }])
  expect(moved(moved(changed, rows, -1), rows, -1).current).toBe(0)
})

it('equal papers are grouped', () => {
  const paper = (code: string, answer: number) => ({ code, slots: [row('a', answer)] }) as unknown as ScannedPaper
  expect(ofSameAnswers([paper('X', 1), paper('Y', 1), paper('Z', 2)]).map(({ papers }) => papers.map(({ code }) => code))).toEqual([['X', 'Y'], ['Z']])
})
