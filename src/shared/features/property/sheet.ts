import { areaSourceNames, areaSources, occupancies, occupancyNames, propertyCategoryNames } from './categories.ts'
import { namedFields } from '../../import/columns.ts'
import { placeAliases, type SheetColumn } from '../../import/workbook.ts'
import { NO_PHONE } from '../../owner/numbers.ts'
import { propertyFieldNames, propertyRecord, type PropertyField } from '../../records/property.ts'

/** 房产导入 (`workbooks.md` section 1). */
export const propertySheet = {
  title: '房产信息',
  fileName: '房产导入模板.xlsx',
  columns: {
    period: {
      name: propertyRecord.period.label,
      aliases: placeAliases.period,
      isRequired: true,
      width: 10,
      sample: '一期',
      hint: '必填，1-20个字符，例如 一期',
    },
    zone: { name: propertyRecord.zone.label, aliases: placeAliases.zone, isRequired: false, width: 10, sample: '', hint: '选填，例如 东区' },
    building: { name: propertyRecord.building.label, aliases: placeAliases.building, isRequired: true, width: 10, sample: '3栋', hint: '必填，例如 3栋' },
    unit: { name: propertyRecord.unit.label, aliases: placeAliases.unit, isRequired: false, width: 10, sample: '1单元', hint: '选填，例如 1单元' },
    floor: { name: propertyRecord.floor.label, aliases: ['层'], isRequired: false, width: 8, sample: '12', hint: '选填；不填时按房号推算，1201 为 12 层' },
    room: { name: propertyRecord.room.label, aliases: placeAliases.room, isRequired: true, width: 10, sample: '1201', hint: '必填，例如 1201' },
    areaHundredths: {
      name: propertyRecord.areaHundredths.label,
      aliases: ['建筑面积', '产权面积', '面积(㎡)', '建筑面积(㎡)'],
      isRequired: true,
      width: 10,
      sample: 89.5,
      hint: '必填，单位平方米，0.01-99999.99，最多两位小数',
    },
    ownerName: {
      name: propertyRecord.ownerName.label,
      aliases: ['产权人姓名', '业主', '业主姓名', '业主名称', '权利人', '姓名'],
      isRequired: true,
      width: 18,
      sample: '张三/李四',
      hint: '必填，多人用 / 分隔',
    },
    phone: {
      name: propertyRecord.phone.label,
      aliases: ['产权人手机号', '手机', '手机号码', '电话', '电话号码', '联系电话', '联系方式'],
      isRequired: true,
      width: 26,
      sample: '13800138000/13900139000',
      hint: `必填，11位手机号或 0532-88888888 这样的座机（分机再加 -801）；产权人之间用 / 分隔，同一人有多个用 + 连接；没有手机号填 ${NO_PHONE}`,
    },
    idNumber: {
      name: propertyRecord.idNumber.label,
      aliases: ['身份证', '身份证号', '身份证号码', '公民身份号码', '证号', '证件号码', '业主证件号', '产权人证件号'],
      isRequired: false,
      width: 40,
      sample: '',
      hint: '选填，个数与产权人相同；单元格须为文本格式',
    },
    category: {
      name: propertyRecord.category.label,
      aliases: ['房屋用途', '房屋类型'],
      isRequired: false,
      width: 10,
      sample: '住宅',
      choices: Object.values(propertyCategoryNames),
      cameLater: true,
      hint: '选填：住宅、商铺、车位、其他，空白为住宅；没有这一列时，已有房产的用途不变',
    },
    areaSource: {
      name: propertyRecord.areaSource.label,
      aliases: ['面积来源'],
      isRequired: false,
      width: 12,
      sample: '登记',
      choices: areaSources.map((source) => areaSourceNames[source]),
      cameLater: true,
      hint: '选填：登记、实测、合同；没有这一列时，已有房产的面积依据不变',
    },
    occupancy: {
      name: propertyRecord.occupancy.label,
      aliases: ['居住情况', '入住状态', '入住情况', '使用状态'],
      isRequired: false,
      width: 12,
      sample: '自住',
      choices: occupancies.map((occupancy) => occupancyNames[occupancy]),
      cameLater: true,
      hint: '选填：自住、出租、空置、已售未过户；没有这一列时，已有房产的居住状态不变',
    },
    remark: {
      name: propertyRecord.remark.label,
      aliases: [],
      isRequired: false,
      width: 30,
      sample: '',
      cameLater: true,
      hint: '选填，最多200个字符，例如 白天无人；没有这一列时，已有房产的备注不变',
    },
  },
} as const satisfies { readonly title: string; readonly fileName: string; readonly columns: Readonly<Record<PropertyField, SheetColumn>> }

/** The columns by the names that they have on the wire. */
export const propertySheetFields = Object.fromEntries(propertyFieldNames.map((name) => [propertyRecord[name].wire, name]))

export const propertyNamedFields = namedFields(propertySheet.columns, propertySheetFields)
