import { expect, it } from 'vitest'
import { clockNotes, type Content } from '../../../src/recount/judge/chain.ts'

const START = Date.UTC(2026, 4, 1, 1)
const entry = (number: number, seconds: number, action = 'voting.complete'): Content => ({
  number,
  at: START + seconds * 1_000,
  action,
  subject: '',
  voteactivityid: 'a',
  after: {},
})

it('reports entries whose clock ran behind earlier ones by more than honest servers differ', () => {
  expect(clockNotes({ contents: [entry(1, 0), entry(2, 60), entry(3, 50), entry(4, 49), entry(5, 70)] })).toEqual([
    '有 1 条操作日志的时间早于前面的日志：第 4 条 2026-05-01 09:00:49（此前已有 2026-05-01 09:01:00）',
  ])
})

it('compares times anew after an entry that accepted the clock', () => {
  expect(clockNotes({ contents: [entry(1, 3_600), entry(2, 0, 'audit.acceptClock'), entry(3, 10)] })).toEqual([])
})
