import { beforeAll, describe, expect, it } from 'vitest'
import { onBothDatabases } from '../support/databases.ts'
import { PASSWORD } from '../support/passwords.ts'
import { confirm, logIn, madeBefore, serverForAll, tryLogIn, type Client } from '../support/server.ts'
import { entriesOf } from '../support/journal.ts'

const NEW_PASSWORD = 'river5208'

onBothDatabases('account administration', (engine) => {
  const server = serverForAll(engine)
  const admin = madeBefore(() => server.member('admin_1'))
  beforeAll(async () => {
    await confirm(admin)
  })

  const idOf = async (client: Client): Promise<string> => (await client.get('/unifiedUser/get')).data.userid
  let made = 0
  /** A new member of the staff, logged in. */
  async function someone(): Promise<{ client: Client; username: string; userid: string }> {
    const username = `staff_${++made}`
    const client = await server.member(username)
    return { client, username, userid: await idOf(client) }
  }
  const lastEntry = async () => (await entriesOf(admin, { kind: 'change', pageSize: 1 }))[0]

  describe('the account list', () => {
    it('lists every account, oldest first, with role and disabled state, and no secrets', async () => {
      const { userid, username } = await someone()
      const { datas, totalCount } = (await admin.get('/account/list', { pageSize: 100 })).data
      expect(totalCount).toBe(datas.length)
      expect(datas[0]).toMatchObject({ username: 'admin_1', roles: ['admin'], disabled: false })
      expect(datas.at(-1)).toEqual({
        userid,
        username,
        nickName: username,
        sex: 0,
        phone: expect.stringMatching(/^138\d{8}$/),
        avatar: '',
        roles: ['manager'],
        status: 1,
        disabled: false,
        tocheck: false,
        estateids: null,
        createdate: '2026-05-01 09:00:00',
      })
    })

    it('pages and searches accounts by username and name, literally and case-insensitively', async () => {
      await server.member('Zhang_San')
      await server.member('ZhangXSan')
      const found = async (name: string) => (await admin.get('/account/list', { name })).data.datas.map((each: { username: string }) => each.username)
      expect(await found('zhang_')).toEqual(['Zhang_San'])
      expect(await found('ZHANG san')).toEqual(['Zhang_San', 'ZhangXSan'])
      expect(await found('%')).toEqual([])
      const second = (await admin.get('/account/list', { pageNo: 2, pageSize: 1 })).data
      expect([second.datas.length, second.totalCount > 2]).toEqual([1, true])
      expect((await admin.get('/account/list', { pageSize: 1000 })).code).toBe(400)
    })

    it('allows account administration to administrators only', async () => {
      const { client, userid } = await someone()
      const refused = { code: 403, message: '没有权限：需要系统管理员' }
      expect(await client.get('/account/list')).toMatchObject(refused)
      expect(await client.post('/account/setrole', { userid, role: 'admin' })).toMatchObject(refused)
      expect(await client.post('/account/setdisabled', { userid, disabled: true })).toMatchObject(refused)
      expect(await client.post('/account/resetpassword', { userid, newpassword: NEW_PASSWORD })).toMatchObject(refused)
      expect((await client.get('/unifiedUser/get')).data.roles).toEqual(['manager'])
    })
  })

  describe('roles', () => {
    it('apply to open sessions at once, when raised and when lowered', async () => {
      const { client, userid } = await someone()
      expect(await admin.post('/account/setrole', { userid, role: 'admin' })).toMatchObject({ code: 200, data: null })
      expect((await client.get('/account/list')).code).toBe(200)
      expect(await lastEntry()).toMatchObject({
        action: 'account.setRole',
        subject: userid,
        username: 'admin_1',
        before: { role: 'manager' },
        after: { role: 'admin' },
      })
      expect(await admin.post('/account/setrole', { userid, role: 'manager' })).toMatchObject({ code: 200 })
      expect((await client.get('/account/list')).code).toBe(403)
    })

    it('refuses to change the last administrator’s role before any other check', async () => {
      const self = await idOf(admin)
      const refused = { code: 409, message: '至少保留一个可用的系统管理员' }
      expect(await admin.post('/account/setrole', { userid: self, role: 'manager' })).toMatchObject(refused)
      expect(await admin.post('/account/setdisabled', { userid: self, disabled: true })).toMatchObject(refused)
      // A disabled administrator does not count.
      const { userid } = await someone()
      await admin.post('/account/setrole', { userid, role: 'admin' })
      expect((await admin.post('/account/setrole', { userid: self, role: 'manager' })).code).toBe(402)
      await admin.post('/account/setdisabled', { userid, disabled: true })
      expect(await admin.post('/account/setrole', { userid: self, role: 'manager' })).toMatchObject(refused)
      expect((await admin.get('/account/list')).code).toBe(200)
    })

    it('refuses to change one’s own role, an unknown role and an unknown account', async () => {
      const self = await idOf(admin)
      const { userid } = await someone()
      await admin.post('/account/setrole', { userid, role: 'admin' })
      expect(await admin.post('/account/setrole', { userid: self, role: 'manager' })).toMatchObject({ code: 402, data: '不能更改自己的角色' })
      expect(await admin.post('/account/setrole', { userid: self, role: 'owner' })).toMatchObject({ code: 400, message: '请选择角色' })
      expect(await admin.post('/account/setrole', { userid: 'nobody', role: 'manager' })).toMatchObject({ code: 404, message: '用户不存在' })
      await admin.post('/account/setrole', { userid, role: 'manager' })
      expect((await admin.get('/account/list')).code).toBe(200)
    })

    it('keeps one administrator when two demote each other at the same time', async () => {
      const { client, userid } = await someone()
      await admin.post('/account/setrole', { userid, role: 'admin' })
      await confirm(client)
      const self = await idOf(admin)
      const answers = await Promise.all([
        admin.post('/account/setrole', { userid, role: 'manager' }),
        client.post('/account/setrole', { userid: self, role: 'manager' }),
      ])
      expect(answers.map((answer) => answer.code).toSorted((a, b) => a - b)).toEqual([200, 403])
      const [winner, loserId] = answers[0]?.code === 200 ? [admin, userid] : [client, self]
      await winner.post('/account/setrole', { userid: loserId, role: 'admin' })
      expect((await admin.get('/account/list')).code).toBe(200)
      await admin.post('/account/setrole', { userid, role: 'manager' })
    })
  })

  describe('disabling', () => {
    it('ends sessions with 444 and blocks login; enabling does not revive old sessions', async () => {
      const { client, username, userid } = await someone()
      expect(await admin.post('/account/setdisabled', { userid, disabled: true })).toMatchObject({ code: 200, data: null })
      expect(await client.get('/unifiedUser/get')).toMatchObject({ code: 444, message: '你已被登出' })
      expect(await tryLogIn(server.client(), username, PASSWORD)).toMatchObject({ code: 403, message: '账号已停用，请联系系统管理员' })
      expect(await lastEntry()).toMatchObject({ action: 'account.setDisabled', subject: userid, before: { isDisabled: false }, after: { isDisabled: true } })
      const listed = (await admin.get('/account/list', { name: username })).data.datas[0]
      expect(listed.disabled).toBe(true)

      expect(await admin.post('/account/setdisabled', { userid, disabled: 0 })).toMatchObject({ code: 200 })
      expect((await client.get('/unifiedUser/get')).code).toBe(444)
      expect((await tryLogIn(server.client(), username, PASSWORD)).code).toBe(200)
    })

    it('refuses to disable one’s own account', async () => {
      const { userid } = await someone()
      await admin.post('/account/setrole', { userid, role: 'admin' })
      expect(await admin.post('/account/setdisabled', { userid: await idOf(admin), disabled: true })).toMatchObject({ code: 402, data: '不能停用自己的账号' })
      expect(await admin.post('/account/setdisabled', { userid: await idOf(admin) })).toMatchObject({ code: 400, message: '请选择停用或启用' })
      await admin.post('/account/setrole', { userid, role: 'manager' })
    })
  })

  describe('an administrator’s reset of a password', () => {
    it('ends sessions with 444, lifts the lock, and only the new password works', async () => {
      const { client, username, userid } = await someone()
      for (let attempt = 0; attempt < 5; attempt++) await tryLogIn(server.client(), username, 'wrong0000')
      expect((await tryLogIn(server.client(), username, PASSWORD)).code).toBe(429)
      expect(await admin.post('/account/resetpassword', { userid, newpassword: NEW_PASSWORD })).toMatchObject({ code: 200, data: null })
      expect((await client.get('/unifiedUser/get')).code).toBe(444)
      expect((await tryLogIn(server.client(), username, PASSWORD)).code).toBe(400)
      expect((await tryLogIn(server.client(), username, NEW_PASSWORD)).code).toBe(200)
    })

    it('is journalled without the password, checks its format, and refuses one’s own account', async () => {
      const { username, userid } = await someone()
      await admin.post('/account/resetpassword', { userid, newpassword: NEW_PASSWORD })
      const entry = await lastEntry()
      expect(entry).toMatchObject({ action: 'account.resetPassword', subject: userid, before: null, after: { username } })
      expect(JSON.stringify(entry)).not.toMatch(new RegExp(`${NEW_PASSWORD}|scrypt`))
      expect(await admin.post('/account/resetpassword', { userid, newpassword: '12345678' })).toMatchObject({
        code: 400,
        message: '密码至少8位，须同时包含字母和数字',
      })
      expect(await admin.post('/account/resetpassword', { userid: await idOf(admin), newpassword: NEW_PASSWORD })).toMatchObject({
        code: 402,
        data: '修改自己的密码请使用“修改密码”',
      })
    })
  })

  describe('changing one’s own password', () => {
    it('ends all other sessions with 444 and keeps the current one', async () => {
      const { client, username } = await someone()
      const other = server.client(await logIn(server.client(), username))
      expect(await client.post('/account/changepassword', { oldpassword: PASSWORD, newpassword: NEW_PASSWORD })).toMatchObject({ code: 200, data: null })
      expect((await client.get('/unifiedUser/get')).code).toBe(200)
      expect(await other.get('/unifiedUser/get')).toMatchObject({ code: 444, message: '你已被登出' })
      expect((await tryLogIn(server.client(), username, PASSWORD)).code).toBe(400)
      expect((await tryLogIn(server.client(), username, NEW_PASSWORD)).code).toBe(200)
      const entry = await lastEntry()
      expect(entry).toMatchObject({ action: 'account.changePassword', username, after: { username } })
      expect(JSON.stringify(entry)).not.toMatch(new RegExp(`${NEW_PASSWORD}|${PASSWORD}|scrypt`))
    })

    it('requires the correct old password and a different new one', async () => {
      const { client, username } = await someone()
      const change = (oldpassword: string, newpassword: string) => client.post('/account/changepassword', { oldpassword, newpassword })
      expect(await change('wrong0000', NEW_PASSWORD)).toMatchObject({ code: 400, data: [{ field: 'oldpassword', message: '原密码不正确' }] })
      expect(await change(PASSWORD, PASSWORD)).toMatchObject({ code: 400, data: [{ field: 'newpassword', message: '新密码不能与原密码相同' }] })
      expect(await change(PASSWORD, 'short1')).toMatchObject({ code: 400, data: [{ field: 'newpassword', message: '密码至少8位，须同时包含字母和数字' }] })
      expect(await client.post('/account/changepassword', {})).toMatchObject({ code: 400, message: '请输入原密码' })
      expect((await tryLogIn(server.client(), username, PASSWORD)).code).toBe(200)
    })

    it('locks after five wrong old passwords, so that an unattended desk cannot be used to guess', async () => {
      const { client } = await someone()
      const change = (oldpassword: string) => client.post('/account/changepassword', { oldpassword, newpassword: NEW_PASSWORD })
      for (let attempt = 0; attempt < 5; attempt++) expect((await change('wrong0000')).code).toBe(400)
      expect(await change(PASSWORD)).toMatchObject({ code: 429, message: '密码错误次数过多，请在15分钟后再试' })
    })

    it('requires a session', async () => {
      expect((await server.client().post('/account/changepassword', { oldpassword: PASSWORD, newpassword: NEW_PASSWORD })).code).toBe(443)
    })
  })
})
