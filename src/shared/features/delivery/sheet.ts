import { namedFields } from '../../import/columns.ts'
import { placeAliases, type SheetColumn } from '../../import/workbook.ts'
import { toldFields } from '../../records/delivery.ts'
import { propertyRecord } from '../../records/property.ts'
import { DELIVERY_METHODS, deliveryMethodNames } from '../activity/deliveryPolicy.ts'
import { RELATIONS, relationNames } from './judging.ts'
import { VOTE_SOURCES, voteSourceNames } from './contract.ts'

const ways = VOTE_SOURCES.map((source) => voteSourceNames[source])

/** 送达登记 (`workbooks.md` section 2). */
export const deliverySheet = {
  title: '送达登记',
  fileName: '送达登记模板.xlsx',
  columns: {
    period: {
      name: propertyRecord.period.label,
      aliases: placeAliases.period,
      isRequired: true,
      width: 10,
      sample: '一期',
      hint: '必填，与房产信息中的分期一致',
    },
    zone: { name: propertyRecord.zone.label, aliases: placeAliases.zone, isRequired: false, width: 10, sample: '', hint: '选填，与房产信息中的区一致' },
    building: { name: propertyRecord.building.label, aliases: placeAliases.building, isRequired: true, width: 10, sample: '3栋', hint: '必填，例如 3栋' },
    unit: { name: propertyRecord.unit.label, aliases: placeAliases.unit, isRequired: false, width: 10, sample: '1单元', hint: '选填，例如 1单元' },
    room: { name: propertyRecord.room.label, aliases: placeAliases.room, isRequired: true, width: 10, sample: '1201', hint: '必填，例如 1201' },
    voteSource: {
      name: '送达方式',
      aliases: [],
      isRequired: true,
      width: 12,
      sample: '上门',
      choices: ways,
      hint: `必填，从下拉列表中选择：${ways.join('、')}`,
    },
    deliveredAt: {
      name: '送达时间',
      aliases: [],
      isRequired: true,
      width: 20,
      sample: '2026-05-01 09:30',
      hint: '必填，例如 2026-05-01 09:30，也可以是日期单元格；不能晚于当前时间',
    },
    deliveredBy: { name: '送达人', aliases: [], isRequired: false, width: 12, sample: '王五', hint: '选填，上门或打电话的人' },
    remark: { name: '备注', aliases: [], isRequired: false, width: 30, sample: '', hint: '选填' },
    method: {
      name: '认可方式',
      aliases: ['认可的送达方式'],
      isRequired: false,
      width: 18,
      sample: '当面签收',
      choices: DELIVERY_METHODS.map((method) => deliveryMethodNames[method]),
      hint: '选填，活动设置了认可的送达方式时从下拉列表中选择',
    },
    receiver: { name: '签收人', aliases: [], isRequired: false, width: 12, sample: '', hint: '选填，签收人姓名' },
    relation: {
      name: '关系',
      aliases: ['签收人关系', '与业主关系'],
      isRequired: false,
      width: 10,
      sample: '本人',
      choices: RELATIONS.map((relation) => relationNames[relation]),
      hint: '选填，签收人与业主的关系：本人、同住人、代收、其他',
    },
    secondDeliverer: { name: '第二送达人', aliases: [], isRequired: false, width: 12, sample: '', hint: '选填，一同送达的人' },
    trackingNo: { name: '单号', aliases: ['邮寄单号', '快递单号'], isRequired: false, width: 20, sample: '', hint: '选填，邮寄单号' },
    noticeFrom: { name: '公告起', aliases: [], isRequired: false, width: 18, sample: '', hint: '选填，公告开始的时间，例如 2026-05-01 09:30' },
    noticeTo: { name: '公告止', aliases: [], isRequired: false, width: 18, sample: '', hint: '选填，公告结束的时间，例如 2026-05-08 18:00' },
  },
} as const satisfies {
  readonly title: string
  readonly fileName: string
  readonly columns: Readonly<Record<'period' | 'zone' | 'building' | 'unit' | 'room' | keyof typeof toldFields, SheetColumn>>
}

export type DeliveryColumn = keyof typeof deliverySheet.columns

/** The columns by wire name. */
export const deliverySheetFields = Object.fromEntries(
  (Object.keys(deliverySheet.columns) as DeliveryColumn[]).map((name) => [{ ...propertyRecord, ...toldFields }[name].wire, name]),
)

export const deliveryNamedFields = namedFields(deliverySheet.columns, deliverySheetFields)
