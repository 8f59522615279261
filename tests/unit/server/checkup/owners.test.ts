import { describe, expect, it } from 'vitest'
import { oneApartKeys, comparedName } from '../../../../src/server/features/checkup/rules/names.ts'
import { check, groupsOf, propertyRow, soundId } from '../../../support/checkedProperties.ts'

const [ONE, OTHER, THIRD] = [soundId(11), soundId(22), soundId(33)]

describe('names in a check-up', () => {
  it('are equal in any notation', () => {
    expect(['張三', ' 张 三', '张·三'].map(comparedName)).toEqual(['张三', '张三', '张三'])
    expect(comparedName('阿依古丽·买买提')).toBe(comparedName('阿依古丽买买提'))
  })

  it('share a key exactly if they differ by at most one character', () => {
    const texts = ['张三', '张四', '李三', '李四', '张三丰', '张', '三张', '张小三', '王小明', '王晓明', '王晓鸣', '王明']
    const distance = (a: string, b: string): number => {
      const rows = Array.from({ length: a.length + 1 }, (_, i) => Array.from({ length: b.length + 1 }, (__, j) => (i === 0 ? j : j === 0 ? i : 0)))
      for (let i = 1; i <= a.length; i++)
        for (let j = 1; j <= b.length; j++)
          rows[i]![j] = Math.min(rows[i - 1]![j]! + 1, rows[i]![j - 1]! + 1, rows[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1))
      return rows[a.length]![b.length]!
    }
    for (const one of texts)
      for (const other of texts) {
        if (one.length < 2 || other.length < 2) continue
        const share = oneApartKeys(one).some((key) => oneApartKeys(other).includes(key))
        expect([one, other, share]).toEqual([one, other, distance(one, other) <= 1])
      }
  })
})

describe('sameOwner', () => {
  const rows = [
    propertyRow(0, { ownerName: '张三丰', idNumber: ONE }),
    propertyRow(1, { ownerName: '张三峰', idNumber: ONE }), // one character apart
    propertyRow(2, { ownerName: '陳大文', idNumber: '', phone: '13911112222' }),
    propertyRow(3, { ownerName: '陈大文', idNumber: '', phone: '13911112222' }), // traditional, one phone
    propertyRow(4, { ownerName: '王五', idNumber: '', phone: '11111111111' }),
    propertyRow(5, { ownerName: '王五', idNumber: '', phone: '11111111111' }), // a placeholder is no phone
    propertyRow(6, { ownerName: '李四', idNumber: OTHER, phone: '13922223333' }),
    propertyRow(7, { ownerName: '李四/赵六', idNumber: `${OTHER}/${THIRD}`, phone: '13922223333/13922223333' }), // another owner: a couple
    propertyRow(8, { ownerName: '赵六/李四', idNumber: `${THIRD}/${OTHER}`, phone: '1/2' }), // the couple in another order: one right in an estate
    propertyRow(9, { ownerName: '孙七', idNumber: soundId(44), phone: '13933334444' }),
    propertyRow(10, { ownerName: '孙七', idNumber: soundId(55), phone: '13933334444' }), // two sound numbers: two people
    propertyRow(11, { ownerName: '周八', idNumber: soundId(66, '19550312').slice(0, 6) + soundId(66, '19550312').slice(8, 17) }),
    propertyRow(12, { ownerName: '周八', idNumber: soundId(66, '19550312') }), // 15 and 18 digits of one person
  ]

  it('has its golden list', () => {
    const found = check(rows)
    expect(groupsOf(found, 'sameOwner')).toEqual([
      ['p0', 'p1'],
      ['p2', 'p3'],
      ['p11', 'p12'],
    ])
    expect(found[0]).toMatchObject({
      tier: 1,
      why: '疑似同一人：证件号相同，姓名相差一个字（张三丰、张三峰），现在按 2 票计',
      effect: '合并后总票权 12 → 11，三分之二线 8 → 8',
    })
    expect(found[1]?.why).toBe('疑似同一人：姓名相同，手机号相同（139****2222）（写法：陳大文、陈大文），现在按 2 票计')
  })

  it('finds co-owners in another order on two ballots, and none if one ballot has all', () => {
    const ballot = (key: number) => ({ ballotKey: key, ballotId: `b${key}`, rosterPropertyId: `r${key}` })
    const couple = { ownerName: '李四/赵六', idNumber: `${OTHER}/${THIRD}` }
    const turned = { ownerName: '赵六/李四', idNumber: `${THIRD}/${OTHER}` }
    expect(groupsOf(check([propertyRow(1, { ...couple, ...ballot(1) }), propertyRow(2, { ...turned, ...ballot(2) })], true), 'sameOwner')).toEqual([
      ['p1', 'p2'],
    ])
    expect(check([propertyRow(1, { ...couple, ...ballot(1) }), propertyRow(2, { ...turned, ...ballot(1) })], true).filter(({ tier }) => tier === 1)).toEqual([])
  })

  it('does not join two people with ID numbers through a row without one', () => {
    const same = { ownerName: '吴九', phone: '13944445555' }
    const found = check([propertyRow(1, { ...same, idNumber: ONE }), propertyRow(2, { ...same, idNumber: '' }), propertyRow(3, { ...same, idNumber: OTHER })])
    expect(groupsOf(found, 'sameOwner')).toEqual([])
    expect(groupsOf(found, 'likelySame')).toEqual([])
    expect(groupsOf(found, 'namesake')).toEqual([['p1', 'p2', 'p3']])
  })
})

describe('likelySame', () => {
  it('has its golden list', () => {
    const found = check([
      propertyRow(0, { ownerName: '郑十', idNumber: ONE }),
      propertyRow(1, { ownerName: '郑十', idNumber: '' }),
      propertyRow(2, { ownerName: '冯小明', idNumber: '', phone: '13955556666' }),
      propertyRow(3, { ownerName: '冯晓明', idNumber: '', phone: '13955556666' }),
      propertyRow(4, { ownerName: '王芳', idNumber: OTHER, phone: '13966667777' }),
      propertyRow(5, { ownerName: '王方', idNumber: THIRD, phone: '13966667777' }), // sisters: two sound numbers
      propertyRow(6, { ownerName: '未知', idNumber: '' }),
      propertyRow(7, { ownerName: '未知', idNumber: '' }), // nobody
    ])
    expect(groupsOf(found, 'likelySame')).toEqual([
      ['p0', 'p1'],
      ['p2', 'p3'],
    ])
    expect(found.map(({ tier }) => tier)).toEqual([2, 2])
    expect(found[1]?.why).toBe('姓名相差一个字（冯小明、冯晓明），手机号相同（139****6666），请核对是不是同一人')
  })
})

describe('namesake', () => {
  it('has its golden list: reported, never for merging', () => {
    const found = check([propertyRow(0, { ownerName: '王伟', idNumber: ONE }), propertyRow(1, { ownerName: '王伟', idNumber: OTHER }), propertyRow(2)])
    expect(groupsOf(found, 'namesake')).toEqual([['p0', 'p1']])
    expect(found[0]).toMatchObject({ tier: 3, effect: '', why: '同名（王伟），证件号不同：按 2 位业主计，不要合并' })
  })
})

describe('idNumber', () => {
  const wrong = `${ONE.slice(0, 17)}${ONE.endsWith('1') ? '2' : '1'}`

  it('has its golden list', () => {
    const found = check([
      propertyRow(0, { idNumber: wrong }),
      propertyRow(1, { idNumber: soundId(5, '19990231') }), // no such day
      propertyRow(2, { idNumber: soundId(6, '20150505') }), // a child
      propertyRow(3, { idNumber: soundId(7, '19200505') }),
      propertyRow(4, { idNumber: '110101850312001' }), // 15 digits
      propertyRow(5, { idNumber: 'E12345678' }), // a passport
      propertyRow(6, { idNumber: '11010119850312001' }), // 17 digits
      propertyRow(7, { ownerName: '重庆恒源房地产开发有限公司', idNumber: '91350100M000100Y43' }), // a sound code
      propertyRow(8, { ownerName: '重庆恒通商贸有限公司', idNumber: '91350100M000100Y44' }),
      propertyRow(9, { ownerName: '钱多多', idNumber: OTHER }),
      propertyRow(10, { ownerName: '万事通', idNumber: OTHER }),
      propertyRow(11, { ownerName: '甲一/乙二', idNumber: `${wrong}/${THIRD}` }),
    ])
    expect(found.filter(({ rule }) => rule === 'idNumber').map(({ properties, why }) => [properties.map(({ propertyId }) => propertyId).join(), why])).toEqual([
      ['p0,p11', `同一证件号登记在 2 个姓名下（${propertyRow(0).ownerName}、甲一）；身份证号的校验码不符，请核对；甲一：身份证号的校验码不符，请核对`],
      ['p1', '出生日期不成立，请核对'],
      ['p2', '今天未满 18 周岁，须由监护人代为投票'],
      ['p3', '今天已超过 100 周岁（105 岁），请核对'],
      ['p6', '位数不对（17位），请核对'],
      ['p8', '统一社会信用代码的校验码不符，请核对'],
      ['p9,p10', '同一证件号登记在 2 个姓名下（钱多多、万事通）'],
    ])
  })

  it('calculates ages on the first voting day of a roster', () => {
    const born = { idNumber: soundId(8, '20080502'), rosterPropertyId: 'r1', ballotKey: 1, ballotId: 'b1' }
    expect(check([propertyRow(0, born)], true, 20_260_501).map(({ why }) => why)).toEqual(['投票首日未满 18 周岁，须由监护人代为投票'])
    expect(check([propertyRow(0, born)], true, 20_260_502)).toEqual([])
  })
})
