import { expect, test, type Page } from '@playwright/test'
import { good } from '../support/activities.ts'
import { goTo } from '../support/http-activities.ts'
import { closeLeftOpen, launch, newFolder } from '../support/program.ts'
import { startProxy, type Proxy } from '../support/proxy.ts'
import { httpClient, memberToken, startProcess, type ServerProcess } from '../support/server-process.ts'

test.describe.configure({ mode: 'serial' })

let server: ServerProcess
/** Records the program's calls. */
let proxy: Proxy
let page: Page

test.beforeAll(async () => {
  server = await startProcess(['--data', newFolder()])
  await memberToken(server.url)
  proxy = await startProxy(server.url)
  const program = await launch({ args: ['--server', proxy.url] })
  page = program.page
})
test.afterAll(async () => {
  await closeLeftOpen()
  await proxy.close()
})

const asked = (path: string): URLSearchParams[] =>
  proxy.asked.filter((url) => url.startsWith(`/api${path}`)).map((url) => new URL(url, 'http://server.invalid').searchParams)
const pictures = () => asked('/imgcaptcha').map((query) => [query.get('biztype'), query.get('bizid')] as const)
const picture = () => page.getByRole('img', { name: '验证码' })
const anotherPicture = () => page.getByRole('button', { name: '验证码图片，点击换一张' }).click()
const loginButton = () => page.getByRole('button', { name: '登录', exact: true })
const smsButton = () => page.getByRole('button', { name: /发送验证码|秒后可重新发送/ })
const toast = (sentence: string | RegExp) => page.locator('.ant-message').getByText(sentence)
const field = (label: string) => page.getByLabel(label, { exact: true })
const fillIn = async (values: Readonly<Record<string, string>>) => {
  for (const [label, value] of Object.entries(values)) await field(label).fill(value)
}
const account = { username: 'Zhang_3', nickName: '张三妹', phone: '13800138003', password: 'pine4827' } as const

test('an anonymous visit leads to the login, and back afterwards', async () => {
  for (const path of ['/dashboard', '/estate/Index', '/property/Index', '/voteManage/list', '/voteManage/votedesk?activityid=1&operatetype=2']) {
    await goTo(page, path)
    await expect(loginButton()).toBeVisible()
    await expect.poll(() => new URL(page.url()).hash).toBe(`#/login?redirect=${encodeURIComponent(path)}`)
  }
  await expect(page.getByText('社区投票平台').first()).toBeVisible()
  expect(await page.title()).toContain('社区投票平台')
})

test('the login’s captcha has its own type; a click or a failed attempt loads one with a new bizid', async () => {
  await expect(picture()).toBeVisible()
  const before = pictures()
  expect(new Set(before.map(([type]) => type))).toEqual(new Set(['LOGIN_IMGCAPTCHA']))
  await anotherPicture()
  await expect.poll(() => pictures().length).toBe(before.length + 1)
  await fillIn({ 用户名: 'admin_1', 密码: 'wrong1234', 验证码: '0000' })
  await loginButton().click()
  await expect(toast('用户名或密码错误！')).toBeVisible()
  await expect(field('验证码')).toHaveValue('')
  await expect(field('密码')).toHaveValue('wrong1234')
  await expect.poll(() => pictures().length).toBe(before.length + 2)
  const ids = pictures().map(([, bizId]) => bizId)
  expect(new Set(ids).size).toBe(ids.length)
})

test('five wrong passwords lock the username, and the remaining time is shown', async () => {
  // An unknown name is locked likewise, so an attacker learns nothing.
  for (let attempt = 1; attempt <= 6; attempt++) {
    await fillIn({ 用户名: 'nobody_1', 密码: `wrong123${attempt}`, 验证码: '0000' })
    const before = pictures().length
    await loginButton().click()
    await expect.poll(() => pictures().length).toBe(before + 1)
  }
  await expect(toast(/^登录失败次数过多，请在1[45]分钟后再试$/)).toBeVisible()
})

test('registration has its own captcha, required fields and formats', async () => {
  const before = pictures().length
  await page.getByRole('link', { name: '注册' }).click()
  await expect(picture()).toBeVisible()
  await expect.poll(() => pictures().slice(before).at(-1)?.[0]).toBe('REGISTER_IMGCAPTCHA')
  await page.getByRole('button', { name: '注册' }).click()
  for (const sentence of ['用户名不能为空！', '请输入姓名', '密码不能为空！', '请再次输入密码', '请输入手机号', '验证码不能为空！', '请输入短信验证码'])
    await expect(page.getByText(sentence)).toBeVisible()
  await fillIn({ 用户名: 'a-b', 密码: 'abcdefgh', 确认密码: 'other', 手机号: '1380013' })
  await field('手机号').blur()
  for (const sentence of ['用户名须为4-20位字母、数字或下划线', '密码至少8位，须同时包含字母和数字', '两次输入的密码不一致', '手机号须为以1开头的11位数字'])
    await expect(page.getByText(sentence)).toBeVisible()
  expect(asked('/unifiedUser/register')).toHaveLength(0)
})

test('a text message requires the phone and the captcha text', async () => {
  await fillIn({ 用户名: account.username, 姓名: account.nickName, 密码: account.password, 确认密码: account.password, 手机号: '' })
  await page.getByRole('radio', { name: '女' }).check()
  await smsButton().click()
  await expect(page.getByText('请输入手机号')).toBeVisible()
  await expect(page.getByText('验证码不能为空！')).toBeVisible()
  expect(asked('/smscaptcha')).toHaveLength(0)

  await fillIn({ 手机号: account.phone, 验证码: '9999' })
  const before = pictures().length
  await smsButton().click()
  await expect(toast('验证码错误！')).toBeVisible()
  // The captcha is used up: a new one is shown, and its text must be typed.
  await expect.poll(() => pictures().length).toBe(before + 1)
  await expect(field('验证码')).toHaveValue('')
  await expect(smsButton()).toBeEnabled()
})

test('the message is sent for the visible captcha, and the button counts down a minute', async () => {
  await page.clock.install()
  await field('验证码').fill('0000')
  await smsButton().click()
  await expect(toast('短信发送成功！')).toBeVisible()
  const [sent] = asked('/smscaptcha').slice(-1)
  expect([sent?.get('biztype'), sent?.get('bizid')]).toEqual(pictures().at(-1))
  expect([sent?.get('imgcaptcha'), sent?.get('phone')]).toEqual(['0000', account.phone])
  await expect(field('短信验证码')).toBeFocused()
  await expect(smsButton()).toBeDisabled()
  await expect(smsButton()).toHaveText(/^(60|5\d) 秒后可重新发送$/)
  await page.clock.fastForward(40_000)
  await expect(smsButton()).toHaveText(/^(20|1\d) 秒后可重新发送$/)
  await expect(smsButton()).toBeDisabled()
  await page.clock.fastForward(30_000)
  await expect(smsButton()).toHaveText('发送验证码')
  await expect(smsButton()).toBeEnabled()
  await page.clock.resume()
})

test('a captcha is valid for one message, and the server enforces its minute', async () => {
  const before = pictures().length
  await smsButton().click()
  await expect(page.getByText('请输入新的验证码，再重新发送短信')).toBeVisible()
  await expect.poll(() => pictures().length).toBe(before + 1)
  await field('验证码').fill('0000')
  await smsButton().click()
  await expect(toast(/^短信发送过于频繁，请在\d+秒后再试$/)).toBeVisible()
})

test('a wrong SMS code and a taken name are reported, and nothing typed is lost', async () => {
  // A common password: refused without using up anything.
  await fillIn({ 密码: 'woaini1314', 确认密码: 'woaini1314', 短信验证码: '999999', 验证码: '0000' })
  await page.getByRole('button', { name: '注册' }).click()
  await expect(toast('密码过于简单')).toBeVisible()
  await fillIn({ 密码: account.password, 确认密码: account.password })
  await page.getByRole('button', { name: '注册' }).click()
  await expect(toast('短信验证码错误或已过期')).toBeVisible()
  await fillIn({ 短信验证码: '000000', 用户名: 'ADMIN_1' })
  await page.getByRole('button', { name: '注册' }).click()
  await expect(toast('用户名已存在')).toBeVisible()
  await expect(field('姓名')).toHaveValue(account.nickName)
})

test('a registered user logs in and is greeted by name; the login page then leads home', async () => {
  await field('用户名').fill(account.username)
  await page.getByRole('button', { name: '注册' }).click()
  await expect(toast('用户注册成功！请等待系统管理员审核')).toBeVisible()
  const admin = httpClient(server.url, await memberToken(server.url))
  const list = async () => good(await admin.get('/account/list', { name: account.username, pageNo: 1, pageSize: 10 })).datas
  const [{ userid, status }] = await list()
  expect(status).toBe(0)
  good(await admin.post('/account/confirm', { password: account.password }))
  good(await admin.post('/account/approve', { userid, role: 'clerk' }))
  await expect(loginButton()).toBeVisible()
  await expect(field('用户名')).toHaveValue(account.username)
  await expect(field('密码')).toBeFocused()
  await fillIn({ 密码: account.password, 验证码: '0000' })
  await loginButton().click()
  await expect(page.getByText(`${account.nickName}，您好`)).toBeVisible()
  for (const path of ['/login', '/register', '/']) {
    await goTo(page, path)
    await expect.poll(() => new URL(page.url()).hash).toBe('#/dashboard')
  }
  // As the administrator sees the new account: sex and assigned role.
  expect(await list()).toMatchObject([{ username: account.username, nickName: account.nickName, sex: 1, phone: account.phone, roles: ['clerk'] }])
})
