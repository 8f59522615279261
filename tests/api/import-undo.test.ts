import { expect, it } from 'vitest'
import { good, makeActivity } from '../support/activities.ts'
import { onBothDatabases } from '../support/databases.ts'
import { madeBefore, serverForAll } from '../support/server.ts'
import { workbookOf } from '../support/workbooks/make.ts'

const columns = ['分期', '楼栋', '单元', '房号', '面积', '产权人', '手机号', '证件号', '楼层']
type Row = readonly [room: string, area: number, owner: string, idNumber?: string]

onBothDatabases('undoing an import', (engine) => {
  const server = serverForAll(engine)
  const member = madeBefore(() => server.member('admin_1'))

  const newEstate = async (): Promise<string> => good(await member.post('/vtestate/save', { name: '撤销区', addr: '路' })).estateid
  const load = async (estateId: string, rows: readonly Row[]) => {
    server.clock.time += 5_000
    const bytes = await workbookOf([
      columns,
      ...rows.map(([room, area, owner, idNumber = '']) => ['一期', '1栋', '1单元', room, area, owner, '13800138000', idNumber, '3']),
    ])
    const counts = good(await member.upload('/vtpropertyinfo/importpropertyinfo', { field: 'uploadfile', name: '名册.xlsx', bytes }, { estateId }))
    server.clock.time += 5_000
    return counts
  }
  const last = async (estateId: string) => good(await member.get('/vtpropertyinfo/lastimport', { estateId }))
  const undo = (estateId: string, number: number) => member.post('/vtpropertyinfo/undoimport', { estateId, number })
  const stored = async (estateId: string) =>
    (good(await member.get('/vtpropertyinfo/list', { estateId })).datas as Record<string, unknown>[]).map((each) =>
      Object.fromEntries(Object.entries(each).filter(([name]) => name !== 'modifytime')),
    )
  const idOf = async (estateId: string, wanted: string) => (await stored(estateId)).find(({ room }) => room === wanted)?.['propertyid'] as string

  it('restores the registry: removes new properties, reverts changed ones', async () => {
    const estateId = await newEstate()
    expect(await last(estateId)).toBeNull()
    await load(estateId, [
      ['101', 80, '张三', '11010519491231002X'],
      ['102', 80, '李四'],
      ['103', 80, '王五'],
    ])
    const before = await stored(estateId)
    await load(estateId, [
      ['101', 90.5, '赵六'],
      ['103', 80, '王五'],
      ['104', 70, '新人'],
    ])
    expect((await stored(estateId)).length).toBe(4)
    const told = await last(estateId)
    expect(told).toMatchObject({ username: 'admin_1', filename: '名册.xlsx', removed: 1, restored: 1, refusal: '' })
    expect(good(await undo(estateId, told.number))).toEqual({ removed: 1, restored: 1 })
    expect(await stored(estateId)).toEqual(before)

    const [{ number }] = good(await member.get('/audit/list', { action: 'property.undoImport', pageNo: 1, pageSize: 1 })).datas
    const { after, before: was } = good(await member.get('/audit/get', { number }))
    expect(after).toMatchObject({ estateName: '撤销区', fileName: '名册.xlsx', removed: 1, restored: 1, importNumber: told.number })
    expect(was.changed).toMatchObject([{ place: '一期-1栋-1单元-104' }, { ownerName: '赵六', areaHundredths: 9_050 }])
    expect(after.changed).toMatchObject([null, { ownerName: '张三', areaHundredths: 8_000 }])
    // Only once: neither again nor the previous import.
    expect(await last(estateId)).toBeNull()
    expect(await undo(estateId, told.number)).toMatchObject({ code: 404, message: expect.stringMatching(/^没有可以撤销的导入/) })
    // The search finds the restored state.
    expect(good(await member.get('/vtpropertyinfo/list', { estateId, condition: '赵六' })).totalCount).toBe(0)
    expect(good(await member.get('/vtpropertyinfo/list', { estateId, condition: '张三' })).totalCount).toBe(1)
  })

  it('undoes exactly the given import, and only the last of its estate', async () => {
    const [one, other] = [await newEstate(), await newEstate()]
    await load(one, [['101', 80, '张三']])
    const first = await last(one)
    await load(one, [['102', 80, '李四']])
    await load(other, [['101', 80, '王五']])
    expect(await undo(one, first.number)).toMatchObject({ code: 404 })
    expect(await undo(other, (await last(one)).number)).toMatchObject({ code: 404 })
    good(await undo(one, (await last(one)).number))
    expect((await stored(one)).map(({ room }) => room)).toEqual(['101'])
    expect((await stored(other)).length).toBe(1)
  })

  it('undoes 1,200 new and 1,200 changed properties in one entry, even if the clock stands still', async () => {
    const estateId = await newEstate()
    const rows = (from: number, count: number, owner: string) => Array.from({ length: count }, (_, index): Row => [String(from + index), 80, owner])
    await load(estateId, rows(1_000, 1_200, '先'))
    server.clock.time -= 10_000
    await load(estateId, rows(1_000, 2_400, '后'))
    const told = await last(estateId)
    expect(told).toMatchObject({ removed: 1_200, restored: 1_200, refusal: '' })
    expect(good(await undo(estateId, told.number))).toEqual({ removed: 1_200, restored: 1_200 })
    expect(good(await member.get('/vtpropertyinfo/list', { estateId, condition: '先' })).totalCount).toBe(1_200)
    expect(good(await member.get('/vtpropertyinfo/list', { estateId })).totalCount).toBe(1_200)
  })

  /** What may have happened since, with the resulting refusal. */
  const sinces: readonly [what: string, happens: (estateId: string) => Promise<unknown>, sentence: string][] = [
    [
      'a new property was changed',
      async (estateId) => good(await member.post('/vtpropertyinfo/update', { propertyid: await idOf(estateId, '102'), room: '102', areasize: 81 })),
      '导入之后有1套房产已修改或删除，不能撤销',
    ],
    [
      'a changed property was changed again, and one deleted',
      async (estateId) => {
        good(await member.post('/vtpropertyinfo/update', { propertyid: await idOf(estateId, '101'), room: '101', personname: '别人' }))
        good(await member.get('/vtpropertyinfo/delete', { ids: await idOf(estateId, '102') }))
      },
      '导入之后有2套房产已修改或删除，不能撤销',
    ],
    ['a roster was made', async (estateId) => makeActivity(member, estateId, { title: '换电梯' }), '导入的房产已在投票活动“换电梯”的票权清册中，不能撤销'],
    [
      'a change was asked for',
      async (estateId) =>
        good(
          await member.post('/votedef/savepropertychange', {
            propertyid: await idOf(estateId, '102'),
            creater: '李四',
            afterdata: { areasize: 90, personname: '李四', mobileno: '13800138003', idno: '' },
          }),
        ),
      '导入的房产已有变更申请，不能撤销',
    ],
  ]
  it.each(sinces)('is refused once %s, and changes nothing', async (_, happens, sentence) => {
    const estateId = await newEstate()
    await load(estateId, [['101', 80, '张三']])
    await load(estateId, [
      ['101', 90, '张三'],
      ['102', 80, '李四'],
    ])
    await happens(estateId)
    const before = await stored(estateId)
    const told = await last(estateId)
    expect(told).toMatchObject({ refusal: sentence })
    expect(await undo(estateId, told.number)).toMatchObject({ code: 409, message: sentence })
    expect(await stored(estateId)).toEqual(before)
  })

  it('is not blocked by unrelated properties or by rosters taken before', async () => {
    const estateId = await newEstate()
    await load(estateId, [['101', 80, '张三']])
    await makeActivity(member, estateId, { title: '旧' })
    await load(estateId, [
      ['101', 90, '张三'],
      ['102', 80, '李四'],
    ])
    good(
      await member.post('/vtpropertyinfo/save', {
        estateId,
        period: '二期',
        building: '1栋',
        room: '1',
        areasize: 1,
        personname: '某',
        mobileno: '11111111111',
      }),
    )
    const told = await last(estateId)
    good(await undo(estateId, told.number))
    expect((await stored(estateId)).map(({ period, room, areasize }) => [period, room, areasize])).toEqual([
      ['一期', '101', 80],
      ['二期', '1', 1],
    ])
  })

  it('succeeds once when two undo the same import at the same time', async () => {
    const estateId = await newEstate()
    await load(estateId, [['101', 80, '张三']])
    const { number } = await last(estateId)
    const codes = (await Promise.all([undo(estateId, number), undo(estateId, number)])).map(({ code }) => code)
    expect(codes.toSorted((one, other) => one - other)).toEqual([200, 404])
  })

  it('refuses an unknown estate', async () => {
    expect(await member.get('/vtpropertyinfo/lastimport', { estateId: 'nothing' })).toMatchObject({ code: 404, message: '小区不存在' })
    expect(await undo('nothing', 1)).toMatchObject({ code: 404, message: '小区不存在' })
  })
})
