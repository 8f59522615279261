import { describe, expect, it } from 'vitest'
import { check, cleanEstate, groupsOf, propertyRow, soundId } from '../../../support/checkedProperties.ts'

const stack = (count: number, fields: object = {}) =>
  Array.from({ length: count }, (_, at) => propertyRow(at, { room: `${at + 1}01`, areaHundredths: 8950 + at, ...fields }))

describe('area', () => {
  it('has its golden list', () => {
    const rows = stack(11)
    rows[3] = { ...rows[3]!, areaHundredths: 89_500 }
    rows[5] = { ...rows[5]!, areaHundredths: 9460 } // 5.05 m² away, and far beyond the spread
    rows[7] = { ...rows[7]!, areaHundredths: 9200 } // within 5 m²
    rows[10] = { ...rows[10]!, areaHundredths: 20_000 } // the top floor
    const found = check(rows).filter(({ rule }) => rule === 'area')
    expect(found.map(({ properties, tier }) => [properties[0]?.room, tier])).toEqual([
      ['401', 2],
      ['601', 2],
      ['1101', 3],
    ])
    expect(found[0]?.why).toBe('登记面积 895.00㎡，同一竖列（尾号 01，共 11 套）的中位数是 89.58㎡，请核对')
  })

  it('reports nothing for four properties, nor for a shop among dwellings', () => {
    const few = stack(4)
    few[2] = { ...few[2]!, areaHundredths: 89_500 }
    expect(groupsOf(check(few), 'area')).toEqual([])
    const mixed = stack(6)
    mixed[0] = { ...mixed[0]!, category: 2, areaHundredths: 30_000 }
    expect(groupsOf(check(mixed), 'area')).toEqual([])
  })
})

describe('samePlace', () => {
  it('has its golden list', () => {
    const found = check([
      propertyRow(0, { building: '3栋', unit: '1单元', room: '101' }),
      propertyRow(1, { building: '3栋', unit: '1单元', room: '0101' }),
      propertyRow(2, { building: '5栋', unit: '一单元', room: '202' }),
      propertyRow(3, { building: '五栋', unit: '1单元', room: '202' }),
      propertyRow(4, { building: '5栋', unit: '2单元', room: '202' }),
      propertyRow(5, { building: 'A座', unit: '', room: '303' }),
      propertyRow(6, { building: 'B座', unit: '', room: '303' }),
    ])
    expect(groupsOf(found, 'samePlace')).toEqual([
      ['p0', 'p1'],
      ['p2', 'p3'],
    ])
    expect(found[0]).toMatchObject({
      tier: 1,
      why: '同一位置写了 2 次：一期-3栋-1单元-101、一期-3栋-1单元-0101，请核对后只保留一条',
      effect: '只留一条后总票权 7 → 6，三分之二线 5 → 4',
    })
  })

  it('costs no head if the other place votes with another property', () => {
    const ballot = { ballotKey: 1, ballotId: 'b1' }
    const [found] = check([propertyRow(0, { room: '101', ...ballot }), propertyRow(1, { room: '0101', ...ballot, ownerName: propertyRow(0).ownerName })], true)
    expect(found).toMatchObject({ rule: 'samePlace', effect: '' })
  })
})

describe('grid', () => {
  const tower = (isThere: (floor: number, column: number) => boolean) =>
    [1, 2, 3, 4, 5, 6].flatMap((floor) =>
      [1, 2, 3].filter((column) => isThere(floor, column)).map((column) => propertyRow(floor * 10 + column, { room: `${floor}0${column}` })),
    )

  it('has its golden list', () => {
    const found = check(tower((floor, column) => !(floor === 5 && column === 2) && floor !== 4)).filter(({ rule }) => rule === 'grid')
    expect(found).toMatchObject([{ tier: 2, missing: ['一期-1栋-1单元-502'] }])
    expect(found[0]?.properties.map(({ room }) => room)).toEqual(['302', '602'])
  })

  it('accepts a column with every other floor, and one that ends early', () => {
    expect(groupsOf(check(tower((floor, column) => column !== 3 || floor % 2 === 1)), 'grid')).toEqual([])
    expect(groupsOf(check(tower((floor, column) => column !== 3 || floor < 4)), 'grid')).toEqual([])
  })
})

describe('phone', () => {
  it('has its golden list', () => {
    const phone = { phone: '13912345678' }
    const found = check([propertyRow(0, phone), propertyRow(1, phone), propertyRow(2, phone), propertyRow(3, { phone: '11111111111' }), propertyRow(4)])
    expect(found.map(({ rule, tier, why }) => [rule, tier, why])).toEqual([
      ['phone', 3, '手机号 139****5678 登记在 3 位产权人名下，请核对'],
      ['phone', 3, '1 套的手机号是占位号码（11111111111），联系不到产权人'],
    ])
    expect(groupsOf(check([propertyRow(0, phone), propertyRow(1, phone)]), 'phone')).toEqual([])
  })
})

describe('ownerKind', () => {
  it('has its golden list', () => {
    const found = check([
      propertyRow(0, { ownerName: '重庆恒源房地产开发有限公司', idNumber: '' }),
      propertyRow(1, { ownerName: '恒源房地产开发有限公司', idNumber: '' }),
      propertyRow(2, { ownerName: '恒源地产有限公司', idNumber: '' }),
      propertyRow(3, { ownerName: '恒源物业服务有限公司', idNumber: '' }),
      propertyRow(4, { ownerName: '甲一/乙二', idNumber: `${soundId(1)}/${soundId(2)}`, phone: '13900000001/13900000002' }),
    ]).filter(({ rule }) => rule === 'ownerKind')
    expect(found.map(({ tier, properties, effect }) => [tier, properties.map(({ propertyId }) => propertyId).join(), effect])).toEqual([
      [2, 'p0,p1,p2', '合并后总票权 5 → 3，三分之二线 4 → 2'],
      [3, 'p0', ''],
      [3, 'p1', ''],
      [3, 'p2', ''],
      [3, 'p3', ''],
      [3, 'p4', ''],
    ])
  })
})

describe('a check-up', () => {
  it('finds nothing to settle in a clean estate, and hardly anything to review', () => {
    for (const isRoster of [false, true]) {
      const rows = cleanEstate(5_280, isRoster)
      const found = check(rows, isRoster)
      expect(found.filter(({ tier }) => tier === 1)).toEqual([])
      expect(found.filter(({ tier }) => tier === 2).flatMap(({ properties }) => properties).length).toBeLessThanOrEqual(rows.length * 0.02)
    }
  })

  it('assigns a property to its first finding on owners only', () => {
    const wrong = soundId(9).slice(0, 17) + (soundId(9).endsWith('1') ? '2' : '1')
    const rows = [propertyRow(0, { ownerName: '张三', idNumber: wrong }), propertyRow(1, { ownerName: '张三 ', idNumber: wrong, ballotId: 'b' })]
    const found = check(
      [
        { ...rows[0]!, ballotKey: 1 },
        { ...rows[1]!, ballotKey: 2 },
      ],
      true,
    )
    expect(found.map(({ rule }) => rule)).toEqual(['sameOwner'])
  })

  it('keeps a finding’s id until one of its values changes', () => {
    const rows = [
      propertyRow(0, { ownerName: '张三', phone: '13900001111', idNumber: '' }),
      propertyRow(1, { ownerName: '張三', phone: '13900001111', idNumber: '' }),
    ]
    const idOf = (some: typeof rows) => check(some)[0]?.id
    expect(idOf([...rows, propertyRow(2)])).toBe(idOf(rows))
    expect(idOf([{ ...rows[0]!, areaHundredths: 1 }, rows[1]!])).toBe(idOf(rows))
    expect(idOf([{ ...rows[0]!, idNumber: soundId(1) }, rows[1]!])).not.toBe(idOf(rows))
  })
})
