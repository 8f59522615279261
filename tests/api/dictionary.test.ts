import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer, type Client, type TestServer } from '../support/server.ts'

describe('dictionaries and divisions', () => {
  let server: TestServer
  let member: Client
  beforeAll(async () => {
    server = await startServer('sqlite')
    member = await server.member('admin_1')
  })
  afterAll(() => server.close())

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

  it('leads from the provinces down to a community', async () => {
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

  it('has all provinces of the data', async () => {
    expect((await member.get('/dictionary/getdivision')).data).toHaveLength(31)
  })
})
