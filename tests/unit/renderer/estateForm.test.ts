import { expect, it } from 'vitest'
import type { Estate } from '#shared/features/estate/contract.ts'
import { addressInWords, draftOf, valuesOf } from '../../../src/renderer/features/estate/estateForm.ts'

const estate: Estate = {
  id: 'e1',
  name: '翠湖花园',
  address: '文三路 88 号',
  divisionName: '浙江省杭州市西湖区',
  propertyCount: 0,
  ballotCount: 0,
  areaHundredths: 0,
  categories: [],
  provinceCode: '33',
  cityCode: '3301',
  areaCode: '330106',
  subdistrictCode: '',
  version: '2026-05-01 09:00:00',
  communityCode: '',
}

it('an estate form filled to the third level names three divisions and leaves the others empty', () => {
  expect(draftOf({ name: ' 翠湖花园 ', address: '文三路 88 号 ', divisions: ['33', '3301', '330106'] })).toEqual({
    name: '翠湖花园',
    address: '文三路 88 号',
    provinceCode: '33',
    cityCode: '3301',
    areaCode: '330106',
    subdistrictCode: '',
    communityCode: '',
  })
})

it('an untouched division is empty, not undefined', () => {
  expect(Object.values(draftOf({ name: '甲', address: '乙' }))).toEqual(['甲', '乙', '', '', '', '', ''])
})

it('submitting an unchanged estate sends what was there', () => {
  const { name, address, provinceCode, cityCode, areaCode, subdistrictCode, communityCode } = estate
  expect(draftOf(valuesOf(estate))).toEqual({ name, address, provinceCode, cityCode, areaCode, subdistrictCode, communityCode })
})

it('an estate with five levels, or none, fills the whole cascade', () => {
  expect(valuesOf({ ...estate, subdistrictCode: '330106001', communityCode: '330106001002' }).divisions).toHaveLength(5)
  expect(valuesOf({ ...estate, provinceCode: '', cityCode: '', areaCode: '' }).divisions).toEqual([])
})

it('the estate list shows the divisions before the address, once', () => {
  expect(addressInWords(estate)).toBe('浙江省杭州市西湖区文三路 88 号')
  expect(addressInWords({ divisionName: '浙江省杭州市西湖区', address: '浙江省杭州市西湖区文三路 88 号' })).toBe('浙江省杭州市西湖区文三路 88 号')
})
