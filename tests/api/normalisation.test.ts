import { describe, expect, it } from 'vitest'
import { good, propertyNamed, makeActivity, makeEstate, makeProperty, rosterOf, takeSteps } from '../support/activities.ts'
import { whereDatabasesDiffer } from '../support/databases.ts'
import { property } from '../support/properties.ts'
import { madeBefore, serverForAll, type Envelope } from '../support/server.ts'
import { workbookOf } from '../support/workbooks/make.ts'

const answer = ({ code, message }: Envelope) => ({ code, message })
/** The same property four times, as typed with different keyboards and IMEs. */
const waysToWrite1201 = ['１２０１', '12\u200b01', ' 12 01 ', '\ufeff1201\u00a0'] as const

/** `wire.md` section 3: one normalisation for every place, name, phone and ID number, from any source. */
whereDatabasesDiffer('normalisation', (engine) => {
  const server = serverForAll(engine)
  const member = madeBefore(() => server.member('admin_1'))

  const newEstate = async () => (await makeEstate(member, [])).estateId
  const save = (estateId: string, place: object = {}, owner: object = {}) => member.post('/vtpropertyinfo/save', property(estateId, place, owner))
  const list = async (estateId: string, condition = '') => good(await member.get('/vtpropertyinfo/list', { estateId, condition, pageSize: 100 })).datas

  describe('form input', () => {
    it.each(waysToWrite1201)('normalises %j to 1201', async (room) => {
      const estateId = await newEstate()
      good(await save(estateId, { room: '1201' }))
      expect(answer(await save(estateId, { room }))).toEqual({ code: 409, message: '该房产已存在' })
      expect(answer(await save(estateId, { room: '1201', building: '１栋', unit: ' 1 单元', period: '一\u200b期' }))).toEqual({
        code: 409,
        message: '该房产已存在',
      })
      expect(await list(estateId)).toHaveLength(1)
    })

    it('stores places, owners, phones and ID numbers normalised', async () => {
      const estateId = await newEstate()
      good(
        await save(
          estateId,
          { period: ' 一 期', zone: '东\u00a0区', building: 'Ａ１栋', unit: '１单元', floor: '１２', room: '12\n01' },
          { personname: '张　三、Jose\u0301 Ortega', mobileno: '１３８ 0013 8000\n13900139000', idno: '110101 19900101 123x/E1234567\u200b8' },
        ),
      )
      expect(await list(estateId)).toMatchObject([
        {
          period: '一期',
          zone: '东区',
          building: 'A1栋',
          unit: '1单元',
          floor: '12',
          room: '1201',
          personname: '张三/José Ortega',
          mobileno: '13800138000/13900139000',
          idno: '11010119900101123X/E12345678',
        },
      ])
    })

    it('counts owners of one ID number once, with upper- or lower-case x', async () => {
      const estateId = await newEstate()
      for (const [room, idno] of ['11010119900101123X', '11010119900101123x', '110101 1990 0101 123Ｘ'].entries()) {
        good(await save(estateId, { room: `10${room}` }, { personname: room === 1 ? '张　三' : '张三', idno }))
      }
      const [estate] = good(await member.get('/vtestate/list', { pageSize: 1 })).datas
      expect(estate).toMatchObject({ estateid: estateId, houesenum: 3, rightnum: 1 })
    })

    it.each([
      ['period', '分期'],
      ['zone', '区'],
      ['building', '楼栋'],
      ['unit', '单元'],
      ['floor', '楼层'],
      ['room', '房号'],
    ])('refuses ▶ in %s', async (field, label) => {
      const estateId = await newEstate()
      const refused = { code: 400, message: `${label}不能包含▶`, data: [{ field, message: `${label}不能包含▶` }], reason: 'request.invalid' }
      expect(await save(estateId, { [field]: '3 ▶1' })).toEqual(refused)
      const { propertyid } = good(await save(estateId))
      expect(await member.post('/vtpropertyinfo/update', { propertyid, room: '101', [field]: '3▶1' })).toEqual(refused)
      const { activityId } = await makeActivity(member, estateId)
      const addition = { ...property(estateId, { room: '909', [field]: '3▶1' }), voteactivityid: activityId }
      expect(await member.post('/votedef/addactivityproperty', addition)).toEqual(refused)
    })

    it('treats a place or an owner of only invisible characters as missing', async () => {
      const estateId = await newEstate()
      expect(answer(await save(estateId, { room: ' \u200b\u00a0' }))).toEqual({ code: 400, message: '请输入房屋号' })
      expect(answer(await save(estateId, {}, { personname: '\ufeff' }))).toEqual({ code: 400, message: '请输入产权人姓名' })
    })

    it('is validated after normalisation', async () => {
      const estateId = await newEstate()
      expect(answer(await save(estateId, { room: `1${'\u200b'.repeat(30)}201` }))).toEqual({ code: 200, message: 'success' })
      expect(answer(await save(estateId, { room: '㍿'.repeat(6) }))).toEqual({ code: 400, message: '房号不能超过20个字符' })
      expect(answer(await save(estateId, { room: '1' }, { mobileno: '１３８００１３８０００' }))).toEqual({ code: 200, message: 'success' })
    })
  })

  it('normalises property updates, roster properties, additions, splits and change requests', async () => {
    const { estateId, propertyIds } = await makeEstate(member, [
      ['1-101', '张三', 100],
      ['1-102', '李四', 100],
      ['1-103', '李四', 100],
    ])
    const propertyid = propertyIds.get('1-101') ?? ''
    const written = { personname: '欧阳　若兰', mobileno: '１３８００１３８００１', idno: '11010119900101123x' }
    const stored = { personname: '欧阳若兰', mobileno: '13800138001', idno: '11010119900101123X' }
    const inRoster = { v1: stored.personname, v2: stored.mobileno, v3: stored.idno }
    good(await member.post('/vtpropertyinfo/update', { propertyid, room: '１０１', unit: '１ 单元', ...written }))
    expect((await list(estateId, '若兰'))[0]).toMatchObject({ room: '101', unit: '1单元', ...stored })

    const { activityId } = await makeActivity(member, estateId)
    const roster = await rosterOf(server, activityId)
    const voter = async (activitypropertyid: string) => good(await member.get('/votedef/getactivityproperty', { activitypropertyid }))
    const second = propertyNamed(roster, '1-102')
    good(await member.post('/votedef/modifyactivityproperty', { activitypropertyid: second.rosterPropertyId, ...written }))
    expect(await voter(second.rosterPropertyId)).toMatchObject(inRoster)

    const added = good(await member.post('/votedef/addactivityproperty', { voteactivityid: activityId, ...property('', { room: '９０９' }, written) }))
    expect(await voter(added.activitypropertyid)).toMatchObject({ votername: '一期-1栋-1单元-909', ...inRoster })
    expect(answer(await member.post('/votedef/addactivityproperty', { voteactivityid: activityId, ...property('', { room: '９０9\u200b' }) }))).toEqual({
      code: 409,
      message: '票权清册中已有该位置的房产',
    })

    // The same owner in another notation is merged, and not split out as another.
    const merge = { voteactivityid: activityId, mainrightballotid: second.ballotId, needmergepropertyid: added.activitypropertyid }
    good(await member.get('/votedef/mergeactivityproperty', merge))
    const splitOut = (owner: object) =>
      member.post('/votedef/ballotseparateout', { voteactivityid: activityId, propertyid: added.activitypropertyid, ...owner })
    expect(answer(await splitOut(written)).code).toBe(402)
    good(await splitOut({ ...written, personname: '买　主' }))
    expect((await voter(added.activitypropertyid)).v1).toBe('买主')

    const request = { propertyid, creater: ' 欧阳　若兰 ', afterdata: { areasize: 90, ...written, personname: '新　业主' } }
    good(await member.post('/votedef/savepropertychange', request))
    const [first] = good(await member.get('/votedef/getpropertychangelist', { condition: '新业主' })).datas
    expect(first).toMatchObject({ creater: '欧阳若兰', afterdata: { ...stored, personname: '新业主' } })
  })

  it('matches properties of workbooks and of deliveries with those of forms', async () => {
    const estateId = await newEstate()
    good(await save(estateId, { building: '３ 栋', room: '1201' }))
    const row = ['一期', '', '3\u200b栋', '１单元', '', '1201', 89.5, '张　三', '13800138000', '11010119900101123x']
    const header = ['分期', '区', '楼栋', '单元', '楼层', '房号', '面积', '产权人', '手机号', '证件号']
    const upload = (path: string, rows: unknown[][], fields: Record<string, string>) =>
      workbookOf(rows).then((bytes) => member.upload(path, { field: 'uploadfile', name: 'a.xlsx', bytes }, fields))
    expect(good(await upload('/vtpropertyinfo/importpropertyinfo', [header, row], { estateId }))).toEqual({ total: 1, inserted: 0, updated: 1 })
    expect(await list(estateId)).toMatchObject([{ building: '3栋', personname: '张三', idno: '11010119900101123X' }])
    expect(await upload('/vtpropertyinfo/importpropertyinfo', [header, row.with(2, '3▶1')], { estateId })).toMatchObject({
      code: 402,
      data: { errors: [{ row: 2, column: '楼栋', message: '楼栋不能包含▶' }] },
    })

    const { activityId } = await makeActivity(member, estateId)
    const delivery = [
      ['分期', '楼栋', '单元', '房号', '送达方式', '送达时间'],
      ['一 期', '３栋', '1单元', '12\u00a001', '上门', '2026-05-01 08:00'],
    ]
    expect(good(await upload('/vote/importnotifyinfo', delivery, { activityid: activityId }))).toEqual({ total: 1, inserted: 1, updated: 0 })
  })

  it('a search matches normalised text, and an owner’s name in decomposed form', async () => {
    const estateId = await newEstate()
    await makeProperty(member, estateId, ['3-1201', 'Jose\u0301 Ａbe', 80, { phone: '13511112222', idNumber: '11010119900101123x' }])
    const { activityId } = await makeActivity(member, estateId)
    good(await member.post('/votedef/update', { ...(await changeable(activityId)), title: '（二期）ＡＢ电梯' }))
    await takeSteps(member, activityId, 'start')
    for (const term of ['jose\u0301', 'JOSÉ ABE', '１３５１１１１２２２２', '123ｘ', '３栋 1201', '12\u200b01', '\ufeff3栋']) {
      expect(await list(estateId, term), term).toHaveLength(1)
      const voters = good(await member.get('/vote/queryvotersbycondition', { voteactivityid: activityId, condition: term }))
      expect(voters, term).toHaveLength(1)
      const rows = good(await member.post('/vote/getnofitypropertieslist', { voteactivityid: activityId, name: term })).datas
      expect(rows, term).toHaveLength(1)
    }
    for (const name of ['(二期)', '（二期）', 'ab电梯']) expect(good(await member.get('/votedef/list', { name })).datas.length, name).toBeGreaterThan(0)
  })

  it('a vote stores the voter’s name and numbers normalised', async () => {
    const { estateId } = await makeEstate(member, [['1-101', '张三', 100]])
    const activity = await makeActivity(member, estateId)
    await takeSteps(member, activity.activityId, 'start')
    const { ballotId } = propertyNamed(await rosterOf(server, activity.activityId), '1-101')
    const body = {
      records: [],
      voteactivityid: activity.activityId,
      ballotIds: [ballotId],
      votername: '张　三',
      votermobileno: '１３８ 00138000',
      voteridno: '1x',
    }
    const { recordids } = good(await member.post('/vote/do', body))
    expect(good(await member.get('/vote/detail', { voteActivityId: activity.activityId, recordid: recordids[0] }))).toMatchObject({
      votername: '张三',
      votermobileno: '13800138000',
      voteridno: '1X',
    })
  })

  async function changeable(activityId: string): Promise<object> {
    const { title: _, ...rest } = good(await member.get('/votedef/get', { id: activityId }))
    return rest
  }
})
