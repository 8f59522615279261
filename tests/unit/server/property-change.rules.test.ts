import { expect, it } from 'vitest'
import { decisionRefusal, searchTextOf } from '../../../src/server/features/property-change/rules.ts'

it('a change request is decided once, while pending', () => {
  expect(decisionRefusal(0)).toBeNull()
  for (const status of [1, 2] as const) expect(decisionRefusal(status)).toBe('propertyChange.decided')
})

it('a change request is searched by applicant, place, estate and both owners, per field', () => {
  const state = { period: '一期', zone: '', building: 'A栋', unit: '', room: '101', areaHundredths: 1, estateName: '翠苑', activityTitle: '' }
  const before = { ...state, ownerName: '张三', phone: '138', idNumber: 'X1' }
  const after = { ...state, ownerName: '李四', phone: '139', idNumber: '' }
  expect(searchTextOf('王五', before, after).split('\n')).toEqual(['王五', '一期-a栋-101', '翠苑', '张三', '138', 'x1', '李四', '139', ''])
})
