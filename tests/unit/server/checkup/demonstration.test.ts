import { expect, it } from 'vitest'
import { demoProperties, demoRegistry } from '../../../../build/scripts/demo-properties.mjs'
import { placeInWords } from '../../../../src/shared/place/place.ts'
import { check, propertyRow } from '../../../support/checkedProperties.ts'

const categories = { 住宅: 1, 商铺: 2, 车位: 3 } as const
const rowsOf = (properties: ReturnType<typeof demoRegistry>) =>
  properties.map(({ area, category = '住宅', ...property }, index) =>
    propertyRow(index, { ...property, areaHundredths: Math.round(area * 100), category: categories[category as keyof typeof categories] }),
  )

it('the demonstration has the intended check-up faults, and no others to settle', () => {
  const found = check(rowsOf(demoRegistry()))
  expect(found.filter(({ tier }) => tier === 1).map(({ properties }) => [...new Set(properties.map(({ ownerName }) => ownerName))])).toEqual([
    ['钟燕燕', '鐘燕燕'],
    ['谭志娟', '谭志鹃'],
    ['魏强'],
  ])
  const named = (rule: string) => found.filter((finding) => finding.rule === rule && finding.tier === 2)
  expect(named('idNumber').map(({ properties }) => properties.map(placeInWords))).toEqual([['一期-4栋-1单元-301']])
  expect(named('area').map(({ properties }) => properties.map(placeInWords))).toEqual([['二期-西区-3栋-1单元-502']])
  expect(named('grid').map(({ missing }) => missing)).toEqual([['二期-东区-2栋-1单元-702']])
  // The base data of other tests has no faults.
  expect(check(rowsOf(demoProperties())).filter(({ tier }) => tier === 1)).toEqual([])
})
