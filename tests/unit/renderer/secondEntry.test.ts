import { describe, expect, it } from 'vitest'
import { slotKey, slotsOf } from '../../../src/renderer/features/activity/parts/choices/choices.ts'
import { answered, holdsUnsent, keyed, leftOpen, namesOf, seenCount, withCode } from '../../../src/renderer/features/reading/secondEntry.ts'

const option = (id: string) => ({ id, title: id, sortNo: 1, pictures: [], files: [] })
const slots = slotsOf([
  { id: 'lift', title: '更新电梯', topicType: 1, voteModel: 15, seats: null, options: [] },
  { id: 'firm', title: '选聘物业', topicType: 2, voteModel: 15, seats: null, options: [option('甲'), option('乙')] },
])
const key = (place: number): string => {
  const slot = slots[place]
  if (!slot) throw new Error(`there is no place ${place}`)
  return slotKey(slot)
}

describe('a second entry', () => {
  it('moves from slot to slot, and counts slots left open as seen', () => {
    const entry = leftOpen(answered(withCode('A-1'), slots, 1), slots)
    expect([entry.current, seenCount(entry), [...entry.blanks]]).toEqual([2, 2, [key(1)]])
    // An answer replaces an open slot, and vice versa.
    const mended = answered(entry, slots, 2, 1)
    expect([mended.blanks.size, mended.answers.get(key(1))]).toEqual([0, 2])
    expect(leftOpen({ ...mended, current: 0 }, slots).answers.has(key(0))).toBe(false)
  })

  it('holds what would be lost until it is sent', () => {
    expect(holdsUnsent(withCode('A-1'))).toBe(false)
    const entry = keyed(withCode('A-1'), slots, { type: 'allAnswered', answer: 1 })
    expect(holdsUnsent(entry)).toBe(true)
    expect(holdsUnsent({ ...entry, differing: new Set([key(0)]) })).toBe(false)
  })

  it('clears the known differences when an answer changes, but not when moving', () => {
    const entry = { ...keyed(withCode('A-1'), slots, { type: 'allAnswered', answer: 1 }), differing: new Set([key(1)]) }
    expect(keyed(entry, slots, { type: 'currentMoved', by: -1 }).differing).toBe(entry.differing)
    expect(keyed(entry, slots, { type: 'answered', answer: 2 }).differing).toBeNull()
  })

  it('names differences by topic', () => {
    expect(namesOf(slots, new Set([key(0), key(1), key(2)]))).toBe('更新电梯；选聘物业：甲、乙')
  })
})
