import { expect, test, type Page } from '@playwright/test'
import { good, makeEstate } from '../support/activities.ts'
import { band, chooseOwner, makeDeskActivity, openDesk, ownerCard, paper } from '../support/desk.ts'
import { launch, programAt, serverForAll, type Program } from '../support/program.ts'
import { memberToken } from '../support/server-process.ts'

test.describe.configure({ mode: 'serial' })

const account = { username: 'admin_1', password: 'pine4827' }
const admin = serverForAll()
let program: Program
let page: Page

test.beforeAll(async () => {
  await memberToken(admin.url, 'staff_2', '13800000002', '李晓')
  await makeEstate(
    admin,
    Array.from({ length: 60 }, (_, index) => [`1-${index + 101}`, '张三', 100] as const),
  )
  program = await programAt(admin.url, account)
  page = program.page
})

const cover = () => page.getByRole('heading', { name: '屏幕已锁定' })
const password = () => page.getByLabel('账号 admin_1 的密码')
async function unlock(): Promise<void> {
  await expect(password()).toBeFocused()
  await password().fill(account.password)
  await password().press('Enter')
  await expect(cover()).toBeHidden()
}
/** Whether a label has the star of what must be given, and shows it. */
const hasStar = (label: string) =>
  page
    .locator('label')
    .filter({ visible: true })
    .and(page.getByText(label, { exact: true }))
    .evaluate((element) => {
      const { content, display } = getComputedStyle(element, '::before')
      return content.includes('*') && display !== 'none'
    })
const entries = async (action: string): Promise<number> =>
  good(await admin.get('/audit/list', { action, kind: 'security', pageSize: 100 })).totalCount as number
/** Scrolls the page or a table in it, and returns how far. */
function scrolledDown(pane: Element): number {
  const box = [pane, ...pane.querySelectorAll('*')].find(
    (each) => /auto|scroll/.test(getComputedStyle(each).overflowY) && each.scrollHeight > each.clientHeight + 40,
  )
  box?.scrollTo(0, 35)
  box?.setAttribute('data-scrolled', '')
  return box?.scrollTop ?? 0
}
const placeOf = (pane: Element): number => (pane.matches('[data-scrolled]') ? pane : pane.querySelector('[data-scrolled]'))?.scrollTop ?? -1
/** Calls the bridge directly from the page, bypassing screens. */
const askedByPage = () =>
  page.evaluate(() => {
    const { bridge } = globalThis as unknown as { bridge: { call(name: string, input: unknown): Promise<unknown> } }
    return bridge.call('estate.all', {})
  })

test('Ctrl+L covers a half-filled form, a scrolled list and an open dialog; the password restores all', async () => {
  await page.getByRole('menuitem', { name: '房产信息' }).click()
  const pane = page.getByRole('tabpanel').filter({ visible: true })
  await expect(pane.getByRole('row').filter({ hasText: '101' }).first()).toBeVisible()
  await page.setViewportSize({ width: 1366, height: 480 })
  const scrolled = await pane.evaluate(scrolledDown)
  expect(scrolled).toBeGreaterThan(0)
  await page.getByRole('menuitem', { name: '小区管理' }).click()
  await page.getByRole('button', { name: '新增', exact: true }).filter({ visible: true }).click()
  const dialog = page.getByRole('dialog').filter({ visible: true })
  const name = dialog.getByRole('textbox', { name: '小区名称' })
  await name.fill('写了一半')
  await page.keyboard.press('Control+l')

  await expect(cover()).toBeVisible()
  await expect(password()).toBeFocused()
  expect(await hasStar('账号 admin_1 的密码')).toBe(true)
  await expect.poll(() => entries('account.cover')).toBe(1)
  const read = await page.evaluate(() => document.body.innerText)
  expect(read).toContain('admin_1')
  expect(read).not.toMatch(/小区管理|新增|张三|写了一半/)
  // The keyboard focus stays on the cover.
  for (let press = 0; press < 12; press++) {
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement === document.body || document.activeElement?.closest('.cover') !== null)).toBe(true)
  }
  for (const keys of ['Control+k', 'Control+w', 'Control+Tab', 'F1', 'F5', '?', 'Escape']) await page.keyboard.press(keys)
  await expect(cover()).toBeVisible()
  expect(await page.evaluate(() => document.body.innerText)).not.toMatch(/小区管理|写了一半|使用帮助/)
  expect(await askedByPage()).toMatchObject({ ok: false, failure: { kind: 'refused', code: 445, reason: 'account.covered' } })

  await password().fill('wrong1234')
  await password().press('Enter')
  await expect(page.getByText('密码不正确')).toBeVisible()
  await password().fill('')
  await unlock()
  await expect(name).toHaveValue('写了一半')
  await expect.poll(() => entries('account.uncover')).toBe(1)
  await dialog.getByRole('textbox', { name: '小区名称' }).fill('')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '取消' }).filter({ visible: true }).click()
  await page.getByRole('button', { name: '放弃' }).click()
  await page.getByRole('tab', { name: /房产信息|房产 ·/ }).click()
  await expect.poll(() => page.getByRole('tabpanel').filter({ visible: true }).evaluate(placeOf)).toBe(scrolled)
})

test('a half-entered vote at the desk is unchanged after the cover, and can be sent', async () => {
  const { activityId } = await makeDeskActivity(admin, '更换电梯')
  await openDesk(page, activityId, 2)
  await chooseOwner(page, '李四')
  await page.keyboard.press('1')
  await expect(paper(page).getByText('已选 1 / 3')).toBeVisible()
  await page.keyboard.press('Control+l')
  await expect(cover()).toBeVisible()
  expect(await page.evaluate(() => document.body.innerText)).not.toContain('李四')
  // Typed keys do not reach the paper.
  await page.keyboard.press('Tab')
  await page.keyboard.press('a')
  await page.keyboard.press('Control+Enter')
  await password().fill('')
  await password().focus()
  await unlock()
  await expect(ownerCard(page).getByText('一期-1栋-1单元-102')).toBeVisible()
  await expect(paper(page).getByText('已选 1 / 3')).toBeVisible()
  await page.keyboard.press('a')
  await page.keyboard.press('Control+Enter')
  await expect(band(page)).toContainText('投票成功')
})

test('a restarted program is still covered, and continues after the password', async () => {
  await page.getByRole('button', { name: /admin_1/ }).click()
  await page.getByRole('menuitem', { name: '锁定屏幕' }).click()
  await expect(cover()).toBeVisible()
  await expect.poll(() => entries('account.cover')).toBe(3)
  const { userData } = program
  await program.close()
  program = await launch({ userData, args: ['--server', admin.url] })
  page = program.page
  await expect(cover()).toBeVisible()
  await expect(page.getByRole('menuitem')).toHaveCount(0)
  await unlock()
  await expect(page.getByRole('tab', { name: '首页' })).toBeVisible()
  expect(await askedByPage()).toMatchObject({ ok: true })
})

test('an idle window covers itself after the configured minutes', async () => {
  await page.getByRole('button', { name: /admin_1/ }).click()
  await page.getByRole('menuitem', { name: '设置' }).click()
  const minutes = page.getByLabel('自动锁屏时间（分钟）')
  await expect(minutes).toHaveValue('15')
  await minutes.fill('6')
  await minutes.press('Enter')
  await expect.poll(async () => good(await admin.get('/unifiedUser/get')).coverminutes as number).toBe(6)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: '设置' })).toBeHidden()
  await page.clock.install()
  await page.reload()
  await expect(page.getByRole('tab', { name: '首页' })).toBeVisible()
  await page.clock.runFor(5 * 60_000)
  await page.keyboard.press('Shift')
  await page.clock.runFor(5 * 60_000)
  await expect(page.getByRole('tab', { name: '首页' })).toBeVisible()
  await page.clock.runFor(70_000)
  await expect(cover()).toBeVisible()
  await page.clock.resume()
  await unlock()
})

test('another user may log in from the cover, after a question about unsaved input', async () => {
  await page.getByRole('menuitem', { name: '小区管理' }).click()
  await page.getByRole('button', { name: '新增', exact: true }).filter({ visible: true }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: '小区名称' }).fill('写了一半')
  await page.keyboard.press('Control+l')
  await expect(cover()).toBeVisible()
  await page.getByRole('button', { name: '换一个账号登录' }).click()
  const question = page.getByRole('dialog').filter({ hasText: '有未保存的内容，确认换一个账号登录吗?' })
  await question.getByRole('button', { name: '取消' }).click()
  await expect(cover()).toBeVisible()
  await page.getByRole('button', { name: '换一个账号登录' }).click()
  await question.getByRole('button', { name: '换一个账号登录' }).click()
  await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible()
  for (const label of ['用户名', '密码', '验证码']) expect(await hasStar(label), label).toBe(true)
  await page.getByLabel('用户名').fill('staff_2')
  await page.getByLabel('密码', { exact: true }).fill(account.password)
  await expect(page.getByRole('img', { name: '验证码' })).toBeVisible()
  await page.getByLabel('验证码', { exact: true }).fill('0000')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByRole('button', { name: /李晓/ })).toBeVisible()
  await expect(page.getByText('写了一半')).toHaveCount(0)
  expect(await askedByPage()).toMatchObject({ ok: true })
})
