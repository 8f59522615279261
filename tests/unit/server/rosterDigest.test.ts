import { expect, it } from 'vitest'
import { createRosterDigest } from '../../../src/server/features/journal/replay/digests.ts'

const property = {
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
function digestOf(fields: object): string {
  const digest = createRosterDigest()
  digest.add('b1', [{ ...property, ...fields }])
  return digest.end()
}

it('the digest of a roster without categories is unchanged', () => {
  // Recorded from the program at that time: old signatures must still verify.
  const before = 'c4157f197635098d7163c4e320c3608c9ad0dfbeb8dad06430ecf63e78da7460'
  expect(digestOf({})).toBe(before)
  expect(digestOf({ category: 1, areaSource: 0 })).toBe(before)
})

it('the digest includes a property’s category, and not its area source', () => {
  expect(digestOf({ category: 2 })).not.toBe(digestOf({}))
  expect(digestOf({ areaSource: 2 })).toBe(digestOf({}))
})
