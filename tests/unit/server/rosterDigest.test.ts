import { expect, it } from 'vitest'
import { rosterDigestOf } from '../../../src/server/features/audit/replay/digests.ts'

const ballot = [{ id: 'b1', isEnded: 0 }]
const house = {
  id: 'h1',
  ballotId: 'b1',
  period: '一期',
  zone: '',
  building: '1栋',
  unit: '1单元',
  room: '101',
  areaHundredths: 8950,
  ownerName: '张三',
  phone: '13800138000',
  idNumber: '',
  ownerSalt: '00112233445566778899aabbccddeeff',
}
const digestOf = (fields: object) => rosterDigestOf({ ballot, house: [{ ...house, ...fields }] })

it('the digest of a roster of before houses had a category stays what it was', async () => {
  // Written down from the program as it was then: what was signed must still verify.
  const before = 'c4157f197635098d7163c4e320c3608c9ad0dfbeb8dad06430ecf63e78da7460'
  expect(await digestOf({})).toBe(before)
  expect(await digestOf({ category: 1, areaSource: 0 })).toBe(before)
})

it('the digest holds what a house is, and not where its area comes from', async () => {
  expect(await digestOf({ category: 2 })).not.toBe(await digestOf({}))
  expect(await digestOf({ areaSource: 2 })).toBe(await digestOf({}))
})
