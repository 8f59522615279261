import { answersInWords } from '../../../src/renderer/features/voting/parts/records/recordWords.ts'
import { describe, expect, it } from 'vitest'
import type { Voter } from '../../../src/shared/features/ballot/contract.ts'
import { ballotArea, ballotPlace, nextOpenBallot, castRefusal, castRefusalInWords, timeNote } from '../../../src/renderer/features/progress/booth/booth.ts'
import { votingTimeAt } from '../../../src/renderer/features/activity/parts/useVotingTime.ts'
import { allAnswers, noAnswers, pressed, slotsOf } from '../../../src/renderer/features/activity/parts/choices/choices.ts'

const voter = (ballotId: string, more: Partial<Voter> = {}): Voter => ({
  rosterPropertyId: `r-${ballotId}`,
  propertyId: `p-${ballotId}`,
  category: 1,
  areaSource: 0,
  place: '一期-1栋-101',
  ownerName: '张三',
  phone: '13800138000',
  idNumber: '',
  areaHundredths: 10_000,
  markedCode: '',
  ballotId,
  ballotState: -1,
  isVoided: false,
  paperState: -1,
  paperReceivedAt: null,
  isEntrusted: false,
  version: '',
  recordId: '',
  source: '',
  activityId: 'a',
  sharedProperties: [],
  ...more,
})
const [VOTING, TALLYING, FINISHED] = [1, 2, 3] as const

describe('the voting booth', () => {
  it('accepts a vote while voting is open, also for a marked ballot', () => {
    expect(castRefusal(VOTING, voter('b'))).toBeNull()
    expect(castRefusal(VOTING, voter('b', { ballotState: 0, markedCode: 'C-1' }))).toBeNull()
    expect(castRefusal(VOTING, voter('b', { ballotState: 1 }))).toBe('voting.alreadyVoted')
    expect(castRefusal(VOTING, voter(''))).toBe('ballot.none')
  })

  it('tallies only marked ballots and voided ones', () => {
    expect(castRefusal(TALLYING, voter('b', { isVoided: true, markedCode: 'C-1' }))).toBeNull()
    expect(castRefusal(TALLYING, voter('b', { isVoided: true }))).toBeNull()
    expect(castRefusal(TALLYING, voter('b', { ballotState: 0, markedCode: 'C-1' }))).toBeNull()
    expect(castRefusal(TALLYING, voter('b'))).toBe('voting.noCode')
  })

  it('says the status where nothing can be cast', () => {
    expect(castRefusalInWords(VOTING, 'voting.alreadyVoted')).toBe('该票权已投票')
    expect(castRefusalInWords(VOTING, 'ballot.none')).toBe('当前没有可用的房屋！')
    expect(castRefusalInWords(TALLYING, 'voting.noCode')).toBe('该票权没有标记，不能唱票')
    expect(castRefusalInWords(FINISHED, 'activity.wrongStatus')).toBe('当前状态为“已结束”，不能投票')
    expect(castRefusalInWords(VOTING, null)).toBeNull()
    expect(castRefusal(FINISHED, voter('b'))).toBe('activity.wrongStatus')
    expect(castRefusal(0, voter('b'))).toBe('activity.wrongStatus')
  })

  it('shows the owner’s next ballot that can be voted', () => {
    const ballots = [voter('one'), voter('two', { ballotState: 1 }), voter('three')]
    expect(nextOpenBallot(VOTING, ballots, 'one')).toBe('three')
    expect(nextOpenBallot(VOTING, ballots.slice(0, 2), 'one')).toBeNull()
    expect(nextOpenBallot(TALLYING, ballots, 'one')).toBeNull()
  })

  it('explains the voting time for a ballot by its paper', () => {
    const [startsAt, endsAt] = [Date.parse('2026-05-01T08:00:00+08:00'), Date.parse('2026-05-01T09:30:00+08:00')]
    const voting = { status: VOTING, startsAt, endsAt }
    const note = (activity: Parameters<typeof timeNote>[0], now: number, paperReceivedAt: number | null = null) =>
      timeNote(activity, votingTimeAt(activity, now), { paperReceivedAt }, now)
    expect(note(voting, endsAt)).toBeNull()
    expect(note(voting, startsAt - 1)?.text).toContain('投票时间从 2026-05-01 08:00 开始')
    expect(note(voting, endsAt + 1)?.text).toContain('投票时间已于 2026-05-01 09:30 结束')
    expect(note({ ...voting, endsAt: endsAt + 60_000 }, endsAt + 1)).toBeNull()
    expect(note(voting, endsAt + 1, endsAt)).toEqual({ kind: 'info', text: '收到 09:30 (扫描)，可以录入，报告中会注明“截止后录入”' })
    expect(note(voting, endsAt, endsAt)).toEqual({ kind: 'info', text: '收到 09:30 (扫描)' })
    expect(note({ ...voting, status: TALLYING }, endsAt + 9, endsAt + 1)).toEqual({ kind: 'warning', text: '收到 09:30 (扫描)，不在投票时间内，不能录入' })
    expect(note({ ...voting, status: TALLYING }, endsAt + 9)).toBeNull()
  })

  it('labels a ballot by its properties with their total area', () => {
    const shared = { rosterPropertyId: 'r', propertyId: 'p', place: '一期-1栋-201', areaHundredths: 5_050 }
    expect(ballotPlace(voter('b'))).toBe('一期-1栋-101')
    expect(ballotPlace(voter('b', { sharedProperties: [shared] }))).toBe('一期-1栋-101 等 2 套')
    expect(ballotArea(voter('b', { sharedProperties: [shared] }))).toBe(15_050)
  })

  it('summarises what will be sent', () => {
    const slots = slotsOf([
      { id: 't1', title: '电梯', topicType: 1, voteModel: 15, seats: null, options: [] },
      { id: 't2', title: '公约', topicType: 1, voteModel: 14, seats: null, options: [] },
    ])
    expect(answersInWords(slots, noAnswers)).toBe('未选 2 项（未选的按无效计）')
    expect(answersInWords(slots, allAnswers(slots, 1))).toBe('同意 2 项')
    expect(answersInWords(slots, pressed(allAnswers(slots, 3), { topicId: 't2', optionId: '' }, 2))).toBe('反对 1 项、弃权 1 项')
  })
})
