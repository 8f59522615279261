import { expect, test, type Page } from '@playwright/test'
import { formatTime } from '../../src/shared/time/chinaTime.ts'
import { askVote, good, makeEstate, phonesOf, takeSteps, type MadeActivity, type PropertyRow } from '../support/activities.ts'
import { goTo, httpRoster, makeActivityNow, placeInWords, propertyAt } from '../support/http-activities.ts'
import { programAt, serverForAll } from '../support/program.ts'
import { httpClient, memberToken } from '../support/server-process.ts'

/** `after.md` section 4: an objection is registered and decided, and its corrections are beside the official result. */
test.describe.configure({ mode: 'serial' })

const properties: readonly PropertyRow[] = ['101', '201', '301'].map((room) => [`1-${room}`, `业主${room}`, 100])

const client = serverForAll()
let page: Page
let activity: MadeActivity

test.beforeAll(async () => {
  const clerk = httpClient(client.url, await memberToken(client.url, 'clerk_1', '13800000002', '录入员甲', 'clerk'))
  const { estateId } = await makeEstate(client, properties, '示范小区甲')
  activity = await makeActivityNow(client, estateId, { title: '更新电梯' })
  await takeSteps(client, activity.activityId, 'start')
  const roster = await httpRoster(client, activity.activityId)
  for (const [name, answer] of [
    ['1-101', '1'],
    ['1-201', '1'],
  ] as const)
    good(await askVote(clerk, activity, [propertyAt(roster, placeInWords(name))], answer))
  ;({ page } = await programAt(client.url))
})

const dialog = (name: string | RegExp) => page.getByRole('dialog', { name })
const list = () => page.getByRole('list', { name: '异议列表' }).filter({ visible: true })
const open = () => goTo(page, '/voteManage/publications', { activityid: activity.activityId })
const press = (name: string) => page.getByRole('button', { name, exact: true }).filter({ visible: true }).click()

test('an objection is registered, shown on the home page, and searchable', async () => {
  const posted = { voteactivityid: activity.activityId, kind: 2, datefrom: '2026-05-01', dateto: '2026-05-08', places: '公告栏' }
  good(await client.post('/publication/save', posted))
  await open()
  await expect(page.getByText('还没有登记过异议')).toBeVisible()
  await press('登记异议')
  const form = dialog('登记异议')
  await form.getByRole('button', { name: /^登\s*记$/ }).click()
  await expect(form).toContainText('请选择异议种类')
  await expect(form).toContainText('请输入异议人姓名')
  await form.getByRole('radio', { name: '票面读错' }).check()
  await form.getByRole('combobox', { name: '涉及的房屋（可不选）' }).fill('101')
  await page.getByTestId('found-voter').filter({ hasText: '1单元-101' }).click()
  await form.getByRole('combobox', { name: '针对的公示' }).click()
  await page.getByTitle('表决公告　2026-05-01 至 2026-05-08').filter({ visible: true }).click()
  await form.getByRole('textbox', { name: '异议人姓名' }).fill('业主101')
  await form.getByRole('textbox', { name: '异议人手机号' }).fill(phonesOf('业主101'))
  await form.getByRole('textbox', { name: '异议内容' }).fill('我投的是反对')
  await form.getByRole('button', { name: /^登\s*记$/ }).dblclick()
  await expect(form).toBeHidden()
  await expect(list().getByRole('listitem')).toHaveCount(1)
  await expect(list()).toContainText('异议1　票面读错待处理')
  await expect(list()).toContainText('一期-1栋-1单元-101')
  await expect(list()).toContainText('我投的是反对')
  await expect(list()).toContainText('表决公告　2026-05-01 至 2026-05-08')
  await goTo(page, '/dashboard')
  await expect(page.getByRole('list', { name: '待办' }).filter({ visible: true })).toContainText('异议1件待处理')
})

test('it is decided without corrections before the end, and with corrections after it', async () => {
  await open()
  await press('裁定 异议1')
  await dialog('裁定：异议1').getByRole('radio', { name: '成立', exact: true }).check()
  await expect(dialog('裁定：异议1')).toContainText('投票尚未结束')
  await dialog('裁定：异议1')
    .getByRole('button', { name: /^取\s*消$/ })
    .click()
  await page.getByRole('button', { name: /^放\s*弃$/ }).click()
  await takeSteps(client, activity.activityId, 'finish')
  await goTo(page, '/dashboard')
  await open()
  await press('裁定 异议1')
  const form = dialog('裁定：异议1')
  // Both must be given: each has the star that says so.
  for (const name of ['裁定结果', '裁定理由']) {
    const label = form.getByText(name, { exact: true })
    expect(await label.evaluate((element) => getComputedStyle(element, '::before').content)).toContain('*')
  }
  await form.getByRole('radio', { name: '成立', exact: true }).check()
  await form.getByRole('button', { name: '添加更正' }).click()
  await form.getByText('核对选票原件，录入有误', { exact: true }).click()
  await form.getByRole('button', { name: /^裁\s*定$/ }).click()
  await expect(form.getByRole('alert')).toContainText('请选择一期-1栋-1单元-101的更正种类')
  await form.getByRole('radio', { name: '更正投票内容' }).check()
  // Shown as recorded until changed.
  await expect(form.getByRole('button', { name: /同意/ })).toHaveAttribute('aria-pressed', 'true')
  await form.getByRole('button', { name: /^裁\s*定$/ }).click()
  await expect(form.getByRole('alert')).toContainText('更正后的内容与原记录相同')
  await form.getByRole('button', { name: /反对/ }).click()
  await form.getByRole('button', { name: /^裁\s*定$/ }).click()
  await expect(form).toBeHidden()
  await expect(list()).toContainText('一期-1栋-1单元-101：更正投票内容，1 同意 改为 1 反对')
  await expect(list()).toContainText('成立，')
})

test('official and corrected results are side by side, changes in red', async () => {
  await goTo(page, '/voteManage/statistics', { activityid: activity.activityId, estateid: activity.estateId })
  const sheet = page.getByRole('region', { name: '更正后的结果' }).filter({ visible: true })
  await expect(sheet).toContainText('成立的异议更正了 1 项')
  const table = sheet.getByRole('table', { name: '正式结果与更正后的结果' })
  await expect(table.getByRole('row').filter({ hasText: '结果' }).last()).toContainText(/通过.*不通过/)
  await expect(table.getByRole('row').filter({ hasText: '反对' })).toContainText(/0 人.*1 人/)
})

test('the decision is answered in writing, from 文书 and from the objection', async () => {
  await goTo(page, '/voteManage/documents', { activityid: activity.activityId })
  const kinds = page.getByRole('list', { name: '文书种类' }).filter({ visible: true })
  await kinds.getByRole('button', { name: /^更正公告/ }).click()
  await expect(page.getByRole('document', { name: '更正公告预览' })).toContainText('其中 1 件成立，共更正 1 项')
  await kinds.getByRole('button', { name: /^异议答复/ }).click()
  await kinds.getByRole('combobox', { name: '要答复的异议' }).click()
  await page
    .getByTitle(/^异议1　票面读错/)
    .filter({ visible: true })
    .click()
  await expect(page.getByRole('document', { name: '异议答复预览' })).toContainText('改为：1 反对')
  await open()
  await expect(page.getByRole('button', { name: '回复 异议1', exact: true }).filter({ visible: true })).toBeEnabled()
})

test('deciding again starts from the former decision and its corrections', async () => {
  await open()
  await press('重新裁定 异议1')
  const form = dialog('重新裁定：异议1')
  await expect(form.getByRole('radio', { name: '成立', exact: true })).toBeChecked()
  await expect(form.getByRole('radio', { name: '核对选票原件，录入有误' })).toBeChecked()
  const card = form.getByRole('region', { name: '更正1' })
  await expect(card).toContainText('一期-1栋-1单元-101')
  await expect(card.getByRole('radio', { name: '更正投票内容' })).toBeChecked()
  await expect(card.getByRole('button', { name: /反对/ })).toHaveAttribute('aria-pressed', 'true')
  // A missing vote, and an area, are corrected as well.
  const receivedAt = formatTime(Date.now()).slice(0, 16)
  await form.getByRole('button', { name: '添加更正' }).click()
  const vote = form.getByRole('region', { name: '更正2' })
  await vote.getByRole('combobox', { name: '更正的房屋' }).fill('301')
  await page.getByTestId('found-voter').filter({ hasText: '1单元-301' }).click()
  await vote.getByRole('radio', { name: '补录投票' }).check()
  await vote.getByRole('textbox', { name: '收到选票的时间' }).fill(receivedAt)
  await vote.getByRole('textbox', { name: '收到选票的时间' }).press('Tab')
  await vote.getByRole('button', { name: /同意/ }).click()
  await form.getByRole('button', { name: '添加更正' }).click()
  const area = form.getByRole('region', { name: '更正3' })
  await area.getByRole('combobox', { name: '更正的房屋' }).fill('201')
  await page.getByTestId('found-voter').filter({ hasText: '1单元-201' }).click()
  await area.getByRole('radio', { name: '更正面积' }).check()
  await area.getByRole('textbox', { name: '更正后的面积' }).fill('1234.5')
  await form.getByRole('button', { name: /^裁\s*定$/ }).click()
  await expect(form).toBeHidden()
  await press('重新裁定 异议1')
  await expect(vote.getByRole('textbox', { name: '收到选票的时间' })).toHaveValue(receivedAt)
  await expect(vote.getByRole('button', { name: /同意/ })).toHaveAttribute('aria-pressed', 'true')
  await expect(area.getByRole('textbox', { name: '更正后的面积' })).toHaveValue('1234.5')
  // Rewording the reason loses no correction.
  await form.getByRole('textbox', { name: '其他裁定理由' }).fill('核对选票原件与回执，录入有误')
  await form.getByRole('button', { name: /^裁\s*定$/ }).click()
  await expect(form).toBeHidden()
  const { datas } = good(await client.get('/objection/list', { voteactivityid: activity.activityId }))
  const [, added, worded] = datas[0].decisions
  expect(worded).toMatchObject({ reason: '核对选票原件与回执，录入有误' })
  expect(worded.corrections).toEqual(added.corrections)
  expect(worded.corrections).toHaveLength(3)
})

test('a replaced decision stays listed; another objection is withdrawn', async () => {
  await open()
  await press('重新裁定 异议1')
  const form = dialog('重新裁定：异议1')
  await form.getByRole('radio', { name: '不成立' }).check()
  await form.getByText('核对选票原件，记录无误', { exact: true }).click()
  await form.getByRole('button', { name: /^裁\s*定$/ }).click()
  await expect(form).toBeHidden()
  await expect(list()).toContainText('原裁定')
  await expect(list()).toContainText('不成立，')
  const draft = { voteactivityid: activity.activityId, kind: 6, name: '业主301', text: '公告时间太短' }
  good(await client.post('/objection/save', draft))
  await goTo(page, '/dashboard')
  await open()
  await press('撤回 异议2')
  await page.getByText('业主不再坚持', { exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^撤\s*回$/ })
    .click()
  await expect(list()).toContainText('原因：业主不再坚持')
  await page.getByText('不成立', { exact: true }).filter({ visible: true }).first().click()
  await expect(list()).not.toContainText('异议2')
  await expect(list()).toContainText('异议1')
})
