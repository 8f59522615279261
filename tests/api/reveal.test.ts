import { beforeAll, expect, it } from 'vitest'
import { askEntrust, askObject, askVote, good, makeActivity, makeEstate, propertyNamed, rosterOf, takeSteps } from '../support/activities.ts'
import { onBothDatabases } from '../support/databases.ts'
import { entriesOf } from '../support/journal.ts'
import { madeBefore, serverForAll, type Client } from '../support/server.ts'

const phone = '13912340063'
const idNumber = '110101199001011234'
const whole = { mobileno: phone, idno: idNumber }
const wanted = { mobileno: '13700005678', idno: 'E12345678' }
const kinds = ['property', 'roster', 'record', 'change', 'proxy', 'objection', 'account'] as const
type Kind = (typeof kinds)[number]

onBothDatabases('revealing masked numbers', (engine) => {
  const server = serverForAll(engine)
  const admin = madeBefore(() => server.member('admin_1'))
  const people = {} as Record<'viewer' | 'clerk' | 'manager', Client>
  const ids = {} as Record<Kind, string>
  beforeAll(async () => {
    for (const role of ['viewer', 'clerk', 'manager'] as const) people[role] = await server.member(`${role}_1`, role)
    const { estateId } = await makeEstate(admin, [
      ['1-101', '张三', 100, { phone, idNumber }],
      ['1-102', '李四', 100],
    ])
    const activity = await makeActivity(admin, estateId)
    const property = propertyNamed(await rosterOf(server, activity.activityId), '1-101')
    await takeSteps(admin, activity.activityId, 'start')
    const [record] = good(await askVote(people.clerk, activity, [property], '1')).recordids
    const afterdata = { areasize: 100, personname: '张三', ...wanted }
    const change = good(await admin.post('/votedef/savepropertychange', { propertyid: property.propertyId, creater: '张三', afterdata })).id
    const second = propertyNamed(await rosterOf(server, activity.activityId), '1-102')
    const proxy = good(await askEntrust(admin, activity.activityId, second, { agentphone: phone, agentidno: idNumber })).proxyid
    const objection = good(await askObject(admin, activity, { phone })).objectionid
    const account = good(await people.manager.get('/unifiedUser/get')).userid
    Object.assign(ids, { property: property.propertyId, roster: property.rosterPropertyId, record, change, proxy, objection, account })
  })

  const reveal = (client: Client, kind: Kind, id = ids[kind]) => client.post('/privacy/reveal', { kind, id })
  const answers: Readonly<Record<Kind, unknown>> = {
    property: whole,
    roster: whole,
    record: whole,
    change: { before: whole, after: wanted },
    proxy: whole,
    objection: { mobileno: phone, idno: '' },
    account: { mobileno: expect.stringMatching(/^138\d{8}$/) as string, idno: '' },
  }

  it.each(kinds)('is allowed to clerks and above for a %s', async (kind) => {
    expect(await reveal(people.viewer, kind)).toMatchObject({ code: 403, message: '没有权限：需要录入员' })
    for (const client of [people.clerk, people.manager]) {
      if (kind === 'account') expect(await reveal(client, kind)).toMatchObject({ code: 403, message: '没有权限：需要系统管理员' })
      else expect(good(await reveal(client, kind))).toEqual(answers[kind])
    }
    expect(good(await reveal(admin, kind))).toEqual(answers[kind])
    expect(await reveal(admin, kind, 'nothing')).toMatchObject({ code: 404 })
  })

  it('refuses an unknown and a missing kind', async () => {
    expect(await admin.post('/privacy/reveal', { kind: 'estate', id: 'x' })).toMatchObject({ code: 400, data: [{ field: 'kind' }] })
    expect(await admin.post('/privacy/reveal', {})).toMatchObject({ code: 400 })
  })

  it('writes an access entry naming whose they were, without the numbers', async () => {
    const said: Readonly<Record<Kind, object>> = {
      property: { subjectname: '一期-1栋-1单元-101 张三（示范小区）' },
      roster: { subjectname: '一期-1栋-1单元-101 张三', activitytitle: '业主大会表决' },
      record: { subjectname: '一期-1栋-1单元-101 张三', activitytitle: '业主大会表决' },
      change: { subjectname: '一期-1栋-1单元-101 张三（示范小区）' },
      proxy: { subjectname: '一期-1栋-1单元-102 李四', activitytitle: '业主大会表决' },
      objection: { activitytitle: '业主大会表决' },
      account: { subjectname: 'manager_1' },
    }
    for (const kind of kinds) {
      good(await reveal(admin, kind))
      const [entry] = await entriesOf(admin, { action: 'privacy.reveal', kind: 'access', subject: ids[kind] })
      expect(entry).toMatchObject({ username: 'admin_1', action: 'privacy.reveal', kind: 'access', subject: ids[kind], ...said[kind] })
      expect(JSON.stringify(entry)).not.toMatch(/1391234|110101|1370000|E1234/)
    }
    const before = (await entriesOf(admin, { action: 'privacy.reveal' })).length
    await reveal(admin, 'property', 'nothing')
    await reveal(people.viewer, 'property')
    expect((await entriesOf(admin, { action: 'privacy.reveal' })).length).toBe(before)
  })

  it('limits clerks to 60 an hour, even for concurrent requests, and does not limit managers', async () => {
    const clerk = await server.member('busy_clerk', 'clerk')
    const first = await Promise.all(Array.from({ length: 61 }, () => reveal(clerk, 'property')))
    expect(first.filter(({ code }) => code === 200)).toHaveLength(60)
    expect(first.find(({ code }) => code !== 200)).toMatchObject({ code: 429, message: '一小时内最多查看60次完整信息，请在60分钟后再试' })
    server.clock.time += 59 * 60_000
    expect(await reveal(clerk, 'roster')).toMatchObject({ code: 429, message: '一小时内最多查看60次完整信息，请在1分钟后再试' })
    // Another clerk has a separate limit.
    expect(good(await reveal(people.clerk, 'property'))).toEqual(whole)
    server.clock.time += 60_000
    expect(good(await reveal(clerk, 'roster'))).toEqual(whole)
    for (let look = 0; look < 61; look += 1) good(await reveal(people.manager, 'property'))
  })
})
