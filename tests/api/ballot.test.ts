import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  askMark,
  askVote,
  good,
  propertyNamed,
  makeActivity,
  makeActivityA,
  makeEstate,
  makeProperty,
  phonesOf,
  placeOf,
  rosterOf,
  takeSteps,
  type MadeActivity,
  type RosterProperty,
} from '../support/activities.ts'
import { whereDatabasesDiffer } from '../support/databases.ts'
import { serverForAll, startServer, type Client } from '../support/server.ts'
import { entriesOf } from '../support/journal.ts'

type Query = Record<string, string | number>
const frozen = { code: 409, message: '该票权已标记或已投票，不能调整' }

whereDatabasesDiffer('ballots', (engine) => {
  const server = serverForAll(engine)
  let member: Client
  let made: MadeActivity
  let propertyIds: ReadonlyMap<string, string>
  let roster: ReadonlyMap<string, RosterProperty>
  beforeAll(async () => {
    member = await server.member('admin_1')
  })
  beforeEach(async () => {
    const fresh = await makeActivityA(server, member)
    made = fresh
    propertyIds = fresh.propertyIds
    roster = fresh.roster
  })

  const of = (name: string): RosterProperty => propertyNamed(roster, name)
  const reread = async () => {
    roster = await rosterOf(server, made.activityId)
    return roster
  }
  const registered = (name: string): string => propertyIds.get(name) ?? ''
  const merge = (main: string, other: string, more: Query = {}) =>
    member.get('/votedef/mergeactivityproperty', {
      voteactivityid: made.activityId,
      mainrightballotid: of(main).ballotId,
      needmergepropertyid: of(other).propertyId,
      ...more,
    })
  const split = (name: string, more: Query = {}) =>
    member.get('/votedef/splitactivityproperty', {
      voteactivityid: made.activityId,
      mainrightballotid: of(name).ballotId,
      needsplipropertyid: of(name).propertyId,
      ...more,
    })
  const owner = (personname: string, more: object = {}) => ({ personname, mobileno: phonesOf(personname), idno: '', ...more })
  const splitOut = (name: string, details: object) =>
    member.post('/votedef/ballotseparateout', { voteactivityid: made.activityId, propertyid: of(name).propertyId, ...details })
  const modify = (name: string, details: object) =>
    member.post('/votedef/modifyactivityproperty', { activitypropertyid: of(name).rosterPropertyId, areasize: of(name).areaHundredths / 100, ...details })
  const remove = (name: string) => member.get('/votedef/delactivityproperty', { activitypropertyid: of(name).rosterPropertyId })
  const add = (name: string, details: object) =>
    member.post('/votedef/addactivityproperty', { voteactivityid: made.activityId, ...placeOf(name), floor: '', areasize: 70, ...details })
  const sync = (...ids: string[]) => member.get('/vtpropertyinfo/synproperties', { ids: ids.join(','), voteactivityid: made.activityId })
  const changeRegistered = async (name: string, details: object) =>
    good(await member.post('/vtpropertyinfo/update', { propertyid: registered(name), room: placeOf(name).room, ...details }))
  const voter = async (name: string) => good(await member.get('/votedef/getactivityproperty', { activitypropertyid: of(name).rosterPropertyId }))
  /** Heads and 0.01 m² of all counting ballots. */
  const whole = async () => {
    const rows = await server.database.read
      .selectFrom('ballot')
      .innerJoin('activity', 'activity.id', 'ballot.activity_id')
      .select('ballot.area_hundredths')
      .where('activity.public_id', '=', made.activityId)
      .where('ballot.is_ended', '=', 0)
      .execute()
    return [rows.length, rows.reduce((sum, row) => sum + row.area_hundredths, 0)]
  }
  const found = async (condition: string): Promise<string[]> =>
    good(await member.get('/vote/queryvotersbycondition', { voteactivityid: made.activityId, condition })).map((each: { votername: string }) => each.votername)

  describe('merged ballots of one owner', () => {
    it('counts as one head with the total area, however many properties are merged', async () => {
      expect(await whole()).toEqual([5, 60_000])
      expect(of('1-101').ballotId).toBe(of('1-201').ballotId)
      expect(of('1-101')).toMatchObject({ areaHundredths: 10_000, ballotAreaHundredths: 20_000 })
    })

    it('is shown with the ballot’s other properties', async () => {
      const { ballotId } = of('2-102')
      expect(await voter('2-102')).toEqual({
        activitypropertyid: of('2-102').rosterPropertyId,
        votercode: registered('2-102'),
        votername: '一期-2栋-1单元-102',
        v1: '开发商',
        v2: phonesOf('开发商'),
        v3: '',
        areasize: 60,
        category: 1,
        areasource: null,
        markedcode: '',
        paperstatus: -1,
        paperreceivedat: '',
        entrusted: false,
        ballotid: ballotId,
        ballotstatus: -1,
        voided: false,
        recordid: '',
        recordsource: '',
        voteactivityid: made.activityId,
        modifytime: '2026-05-01 09:00:00',
        relaPropertyInfos: [
          { activitypropertyid: of('2-201').rosterPropertyId, votercode: registered('2-201'), relapropertyname: '一期-2栋-1单元-201', relaareasize: 50 },
        ],
      })
      expect((await voter('1-102')).relaPropertyInfos).toEqual([])
      expect(await member.get('/votedef/getactivityproperty', { activitypropertyid: 'nothing' })).toMatchObject({ code: 404, message: '房产不存在' })
    })

    it('merges properties by registry or roster id, and moves only the named one', async () => {
      good(await split('1-201'))
      await reread()
      good(await merge('1-101', '1-201', { needmergepropertyid: of('1-201').rosterPropertyId }))
      expect(await whole()).toEqual([5, 60_000])
      // 2-102 and 2-201 share a ballot; a third property of that owner takes only 2-201 onto its ballot.
      good(await add('2-301', owner('开发商')))
      await reread()
      good(await merge('2-301', '2-201'))
      await reread()
      expect(of('2-201').ballotId).toBe(of('2-301').ballotId)
      expect([of('2-102').ballotAreaHundredths, of('2-301').ballotAreaHundredths]).toEqual([6_000, 12_000])
    })

    it.each([
      ['another owner', () => merge('1-101', '1-102'), { code: 402, data: '待合并票权的房产需要与主房产的产权人相同~' }],
      ['one owner of two', () => merge('2-101', '1-102'), { code: 402, data: '待合并票权的房产需要与主房产的产权人相同~' }],
      ['itself', () => merge('1-102', '1-102'), { code: 409, message: '不能与自身合并' }],
      ['what is merged already', () => merge('1-101', '1-201'), { code: 409, message: '该房产已在票权中' }],
      ['an unknown property', () => merge('1-101', '1-102', { needmergepropertyid: 'nothing' }), { code: 404, message: '房产不存在' }],
      ['an unknown ballot', () => merge('1-101', '1-102', { mainrightballotid: 'nothing' }), { code: 404, message: '票权不存在' }],
      ['an unknown activity', () => merge('1-101', '1-102', { voteactivityid: 'nothing' }), { code: 404, message: '投票活动不存在' }],
      ['nothing', () => merge('1-101', '1-102', { needmergepropertyid: '' }), { code: 400, message: '缺少房产编号' }],
    ])('cannot be merged with %s', async (_case, ask, answer) => {
      expect(await ask()).toMatchObject(answer)
      expect(await whole()).toEqual([5, 60_000])
    })

    it('refuses to merge across activities', async () => {
      const twin = await makeActivity(member, made.estateId)
      const theirs = await rosterOf(server, twin.activityId)
      expect(await merge('1-101', '1-102', { mainrightballotid: propertyNamed(theirs, '1-101').ballotId })).toMatchObject({ code: 404, message: '票权不存在' })
      expect(await merge('1-101', '1-102', { needmergepropertyid: propertyNamed(theirs, '1-102').rosterPropertyId })).toMatchObject({
        code: 404,
        message: '房产不存在',
      })
    })

    it('says that a ballot has ended if it has', async () => {
      const [before] = [of('2-201')]
      good(await split('2-201'))
      await reread()
      const { ballotId } = of('2-201')
      good(await merge('2-102', '2-201'))
      await reread()
      expect(before.ballotId).toBe(of('2-201').ballotId)
      expect(await merge('2-102', '1-102', { mainrightballotid: ballotId })).toMatchObject({ code: 409, message: '该票权已被合并或调整，请刷新后重试' })
    })
  })

  describe('splitting', () => {
    it('gives the property its own ballot with the next number', async () => {
      const { ballotid } = good(await split('1-201'))
      await reread()
      expect(of('1-201')).toMatchObject({ ballotId: ballotid, ballotAreaHundredths: 10_000, ballotNumber: 8 })
      expect(of('1-101').ballotAreaHundredths).toBe(10_000)
      expect(await whole()).toEqual([6, 60_000])
    })

    it('leaves a ballot at least one property', async () => {
      expect(await split('1-102')).toMatchObject({ code: 409, message: '票权至少保留一个房产' })
      expect(await splitOut('1-102', owner('新人'))).toMatchObject({ code: 409, message: '票权至少保留一个房产' })
      expect(await split('1-201', { mainrightballotid: of('1-102').ballotId })).toMatchObject({ code: 409, message: '该房产不在此票权中，请刷新后重试' })
    })

    it('requires a new owner whose name or phone differs from those who stay', async () => {
      const same = '待拆分票权的房产的产权人和手机号不能与主房产完全相同~'
      expect(await splitOut('1-201', owner('张三'))).toMatchObject({ code: 402, data: same })
      expect(await splitOut('1-201', owner(' 张三 ', { mobileno: phonesOf('张三') }))).toMatchObject({ code: 402, data: same })
      expect((await voter('1-201')).ballotid).toBe(of('1-101').ballotId)
      const { ballotid } = good(await splitOut('1-201', owner('张三', { mobileno: '13700000001', idno: '110101199001011237' })))
      expect(await voter('1-201')).toMatchObject({ ballotid, v1: '张三', v2: '13700000001', v3: '110101199001011237', areasize: 100, relaPropertyInfos: [] })
      expect((await voter('1-101')).relaPropertyInfos).toEqual([])
      expect(await whole()).toEqual([6, 60_000])
      expect(await found('13700000001')).toEqual(['一期-1栋-1单元-201'])
    })

    it.each([
      [owner(''), '请输入产权人姓名'],
      [owner('新人', { mobileno: '' }), '请输入产权人手机号'],
      [owner('新人', { mobileno: '1' }), '手机号须为11位数字，座机写成 区号-号码，没有手机号请填 11111111111'],
      [owner('甲、乙', { mobileno: '13700000001' }), '产权人、手机号、证件号的个数不一致，多个之间用 / 分隔'],
    ])('out refuses %j', async (details, message) => {
      expect(await splitOut('1-201', details)).toMatchObject({ code: 400, message })
    })
  })

  describe('a property of the roster', () => {
    it('is added with its own ballot at a place that is free', async () => {
      const { activitypropertyid } = good(await add('3-101', owner('新人')))
      await reread()
      expect(of('3-101')).toMatchObject({ rosterPropertyId: activitypropertyid, areaHundredths: 7_000, ballotAreaHundredths: 7_000, ballotNumber: 8 })
      expect(await found('新人')).toEqual(['一期-3栋-1单元-101'])
      expect(await whole()).toEqual([6, 67_000])
      expect(await add('3-101', owner('别人'))).toMatchObject({ code: 409, message: '票权清册中已有该位置的房产' })
      expect(await add('1-101', owner('别人'))).toMatchObject({ code: 409 })
      expect(await add('3-201', owner('新人', { areasize: 0 }))).toMatchObject({ code: 400, message: '面积必须是大于0的数字，最多两位小数' })
      expect(await add('3-201', { ...owner('新人'), building: '' })).toMatchObject({ code: 400, message: '请输入楼栋号' })
      expect(await add('3-201', { ...owner('新人'), voteactivityid: 'nothing' })).toMatchObject({ code: 404, message: '投票活动不存在' })
    })

    it('is linked to the property registered at that place', async () => {
      const propertyId = await makeProperty(member, made.estateId, ['3-301', '新人', 70])
      good(await add('3-301', owner('新人')))
      await reread()
      expect(of('3-301').propertyId).toBe(propertyId)
      expect(good(await sync(propertyId))).toEqual({ added: 0, updated: 1, skipped: [] })
    })

    it('stays separate if the registered property is still in the roster at its old place', async () => {
      await changeRegistered('1-301', { room: '302' })
      good(await add('1-302', owner('新人')))
      await reread()
      expect(of('1-301').propertyId).toBe(registered('1-301'))
      expect(of('1-302').propertyId).not.toBe(registered('1-301'))
    })

    it('changes owner and area but keeps its place; the ballot follows', async () => {
      good(await modify('1-201', { ...owner('张三', { mobileno: '13700000002' }), areasize: '110.55', room: '999' }))
      expect(await voter('1-201')).toMatchObject({ votername: '一期-1栋-1单元-201', v2: '13700000002', areasize: 110.55 })
      expect(await whole()).toEqual([5, 61_055])
      expect(await found('13700000002')).toEqual(['一期-1栋-1单元-201'])
      good(await modify('1-102', owner('李四改/李五', { idno: '' })))
      expect(await found('李四改')).toEqual(['一期-1栋-1单元-102'])
    })

    it('updates only the given fields', async () => {
      const before = await voter('1-102')
      const change = (details: object) => member.post('/votedef/modifyactivityproperty', { activitypropertyid: of('1-102').rosterPropertyId, ...details })
      good(await change({ mobileno: '13700000009' }))
      expect(await voter('1-102')).toEqual({ ...before, v2: '13700000009', modifytime: expect.any(String) })
      good(await change({ areasize: 81, personname: null, idno: null }))
      expect(await voter('1-102')).toEqual({ ...before, v2: '13700000009', areasize: 81, modifytime: expect.any(String) })
      expect(await change({ personname: '李四/李五' })).toMatchObject({ code: 400, message: '产权人、手机号、证件号的个数不一致，多个之间用 / 分隔' })
      expect(await change({ areasize: '' })).toMatchObject({ code: 400, message: '请输入面积信息' })
      good(await change({ idno: '' }))
      expect((await voter('1-102')).v3).toBe('')
    })

    it('refuses an owner who differs from the others of its ballot', async () => {
      expect(await modify('1-201', owner('王二'))).toMatchObject({ code: 402, data: '待合并票权的房产需要与主房产的产权人相同~' })
      expect((await voter('1-201')).v1).toBe('张三')
      expect(await modify('1-102', { ...owner('李四'), areasize: '1.005' })).toMatchObject({ code: 400 })
      expect(await member.post('/votedef/modifyactivityproperty', { activitypropertyid: 'nothing', areasize: 1, ...owner('王二') })).toMatchObject({
        code: 404,
        message: '房产不存在',
      })
    })

    it('is removed from the roster, and its ballot ends when it has no properties left', async () => {
      good(await remove('1-201'))
      expect(await whole()).toEqual([5, 50_000])
      good(await remove('1-102'))
      expect(await whole()).toEqual([4, 42_000])
      expect([...(await reread()).keys()]).toEqual(['1-101', '1-301', '2-101', '2-102', '2-201'])
      expect(await found('李四')).toEqual([])
      expect(await member.get('/votedef/delactivityproperty', { activitypropertyid: 'nothing' })).toMatchObject({ code: 404, message: '房产不存在' })
    })
  })

  describe('syncing the roster', () => {
    it('adds missing properties and updates the others', async () => {
      const fresh = await makeProperty(member, made.estateId, ['1-401', '新人', 75])
      await changeRegistered('1-102', { personname: '李四改', mobileno: '13700000003', idno: '110101199001011237', areasize: 81.5 })
      expect(good(await sync(fresh, registered('1-102'), registered('2-101')))).toEqual({ added: 1, updated: 2, skipped: [] })
      expect(await voter('1-102')).toMatchObject({ v1: '李四改', v2: '13700000003', v3: '110101199001011237', areasize: 81.5, ballotid: of('1-102').ballotId })
      await reread()
      expect(of('1-401')).toMatchObject({ ownerName: '新人', ballotNumber: 8, propertyId: fresh })
      expect(await whole()).toEqual([6, 67_650])
      expect(await found('李四改')).toEqual(['一期-1栋-1单元-102'])
    })

    it('skips marked and voted ballots, and says so', async () => {
      await takeSteps(member, made.activityId, 'start')
      good(await askMark(member, made.activityId, of('1-102'), 'C-1'))
      good(await askVote(member, made, [of('1-101')], '1'))
      for (const name of ['1-102', '1-201', '1-301']) await changeRegistered(name, { mobileno: '13700000004' })
      const ids = ['1-102', '1-201', '1-301'].map(registered)
      expect(good(await sync(...ids))).toEqual({
        added: 0,
        updated: 1,
        skipped: [ids[0], ids[1]].map((propertyid) => ({ propertyid, reason: frozen.message })),
      })
      expect((await voter('1-201')).v2).toBe(phonesOf('张三'))
    })

    it('changes the owner of a merged ballot entirely or not at all', async () => {
      for (const name of ['1-101', '1-201']) await changeRegistered(name, { personname: '买主', mobileno: '13700000005' })
      expect(good(await sync(registered('1-201')))).toEqual({
        added: 0,
        updated: 0,
        skipped: [{ propertyid: registered('1-201'), reason: '产权人与同一票权的其他房产不同，请先拆分票权再同步' }],
      })
      expect((await voter('1-201')).v1).toBe('张三')
      expect(good(await sync(registered('1-101'), registered('1-201'))).updated).toBe(2)
      expect(await voter('1-201')).toMatchObject({ v1: '买主', ballotid: of('1-101').ballotId })
    })

    it('takes a re-registered property for the one at its place', async () => {
      good(await member.get('/vtpropertyinfo/delete', { ids: registered('1-102') }))
      const again = await makeProperty(member, made.estateId, ['1-102', '李四', 82])
      expect(good(await sync(again))).toEqual({ added: 0, updated: 1, skipped: [] })
      await reread()
      expect(of('1-102')).toMatchObject({ propertyId: again, areaHundredths: 8_200 })
      expect(await whole()).toEqual([5, 60_200])
    })

    it('follows a corrected place unless another property is there', async () => {
      await changeRegistered('1-301', { room: '302' })
      const taker = await makeProperty(member, made.estateId, ['1-301', '后来者', 10])
      expect(good(await sync(taker))).toMatchObject({
        added: 0,
        skipped: [{ propertyid: taker, reason: '票权清册中该位置已有另一套房产，请先在票权管理中移除' }],
      })
      expect(good(await sync(registered('1-301'))).updated).toBe(1)
      expect(await found('王五')).toEqual(['一期-1栋-1单元-302'])
      expect(good(await sync(taker)).added).toBe(1)
    })

    it('is all or nothing, and accepts only properties of the estate', async () => {
      const elsewhere = await makeEstate(member, [['1-101', '外人', 10]], '别的小区')
      const fresh = await makeProperty(member, made.estateId, ['1-501', '新人', 75])
      expect(await sync(fresh, 'nothing')).toMatchObject({ code: 404, message: '房产不存在' })
      expect(await sync(fresh, elsewhere.propertyIds.get('1-101') ?? '')).toMatchObject({ code: 402, data: '所选房产不属于该活动所在的小区' })
      expect(await sync('')).toMatchObject({ code: 400, message: '请选择要同步的数据' })
      expect(await member.get('/vtpropertyinfo/synproperties', { ids: fresh, voteactivityid: 'nothing' })).toMatchObject({
        code: 404,
        message: '投票活动不存在',
      })
      expect((await reread()).has('1-501')).toBe(false)
    })
  })

  describe('a marked or voted ballot', () => {
    it.each(['marked', 'voted'] as const)('stays unchanged if it is %s', async (state) => {
      await takeSteps(member, made.activityId, 'start')
      good(await add('1-501', owner('张三')))
      await reread()
      good(state === 'marked' ? await askMark(member, made.activityId, of('1-201'), 'C-1') : await askVote(member, made, [of('1-201')], '1'))
      expect(await voter('1-101')).toMatchObject({ ballotstatus: state === 'marked' ? 0 : 1, markedcode: state === 'marked' ? 'C-1' : '' })
      const before = await reread()
      expect(await merge('1-101', '1-501')).toMatchObject(frozen)
      expect(await merge('1-501', '1-101')).toMatchObject(frozen)
      expect(await split('1-201')).toMatchObject(frozen)
      expect(await splitOut('1-201', owner('新人'))).toMatchObject(frozen)
      expect(await modify('1-101', owner('张三', { mobileno: '13700000009' }))).toMatchObject(frozen)
      expect(await remove('1-101')).toMatchObject(frozen)
      expect(await reread()).toEqual(before)
    })

    it('is described and frozen by its live record alone, whatever was voided before', async () => {
      await takeSteps(member, made.activityId, 'start')
      for (const answers of ['1', '2']) {
        const { recordids } = good(await askVote(member, made, [of('1-102')], answers))
        good(await member.get('/vote/disable', { voteActivityId: made.activityId, recordid: recordids[0] }))
      }
      expect(await voter('1-102')).toMatchObject({ ballotstatus: -1, recordid: '', markedcode: '' })
      const { recordid } = good(await askMark(member, made.activityId, of('1-102'), 'C-9'))
      expect(await voter('1-102')).toMatchObject({ ballotstatus: 0, recordid, markedcode: 'C-9' })
      expect(await modify('1-102', owner('李四'))).toMatchObject(frozen)
      expect(good(await sync(registered('1-102'))).skipped).toHaveLength(1)
    })

    it('is free again once the vote is voided, and keeps its record when it ends', async () => {
      await takeSteps(member, made.activityId, 'start')
      const { recordids } = good(await askVote(member, made, [of('1-102')], '2'))
      good(await member.get('/vote/disable', { voteActivityId: made.activityId, recordid: recordids[0] }))
      const { ballotId } = of('1-102')
      good(await modify('1-102', owner('张三')))
      good(await merge('1-101', '1-102'))
      expect(await whole()).toEqual([4, 60_000])
      expect(good(await member.get('/votedef/getrepeatvote', { voteActivityId: made.activityId, ballotId }))).toMatchObject([
        { recordid: recordids[0], recordstatus: 2 },
      ])
    })
  })

  describe('the owner of a ballot', () => {
    it('is returned with all properties of the same name and ID number in the estate', async () => {
      const idNumber = '110101199001011237'
      const own = await makeEstate(member, [
        ['2-101', '周八', 50, { idNumber }],
        ['1-101', '周八', 60, { idNumber }],
        ['1-102', '周八', 70],
        ['1-103', '吴九', 80, { idNumber }],
      ])
      const elsewhere = await makeEstate(member, [['1-101', '周八', 90, { idNumber }]], '别的小区')
      const ask = async (name: string, { propertyIds }: typeof own) =>
        good(await member.get('/voteperson/getpersonwithproperty', { id: propertyIds.get(name) ?? '' }))
      const answer = await ask('2-101', own)
      expect(answer).toMatchObject({ personname: '周八', mobileno: phonesOf('周八'), idno: idNumber })
      expect(answer.properties.map((each: { propertyid: string; areasize: number; floor: string }) => [each.propertyid, each.areasize, each.floor])).toEqual([
        [own.propertyIds.get('1-101'), 60, '1'],
        [own.propertyIds.get('2-101'), 50, '1'],
      ])
      expect((await ask('1-102', own)).properties, 'without an ID number nobody else is known to be the same').toHaveLength(1)
      expect((await ask('1-101', elsewhere)).properties).toHaveLength(1)
      expect(await member.get('/voteperson/getpersonwithproperty', { id: 'nothing' })).toMatchObject({ code: 404, message: '房产不存在' })
    })
  })

  it('journals every adjustment: the moved property, both ballots, and no other property', async () => {
    const { ballotId } = of('1-101')
    good(await split('1-201'))
    await reread()
    good(await merge('1-101', '1-201'))
    const [merged, parted] = await entriesOf(member, { subject: ballotId, pageSize: 50 })
    const moved = { place: '一期-1栋-1单元-201', ownerName: '张三', areaHundredths: 10_000 }
    const [together, alone] = [
      { ...moved, ballotId, ballotAreaHundredths: 20_000 },
      { ...moved, ballotId: merged.before.ballotId, ballotAreaHundredths: 10_000 },
    ]
    expect(parted).toMatchObject({ action: 'ballot.split', subjectname: '一期-1栋-1单元-201 张三', before: together, after: alone })
    expect(merged).toMatchObject({ action: 'ballot.merge', before: alone, after: { ...together, mainPlace: '一期-1栋-1单元-101', isEnded: true } })
    expect(alone.ballotId).not.toBe(ballotId)
    // The existing main property is named only as the main one.
    expect(JSON.stringify(merged).match(/1单元-101/g)?.length).toBe(2)
  })
})

describe('concurrent ballot adjustments', () => {
  it('keep heads and area correct while many desks merge and split at once', async () => {
    const server = await startServer('sqlite')
    const member = await server.member('admin_1')
    const rooms = ['101', '102', '103', '104', '105', '106']
    const { estateId } = await makeEstate(
      member,
      rooms.map((room) => [`1-${room}`, '张三', 10] as const),
    )
    const { activityId } = await makeActivity(member, estateId)
    const roster = await rosterOf(server, activityId)
    const properties = [...roster.values()]
    const asked = properties.flatMap((main) =>
      properties.flatMap((property) => [
        member.get('/votedef/mergeactivityproperty', {
          voteactivityid: activityId,
          mainrightballotid: main.ballotId,
          needmergepropertyid: property.propertyId,
        }),
        member.get('/votedef/splitactivityproperty', { voteactivityid: activityId, mainrightballotid: main.ballotId, needsplipropertyid: property.propertyId }),
      ]),
    )
    const codes = new Set((await Promise.all(asked)).map((answer) => answer.code))
    expect([...codes].every((code) => code === 200 || code === 409)).toBe(true)
    expect(codes.has(200)).toBe(true)
    const ballots = await server.database.read.selectFrom('ballot').select(['id', 'area_hundredths', 'is_ended']).execute()
    const held = await server.database.read.selectFrom('roster_property').select(['ballot_id', 'area_hundredths']).execute()
    for (const ballot of ballots) {
      const area = held.filter((each) => each.ballot_id === ballot.id).reduce((sum, each) => sum + each.area_hundredths, 0)
      expect(ballot).toMatchObject({ area_hundredths: area, is_ended: area === 0 ? 1 : 0 })
    }
    expect(held).toHaveLength(properties.length)
    await server.close()
  })
})
