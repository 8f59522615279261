import { describe, expect, it } from 'vitest'
import { adjustmentFaults, adjustmentsOf, checkableNote, noteWith } from '../../../src/recount/judge/adjustments.ts'
import type { Bundle } from '../../../src/recount/judge/bundle.ts'
import type { Content } from '../../../src/recount/judge/chain.ts'

const OWN = 'an activity'
const entry = (number: number, action: string, after: Record<string, unknown>): Content => ({ number, at: 0, action, subject: OWN, voteactivityid: OWN, after })
const bundle = (edition: string) => ({ manifest: { value: { edition } }, rules: { value: { voteactivityid: OWN } } }) as unknown as Bundle // what is looked at
const removed = entry(3, 'ballot.removeProperty', { adjustedHouses: 1 })
const synced = entry(5, 'ballot.sync', { adjustedHouses: 5 })
const ended = (adjustedHouses: number | null) => entry(9, 'activity.finish', { state: { activity: [{ id: OWN, adjustedHouses }] } })

describe('roster adjustments during the vote', () => {
  it('are the sum of what the activity’s entries record', () => {
    const others = [
      entry(4, 'ballot.modifyProperty', {}),
      entry(6, 'ballot.merge', { adjustedHouses: -2 }),
      entry(7, 'ballot.merge', { adjustedHouses: '3' }),
      { ...entry(8, 'ballot.merge', { adjustedHouses: 9 }), voteactivityid: 'another' },
    ]
    expect(adjustmentsOf({ contents: [removed, synced, ...others] }, bundle('court'))).toEqual({ houses: 6, entries: [3, 5] })
    expect(adjustmentsOf({ contents: [] }, bundle('court'))).toEqual({ houses: 0, entries: [] })
  })

  it('are unknown if contents are not in the bundle', () => {
    expect(adjustmentsOf({ contents: [] }, bundle('owners'))).toBeNull()
    expect(adjustmentsOf({ contents: [synced, entry(8, 'privacy.erase', { numbers: [3] })] }, bundle('court'))).toBeNull()
  })

  it('equal the number recorded at the end of the vote, or are a fault', () => {
    const contents = [removed, synced]
    const told = adjustmentsOf({ contents }, bundle('court'))
    expect(adjustmentFaults({ contents: [...contents, ended(6)] }, OWN, told)).toEqual([])
    expect(adjustmentFaults({ contents: [synced, ended(6)] }, OWN, { houses: 5, entries: [5] })).toEqual([
      '操作日志第 9 条（完成）记下投票开始后清册调整6处，而各条调整合计5处',
    ])
    expect(adjustmentFaults({ contents: [ended(null)] }, OWN, { houses: 0, entries: [] })).toEqual([])
    expect(adjustmentFaults({ contents: [entry(9, 'activity.finish', {})] }, OWN, told)).toEqual([])
    expect(adjustmentFaults({ contents: [ended(6)] }, OWN, null)).toEqual([])
  })

  it('are mentioned last in the note, or omitted if they cannot be checked', () => {
    expect(noteWith('', { houses: 2, entries: [] })).toBe('投票开始后清册调整2处')
    expect(noteWith('甲', { houses: 2, entries: [] })).toBe('甲；投票开始后清册调整2处')
    expect(noteWith('甲', { houses: 0, entries: [] })).toBe('甲')
    expect(checkableNote('甲；投票开始后清册调整2处', null)).toBe('甲')
    expect(checkableNote('投票开始后清册调整2处', null)).toBe('')
    expect(checkableNote('投票开始后清册调整2处', { houses: 1, entries: [] })).toBe('投票开始后清册调整2处')
  })
})
