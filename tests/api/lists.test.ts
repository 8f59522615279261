import { beforeAll, describe, expect, it } from 'vitest'
import { askDeliver, good, propertiesOfEstateA, makeActivity, makeEstate, rosterOf, type PropertyRow } from '../support/activities.ts'
import { whereDatabasesDiffer } from '../support/databases.ts'
import { madeBefore, serverForAll } from '../support/server.ts'

type Row = Record<string, unknown>

/** Places that byte order would sort wrongly: 10栋 after 2栋, 101 before 1001. */
const properties: readonly PropertyRow[] = [
  ['10-101', '周一', 80],
  ['2-1001', '周二', 120.5],
  ['2-101', '周三', 80],
  ['1-201', '吴四', 60.25],
]
const inOrder = ['1栋 201', '2栋 101', '2栋 1001', '10栋 101']

whereDatabasesDiffer('lists', (engine) => {
  const server = serverForAll(engine)
  const member = madeBefore(() => server.member('admin_1'))
  let estateId: string
  beforeAll(async () => {
    ;({ estateId } = await makeEstate(member, properties, '乙2期'))
    await makeEstate(member, propertiesOfEstateA, '乙10期')
    await makeEstate(member, [], '甲')
  })

  const rows = async (path: string, query: Record<string, string | number>): Promise<Row[]> => good(await member.get(path, query)).datas
  const names = (list: readonly Row[], ...fields: readonly string[]) => list.map((row) => fields.map((field) => String(row[field])).join(' '))

  describe('the property list', () => {
    const places = async (query: Record<string, string | number> = {}) => names(await rows('/vtpropertyinfo/list', { estateId, ...query }), 'building', 'room')

    it('is in the natural order of places, or reversed', async () => {
      expect(await places()).toEqual(inOrder)
      expect(await places({ sort: 'place' })).toEqual(inOrder)
      expect(await places({ sort: '-place' })).toEqual(inOrder.toReversed())
    })

    it('sorts by area, then place, across pages and with a search', async () => {
      expect(await places({ sort: 'area' })).toEqual(['1栋 201', '2栋 101', '10栋 101', '2栋 1001'])
      expect(await places({ sort: '-area' })).toEqual(['2栋 1001', '2栋 101', '10栋 101', '1栋 201'])
      expect(await places({ sort: '-area', pageNo: 2, pageSize: 2 })).toEqual(['10栋 101', '1栋 201'])
      expect(await places({ sort: 'area', condition: '周' })).toEqual(['2栋 101', '10栋 101', '2栋 1001'])
      expect(good(await member.get('/vtpropertyinfo/list', { estateId, sort: 'area', pageSize: 2 })).totalCount).toBe(4)
    })

    it.each(['floor', '--area', 'area;drop table property', 'AREA'])('refuses to sort by %s', async (sort) => {
      expect(await member.get('/vtpropertyinfo/list', { estateId, sort })).toMatchObject({ code: 400, message: '排序方式不正确' })
    })

    it('returns the totals of all rows shown', async () => {
      const totals = async (condition = '') => good(await member.get('/vtpropertyinfo/totals', { estateId, condition }))
      expect(await totals()).toEqual({ housecount: 4, areasize: 340.75 })
      expect(await totals('周')).toEqual({ housecount: 3, areasize: 280.5 })
      expect(await totals('周 二')).toEqual({ housecount: 1, areasize: 120.5 })
      expect(await totals('没有')).toEqual({ housecount: 0, areasize: 0 })
      expect(await member.get('/vtpropertyinfo/totals', { estateId: 'nothing' })).toMatchObject({ code: 404, message: '小区不存在' })
    })
  })

  it('the estate list sorts by name, property count and area, with totals', async () => {
    const sorted = async (sort: string) => names(await rows('/vtestate/list', { sort }), 'name')
    expect(await sorted('')).toEqual(['甲', '乙10期', '乙2期'])
    expect(await sorted('houses')).toEqual(['甲', '乙2期', '乙10期'])
    expect(await sorted('-area')).toEqual(['乙10期', '乙2期', '甲'])
    const byName = await sorted('name')
    expect(byName.indexOf('乙2期')).toBeLessThan(byName.indexOf('乙10期'))
    expect(await sorted('-name')).toEqual(byName.toReversed())
    expect(names(await rows('/vtestate/list', { sort: '-area', pageNo: 2, pageSize: 2 }), 'name')).toEqual(['甲'])
    expect(good(await member.get('/vtestate/totals'))).toEqual({ houesenum: 11, rightnum: 11, houesearea: 940.75 })
  })

  it('the activity list sorts by start and by end', async () => {
    const times = [
      ['甲', '2026-05-03', '2026-05-20'],
      ['乙', '2026-05-01', '2026-05-30'],
      ['丙', '2026-05-02', '2026-05-25'],
    ] as const
    for (const [title, start, end] of times) await makeActivity(member, estateId, { title, startdate: `${start} 09:00:00`, enddate: `${end} 09:00:00` })
    const titles = async (sort: string) => names(await rows('/votedef/list', { sort, name: '' }), 'title')
    expect(await titles('')).toEqual(['丙', '乙', '甲'])
    expect(await titles('start')).toEqual(['乙', '丙', '甲'])
    expect(await titles('-end')).toEqual(['乙', '丙', '甲'])
    expect(await titles('end')).toEqual(['甲', '丙', '乙'])
  })

  it('the list of deliveries sorts by place and by newest delivery, undelivered properties last', async () => {
    const { activityId } = await makeActivity(member, estateId)
    const roster = await rosterOf(server, activityId)
    const deliver = async (name: string, time: string) => {
      const property = roster.get(name)
      if (property) good(await askDeliver(member, property, time))
    }
    await deliver('2-101', '2026-04-01 09:00:00')
    await deliver('10-101', '2026-04-03 09:00:00')
    await deliver('1-201', '2026-04-02 09:00:00')
    await deliver('2-101', '2026-04-04 09:00:00')
    const sorted = async (sort: string) => {
      const { datas } = good(await member.post('/vote/getnofitypropertieslist', { voteactivityid: activityId, sort }))
      return (datas as { xpathname: string }[]).map(({ xpathname }) => xpathname.replace('一期-', '').replace('-1单元-', ' '))
    }
    expect(await sorted('')).toEqual(inOrder)
    expect(await sorted('-place')).toEqual(inOrder.toReversed())
    expect(await sorted('time')).toEqual(['1栋 201', '10栋 101', '2栋 101', '2栋 1001'])
    expect(await sorted('-time')).toEqual(['2栋 101', '10栋 101', '1栋 201', '2栋 1001'])
  })

  it('account and change request lists sort by time', async () => {
    await server.member('staff_9')
    expect(names(await rows('/account/list', { sort: '-time' }), 'username')[0]).toBe('staff_9')
    expect(names(await rows('/account/list', { sort: 'time' }), 'username')[0]).toBe('admin_1')
    const [first] = await rows('/vtpropertyinfo/list', { estateId })
    for (const creater of ['早', '晚']) {
      const afterdata = { areasize: 99, personname: '新', mobileno: '13800138000', idno: '' }
      good(await member.post('/votedef/savepropertychange', { propertyid: first?.['propertyid'], creater, afterdata }))
    }
    expect(names(await rows('/votedef/getpropertychangelist', { sort: 'time' }), 'creater')).toEqual(['早', '晚'])
    expect(names(await rows('/votedef/getpropertychangelist', {}), 'creater')).toEqual(['晚', '早'])
  })
})
