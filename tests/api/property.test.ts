import { beforeAll, describe, expect, it } from 'vitest'
import { onBothDatabases } from '../support/databases.ts'
import { property } from '../support/properties.ts'
import { serverForAll, startServer, type Client } from '../support/server.ts'

onBothDatabases('properties', (engine) => {
  const server = serverForAll(engine)
  let member: Client
  let estateId: string
  beforeAll(async () => {
    member = await server.member('admin_1')
    estateId = await newEstate('总区')
  })

  const newEstate = async (name: string): Promise<string> => (await member.post('/vtestate/save', { name, addr: '路' })).data.estateid
  const list = async (query: Record<string, string | number> = {}) => (await member.get('/vtpropertyinfo/list', { estateId, ...query })).data
  const rooms = async (condition: string): Promise<string[]> => (await list({ condition, pageSize: 500 })).datas.map((each: { room: string }) => each.room)

  it('stores a property under the wire’s names, deriving its floor from the room', async () => {
    const saved = await member.post('/vtpropertyinfo/save', property(estateId, { room: '1201' }, { areasize: '89.50' }))
    expect(saved.code).toBe(200)
    expect((await list()).datas[0]).toEqual({
      propertyid: saved.data.propertyid,
      estateId,
      period: '一期',
      zone: '',
      building: '1栋',
      unit: '1单元',
      floor: '12',
      room: '1201',
      areasize: 89.5,
      personname: '张三',
      mobileno: '13800138000',
      idno: '',
      category: 1,
      areasource: null,
      occupancy: null,
      remark: '',
      modifytime: '2026-05-01 09:00:00',
    })
  })

  it('allows one property per place', async () => {
    expect(await member.post('/vtpropertyinfo/save', property(estateId, { room: '1201' }))).toMatchObject({ code: 409, message: '该房产已存在' })
    const other = (await member.post('/vtpropertyinfo/save', property(estateId, { room: '1202' }))).data.propertyid
    expect(await member.post('/vtpropertyinfo/update', { propertyid: other, room: '1201' })).toMatchObject({ code: 409, message: '该房产已存在' })
    expect((await member.post('/vtpropertyinfo/save', property(await newEstate('别区'), { room: '1201' }))).code).toBe(200)
  })

  it('changes only the given fields', async () => {
    const { propertyid } = (await member.post('/vtpropertyinfo/save', property(estateId, { room: '1301' }, { idno: '110101199001011237' }))).data
    expect((await member.post('/vtpropertyinfo/update', { propertyid, room: '1302', areasize: 100 })).code).toBe(200)
    expect((await list({ condition: '1302' })).datas[0]).toMatchObject({
      room: '1302',
      areasize: 100,
      floor: '13',
      idno: '110101199001011237',
      personname: '张三',
    })
    expect(await rooms('1301')).toEqual([])
    expect(await member.post('/vtpropertyinfo/update', { propertyid })).toMatchObject({ code: 400, message: '请输入房屋号' })
    expect(await member.post('/vtpropertyinfo/update', { propertyid: 'nothing', room: '1' })).toMatchObject({ code: 404, message: '房产不存在' })
  })

  it.each([
    [{ areasize: 0 }, '面积必须是大于0的数字，最多两位小数'],
    [{ areasize: -1 }, '面积必须是大于0的数字，最多两位小数'],
    [{ areasize: 1.005 }, '面积必须是大于0的数字，最多两位小数'],
    [{ areasize: 'NaN' }, '面积必须是大于0的数字，最多两位小数'],
    [{ areasize: '1e3' }, '面积必须是大于0的数字，最多两位小数'],
    [{ areasize: 100_000 }, '面积不能大于99999.99'],
    [{ areasize: null }, '请输入面积信息'],
    [{ areasize: '' }, '请输入面积信息'],
    [{ period: '' }, '请输入房产分期'],
    [{ building: ' ' }, '请输入楼栋号'],
    [{ room: undefined }, '请输入房屋号'],
    [{ personname: '' }, '请输入产权人姓名'],
    [{ mobileno: '' }, '请输入产权人手机号'],
    [{ mobileno: '1380013800' }, '手机号须为11位数字，座机写成 区号-号码，没有手机号请填 11111111111'],
    [{ personname: '张三/李四' }, '产权人、手机号、证件号的个数不一致，多个之间用 / 分隔'],
    [{ idno: 'a/b' }, '产权人、手机号、证件号的个数不一致，多个之间用 / 分隔'],
    [{ room: 'x'.repeat(21) }, '房号不能超过20个字符'],
  ])('refuses %j', async (change, message) => {
    expect(await member.post('/vtpropertyinfo/save', { ...property(estateId, { room: '9999' }), ...change })).toMatchObject({ code: 400, message })
  })

  it('accepts several owners, the placeholder phone and every separator', async () => {
    expect(
      (
        await member.post(
          '/vtpropertyinfo/save',
          property(estateId, { room: '2001' }, { personname: '赵六、钱七', mobileno: '13700000001，11111111111', idno: '' }),
        )
      ).code,
    ).toBe(200)
    expect((await list({ condition: '赵六' })).datas[0]).toMatchObject({ personname: '赵六/钱七', mobileno: '13700000001/11111111111' })
  })

  it('searches name, phone, ID number and all place fields for all words, literally and case-insensitively', async () => {
    const find = async (place: Parameters<typeof property>[1], owner: Parameters<typeof property>[2]) =>
      expect((await member.post('/vtpropertyinfo/save', property(estateId, place, owner))).code).toBe(200)
    await find({ period: '三期', zone: '东区', building: 'A栋', room: 'x100%' }, { personname: '欧阳𠮷', mobileno: '15012345678', idno: '11010119900101123x' })
    await find({ period: '三期', zone: '西区', building: 'B_栋', room: "o'1" }, { personname: '欧阳\\明', mobileno: '15099995678' })
    expect(await rooms('欧阳𠮷')).toEqual(['x100%'])
    expect(await rooms('5678')).toEqual(['x100%', "o'1"])
    // Digits beside a place word match a phone only from eleven on.
    expect(await rooms('5678 三期')).toEqual([])
    expect(await rooms('15012345678 三期')).toEqual(['x100%'])
    expect(await rooms('123X')).toEqual(['x100%'])
    expect(await rooms('a栋')).toEqual(['x100%'])
    expect(await rooms(' 东区   欧阳 ')).toEqual(['x100%'])
    for (const [sign, found] of [
      ['%', 'x100%'],
      ['_', "o'1"],
      ["'", "o'1"],
      ['\\', "o'1"],
    ] as const)
      expect(await rooms(sign)).toEqual([found])
    expect(await rooms('欧阳 不在')).toEqual([])
    expect((await member.get('/vtpropertyinfo/list', { estateId, condition: 'x'.repeat(101) })).message).toBe('查询条件不能超过100个字符')
    expect((await member.get('/vtpropertyinfo/list', { estateId: 'nothing' })).code).toBe(404)
  })

  it('lists in natural order, in pages', async () => {
    estateId = await newEstate('序')
    for (const [building, room] of [
      ['10栋', '101'],
      ['2栋', '1001'],
      ['2栋', '201'],
      ['2栋', '99'],
      ['1栋', '101'],
    ] as const)
      await member.post('/vtpropertyinfo/save', property(estateId, { building, room }))
    const order = ['1栋 101', '2栋 99', '2栋 201', '2栋 1001', '10栋 101']
    const placed = (page: { datas: { building: string; room: string }[] }) => page.datas.map((each) => `${each.building} ${each.room}`)
    expect(placed(await list())).toEqual(order)
    const [first, last] = [await list({ pageSize: 2 }), await list({ pageNo: 3, pageSize: 2 })]
    expect([placed(first), placed(last), first.totalCount, last.totalCount]).toEqual([order.slice(0, 2), order.slice(4), 5, 5])
    expect(await list({ pageNo: 4, pageSize: 2 })).toEqual({ datas: [], totalCount: 5 })
  })

  it('deletes all named properties or none, also from the search', async () => {
    const ids = (await list()).datas.map((each: { propertyid: string }) => each.propertyid)
    expect(await member.get('/vtpropertyinfo/delete', { ids: `${ids[0]},nothing` })).toMatchObject({ code: 404, message: '房产不存在' })
    expect(await member.get('/vtpropertyinfo/delete', { ids: '' })).toMatchObject({ code: 400, message: '请选择要删除的数据' })
    expect((await list()).totalCount).toBe(5)
    expect((await member.get('/vtpropertyinfo/delete', { ids: ids.join(',') })).code).toBe(200)
    expect(await list({ condition: '栋' })).toEqual({ datas: [], totalCount: 0 })
  })
})

describe('concurrent use of a place', () => {
  it('lets exactly one of twenty simultaneous writes win', async () => {
    const server = await startServer('sqlite')
    const member = await server.member('admin_1')
    const { estateid } = (await member.post('/vtestate/save', { name: '争', addr: '路' })).data
    const answers = await Promise.all(Array.from({ length: 20 }, () => member.post('/vtpropertyinfo/save', property(estateid, {}))))
    expect(answers.map((answer) => answer.code).toSorted((a, b) => a - b)).toEqual([200, ...Array.from({ length: 19 }, () => 409)])
    await server.close()
  })
})
