import { describe, expect, it } from 'vitest'
import type { Answer } from '#shared/features/activity/rules.ts'
import { slotKey, type Slot } from '../../../src/renderer/features/activity/parts/choices/choices.ts'
import { overvoteWarning, seatCountOf } from '../../../src/renderer/features/activity/parts/choices/seats.ts'
import { readinessOf } from '../../../src/renderer/features/voting/casting.ts'
import { ACTIVITY, run, voterOf } from './deskSupport.ts'
import { openDesk } from '../../../src/renderer/features/voting/deskState.ts'

const candidate = (optionId: string): Slot => ({ topicId: 't1', optionId, topicTitle: '选举业委会', optionTitle: optionId, voteModel: 15, seats: 2 })
const slots: readonly Slot[] = [
  ...['甲', '乙', '丙'].map(candidate),
  { topicId: 't2', optionId: '', topicTitle: '更新电梯', optionTitle: '', voteModel: 15, seats: null },
]
const answers = (given: readonly (Answer | 0)[]) => new Map(given.flatMap((answer, index) => (answer === 0 ? [] : [[slotKey(slots[index]!), answer] as const])))

describe('seats on a paper', () => {
  it.each([
    [[1, 1, 0, 1], 2],
    [[1, 2, 3, 1], 1],
    [[0, 0, 0, 1], 0],
    [[1, 1, 1, 2], 3],
  ] as const)('answers %o approve %i candidates', (given, approved) => {
    expect(seatCountOf(slots, answers(given), 't1')).toEqual({ topicTitle: '选举业委会', seats: 2, approved })
  })

  it('are not counted for a topic without seats', () => {
    expect(seatCountOf(slots, answers([1, 1, 1, 1]), 't2')).toBeNull()
  })

  it('warn only if more are approved than there are seats', () => {
    expect(overvoteWarning(slots, answers([1, 1, 2, 1]))).toBeNull()
    expect(overvoteWarning(slots, answers([1, 1, 1, 1]))).toContain('应选 2 名，同意了 3 名')
  })
})

it('the desk asks before it submits too many approvals, also with Ctrl+Enter', () => {
  const desk = run(openDesk('cast', slots), { type: 'chosen', voter: voterOf('101') })
  const asked = (answer: 1 | 2) => {
    const readiness = readinessOf(run(desk, { type: 'allAnswered', answer }), ACTIVITY, 'keys')
    return readiness?.kind === 'ready' ? readiness.question : null
  }
  expect(asked(1)?.detail).toContain('“选举业委会”应选 2 名，同意了 3 名，超过名额')
  expect(asked(2)).toBeNull()
})
