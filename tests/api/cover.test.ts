import { beforeAll, expect, it } from 'vitest'
import { good } from '../support/activities.ts'
import { onBothDatabases } from '../support/databases.ts'
import { entriesOf } from '../support/journal.ts'
import { PASSWORD } from '../support/passwords.ts'
import { logIn, serverForAll, tryLogIn, type Client } from '../support/server.ts'

const COVERED = { code: 445, reason: 'account.covered', message: '屏幕已锁定，请输入密码解锁', data: null }

onBothDatabases('covering a session', (engine) => {
  const server = serverForAll(engine, { sessionLife: { idle: 1e12, total: 1e12 } })
  let admin: Client
  beforeAll(async () => {
    admin = await server.member('admin_1')
  })
  const cover = (client: Client) => client.post('/account/cover', {})
  const uncover = (client: Client, password = PASSWORD) => client.post('/account/uncover', { password })
  const me = (client: Client) => client.get('/unifiedUser/get')
  const entries = async (action: string) => (await entriesOf(admin, { action, kind: 'security' })).length

  it('locks only its own session until the password is given; both are journalled once', async () => {
    const staff = await server.member('staff_1')
    const elsewhere = server.client(await logIn(server.client(), 'staff_1'))
    good(await cover(staff))
    good(await cover(staff))
    expect(await me(staff)).toEqual(COVERED)
    expect(await staff.post('/account/confirm', { password: PASSWORD })).toEqual(COVERED)
    expect((await me(elsewhere)).code).toBe(200)
    expect(await uncover(staff, 'wrong1234')).toMatchObject({ code: 400, message: '密码不正确', data: [{ field: 'password' }] })
    expect(await me(staff)).toEqual(COVERED)
    expect(await uncover(staff)).toMatchObject({ code: 200, data: null })
    expect((await me(staff)).code).toBe(200)
    good(await uncover(staff))
    expect([await entries('account.cover'), await entries('account.uncover')]).toEqual([1, 1])
  })

  it('survives a server restart, and ends with the session', async () => {
    const staff = server.client(await logIn(server.client(), 'staff_1'))
    good(await cover(staff))
    await server.restart()
    admin = server.client(admin.token)
    const again = server.client(staff.token)
    expect(await me(again)).toEqual(COVERED)
    good(await again.get('/logout'))
    expect((await uncover(again)).code).toBe(443)
  })

  it('counts a wrong password like a failed login', async () => {
    const staff = await server.member('staff_2')
    good(await cover(staff))
    for (let wrong = 0; wrong < 5; wrong++) expect((await uncover(staff, 'wrong1234')).code).toBe(400)
    expect(await uncover(staff)).toMatchObject({ code: 429 })
    expect((await tryLogIn(server.client(), 'staff_2', PASSWORD)).code).toBe(429)
    server.clock.time += 15 * 60_000
    good(await uncover(staff))
  })

  it('starts automatically after the idle minutes set by the administrator: 5 to 60, default 15', async () => {
    const set = (minutes: unknown) => admin.post('/account/setcoverminutes', { minutes })
    expect(good(await me(admin)).coverminutes).toBe(15)
    for (const [minutes, message] of [
      [4, '自动锁屏时间不能小于5'],
      [61, '自动锁屏时间不能大于60'],
      ['never', '自动锁屏时间格式不正确'],
    ])
      expect(await set(minutes)).toMatchObject({ code: 400, message })
    good(await set(30))
    good(await set(30))
    good(await set(5))
    expect(good(await me(admin)).coverminutes).toBe(5)
    expect(
      (await entriesOf(admin, { action: 'account.setCoverMinutes', kind: 'security' })).map(({ before, after }) => [before.coverMinutes, after.coverMinutes]),
    ).toEqual([
      [30, 5],
      [15, 30],
    ])
  })
})
