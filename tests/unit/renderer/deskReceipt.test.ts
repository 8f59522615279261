import { describe, expect, it } from 'vitest'
import { noReceipt, isProxyGood } from '../../../src/renderer/features/voting/parts/castCall.ts'
import { registeredInWords, registeredReceipt } from '../../../src/renderer/features/voting/parts/papers.ts'
import { holdsUnsent, joinableBallots } from '../../../src/renderer/features/voting/deskState.ts'
import { readinessOf } from '../../../src/renderer/features/voting/casting.ts'
import { ACTIVITY, answersOf, chosen, opened, run, voterOf } from './deskSupport.ts'

const typed = (receipt: object) => ({ type: 'receiptTyped', receipt }) as const
const over = { type: 'timePassed', isVotingClosed: true } as const
const receivedAt = 1_777_600_000_000

describe('how a paper came in, at the desk', () => {
  it('is sent with the vote, then reset', () => {
    const desk = run(chosen(), typed({ receivedAt, handedInBy: '孙某' }), typed({ channel: 2 }), { type: 'allAnswered', answer: 1 })
    expect(readinessOf(desk, ACTIVITY, 'keys')).toMatchObject({ casting: { call: { body: { receivedAt, handedInBy: '孙某', channel: 2, proxyId: '' } } } })
    expect(run(desk, { type: 'sent' }).receipt).toEqual(noReceipt)
    expect(run(desk, { type: 'escaped' }).receipt).toEqual(noReceipt)
  })

  it('is not carried over to another owner unseen', () => {
    const desk = run(chosen(), typed({ handedInBy: '孙某' }))
    expect(holdsUnsent(desk)).toBe(true)
    expect(run(desk, { type: 'chosen', voter: voterOf('102') }).entry?.owner.propertyId).toBe('p-101')
  })

  it('keeps time and channel for the next paper after the voting time', () => {
    const desk = run(opened(), over, { type: 'chosen', voter: voterOf('101') }, typed({ receivedAt, channel: 2, handedInBy: '孙某' }))
    const next = run(desk, { type: 'sent' }, { type: 'chosen', voter: voterOf('102') })
    expect(next.receipt).toEqual({ ...noReceipt, receivedAt, channel: 2 })
    expect(holdsUnsent(next)).toBe(false)
    expect(run(next, { type: 'sent' }, { type: 'timePassed', isVotingClosed: false }).receipt).toEqual(noReceipt)
  })

  it('is the paper’s own if it is back, even if received meanwhile, not the previous one’s', () => {
    const carried = run(opened(), over, { type: 'chosen', voter: voterOf('101') }, typed({ receivedAt, channel: 2 }), { type: 'sent' })
    const back = voterOf('102', { markedCode: 'P-1', ballotState: 0, paperState: 2, paperReceivedAt: receivedAt - 60_000 })
    expect(run(carried, { type: 'chosen', voter: back }).receipt).toMatchObject({ receivedAt: null, channel: 2 })
    const chosenBefore = run(carried, { type: 'chosen', voter: { ...back, paperState: 1, paperReceivedAt: null } })
    expect(chosenBefore.receipt.receivedAt).toBe(receivedAt)
    expect(run(chosenBefore, { type: 'ballotsCame', propertyId: 'p-102', voters: [back] }).receipt.receivedAt).toBeNull()
    // A value typed for it afterwards is kept.
    const corrected = run(carried, { type: 'chosen', voter: back }, typed({ receivedAt: receivedAt - 90_000 }))
    expect(run(corrected, { type: 'ballotsCame', propertyId: 'p-102', voters: [back] }).receipt.receivedAt).toBe(receivedAt - 90_000)
  })

  it('is shown as registered', () => {
    const now = Date.parse('2026-11-26T01:00:00+08:00')
    const at = Date.parse('2026-11-26T00:48:30+08:00')
    const back = voterOf('101', { paperState: 2, paperReceivedAt: at })
    expect(registeredReceipt('cast', back, undefined)).toEqual({ at, by: '扫描' })
    expect(registeredInWords({ at, by: '扫描' }, now)).toBe('00:48 (扫描)')
    expect(registeredInWords({ at: at - 3_600_000, by: '标记' }, now)).toBe('11-25 23:48 (标记)')
    const byHand = voterOf('101', { ballotState: 0, markedCode: 'C-1' })
    expect(registeredReceipt('tally', byHand, { createdAt: at })).toEqual({ at, by: '标记' })
    expect(registeredReceipt('cast', byHand, { createdAt: at })).toBeNull()
    expect(registeredReceipt('tally', { ...byHand, paperState: 1 }, { createdAt: at })).toBeNull()
  })

  it('cannot be changed while sending', () => {
    const sending = run(chosen(), { type: 'sending' })
    expect(run(sending, typed({ handedInBy: '孙某' }))).toBe(sending)
  })
})

describe('an agent at the desk', () => {
  const proxy = { id: 'x-1', agentName: '郑代理', topicIds: ['t2'] }
  const byAgent = { type: 'proxyChosen', proxy } as const

  it('answers only the proxy’s topics, by keys and by answer-all; other answers are reopened', () => {
    const desk = run(chosen(), { type: 'answered', answer: 1 }, byAgent)
    expect(answersOf(desk)).toBe('000')
    expect(desk.entry?.current).toBe(1)
    expect(answersOf(run(desk, { type: 'answered', answer: 2, position: 0 }))).toBe('000')
    expect(answersOf(run(desk, { type: 'answered', answer: 2 }))).toBe('020')
    expect(answersOf(run(desk, { type: 'allAnswered', answer: 1 }))).toBe('010')
    expect(answersOf(run(desk, { type: 'proxyChosen', proxy: null }, { type: 'allAnswered', answer: 1 }))).toBe('111')
  })

  it('votes for one ballot, and what stays open for good is announced', () => {
    const several = run(
      chosen(),
      { type: 'ballotsCame', propertyId: 'p-101', voters: [voterOf('101'), voterOf('102')] },
      { type: 'joinToggled', ballotId: 'b-102' },
    )
    const desk = run(several, byAgent, { type: 'allAnswered', answer: 1 })
    expect(joinableBallots(desk)).toEqual([])
    const readiness = readinessOf(desk, ACTIVITY, 'keys')
    expect(readiness).toMatchObject({ casting: { call: { body: { proxyId: 'x-1', ballotIds: ['b-101'] } } } })
    expect(readiness?.kind === 'ready' && readiness.question?.detail).toContain(
      '由受托人 郑代理 代为投票。委托不包括的 2 项提交后不能再补投，按未选（无效）计入',
    )
  })

  it('is asked about once if the ballot has one, before sending', () => {
    const entrusted = run(chosen('cast', voterOf('101', { isEntrusted: true })), { type: 'allAnswered', answer: 1 })
    expect(readinessOf(entrusted, ACTIVITY, 'keys')).toEqual({ kind: 'undecided', about: '投票：张三，一期-1栋-1单元-101' })
    expect(readinessOf(run(entrusted, { type: 'ownerVotes' }), ACTIVITY, 'keys')).toMatchObject({
      question: null,
      casting: { agentName: '', call: { body: { proxyId: '' } } },
    })
    expect(readinessOf(run(entrusted, byAgent), ACTIVITY, 'keys')).toMatchObject({
      question: { detail: expect.stringContaining('由受托人 郑代理 代为投票') },
      casting: { agentName: '郑代理', call: { body: { proxyId: 'x-1' } } },
    })
    // Removing the agent again answers nothing.
    expect(readinessOf(run(entrusted, byAgent, { type: 'proxyChosen', proxy: null }), ACTIVITY, 'keys')?.kind).toBe('undecided')
    const marking = run(chosen('mark', voterOf('101', { isEntrusted: true })), { type: 'codeTyped', text: 'C-1' })
    expect(readinessOf(marking, ACTIVITY, 'keys')?.kind).toBe('ready')
  })

  it('is not bypassed by joining the ballot to another', () => {
    const others = [voterOf('101'), voterOf('102', { isEntrusted: true }), voterOf('103')]
    const desk = run(chosen(), { type: 'ballotsCame', propertyId: 'p-101', voters: others }, { type: 'allJoinedToggled' })
    expect([...(desk.entry?.joined ?? [])]).toEqual(['b-103'])
    expect(run(desk, { type: 'joinToggled', ballotId: 'b-102' }).entry?.joined.has('b-102')).toBe(false)
  })

  it('is valid while in force, and for a paper received in that time', () => {
    const until = 1_000
    expect(isProxyGood({ status: 0, validUntil: null }, { paperReceivedAt: null })).toBe(true)
    expect(isProxyGood({ status: 1, validUntil: null }, { paperReceivedAt: 500 })).toBe(false)
    expect(isProxyGood({ status: 2, validUntil: until }, { paperReceivedAt: null })).toBe(false)
    expect(isProxyGood({ status: 2, validUntil: until }, { paperReceivedAt: until })).toBe(true)
    expect(isProxyGood({ status: 2, validUntil: until }, { paperReceivedAt: until + 1 })).toBe(false)
  })

  it('cannot be chosen for a voted ballot', () => {
    const desk = chosen('cast', voterOf('101', { ballotState: 1 }))
    expect(run(desk, byAgent)).toBe(desk)
  })
})
