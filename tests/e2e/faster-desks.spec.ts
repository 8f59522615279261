import { expect, test, type Page } from '@playwright/test'
import { startWithActivity, type ActivityProgram } from '../support/activity-program.ts'
import { closeLeftOpen } from '../support/program.ts'
import { good, takeSteps, topic, type PropertyRow } from '../support/activities.ts'
import { band, chooseOwner, openDesk, ownerCard, paper, scan } from '../support/desk.ts'
import { goTo, mergeNamed, placeInWords, voterNamed } from '../support/http-activities.ts'
import type { HttpClient } from '../support/server-process.ts'

/** Actions on a screen made stale by another desk, or scans while a question is open. */
test.describe.configure({ mode: 'serial' })

/** Papers are printed for the first building; in the second two properties share a ballot. */
const properties: readonly PropertyRow[] = [
  ['1-101', '张三', 100],
  ['1-102', '李四', 80],
  ['1-201', '王五', 90],
  ['2-101', '赵六', 90],
  ['2-102', '赵六', 60],
  ['3-101', '孙七', 90],
  ['3-102', '周八', 90],
]

interface ListedPaper {
  readonly code: string
  readonly place: string
}

let stand: ActivityProgram
let page: Page
let client: HttpClient
let place: { readonly estateid: string; readonly activityid: string }
test.beforeAll(async () => {
  stand = await startWithActivity({
    properties,
    estate: '翠湖花园',
    activity: { title: '多台同时登记', proxylimit: 3, topics: [topic('是否同意更新电梯'), topic('是否更换门禁')] },
    prepare: async (api, { activityId }) => {
      await mergeNamed(api, activityId, [['2-101', '2-102']])
      await takeSteps(api, activityId, 'start')
    },
  })
  ;({ page, client } = stand)
  place = { estateid: stand.activity.estateId, activityid: stand.activity.activityId }
})
test.afterAll(() => stand.close())

const dialog = () => page.getByRole('dialog').filter({ visible: true }).last()
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' }).filter({ visible: true })
const row = (text: string) => page.getByRole('row').filter({ hasText: text, visible: true })

test('a paper handed out by another desk: the refusal names it, and the list is refreshed', async () => {
  const voteactivityid = place.activityid
  const { papers } = good(await client.post('/paper/issue', { voteactivityid, xpath: '一期▶▶1栋' })) as { papers: { code: string }[] }
  const code = papers[0]?.code ?? ''
  await goTo(page, '/voteManage/papers', place)
  await page.getByRole('checkbox', { name: `选择 ${code}` }).click()
  await expect(row(code)).toContainText('已生成')
  good(await client.post('/paper/out', { voteactivityid, codes: [code] }))
  await button('登记发出').click()
  await expect(page.getByText(`选票${code}已发出，不能登记发出`)).toBeVisible()
  await expect(row(code)).toContainText('已发出')
  await expect(button('登记发出')).toHaveAttribute('aria-disabled', 'true')
})

test('a property split off by another desk: the card is refreshed', async () => {
  await goTo(page, '/voteManage/mngballot', place)
  await page.getByRole('combobox', { name: '主房产', exact: true }).fill('2-101')
  await page.locator('.ant-select-item-option').filter({ visible: true }).first().click()
  await row(placeInWords('2-102')).getByRole('button', { name: '拆分' }).click()
  const { ballotid, votercode } = await voterNamed(client, place.activityid, '2-102')
  const split = { voteactivityid: place.activityid, mainrightballotid: ballotid, needsplipropertyid: votercode }
  good(await client.get('/votedef/splitactivityproperty', split))
  await dialog().getByText('产权转移', { exact: true }).click()
  await dialog().getByRole('button', { name: '拆分' }).click()
  await expect(page.getByText('该房产不在此票权中，请刷新后重试')).toBeVisible()
  await expect(page.getByRole('region', { name: '票权内的房产' })).toContainText('1 套，共 90.00㎡，合计 1 票')
})

test('a vote voided by another desk: the last entries show it after the refusal', async () => {
  await openDesk(page, place.activityid, 2)
  await chooseOwner(page, '孙七')
  await page.keyboard.press('a')
  await page.keyboard.press('Control+Enter')
  await expect(band(page)).toContainText('孙七')
  const { recordid } = (await voterNamed(client, place.activityid, '3-101')) as unknown as { recordid: string }
  good(await client.get('/vote/disable', { voteActivityId: place.activityid, recordid, reason: '录错选择' }))
  const recent = page.getByRole('region', { name: '本机最近' }).getByRole('listitem').first()
  await recent.getByRole('button', { name: /作废/ }).click()
  await dialog().getByText('录错选择', { exact: true }).click()
  await dialog().getByRole('button', { name: '作废', exact: true }).click()
  await expect(page.getByText('只有已投票或已唱票的票可以作废')).toBeVisible()
  await expect(recent).toContainText('已作废')
  await expect(recent.getByRole('button', { name: /作废/ })).toHaveAttribute('aria-disabled', 'true')
})

test('a code scanned while a question is open neither answers it nor is lost silently', async () => {
  await chooseOwner(page, '周八')
  await page.keyboard.press('1')
  await page.keyboard.press('Control+Enter')
  await expect(dialog()).toContainText('还有 1 项没有选择')
  await scan(page, 'C-0001')
  await expect(page.getByText('请先完成或取消打开的窗口，再扫码')).toBeVisible()
  await expect(dialog()).toContainText('还有 1 项没有选择')
  await dialog().getByRole('button', { name: '取消' }).click()
  await expect(ownerCard(page)).toContainText('周八')
  await page.keyboard.press('Escape')
  await expect(paper(page)).toBeHidden()
})

test('a scanned code neither fills in nor submits a form', async () => {
  await goTo(page, '/voteManage/proxies', place)
  await button('登记委托').first().click()
  const agent = dialog()
    .getByRole('textbox', { name: /受托人/ })
    .first()
  await agent.fill('陈静')
  await scan(page, 'C-0001')
  await expect(page.getByText('请先完成或取消打开的窗口，再扫码').last()).toBeVisible()
  await expect(agent).toHaveValue('陈静')
  // It was not submitted: no missing field is reported.
  await expect(dialog().getByRole('alert')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await dialog().getByRole('button', { name: '取消', exact: true }).click()
  await dialog().getByRole('button', { name: '放弃' }).click()
  await expect(dialog()).toBeHidden()
})

test('closing a question or a form returns the focus', async () => {
  await goTo(page, '/voteManage/papers', place)
  const issue = button('生成选票').first()
  await issue.press('Enter')
  await expect(dialog()).toContainText('生成范围')
  await page.keyboard.press('Escape')
  await expect(issue).toBeFocused()
  const spoil = button(/^作废 /).first()
  await spoil.press('Enter')
  await expect(dialog()).toContainText('确认作废选票')
  await dialog().getByRole('button', { name: '取消' }).click()
  await expect(spoil).toBeFocused()
  // Its opener is gone or disabled, so the page gets the focus.
  await spoil.press('Enter')
  await dialog().getByText('业主不领取', { exact: true }).click()
  await dialog().getByRole('button', { name: '作废', exact: true }).click()
  await expect(dialog()).toBeHidden()
  await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false)
})

test('a tally begun by another desk: the screens show it after the refusal', async () => {
  const out = button('登记发出')
  await page
    .getByRole('checkbox', { name: /^选择 / })
    .nth(2)
    .click()
  await expect(out).not.toHaveAttribute('aria-disabled', 'true')
  await takeSteps(client, place.activityid, 'startTally')
  await out.click()
  await expect(page.getByText('当前状态为“唱票中”，不能发出选票').first()).toBeVisible()
  await expect(out).toHaveAttribute('aria-disabled', 'true')
  await expect(button('生成选票').first()).toHaveAttribute('aria-disabled', 'true')
})

test('a scanner ending with Tab works; one without a terminator is reported without a green message', async () => {
  const voteactivityid = place.activityid
  const { datas } = good(await client.get('/paper/list', { voteactivityid, status: 0, pageNo: 1, pageSize: 10 }))
  const [one, two] = datas as [ListedPaper, ListedPaper]
  await goTo(page, '/voteManage/papers', place)
  await page.getByRole('radiogroup', { name: '选票登记方式' }).filter({ visible: true }).getByText('扫描收回', { exact: true }).click()
  const panel = page.getByTestId('scan-band').filter({ visible: true })
  await scan(page, one.code, 'Tab')
  await expect(panel).toHaveAttribute('data-outcome', 'done')
  await scan(page, two.code, null)
  await expect(panel).toContainText('扫码枪没有发送回车或 Tab，还没有登记')
  await expect(panel).toContainText(two.code)
  await expect(panel).not.toHaveAttribute('data-outcome', 'done')
  await page.keyboard.press('Enter')
  await expect(panel).toHaveAttribute('data-outcome', 'done')
  await expect(panel).toContainText(two.code)
  await openDesk(page, voteactivityid, 3)
  await scan(page, one.code, null)
  await expect(page.getByTestId('band-unread')).toContainText(`扫到 ${one.code}，但扫码枪没有发送回车或 Tab，没有录入`)
  await expect(ownerCard(page)).toBeHidden()
  await page.keyboard.press('Enter')
  await expect(ownerCard(page)).toBeVisible()
  await expect(page.getByTestId('band-unread')).toBeHidden()
  await page.keyboard.press('Escape')
  await scan(page, two.code, 'Tab')
  await expect(ownerCard(page)).toContainText(two.place)
  await page.keyboard.press('Escape')
})

test.afterAll(closeLeftOpen)
