import { expect, it } from 'vitest'
import { onBothDatabases } from '../support/databases.ts'
import { property } from '../support/properties.ts'
import { madeBefore, serverForAll } from '../support/server.ts'

onBothDatabases('estates', (engine) => {
  const server = serverForAll(engine)
  const member = madeBefore(() => server.member('admin_1'))

  const save = async (name: string): Promise<string> => (await member.post('/vtestate/save', { name, addr: '文三路1号' })).data.estateid

  it('stores an estate with its division names, and counts its properties', async () => {
    const [street] = (await member.get('/dictionary/getdivision', { upcode: '330106' })).data
    const saved = await member.post('/vtestate/save', {
      name: '翠苑一区',
      addr: '文一路1号',
      provinceid: '33',
      cityid: '3301',
      areaid: '330106',
      subdistrictid: street.code,
    })
    expect(saved).toMatchObject({ code: 200, message: 'success' })
    const { datas, totalCount } = (await member.get('/vtestate/list')).data
    expect(totalCount).toBe(1)
    expect(datas[0]).toMatchObject({
      estateid: saved.data.estateid,
      name: '翠苑一区',
      addr: '文一路1号',
      divisionname: `浙江省杭州市西湖区${street.name}`,
      houesenum: 0,
      rightnum: 0,
      houesearea: 0,
      provinceid: '33',
      communityid: '',
    })
  })

  it('counts an owner of several properties as one right, and an owner without an ID number separately', async () => {
    const estateId = await save('票权苑')
    const owners = [
      ['张三', '110101199001011237'],
      ['张三', '110101199001011237'],
      ['张三', ''],
      ['张三', ''],
      ['李四', '110101199001011237'],
    ] as const
    for (const [index, [personname, idno]] of owners.entries()) {
      expect(await member.post('/vtpropertyinfo/save', property(estateId, { room: `10${index}` }, { personname, idno, areasize: '33.33' }))).toMatchObject({
        code: 200,
      })
    }
    const { datas } = (await member.get('/vtestate/list', { pageSize: 50 })).data
    expect(datas.find((each: { estateid: string }) => each.estateid === estateId)).toMatchObject({ houesenum: 5, rightnum: 4, houesearea: 166.65 })
  })

  it('updates an estate, and refuses an unknown one', async () => {
    const estateid = await save('旧名')
    expect(await member.post('/vtestate/update', { estateid, name: '新名', addr: '新址' })).toMatchObject({ code: 200, data: null })
    expect((await member.get('/vtestate/getallestates')).data).toContainEqual({ estateid, name: '新名' })
    expect(await member.post('/vtestate/update', { estateid: 'nothing', name: '新名', addr: '新址' })).toMatchObject({ code: 404, message: '小区不存在' })
    expect(await member.post('/vtestate/update', { name: '新名', addr: '' })).toMatchObject({
      code: 400,
      data: [{ field: 'estateid' }, { field: 'addr', message: '请输入含省市区的详细地址' }],
    })
  })

  it('deletes all named estates or none', async () => {
    const [empty, other, full] = [await save('空一'), await save('空二'), await save('满')]
    await member.post('/vtpropertyinfo/save', property(full, {}))
    expect(await member.get('/vtestate/delete', { ids: `${empty},${full}` })).toMatchObject({ code: 402, data: '该小区下存在房产或投票活动，不能删除' })
    expect(await member.get('/vtestate/delete', { ids: `${empty},nothing` })).toMatchObject({ code: 404, message: '小区不存在' })
    expect((await member.get('/vtestate/getallestates')).data).toContainEqual({ estateid: empty, name: '空一' })
    expect(await member.get('/vtestate/delete', { ids: `${empty}, ${other}` })).toMatchObject({ code: 200 })
    expect((await member.get('/vtestate/getallestates')).data).not.toContainEqual({ estateid: empty, name: '空一' })
  })

  it.each([
    ['', 400, '请选择要删除的数据'],
    ['1,,2', 400, '编号格式不正确'],
    ["1' or '1'='1", 404, '小区不存在'],
    [Array.from({ length: 5001 }, (_, index) => index).join(','), 400, '一次最多500条'],
  ])('refuses invalid ids (case %#)', async (ids, code, message) => {
    expect(await member.get('/vtestate/delete', { ids })).toMatchObject({ code, message })
  })

  it('returns an estate as a place tree in natural order; empty levels are hidden but part of the path', async () => {
    const estateId = await save('树')
    for (const [period, zone, building, unit] of [
      ['二期', '', '10栋', '1单元'],
      ['一期', '', '10栋', '1单元'],
      ['一期', '', '2栋', '2单元'],
      ['一期', '', '2栋', '1单元'],
      ['一期', '东区', '1栋', ''],
    ] as const) {
      await member.post('/vtpropertyinfo/save', property(estateId, { period, zone, building, unit }))
    }
    const { data } = await member.get('/vtestate/getestatenodes', { estateid: estateId })
    const flat = (nodes: { id: string; label: string; children: [] }[]): string[] => nodes.flatMap((node) => [node.id, ...flat(node.children)])
    expect(flat(data)).toEqual([
      '一期',
      '一期▶▶2栋',
      '一期▶▶2栋▶1单元',
      '一期▶▶2栋▶2单元',
      '一期▶▶10栋',
      '一期▶▶10栋▶1单元',
      '一期▶东区',
      '一期▶东区▶1栋',
      '二期',
      '二期▶▶10栋',
      '二期▶▶10栋▶1单元',
    ])
    expect(data[0].children[0]).toMatchObject({ id: '一期▶▶2栋', label: '2栋' })
    expect(data[0]).not.toHaveProperty('housecount')
    const counted = (await member.get('/vtestate/getestatenodes', { estateid: estateId, counts: '1' })).data
    const counts = (nodes: { id: string; housecount: number; children: [] }[]): [string, number][] =>
      nodes.flatMap((node): [string, number][] => [[node.id, node.housecount], ...counts(node.children)])
    expect(Object.fromEntries(counts(counted))).toMatchObject({ 一期: 4, '一期▶▶2栋': 2, '一期▶▶2栋▶1单元': 1, '一期▶东区': 1, '一期▶东区▶1栋': 1, 二期: 1 })
    expect((await member.get('/vtestate/getestatenodes', { estateid: 'nothing' })).code).toBe(404)
  })

  it('returns no unfinished activities for a free estate, and names an unknown activity in the refusal', async () => {
    const estateId = await save('无活动')
    expect((await member.get('/votedef/getnotfinishedactivity', { estateid: estateId })).data).toEqual([])
    expect(await member.get('/vtestate/getactivitynodes', { voteActivityId: 'nothing' })).toMatchObject({ code: 404, message: '投票活动不存在' })
    expect(await member.get('/vtpropertyinfo/synproperties', { ids: 'a', voteactivityid: 'nothing' })).toMatchObject({ code: 404, message: '投票活动不存在' })
    expect(await member.get('/vtpropertyinfo/synproperties', { ids: '', voteactivityid: 'nothing' })).toMatchObject({
      code: 400,
      message: '请选择要同步的数据',
    })
  })
})
