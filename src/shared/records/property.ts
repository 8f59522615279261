import { areaSourceNames, areaSources, occupancies, occupancyNames, propertyCategoryNames } from '../features/property/categories.ts'
import { MAX_OWNERS, propertyMessages as say } from '../features/property/rules.ts'
import { placeAliases, type SheetColumn } from '../import/workbook.ts'
import { isMaskedKind, type MaskedKind } from '../owner/masking.ts'
import { NO_PHONE } from '../owner/numbers.ts'
import { idNumbers, ownerNames, phoneNumbers } from '../owner/owners.ts'
import { MAX_PLACE, placeText } from '../place/placeText.ts'
import { namesOf, type RecordField, type TextField } from './record.ts'

/** A field with its column in the template of 房产导入 (`workbooks.md` section 1), named like the field. */
interface Imported {
  readonly sheet: Omit<SheetColumn, 'name'>
}

const place = { max: MAX_PLACE, kind: 'kept', normalise: placeText } as const

/** A property's place. */
const placeFields = {
  period: {
    wire: 'period',
    column: 'period',
    label: '分期',
    missing: say.period,
    ...place,
    sheet: { aliases: placeAliases.period, isRequired: true, width: 10, sample: '一期', hint: '必填，1-20个字符，例如 一期' },
  },
  zone: {
    wire: 'zone',
    column: 'zone',
    label: '区',
    ...place,
    sheet: { aliases: placeAliases.zone, isRequired: false, width: 10, sample: '', hint: '选填，例如 东区' },
  },
  building: {
    wire: 'building',
    column: 'building',
    label: '楼栋',
    missing: say.building,
    ...place,
    sheet: { aliases: placeAliases.building, isRequired: true, width: 10, sample: '3栋', hint: '必填，例如 3栋' },
  },
  unit: {
    wire: 'unit',
    column: 'unit',
    label: '单元',
    ...place,
    sheet: { aliases: placeAliases.unit, isRequired: false, width: 10, sample: '1单元', hint: '选填，例如 1单元' },
  },
  floor: {
    wire: 'floor',
    column: 'floor',
    label: '楼层',
    ...place,
    sheet: { aliases: ['层'], isRequired: false, width: 8, sample: '12', hint: '选填；不填时按房号推算，1201 为 12 层' },
  },
  room: {
    wire: 'room',
    column: 'room',
    label: '房号',
    missing: say.room,
    ...place,
    sheet: { aliases: placeAliases.room, isRequired: true, width: 10, sample: '1201', hint: '必填，例如 1201' },
  },
} as const satisfies Readonly<Record<string, TextField & Imported>>

/** The person it belongs to. */
const ownerFields = {
  ownerName: {
    wire: 'personname',
    column: 'owner_name',
    label: '产权人',
    kind: 'name',
    max: MAX_OWNERS,
    missing: say.ownerName,
    normalise: ownerNames,
    sheet: {
      aliases: ['产权人姓名', '业主', '业主姓名', '业主名称', '权利人', '姓名'],
      isRequired: true,
      width: 18,
      sample: '张三/李四',
      hint: '必填，多人用 / 分隔',
    },
  },
  phone: {
    wire: 'mobileno',
    column: 'phone',
    label: '手机号',
    kind: 'phone',
    max: MAX_OWNERS,
    missing: say.phone,
    normalise: phoneNumbers,
    sheet: {
      aliases: ['产权人手机号', '手机', '手机号码', '电话', '电话号码', '联系电话', '联系方式'],
      isRequired: true,
      width: 26,
      sample: '13800138000/13900139000',
      hint: `必填，11位手机号或 0532-88888888 这样的座机（分机再加 -801）；产权人之间用 / 分隔，同一人有多个用 + 连接；没有手机号填 ${NO_PHONE}`,
    },
  },
  idNumber: {
    wire: 'idno',
    column: 'id_number',
    label: '证件号',
    kind: 'idNumber',
    max: MAX_OWNERS,
    normalise: idNumbers,
    sheet: {
      aliases: ['身份证', '身份证号', '身份证号码', '公民身份号码', '证号', '证件号码', '业主证件号', '产权人证件号'],
      isRequired: false,
      width: 40,
      sample: '',
      hint: '选填，个数与产权人相同；单元格须为文本格式',
    },
  },
} as const satisfies Readonly<Record<string, TextField & Imported>>

const otherFields = {
  category: {
    wire: 'category',
    column: 'category',
    label: '用途',
    kind: 'kept',
    stored: 'integer',
    sheet: {
      aliases: ['房屋用途', '房屋类型'],
      isRequired: false,
      width: 10,
      sample: '住宅',
      choices: Object.values(propertyCategoryNames),
      cameLater: true,
      hint: '选填：住宅、商铺、车位、其他，空白为住宅；没有这一列时，已有房产的用途不变',
    },
  },
  areaSource: {
    wire: 'areasource',
    column: 'area_source',
    label: '面积依据',
    kind: 'kept',
    stored: 'integer',
    sheet: {
      aliases: ['面积来源'],
      isRequired: false,
      width: 12,
      sample: '登记',
      choices: areaSources.map((source) => areaSourceNames[source]),
      cameLater: true,
      hint: '选填：登记、实测、合同；没有这一列时，已有房产的面积依据不变',
    },
  },
} as const satisfies Readonly<Record<string, RecordField & Imported>>

const areaFields = {
  areaHundredths: {
    wire: 'areasize',
    column: 'area_hundredths',
    label: '面积',
    kind: 'kept',
    stored: 'integer',
    sheet: {
      aliases: ['建筑面积', '产权面积', '面积(㎡)', '建筑面积(㎡)'],
      isRequired: true,
      width: 10,
      sample: 89.5,
      hint: '必填，单位平方米，0.01-99999.99，最多两位小数',
    },
  },
} as const satisfies Readonly<Record<string, RecordField & Imported>>

/** The fields that a roster may change: all but the place. */
const changeableFields = { ...areaFields, ...ownerFields, ...otherFields } as const

/** Notes for visits, kept in the registry only and never counted. */
const doorFields = {
  occupancy: {
    wire: 'occupancy',
    column: 'occupancy',
    label: '居住状态',
    kind: 'kept',
    stored: 'integer',
    sheet: {
      aliases: ['居住情况', '入住状态', '入住情况', '使用状态'],
      isRequired: false,
      width: 12,
      sample: '自住',
      choices: occupancies.map((occupancy) => occupancyNames[occupancy]),
      cameLater: true,
      hint: '选填：自住、出租、空置、已售未过户；没有这一列时，已有房产的居住状态不变',
    },
  },
  remark: {
    wire: 'remark',
    column: 'remark',
    label: '备注',
    kind: 'text',
    max: 200,
    sheet: {
      aliases: [],
      isRequired: false,
      width: 30,
      sample: '',
      cameLater: true,
      hint: '选填，最多200个字符，例如 白天无人；没有这一列时，已有房产的备注不变',
    },
  },
} as const satisfies Readonly<Record<string, (RecordField | TextField) & Imported>>

/** The fields of a property copied by every roster. */
export const copiedRecord = { ...placeFields, ...changeableFields } as const

/**
 * A property, in the registry and, limited to {@link copiedRecord}, in every roster: one line per field, in the order of sheets
 * and lists.
 *
 * The source of the contract's shapes, the tables' columns with their erasure, the row mappers and roster copies, the import's
 * columns, the journal's labels, and the comparison of versions; whatever cannot be derived does not compile while a field is
 * missing there.
 */
export const propertyRecord = { ...copiedRecord, ...doorFields } as const
export type PropertyField = keyof typeof propertyRecord
export type CopiedField = keyof typeof copiedRecord
export type ChangeableField = keyof typeof changeableFields

export const propertyFieldNames = namesOf(propertyRecord)
export const copiedFieldNames = namesOf(copiedRecord)
export const doorFieldNames = namesOf(doorFields)
export const changeableFieldNames = namesOf(changeableFields)
/** Fields typed by people; only these have a length limit. */
export type TypedField = { [Name in PropertyField]: (typeof propertyRecord)[Name] extends TextField ? Name : never }[PropertyField]
export const typedFieldNames = propertyFieldNames.filter((name): name is TypedField => 'max' in propertyRecord[name])

/** The masked fields. */
export type MaskedField = { [Name in PropertyField]: (typeof propertyRecord)[Name]['kind'] extends MaskedKind ? Name : never }[PropertyField]
export const maskedFieldNames = propertyFieldNames.filter((name): name is MaskedField => isMaskedKind(propertyRecord[name].kind))
