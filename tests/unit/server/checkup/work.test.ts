import { expect, it } from 'vitest'
import { shownRows } from '../../../../src/server/features/checkup/work.ts'

const found = (tier: 1 | 2 | 3, properties: number) => ({ tier, properties: Array.from({ length: properties }) })

it('shows fifty properties per finding, and few beyond 2,500 in all unless they must be settled', () => {
  expect(shownRows([found(1, 60), found(2, 3), found(3, 51)])).toEqual([50, 3, 50])
  const many = Array.from({ length: 50 }, () => found(2, 80))
  expect(shownRows([...many, found(1, 60), found(2, 80), found(3, 2)])).toEqual([...Array.from({ length: 50 }, () => 50), 50, 5, 2])
})
