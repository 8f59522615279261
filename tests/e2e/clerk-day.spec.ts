import { expect, test, type Page } from '@playwright/test'
import { good, makeEstate, recordsOf, takeSteps, topic, type MadeActivity, type PropertyRow } from '../support/activities.ts'
import { band, chooseOwner, openDesk, ownerCard, paper, recordsOfBallot } from '../support/desk.ts'
import { goTo, makeActivityNow, voterNamed } from '../support/http-activities.ts'
import { closeLeftOpen, logIn, newFolder, programAt, type Program } from '../support/program.ts'
import { httpClient, memberToken, startProcess, type HttpClient } from '../support/server-process.ts'

/** A clerk's daily work and its limits: `trust.md` section 1. */
test.describe.configure({ mode: 'serial' })

const properties: readonly PropertyRow[] = [
  ['1-101', '张三', 100, { phone: '13800001111', idNumber: '110101199003070011' }],
  ['1-102', '李四', 80],
  ['1-201', '王五', 120],
]
let manager: HttpClient
let activity: MadeActivity
let program: Program
let page: Page

test.beforeAll(async () => {
  const server = await startProcess(['--data', newFolder()])
  await memberToken(server.url)
  manager = httpClient(server.url, await memberToken(server.url, 'manager_1', '13800000002', '王主任'))
  await memberToken(server.url, 'clerk_1', '13800000003', '李晓', 'clerk')
  const { estateId } = await makeEstate(manager, properties)
  activity = await makeActivityNow(manager, estateId, { title: '更新电梯', topics: [topic('更新电梯')] })
  await takeSteps(manager, activity.activityId, 'start')
  program = await programAt(server.url, { username: 'clerk_1', password: 'pine4827' })
  page = program.page
})

const menu = () => page.getByRole('complementary', { name: '侧边栏' }).getByRole('menuitem')
const statesOf = async (name: string): Promise<number[]> => {
  const { ballotid } = await voterNamed(manager, activity.activityId, name)
  return (await recordsOfBallot(manager, activity.activityId, ballotid)).map(({ recordstatus }) => recordstatus)
}

test('a clerk sees the menu of daily work and no administration', async () => {
  await expect(menu()).toHaveText(['我的小区', '小区管理', '房产信息', '活动管理', '投票活动', '房产变更审批'])
  await page.getByRole('button', { name: /李晓/ }).click()
  await expect(page.getByRole('menuitem', { name: '账号 clerk_1（录入员）' })).toBeVisible()
  for (const name of ['备份数据', '恢复数据']) await expect(page.getByRole('menuitem', { name })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await menu().filter({ hasText: '小区管理' }).click()
  await expect(page.getByRole('row').filter({ hasText: '示范小区' })).toBeVisible()
  for (const name of ['新增', '编辑', '删除']) await expect(page.getByRole('button', { name, exact: true }).filter({ visible: true })).toHaveCount(0)
})

test('selection and action columns are hidden if a clerk has no use for them', async () => {
  const headOf = (label: string) => page.getByRole('table', { name: label }).getByRole('columnheader')
  for (const [item, label] of [
    ['小区管理', '小区列表'],
    ['投票活动', '投票活动列表'],
    ['房产信息', '房产列表'],
  ] as const) {
    await menu().filter({ hasText: item }).click()
    const table = page.getByRole('table', { name: label })
    await expect(table.getByRole('row').nth(1)).toBeVisible()
    await expect(table.getByRole('checkbox')).toHaveCount(0)
    await expect(headOf(label).filter({ hasText: '操作' })).toHaveCount(1)
  }
  await goTo(page, '/voteManage/mngballot', { estateid: activity.estateId, activityid: activity.activityId })
  const picker = page.getByRole('combobox', { name: '主房产', exact: true })
  await picker.fill('张三')
  await page.locator('.ant-select-item-option').filter({ visible: true }).first().click()
  await expect(headOf('票权内的房产')).toHaveText(['房屋位置', '面积(㎡)'])
})

test('a clerk who sees masks only submits an owner’s change request', async () => {
  await menu().filter({ hasText: '房产信息' }).click()
  await page.getByRole('button', { name: /^申请变更 .*-101$/ }).click()
  const form = page.getByRole('dialog', { name: /^申请变更/ })
  await expect(form.getByLabel('手机号')).toHaveValue('138****1111')
  await form.getByRole('button', { name: '提交' }).click()
  await expect(form.getByText('请输入申请人')).toBeVisible()
  await form.getByLabel('申请人').fill('张三')
  await form.getByRole('button', { name: '提交' }).click()
  await expect(page.getByText('没有变化')).toBeVisible()
  await form.getByRole('textbox', { name: '面积' }).fill('101.5')
  await form.getByRole('button', { name: '提交' }).click()
  await expect(form).toBeHidden()
  const [request] = good(await manager.get('/votedef/getpropertychangelist', { status: 0 })).datas as {
    creater: string
    changedfields: string[]
    afterdata: { areasize: number; mobileno: string }
  }[]
  expect(request).toMatchObject({ creater: '张三', changedfields: ['areaHundredths'], afterdata: { areasize: 101.5, mobileno: '13800001111' } })
})

test('pages of other roles are not available to a clerk by any address', async () => {
  for (const path of ['/system/accounts', '/system/audit', '/system/sharing', '/system/safety', '/system/retention', '/voteManage/input', '/estate/input']) {
    await goTo(page, path)
    await expect(page.getByText('管理员说您不能进入此页面…')).toBeVisible()
    await page.getByRole('link', { name: '返回首页' }).click()
    await expect(page.getByRole('tab', { name: '首页' })).toBeVisible()
  }
})

test('a clerk can work on the vote but not advance, edit or hand it over', async () => {
  await menu().filter({ hasText: '投票活动' }).click()
  const row = page.getByRole('row').filter({ hasText: '更新电梯' })
  await expect(row.getByRole('button', { name: '送达登记' })).toBeVisible()
  for (const name of ['开启唱票', '结束', '编辑']) await expect(row.getByRole('button', { name, exact: true })).toHaveCount(0)
  await expect(page.getByRole('button', { name: '新增', exact: true }).filter({ visible: true })).toHaveCount(0)
  await row.getByRole('button', { name: '送达登记' }).click()
  await page
    .getByRole('row')
    .filter({ hasText: '一期-1栋-1单元-101' })
    .getByRole('button', { name: /登记送达/ })
    .click()
  const form = page.getByRole('dialog', { name: '登记送达' })
  await form.getByRole('radio', { name: '上门' }).check()
  await form.getByLabel('送达人').fill('李晓')
  await form.getByRole('button', { name: '提交' }).click()
  await expect(form).toBeHidden()
  await expect(page.getByRole('row').filter({ hasText: '一期-1栋-1单元-101' })).toContainText('已送达')
})

test('a paper is handed out with its code', async () => {
  await openDesk(page, activity.activityId, 1)
  await chooseOwner(page, '李四')
  // What a clerk may not see is masked.
  await expect(ownerCard(page)).not.toContainText(/1[3-9]\d{9}/)
  await paper(page).getByRole('textbox', { name: '标记码' }).fill('P-0001')
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => statesOf('1-102')).toEqual([0])
})

test('a clerk enters a vote at the desk, and voids it on the same day', async () => {
  await openDesk(page, activity.activityId, 2)
  await chooseOwner(page, '张三')
  await page.keyboard.press('a')
  await page.keyboard.press('Control+Enter')
  await expect(band(page)).toContainText('投票成功')
  expect(await statesOf('1-101')).toEqual([1])
  const entry = page.getByRole('region', { name: '本机最近' }).filter({ visible: true }).getByRole('listitem').filter({ hasText: '一期-1栋-1单元-101' })
  await entry.getByRole('button', { name: /作废/ }).click()
  await page.getByRole('dialog').getByText('选错业主', { exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: '作废', exact: true }).click()
  await expect(entry.getByText('已作废')).toBeVisible()
  expect(await statesOf('1-101')).toEqual([2])
})

test('a clerk cannot void another’s vote', async () => {
  const { ballotid, votername } = await voterNamed(manager, activity.activityId, '1-201')
  good(
    await manager.post('/vote/do', {
      records: recordsOf(activity.topics, '1'),
      voteactivityid: activity.activityId,
      votername,
      votermobileno: '',
      voteridno: '',
      markedcodes: '',
      ballotIds: [ballotid],
    }),
  )
  await chooseOwner(page, '王五')
  await ownerCard(page).getByRole('button', { name: '作废' }).click()
  await page.getByRole('dialog').getByText('选错业主', { exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: '作废', exact: true }).click()
  await expect(page.getByText('只能作废自己当天录入的投票').first()).toBeVisible()
  expect(await statesOf('1-201')).toEqual([1])
  await expect(paper(page)).toBeVisible()
})

test('a login at the address of a forbidden page leads home', async () => {
  await goTo(page, '/dashboard')
  await page.getByRole('button', { name: /李晓/ }).click()
  await page.getByRole('menuitem', { name: '安全退出' }).click()
  const question = page.getByRole('dialog', { name: '有未保存的内容，确认退出吗?' })
  const login = page.getByRole('button', { name: '登录', exact: true })
  await expect(login.or(question)).toBeVisible()
  if (await question.isVisible()) await question.getByRole('button', { name: '安全退出' }).click()
  await expect(login).toBeVisible()
  await goTo(page, `/login?redirect=${encodeURIComponent('/system/accounts')}`)
  await logIn(program, { captcha: '0000', account: { username: 'clerk_1', password: 'pine4827' } })
  await expect(page.getByRole('tab', { name: '首页' })).toHaveAttribute('aria-selected', 'true')
  expect(page.url()).toMatch(/#\/dashboard$/)
  // A typed address is refused as before.
  await goTo(page, '/system/accounts')
  await expect(page.getByText('管理员说您不能进入此页面…')).toBeVisible()
})

test.afterAll(closeLeftOpen)
