import type { Property } from '#shared/features/property/contract.ts'
import { Masked } from '../../widgets/Masked.tsx'
import { formatArea } from '../../widgets/numbers.ts'
import type { PageColumn } from '../../widgets/PageTable.tsx'

const zone: PageColumn<Property> = { key: 'zone', title: '区', text: (row) => row.zone, width: 62 }

const columns: readonly PageColumn<Property>[] = [
  { key: 'period', title: '分期', text: (row) => row.period, width: 78, sort: 'place' },
  { key: 'building', title: '楼栋', text: (row) => row.building, width: 62 },
  { key: 'unit', title: '单元', text: (row) => row.unit, width: 66 },
  { key: 'floor', title: '楼层', text: (row) => row.floor, width: 52 },
  { key: 'room', title: '房号', text: (row) => row.room, width: 64, isAlwaysShown: true },
  { key: 'ownerName', title: '产权人', text: (row) => row.ownerName, width: 112 },
  { key: 'phone', title: '手机号', text: (row) => row.phone, cell: (row) => <Masked kind="phone" text={row.phone} />, width: 136 },
  { key: 'idNumber', title: '证件号', text: (row) => row.idNumber, cell: (row) => <Masked kind="idNumber" text={row.idNumber} />, width: 178 },
  { key: 'area', title: '面积(㎡)', text: (row) => formatArea(row.areaHundredths), kind: 'number', width: 116, sort: 'area' },
]

/** The list's columns; 区 is among them only in an estate that has zones. */
export function columnsOf(hasZones: boolean): readonly PageColumn<Property>[] {
  const [period, ...rest] = columns
  return hasZones && period ? [period, zone, ...rest] : columns
}
