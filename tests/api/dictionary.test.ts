import { describe, expect, it } from 'vitest'
import { madeBefore, serverForAll } from '../support/server.ts'

describe('dictionaries and divisions', () => {
  const server = serverForAll('sqlite')
  const member = madeBefore(() => server.member('admin_1'))

  it.each([
    [
      'vote_activity_status',
      [
        [0, '未开始'],
        [1, '投票中'],
        [2, '唱票中'],
        [3, '已结束'],
      ],
    ],
    [
      'TicketType',
      [
        [1, '双过半（仅计收回票）'],
        [2, '双四分之三（仅计收回票）'],
        [3, '双过半（未反馈从多）'],
        [4, '双四分之三（未反馈从多）'],
        [5, '双过半（未反馈计弃权）'],
        [6, '仅统计'],
      ],
    ],
    [
      'VoteType',
      [
        [1, '议题表决'],
        [2, '选项表决'],
      ],
    ],
    [
      'VoteModel',
      [
        [13, '同意'],
        [14, '同意/反对'],
        [15, '同意/反对/弃权'],
      ],
    ],
    [
      'VoteModel1Option',
      [
        [1, '同意'],
        [0, '未选'],
      ],
    ],
    [
      'VoteModel2Options',
      [
        [1, '同意'],
        [2, '反对'],
        [0, '未选'],
      ],
    ],
    [
      'VoteModel3Options',
      [
        [1, '同意'],
        [2, '反对'],
        [3, '弃权'],
        [0, '未选'],
      ],
    ],
  ])('has the entries of %s', async (code, entries) => {
    expect((await member.get('/get_dictionary_list', { code })).data).toEqual(entries.map(([value, name]) => ({ name, value })))
  })

  it('refuses an unknown dictionary', async () => {
    expect(await member.get('/get_dictionary_list', { code: 'constructor' })).toMatchObject({ code: 400, message: '字典编码不存在' })
  })

  it('lists divisions from provinces down to communities', async () => {
    const names: string[] = []
    let upcode = ''
    for (let level = 0; level < 5; level++) {
      const { data } = await member.get('/dictionary/getdivision', upcode === '' ? {} : { upcode })
      expect(data.length).toBeGreaterThan(0)
      const chosen = data.find((each: { name: string }) => ['浙江省', '杭州市', '西湖区'].includes(each.name)) ?? data[0]
      expect(chosen.isleaf).toBe(level === 4)
      names.push(chosen.name)
      upcode = chosen.code
    }
    expect(names.slice(0, 3)).toEqual(['浙江省', '杭州市', '西湖区'])
    expect((await member.get('/dictionary/getdivision', { upcode })).data).toEqual([])
    expect((await member.get('/dictionary/getdivision', { upcode: '../../x' })).data).toEqual([])
  })

  const find = async (condition: string, withincode = '') =>
    ((await member.get('/dictionary/finddivision', { condition, withincode })).data as { path: { code: string; name: string }[] }[]).map(({ path }) =>
      path.map(({ name }) => name).join('/'),
    )

  it.each([
    ['西湖区', '浙江省/杭州市/西湖区', '33'],
    ['西湖', '浙江省/杭州市/西湖区', '33'],
    ['西湖', '江西省/南昌市/西湖区', '36'],
    ['杭州 西湖', '浙江省/杭州市/西湖区', ''],
    ['杭州西湖', '浙江省/杭州市/西湖区', ''],
    ['浙江省杭州市西湖区', '浙江省/杭州市/西湖区', ''],
    ['杭州', '浙江省/杭州市', ''],
    ['hangzhou', '浙江省/杭州市', ''],
    ['hzs', '浙江省/杭州市', '33'],
    ['hangzhou xihu', '浙江省/杭州市/西湖区', ''],
    ['chongqing', '重庆市', ''],
    ['zhongqing', '重庆市', ''],
    ['luan', '安徽省/六安市', '34'],
    ['xiamen', '福建省/厦门市', ''],
    ['xihua', '河南省/周口市/西华县', ''],
    ['xih', '浙江省/杭州市/西湖区', '3301'],
    ['　ＨＡＮＧＺＨＯＵ　', '浙江省/杭州市', ''],
    ['文新街道', '浙江省/杭州市/西湖区/文新街道', ''],
    ['翠苑一区', '浙江省/杭州市/西湖区/翠苑街道/翠苑一区社区', '3301'],
  ])('finds the division of %s first', async (condition, first, within) => {
    expect((await find(condition, within))[0]).toBe(first)
  })

  it('limits division search results, each with its codes from the province down; no term, no results', async () => {
    const { data } = await member.get('/dictionary/finddivision', { condition: '街道' })
    expect(data).toHaveLength(30)
    const [{ path }] = (await member.get('/dictionary/finddivision', { condition: '文新街道' })).data
    expect(path.map(({ code }: { code: string }) => code)).toEqual(['33', '3301', '330106', '330106013'])
    for (const condition of ['', '   ', '没有这个地方', 'zzzzzzzz', "'", '.*', '\\']) expect(await find(condition)).toEqual([])
    expect(await find('西湖', '../../etc')).not.toEqual([])
    expect(await member.get('/dictionary/finddivision', { condition: '长'.repeat(101) })).toMatchObject({ code: 400 })
  })

  it('has all provinces of the data set', async () => {
    expect((await member.get('/dictionary/getdivision')).data).toHaveLength(31)
  })
})
