import type { RecordField, TextField } from './record.ts'

const text = { kind: 'kept' } as const
const division = { max: 12, ...text } as const

/** Codes of an estate's divisions, from the province down; `''` below the chosen one. */
export const divisionFields = {
  provinceCode: { wire: 'provinceid', column: 'province_code', label: '省', ...division },
  cityCode: { wire: 'cityid', column: 'city_code', label: '市', ...division },
  areaCode: { wire: 'areaid', column: 'area_code', label: '区县', ...division },
  subdistrictCode: { wire: 'subdistrictid', column: 'subdistrict_code', label: '街道', ...division },
  communityCode: { wire: 'communityid', column: 'community_code', label: '社区', ...division },
} as const satisfies Readonly<Record<string, RecordField>>

/** An estate's entered fields: the source of the contract's shapes, the columns and the journal's before and after. */
export const estateRecord = {
  name: { wire: 'name', column: 'name', label: '小区名称', max: 60, missing: '请输入小区名称', ...text },
  address: { wire: 'addr', column: 'address', label: '详细地址', max: 200, missing: '请输入含省市区的详细地址', ...text },
  ...divisionFields,
} as const satisfies Readonly<Record<string, TextField>>
