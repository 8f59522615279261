import { expect, test, type Locator, type Page } from '@playwright/test'
import { givePassword } from '../support/dialogs.ts'
import { good } from '../support/activities.ts'
import { goTo } from '../support/http-activities.ts'
import { launch, logIn, newFolder, type Program } from '../support/program.ts'
import { httpClient, memberToken, startProcess, type HttpClient, type ServerProcess } from '../support/server-process.ts'

test.describe.configure({ mode: 'serial' })

const PASSWORD = 'pine4827'
const NEW_PASSWORD = 'efgh5678'

let server: ServerProcess
/** The administrator's program, and a colleague's on another PC. */
let admin: Program
let staff: Program
let client: HttpClient

test.beforeAll(async () => {
  server = await startProcess(['--data', newFolder()])
  client = httpClient(server.url, await memberToken(server.url))
  await memberToken(server.url, 'staff_1', '13800000002')
  await memberToken(server.url, 'staff_2', '13900000003')
  good(await client.post('/vtestate/save', { name: '桂花苑', addr: '桂花路8号' }))
  admin = await launch({ args: ['--server', server.url] })
  await logIn(admin, { captcha: '0000', account: { username: 'admin_1', password: PASSWORD } })
  staff = await launch({ args: ['--server', server.url] })
  await logIn(staff, { captcha: '0000', account: { username: 'staff_1', password: PASSWORD } })
})
test.afterAll(async () => {
  await staff.close()
  await admin.close()
  await server.stop()
})

const table = () => admin.page.getByRole('table', { name: '账号列表' }).filter({ visible: true })
const row = (username: string): Locator =>
  table()
    .getByRole('row')
    .filter({ has: admin.page.getByRole('cell', { name: username, exact: true }) })
const act = (username: string, action: string) => row(username).getByRole('button', { name: action, exact: true }).click()
const question = (title: string) => admin.page.getByRole('dialog').filter({ hasText: title })
const toast = (page: Page, sentence: string): Locator => page.locator('.ant-message').getByText(sentence, { exact: true })
const menuItem = (page: Page, name: string) => page.getByRole('menuitem', { name: new RegExp(`${name}$`) })
const prompt = () => staff.page.getByRole('dialog').filter({ hasText: '你已被登出，可以取消继续留在该页面，或者重新登录' })
const loginButton = (page: Page) => page.getByRole('button', { name: '登录', exact: true })
async function expectToast(page: Page, sentence: string): Promise<void> {
  await expect(toast(page, sentence)).toBeVisible()
  await expect(toast(page, sentence)).toBeHidden()
}
/** Types into the login that is on screen; what comes of it is the caller's to expect. */
async function tryLogIn(page: Page, username: string, password: string): Promise<void> {
  await expect(loginButton(page)).toBeVisible()
  await page.getByLabel('用户名').fill(username)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await expect(page.getByRole('img', { name: '验证码' })).toBeVisible()
  await page.getByLabel('验证码', { exact: true }).fill('0000')
  await loginButton(page).click()
}
async function logOut(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).click()
  await menuItem(page, '安全退出').click()
}

test('the administrator sees every account, masked, searched by name; nothing can be done to one’s own', async () => {
  await menuItem(admin.page, '账号管理').click()
  await expect(table().getByRole('columnheader')).toHaveText(['用户名', '姓名', '手机号', '角色', '状态', '注册时间', '操作'])
  await expect(row('admin_1')).toContainText('系统管理员')
  await expect(row('admin_1')).toContainText('当前账号')
  await expect(row('admin_1').getByRole('button', { name: /停用|重置|改为/ })).toHaveCount(0)
  await expect(row('staff_2')).toContainText('工作人员')
  await expect(row('staff_2')).toContainText('正常')
  await expect(row('staff_2')).toContainText('139****0003')
  await row('staff_2').getByRole('button', { name: '显示手机号' }).click()
  await expect(row('staff_2')).toContainText('13900000003')

  const box = admin.page.getByRole('textbox', { name: '用户名、姓名' })
  await box.fill('staff_2')
  await box.press('Enter')
  await expect(row('staff_1')).toHaveCount(0)
  await expect(row('staff_2')).toBeVisible()
  await box.fill('没有这个人')
  await box.press('Enter')
  await expect(admin.page.getByText('没有找到“没有这个人”，请换个条件再查')).toBeVisible()
  await admin.page.getByRole('button', { name: '重置', exact: true }).click()
  await expect(row('staff_1')).toBeVisible()
})

test('staff see neither menu, find no such page by its address, and are refused by the server', async () => {
  const { page } = staff
  // Two groups of two pages each; what belongs to one activity or one estate is reached from these.
  await expect(page.getByRole('menu', { name: '主菜单' }).getByRole('menuitem')).toHaveText([
    '我的小区',
    '小区管理',
    '房产信息',
    '活动管理',
    '投票活动',
    '房产变更审批',
  ])
  for (const name of ['系统管理', '账号管理', '操作日志']) await expect(page.getByText(name, { exact: true })).toHaveCount(0)
  for (const path of ['/system/accounts', '/system/audit']) {
    await goTo(page, path)
    await expect(page.getByText('管理员说您不能进入此页面…')).toBeVisible()
    await page.getByRole('link', { name: '返回首页' }).click()
    await expect(page.getByText('您好')).toBeVisible()
  }
  const refused = await page.evaluate(async () => {
    const { bridge } = globalThis as unknown as { bridge: { call(name: string, input: unknown): Promise<{ failure: { code: number } }> } }
    const paging = { pageNo: 1, pageSize: 10 }
    return [
      await bridge.call('account.list', { query: { ...paging, name: '' } }),
      await bridge.call('audit.list', {
        query: { ...paging, username: '', action: '', kind: '', subject: '', activityId: '', condition: '', from: null, to: null },
      }),
      await bridge.call('audit.verify', { query: { number: null, hash: '', jobId: '' } }),
    ].map(({ failure }) => failure.code)
  })
  expect(refused).toEqual([403, 403, 403])
})

test('a disabled account is logged out where it is, and cannot log in; enabled, it can', async () => {
  const { page } = staff
  await menuItem(page, '小区管理').click()
  await expect(page.getByRole('cell', { name: '桂花苑', exact: true })).toBeVisible()

  await act('staff_1', '停用')
  await expect(question('停用staff_1（staff_1）吗?')).toContainText('停用后立即退出登录，不能再登录；已登记的数据都会保留')
  await question('停用staff_1').getByRole('button', { name: '取消' }).click()
  await expect(row('staff_1')).toContainText('正常')
  await act('staff_1', '停用')
  await question('停用staff_1').getByRole('button', { name: '停用' }).click()
  await expectToast(admin.page, '修改成功')
  await expect(row('staff_1')).toContainText('已停用')

  await menuItem(page, '房产信息').click()
  await expect(prompt()).toHaveCount(1)
  await expect(prompt().getByRole('button')).toHaveText(['取消', '重新登录'])
  await prompt().getByRole('button', { name: '取消' }).click()
  await expect(prompt()).toBeHidden()
  // What was on screen stays; what is tried next asks again.
  await page.getByRole('tab', { name: '小区管理' }).click()
  await expect(page.getByRole('cell', { name: '桂花苑', exact: true })).toBeVisible()
  await expect(prompt()).toBeVisible()
  await prompt().getByRole('button', { name: '重新登录' }).click()
  await tryLogIn(page, 'staff_1', PASSWORD)
  await expect(toast(page, '账号已停用，请联系系统管理员')).toBeVisible()
  await expect(loginButton(page)).toBeVisible()

  await act('staff_1', '启用')
  await expect(question('启用staff_1（staff_1）吗?')).toContainText('启用后可以重新登录')
  await question('启用staff_1').getByRole('button', { name: '启用' }).click()
  await expectToast(admin.page, '修改成功')
  await expect(row('staff_1')).toContainText('正常')
  await tryLogIn(page, 'staff_1', PASSWORD)
  // Back where the session had ended.
  await expect(page.getByRole('tab', { name: '小区管理' })).toHaveAttribute('aria-selected', 'true')
})

test('what is dangerous asks for the password once more: 取消 gives it up, a wrong one is said in the field, Enter goes on', async () => {
  const asked = admin.page.getByRole('dialog', { name: '请再次输入密码' })
  const field = asked.getByLabel('账号 admin_1 的密码')
  const ask = async () => {
    await act('staff_1', '改为管理员')
    await question('改为系统管理员吗?').getByRole('button', { name: '确认修改' }).click()
    await expect(field).toBeFocused()
  }
  await ask()
  await asked.getByRole('button', { name: '取消' }).click()
  await expect(asked).toBeHidden()
  // Whoever says no is told nothing more.
  await expect(admin.page.getByRole('alert')).toHaveCount(0)
  await expect(row('staff_1')).toContainText('工作人员')
  if (await question('改为系统管理员吗?').isVisible()) await question('改为系统管理员吗?').getByRole('button', { name: '取消' }).click()

  await ask()
  await field.press('Enter')
  await expect(asked).toContainText('密码不能为空！')
  await field.fill('wrong1234')
  await field.press('Enter')
  await expect(asked).toContainText('密码不正确')
  await expect(field).toBeFocused()
  await asked.getByRole('button', { name: '取消' }).click()
  await expect(asked).toBeHidden()
  if (await question('改为系统管理员吗?').isVisible()) await question('改为系统管理员吗?').getByRole('button', { name: '取消' }).click()
})

test('a role is changed both ways: the menu comes and goes', async () => {
  const { page } = staff
  await act('staff_1', '改为管理员')
  await expect(question('把 staff_1（staff_1） 改为系统管理员吗?')).toContainText('系统管理员可以管理所有账号、查看操作日志')
  await question('改为系统管理员吗?').getByRole('button', { name: '确认修改' }).click()
  await givePassword(admin.page)
  // Within five minutes it is asked for once.
  await expectToast(admin.page, '修改成功')
  await expect(row('staff_1')).toContainText('系统管理员')
  await logOut(page, 'staff_1')
  await tryLogIn(page, 'staff_1', PASSWORD)
  await menuItem(page, '账号管理').click()
  await expect(page.getByRole('table', { name: '账号列表' }).getByRole('cell', { name: 'admin_1', exact: true }).first()).toBeVisible()

  await act('staff_1', '改为工作人员')
  await expect(question('把 staff_1（staff_1） 改为工作人员吗?')).toContainText('此后不能再管理账号和查看操作日志')
  await question('改为工作人员吗?').getByRole('button', { name: '确认修改' }).click()
  await expectToast(admin.page, '修改成功')
  await expect(row('staff_1')).toContainText('工作人员')
  // The page that is still on screen gets nothing more.
  await page.getByRole('button', { name: '查询' }).filter({ visible: true }).click()
  await expect(page.getByText('没有权限：需要系统管理员').filter({ visible: true }).first()).toBeVisible()
  await logOut(page, 'staff_1')
  await tryLogIn(page, 'staff_1', PASSWORD)
  await expect(menuItem(page, '小区管理')).toBeVisible()
  await expect(menuItem(page, '账号管理')).toHaveCount(0)
})

test('a password is reset: its shape is checked, the account is logged out, only the new one opens', async () => {
  const { page } = staff
  await act('staff_1', '重置密码')
  const form = question('重置 staff_1（staff_1）的密码')
  await form.getByRole('button', { name: '提交' }).click()
  await expect(form.getByText('请输入新密码')).toBeVisible()
  await form.getByLabel('新密码').fill('12345678')
  await form.getByRole('button', { name: '提交' }).click()
  await expect(form.getByText('密码至少8位，须同时包含字母和数字')).toBeVisible()
  await form.getByLabel('新密码').fill(NEW_PASSWORD)
  await form.getByRole('button', { name: '提交' }).click()
  await expectToast(admin.page, '修改成功，请把新密码告诉本人')
  await expect(form).toBeHidden()

  await menuItem(page, '小区管理').click()
  await expect(prompt()).toBeVisible()
  await prompt().getByRole('button', { name: '重新登录' }).click()
  await tryLogIn(page, 'staff_1', PASSWORD)
  await expect(toast(page, '用户名或密码错误！')).toBeVisible()
  await tryLogIn(page, 'staff_1', NEW_PASSWORD)
  await expect(menuItem(page, '小区管理')).toBeVisible()
})

test('one changes one’s own password; other computers are logged out, this one is not', async () => {
  const { page } = staff
  // staff_2 has a session on another PC, and one here.
  const elsewhere = httpClient(server.url, await memberToken(server.url, 'staff_2'))
  await logOut(page, 'staff_1')
  await tryLogIn(page, 'staff_2', PASSWORD)
  await page.getByRole('button', { name: 'staff_2' }).click()
  await menuItem(page, '修改密码').click()
  const form = page.getByRole('dialog', { name: '修改密码' })
  await form.getByRole('button', { name: '提交' }).click()
  for (const sentence of ['请输入原密码', '请输入新密码', '请再次输入密码']) await expect(form.getByText(sentence)).toBeVisible()
  await form.getByLabel('原密码').fill('wrong1234')
  await form.getByLabel('新密码').fill(NEW_PASSWORD)
  await form.getByLabel('再输入一次').fill('other5678')
  await form.getByRole('button', { name: '提交' }).click()
  await expect(form.getByText('两次输入的密码不一致')).toBeVisible()
  await form.getByLabel('再输入一次').fill(NEW_PASSWORD)
  await form.getByRole('button', { name: '提交' }).click()
  await expect(toast(page, '原密码不正确')).toBeVisible()
  await form.getByLabel('原密码').fill(PASSWORD)
  await form.getByRole('button', { name: '提交' }).click()
  await expect(toast(page, '修改成功，其他电脑上的登录已退出')).toBeVisible()
  await expect(form).toBeHidden()
  expect(await elsewhere.get('/vtestate/getallestates')).toMatchObject({ code: 444, message: '你已被登出' })
  await menuItem(page, '小区管理').click()
  await expect(page.getByRole('cell', { name: '桂花苑', exact: true })).toBeVisible()
  await expect(prompt()).toHaveCount(0)
})
