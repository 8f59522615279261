import { describe, expect, it } from 'vitest'
import type { VoteRecord } from '../../../src/shared/features/voting/contract.ts'
import { createRecents, findingNote, findingOf, readinessOf, type RecentEntry, type Casting } from '../../../src/renderer/features/voting/casting.ts'
import { modeAdvice, modeOf, modeRefusal } from '../../../src/renderer/features/voting/modes.ts'
import { hasNextBegun, type Desk } from '../../../src/renderer/features/voting/deskState.ts'
import { ACTIVITY, chosen, opened, run, voterOf } from './deskSupport.ts'

const all = (answer: 1 | 2 | 3) => ({ type: 'allAnswered', answer }) as const
const ready = (desk: Desk, by: 'keys' | 'button' = 'keys') => {
  const readiness = readinessOf(desk, ACTIVITY, by)
  if (readiness?.kind !== 'ready') throw new Error('not ready')
  return readiness
}
const sentenceOf = (desk: Desk) => {
  const readiness = readinessOf(desk, ACTIVITY, 'keys')
  return readiness?.kind === 'blocked' ? readiness.sentence : null
}

describe('what is sent', () => {
  it('is every answer, 0 for what was left open, for the owner and those who go along', () => {
    const desk = run(
      chosen(),
      { type: 'ballotsCame', propertyId: 'p-101', voters: [voterOf('101'), voterOf('102')] },
      { type: 'joinToggled', ballotId: 'b-102' },
      { type: 'answered', answer: 2 },
    )
    expect(ready(desk).casting.call).toEqual({
      mode: 'cast',
      body: {
        activityId: ACTIVITY,
        voterName: '张三',
        voterPhone: '13800138000',
        voterIdNumber: '110101199003070011',
        channel: 3,
        receivedAt: null,
        handedInBy: '',
        proxyId: '',
        markedCodes: [],
        ballotIds: ['b-101', 'b-102'],
        choices: [
          { topicId: 't1', optionId: '', answer: 2 },
          { topicId: 't2', optionId: 'o1', answer: 0 },
          { topicId: 't3', optionId: '', answer: 0 },
        ],
      },
    })
  })

  it('names the property while marking, and the codes while tallying', () => {
    const marking = run(chosen('mark'), { type: 'codeTyped', text: ' C-7 ' })
    expect(ready(marking).casting.call).toEqual({
      mode: 'mark',
      body: { ballotId: 'b-101', activityId: ACTIVITY, markedCode: 'C-7', propertyId: 'p-101', replacedCode: '' },
    })
    const tallying = run(chosen('tally', voterOf('101', { markedCode: 'C-7', ballotState: 0 })), all(1))
    expect(ready(tallying).casting.call).toMatchObject({ mode: 'tally', body: { markedCodes: ['C-7'] } })
  })

  it('reads a voided paper again by its code, and one without a code by its ballot, which stands last', () => {
    const again = run(chosen('tally', voterOf('101', { isVoided: true, markedCode: 'C-7' })), all(1))
    expect(ready(again).casting.call).toMatchObject({ mode: 'tally', body: { markedCodes: ['C-7'], ballotIds: [] } })
    const [own, other] = [voterOf('101', { isVoided: true }), voterOf('102', { markedCode: 'C-8', ballotState: 0 })]
    const both = run(chosen('tally', own), { type: 'ballotsCame', propertyId: own.propertyId, voters: [own, other] }, { type: 'allJoinedToggled' }, all(2))
    const { call, ballots } = ready(both).casting
    expect(call).toMatchObject({ mode: 'tally', body: { markedCodes: ['C-8'], ballotIds: ['b-101'] } })
    expect(ballots.map(({ ballotId }) => ballotId)).toEqual(['b-102', 'b-101'])
  })

  it('is refused in words where something is missing', () => {
    expect(sentenceOf(chosen('mark', voterOf('101', { ballotId: '' })))).toBe('当前没有可用的房屋！')
    expect(sentenceOf(chosen('mark'))).toBe('请输入标记码')
    expect(sentenceOf(run(chosen('cast', voterOf('101', { ballotState: 1 }))))).toBe('该票权已投票')
    expect(sentenceOf(chosen('tally'))).toMatch(/^该票权没有选票编号 \/ 标记码/)
  })

  it('is nothing where no paper is on the screen', () => {
    expect(readinessOf(opened(), ACTIVITY, 'keys')).toBeNull()
    const sent = run(chosen(), all(1), { type: 'sending' }, { type: 'sent' })
    expect(readinessOf(sent, ACTIVITY, 'keys')).toBeNull()
  })

  it('is said in green until the desk turns to something else, done or refused', () => {
    const sent = run(chosen(), all(1), { type: 'sending' }, { type: 'sent' })
    expect(hasNextBegun(sent)).toBe(false)
    expect(hasNextBegun(run(sent, { type: 'cleared', note: { kind: 'success', text: '已向服务器核对' } }))).toBe(false)
    expect(hasNextBegun(run(sent, { type: 'cleared', note: { kind: 'error', text: '未找到该标记码' } }))).toBe(true)
    expect(hasNextBegun(run(sent, { type: 'scanned', code: 'P-2', before: sent }))).toBe(true)
    expect(hasNextBegun(run(sent, { type: 'scanUnended', text: 'A7K2Q9XC', before: sent }))).toBe(true)
    expect(hasNextBegun(run(sent, { type: 'typed', text: '102', isComposing: false }))).toBe(true)
  })

  it('is asked about by the button, and by the keys only where something would be lost', () => {
    const whole = run(chosen(), all(1))
    expect(ready(whole, 'keys').question).toBeNull()
    expect(ready(whole, 'button').question?.title).toBe('确认提交吗？')
    expect(ready(run(chosen(), { type: 'answered', answer: 1 }), 'keys').question?.detail).toContain('还有 2 项没有选择')
    const marked = chosen('mark', voterOf('101', { markedCode: 'C-1', ballotState: 0 }))
    expect(ready(run(marked, { type: 'codeTyped', text: 'C-2' })).question?.detail).toContain('原标记码 C-1 将改为 C-2')
    expect(ready(run(chosen('mark'), { type: 'codeTyped', text: 'C-2' }), 'button').question).toBeNull()
  })

  it('is asked about where a paper with a code is still in the owner’s hands, of any ballot that goes along', () => {
    const marked = voterOf('101', { ballotState: 0, markedCode: 'P-1' })
    const whole = run(chosen('cast', marked), all(1))
    expect(ready(whole, 'keys').question?.detail).toContain('已领取纸质选票（标记码 P-1）')
    const along = run(
      chosen(),
      { type: 'ballotsCame', propertyId: 'p-101', voters: [voterOf('101'), voterOf('102', { ballotState: 0, markedCode: 'P-2' })] },
      { type: 'joinToggled', ballotId: 'b-102' },
      { type: 'allAnswered', answer: 1 },
      { type: 'answered', answer: 1, position: 2 },
    )
    expect(ready(along, 'keys').question?.detail).toContain('标记码 P-2')
    expect(ready(run(chosen('tally', marked), all(1)), 'keys').question).toBeNull()
  })
})

describe('after a broken connection', () => {
  const sent: Casting = ready(
    run(chosen(), { type: 'ballotsCame', propertyId: 'p-101', voters: [voterOf('101'), voterOf('102')] }, { type: 'joinToggled', ballotId: 'b-102' }, all(1)),
  ).casting
  const recordOf = (more: Partial<VoteRecord> = {}): VoteRecord => ({
    id: 'record',
    offlineId: 'record',
    status: 1,
    source: 'desk',
    paper: '',
    ballotId: 'b-101',
    markedCode: '',
    propertyId: 'p-101',
    voterName: '张三',
    voterPhone: '',
    voterIdNumber: '',
    creator: '王打印',
    createdAt: Date.UTC(2026, 4, 1, 1),
    operator: '李主任',
    operatedAt: Date.UTC(2026, 4, 1, 2, 31),
    desk: '',
    voidedBy: '',
    voidedAt: null,
    voidReason: '',
    channel: 3,
    receivedAt: null,
    handedInBy: '',
    isLate: false,
    proxyId: '',
    readingId: '',
    agentName: '',
    choices: sent.call.mode === 'mark' ? [] : sent.call.body.choices,
    ...more,
  })
  const other = recordOf({ choices: [{ topicId: 't1', optionId: '', answer: 2 }] })

  it('what stands there to the letter has arrived, whatever was voided before', () => {
    expect(findingOf(sent, [[recordOf({ id: 'a' })], [recordOf({ id: 'b' }), recordOf({ status: 2 })]])).toEqual({ kind: 'arrived', recordIds: ['a', 'b'] })
  })

  it('what is not there has not arrived: no record, a mark, or only a void one', () => {
    expect(findingOf(sent, [[], []])).toEqual({ kind: 'notArrived' })
    expect(findingNote(sent, { kind: 'notArrived' }).text).toContain('刚才的投票没有收到')
    expect(findingNote(sent, { kind: 'arrived', recordIds: [] }).text).toContain('的投票在断线前已经收到')
    expect(findingOf(sent, [[recordOf({ status: 0, choices: [] })], [recordOf({ status: 2 })]])).toEqual({ kind: 'notArrived' })
  })

  it('another vote on one of the ballots is told, with who entered it', () => {
    const finding = findingOf(sent, [[], [other]])
    expect(finding).toMatchObject({ kind: 'taken', record: { operator: '李主任' } })
    expect(findingNote(sent, finding).text).toMatch(/^该票权已投票：.*李主任，05-01 10:31/)
  })

  it('a mark is known by its code', () => {
    const marking = ready(run(chosen('mark'), { type: 'codeTyped', text: 'C-7' })).casting
    expect(findingOf(marking, [[recordOf({ status: 0, markedCode: 'C-7' })]])).toMatchObject({ kind: 'arrived' })
    expect(findingOf(marking, [[recordOf({ status: 0, markedCode: 'C-1' })]])).toEqual({ kind: 'notArrived' })
    expect(findingOf(marking, [[recordOf()]])).toMatchObject({ kind: 'taken' })
  })
})

describe('the modes', () => {
  it('come from the address', () => {
    expect(['1', '2', '3', '9', '', null].map(modeOf)).toEqual(['mark', 'cast', 'tally', null, null, null])
  })

  it('follow from the status, each with its reason', () => {
    const possible = ([0, 1, 2, 3] as const).map((status) => (['mark', 'cast', 'tally'] as const).filter((mode) => modeRefusal(status, mode) === null))
    expect(possible).toEqual([[], ['mark', 'cast'], ['tally'], []])
    expect(modeRefusal(2, 'cast')).toBe('activity.wrongStatus')
  })

  it('say what comes first where no other mode helps', () => {
    expect(modeAdvice(0, 'mark')).toContain('“开启投票”')
    expect(modeAdvice(1, 'tally')).toContain('“开启唱票”')
    expect(modeAdvice(0, 'tally')).toContain('“开启投票”，投票结束后再点“开启唱票”')
    expect(modeAdvice(2, 'cast')).toBeNull()
    expect(modeAdvice(3, 'tally')).toContain('“查看结果”')
  })
})

describe('the last entries of the desk', () => {
  const entryOf = (recordId: string): RecentEntry => ({
    recordId,
    at: 0,
    place: recordId,
    ownerName: '张三',
    agentName: '',
    mode: 'cast',
    markedCode: '',
    isVoided: false,
  })

  it('are ten, newest first, one for each record, apart for each activity', () => {
    const recents = createRecents()
    for (let number = 1; number <= 12; number += 1) recents.add('one', [entryOf(`r${number}`)])
    recents.add('one', [entryOf('r5')])
    expect(recents.of('one').map(({ recordId }) => recordId)).toEqual(['r5', 'r12', 'r11', 'r10', 'r9', 'r8', 'r7', 'r6', 'r4', 'r3'])
    expect(recents.of('two')).toEqual([])
  })

  it('remember what was voided, and tell who listens', () => {
    const recents = createRecents()
    let changes = 0
    const stop = recents.subscribe(() => (changes += 1))
    recents.add('one', [entryOf('r1')])
    recents.markVoided('one', 'r1')
    stop()
    recents.add('one', [entryOf('r2')])
    expect(recents.of('one').map(({ isVoided }) => isVoided)).toEqual([false, true])
    expect(changes).toBe(2)
  })
})
