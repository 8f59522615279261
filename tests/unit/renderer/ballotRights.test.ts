import { describe, expect, it } from 'vitest'
import type { Voter } from '../../../src/shared/features/ballot/contract.ts'
import { mergeOwnerRefusal, splitOutOwnerRefusal } from '../../../src/shared/features/ballot/rules.ts'
import {
  adjustingInWords,
  adjustRefusal,
  areaOf,
  propertiesOf,
  mergeRefusal,
  resizeRefusal,
  sameOwnerSearch,
  splitInWords,
  splitOutOf,
  splitRefusal,
  suggestionsOf,
} from '../../../src/renderer/features/ballot/ballotRights.ts'

const voter = (name: string, more: Partial<Voter> = {}): Voter => ({
  rosterPropertyId: `r-${name}`,
  propertyId: `p-${name}`,
  category: 1,
  areaSource: 0,
  place: name,
  ownerName: '张三',
  phone: '13800138000',
  idNumber: '',
  areaHundredths: 10_000,
  markedCode: '',
  ballotId: `b-${name}`,
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
const shared = (name: string, areaHundredths: number) => ({ rosterPropertyId: `r-${name}`, propertyId: `p-${name}`, place: name, areaHundredths })
const [NOT_STARTED, VOTING, TALLYING] = [0, 1, 2] as const
const FINISHED = 3

describe('describing a split', () => {
  const main = voter('甲', { sharedProperties: ['乙', '丙', '丁', '戊'].map((name) => shared(name, 100)) })

  it('names the property that leaves and those that stay', () => {
    expect(splitInWords({ ...main, sharedProperties: [shared('乙', 100)] }, shared('乙', 100))).toBe('产权人不变，乙单独成为一票；原票权保留 甲')
  })

  it('says if the main property itself leaves', () => {
    expect(splitInWords(main, shared('甲', 100))).toBe('产权人不变，甲（主房产）单独成为一票；原票权保留 乙、丙、丁 等 4 套')
  })
})

describe('the two owner rules', () => {
  it('compare the names, or name and phone', () => {
    expect(mergeOwnerRefusal({ ownerName: '张三' }, { ownerName: '李四' })).toBe('ballot.otherOwner')
    expect(mergeOwnerRefusal({ ownerName: '张三' }, { ownerName: '张三' })).toBeNull()
    const main = { ownerName: '张三', phone: '1' }
    expect(splitOutOwnerRefusal(main, { ownerName: '张三', phone: '1' })).toBe('ballot.sameOwner')
    expect(splitOutOwnerRefusal(main, { ownerName: '张三', phone: '2' })).toBeNull()
    expect(splitOutOwnerRefusal(main, { ownerName: '李四', phone: '1' })).toBeNull()
  })
})

describe('permitted ballot actions', () => {
  it('merge only other ballots of the same owner, while both are free', () => {
    const main = voter('1-101')
    expect(mergeRefusal(NOT_STARTED, main, voter('1-201'))).toBeNull()
    expect(mergeRefusal(NOT_STARTED, main, main)).toBe('ballot.itself')
    expect(mergeRefusal(NOT_STARTED, main, voter('1-201', { ballotId: main.ballotId }))).toBe('ballot.alreadyMerged')
    expect(mergeRefusal(NOT_STARTED, main, voter('1-102', { ownerName: '李四' }))).toBe('ballot.otherOwner')
    expect(mergeRefusal(NOT_STARTED, main, voter('1-201', { ballotState: 0 }))).toBe('ballot.frozen')
    expect(mergeRefusal(NOT_STARTED, voter('1-101', { ballotState: 1 }), voter('1-201'))).toBe('ballot.frozen')
    expect(mergeRefusal(TALLYING, main, voter('1-201'))).toBe('ballot.wholeFixed')
    expect(mergeRefusal(VOTING, main, voter('1-201', { isVoided: true }))).toBeNull()
    expect(mergeRefusal(FINISHED, main, voter('1-201'))).toBe('activity.wrongStatus')
  })

  it('give the reason in the words of the refusal or status', () => {
    expect(adjustingInWords(NOT_STARTED, 'ballot.frozen')).toBe('该票权已标记或已投票，不能调整')
    expect(adjustingInWords(FINISHED, 'activity.wrongStatus')).toBe('当前状态为“已结束”，不能调整票权')
    expect(adjustingInWords(FINISHED, null)).toBeNull()
  })

  it('recognise a property merged after it was found', () => {
    expect(mergeRefusal(NOT_STARTED, voter('1-101', { sharedProperties: [shared('1-201', 1)] }), voter('1-201'))).toBe('ballot.alreadyMerged')
  })

  it('split only shared ballots', () => {
    expect(splitRefusal(NOT_STARTED, voter('1-101'))).toBe('ballot.lastOne')
    const both = voter('1-101', { sharedProperties: [shared('1-201', 5_050)] })
    expect(splitRefusal(NOT_STARTED, both)).toBeNull()
    expect(splitRefusal(NOT_STARTED, { ...both, ballotState: 1 })).toBe('ballot.frozen')
    expect(splitRefusal(TALLYING, both)).toBe('ballot.wholeFixed')
    expect(adjustRefusal(FINISHED, both)).toBe('activity.wrongStatus')
  })

  it('change names of a free ballot in the tally, but neither heads nor area', () => {
    expect(adjustRefusal(TALLYING, voter('1-101'))).toBeNull()
    expect(adjustRefusal(TALLYING, voter('1-101', { isVoided: true }))).toBe('ballot.frozen')
    expect(resizeRefusal(TALLYING, voter('1-101'))).toBe('ballot.wholeFixed')
    expect(resizeRefusal(VOTING, voter('1-101'))).toBeNull()
    expect(resizeRefusal(VOTING, voter('1-101', { ballotState: 0 }))).toBe('ballot.frozen')
    expect(resizeRefusal(FINISHED, voter('1-101'))).toBe('activity.wrongStatus')
  })

  it('count all properties of a ballot, the main one first', () => {
    const properties = propertiesOf(voter('1-101', { sharedProperties: [shared('1-201', 5_050)] }))
    expect(properties.map(({ place }) => place)).toEqual(['1-101', '1-201'])
    expect(areaOf(properties)).toBe(15_050)
  })

  it('send the new owners normalised', () => {
    expect(splitOutOf({ ownerName: ' 王五、赵六 ', phone: '13900000001，13900000002' }, 'a', 'p')).toEqual({
      activityId: 'a',
      propertyId: 'p',
      reason: '',
      ownerName: '王五/赵六',
      phone: '13900000001/13900000002',
      idNumber: '',
    })
  })
})

describe('the owner’s other properties', () => {
  it('are those of equal name and ID number, one per ballot', () => {
    const main = voter('1-101', { idNumber: '1' })
    const found = [main, voter('2-101', { idNumber: '1' }), voter('2-102', { idNumber: '1', ballotId: 'b-2-101' }), voter('3-101', { idNumber: '2' })]
    expect(suggestionsOf(main, found).map(({ place }) => place)).toEqual(['2-101'])
  })

  it('are those of equal name and phone if there is no ID number', () => {
    const main = voter('1-101')
    const found = [voter('2-101'), voter('3-101', { phone: '13900139000' }), voter('4-101', { ownerName: '张三丰' })]
    expect(suggestionsOf(main, found).map(({ place }) => place)).toEqual(['2-101'])
    expect(sameOwnerSearch(main)).toBe('张三 13800138000')
  })

  it('are not matched by the placeholder phone', () => {
    expect(sameOwnerSearch(voter('1-101', { phone: '11111111111' }))).toBe('')
    expect(sameOwnerSearch(voter('1-101', { idNumber: '1' }))).toBe('')
  })
})
