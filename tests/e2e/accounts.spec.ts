import { expect, test, type Locator, type Page } from '@playwright/test'
import { good } from '../support/activities.ts'
import { goTo } from '../support/http-activities.ts'
import { givePassword } from '../support/dialogs.ts'
import { closeLeftOpen, newFolder, programAt, type Program } from '../support/program.ts'
import { httpClient, memberToken, startProcess, type HttpClient, type ServerProcess } from '../support/server-process.ts'
import { expectToast } from '../support/toasts.ts'

test.describe.configure({ mode: 'serial' })

const PASSWORD = 'pine4827'
const NEW_PASSWORD = 'river5208'

let server: ServerProcess
/** The administrator's program, and a colleague's on another computer. */
let admin: Program
let staff: Program
let client: HttpClient

test.beforeAll(async () => {
  server = await startProcess(['--data', newFolder()])
  client = httpClient(server.url, await memberToken(server.url))
  await memberToken(server.url, 'staff_1', '13800000002')
  await memberToken(server.url, 'staff_2', '13900000003')
  good(await client.post('/vtestate/save', { name: '桂花苑', addr: '桂花路8号' }))
  admin = await programAt(server.url, { username: 'admin_1', password: PASSWORD })
  staff = await programAt(server.url, { username: 'staff_1', password: PASSWORD })
})

const table = () => admin.page.getByRole('table', { name: '账号列表' }).filter({ visible: true })
const row = (username: string): Locator =>
  table()
    .getByRole('row')
    .filter({ has: admin.page.getByRole('cell', { name: username, exact: true }) })
const act = (username: string, action: string) => row(username).getByRole('button', { name: action, exact: true }).click()
const question = (title: string) => admin.page.getByRole('dialog').filter({ hasText: title })
const menuItem = (page: Page, name: string) => page.getByRole('menuitem', { name: new RegExp(`${name}$`) })
const prompt = () => staff.page.getByRole('dialog').filter({ hasText: '你已被登出，可以取消继续留在该页面，或者重新登录' })
const loginButton = (page: Page) => page.getByRole('button', { name: '登录', exact: true })
/** Submits the visible login form; the caller checks the outcome. */
async function tryLogIn(page: Page, username: string, password: string): Promise<void> {
  await expect(loginButton(page)).toBeVisible()
  await page.getByLabel('用户名').fill(username)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await expect(page.getByRole('img', { name: '验证码' })).toBeVisible()
  await page.getByLabel('验证码', { exact: true }).fill('0000')
  await loginButton(page).click()
}
/** Registers a waiting account from yet another computer. */
async function registered(username: string, phone: string): Promise<void> {
  const picture = `${server.url}/api/imgcaptcha?biztype=REGISTER_IMGCAPTCHA&bizid=${username}`
  await (await fetch(picture, { headers: { 'x-app-id': 'community-vote-console' } })).arrayBuffer()
  const stranger = httpClient(server.url)
  const named = { biztype: 'REGISTER_IMGCAPTCHA', bizid: username }
  good(await stranger.get('/smscaptcha', { ...named, imgcaptcha: '0000', phone }))
  const form = { ...named, username, nickName: username, sex: 0, password: PASSWORD, confirmpsw: PASSWORD, phone, captcha: '0000', smscaptcha: '000000' }
  good(await stranger.post('/unifiedUser/register', form))
}
async function logOut(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).click()
  await menuItem(page, '安全退出').click()
}

test('the administrator sees all accounts masked, searches by name, and cannot change the own account', async () => {
  await menuItem(admin.page, '账号管理').click()
  await expect(table().getByRole('columnheader')).toHaveText(['用户名', '姓名', '手机号', '角色', '小区范围', '状态', '注册时间', '操作'])
  await expect(row('admin_1')).toContainText('系统管理员')
  await expect(row('admin_1')).toContainText('当前账号')
  await expect(row('admin_1').getByRole('button', { name: /停用|重置|改为/ })).toHaveCount(0)
  await expect(row('staff_2')).toContainText('活动负责人')
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

test('staff see neither menu, get no page by its address, and are refused by the server', async () => {
  const { page } = staff
  // Two groups of two pages each; pages of one activity or estate are reached from these.
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
      await bridge.call('account.list', { query: { ...paging, name: '', status: null } }),
      await bridge.call('audit.list', {
        query: { ...paging, username: '', action: '', kind: '', subject: '', activityId: '', condition: '', from: null, to: null },
      }),
      await bridge.call('audit.verify', { query: { number: null, hash: '', code: '', jobId: '' } }),
    ].map(({ failure }) => failure.code)
  })
  expect(refused).toEqual([403, 403, 403])
})

test('a disabled account is logged out and cannot log in until enabled again', async () => {
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
  // The page content stays, but must not look current.
  await page.getByRole('tab', { name: '小区管理' }).click()
  await expect(page.getByRole('cell', { name: '桂花苑', exact: true })).toBeVisible()
  const band = page.getByRole('alert').filter({ hasText: '已登出，不能保存' })
  await expect(band).toBeVisible()
  await expect(prompt()).toBeHidden()
  await band.getByRole('button', { name: '重新登录' }).click()
  await tryLogIn(page, 'staff_1', PASSWORD)
  await expectToast(page, '账号已停用，请联系系统管理员')
  await expect(loginButton(page)).toBeVisible()

  await act('staff_1', '启用')
  await expect(question('启用staff_1（staff_1）吗?')).toContainText('启用后可以重新登录')
  await question('启用staff_1').getByRole('button', { name: '启用' }).click()
  await expectToast(admin.page, '修改成功')
  await expect(row('staff_1')).toContainText('正常')
  await tryLogIn(page, 'staff_1', PASSWORD)
  // Back where the session ended.
  await expect(page.getByRole('tab', { name: '小区管理' })).toHaveAttribute('aria-selected', 'true')
})

/** Chooses a role in the open dialog and submits it. */
async function chooseRole(title: string, role: string, submit: string, asksPassword = false): Promise<void> {
  const form = question(title)
  await form.getByRole('radio', { name: new RegExp(`^${role} `) }).check()
  await form.getByRole('button', { name: submit, exact: true }).click()
  if (asksPassword) await givePassword(admin.page)
  await expect(form).toBeHidden()
}

test('dangerous actions ask for the password: 取消 aborts, a wrong one shows in the field, Enter confirms', async () => {
  const asked = admin.page.getByRole('dialog', { name: '请再次输入密码' })
  const field = asked.getByLabel('账号 admin_1 的密码')
  const form = question('修改 staff_1（staff_1）的角色')
  await act('staff_1', '修改权限')
  await form.getByRole('radio', { name: /^系统管理员 / }).check()
  await form.getByRole('button', { name: '提交' }).click()
  await expect(field).toBeFocused()
  await asked.getByRole('button', { name: '取消' }).click()
  await expect(asked).toBeHidden()
  // Cancelling shows nothing more.
  await expect(admin.page.getByRole('alert')).toHaveCount(0)
  await expect(row('staff_1')).toContainText('活动负责人')

  await form.getByRole('button', { name: '提交' }).click()
  await expect(field).toBeFocused()
  await field.press('Enter')
  await expect(asked).toContainText('密码不能为空！')
  await field.fill('wrong1234')
  await field.press('Enter')
  await expect(asked).toContainText('密码不正确')
  await expect(field).toBeFocused()
  await asked.getByRole('button', { name: '取消' }).click()
  await expect(asked).toBeHidden()
  await form.getByRole('button', { name: '取消' }).click()
  await question('放弃已填写的内容吗?').getByRole('button', { name: '放弃' }).click()
  await expect(form).toBeHidden()
})

test('changing a role shows and hides the menu and buttons, both ways', async () => {
  const { page } = staff
  await act('staff_1', '修改权限')
  await chooseRole('修改 staff_1（staff_1）的角色', '系统管理员', '提交', true)
  // It is asked for once within five minutes.
  await expect(row('staff_1')).toContainText('系统管理员')
  await logOut(page, 'staff_1')
  await tryLogIn(page, 'staff_1', PASSWORD)
  await menuItem(page, '账号管理').click()
  await expect(page.getByRole('table', { name: '账号列表' }).getByRole('cell', { name: 'admin_1', exact: true }).first()).toBeVisible()

  await act('staff_1', '修改权限')
  await chooseRole('修改 staff_1（staff_1）的角色', '查看', '提交')
  await expect(row('staff_1')).toContainText('查看')
  // The page still on screen gets nothing more, and closes.
  await page.getByRole('button', { name: '查询' }).filter({ visible: true }).click()
  await expect(page.getByRole('status').filter({ hasText: /^你的角色已由系统管理员改为/ })).toBeVisible()
  await expect(page.getByRole('tab', { name: '首页' })).toHaveAttribute('aria-selected', 'true')
  await logOut(page, 'staff_1')
  await tryLogIn(page, 'staff_1', PASSWORD)
  await menuItem(page, '小区管理').click()
  await expect(page.getByRole('cell', { name: '桂花苑', exact: true })).toBeVisible()
  for (const name of ['新增', '编辑', '删除']) await expect(page.getByRole('button', { name, exact: true }).filter({ visible: true })).toHaveCount(0)
  await expect(menuItem(page, '账号管理')).toHaveCount(0)
  for (const path of ['/estate/input', '/voteManage/input', '/voteManage/votedesk']) {
    await goTo(page, path)
    await expect(page.getByText('管理员说您不能进入此页面…')).toBeVisible()
    await page.getByRole('link', { name: '返回首页' }).click()
  }

  await act('staff_1', '修改权限')
  await chooseRole('修改 staff_1（staff_1）的角色', '活动负责人', '提交')
  await expect(row('staff_1')).toContainText('活动负责人')
})

test('an account confined to one estate sees nothing of others until it is unconfined', async () => {
  const { page } = staff
  const { estateid } = good(await client.post('/vtestate/save', { name: '丹桂园', addr: '丹桂路1号' }))
  const form = question('修改 staff_1（staff_1）的角色与范围')
  const cell = (name: string) => page.getByRole('cell', { name, exact: true }).filter({ visible: true })
  await act('staff_1', '修改权限')
  await form.getByRole('radio', { name: '指定小区' }).check()
  await form.getByLabel('可见的小区').click()
  await admin.page.locator('.ant-select-item-option').filter({ visible: true, hasText: '桂花苑' }).click()
  await form.getByRole('button', { name: '提交' }).click()
  await expectToast(admin.page, '小区范围已修改')
  await expect(row('staff_1')).toContainText('桂花苑')
  await logOut(page, 'staff_1')
  await tryLogIn(page, 'staff_1', PASSWORD)
  await menuItem(page, '小区管理').click()
  await expect(cell('桂花苑')).toBeVisible()
  await expect(cell('丹桂园')).toHaveCount(0)

  await act('staff_1', '修改权限')
  await form.getByRole('radio', { name: '全部小区' }).check()
  await form.getByRole('button', { name: '提交' }).click()
  await expect(row('staff_1')).not.toContainText('桂花苑')
  await logOut(page, 'staff_1')
  await tryLogIn(page, 'staff_1', PASSWORD)
  await menuItem(page, '小区管理').click()
  await expect(cell('丹桂园')).toBeVisible()
  good(await client.get('/vtestate/delete', { ids: estateid }))
})

test('a new registration waits, appears to the administrator, and logs in with the assigned role', async () => {
  const { page } = staff
  await registered('newcomer_1', '13700000011')
  await registered('stranger_1', '13700000012')
  await logOut(page, 'staff_1')
  await tryLogIn(page, 'newcomer_1', PASSWORD)
  await expectToast(page, '账号正在等待管理员审核')

  await goTo(admin.page, '/dashboard')
  await expect(admin.page.getByRole('menu', { name: '主菜单' }).getByTitle('2 个账号等待审核')).toBeVisible()
  await admin.page.getByRole('button', { name: '去审核' }).click()
  await admin.page.getByRole('radiogroup', { name: '状态' }).getByText('待审核').click()
  await expect(table().getByRole('row')).toHaveCount(3)
  await act('newcomer_1', '审核')
  await chooseRole('审核 newcomer_1（newcomer_1）', '录入员', '通过')
  await expectToast(admin.page, '已通过，该账号现在可以登录')
  await act('stranger_1', '拒绝')
  await question('拒绝stranger_1（stranger_1）的注册吗?').getByRole('button', { name: '拒绝' }).click()
  await expectToast(admin.page, '已拒绝')
  await expect(admin.page.getByText('没有等待审核的账号')).toBeVisible()
  await expect(admin.page.getByTitle(/^\d+ 个账号等待审核$/)).toHaveCount(0)
  await admin.page.getByRole('radiogroup', { name: '状态' }).getByText('全部').click()
  await expect(row('newcomer_1')).toContainText('录入员')
  await expect(row('stranger_1')).toHaveCount(0)

  await tryLogIn(page, 'newcomer_1', PASSWORD)
  await expect(menuItem(page, '小区管理')).toBeVisible()
  await logOut(page, 'newcomer_1')
  await tryLogIn(page, 'staff_1', PASSWORD)
  await expect(menuItem(page, '小区管理')).toBeVisible()
})

test('an account created by the administrator must change its password at first login', async () => {
  const { page } = staff
  await admin.page.getByRole('button', { name: '新建账号' }).click()
  const form = question('新建账号')
  await form.getByRole('button', { name: '提交' }).click()
  for (const sentence of ['用户名不能为空！', '请输入姓名', '请输入手机号', '密码不能为空！']) await expect(form.getByText(sentence)).toBeVisible()
  await form.getByLabel('用户名').fill('made_1')
  await form.getByLabel('姓名').fill('新同事')
  await form.getByLabel('手机号').fill('13700000021')
  await form.getByRole('radio', { name: /^查看 / }).check()
  await form.getByLabel('初始密码').fill(NEW_PASSWORD)
  await form.getByRole('button', { name: '提交' }).click()
  await expectToast(admin.page, '账号已建立，请把用户名和密码告诉本人')
  await expect(row('made_1')).toContainText('新同事')

  await logOut(page, 'staff_1')
  await tryLogIn(page, 'made_1', NEW_PASSWORD)
  await expect(page.getByRole('heading', { name: '请先修改密码' })).toBeVisible()
  await expect(page.getByRole('menu', { name: '主菜单' })).toHaveCount(0)
  await page.getByLabel('原密码').fill(NEW_PASSWORD)
  await page.getByLabel('新密码').fill('orchid7714')
  await page.getByLabel('再输入一次').fill('orchid7714')
  await page.getByRole('button', { name: '修改密码' }).click()
  await expect(menuItem(page, '小区管理')).toBeVisible()
  await logOut(page, '新同事')
  await tryLogIn(page, 'staff_1', PASSWORD)
  await expect(menuItem(page, '小区管理')).toBeVisible()
})

test('a lowered role is announced at the first refusal; menus, buttons and open pages follow', async () => {
  const { page } = staff
  const accounts = good(await client.get('/account/list', { pageNo: 1, pageSize: 50 })).datas as { userid: string; username: string }[]
  const userid = accounts.find(({ username }) => username === 'staff_1')?.userid
  const setRole = async (role: string) => {
    good(await client.post('/account/confirm', { password: PASSWORD }))
    good(await client.post('/account/setrole', { userid, role }))
  }
  const told = page.getByRole('status').filter({ hasText: '你的角色已由活动负责人改为录入员' })
  const edit = page.getByRole('button', { name: '编辑', exact: true }).filter({ visible: true })
  await goTo(page, '/estate/input')
  await menuItem(page, '小区管理').click()
  await edit.click()
  const form = page.getByRole('dialog', { name: /^编辑小区/ })
  await form.getByRole('textbox', { name: '小区名称' }).fill('桂花新苑')
  await setRole('clerk')
  await form.getByRole('button', { name: '提交' }).click()
  await expect(told).toHaveCount(1)
  await form.getByRole('button', { name: '取消' }).click()
  await page.getByRole('dialog').filter({ hasText: '放弃已填写的内容吗?' }).getByRole('button', { name: '放弃' }).click()
  await expect(page.getByRole('cell', { name: '桂花苑', exact: true })).toBeVisible()
  for (const name of ['新增', '编辑', '删除', '批量删除'])
    await expect(page.getByRole('button', { name, exact: true }).filter({ visible: true })).toHaveCount(0)
  // Pages that are no longer permitted are closed too.
  await expect(page.getByRole('tab')).toHaveText(['首页', '小区管理'])
  await told.getByRole('button').click()
  await expect(told).toHaveCount(0)
  await setRole('manager')
  await page.reload()
  await expect(edit).toBeVisible()
})

test('resetting a password checks its format and logs the account out; only the new one works', async () => {
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

  // From a list, which asks nothing by itself: the home page might have asked, and told, before.
  await menuItem(page, '房产信息').click()
  await expect(prompt()).toBeVisible()
  await prompt().getByRole('button', { name: '重新登录' }).click()
  await tryLogIn(page, 'staff_1', PASSWORD)
  await expectToast(page, '用户名或密码错误！')
  await tryLogIn(page, 'staff_1', NEW_PASSWORD)
  await expect(page.getByRole('heading', { name: '请先修改密码' })).toBeVisible()
  await page.getByRole('button', { name: '退出登录' }).click()
})

test('changing one’s own password logs out other computers but not this one', async () => {
  const { page } = staff
  // staff_2 has a session on another computer and one here.
  const elsewhere = httpClient(server.url, await memberToken(server.url, 'staff_2'))
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
  await expectToast(page, '原密码不正确')
  await form.getByLabel('原密码').fill(PASSWORD)
  await form.getByRole('button', { name: '提交' }).click()
  await expectToast(page, '修改成功，其他电脑上的登录已退出')
  await expect(form).toBeHidden()
  expect(await elsewhere.get('/vtestate/getallestates')).toMatchObject({ code: 444, message: '你已被登出' })
  await menuItem(page, '小区管理').click()
  await expect(page.getByRole('cell', { name: '桂花苑', exact: true })).toBeVisible()
  await expect(prompt()).toHaveCount(0)
})

test.afterAll(closeLeftOpen)
