// A realistic fictitious estate, the same in every run.

/** A seeded random generator (mulberry32), so that the demonstration is the same everywhere. */
function createRandom(seed) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return { chance: (probability) => next() < probability, of: (list) => list[Math.floor(next() * list.length)], below: (limit) => Math.floor(next() * limit) }
}

const surnames = Array.from(
  '王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐许韩冯邓曹彭曾萧田董潘袁蔡蒋余于杜叶程魏苏吕丁沈任姚卢傅钟姜崔谭廖范汪陆金石戴贾韦夏邱方侯邹熊孟秦白江阎薛尹段雷黎史龙陶贺顾毛郝龚邵万钱',
)
const given = Array.from('伟芳娜敏静丽强磊军洋勇艳杰娟涛明超霞平刚桂英华玉兰建国志文海波晓东秀云红梅春燕鹏飞宇婷雪琳浩然子涵欣怡思远嘉豪雨桐博文')

const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]

/** An ID number with a valid check digit in an unassigned region (99). */
function idNumber(random, number) {
  const birthday = `${1945 + random.below(55)}${String(1 + random.below(12)).padStart(2, '0')}${String(1 + random.below(28)).padStart(2, '0')}`
  const digits = `990${String(100 + (number % 800))}${birthday}${String(number % 1000).padStart(3, '0')}`
  const sum = weights.reduce((total, weight, index) => total + weight * Number(digits[index]), 0)
  return digits + '10X98765432'[sum % 11]
}

const blocks = [
  { period: '一期', zone: '', buildings: 9, units: 2, floors: 6, perFloor: 2, areas: [78.35, 89.5, 96.12] },
  { period: '二期', zone: '东区', buildings: 5, units: 2, floors: 11, perFloor: 2, areas: [102.3, 118.66, 89.05] },
  { period: '二期', zone: '西区', buildings: 5, units: 2, floors: 11, perFloor: 2, areas: [125.8, 138.02, 96.4] },
  { period: '三期', zone: '', buildings: 5, units: 2, floors: 18, perFloor: 3, areas: [89.99, 110.75, 143.6, 168.21] },
]

/** About 1,200 properties in three periods: owners of several properties, co-owners with `/`, owners without a phone. */
export function demoProperties() {
  const random = createRandom(20_260_501)
  let people = 0
  const person = () => {
    people += 1
    return {
      name: random.of(surnames) + random.of(given) + (random.chance(0.75) ? random.of(given) : ''),
      phone: `1${random.of(['3', '5', '7', '8'])}0${String(10_000_000 + people * 7_919).slice(-8)}`,
      id: idNumber(random, people),
    }
  }
  const severalProperties = Array.from({ length: 24 }, person)
  const properties = []
  for (const block of blocks) {
    for (let building = 1; building <= block.buildings; building++) {
      for (let unit = 1; unit <= block.units; unit++) {
        for (let floor = 1; floor <= block.floors; floor++) {
          for (let room = 1; room <= block.perFloor; room++) {
            const owners = random.chance(0.07) ? [random.of(severalProperties)] : random.chance(0.22) ? [person(), person()] : [person()]
            properties.push({
              period: block.period,
              zone: block.zone,
              building: `${building}栋`,
              unit: `${unit}单元`,
              floor: String(floor),
              room: `${floor}${String(room + (unit - 1) * block.perFloor).padStart(2, '0')}`,
              area: block.areas[(room + unit + building) % block.areas.length],
              ownerName: owners.map((owner) => owner.name).join('/'),
              phone: owners.map((owner) => (random.chance(0.03) ? '11111111111' : owner.phone)).join('/'),
              idNumber: owners.map((owner) => owner.id).join('/'),
            })
          }
        }
      }
    }
  }
  return properties
}

/** Shops at the gate, and parking spaces, whose owners also have dwellings. */
export function demoOtherProperties() {
  const homes = demoProperties()
  const owner = ({ ownerName, phone, idNumber }) => ({ ownerName, phone, idNumber })
  const place = { zone: '', unit: '' }
  const shops = Array.from({ length: 12 }, (_, index) => ({
    ...place,
    ...owner(homes[index * 17]),
    period: '一期',
    building: '沿街商铺',
    floor: '1',
    room: String(101 + index),
    area: 48.6 + index * 3.25,
    category: '商铺',
    areaSource: '实测',
  }))
  const spaces = Array.from({ length: 60 }, (_, index) => ({
    ...place,
    ...owner(homes[index * 19 + 3]),
    period: '三期',
    building: '地下车库',
    floor: '-1',
    room: `B${String(index + 1).padStart(3, '0')}`,
    area: 12.72,
    category: '车位',
    areaSource: '合同',
  }))
  return [...shops, ...spaces]
}

/** Typing errors by place; null: the property is missing. */
const faults = new Map([
  // Three owners of several properties, each misspelled at one of them.
  ['二期 东区 5栋 2单元 603', { ownerName: '鐘燕燕' }],
  ['一期  9栋 1单元 601', { ownerName: '谭志鹃' }],
  ['二期 东区 4栋 1单元 802', { idNumber: '' }],
  ['二期 西区 3栋 1单元 502', { area: 964 }],
  ['一期  4栋 1单元 301', { idNumber: (idNumber) => idNumber.slice(0, 17) }],
  ['二期 东区 2栋 1单元 702', null],
])

/** All properties of the demonstration as typed by its office, with the faults that a check-up finds. */
export function demoRegistry() {
  return [...demoProperties(), ...demoOtherProperties()].flatMap((property) => {
    const { period, zone, building, unit, room } = property
    const fault = faults.get([period, zone, building, unit, room].join(' '))
    if (fault === undefined) return [property]
    if (fault === null) return []
    const idNumber = typeof fault.idNumber === 'function' ? fault.idNumber(property.idNumber) : (fault.idNumber ?? property.idNumber)
    return [{ ...property, ...fault, idNumber }]
  })
}
