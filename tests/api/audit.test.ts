import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints, type EndpointName } from '../../src/shared/contract/index.ts'
import { activityBody, askDeliver, askMark, askTally, askVote, good, houseNamed, makeActivityA, placeOf, takeSteps } from '../support/activities.ts'
import { onBothDatabases } from '../support/databases.ts'
import { pdfBytes, pngBytes } from '../support/files.ts'
import { house } from '../support/houses.ts'
import { startServer, type Client, type TestServer } from '../support/server.ts'
import { workbookOf } from '../support/workbooks/make.ts'

/** Endpoints that change nothing that a vote rests on: they read, or keep a session, a captcha or a job going. */
const notInTheJournal: readonly EndpointName[] = [
  'system.health',
  'account.imageCaptcha',
  'account.sendSmsCaptcha',
  'account.logIn',
  'account.logOut',
  'account.current',
  'account.list',
  'audit.list',
  'audit.verify',
  'dictionary.entries',
  'dictionary.divisions',
  'file.get',
  'job.progress',
  'job.cancel',
  'estate.list',
  'estate.all',
  'estate.places',
  'property.list',
  'activity.list',
  'activity.get',
  'activity.scopePaths',
  'activity.inProgress',
  'activity.unfinished',
  'ballot.property',
  'ballot.ownerWithHouses',
  'voting.detail',
  'voting.history',
  'voting.findVoters',
  'voting.votersOfProperty',
  'voting.votersByMarkedCode',
  'voting.unitPaths',
  'voting.grid',
  'voting.counts',
  'voting.placeProgress',
  'notification.list',
  'notification.records',
  'propertyChange.list',
  'result.progress',
  'result.statistics',
]

onBothDatabases('the journal', (engine) => {
  let server: TestServer
  let admin: Client
  beforeAll(async () => {
    server = await startServer(engine)
    admin = await server.member('admin_1')
  })
  afterAll(() => server.close())

  it('has an entry of every call that changes something', async () => {
    const upload = (path: string, name: string, bytes: Uint8Array, field = 'file', fields = {}) => admin.upload(path, { field, name, bytes }, fields)
    await server.member('staff_1')
    const [staff] = good(await admin.get('/account/list', { name: 'staff_1' })).datas as [{ userid: string }]
    good(await admin.post('/account/setrole', { userid: staff.userid, role: 'admin' }))
    good(await admin.post('/account/setdisabled', { userid: staff.userid, disabled: true }))
    good(await admin.post('/account/resetpassword', { userid: staff.userid, newpassword: 'other1234' }))
    good(await upload('/file/image_upload', 'a.png', pngBytes))
    good(await upload('/file/upload', 'a.pdf', pdfBytes))

    const { estateid } = good(await admin.post('/vtestate/save', { name: '空', addr: '路' }))
    good(await admin.post('/vtestate/update', { estateid, name: '空二', addr: '路' }))
    const { propertyid } = good(await admin.post('/vtpropertyinfo/save', house(estateid, {})))
    good(await admin.post('/vtpropertyinfo/update', { propertyid, room: '102' }))
    good(await admin.get('/vtpropertyinfo/delete', { ids: propertyid }))
    good(await admin.get('/vtestate/delete', { ids: estateid }))

    const activity = await makeActivityA(server, admin)
    const { activityId, estateId } = activity
    const at = (name: string) => houseNamed(activity.roster, name)
    const columns = ['分期', '区', '楼栋', '单元', '楼层', '房号', '面积', '产权人', '手机号', '证件号']
    good(
      await upload(
        '/vtpropertyinfo/importpropertyinfo',
        '房产.xlsx',
        await workbookOf([columns, ['九期', '', '1栋', '', '', '101', 80, '某', '13800138000', '']]),
        'uploadfile',
        { estateId },
      ),
    )
    const other = good(await admin.post('/votedef/save', activityBody(estateId))).voteactivityid as string
    good(await admin.post('/votedef/update', { voteactivityid: other, ...activityBody(estateId, { title: '改名' }) }))
    good(await admin.get('/votedef/delete', { ids: other }))
    good(await admin.get('/vtpropertyinfo/synproperties', { ids: at('1-102').propertyId, voteactivityid: activityId }))
    good(
      await admin.get('/votedef/splitactivityproperty', {
        voteactivityid: activityId,
        mainrightballotid: at('1-101').ballotId,
        needsplipropertyid: at('1-201').propertyId,
      }),
    )
    good(
      await admin.post('/votedef/ballotseparateout', {
        voteactivityid: activityId,
        propertyid: at('2-201').propertyId,
        personname: '新业主',
        mobileno: '13800138001',
        idno: '',
      }),
    )
    const added = good(
      await admin.post('/votedef/addactivityproperty', {
        voteactivityid: activityId,
        ...placeOf('8-101'),
        areasize: 50,
        personname: '补录',
        mobileno: '13800138002',
        idno: '',
      }),
    )
    good(
      await admin.post('/votedef/modifyactivityproperty', {
        activitypropertyid: added.activitypropertyid,
        areasize: 51,
        personname: '补录',
        mobileno: '13800138002',
        idno: '',
      }),
    )
    good(await admin.get('/votedef/delactivityproperty', { activitypropertyid: added.activitypropertyid }))
    good(await askDeliver(admin, at('1-301')))
    const delivered = ['送达方式', '送达时间', '送达人', '备注']
    good(
      await upload(
        '/vote/importnotifyinfo',
        '送达.xlsx',
        await workbookOf([
          ['分期', '区', '楼栋', '单元', '房号', ...delivered],
          ['一期', '', '1栋', '1单元', '102', '上门', '2026-05-01 08:00', '王', ''],
        ]),
        'uploadfile',
        { activityid: activityId },
      ),
    )
    for (const decision of ['approvechangeproperty', 'rejectchangeproperty']) {
      const { id } = good(
        await admin.post('/votedef/savepropertychange', {
          propertyid: at('2-101').propertyId,
          creater: '赵六',
          afterdata: { areasize: 90, personname: '赵六/钱七', mobileno: '13800138003/13800138004', idno: '' },
        }),
      )
      good(await admin.post(`/votedef/${decision}`, { id, approvalcomment: '' }))
    }
    await takeSteps(admin, activityId, 'start')
    good(await askMark(admin, activityId, at('1-102'), 'C1'))
    const { recordids } = good(await askVote(admin, activity, [at('1-301')], '1'))
    good(await admin.get('/vote/disable', { voteActivityId: activityId, recordid: recordids[0] }))
    await takeSteps(admin, activityId, 'startTally')
    good(await askTally(admin, activity, ['C1'], '2'))
    await takeSteps(admin, activityId, 'finish')
    expect((await admin.raw(`/vote/report?voteActivityId=${activityId}`)).headers['content-type']).toContain('spreadsheetml')
    good(await admin.post('/account/changepassword', { oldpassword: 'abcd1234', newpassword: 'abcd12345' }))

    const { datas, totalCount } = good(await admin.get('/audit/list', { pageSize: 500 }))
    expect(totalCount).toBe(datas.length)
    const recorded = new Set((datas as { action: string }[]).map(({ action }) => action))
    expect((Object.keys(endpoints) as EndpointName[]).filter((name) => !recorded.has(name) && !notInTheJournal.includes(name))).toEqual([])
    expect(notInTheJournal.filter((name) => recorded.has(name))).toEqual([])
    expect(JSON.stringify(datas)).not.toMatch(/abcd1234|other1234|scrypt/)
  }, 60_000)

  it('says who, when, from where, what before and what after', async () => {
    const [, change] = good(await admin.get('/audit/list', { action: 'estate.update' })).datas.concat(null) as unknown[]
    expect(change).toBeNull()
    expect(good(await admin.get('/audit/list', { action: 'estate.update' })).datas[0]).toMatchObject({
      username: 'admin_1',
      nickName: 'admin_1',
      address: '127.0.0.1',
      time: '2026-05-01 09:00:00',
      before: { name: '空', address: '路' },
      after: { name: '空二' },
    })
  })

  it('leaves no entry of what was refused, and none without its change', async () => {
    const count = async (): Promise<number> => good(await admin.get('/audit/list')).totalCount
    const before = await count()
    const answers = await Promise.all([
      admin.post('/vtestate/save', { name: '', addr: '' }),
      admin.get('/vtestate/delete', { ids: 'nothing' }),
      admin.post('/vtestate/save', { name: '成', addr: '路' }),
      admin.post('/vtpropertyinfo/update', { propertyid: 'nothing', room: '1' }),
    ])
    expect(answers.map(({ code }) => code)).toEqual([400, 404, 200, 404])
    expect(await count()).toBe(before + 1)
  })
})

describe('a change of the journal behind the program’s back', () => {
  let server: TestServer
  let admin: Client
  beforeAll(async () => {
    server = await startServer('sqlite')
    admin = await server.member('admin_1')
    for (let number = 0; number < 8; number++) await admin.post('/vtestate/save', { name: `小区${number}`, addr: '路' })
  })
  afterAll(() => server.close())

  const verify = async () => good(await admin.get('/audit/verify'))
  const fields = [
    'number',
    'at',
    'user_id',
    'username',
    'nick_name',
    'address',
    'action',
    'subject',
    'before_data',
    'after_data',
    'previous_hash',
    'hash',
  ] as const

  it('is not there at first', async () => expect(await verify()).toMatchObject({ intact: true, brokenat: null }))

  it.each(fields)('is found in the field %s', async (field) => {
    const { [field]: kept } = await server.database.read.selectFrom('audit_entry').select(field).where('number', '=', 5).executeTakeFirstOrThrow()
    const other = typeof kept === 'number' ? kept + 1_000 : `${kept} `
    await server.database.write((tx) => sql`update audit_entry set ${sql.ref(field)} = ${other} where number = 5`.execute(tx))
    expect(await verify()).toMatchObject({ intact: false, brokenat: 5 })
    const number = field === 'number' ? 1_005 : 5
    await server.database.write((tx) => sql`update audit_entry set ${sql.ref(field)} = ${kept} where number = ${number}`.execute(tx))
    expect(await verify()).toMatchObject({ intact: true })
  })

  it('is found where an entry is missing', async () => {
    await server.database.write((tx) => tx.deleteFrom('audit_entry').where('number', '=', 4).execute())
    expect(await verify()).toMatchObject({ intact: false, brokenat: 4 })
  })
})
