import { expect, it } from 'vitest'
import { preLoginLimits } from '../../src/server/features/account/rules.ts'
import { onBothDatabases } from '../support/databases.ts'
import { PASSWORD } from '../support/passwords.ts'
import { confirm, logIn, registerAccount, serverForAll, startServer, tryLogIn } from '../support/server.ts'

const MINUTE = 60_000

onBothDatabases('accounts', (engine) => {
  const server = serverForAll(engine)

  it('reports that an empty server has no accounts, and makes the first account administrator', async () => {
    expect((await server.client().get('/health')).data).toEqual({ status: 'ok', version: '0.0.0-test', contract: 1, hasAccounts: false, database: engine })
    const first = await registerAccount(server.client(), 'admin_1', 1)
    expect(first).toMatchObject({ code: 200, data: { username: 'admin_1', roles: ['admin'], sex: 0 } })
    const second = await registerAccount(server.client(), 'staff_1', 2)
    expect(second.data.roles).toEqual([])
    expect(await tryLogIn(server.client(), 'staff_1', PASSWORD)).toMatchObject({ code: 403, message: '账号正在等待管理员审核' })
    const admin = server.client(await logIn(server.client(), 'admin_1'))
    await confirm(admin)
    expect((await admin.post('/account/approve', { userid: second.data.userid, role: 'manager' })).code).toBe(200)
    expect((await server.client().get('/health')).data.hasAccounts).toBe(true)
  })

  it('logs in with name, password and captcha, and identifies the user by the token', async () => {
    const answer = await tryLogIn(server.client(), 'admin_1', PASSWORD)
    expect(answer).toMatchObject({ code: 200, message: 'success' })
    expect(Object.keys(answer.data.unifieduser).sort()).toEqual(['avatar', 'nickName', 'phone', 'roles', 'sex', 'userid', 'username'])
    const current = await server.client(answer.data.authId).get('/unifiedUser/get', { token: answer.data.authId })
    expect(current.data).toMatchObject({ token: answer.data.authId, username: 'admin_1' })
  })

  it('treats usernames as case-insensitive and unique', async () => {
    expect((await tryLogIn(server.client(), 'ADMIN_1', PASSWORD)).code).toBe(200)
    const again = await registerAccount(server.client(), 'Admin_1', 3)
    expect(again).toMatchObject({ code: 400, message: '用户名已存在' })
  })

  it('serves a captcha picture that works once and is replaced by the next', async () => {
    const picture = await server.client().raw('/imgcaptcha?biztype=LOGIN_IMGCAPTCHA&bizid=once')
    expect(picture.headers['content-type']).toBe('image/png')
    expect([...picture.rawPayload.subarray(1, 4)]).toEqual([80, 78, 71])
    const attempt = (captcha: string) => server.client().post('/login', { username: 'admin_1', password: PASSWORD, captcha, bizid: 'once' })
    expect(await attempt('9999')).toMatchObject({ code: 400, message: '验证码错误！' })
    expect(await attempt('0000')).toMatchObject({ code: 400, message: '验证码错误！' }) // a wrong try spends it too
  })

  it('expires a captcha after five minutes', async () => {
    await server.client().raw('/imgcaptcha?biztype=LOGIN_IMGCAPTCHA&bizid=late')
    server.clock.time += 5 * MINUTE
    expect(await server.client().post('/login', { username: 'admin_1', password: PASSWORD, captcha: '0000', bizid: 'late' })).toMatchObject({
      code: 400,
      message: '验证码错误！',
    })
  })

  it('sends one text message per minute to a phone, and only for a correct captcha', async () => {
    const send = async (imgcaptcha: string, bizid: string) => {
      await server.client().raw(`/imgcaptcha?biztype=REGISTER_IMGCAPTCHA&bizid=${bizid}`)
      return server.client().get('/smscaptcha', { biztype: 'REGISTER_IMGCAPTCHA', bizid, imgcaptcha, phone: '13900000001' })
    }
    expect(await send('1111', 'sms-a')).toMatchObject({ code: 400, message: '验证码错误！' })
    expect((await send('0000', 'sms-b')).code).toBe(200)
    expect(server.sentSms.at(-1)).toEqual({ phone: '13900000001', code: '000000' })
    expect(await send('0000', 'sms-c')).toMatchObject({ code: 429, message: '短信发送过于频繁，请在60秒后再试' })
    server.clock.time += MINUTE
    expect((await send('0000', 'sms-d')).code).toBe(200)
  })

  it('limits captchas and text messages per address, and forgets expired ones', async () => {
    const hour = 60 * MINUTE
    const limits = {
      pictures: [{ most: 6, within: MINUTE }],
      messages: [
        { most: 3, within: hour },
        { most: 5, within: 24 * hour },
      ],
      allMessages: [{ most: 6, within: 24 * hour }],
    }
    const other = await startServer(engine, { preLoginLimits: limits })
    const office = other.client('', '192.168.1.20')
    const picture = (bizid: string, client = office) => client.raw(`/imgcaptcha?biztype=REGISTER_IMGCAPTCHA&bizid=${bizid}`)
    for (let index = 0; index < 6; index++) expect((await picture(`p-${index % 3}`)).headers['content-type']).toBe('image/png')
    expect((await picture('one more')).json()).toEqual({
      code: 429,
      message: '获取验证码过于频繁，请在60秒后再试',
      data: null,
      reason: 'account.captchaTooOften',
    })
    // The server's own computer, and a proxy on it, are exempt.
    for (const own of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
      for (let index = 0; index < 7; index++) expect((await picture('p-0', other.client('', own))).headers['content-type']).toBe('image/png')
    }
    other.clock.time += MINUTE
    expect((await picture('later')).headers['content-type']).toBe('image/png')
    const rows = (table: 'captcha' | 'sms_sent') => other.database.read.selectFrom(table).selectAll().execute()
    expect(await rows('captcha')).toHaveLength(4)
    other.clock.time += 5 * MINUTE
    await picture('last')
    expect((await rows('captcha')).map((row) => 'biz_id' in row && row.biz_id)).toEqual(['last'])

    let sent = 0
    const send = async () => {
      const bizid = `s-${++sent}`
      await picture(bizid)
      return office.get('/smscaptcha', { biztype: 'REGISTER_IMGCAPTCHA', bizid, imgcaptcha: '0000', phone: `139${String(sent).padStart(8, '0')}` })
    }
    for (let index = 0; index < 3; index++) expect((await send()).code).toBe(200)
    other.clock.time += 2 * MINUTE
    expect(await send()).toMatchObject({ code: 429, message: '本网络发送的短信过多，请在58分钟后再试' })
    other.clock.time += 58 * MINUTE
    expect([(await send()).code, (await send()).code]).toEqual([200, 200])
    expect(await rows('sms_sent')).toHaveLength(2)
    other.clock.time += hour
    expect(await send()).toMatchObject({ code: 429, message: '本网络发送的短信过多，请在22小时后再试' })
    expect(other.sentSms).toHaveLength(5)
    // The total limit of all addresses applies to the server's own computer too, also after a restart.
    const again = await other.restart()
    const sendHere = async (phone: string) => {
      await again.client().raw(`/imgcaptcha?biztype=REGISTER_IMGCAPTCHA&bizid=${phone}`)
      return again.client().get('/smscaptcha', { biztype: 'REGISTER_IMGCAPTCHA', bizid: phone, imgcaptcha: '0000', phone })
    }
    expect((await sendHere('13700000001')).code).toBe(200)
    expect(await sendHere('13700000002')).toMatchObject({ code: 429, message: '服务器发送的短信过多，请在22小时后再试' })
    again.clock.time += 24 * hour
    expect((await sendHere('13700000002')).code).toBe(200)
    expect(await again.database.read.selectFrom('sms_log').selectAll().execute()).toHaveLength(1)
    await again.close()
  })

  it('has high total limits for captchas and messages, and a low message limit per address', () => {
    const { pictures, messages, allMessages } = preLoginLimits
    expect([...pictures, ...messages, ...allMessages]).toEqual([
      { most: 600, within: MINUTE },
      { most: 20, within: 60 * MINUTE },
      { most: 200, within: 60 * MINUTE },
      { most: 1_000, within: 24 * 60 * MINUTE },
    ])
  })

  it('accepts an SMS code at most five times, for its own phone, within five minutes', async () => {
    const bizid = 'sms-tries'
    const form = {
      username: 'tries_1',
      nickName: '某某',
      sex: '1',
      password: PASSWORD,
      confirmpsw: PASSWORD,
      phone: '13900000002',
      captcha: '0000',
      smscaptcha: '111111',
      biztype: 'REGISTER_IMGCAPTCHA',
      bizid,
    }
    const send = async () => {
      server.clock.time += MINUTE
      await server.client().raw(`/imgcaptcha?biztype=REGISTER_IMGCAPTCHA&bizid=${bizid}`)
      await server.client().get('/smscaptcha', { biztype: 'REGISTER_IMGCAPTCHA', bizid, imgcaptcha: '0000', phone: form.phone })
    }
    const register = (change: object) => server.client().post('/unifiedUser/register', { ...form, ...change })
    await send()
    for (let attempt = 0; attempt < 5; attempt++) expect(await register({})).toMatchObject({ code: 400, message: '短信验证码错误或已过期' })
    expect((await register({ smscaptcha: '000000' })).code).toBe(400)
    await send()
    expect((await register({ smscaptcha: '000000', phone: '13900000003' })).code).toBe(400)
    server.clock.time += 5 * MINUTE
    expect((await register({ smscaptcha: '000000' })).code).toBe(400)
    await send()
    expect((await register({ smscaptcha: '000000' })).code).toBe(200)
  })

  it('reports every invalid registration field in Chinese', async () => {
    const answer = await server.client().post('/unifiedUser/register', { username: 'a b', password: 'short', confirmpsw: '', phone: '123', sex: 7, bizid: 'x' })
    expect(answer).toMatchObject({ code: 400, message: '用户名须为4-20位字母、数字或下划线' })
    expect(answer.data.map((each: { field: string }) => each.field)).toEqual(['username', 'sex', 'password', 'confirmpsw', 'phone', 'captcha', 'smscaptcha'])
    for (const { message } of answer.data) expect(message).toMatch(/^[^a-zA-Z]*$/)
    const unlike = await server.client().post('/unifiedUser/register', {
      username: 'good_name',
      nickName: '某',
      sex: 0,
      password: PASSWORD,
      confirmpsw: 'pine48275',
      phone: '13900000009',
      captcha: '0000',
      smscaptcha: '1',
      bizid: 'x',
    })
    expect(unlike).toMatchObject({ code: 400, message: '两次输入的密码不一致' })
  })

  it('requires the specification’s three fields in its words; username defaults to the name, sex to 0', async () => {
    const bare = await server.client().post('/unifiedUser/register', {})
    const said = new Map(bare.data.map(({ field, message }: { field: string; message: string }) => [field, message]))
    expect([said.get('username'), said.get('password'), said.get('captcha')]).toEqual(['用户名不能为空！', '密码不能为空！', '验证码不能为空！'])
    expect([said.has('nickName'), said.has('sex')]).toEqual([false, false])
    for (const [index, missing] of [{}, { nickName: null, sex: null }, { nickName: ' ', sex: '' }].entries()) {
      const bizid = `bare-${index}`
      const phone = `1370000000${index}`
      await server.client().raw(`/imgcaptcha?biztype=REGISTER_IMGCAPTCHA&bizid=${bizid}`)
      await server.client().get('/smscaptcha', { biztype: 'REGISTER_IMGCAPTCHA', bizid, imgcaptcha: '0000', phone })
      const form = { username: `bare_${index}`, password: PASSWORD, confirmpsw: PASSWORD, phone, captcha: '0000', smscaptcha: '000000', bizid }
      const { code, data } = await server.client().post('/unifiedUser/register', { ...form, ...missing })
      expect([code, data.nickName, data.sex]).toEqual([200, `bare_${index}`, 0])
    }
    const unseen = await server.client().post('/unifiedUser/register', { nickName: '\u200b' })
    expect(unseen.data).toContainEqual({ field: 'nickName', message: '请输入姓名' })
  })

  it('answers a wrong username and a wrong password alike', async () => {
    const [wrongName, wrongPassword] = [await tryLogIn(server.client(), 'nobody_here', PASSWORD), await tryLogIn(server.client(), 'staff_1', 'wrong1234')]
    expect(wrongName).toEqual(wrongPassword)
    expect(wrongName).toMatchObject({ code: 400, message: '用户名或密码错误！' })
  })

  it('locks a username for 15 minutes after five failures, known or not, across a restart', async () => {
    for (const name of ['staff_1', 'unknown_1']) {
      server.clock.time += 31 * MINUTE
      for (let attempt = 0; attempt < 5; attempt++) expect((await tryLogIn(server.client(), name, 'wrong1234')).code).toBe(400)
      expect(await tryLogIn(server.client(), name, PASSWORD)).toMatchObject({ code: 429, message: '登录失败次数过多，请在15分钟后再试' })
    }
    await server.restart()
    expect((await tryLogIn(server.client(), 'unknown_1', PASSWORD)).code).toBe(429)
    server.clock.time += 15 * MINUTE
    expect((await tryLogIn(server.client(), 'staff_1', PASSWORD)).code).toBe(200)
    expect((await tryLogIn(server.client(), 'unknown_1', PASSWORD)).code).toBe(400)
  })

  it('locks a username when many attempts arrive at once, even if one has the right password', async () => {
    server.clock.time += 31 * MINUTE
    const attempt = async (number: number) => {
      const bizid = `burst-${number}`
      await server.client().raw(`/imgcaptcha?biztype=LOGIN_IMGCAPTCHA&bizid=${bizid}`)
      return () => server.client().post('/login', { username: 'staff_1', password: number === 19 ? PASSWORD : `wrong${number}000`, captcha: '0000', bizid })
    }
    const attempts = await Promise.all(Array.from({ length: 20 }, (_, number) => attempt(number)))
    const codes = (await Promise.all(attempts.map((send) => send()))).map((answer) => answer.code)
    expect(codes.filter((code) => code === 400).length).toBeLessThanOrEqual(5)
    expect(codes.filter((code) => code === 429).length).toBeGreaterThanOrEqual(14)
    server.clock.time += 31 * MINUTE
  })

  it('reveals whether a username exists only after a correct captcha', async () => {
    const form = {
      nickName: '某',
      sex: 0,
      password: PASSWORD,
      confirmpsw: PASSWORD,
      phone: '13900000077',
      captcha: '0000',
      smscaptcha: '999999',
      biztype: 'REGISTER_IMGCAPTCHA',
      bizid: 'none',
    }
    const [known, unknown] = [
      await server.client().post('/unifiedUser/register', { ...form, username: 'admin_1' }),
      await server.client().post('/unifiedUser/register', { ...form, username: 'nobody_77' }),
    ]
    expect(known).toEqual(unknown)
  })

  it('expires a session after 2 hours idle and 12 hours in all, across a restart', async () => {
    const idle = await logIn(server.client(), 'admin_1')
    server.clock.time += 119 * MINUTE
    await server.restart()
    expect((await server.client(idle).get('/unifiedUser/get')).code).toBe(200)
    await server.database.write(() => Promise.resolve())
    server.clock.time += 121 * MINUTE
    expect(await server.client(idle).get('/unifiedUser/get')).toMatchObject({ code: 443, message: '登录已失效，请重新登录' })

    const busy = await logIn(server.client(), 'admin_1')
    for (let hour = 0; hour < 11; hour++) {
      server.clock.time += 60 * MINUTE
      expect((await server.client(busy).get('/unifiedUser/get')).code).toBe(200)
      await server.database.write(() => Promise.resolve()) // behind the note of this use, for which nobody waits
    }
    server.clock.time += 60 * MINUTE
    expect((await server.client(busy).get('/unifiedUser/get')).code).toBe(443)
  })

  it('ignores wrong-clock timestamps: they neither lock accounts, block phones nor extend sessions', async () => {
    const right = server.clock.time
    server.clock.time = Date.parse('2036-01-01T00:00:00Z')
    const token = await logIn(server.client(), 'admin_1')
    for (let attempt = 0; attempt < 5; attempt++) await tryLogIn(server.client(), 'admin_1', 'wrong1234')
    expect((await tryLogIn(server.client(), 'admin_1', PASSWORD)).code).toBe(429)
    const send = async (bizid: string) => {
      await server.client().raw(`/imgcaptcha?biztype=REGISTER_IMGCAPTCHA&bizid=${bizid}`)
      return server.client().get('/smscaptcha', { biztype: 'REGISTER_IMGCAPTCHA', bizid, imgcaptcha: '0000', phone: '13900000036' })
    }
    expect((await send('wrong clock')).code).toBe(200)
    await server.client().raw('/imgcaptcha?biztype=LOGIN_IMGCAPTCHA&bizid=of2036')

    server.clock.time = right
    expect((await server.client(token).get('/unifiedUser/get')).code).toBe(443)
    const late = await server.client().post('/login', { username: 'admin_1', password: PASSWORD, captcha: '0000', bizid: 'of2036' })
    expect(late).toMatchObject({ code: 400, message: '验证码错误！' })
    expect((await tryLogIn(server.client(), 'admin_1', PASSWORD)).code).toBe(200)
    expect((await send('right clock')).code).toBe(200)
    expect((await send('right clock')).code).toBe(429)
  })

  it('ends a session at logout and rejects an invented token', async () => {
    const token = await logIn(server.client(), 'admin_1')
    expect((await server.client(token).get('/logout')).code).toBe(200)
    for (const dead of [token, 'made-up', '']) expect((await server.client(dead).get('/vtestate/getallestates')).code).toBe(443)
  })

  it('answers 444 to the session of a disabled account', async () => {
    const token = await logIn(server.client(), 'staff_1')
    await server.database.write((tx) => tx.updateTable('user').set({ status: 2 }).where('username', '=', 'staff_1').execute())
    expect(await server.client(token).get('/vtestate/getallestates')).toMatchObject({ code: 444, message: '你已被登出' })
    expect(await tryLogIn(server.client(), 'staff_1', PASSWORD)).toMatchObject({ code: 403, message: '账号已停用，请联系系统管理员' })
  })

  it('stores neither tokens nor passwords in plain text', async () => {
    const token = await logIn(server.client(), 'admin_1')
    const sessions = await server.database.read.selectFrom('session').selectAll().execute()
    const users = await server.database.read.selectFrom('user').selectAll().execute()
    expect(JSON.stringify([sessions, users])).not.toContain(token)
    expect(JSON.stringify(users)).not.toContain(PASSWORD)
    expect(users[0]?.password_hash).toMatch(/^scrypt\$/)
  })
})
