import { beforeAll, expect, it } from 'vitest'
import type { Endpoint } from '../../src/shared/contract/endpoint.ts'
import { endpoints, type EndpointName } from '../../src/shared/contract/index.ts'
import { good } from '../support/activities.ts'
import { onBothDatabases } from '../support/databases.ts'
import { entriesOf } from '../support/journal.ts'
import { PASSWORD } from '../support/passwords.ts'
import { confirm, logIn, serverForAll, tryLogIn, type Client } from '../support/server.ts'

const MINUTE = 60_000
const UNCONFIRMED = { code: 445, message: '请再次输入密码', data: null }

/** Exports without personal data. */
const impersonal: readonly EndpointName[] = ['estate.export', 'activity.export']

it('every call that can export whole personal data requires the password, and no other export does', () => {
  const takesPurpose = (Object.entries(endpoints) as [EndpointName, Endpoint][]).filter(
    ([, { query }]) => query !== undefined && 'fields' in query && Object.hasOwn(query.fields as object, 'purpose'),
  )
  expect(takesPurpose.length).toBeGreaterThan(7)
  for (const [name, { isConfirmed }] of takesPurpose) expect(isConfirmed, name).toBe(impersonal.includes(name) ? undefined : 'forPurpose')
})

onBothDatabases('confirmation by password', (engine) => {
  const server = serverForAll(engine, { sessionLife: { idle: 1e12, total: 1e12 } })
  let admin: Client
  let staffId: string
  beforeAll(async () => {
    admin = await server.member('admin_1')
    staffId = good(await (await server.member('staff_1')).get('/unifiedUser/get')).userid
  })
  const reset = (client: Client, body: object = { userid: staffId, newpassword: 'other1234' }) => client.post('/account/resetpassword', body)

  it('is checked after the role and before the body: 443, 403, 445, 400', async () => {
    const staff = server.client(await logIn(server.client(), 'staff_1'))
    expect((await reset(server.client(), {})).code).toBe(443)
    expect((await reset(staff, {})).code).toBe(403)
    expect(await reset(admin, {})).toMatchObject({ ...UNCONFIRMED, reason: 'account.unconfirmed' })
    await confirm(admin)
    expect((await reset(admin, {})).code).toBe(400)
  })

  it('is valid for five minutes, then asked for again', async () => {
    const answer = good(await admin.post('/account/confirm', { password: PASSWORD }))
    expect(answer).toEqual({ validuntil: '2026-05-01 09:05:00' })
    server.clock.time += 5 * MINUTE - 1
    expect((await reset(admin)).code).toBe(200)
    server.clock.time += 1
    expect(await reset(admin)).toMatchObject(UNCONFIRMED)
  })

  it('is valid for its session only, and survives a restart with it', async () => {
    const other = server.client(await logIn(server.client(), 'admin_1'))
    await confirm(other)
    expect(await reset(admin)).toMatchObject(UNCONFIRMED)
    await server.restart()
    admin = server.client(admin.token)
    expect((await reset(server.client(other.token))).code).toBe(200)
    expect(await reset(admin)).toMatchObject(UNCONFIRMED)
  })

  it('is required for exports of whole personal data, and not for masked ones', async () => {
    const { estateid } = good(await admin.post('/vtestate/save', { name: '甲', addr: '路' }))
    const typeOf = async (purpose: string) => (await admin.raw(`/vtpropertyinfo/export?estateId=${estateid}&purpose=${purpose}`)).headers['content-type']
    expect(await typeOf('')).toContain('sheet')
    expect(await typeOf('%20')).toContain('sheet')
    const refused = await admin.raw(`/vtpropertyinfo/export?estateId=${estateid}&purpose=x`)
    expect(refused.json()).toMatchObject(UNCONFIRMED)
    const twice = await admin.raw(`/vtpropertyinfo/export?estateId=${estateid}&purpose=&purpose=x`)
    expect(twice.json()).toMatchObject(UNCONFIRMED)
    expect((await admin.raw('/audit/export?purpose=x')).json()).toMatchObject(UNCONFIRMED)
    await confirm(admin)
    expect(await typeOf('x')).toContain('sheet')
    server.clock.time += 5 * MINUTE
  })

  it('counts a wrong password as a failed login: journalled, and locking the name', async () => {
    expect(await admin.post('/account/confirm', {})).toMatchObject({ code: 400, message: '密码不能为空！' })
    const wrong = () => admin.post('/account/confirm', { password: 'wrong1234' })
    expect(await wrong()).toMatchObject({ code: 400, message: '密码不正确', data: [{ field: 'password', message: '密码不正确' }] })
    expect(await entriesOf(admin, { action: 'account.loginFailed' })).toMatchObject([{ username: 'admin_1', after: { username: 'admin_1', count: 1 } }])
    for (let attempt = 0; attempt < 4; attempt++) await wrong()
    expect(await admin.post('/account/confirm', { password: PASSWORD })).toMatchObject({ code: 429 })
    expect((await tryLogIn(server.client(), 'admin_1', PASSWORD)).code).toBe(429)
    expect(await reset(admin)).toMatchObject(UNCONFIRMED)
    server.clock.time += 16 * MINUTE
    await confirm(admin)
    expect((await reset(admin)).code).toBe(200)
  })
})
