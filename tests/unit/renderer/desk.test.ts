import { describe, expect, it } from 'vitest'
import { currentVoters, holdsUnsent, joinableBallots, type Desk } from '../../../src/renderer/features/voting/deskState.ts'
import { readinessOf } from '../../../src/renderer/features/voting/casting.ts'
import { answersOf, chosen, found, opened, run, voterOf } from './deskSupport.ts'

const typed = (text: string, isComposing = false) => ({ type: 'typed', text, isComposing }) as const
const answer = (given: 1 | 2 | 3) => ({ type: 'answered', answer: given }) as const

describe('the desk’s search', () => {
  it('restarts with every change, and ignores late answers', () => {
    const first = run(opened(), typed('1'))
    const second = run(first, typed('12'))
    expect(second.search).toMatchObject({ text: '12', isByCode: false })
    const late = run(second, { type: 'found', round: first.search.round, voters: [voterOf('101')] })
    expect(currentVoters(late)).toBeNull()
    expect(currentVoters(found(late, voterOf('1201')))).toHaveLength(1)
  })

  it('ignores IME composition and blanks', () => {
    const composing = run(opened(), typed('zhang', true))
    expect(composing).toMatchObject({ term: 'zhang', search: { text: '', round: 0 } })
    expect(run(composing, typed('张')).search.text).toBe('张')
    expect(run(opened(), typed('   ')).isListOpen).toBe(false)
  })

  it('selects the highlighted result with Enter, within the list', () => {
    const shown = found(run(opened(), typed('1')), voterOf('101'), voterOf('102'))
    const down = { type: 'listMoved', by: 1 } as const
    expect(run(shown, down, { type: 'searchEntered' }).entry?.owner.place).toContain('101')
    expect(run(shown, down, down, { type: 'searchEntered' }).entry?.owner.place).toContain('102')
    expect(run(shown, down, down, down, down).highlighted).toBe(1)
    expect(run(shown, { type: 'listMoved', by: -1 }).highlighted).toBe(0)
  })

  it('selects with Enter the only result, or the first if it is the only exact one', () => {
    const enter = { type: 'searchEntered' } as const
    const shown = (...voters: Parameters<typeof found>[1][]) => found(run(opened(), typed('1201')), ...voters)
    const exact = (room: string, more: object = {}) => voterOf(room, { isExact: true, ...more })
    expect(run(shown(voterOf('1201')), enter).entry?.owner.propertyId).toBe('p-1201')
    expect(run(shown(exact('1201'), voterOf('11201')), enter).entry?.owner.propertyId).toBe('p-1201')
    // Two properties of one ballot are one answer.
    expect(run(shown(exact('1201'), exact('1202', { ballotId: 'b-1201' }), voterOf('1203')), enter).entry?.owner.propertyId).toBe('p-1201')
  })

  it('selects nobody at the first Enter if ambiguous, and the first row at the second', () => {
    const enter = { type: 'searchEntered' } as const
    for (const voters of [
      [voterOf('101'), voterOf('102')],
      [voterOf('101', { isExact: true }), voterOf('102', { isExact: true })],
      [voterOf('101'), voterOf('102', { isExact: true })],
    ]) {
      const shown = found(run(opened(), typed('10')), ...voters)
      expect(shown.highlighted).toBeNull()
      const once = run(shown, enter)
      expect(once).toMatchObject({ entry: null, isListOpen: true, highlighted: 0 })
      expect(run(once, enter).entry?.owner.propertyId).toBe('p-101')
      // After another letter, the first Enter selects nobody again.
      expect(run(once, typed('102')).highlighted).toBeNull()
    }
  })

  it('an early Enter waits for the answer, and selects a single voter or nobody', () => {
    const early = run(opened(), typed('1201'), { type: 'searchEntered' })
    expect(early.entry).toBeNull()
    expect(found(early, voterOf('1201')).entry?.owner.propertyId).toBe('p-1201')
    expect(found(early, voterOf('1201', { isExact: true }), voterOf('11201')).entry?.owner.propertyId).toBe('p-1201')
    const several = found(early, voterOf('1201'), voterOf('1202'))
    expect(several).toMatchObject({ entry: null, isListOpen: true, highlighted: 0 })
    expect(run(several, { type: 'searchEntered' }).entry?.owner.propertyId).toBe('p-1201')
  })

  it('never selects from a previous search’s list', () => {
    const stale = run(found(run(opened(), typed('1')), voterOf('101')), typed('12'), { type: 'searchEntered' })
    expect(stale.entry).toBeNull()
    expect(found(stale, voterOf('1201')).entry?.owner.propertyId).toBe('p-1201')
  })

  it('the search by code reports an unknown code', () => {
    const asked = run(opened('tally'), typed('C-009'), { type: 'searchEntered' })
    expect(asked.search.isByCode).toBe(true)
    expect(found(asked).note).toMatchObject({ kind: 'error', text: '未找到该标记码：C-009' })
  })

  it('restarts with Enter after a failure', () => {
    const failed = run(opened(), typed('张'))
    const shown = run(failed, { type: 'searchFailed', round: failed.search.round, sentence: '连接不上服务器' })
    expect(shown.searchFailure).toBe('连接不上服务器')
    expect(run(shown, { type: 'searchEntered' }).search.round).toBe(failed.search.round + 1)
  })
})

describe('the desk’s answers', () => {
  it('advance to the next open one', () => {
    const desk = run(chosen(), answer(1))
    expect([answersOf(desk), desk.entry?.current]).toEqual(['100', 1])
    const back = run(desk, { type: 'answered', answer: 2, position: 2 }, { type: 'answered', answer: 3, position: 0 })
    expect([answersOf(back), back.entry?.current]).toEqual(['302', 1])
  })

  it('are cleared by the same key again, without advancing', () => {
    const desk = run(chosen(), answer(1), { type: 'currentMoved', by: -1 }, answer(1))
    expect([answersOf(desk), desk.entry?.current]).toEqual(['000', 0])
  })

  it('are limited to those that the topic offers', () => {
    expect(answersOf(run(chosen(), { type: 'answered', answer: 3, position: 2 }))).toBe('000')
    const all = run(chosen(), { type: 'allAnswered', answer: 1 }, { type: 'allAnswered', answer: 3 })
    expect([answersOf(all), all.entry?.current]).toEqual(['330', 2]) // what offers no 弃权 waits to be answered
  })

  it('are disabled while marking, while sending, and for a voted ballot', () => {
    expect(answersOf(run(chosen('mark'), answer(1)))).toBe('000')
    expect(answersOf(run(chosen(), { type: 'sending' }, answer(1)))).toBe('000')
    const voted = chosen('cast', voterOf('101', { ballotState: 1 }))
    expect(voted.note?.text).toBe('该票权已投票')
    expect(answersOf(run(voted, answer(1)))).toBe('000')
  })
})

describe('a handed-out paper at the desk', () => {
  const marked = voterOf('101', { ballotState: 0, markedCode: 'P-1' })

  it('is mentioned when its owner votes at the desk', () => {
    expect(chosen('cast', marked).note).toMatchObject({ kind: 'warning', text: expect.stringContaining('已领取纸质选票（标记码 P-1）') })
    expect(chosen('tally', marked).note).toBeNull()
    expect(chosen('mark', marked).note).toBeNull()
    expect(chosen('cast').note).toBeNull()
  })

  it('is described by where it is, without a note if it was itself scanned', () => {
    const printed = (paperState: 0 | 1 | 2) => voterOf('101', { ballotState: 0, markedCode: 'A7K2Q9XC', paperState })
    const said = [0, 1, 2] as const
    expect(said.map((state) => chosen('cast', printed(state)).note?.text)).toEqual([
      expect.stringContaining('（选票编号 A7K2Q9XC）还没有发出'),
      expect.stringContaining('已领取纸质选票（选票编号 A7K2Q9XC）'),
      expect.stringContaining('（选票编号 A7K2Q9XC）已经收回，请扫描那张选票录入'),
    ])
    const start = opened('cast')
    const scanned = run(start, { type: 'scanned', code: 'A7K2Q9XC', before: start })
    const entered = run(found(scanned, printed(1)), answer(1))
    expect(entered.note).toBeNull()
    const ready = readinessOf(entered, 'a', 'keys')
    expect(ready).toMatchObject({ kind: 'ready', casting: { call: { body: { markedCodes: ['A7K2Q9XC'], ballotIds: ['b-101'] } } } })
  })

  it('a spoiled or replaced paper is reported when scanned, and not searched', () => {
    const start = opened('cast')
    const scanned = run(start, { type: 'scanned', code: 'A7K2Q9XC', before: start })
    const told = run(scanned, { type: 'searchFailed', round: scanned.search.round, sentence: '该选票已换发，新编号B7K2Q9XC', isRefused: true })
    expect(told).toMatchObject({ isListOpen: false, searchFailure: null, note: { kind: 'error', text: 'A7K2Q9XC：该选票已换发，新编号B7K2Q9XC' } })
  })
})

describe('an unsent entry', () => {
  const filled = run(chosen(), answer(1))

  it('blocks another owner, by hand or scanner, until sent or discarded', () => {
    const other = run(filled, { type: 'chosen', voter: voterOf('102') })
    expect(other.entry?.owner.propertyId).toBe('p-101')
    expect(other.note?.text).toContain('张三 的选票还没有提交')
    expect(run(filled, { type: 'scanned', code: 'C-002', before: filled }).search.text).toBe('')
    const misread = run(filled, { type: 'scanned', code: null, before: filled })
    expect(misread.note).toEqual({ kind: 'error', text: '扫到的二维码不完整或有误，请重新扫描' })
    expect(answersOf(misread)).toBe(answersOf(filled))
    expect(run(filled, { type: 'modeChosen', mode: 'mark' }).mode).toBe('cast')
    expect(run(filled, { type: 'escaped' }, { type: 'chosen', voter: voterOf('102') }).entry?.owner.propertyId).toBe('p-102')
  })

  it('stays complete after a refusal', () => {
    const refused = run(filled, { type: 'sending' }, { type: 'refused', sentence: '该票权已投票' })
    expect(answersOf(refused)).toBe('100')
    expect(refused).toMatchObject({ entry: { phase: 'open' }, note: { kind: 'error', text: '该票权已投票' } })
  })

  it('stays complete and locked while its outcome is unknown', () => {
    const doubtful = run(filled, { type: 'sending' }, { type: 'doubted', sentence: '连接已断开' })
    expect(answersOf(run(doubtful, answer(2), { type: 'escaped' }))).toBe('100')
    expect(holdsUnsent(doubtful)).toBe(true)
    expect(run(doubtful, { type: 'cleared', note: { kind: 'warning', text: '没有收到' } }).entry?.phase).toBe('open')
  })
})

describe('the end of an entry', () => {
  const isReadyForTheNext = (desk: Desk) => expect(desk).toMatchObject({ entry: null, code: '', isListOpen: false, focus: { at: 'search' } })

  it('returns to the search box with its term selected', () => {
    const before = run(found(run(opened(), typed('101')), voterOf('101')), { type: 'searchEntered' }, answer(1))
    expect(before.focus.at).toBe('entry')
    const after = run(before, { type: 'sending' }, { type: 'sent' })
    isReadyForTheNext(after)
    expect(after.term).toBe('101')
    expect(after.focus).not.toBe(before.focus)
    // The list from before the vote is outdated, and requested again.
    expect(run(after, { type: 'searchEntered' }).search).toMatchObject({ text: '101', round: after.search.round + 1 })
    isReadyForTheNext(run(before, { type: 'escaped' }))
  })

  it('closes an open list first', () => {
    const desk = found(run(chosen(), answer(1), typed('102')), voterOf('102'))
    const once = run(desk, { type: 'escaped' })
    expect(once).toMatchObject({ isListOpen: false })
    expect(answersOf(once)).toBe('100')
    isReadyForTheNext(run(once, { type: 'escaped' }))
  })
})

describe('the same owner’s other ballots', () => {
  const others = [voterOf('102'), voterOf('103', { ballotState: 1 }), voterOf('104', { ballotState: 0, markedCode: 'C-4' })]
  const offered = (mode: 'mark' | 'cast' | 'tally') =>
    run(chosen(mode, voterOf('101', { markedCode: 'C-1', ballotState: 0 })), {
      type: 'ballotsCame',
      propertyId: 'p-101',
      voters: [voterOf('101', { markedCode: 'C-1', ballotState: 0 }), ...others],
    })

  it('join if they are free', () => {
    expect(joinableBallots(offered('cast')).map(({ ballotId }) => ballotId)).toEqual(['b-102', 'b-104'])
    expect(joinableBallots(offered('tally')).map(({ ballotId }) => ballotId)).toEqual(['b-104'])
    expect(joinableBallots(offered('mark'))).toEqual([])
    const one = run(offered('cast'), { type: 'joinToggled', ballotId: 'b-102' }, { type: 'joinToggled', ballotId: 'b-103' })
    expect([...(one.entry?.joined ?? [])]).toEqual(['b-102'])
    expect([...(run(one, { type: 'allJoinedToggled' }).entry?.joined ?? [])]).toEqual(['b-102', 'b-104'])
    expect([...(run(one, { type: 'allJoinedToggled' }, { type: 'allJoinedToggled' }).entry?.joined ?? [])]).toEqual([])
  })

  it('drop out if already voted, and never belong to another owner', () => {
    const one = run(offered('cast'), { type: 'joinToggled', ballotId: 'b-102' })
    const later = run(one, { type: 'ballotsCame', propertyId: 'p-101', voters: [voterOf('101'), voterOf('102', { ballotState: 1 })] })
    expect(later.entry?.joined.size).toBe(0)
    expect(run(one, { type: 'ballotsCame', propertyId: 'p-999', voters: [voterOf('999')] })).toBe(one)
  })
})

describe('switching desk modes', () => {
  it('keeps the same owner if nothing is lost', () => {
    const desk = run(chosen('cast'), { type: 'modeChosen', mode: 'mark' })
    expect(desk).toMatchObject({ mode: 'mark', entry: { owner: { propertyId: 'p-101' } }, focus: { at: 'code' } })
    expect(run(opened('cast'), { type: 'modeChosen', mode: 'tally' })).toMatchObject({ isByCode: true, focus: { at: 'search' } })
  })
})
