import { readyProperties, type CheckupRow } from '../../src/server/features/checkup/rules/properties.ts'
import { checkProperties, type Found } from '../../src/server/features/checkup/rules/check.ts'
import type { CheckRule } from '../../src/shared/features/checkup/rules.ts'

export const CHECK_DAY = 20_260_501

/** An ID number with a valid check digit. */
export function soundId(number: number, birthday = `19${60 + (number % 40)}0${1 + (number % 9)}1${number % 9}`): string {
  const digits = `110${String(101 + (Math.floor(number / 1000) % 800))}${birthday}${String(number % 1000).padStart(3, '0')}`
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
  return digits + '10X98765432'[weights.reduce((sum, weight, at) => sum + weight * Number(digits[at]), 0) % 11]
}

const surnames = Array.from(
  '王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐许韩冯邓曹彭曾萧田董潘袁蔡蒋余于杜叶程魏苏吕丁沈任姚卢傅钟姜崔谭廖范汪陆金石戴贾韦夏邱方侯邹熊孟秦白江阎薛尹段雷黎史龙陶贺顾毛郝龚邵万钱',
)
const given = Array.from('伟芳娜敏静丽强磊军洋勇艳杰娟涛明超霞平刚桂英华玉兰建国志文海波晓东秀云红梅春燕鹏飞宇婷雪琳浩然子涵欣怡思远嘉豪雨桐博')
export const personName = (number: number): string =>
  (surnames[number % surnames.length] ?? '') + (given[Math.floor(number / 97) % given.length] ?? '') + (given[(number * 7) % given.length] ?? '')

/** A row with the given fields; otherwise a separate property without faults. */
export function propertyRow(number: number, fields: Partial<CheckupRow> = {}): CheckupRow {
  return {
    propertyId: `p${number}`,
    rosterPropertyId: '',
    ballotKey: null,
    ballotId: '',
    period: '一期',
    zone: '',
    building: '1栋',
    unit: '1单元',
    floor: '',
    room: `${101 + number}A`,
    areaHundredths: 8950,
    category: 1,
    occupancy: 0,
    ownerName: personName(number),
    phone: `139${String(number).padStart(8, '0')}`,
    idNumber: soundId(number),
    ...fields,
  }
}

/** An estate without faults: buildings of eleven floors, two units of four rooms; a third are co-owned. */
export function cleanEstate(count: number, asRoster = false): CheckupRow[] {
  return Array.from({ length: count }, (_, number) => {
    const column = number % 4
    const floor = 1 + (Math.floor(number / 4) % 11)
    const unit = 1 + (Math.floor(number / 44) % 2)
    const building = 1 + Math.floor(number / 88)
    const isShared = number % 3 === 2
    const [one, other] = [number * 2, number * 2 + 1]
    const both = (make: (person: number) => string): string => (isShared ? `${make(one)}/${make(other)}` : make(one))
    return propertyRow(number, {
      building: `${building}栋`,
      unit: `${unit}单元`,
      room: `${floor}0${column + 1}`,
      areaHundredths: [8950, 11_075, 9612, 14_360][column] ?? 0,
      ownerName: both(personName),
      phone: both((person) => `13${String(500_000_000 + person * 13)}`),
      idNumber: both(soundId),
      ...(asRoster ? { rosterPropertyId: `r${number}`, ballotKey: number + 1, ballotId: `b${number + 1}` } : {}),
    })
  })
}

/** All findings of some rows. */
export function check(rows: readonly CheckupRow[], isRoster = false, onDay = CHECK_DAY): Found[] {
  const { properties, rightCount } = readyProperties(rows, onDay)
  return checkProperties(properties, { rightCount, onDay, isRoster })
}

/** The groups found by a rule, by row ids. */
export const groupsOf = (found: readonly Found[], rule: CheckRule): string[][] =>
  found.filter((finding) => finding.rule === rule).map(({ properties }) => properties.map(({ propertyId }) => propertyId))
