import { beforeAll, expect, it } from 'vitest'
import { good, makeActivity, makeEstate, propertyNamed, rosterOf, takeSteps } from '../support/activities.ts'
import { onBothDatabases } from '../support/databases.ts'
import { entriesOf } from '../support/journal.ts'
import { property } from '../support/properties.ts'
import { askChange, importSheet, sheetColumns, sheetRow, threeProperties } from '../support/propertySheets.ts'
import { readReport, rowOf, sheetNamed, tableIn } from '../support/reports.ts'
import { confirm, madeBefore, serverForAll, type Client } from '../support/server.ts'

onBothDatabases('a property’s occupancy', (engine) => {
  const server = serverForAll(engine)
  const member = madeBefore(() => server.member('admin_1'))
  beforeAll(async () => {
    await confirm(member)
  })

  const newEstate = async (): Promise<string> => good(await member.post('/vtestate/save', { name: `别区${Math.random()}`, addr: '路' })).estateid
  const list = async (estateId: string) => good(await member.get('/vtpropertyinfo/list', { estateId, pageSize: 500 })).datas as Record<string, unknown>[]
  const facts = async (estateId: string) => (await list(estateId)).map(({ room, occupancy, remark }) => [room, occupancy, remark])
  const load = (estateId: string, rows: readonly (readonly unknown[])[], fields?: Record<string, string>) => importSheet(member, estateId, rows, fields)
  async function scene() {
    const { estateId, propertyIds } = await makeEstate(member, threeProperties, `小区${Math.random()}`)
    const change = async (name: string, fields: object) => good(await askChange(member, propertyIds, name, fields))
    return { estateId, propertyIds, change }
  }

  it('is empty until set; omitted fields stay unchanged, and an empty text clears one', async () => {
    const own = await newEstate()
    const { propertyid } = good(await member.post('/vtpropertyinfo/save', property(own)))
    const update = async (fields: object) => good(await member.post('/vtpropertyinfo/update', { propertyid, room: '101', ...fields }))
    expect(await facts(own)).toEqual([['101', null, '']])
    await update({ occupancy: '2', remark: ' 租户白天在家 ' })
    expect(await facts(own)).toEqual([['101', 2, '租户白天在家']])
    await update({ areasize: 90, occupancy: null, remark: null })
    expect(await facts(own)).toEqual([['101', 2, '租户白天在家']])
    const entry = (await entriesOf(member, { action: 'property.update', subject: propertyid })).at(-1)
    expect([entry?.before, entry?.after]).toMatchObject([
      { occupancy: 0, remark: '' },
      { occupancy: 2, remark: '租户白天在家' },
    ])
    await update({ occupancy: '', remark: '' })
    expect(await facts(own)).toEqual([['101', null, '']])
  })

  it('merges concurrent changes of two users without losing either', async () => {
    const own = await newEstate()
    const { propertyid } = good(await member.post('/vtpropertyinfo/save', property(own)))
    const other = await server.member('manager_facts')
    const update = (by: Client, fields: object) => by.post('/vtpropertyinfo/update', { propertyid, room: '101', ...fields })
    const answers = await Promise.all([
      update(member, { occupancy: '1' }),
      update(other, { remark: '钥匙在物业' }),
      update(other, { occupancy: '2' }),
      update(member, { areasize: 91 }),
    ])
    for (const answer of answers) good(answer)
    const [house] = await list(own)
    expect(house).toMatchObject({ remark: '钥匙在物业', areasize: 91 })
    const entries = (await entriesOf(member, { action: 'property.update', subject: propertyid })).sort((a, b) => a.number - b.number)
    expect(entries).toHaveLength(4)
    const factsIn = (said: unknown) => said as { readonly occupancy: number; readonly remark: string }
    for (const [index, entry] of entries.slice(1).entries()) {
      const { occupancy, remark } = factsIn(entries[index]?.after)
      expect(entry.before).toMatchObject({ occupancy, remark })
    }
    expect(house?.['occupancy']).toBe(factsIn(entries.at(-1)?.after).occupancy)
  })

  it.each([
    [{ occupancy: 5 }, 'occupancy', '居住状态不正确'],
    [{ occupancy: '自住' }, 'occupancy', '居住状态不正确'],
    [{ remark: 'x'.repeat(201) }, 'remark', '备注不能超过200个字符'],
    [{ remark: 5 }, 'remark', '备注格式不正确'],
  ])('is refused as %j', async (fields, field, message) => {
    const sent = await member.post('/vtpropertyinfo/save', { ...property(await newEstate()), ...fields })
    expect(sent).toMatchObject({ code: 400, data: [{ field, message }] })
  })

  it('is imported from its columns; a missing column keeps values, an empty cell clears them', async () => {
    const own = await newEstate()
    good(
      await load(own, [
        [...sheetColumns, '居住状态', '备注'],
        [...sheetRow('101'), '出租', '租户=13800138000'],
        [...sheetRow('102'), ' 已售 未过户', null],
        [...sheetRow('103'), null, 8],
        [...sheetColumns.map(() => null), null, '以上由物业登记'],
      ]),
    )
    expect(await facts(own)).toEqual([
      ['101', 2, '租户=13800138000'],
      ['102', 4, ''],
      ['103', null, '8'],
    ])
    good(await load(own, [sheetColumns, sheetRow('101', 90)]))
    expect((await facts(own))[0]).toEqual(['101', 2, '租户=13800138000'])
    good(
      await load(own, [
        [...sheetColumns, '居住情况'],
        [...sheetRow('101', 90), null],
      ]),
    )
    expect((await facts(own))[0]).toEqual(['101', null, '租户=13800138000'])
    const wrong = await load(own, [
      [...sheetColumns, '居住状态', '备注'],
      [...sheetRow('101'), '常住', ''],
      [...sheetRow('102'), '空置', 'x'.repeat(201)],
    ])
    expect(wrong).toMatchObject({
      code: 402,
      data: {
        errors: [
          { row: 2, column: '居住状态', message: '居住状态只能是：自住、出租、空置、已售未过户', value: '常住' },
          { row: 3, column: '备注', message: '备注不能超过200个字符' },
        ],
      },
    })
  })

  it('is exported in the template’s columns, and restored when an import is undone', async () => {
    const own = await newEstate()
    good(
      await load(own, [
        [...sheetColumns, '居住状态', '备注'],
        [...sheetRow('101'), '空置', '水表停用'],
      ]),
    )
    good(
      await load(own, [
        [...sheetColumns, '居住状态', '备注'],
        [...sheetRow('101'), '自住', '已入住'],
      ]),
    )
    const book = await readReport((await member.raw(`/vtpropertyinfo/export?estateId=${own}`)).rawPayload)
    expect(tableIn(sheetNamed(book, '房产信息'), '分期').rows).toMatchObject([{ 房号: '101', 居住状态: '自住', 备注: '已入住' }])
    const { number } = good(await member.get('/vtpropertyinfo/lastimport', { estateId: own }))
    good(await member.post('/vtpropertyinfo/undoimport', { estateId: own, number }))
    expect(await facts(own)).toEqual([['101', 3, '水表停用']])
  })

  it('is never copied to a roster, whatever way a property gets into it', async () => {
    const { estateId, propertyIds, change } = await scene()
    await change('1-101', { occupancy: 3, remark: '钥匙在物业' })
    const { activityId } = await makeActivity(member, estateId)
    const at = propertyNamed(await rosterOf(server, activityId), '1-101')
    const inRoster = async () => good(await member.get('/votedef/getactivityproperty', { activitypropertyid: at.rosterPropertyId }))
    const before = await inRoster()
    expect(before).not.toHaveProperty('occupancy')
    expect(JSON.stringify(before)).not.toContain('钥匙')
    await change('1-101', { occupancy: 1, remark: '钥匙已还' })
    good(await member.get('/vtpropertyinfo/synproperties', { ids: propertyIds.get('1-101') ?? '', voteactivityid: activityId }))
    const addition = { ...property('', { building: '9栋' }), occupancy: 2, remark: '钥匙在门卫' }
    const { activitypropertyid } = good(await member.post('/votedef/addactivityproperty', { ...addition, voteactivityid: activityId }))
    for (const id of [at.rosterPropertyId, activitypropertyid])
      expect(JSON.stringify(good(await member.get('/votedef/getactivityproperty', { activitypropertyid: id })))).not.toMatch(/钥匙|occupancy/)
    const added = await entriesOf(member, { action: 'ballot.addProperty', pageSize: 1 })
    expect(JSON.stringify(added)).toContain('9栋')
    expect(JSON.stringify(added)).not.toMatch(/钥匙|occupancy/)
  })

  it('is shown on the route, its sheet and the grid, filters 未投名单, and is not in the roster', async () => {
    const { estateId, propertyIds, change } = await scene()
    const { activityId } = await makeActivity(member, estateId)
    await takeSteps(member, activityId, 'start')
    await change('1-102', { occupancy: 3, remark: '钥匙在物业' })
    good(await member.get('/vtpropertyinfo/delete', { ids: propertyIds.get('2-101') ?? '' }))
    const known = [
      ['一期-1栋-1单元-101', null, ''],
      ['一期-1栋-1单元-102', 3, '钥匙在物业'],
      ['一期-2栋-1单元-101', null, ''],
    ]
    type Known = Readonly<Record<'place' | 'votername' | 'occupancy' | 'remark', unknown>>
    const inOrder = (one: readonly unknown[], other: readonly unknown[]) => (String(one[0]) < String(other[0]) ? -1 : 1)
    const of = (rows: readonly Known[]) => rows.map(({ place, votername, occupancy, remark }) => [place ?? votername, occupancy, remark]).toSorted(inOrder)
    const route = good(await member.get('/vote/route', { voteactivityid: activityId, margin: 100 })) as { units: { doors: Known[] }[] }
    expect(of(route.units.flatMap(({ doors }) => doors))).toEqual(known)
    const printed = good(await member.get('/vote/routeprint', { voteactivityid: activityId, margin: 100 })) as typeof route
    expect(of(printed.units.flatMap(({ doors }) => doors))).toEqual(known)
    const notVoted = async (query: object = {}) => good(await member.get('/vote/notvotedlist', { voteActivityId: activityId, ...query }))
    expect(of((await notVoted()).datas)).toEqual(known)
    expect(of((await notVoted({ occupancy: 3 })).datas)).toEqual(known.slice(1, 2))
    expect(await notVoted({ occupancy: 3 })).toMatchObject({ totalCount: 1, ballotcount: 1, area: 80 })
    expect(await notVoted({ occupancy: 4 })).toMatchObject({ totalCount: 0, ballotcount: 0, area: 0 })
    expect(await member.get('/vote/notvotedlist', { voteActivityId: activityId, occupancy: 5 })).toMatchObject({ code: 400, message: '居住状态不正确' })
    const owners = good(await member.get('/vote/getroomowners', { voteActivityId: activityId, xPath: '一期▶▶1栋' }))
    expect(of(owners)).toEqual(known.slice(0, 2))
    const sheetOf = async (path: string) => readReport((await member.raw(`${path}&jobid=${Math.random()}`)).rawPayload)
    const route1 = tableIn(sheetNamed(await sheetOf(`/vote/routesheet?voteactivityid=${activityId}&margin=100`), '路线'), '序号').rows
    expect(route1.find(({ 房屋 }) => 房屋 === '一期-1栋-1单元-102')).toMatchObject({ 居住状态: '空置', 房屋备注: '钥匙在物业' })
    const limited = sheetNamed(await sheetOf(`/vote/notvotedsheet?voteActivityId=${activityId}&occupancy=3`), '未投名单')
    expect(tableIn(limited, '房屋').rows).toMatchObject([{ 房屋: '一期-1栋-1单元-102', 居住状态: '空置', 房屋备注: '钥匙在物业' }])
    expect(rowOf(limited, 2)[0]).toContain('范围：全部，空置')
  })

  it('a sold property is reported by the check-ups of its estate and rosters until this changes', async () => {
    const { estateId, change } = await scene()
    const { activityId } = await makeActivity(member, estateId)
    const sold = async (subject: object) => {
      const { findings } = good(await member.get('/roster/checkup', { ...subject })) as {
        findings: { rule: string; tier: number; rows: { place: string }[] }[]
      }
      return findings.filter(({ rule }) => rule === 'sold').map(({ tier, rows }) => [tier, rows.map(({ place }) => place)])
    }
    const both = async () => [await sold({ estateid: estateId }), await sold({ voteactivityid: activityId })]
    expect(await both()).toEqual([[], []])
    await change('1-102', { occupancy: 4 })
    const found = [[2, ['一期-1栋-1单元-102']]]
    expect(await both()).toEqual([found, found])
    await change('1-102', { occupancy: 1 })
    expect(await both()).toEqual([[], []])
  })

  it('a phone may be a landline among an owner’s numbers: normalised, masked, searchable and compared', async () => {
    const own = await newEstate()
    const add = (room: string, personname: string, mobileno: string) => member.post('/vtpropertyinfo/save', property(own, { room }, { personname, mobileno }))
    good(await add('101', '张三', '（0532）88887777转801＋13800138000'))
    good(await add('102', '张三', '0532-88887777-801'))
    good(await add('103', '张三/李四', '13800138000+010-66667777/11111111111'))
    expect(await add('104', '张三', '0532-888877')).toMatchObject({
      code: 400,
      message: '手机号须为11位数字，座机写成 区号-号码，没有手机号请填 11111111111',
    })
    expect(await add('104', '张三/李四', '13800138000+0532-88887777')).toMatchObject({ code: 400 })
    const phones = async (client: Client, query: object = {}) =>
      (good(await client.get('/vtpropertyinfo/list', { estateId: own, pageSize: 500, ...query })).datas as { mobileno: string }[]).map(
        ({ mobileno }) => mobileno,
      )
    const whole = ['0532-88887777-801+13800138000', '0532-88887777-801', '13800138000+010-66667777/11111111111']
    expect(await phones(member)).toEqual(whole)
    const viewer = await server.member(`viewer_${Math.random().toString(36).slice(2, 8)}`, 'viewer')
    expect(await phones(viewer)).toEqual(['0532-****7777+138****8000', '0532-****7777', '138****8000+010-****7777/11111111111'])
    expect(await phones(member, { condition: '010-66667777' })).toEqual(whole.slice(2))
    const [first] = (await list(own)) as { propertyid: string }[]
    const update = (mobileno: string) => member.post('/vtpropertyinfo/update', { propertyid: first?.propertyid ?? '', room: '101', mobileno })
    good(await update('0532-****7777+138****8000'))
    expect(await phones(member)).toEqual(whole)
    expect(await update('0532-****7777')).toMatchObject({ code: 400, message: '请填写完整的手机号' })
    const { activityId } = await makeActivity(member, own)
    const roster = good(await member.get('/vote/queryvotersbycondition', { voteactivityid: activityId, condition: '0532-88887777-801' })) as {
      votername: string
    }[]
    expect(roster.map(({ votername }) => votername)).toEqual(['一期-1栋-1单元-101', '一期-1栋-1单元-102'])
    const sent = await load(own, [
      sheetColumns,
      [...sheetRow('105').slice(0, -1), '0532 88887777、13900139000'],
      [...sheetRow('106').slice(0, -1), '0532-88887777x'],
    ])
    expect(sent).toMatchObject({ code: 402, data: { errors: [{ row: 3, column: '手机号' }] } })
    good(await load(own, [sheetColumns, [...sheetRow('105').slice(0, -1), '0532 88887777、13900139000']]))
    expect((await phones(member)).at(-1)).toBe('0532-88887777/13900139000')
  })
})
