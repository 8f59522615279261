import { beforeEach, describe, expect, it } from 'vitest'
import {
  askMark,
  good,
  makeActivity,
  makeEstate,
  placeOf,
  propertyNamed,
  recordsOf,
  rosterOf,
  takeSteps,
  type MadeActivity,
  type PropertyRow,
  type RosterProperty,
} from '../support/activities.ts'
import { onBothDatabases } from '../support/databases.ts'
import { entriesOf } from '../support/journal.ts'
import { property } from '../support/properties.ts'
import { PASSWORD } from '../support/passwords.ts'
import { confirm, madeBefore, serverForAll, type Client } from '../support/server.ts'
import { workbookOf } from '../support/workbooks/make.ts'

const phone = '13912340063'
const idNumber = '110101199001011234'
const masks = { mobileno: '139****0063', idno: '110***********1234' }
const properties: readonly PropertyRow[] = [
  ['1-101', '张三', 100, { phone, idNumber }],
  ['1-102', '张三', 80, { phone, idNumber }],
  ['1-201', '李四', 90, { phone: '13700005678' }],
]
const refusedPhone = { code: 400, message: '请填写完整的手机号' }
const refusedId = { code: 400, message: '请填写完整的证件号' }

onBothDatabases('writing back masked values', (engine) => {
  const server = serverForAll(engine)
  const manager = madeBefore(() => server.member('admin_1'))
  const clerk = madeBefore(() => server.member('clerk_1', 'clerk'))
  let activity: MadeActivity
  let roster: ReadonlyMap<string, RosterProperty>
  beforeEach(async () => {
    const { estateId } = await makeEstate(manager, properties)
    activity = await makeActivity(manager, estateId)
    roster = await rosterOf(server, activity.activityId)
  })

  const at = (name: string) => propertyNamed(roster, name)
  const registered = async (name: string) =>
    good(await manager.get('/vtpropertyinfo/list', { estateId: activity.estateId })).datas.find(
      ({ propertyid }: { propertyid: string }) => propertyid === at(name).propertyId,
    )
  const inRoster = async (name: string) => good(await manager.get('/votedef/getactivityproperty', { activitypropertyid: at(name).rosterPropertyId }))

  describe('treats a stored number’s mask as unchanged, and refuses any other mask', () => {
    it('a registry property', async () => {
      const update = (more: object) => manager.post('/vtpropertyinfo/update', { propertyid: at('1-101').propertyId, room: '101', ...more })
      good(await update({ ...masks, areasize: 101 }))
      expect(await registered('1-101')).toMatchObject({ mobileno: phone, idno: idNumber, areasize: 101 })
      expect(await update({ mobileno: '138****0063' })).toMatchObject({ ...refusedPhone, data: [{ field: 'mobileno' }] })
      expect(await update({ idno: '110***********9999' })).toMatchObject({ ...refusedId, data: [{ field: 'idno' }] })
      good(await update({ mobileno: '13600000001' }))
      expect(await registered('1-101')).toMatchObject({ mobileno: '13600000001', idno: idNumber })
      // The mask of a previous value is no valid mask now.
      expect(await update(masks)).toMatchObject(refusedPhone)
    })

    it('a roster property', async () => {
      const modify = (more: object) => manager.post('/votedef/modifyactivityproperty', { activitypropertyid: at('1-101').rosterPropertyId, ...more })
      good(await modify({ ...masks, personname: '张三丰' }))
      expect(await inRoster('1-101')).toMatchObject({ v1: '张三丰', v2: phone, v3: idNumber })
      expect(await modify({ mobileno: '139****9999' })).toMatchObject(refusedPhone)
      expect(await modify({ idno: '1*' })).toMatchObject(refusedId)
    })

    it('a property that is split out', async () => {
      const { ballotId } = at('1-101')
      const merged = { voteactivityid: activity.activityId, mainrightballotid: ballotId, needmergepropertyid: at('1-102').propertyId }
      good(await manager.get('/votedef/mergeactivityproperty', merged))
      const splitOut = (more: object) =>
        manager.post('/votedef/ballotseparateout', {
          voteactivityid: activity.activityId,
          propertyid: at('1-102').propertyId,
          personname: '张三之子',
          ...masks,
          ...more,
        })
      expect(await splitOut({ mobileno: '136****0063' })).toMatchObject(refusedPhone)
      expect(await splitOut({ idno: '119***********1234' })).toMatchObject(refusedId)
      good(await splitOut({}))
      expect(await inRoster('1-102')).toMatchObject({ v1: '张三之子', v2: phone, v3: idNumber })
    })

    it('an owner’s change request that a clerk submits', async () => {
      const handIn = (more: object) =>
        clerk.post('/votedef/savepropertychange', {
          propertyid: at('1-101').propertyId,
          creater: '张三',
          afterdata: { areasize: 88, personname: '张三', ...masks, ...more },
        })
      expect(await handIn({ mobileno: '137****0063' })).toMatchObject(refusedPhone)
      expect(await handIn({ idno: '*' })).toMatchObject(refusedId)
      good(await handIn({}))
      const [request] = good(await manager.get('/votedef/getpropertychangelist')).datas
      expect(request).toMatchObject({ afterdata: { mobileno: phone, idno: idNumber, areasize: 88 } })
      good(await manager.post('/votedef/approvechangeproperty', { id: request.id, approvalcomment: '' }))
      expect(await registered('1-101')).toMatchObject({ mobileno: phone, idno: idNumber, areasize: 88 })
    })
  })

  it('refuses masks in new data: a property, a roster property, a workbook row, an account', async () => {
    const newProperty = property(activity.estateId, placeOf('1-301'), { mobileno: masks.mobileno })
    expect(await manager.post('/vtpropertyinfo/save', newProperty)).toMatchObject(refusedPhone)
    expect(await manager.post('/vtpropertyinfo/save', { ...newProperty, mobileno: phone, idno: masks.idno })).toMatchObject(refusedId)
    expect(await manager.post('/votedef/addactivityproperty', { voteactivityid: activity.activityId, ...newProperty })).toMatchObject(refusedPhone)
    const rows = [
      ['分期', '楼栋', '房号', '面积', '产权人', '手机号', '证件号'],
      ['一期', '1栋', '301', 90, '王五', masks.mobileno, masks.idno],
    ]
    const file = { field: 'uploadfile', name: '房产.xlsx', bytes: await workbookOf(rows) }
    const { data } = await manager.upload('/vtpropertyinfo/importpropertyinfo', file, { estateId: activity.estateId })
    expect(data.errors).toMatchObject([
      { row: 2, column: '手机号', message: refusedPhone.message },
      { row: 2, column: '证件号', message: refusedId.message },
    ])
    await confirm(manager)
    const account = { username: 'masked_1', nickName: '某人', phone: masks.mobileno, role: 'clerk', password: PASSWORD }
    expect(await manager.post('/account/create', account)).toMatchObject(refusedPhone)
  })

  it('a workbook cell with the current number’s mask means unchanged; any other mask is refused', async () => {
    const { estateId } = await makeEstate(manager, properties)
    const header = ['分期', '楼栋', '单元', '房号', '面积', '产权人', '手机号', '证件号']
    const send = async (rows: readonly unknown[][], more: object = {}) => {
      const file = { field: 'uploadfile', name: '房产.xlsx', bytes: await workbookOf([header, ...rows]) }
      return manager.upload('/vtpropertyinfo/importpropertyinfo', file, { estateId, ...more })
    }
    const at = (room: string) => ['一期', '1栋', '1单元', room]
    const stored = async () =>
      (good(await manager.get('/vtpropertyinfo/list', { estateId, pageSize: 50 })).datas as Record<string, unknown>[])
        .map(({ room, areasize, mobileno, idno }) => [room, areasize, mobileno, idno])
        .toSorted((one, other) => String(one[0]).localeCompare(String(other[0])))
    const before = await stored()
    const wrong = await send([
      [...at('101'), 120, '张三', '139****9999', masks.idno],
      [...at('102'), 80, '张三', masks.mobileno, '220***********1234'],
      [...at('401'), 60, '王五', masks.mobileno, ''],
    ])
    expect(wrong).toMatchObject({ code: 402, data: { errorCount: 3 } })
    expect(wrong.data.errors).toMatchObject([
      { row: 2, column: '手机号', message: refusedPhone.message, value: '139****9999', owner: '张三' },
      { row: 3, column: '证件号', message: refusedId.message },
      { row: 4, column: '手机号', message: refusedPhone.message },
    ])
    expect(await stored()).toEqual(before)

    const rows = [
      [...at('101'), 120, '张三', masks.mobileno, masks.idno],
      [...at('102'), 80, '张三', '13600000001', masks.idno],
    ]
    expect(good(await send(rows))).toMatchObject({ total: 2, inserted: 0, updated: 2 })
    expect(await stored()).toEqual([['101', 120, phone, idNumber], ['102', 80, '13600000001', idNumber], before[2]])
  })

  describe('when voting', () => {
    const ask = (client: Client, path: string, name: string, more: object) =>
      client.post(path, {
        records: recordsOf(activity.topics, '1'),
        voteactivityid: activity.activityId,
        votername: '张三',
        markedcodes: '',
        ballotIds: [at(name).ballotId],
        ...more,
      })
    const stored = async (answer: Promise<{ data: unknown; code: number; message: string }>) => {
      const { code, message, data } = await answer
      if (code !== 200) throw new Error(message)
      const [recordid = ''] = (data as { recordids: string[] }).recordids
      const record = good(await manager.get('/vote/detail', { voteActivityId: activity.activityId, recordid }))
      return [record.votername, record.votermobileno, record.voteridno]
    }

    it('uses the roster’s numbers for a clerk’s vote, whatever is sent', async () => {
      await takeSteps(manager, activity.activityId, 'start')
      const sent = { votername: '张三之妻', votermobileno: masks.mobileno, voteridno: masks.idno }
      expect(await stored(ask(clerk, '/vote/do', '1-101', sent))).toEqual(['张三之妻', phone, idNumber])
      const [entry] = await entriesOf(manager, { action: 'voting.complete' })
      expect(entry).toMatchObject({ after: { voterName: '张三之妻', voterPhone: phone, voterIdNumber: idNumber } })
      // Also for a marked ballot, and with invented numbers.
      good(await askMark(clerk, activity.activityId, at('1-102'), 'A1'))
      const invented = { votermobileno: '13500000000', voteridno: '99', ballotIds: [], markedcodes: 'A1' }
      expect(await stored(ask(clerk, '/vote/do', '1-102', invented))).toEqual(['张三', phone, idNumber])
    })

    it('uses the roster’s numbers for a clerk’s tally', async () => {
      await takeSteps(manager, activity.activityId, 'start')
      good(await askMark(clerk, activity.activityId, at('1-101'), 'A1'))
      await takeSteps(manager, activity.activityId, 'startTally')
      const sent = { ballotIds: [], markedcodes: 'A1', votermobileno: '13500000000', voteridno: '*' }
      expect(await stored(ask(clerk, '/vote/call', '1-101', sent))).toEqual(['张三', phone, idNumber])
    })

    it('writes a manager’s numbers as sent, treats the roster’s masks as unchanged, and refuses others', async () => {
      await takeSteps(manager, activity.activityId, 'start')
      expect(await ask(manager, '/vote/do', '1-101', { votermobileno: '139****0064' })).toMatchObject(refusedPhone)
      expect(await ask(manager, '/vote/do', '1-101', { votermobileno: phone, voteridno: '11*' })).toMatchObject({
        ...refusedId,
        data: [{ field: 'voteridno' }],
      })
      expect(await stored(ask(manager, '/vote/do', '1-101', { votermobileno: masks.mobileno, voteridno: masks.idno }))).toEqual(['张三', phone, idNumber])
      expect(await stored(ask(manager, '/vote/do', '1-201', { votermobileno: '13500000000', voteridno: 'E1' }))).toEqual(['张三', '13500000000', 'E1'])
    })
  })
})
