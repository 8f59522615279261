import type { SheetColumn } from '../../import/workbook.ts'

/** How an owner was told: the position, from 1, is the vote source on the wire (`console.md` section 4). */
export const NOTIFICATION_WAYS = ['电话', '上门', '定点', '线上', '其他'] as const

/** 送达登记 (`workbooks.md` section 2). */
export const notificationSheet = {
  title: '送达登记',
  fileName: '送达登记模板.xlsx',
  columns: {
    period: { name: '分期', aliases: ['期', '期数'], isRequired: true, width: 10, sample: '一期', hint: '必填，与房产信息中的分期一致' },
    zone: { name: '区', aliases: ['区域', '分区'], isRequired: false, width: 10, sample: '', hint: '选填，与房产信息中的区一致' },
    building: { name: '楼栋', aliases: ['楼栋号', '幢', '栋'], isRequired: true, width: 10, sample: '3栋', hint: '必填，例如 3栋' },
    unit: { name: '单元', aliases: ['单元号'], isRequired: false, width: 10, sample: '1单元', hint: '选填，例如 1单元' },
    room: { name: '房号', aliases: ['房屋号', '室号', '房间号'], isRequired: true, width: 10, sample: '1201', hint: '必填，例如 1201' },
    way: {
      name: '送达方式',
      aliases: [],
      isRequired: true,
      width: 12,
      sample: '上门',
      choices: NOTIFICATION_WAYS,
      hint: '必填，从下拉列表中选择：电话、上门、定点、线上、其他',
    },
    time: {
      name: '送达时间',
      aliases: [],
      isRequired: true,
      width: 20,
      sample: '2026-05-01 09:30',
      hint: '必填，例如 2026-05-01 09:30，也可以是日期单元格；不能晚于当前时间',
    },
    sender: { name: '送达人', aliases: [], isRequired: false, width: 12, sample: '王五', hint: '选填，上门或打电话的人' },
    remark: { name: '备注', aliases: [], isRequired: false, width: 30, sample: '', hint: '选填' },
  },
} as const satisfies { readonly title: string; readonly fileName: string; readonly columns: Readonly<Record<string, SheetColumn>> }

export type NotificationColumn = keyof typeof notificationSheet.columns
