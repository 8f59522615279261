import { expect, it } from 'vitest'
import { hasZones } from '../../../src/renderer/features/property/zones.ts'

const leaf = (path: string) => ({ path, label: path.split('▶').at(-1) ?? '', children: [] })

it('an estate has zones if any property in its tree is in one', () => {
  const withoutZone = { ...leaf('一期'), children: [{ ...leaf('一期▶▶3栋'), children: [leaf('一期▶▶3栋▶1单元')] }] }
  expect(hasZones([])).toBe(false)
  expect(hasZones([withoutZone])).toBe(false)
  expect(hasZones([withoutZone, { ...leaf('二期'), children: [{ ...leaf('二期▶东区'), children: [leaf('二期▶东区▶1栋')] }] }])).toBe(true)
})
