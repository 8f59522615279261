import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { askVote, makeActivity, makeEstate, propertiesOfEstateA, takeSteps, rosterOf } from '../support/activities.ts'
import { onBothDatabases } from '../support/databases.ts'
import { entriesOf } from '../support/journal.ts'
import { PASSWORD } from '../support/passwords.ts'
import { confirm, logIn, registerAccount, serverForAll, tryLogIn, type Client } from '../support/server.ts'

const OTHER_PASSWORD = 'river5208'
const MINUTE = 60_000

onBothDatabases('admission and logins', (engine) => {
  const server = serverForAll(engine)
  let admin: Client
  let phones = 0
  beforeAll(async () => {
    admin = await server.member('admin_1')
  })
  // Time advances during the tests, so each one confirms the administrator's password.
  beforeEach(() => confirm(admin))

  const register = async (username: string) => (await registerAccount(server.client(), username, 50_000_000 + ++phones)).data as { userid: string }
  const listed = async (username: string) => (await admin.get('/account/list', { name: username })).data.datas[0]
  const lastEntry = async () => (await entriesOf(admin, { pageSize: 1 }))[0]

  describe('self-registered accounts', () => {
    it('wait, are counted, and are admitted with the role that the administrator chooses', async () => {
      const { userid } = await register('waits_1')
      expect(await listed('waits_1')).toMatchObject({ status: 0, disabled: false, roles: [] })
      expect(await tryLogIn(server.client(), 'waits_1', PASSWORD)).toMatchObject({ code: 403, message: '账号正在等待管理员审核' })
      // Only a correct password reveals that the account is waiting.
      expect(await tryLogIn(server.client(), 'waits_1', 'wrong1234')).toMatchObject({ code: 400, message: '用户名或密码错误！' })
      expect((await admin.get('/account/list', { status: 0 })).data).toMatchObject({ totalCount: 1, datas: [{ userid }] })
      expect((await admin.get('/account/list', { status: 1 })).data.datas.map((each: { username: string }) => each.username)).not.toContain('waits_1')
      expect(await admin.get('/account/list', { status: 7 })).toMatchObject({ code: 400, message: '账号状态不正确' })

      expect(await admin.post('/account/approve', { userid, role: 'clerk' })).toMatchObject({ code: 200, data: null })
      expect(await lastEntry()).toMatchObject({ action: 'account.approve', subject: userid, after: { username: 'waits_1', role: 'clerk' } })
      const { data } = await tryLogIn(server.client(), 'waits_1', PASSWORD)
      expect(data).toMatchObject({ mustchange: false, lastlogin: null, unifieduser: { roles: ['clerk'] } })
      expect(await admin.post('/account/approve', { userid, role: 'admin' })).toMatchObject({ code: 409, message: '该账号已处理' })
      expect(await admin.post('/account/reject', { userid })).toMatchObject({ code: 409 })
      expect((await listed('waits_1')).roles).toEqual(['clerk'])
    })

    it('are deleted when rejected, which frees the username', async () => {
      const { userid } = await register('waits_2')
      for (const path of ['setrole', 'setdisabled', 'resetpassword']) {
        const answer = await admin.post(`/account/${path}`, { userid, role: 'admin', disabled: false, newpassword: OTHER_PASSWORD })
        expect(answer).toMatchObject({ code: 409, message: '该账号正在等待审核，请先处理' })
      }
      expect(await admin.post('/account/reject', { userid })).toMatchObject({ code: 200 })
      expect(await lastEntry()).toMatchObject({ action: 'account.reject', before: { username: 'waits_2' } })
      expect(await tryLogIn(server.client(), 'waits_2', PASSWORD)).toMatchObject({ code: 400, message: '用户名或密码错误！' })
      expect((await admin.post('/account/approve', { userid, role: 'clerk' })).code).toBe(404)
      await register('waits_2')
      expect(await listed('waits_2')).toMatchObject({ status: 0 })
      await admin.post('/account/reject', { userid: (await listed('waits_2')).userid })
    })

    it('are limited to fifty waiting at a time', async () => {
      const crowd: string[] = []
      for (let index = 0; index < 50; index++) crowd.push((await register(`crowd_${index}`)).userid)
      const [one = ''] = crowd
      const refused = await registerAccount(server.client(), 'crowd_50', 51_000_000)
      expect(refused).toMatchObject({ code: 429, message: '等待审核的账号过多，请联系系统管理员处理后再注册' })
      await admin.post('/account/reject', { userid: one })
      expect((await registerAccount(server.client(), 'crowd_51', 51_000_001)).code).toBe(200)
      for (const { userid } of (await admin.get('/account/list', { status: 0, pageSize: 100 })).data.datas) await admin.post('/account/reject', { userid })
    })
  })

  describe('accounts created by an administrator', () => {
    it('are active at once, but must change the password before anything else', async () => {
      const draft = { username: 'made_1', nickName: '新同事', phone: '13700000001', role: 'manager', password: OTHER_PASSWORD }
      const { data } = await admin.post('/account/create', draft)
      expect(await listed('made_1')).toMatchObject({ userid: data.userid, status: 1, roles: ['manager'], nickName: '新同事', phone: '13700000001' })
      expect(await admin.post('/account/create', { ...draft, username: 'MADE_1' })).toMatchObject({ code: 400, message: '用户名已存在' })
      const answer = await tryLogIn(server.client(), 'made_1', OTHER_PASSWORD)
      expect(answer.data.mustchange).toBe(true)
      const client = server.client(answer.data.authId)
      expect((await client.get('/unifiedUser/get')).data.mustchange).toBe(true)
      expect(await client.get('/vtestate/getallestates')).toMatchObject({ code: 403, message: '请先修改密码' })
      expect((await client.post('/account/changepassword', { oldpassword: OTHER_PASSWORD, newpassword: 'orchid7714' })).code).toBe(200)
      expect((await client.get('/unifiedUser/get')).data.mustchange).toBe(false)
      expect((await client.get('/vtestate/getallestates')).code).toBe(200)

      expect((await admin.post('/account/resetpassword', { userid: data.userid, newpassword: OTHER_PASSWORD })).code).toBe(200)
      expect((await tryLogIn(server.client(), 'made_1', OTHER_PASSWORD)).data.mustchange).toBe(true)
    })

    it('report their invalid fields', async () => {
      const answer = await admin.post('/account/create', { username: 'a', phone: '1', role: 'boss', password: 'short' })
      expect(answer.code).toBe(400)
      expect(answer.data.map(({ field }: { field: string }) => field).toSorted()).toEqual(['password', 'phone', 'role', 'username'])
    })
  })

  describe('password attempts', () => {
    const [home, elsewhere] = ['192.168.1.20', '203.0.113.9']
    const fail = async (username: string, address: string, times = 5) => {
      for (let attempt = 0; attempt < times; attempt++) await tryLogIn(server.client('', address), username, 'wrong1234')
    }

    it('failures from elsewhere do not lock the administrator’s own computer', async () => {
      await fail('admin_1', elsewhere)
      expect(await tryLogIn(server.client('', elsewhere), 'admin_1', PASSWORD)).toMatchObject({ code: 429, message: '登录失败次数过多，请在15分钟后再试' })
      const answer = await tryLogIn(server.client(), 'admin_1', PASSWORD)
      expect(answer.code).toBe(200)
      expect(answer.data.lastlogin).toEqual({ time: '2026-05-01 09:00:00', address: '127.0.0.1', failed: 5 })
      admin = server.client(answer.data.authId)
      // A correct login clears only its own pair of name and address.
      expect((await tryLogIn(server.client('', elsewhere), 'admin_1', PASSWORD)).code).toBe(429)
      await server.restart()
      admin = server.client(admin.token)
      expect((await tryLogIn(server.client('', elsewhere), 'admin_1', PASSWORD)).code).toBe(429)
      server.clock.time += 15 * MINUTE
      const late = await tryLogIn(server.client('', elsewhere), 'admin_1', PASSWORD)
      expect(late.data.lastlogin).toMatchObject({ address: '127.0.0.1', failed: 0 })
      admin = server.client(await logIn(server.client(), 'admin_1'))
    })

    it('are unlocked everywhere by a password reset', async () => {
      await server.member('forgot_1')
      await fail('forgot_1', home)
      await fail('forgot_1', elsewhere)
      await admin.post('/account/resetpassword', { userid: (await listed('forgot_1')).userid, newpassword: OTHER_PASSWORD })
      for (const address of [home, elsewhere]) expect((await tryLogIn(server.client('', address), 'forgot_1', OTHER_PASSWORD)).code).toBe(200)
    })

    it('are slowed down from a username’s 30th failure on, whether it exists or not, without locking', async () => {
      await server.member('target_1')
      for (const name of ['target_1', 'nobody_1']) {
        const before = server.pauses.length
        for (let index = 0; index < 6; index++) await fail(name, `203.0.113.${20 + index}`)
        expect(server.pauses).toHaveLength(before)
        await fail(name, '203.0.113.99', 1)
        expect(server.pauses.slice(before)).toEqual([5_000])
      }
      expect((await tryLogIn(server.client('', home), 'target_1', PASSWORD)).code).toBe(200)
      server.clock.time += 15 * MINUTE
      const before = server.pauses.length
      await fail('target_1', home, 1)
      expect(server.pauses).toHaveLength(before)
    })

    it('are limited to sixty per address in 15 minutes for any usernames, except from the server’s own computer', async () => {
      const stranger = '203.0.113.77'
      for (const address of [stranger, '127.0.0.1']) {
        for (let name = 0; name < 15; name++) await fail(`sprayed_${name}`, address, 4)
      }
      expect(await tryLogIn(server.client('', stranger), 'admin_1', PASSWORD)).toMatchObject({ code: 429, message: '本网络登录失败次数过多，请在15分钟后再试' })
      expect((await tryLogIn(server.client(), 'admin_1', PASSWORD)).code).toBe(200)
      server.clock.time += 15 * MINUTE
      expect((await tryLogIn(server.client('', stranger), 'admin_1', PASSWORD)).code).toBe(200)
      admin = server.client(await logIn(server.client(), 'admin_1'))
    })
  })

  describe('sessions', () => {
    it('are limited to five per account: a sixth ends the oldest', async () => {
      await server.member('busy_1')
      const tokens: string[] = []
      for (let index = 0; index < 6; index++) {
        server.clock.time += MINUTE
        tokens.push(await logIn(server.client('', '192.168.1.20'), 'busy_1'))
      }
      // The first session was opened by `member`.
      const codes = await Promise.all(tokens.map(async (token) => (await server.client(token).get('/unifiedUser/get')).code))
      expect(codes).toEqual([444, 200, 200, 200, 200, 200])
      const own = server.client(tokens[5])
      const rows = (await own.get('/account/sessions')).data as Record<string, unknown>[]
      expect(rows).toHaveLength(5)
      expect(rows[0]).toMatchObject({ address: '192.168.1.20', device: expect.stringMatching(/./), current: true })
      expect(rows.filter(({ current }) => current)).toHaveLength(1)
      expect(JSON.stringify(rows)).not.toContain(tokens[5])

      const last = rows.at(-1)?.['sessionid']
      expect(await own.post('/account/endsession', { sessionid: last })).toMatchObject({ code: 200, data: null })
      expect((await server.client(tokens[1]).get('/unifiedUser/get')).code).toBe(444)
      expect(await own.post('/account/endsession', { sessionid: last })).toMatchObject({ code: 404, message: '登录记录不存在或已结束' })
      // Nobody can end another user's session.
      const [others] = (await own.get('/account/sessions')).data
      expect((await admin.post('/account/endsession', { sessionid: others.sessionid })).code).toBe(404)
      expect((await own.get('/unifiedUser/get')).code).toBe(200)
    })
  })

  describe('rights of clerks and creators', () => {
    it('lets a clerk void only their own votes of the same day', async () => {
      const creator = await server.member('creator_1')
      const clerk = await server.member('clerk_1', 'clerk')
      const { estateId } = await makeEstate(creator, propertiesOfEstateA)
      const activity = await makeActivity(creator, estateId)
      await takeSteps(creator, activity.activityId, 'start')
      const [one, two, three] = [...(await rosterOf(server, activity.activityId)).values()]
      const vote = async (client: Client, property: typeof one) => (await askVote(client, activity, [property as never], '1')).data.recordids[0] as string
      const disable = (client: Client, recordid: string) => client.get('/vote/disable', { voteActivityId: activity.activityId, recordid })
      const refused = { code: 403, message: '只能作废自己当天录入的投票' }
      const ofCreator = await vote(creator, one)
      expect(await disable(clerk, ofCreator)).toMatchObject(refused)
      const own = await vote(clerk, two)
      expect((await disable(clerk, own)).code).toBe(200)
      const kept = await vote(clerk, three)
      // Midnight in China has passed, whatever the machine's time zone.
      server.clock.time = Date.parse(`${new Date(server.clock.time + 8 * 3_600_000).toISOString().slice(0, 10)}T23:59:59+08:00`)
      const clerkNow = server.client(await logIn(server.client(), 'clerk_1'))
      const late = await vote(clerkNow, two)
      expect((await disable(clerkNow, late)).code).toBe(200)
      server.clock.time += 1_000
      expect(await disable(clerkNow, kept)).toMatchObject(refused)
      const creatorNow = server.client(await logIn(server.client(), 'creator_1'))
      expect((await disable(creatorNow, kept)).code).toBe(200)
      admin = server.client(await logIn(server.client(), 'admin_1'))
    })

    it('lets an administrator assign an activity’s creator without becoming it', async () => {
      const leaving = await server.member('leaving_1')
      const successor = await server.member('successor_1')
      await server.member('watcher_1', 'viewer')
      const { estateId } = await makeEstate(leaving, propertiesOfEstateA)
      const { activityId: id } = await makeActivity(leaving, estateId)
      const idOf = async (username: string) => (await listed(username)).userid as string
      const handover = async (username: string) => admin.post('/votedef/handover', { id, userid: await idOf(username) })
      expect(await handover('watcher_1')).toMatchObject({ code: 402, data: '接手人须是正常使用的活动负责人或系统管理员' })
      expect(await admin.post('/votedef/handover', { id, userid: 'nobody' })).toMatchObject({ code: 404, message: '用户不存在' })
      expect(await admin.post('/votedef/handover', { id: 'none', userid: await idOf('successor_1') })).toMatchObject({ code: 404, message: '投票活动不存在' })
      expect(await handover('successor_1')).toMatchObject({ code: 200, data: null })
      const names = { before: { creatorName: 'leaving_1（leaving_1）' }, after: { creatorName: 'successor_1（successor_1）' } }
      expect(await lastEntry()).toMatchObject({ action: 'activity.handover', subject: id, ...names })
      expect((await leaving.get('/votedef/startvote', { id })).code).toBe(403)
      expect((await admin.get('/votedef/startvote', { id })).code).toBe(403)
      expect((await successor.get('/votedef/startvote', { id })).code).toBe(200)
    })
  })
})
