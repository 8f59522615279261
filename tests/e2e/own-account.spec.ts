import { expect, test, type Page } from '@playwright/test'
import { good, makeEstate, propertiesOfEstateA } from '../support/activities.ts'
import { givePassword } from '../support/dialogs.ts'
import { goTo, makeActivityNow } from '../support/http-activities.ts'
import { programAt, serverForAll } from '../support/program.ts'
import { httpClient, memberToken } from '../support/server-process.ts'

test.describe.configure({ mode: 'serial' })

const account = { username: 'admin_1', password: 'pine4827' }
/** The same account, logged in elsewhere. */
const elsewhere = serverForAll()
let activityId: string
let page: Page

test.beforeAll(async () => {
  const leaver = httpClient(elsewhere.url, await memberToken(elsewhere.url, 'leaver_1', '13800000002', '要离职的'))
  await memberToken(elsewhere.url, 'next_1', '13800000003', '接手的')
  await memberToken(elsewhere.url, 'clerk_1', '13800000004', '录入员甲', 'clerk')
  const { estateId } = await makeEstate(leaver, propertiesOfEstateA)
  ;({ activityId } = await makeActivityNow(leaver, estateId, { title: '更新电梯' }))
  await fetch(`${elsewhere.url}/api/imgcaptcha?biztype=LOGIN_IMGCAPTCHA&bizid=wrong`, { headers: { 'x-app-id': 'community-vote-console' } })
  const wrong = await httpClient(elsewhere.url).post('/login', { ...account, password: 'wrong1234', captcha: '0000', bizid: 'wrong' })
  expect(wrong.code).toBe(400)
  ;({ page } = await programAt(elsewhere.url, account))
})

test('shows when and where the account was last used, and the failed attempts since', async () => {
  const line = page.getByText(/^上次登录：\d{4}-\d\d-\d\d \d\d:\d\d，来自这台电脑。此后有 1 次密码错误的登录$/)
  await expect(line).toBeVisible()
  await expect(page.getByText('如果不是您本人输错，请修改密码，并告诉系统管理员。')).toBeVisible()
})

test('lists one’s own sessions, and ends an unused one', async () => {
  await page.getByRole('button', { name: /admin_1/ }).click()
  await page.getByRole('menuitem', { name: '登录的电脑' }).click()
  const dialog = page.getByRole('dialog', { name: '登录的电脑' })
  const rows = dialog.getByRole('row').filter({ hasText: '127.0.0.1' })
  await expect(rows).toHaveCount(2)
  await expect(rows.filter({ hasText: '本机' })).toHaveCount(1)
  await rows.getByRole('button', { name: /^结束/ }).click()
  await expect(rows).toHaveCount(1)
  expect((await elsewhere.get('/unifiedUser/get')).code).toBe(444)
  await dialog.getByRole('button', { name: '关闭' }).click()
  await expect(dialog).toBeHidden()
  // The chosen entry is gone with its menu.
  await expect(page.getByRole('button', { name: /admin_1/ })).toBeFocused()
})

test('the administrator assigns a leaving user’s activity to another manager', async () => {
  await goTo(page, '/voteManage/list')
  await page.getByRole('row').filter({ hasText: '更新电梯' }).getByRole('button', { name: '更新电梯' }).click()
  const handOver = page.getByRole('button', { name: '移交', exact: true }).filter({ visible: true })
  await handOver.click()
  const dialog = page.getByRole('dialog', { name: '移交“更新电梯”' })
  await dialog.getByRole('button', { name: '移交' }).click()
  await expect(dialog.getByText('请选择新的负责人')).toBeVisible()
  await dialog.getByRole('button', { name: '取消' }).click()
  await expect(dialog).toBeHidden()
  await expect(handOver).toBeFocused()
  await handOver.click()
  await dialog.getByLabel('新的负责人').click()
  const choices = page.locator('.ant-select-item-option').filter({ visible: true })
  // Neither the present manager nor accounts that cannot manage it.
  await expect(choices).toHaveText(['admin_1（admin_1）', '接手的（next_1）'])
  await choices.filter({ hasText: '接手的' }).click()
  await dialog.getByRole('button', { name: '移交' }).click()
  await givePassword(page)
  await expect(dialog).toBeHidden()
  const next = httpClient(elsewhere.url, await memberToken(elsewhere.url, 'next_1'))
  const { userid } = good(await next.get('/unifiedUser/get'))
  expect(good(await next.get('/votedef/get', { id: activityId })).creater).toBe(userid)
})
