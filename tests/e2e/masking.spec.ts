import { expect, test, type Page } from '@playwright/test'
import { good, makeEstate, takeSteps, type MadeActivity } from '../support/activities.ts'
import { band, chooseOwner, openDesk, ownerCard, paper, searchBox } from '../support/desk.ts'
import { goTo, makeActivityNow, voterNamed } from '../support/http-activities.ts'
import { entriesOf } from '../support/journal.ts'
import { programAt, serverForAll, type Program } from '../support/program.ts'
import { memberToken } from '../support/server-process.ts'
import { settled } from '../support/settled.ts'

test.describe.configure({ mode: 'serial' })

const phone = ['13912340063', '139****0063'] as const
const idNumber = ['110101199001011234', '110***********1234'] as const

const admin = serverForAll()
let activity: MadeActivity
let clerk: Program
let viewer: Program

test.beforeAll(async () => {
  const { estateId, propertyIds } = await makeEstate(admin, [
    ['1-101', '张三', 100, { phone: phone[0], idNumber: idNumber[0] }],
    ['1-102', '李四', 80, { phone: '13700005678' }],
  ])
  activity = await makeActivityNow(admin, estateId)
  await takeSteps(admin, activity.activityId, 'start')
  const afterdata = { areasize: 100, personname: '张三', mobileno: '13600001111', idno: idNumber[0] }
  good(await admin.post('/votedef/savepropertychange', { propertyid: propertyIds.get('1-101'), creater: '张三', afterdata }))
  clerk = await startAs('clerk_1', '13800000002', 'clerk')
  viewer = await startAs('viewer_1', '13800000003', 'viewer')
})

async function startAs(username: string, ofPhone: string, role: 'clerk' | 'viewer'): Promise<Program> {
  await memberToken(admin.url, username, ofPhone, username, role)
  const program = await programAt(admin.url, { username, password: 'pine4827' })
  return program
}
const propertyRow = (page: Page, name: string) =>
  page.getByRole('table', { name: '房产列表' }).filter({ visible: true }).getByRole('row').filter({ hasText: name })

test('a clerk sees masks, reveals one number for half a minute, and the journal says so', async () => {
  const { page } = clerk
  await goTo(page, '/property/Index')
  const row = propertyRow(page, '张三')
  await expect(row).toContainText(phone[1])
  await expect(row).toContainText(idNumber[1])
  await page.clock.install()
  await row.getByRole('button', { name: '显示手机号' }).click()
  await expect(row).toContainText(phone[0])
  await expect(row).toContainText(idNumber[1])
  await page.clock.fastForward(31_000)
  await expect(row).toContainText(phone[1])
  await expect(row).not.toContainText(phone[0])
  await page.clock.resume()
  await row.getByRole('button', { name: '显示证件号' }).click()
  await expect(row).toContainText(idNumber[0])
  await row.getByRole('button', { name: '隐藏证件号' }).click()
  await expect(row).not.toContainText(idNumber[0])
  const entries = await entriesOf(admin, { action: 'privacy.reveal' })
  expect(entries).toMatchObject([
    { username: 'clerk_1', kind: 'access', subjectname: '一期-1栋-1单元-101 张三（示范小区）' },
    { username: 'clerk_1', kind: 'access' },
  ])
})

test('the page receives masks only: selecting and copying gives the mask', async () => {
  const { page } = clerk
  const cell = propertyRow(page, '张三').locator('.masked-text').first()
  await cell.selectText()
  expect(await page.evaluate(() => getSelection()?.toString().trim())).toBe(phone[1])
  expect(await page.content()).not.toContain(phone[0])
})

test('at the desk a clerk finds owners by the last four, and votes with the roster’s numbers', async () => {
  const { page } = clerk
  await openDesk(page, activity.activityId, 2)
  await searchBox(page).fill('2340')
  await settled(page)
  await expect(page.getByRole('option')).toHaveCount(0)
  await chooseOwner(page, '0063')
  await expect(ownerCard(page)).toContainText('张三')
  await expect(ownerCard(page)).toContainText(phone[1])
  await ownerCard(page).getByRole('button', { name: '显示手机号' }).click()
  await expect(ownerCard(page)).toContainText(phone[0])
  await page.keyboard.press('a')
  await expect(paper(page).getByText('已选 1 / 1')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(band(page)).toContainText('投票成功')
  const { ballotid } = await voterNamed(admin, activity.activityId, '1-101')
  const [record] = good(await admin.get('/votedef/getrepeatvote', { voteActivityId: activity.activityId, ballotId: ballotid }))
  expect(record).toMatchObject({ creater: 'clerk_1', votername: '张三', votermobileno: phone[0], voteridno: idNumber[0] })
})

test('a viewer sees masks without reveal, exports masks only, and sees no pictures of papers', async () => {
  const { page } = viewer
  await goTo(page, '/property/Index')
  await expect(propertyRow(page, '张三')).toContainText(phone[1])
  await expect(page.getByRole('button', { name: /^显示/ })).toHaveCount(0)
  await page.getByRole('button', { name: '导出 Excel' }).click()
  const dialog = page.getByRole('dialog', { name: '导出房产信息' })
  await expect(dialog).toContainText('手机号、证件号隐藏中间几位。需要完整信息请联系活动负责人。')
  await expect(dialog.getByText('完整显示')).toHaveCount(0)
  await dialog.getByRole('button', { name: '取消' }).click()

  await goTo(page, '/voteManage/propertychange')
  await page.getByRole('button', { name: '查看' }).first().click()
  const change = page.getByRole('dialog')
  await expect(change).toContainText('136****1111')
  await expect(change.getByRole('region', { name: '身份证件照片' })).toContainText('仅活动负责人可查看')
  await expect(change.getByRole('button', { name: /^显示/ })).toHaveCount(0)
})
