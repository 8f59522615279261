import { expect, test, type Page } from '@playwright/test'
import { good, makeEstate, takeSteps, type MadeActivity, type PropertyRow } from '../support/activities.ts'
import { goTo, makeActivityNow } from '../support/http-activities.ts'
import { entriesOf } from '../support/journal.ts'
import { programAt, serverForAll } from '../support/program.ts'

/** `after.md` section 2: visits, registered from the list and after a round, and their effect on the route. */
test.describe.configure({ mode: 'serial' })

const properties: readonly PropertyRow[] = ['101', '201', '301', '401', '501', '601'].map((room, index) => [
  `1-${room}`,
  `业主${room}`,
  100,
  { phone: `1390000000${index}` },
])

const client = serverForAll()
let page: Page
let activity: MadeActivity

test.beforeAll(async () => {
  const { estateId } = await makeEstate(client, properties, '示范小区甲')
  activity = await makeActivityNow(client, estateId, { title: '更新电梯' })
  await takeSteps(client, activity.activityId, 'start')
  ;({ page } = await programAt(client.url))
})

const address = () => ({ estateid: activity.estateId, activityid: activity.activityId })
const dialog = (name: string | RegExp) => page.getByRole('dialog', { name })
const list = () => page.getByRole('region', { name: '未投名单' }).filter({ visible: true })
const row = (room: string) =>
  list()
    .getByRole('listitem')
    .filter({ hasText: `一期-1栋-1单元-${room}` })
const visitOf = (room: string) => page.getByRole('button', { name: `走访 一期-1栋-1单元-${room}` }).filter({ visible: true })
const progress = () => page.getByLabel('走访进度').filter({ visible: true })
const choose = async (name: string, option: string) => {
  await page.getByRole('combobox', { name }).filter({ visible: true }).click()
  await page.locator('.ant-select-dropdown:visible').getByTitle(option, { exact: true }).click()
}

test('a visit is registered from 未投名单, shown, filtered by and counted there', async () => {
  await goTo(page, '/voteManage/progress', address())
  await expect(row('101')).toContainText('未走访')
  await expect(progress()).toHaveCount(0)
  await visitOf('101').click()
  await expect(dialog(/^走访记录/)).toContainText('还没有登记过走访')
  await dialog(/^走访记录/)
    .getByRole('button', { name: '登记走访' })
    .click()
  const form = dialog(/^登记走访/)
  await form.getByRole('button', { name: /^登\s*记$/ }).click()
  await expect(form).toContainText('请选择走访结果')
  await form.getByRole('radio', { name: '约定再访' }).check()
  await form.getByRole('button', { name: /^登\s*记$/ }).click()
  await expect(form).toContainText('请选择约定再访的时间')
  await form.getByRole('radio', { name: '无人应答' }).check()
  await form.getByRole('textbox', { name: '走访备注' }).fill('敲门无人')
  await form.getByRole('button', { name: /^登\s*记$/ }).click()
  await expect(form).toBeHidden()
  await expect(dialog(/^走访记录/)).toContainText('敲门无人')
  await dialog(/^走访记录/)
    .getByRole('button', { name: /^关\s*闭$/ })
    .last()
    .click()
  await expect(row('101')).toContainText('上门 无人应答')
  await expect(progress()).toHaveText(/未走访 5.*无人应答 1/s)
  await choose('未投名单的走访', '无人应答')
  await expect(list().getByRole('listitem')).toHaveCount(1)
  await choose('未投名单的走访', '全部走访')
  await expect(list().getByRole('listitem')).toHaveCount(6)
})

test('the grid shows who last visited a room', async () => {
  await page.locator('[data-room]').filter({ visible: true, hasText: '101' }).first().hover()
  await expect(page.getByRole('tooltip')).toContainText('上门 无人应答')
  await expect(page.getByRole('tooltip')).toContainText('未送达')
})

test('a round of visits is registered at once, and the route skips refusals unless included', async () => {
  await goTo(page, '/voteManage/route', address())
  const doors = page.getByRole('table', { name: '路线中的房屋' }).filter({ visible: true }).locator('tbody tr.ant-table-row')
  await page.getByRole('spinbutton', { name: '余量' }).filter({ visible: true }).fill('100')
  await page.keyboard.press('Tab')
  await expect(doors).toHaveCount(6)
  await expect(page.getByRole('button', { name: '批量登记走访' }).filter({ visible: true })).toBeDisabled()
  for (const room of ['501', '601'])
    await doors
      .filter({ hasText: `-${room}` })
      .getByRole('checkbox')
      .check()
  await page.getByRole('button', { name: '批量登记走访（2户）' }).filter({ visible: true }).click()
  const form = dialog(/^登记走访：.* 等 2 票$/)
  await form.getByRole('radio', { name: '拒绝投票' }).check()
  await form.getByRole('button', { name: /^登\s*记$/ }).click()
  await expect(form).toBeHidden()
  await expect(doors).toHaveCount(4)
  const refused = page.getByRole('checkbox', { name: '含拒绝投票 2 户' }).filter({ visible: true })
  await refused.check()
  await expect(doors).toHaveCount(6)
  await expect(doors.filter({ hasText: '-601' })).toContainText('拒绝投票')
  await page.getByRole('checkbox', { name: '含拒绝投票' }).filter({ visible: true }).uncheck()
  await choose('路线的走访', '拒绝投票')
  await expect(doors).toHaveCount(2)
  await expect(page.getByText(/列入的户都投票，也达不到三分之二/).filter({ visible: true })).toBeVisible()
  await choose('路线的走访', '全部走访')
})

test('a mistaken visit is withdrawn with a reason, stays listed, and no longer counts', async () => {
  await goTo(page, '/voteManage/progress', address())
  await visitOf('601').click()
  const history = dialog(/^走访记录/)
  await history.getByRole('button', { name: /^撤\s*回$/ }).click()
  const question = dialog('确认撤回该走访吗?')
  await question.getByText('登记错房屋', { exact: true }).click()
  await question.getByRole('button', { name: /^撤\s*回$/ }).click()
  await expect(question).toBeHidden()
  await expect(history).toContainText('已撤回')
  await expect(history).toContainText('撤回：登记错房屋')
  await history
    .getByRole('button', { name: /^关\s*闭$/ })
    .last()
    .click()
  await expect(row('601')).toContainText('未走访')
  await expect(progress()).toHaveText(/未走访 4.*拒绝投票 1/s)
  const [entry] = await entriesOf(client, { action: 'contact.withdraw', pageSize: 1 })
  expect(entry).toMatchObject({ after: { reason: '登记错房屋', contactResult: 5 } })
})

test('concurrent changes of another computer are reported in a message', async () => {
  await visitOf('501').click()
  const history = dialog(/^走访记录/)
  await expect(history).toContainText('拒绝投票')
  const { datas } = good(await client.get('/contact/list', { voteactivityid: activity.activityId }))
  const visit = datas.find(({ place, withdrawdate }: { place: string; withdrawdate: string }) => place.endsWith('-501') && withdrawdate === '')
  good(await client.post('/contact/withdraw', { contactid: visit.contactid, reason: '重复登记' }))
  await history.getByRole('button', { name: /^撤\s*回$/ }).click()
  const question = dialog('确认撤回该走访吗?')
  await question.getByText('重复登记', { exact: true }).click()
  await question.getByRole('button', { name: /^撤\s*回$/ }).click()
  await expect(page.getByText('该走访已撤回，请刷新后查看').filter({ visible: true })).toBeVisible()
})
