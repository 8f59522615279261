import { expect, test, type Page } from '@playwright/test'
import { chinaDay } from '../../src/shared/time/chinaTime.ts'
import { good, makeEstate, takeSteps, type MadeActivity } from '../support/activities.ts'
import { pngBytes } from '../support/files.ts'
import { goTo, makeActivityNow } from '../support/http-activities.ts'
import { programAt, serverForAll } from '../support/program.ts'

/** `after.md` section 3: publications, their current day, and their withdrawal. */
test.describe.configure({ mode: 'serial' })

const client = serverForAll()
let page: Page
let activity: MadeActivity

test.beforeAll(async () => {
  const { estateId } = await makeEstate(client, [['1-101', '业主101', 100]], '示范小区甲')
  activity = await makeActivityNow(client, estateId, { title: '更新电梯' })
  await takeSteps(client, activity.activityId, 'start', 'finish')
  ;({ page } = await programAt(client.url))
})

/** A day relative to today, as stored and as displayed. */
const days = (more: number): string => chinaDay(Date.now() + more * 86_400_000)
const said = (more: number): string => {
  const [year = '', month = '', day = ''] = days(more).split('-')
  return `${days(0).startsWith(year) ? '' : `${year}年`}${Number(month)}月${Number(day)}日24时止`
}
const dialog = (name: string | RegExp) => page.getByRole('dialog', { name })
const list = () => page.getByRole('list', { name: '公示列表' }).filter({ visible: true })
const open = () => goTo(page, '/voteManage/publications', { activityid: activity.activityId })
const save = (more: object) =>
  client.post('/publication/save', { voteactivityid: activity.activityId, kind: 4, datefrom: days(0), dateto: days(7), places: '小区公告栏', ...more })

test('a publication is registered once with days, places and pictures, even on repeated clicks', async () => {
  await open()
  await expect(page.getByText('还没有登记过公示')).toBeVisible()
  await page.getByRole('button', { name: '登记公示' }).filter({ visible: true }).click()
  const form = dialog('登记公示')
  await expect(form.getByText(/^共 7 天/)).toBeVisible()
  await form.getByRole('button', { name: /^登\s*记$/ }).click()
  await expect(form).toContainText('请选择公示内容')
  await expect(form).toContainText('请输入公示地点')
  await expect(form.getByRole('radio', { name: '清册' })).toHaveCount(0)
  await form.getByRole('radio', { name: '初步结果' }).check()
  await form.getByRole('textbox', { name: '公示起' }).fill(days(-3))
  await form.getByRole('textbox', { name: '公示止' }).fill(days(-4))
  await form.getByRole('textbox', { name: '公示地点' }).fill('小区公告栏、各单元门厅')
  await expect(form).toContainText('公示止不能早于公示起')
  await form.getByRole('textbox', { name: '公示止' }).fill(days(4))
  await form.getByRole('textbox', { name: '公示备注' }).fill('一期公告栏被雨淋，已重贴')
  await form.locator('input[type="file"]').setInputFiles({ name: '公告栏.png', mimeType: 'image/png', buffer: pngBytes })
  await expect(form.getByRole('button', { name: '移除 公示照片 1' })).toBeVisible()
  await expect(form.getByText(/^共 7 天/)).toBeVisible()
  await form.getByRole('button', { name: /^登\s*记$/ }).dblclick()
  await expect(form).toBeHidden()
  await expect(list().getByRole('listitem')).toHaveCount(1)
  await expect(list()).toContainText(`初步结果公示中${days(-3)} 至 ${days(4)}（7天）第3天，至${said(4)}`)
  await expect(list()).toContainText('一期公告栏被雨淋，已重贴')
  await list().getByRole('button', { name: '初步结果公示照片' }).click()
  await expect(page.getByRole('dialog').filter({ visible: true })).toContainText('初步结果公示照片')
  await page.keyboard.press('Escape')
})

test('the vote’s page, its steps and the home page show the publication’s current day', async () => {
  const words = `初步结果公示第3天，至${said(4)}`
  await expect(page.getByText(words, { exact: true }).filter({ visible: true })).toBeVisible()
  await page.getByRole('navigation', { name: '本次投票' }).filter({ visible: true }).getByRole('button', { name: '概况' }).click()
  const path = page.getByRole('list', { name: '活动进程' }).filter({ visible: true })
  await expect(path.getByRole('listitem', { name: '公示：当前' })).toContainText(`第3天，至${said(4)}`)
  await goTo(page, '/dashboard')
  const home = page.getByRole('list', { name: '公示中' }).filter({ visible: true })
  await expect(home).toContainText(words)
  await expect(page.getByRole('list', { name: '待办' }).filter({ visible: true })).not.toContainText('公示结果')
  good(await save({ datefrom: days(1) }))
  await home.getByRole('button', { name: '公示与异议 更新电梯' }).click()
  await expect(list().getByRole('listitem')).toHaveCount(2)
  await expect(list().getByRole('listitem').first()).toContainText('结果未开始')
})

test('one withdrawn by a colleague is refused in words; one’s own is withdrawn with a reason and stays listed', async () => {
  const [{ publicationid }] = good(await client.get('/publication/list', { voteactivityid: activity.activityId })).datas
  const withdraw = (name: RegExp) => list().getByRole('button', { name })
  const question = (kind: string) => dialog(`确认撤回该${kind}公示吗?`)
  await withdraw(/^撤回 结果/).click()
  good(await client.post('/publication/withdraw', { publicationid, reason: '登记错日期或地点' }))
  await question('结果').getByText('重复登记').click()
  await question('结果')
    .getByRole('button', { name: /^撤\s*回$/ })
    .click()
  await expect(page.getByText('该公示已撤回，请刷新后查看')).toBeVisible()
  await withdraw(/^撤回 初步结果/).click()
  await question('初步结果').getByText('内容有误，重新公示').click()
  await question('初步结果')
    .getByRole('button', { name: /^撤\s*回$/ })
    .click()
  await expect(list().getByRole('listitem').nth(1)).toContainText('原因：内容有误，重新公示')
  await expect(list().getByRole('listitem').first()).toContainText('原因：登记错日期或地点')
  await expect(page.getByText('初步结果公示第3天').filter({ visible: true })).toHaveCount(0)
})

test('a correction notice without corrections is refused, and what was typed stays', async () => {
  await page.getByRole('button', { name: '登记公示' }).filter({ visible: true }).click()
  const form = dialog('登记公示')
  await form.getByRole('radio', { name: '更正' }).check()
  await form.getByRole('button', { name: /^登\s*记$/ }).click()
  await expect(page.getByText('本次表决还没有更正，不能登记更正公示')).toBeVisible()
  await expect(form.getByRole('textbox', { name: '公示地点' })).toHaveValue('小区公告栏')
  await form.getByRole('button', { name: /^取\s*消$/ }).click()
})
