import { describe, expect, it } from 'vitest'
import { branchOf, matchRows, deliveryStatus } from '../../../src/server/features/delivery/rules.ts'
import type { CellValue } from '../../../src/server/workbooks/cells.ts'
import { deliveryKind, type DeliveryRow } from '../../../src/server/features/delivery/sheet.ts'

describe('the delivery status of a roster row', () => {
  it('is voted before delivered, and none without both', () => {
    expect([
      deliveryStatus(1, true),
      deliveryStatus(1, false),
      deliveryStatus(0, true),
      deliveryStatus(null, true),
      deliveryStatus(0, false),
      deliveryStatus(null, false),
    ]).toEqual([1, 1, 0, 0, null, null])
  })

  it('is filtered from building level down', () => {
    expect([branchOf(''), branchOf('一期'), branchOf('一期▶东区')]).toEqual([null, null, null])
    expect(branchOf('一期▶▶3栋')).toEqual({ period: '一期', zone: '', building: '3栋', unit: null })
    expect(branchOf('一期▶▶3栋▶')).toEqual({ period: '一期', zone: '', building: '3栋', unit: '' })
  })
})

describe('parsing a sheet of deliveries', () => {
  const blank = {
    period: '一期',
    zone: null,
    building: '1栋',
    unit: null,
    room: '101',
    voteSource: '电话',
    deliveredAt: '2026-05-01 09:30',
    deliveredBy: null,
    remark: null,
    method: null,
    receiver: null,
    relation: null,
    secondDeliverer: null,
    trackingNo: null,
    noticeFrom: null,
    noticeTo: null,
  } as const
  const read = (cells: Partial<Record<keyof typeof blank, CellValue>>) => {
    const wrong: [string, string][] = []
    const row = deliveryKind.understand(
      7,
      { ...blank, ...cells },
      { wrong: (column, message) => wrong.push([column, message]), doubt: () => undefined },
      new Set(),
    )
    return { row, wrong }
  }
  const at = (moment: string) => Date.parse(`${moment}+08:00`)

  it.each([
    ['2026-05-01 09:30', '2026-05-01T09:30:00'],
    ['2026-05-01 09:30:05', '2026-05-01T09:30:05'],
    ['2026-05-01T09:30', '2026-05-01T09:30:00'],
    ['2026/5/1 9:30', '2026-05-01T09:30:00'],
    ['2026.5.1', '2026-05-01T00:00:00'],
    ['2026年5月1日 9:30', '2026-05-01T09:30:00'],
    [new Date('2026-05-01T09:30:00Z'), '2026-05-01T09:30:00'],
    // A day's fraction as a double, just before the minute.
    [new Date(Date.parse('2026-05-01T09:30:00Z') - 1), '2026-05-01T09:30:00'],
  ])('reads the time %s as China’s clock shows it', (time, moment) => {
    expect(read({ deliveredAt: time })).toMatchObject({ row: { deliveredAt: at(moment) }, wrong: [] })
  })

  it.each(['2026-13-01 09:30', '2026-02-30', '26-05-01 09:30', '1999-05-01', '2026-05-01 24:00', '2026-05-01 9:3', '下午', 46_140, true])(
    'takes %s for no time',
    (time) => {
      expect(read({ deliveredAt: time }).wrong).toEqual([['deliveredAt', '送达时间格式不正确，应为 2026-05-01 09:30']])
    },
  )

  it('reads the evidence columns, and lists their valid words', () => {
    const cells = {
      method: '公告',
      receiver: ' 李四 ',
      relation: '同住人',
      secondDeliverer: '王五',
      trackingNo: 'EMS 123',
      noticeFrom: '2026-05-01',
      noticeTo: '2026/5/8',
    }
    expect(read(cells)).toMatchObject({
      row: { method: 6, relation: 2, secondDeliverer: '王五', noticeFrom: at('2026-05-01T00:00:00'), noticeTo: at('2026-05-08T00:00:00') },
      wrong: [],
    })
    expect(read({}).row).toMatchObject({ method: null, receiver: '', relation: null, noticeFrom: null, noticeTo: null })
    expect(read({ method: '快递', relation: '邻居', receiver: 'x'.repeat(31), noticeFrom: '2026-05-08', noticeTo: '2026-05-01' }).wrong).toEqual([
      ['method', '认可方式应为当面签收、同住人签收、信报箱、登记地址邮寄、登记手机短信或微信、公告之一'],
      ['receiver', '签收人不能超过30个字符'],
      ['relation', '关系应为本人、同住人、代收、其他之一'],
      ['noticeTo', '公告止不能早于公告起'],
    ])
    expect(read({ noticeFrom: '下周' }).wrong).toEqual([['noticeFrom', '公告起格式不正确，应为 2026-05-01 09:30']])
    expect(deliveryKind.show(read(cells).row)).toMatchObject({ method: '公告', relation: '同住人', noticeFrom: '2026-05-01 00:00' })
  })

  it('treats the same property with another time or method as another delivery', () => {
    const identities = [{}, { deliveredAt: '2026-05-01 09:31' }, { voteSource: '上门' }, { room: '102' }, {}].map((cells) =>
      deliveryKind.identityOf(read(cells).row),
    )
    expect(new Set(identities).size).toBe(4)
    expect(deliveryKind.identityOf(read({ deliveredAt: '下午' }).row)).toBeNull()
    expect(deliveryKind.identityOf(read({ room: 'x'.repeat(21) }).row)).toBeNull()
  })

  it('matches each row’s property exactly, and reports unknown ones and future times', () => {
    const place = { period: '一期', zone: '', building: '1栋', unit: '', room: '101' }
    const row = (number: number, more: Partial<DeliveryRow>): DeliveryRow => ({
      row: number,
      ...place,
      voteSource: 1,
      deliveredAt: 10,
      deliveredBy: '',
      remark: '',
      method: null,
      receiver: '',
      relation: null,
      secondDeliverer: '',
      trackingNo: '',
      noticeFrom: null,
      noticeTo: null,
      ...more,
    })
    const rows = [row(2, {}), row(3, { zone: '东区' }), row(4, { deliveredAt: 11 }), row(5, { room: '102', deliveredAt: 12 })]
    const { matched, errors } = matchRows(rows, [{ ...place, id: 42, owner: '张三' }], 10)
    expect(matched.map((each) => [each.row, each.rosterPropertyKey])).toEqual([
      [2, 42],
      [4, 42],
    ])
    expect(errors).toEqual([
      { row: 3, column: '房号', message: '未找到房屋', value: '101', place: '一期-东区-1栋-101', owner: '' },
      { row: 4, column: '送达时间', message: '送达时间不能晚于当前时间', value: '1970-01-01 08:00', place: '一期-1栋-101', owner: '张三' },
      { row: 5, column: '房号', message: '未找到房屋', value: '102', place: '一期-1栋-102', owner: '' },
      { row: 5, column: '送达时间', message: '送达时间不能晚于当前时间', value: '1970-01-01 08:00', place: '一期-1栋-102', owner: '' },
    ])
  })
})
