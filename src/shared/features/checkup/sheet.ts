import { namedFields } from '../../import/columns.ts'
import type { SheetColumn } from '../../import/workbook.ts'
import { propertySheet } from '../property/sheet.ts'

const free = { isRequired: false, width: 12, sample: '', hint: '' } as const
const { period, zone, building, unit, room, areaHundredths: area, ownerName } = propertySheet.columns
const like = ({ name, aliases }: Pick<SheetColumn, 'name' | 'aliases'>, more: readonly string[] = []): SheetColumn => ({
  ...free,
  name,
  aliases: [...aliases, ...more],
})

/** Columns of an external list (维修资金, land registry extract); all of them optional. */
export const comparisonColumns = {
  place: {
    ...free,
    name: '房屋坐落',
    aliases: ['坐落', '不动产坐落', '房屋', '房屋地址', '房产地址', '房产', '房屋位置', '位置', '地址', '详细地址', '房产坐落', '坐落位置'],
  },
  period: like(period),
  zone: like(zone),
  building: like(building, ['楼号', '幢号', '栋号', '楼幢号', '座号']),
  unit: like(unit, ['门号', '单元名称']),
  room: like(room, ['门牌号', '户号', '房号/室号', '室']),
  area: like(area, ['登记面积', '产权面积', '面积（平方米）', '面积(平方米)', '建筑面积（㎡）', '房屋面积', '房产面积']),
  ownerName: like(ownerName, ['权利人', '所有权人', '权利人名称', '权属人', '购房人', '缴存人', '交款人', '户名', '房主', '产权人名称', '业主名称']),
} as const satisfies Readonly<Record<string, SheetColumn>>

export type ComparisonColumn = keyof typeof comparisonColumns

/** The columns by wire name. */
export const comparisonFields = {
  place: 'place',
  period: 'period',
  zone: 'zone',
  building: 'building',
  unit: 'unit',
  room: 'room',
  areasize: 'area',
  ownername: 'ownerName',
} as const satisfies Readonly<Record<string, ComparisonColumn>>

export const comparisonNamedFields = namedFields(comparisonColumns, comparisonFields)

/** What a file lacks for a comparison: columns for the place; which other columns it has does not matter. */
export function lackingColumns(has: ReadonlySet<ComparisonColumn>): ComparisonColumn[] {
  if (has.has('place') || (has.has('building') && has.has('room'))) return []
  if (has.has('building')) return ['room']
  return has.has('room') ? ['building'] : ['place']
}
