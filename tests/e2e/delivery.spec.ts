import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, type Locator, type Page } from '@playwright/test'
import ExcelJS from 'exceljs'
import { formatTime } from '../../src/shared/time/chinaTime.ts'
import { deliverySheet } from '../../src/shared/features/delivery/sheet.ts'
import { askVote, good, propertiesOfEstateA, makeActivity, makeEstate, takeSteps, type MadeActivity } from '../support/activities.ts'
import { doubleClickSlowly } from '../support/doubleClick.ts'
import { pngBytes } from '../support/files.ts'
import { goTo, propertyAt, httpRoster, openNow, placeInWords, type HttpRosterProperty } from '../support/http-activities.ts'
import { closeLeftOpen, dropFile, newFolder, programAt, type Program } from '../support/program.ts'
import { httpClient, memberToken, startProcess, type HttpClient, type ServerProcess } from '../support/server-process.ts'
import { workbookOf } from '../support/workbooks/make.ts'
import { expectToast } from '../support/toasts.ts'

test.describe.configure({ mode: 'serial' })

let server: ServerProcess
let program: Program
let page: Page
let client: HttpClient
let activity: MadeActivity
let roster: Map<string, HttpRosterProperty>

const at = placeInWords

test.beforeAll(async () => {
  server = await startProcess(['--data', newFolder()])
  client = httpClient(server.url, await memberToken(server.url))
  const { estateId } = await makeEstate(client, propertiesOfEstateA, '示范小区甲')
  activity = await makeActivity(client, estateId, { ...openNow(), title: '二〇二六年业主大会' })
  roster = await httpRoster(client, activity.activityId)
  const [main, other] = [propertyAt(roster, at('1-101')), propertyAt(roster, at('1-201'))]
  good(
    await client.get('/votedef/mergeactivityproperty', {
      voteactivityid: activity.activityId,
      mainrightballotid: main.ballotId,
      needmergepropertyid: other.propertyId,
    }),
  )
  await takeSteps(client, activity.activityId, 'start')
  good(await askVote(client, activity, [propertyAt(roster, at('1-102'))], '1'))
  program = await programAt(server.url)
  page = program.page
})

const open = (path: string, query: Readonly<Record<string, string>> = {}) => goTo(page, path, query)
const openList = () => open('/voteManage/notify', { estateid: activity.estateId, activityid: activity.activityId })
const openHistory = (name: string) => open('/voteManage/notifyhistory', { activitypropertyid: propertyAt(roster, at(name)).rosterPropertyId })
/** Other tabs stay hidden in the document. */
const table = () => page.getByRole('table', { name: '送达列表' }).filter({ visible: true })
const row = (name: string): Locator =>
  table()
    .getByRole('row')
    .filter({ hasText: at(name) })
const places = () => table().locator('tbody tr.ant-table-row td:nth-child(2)').allTextContents()
const dialog = (name: string) => page.getByRole('dialog', { name })
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).filter({ visible: true })
const status = (name: string) => page.locator('.ant-radio-button-wrapper:visible', { hasText: name })
async function search(term: string): Promise<void> {
  await page.getByRole('textbox', { name: '房屋、姓名、手机号、证件号' }).filter({ visible: true }).fill(term)
  await button('查询').click()
}
const reset = () => button('重置').click()
const everyProperty = propertiesOfEstateA.map(([name]) => name)
const sorted = (names: readonly string[]) => names.map(at).sort()
const shows = (names: readonly string[]) => expect.poll(async () => (await places()).sort()).toEqual(sorted(names))

/** A property added to the roster after the others. */
const rosterIdOf = async (name: string): Promise<string> => propertyAt(await httpRoster(client, activity.activityId), at(name)).rosterPropertyId

test('addresses without parameters, and a deleted property, are reported', { tag: '@full' }, async () => {
  await open('/voteManage/notify', { activityid: activity.activityId })
  await expect(page.getByText('页面参数不完整，请从活动列表进入').filter({ visible: true })).toBeVisible()
  await open('/voteManage/notify', { estateid: 'e', activityid: 'nothing' })
  await expect(page.getByText('投票活动不存在').filter({ visible: true })).toBeVisible()
  await open('/voteManage/notifyhistory')
  await expect(page.getByText('页面参数不完整，请从活动列表进入').filter({ visible: true })).toBeVisible()
  await open('/voteManage/notifyhistory', { activitypropertyid: 'nothing' })
  await expect(page.getByText('该房屋不在票权清册中，可能已被移除').filter({ visible: true })).toBeVisible()
})

test('the roster shows masked phones and statuses, filtered by status, words and building', async () => {
  await openList()
  await shows(everyProperty)
  await expect(table().getByRole('columnheader')).toContainText(['', '房屋', '产权人', '手机号', '状态', '送达方式', '送达人', '时间', '操作'])
  await expect(row('1-102')).toContainText('已投票')
  await expect(row('1-301')).toContainText('未送达')
  const { phone } = propertyAt(roster, at('1-301'))
  await expect(row('1-301')).not.toContainText(phone)
  await row('1-301').getByRole('button', { name: '显示手机号' }).click()
  await expect(row('1-301')).toContainText(phone)

  await status('已投票').click()
  await shows(['1-102'])
  await status('已送达').click()
  await expect(page.getByText('没有符合条件的房屋，请换个条件再查')).toBeVisible()
  await button('显示全部').click()
  await shows(everyProperty)
  await search('王五')
  await shows(['1-301'])
  await reset()

  await page.getByRole('combobox', { name: '楼栋或单元' }).click()
  await page
    .getByRole('menuitemcheckbox', { name: '一期' })
    .or(page.locator('.ant-cascader-menu-item', { hasText: '一期' }))
    .first()
    .click()
  await expect(page.getByText('选到楼栋或单元后才会筛选')).toBeVisible()
  await shows(everyProperty)
  await page.locator('.ant-cascader-menu-item', { hasText: '2栋' }).click()
  await shows(['2-101', '2-102', '2-201'])
  await page.locator('.ant-cascader-menu-item', { hasText: '1单元' }).click()
  await shows(['2-101', '2-102', '2-201'])
  await expect(page.getByText('选到楼栋或单元后才会筛选')).toBeHidden()
  await reset()
  await shows(everyProperty)
})

test('a single delivery: errors show in the form, and a valid one is recorded with its photo', async () => {
  await row('1-101')
    .getByRole('button', { name: /登记送达/ })
    .click()
  const form = dialog('登记送达')
  await expect(form).toContainText(`同一票权的房屋：${at('1-101')}、${at('1-201')}`)
  await form.getByRole('button', { name: '提交' }).click()
  await expect(form.getByText('请选择送达方式')).toBeVisible()

  const time = form.getByLabel('送达时间')
  const write = async (written: string) => {
    await time.fill(written)
    await time.press('Enter')
  }
  await write(formatTime(Date.now() + 10 * 60_000).slice(0, 16))
  await expect(form.getByText('送达时间不能晚于当前时间')).toBeVisible()
  await write('2026-01-02 09:30')
  await expect(form.getByText('送达时间不能晚于当前时间')).toBeHidden()

  const chooser = form.locator('input[type="file"]')
  await expect(chooser).toBeHidden()
  await chooser.setInputFiles({ name: '门.gif', mimeType: 'image/gif', buffer: pngBytes })
  await expect(page.getByText('文件格式不正确, 请上传png/jpg/jpeg图片格式文件!')).toBeVisible()
  await chooser.setInputFiles({ name: '大.png', mimeType: 'image/png', buffer: Buffer.alloc(5 * 1024 * 1024 + 1) })
  await expect(page.getByText('上传头像图片大小不能超过 5 MB!')).toBeVisible()
  await chooser.setInputFiles(Array.from({ length: 10 }, (_, index) => ({ name: `${index}.png`, mimeType: 'image/png', buffer: pngBytes })))
  await expect(page.getByText('上传文件数量不能超过 9 个!')).toBeVisible()
  await expect(form.getByRole('button', { name: /^放大查看照片/ })).toHaveCount(9)
  for (let left = 9; left > 2; left -= 1) await form.getByRole('button', { name: `移除 照片 ${left}`, exact: true }).click()

  await form.getByRole('radio', { name: '上门' }).check()
  await form.getByLabel('送达人').fill('楼长老赵')
  await form.getByLabel('备注').fill('放在门口')
  await form.getByRole('button', { name: '提交' }).click()
  await expectToast(page, '提交成功')
  await expect(form).toBeHidden()
  await expect(row('1-101')).toContainText('已送达')
  await expect(row('1-101')).toContainText('上门')
  await expect(row('1-101')).toContainText('楼长老赵')
  await expect(row('1-101')).toContainText('2026-01-02 09:30')
  await status('已送达').click()
  await shows(['1-101'])
  await reset()
})

test('the next delivery is pre-filled from the last one; leaving unsaved input asks', async () => {
  await row('1-301')
    .getByRole('button', { name: /登记送达/ })
    .click()
  const form = dialog('登记送达')
  await expect(form.getByRole('radio', { name: '上门' })).toBeChecked()
  await expect(form.getByLabel('送达人')).toHaveValue('楼长老赵')
  await form.getByLabel('备注').fill('没人在家')
  await form.getByRole('button', { name: '取消' }).click()
  await expect(page.getByText('放弃已填写的内容吗?')).toBeVisible()
  await button('放弃').click()
  await expect(form).toBeHidden()
  await expect(row('1-301')).toContainText('未送达')
})

test('shows the history of the whole ballot, with enlarged photos', async () => {
  await row('1-101').getByRole('button', { name: /查看/ }).click()
  const record = page.getByRole('article').filter({ visible: true })
  await expect(record).toHaveCount(1)
  for (const words of ['已送达，未投票', '2026-01-02 09:30', '上门', '楼长老赵', 'admin_1', 'PC后台', `${at('1-101')}、${at('1-201')}`, '放在门口'])
    await expect(record).toContainText(words)
  await expect(record.getByRole('button', { name: /^放大查看/ })).toHaveCount(2)
  await record.getByRole('button', { name: '放大查看送达照片 1' }).click()
  await expect(dialog('送达照片 1').getByRole('img', { name: '送达照片 1' })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(dialog('送达照片 2')).toBeVisible()
  await page.keyboard.press('Escape')

  // The ballot's other property has the same history; an undelivered one has none.
  await openHistory('1-201')
  await expect(record).toContainText('楼长老赵')
  await openHistory('1-301')
  await expect(page.getByText('还没有送达记录。请回到“送达登记”登记或导入').filter({ visible: true })).toBeVisible()
  await button('返回送达登记').click()
  await shows(everyProperty)
})

const header = ['分期', '区', '楼栋', '单元', '房号', '送达方式', '送达时间', '送达人', '备注']
const line = (name: string, way: string) => {
  const [building = '', room = ''] = name.split('-')
  return ['一期', '', `${building}栋`, '1单元', room, way, '2026-01-03 10:00', '王五', '']
}
const drop = async (name: string, rows: readonly (readonly unknown[])[]) => dropFile(page, '[data-testid=import-host]:visible', name, await workbookOf(rows))

test('a workbook with an unknown property writes nothing and names the row; a valid one is checked, then written', async () => {
  await drop('错.xlsx', [header, line('1-301', '电话'), line('9-999', '上门')])
  const panel = dialog('Excel导入')
  await expect(panel.getByText('未找到房屋')).toBeVisible()
  await expect(panel).toContainText('二〇二六年业主大会')
  await panel.getByRole('button', { name: '返回列表' }).click()
  await expect(row('1-301')).toContainText('未送达')

  await drop('对.xlsx', [header, line('1-301', '电话'), line('2-101', '线上')])
  await expect(panel.getByRole('status', { name: '核对结果' })).toContainText('共 2 行 · 新增 2 · 更新 0')
  await panel.getByRole('button', { name: '开始导入' }).click()
  await expect(panel.getByText(/导入成功！/)).toBeVisible()
  await panel.getByRole('button', { name: '查看送达' }).click()
  await expect(row('1-301')).toContainText('电话')
  await expect(row('2-101')).toContainText('线上')
})

test('the template with the columns of deliveries is saved where the user chooses', { tag: '@full' }, async () => {
  const path = join(newFolder(), '送达登记模板.xlsx')
  await program.app.evaluate(({ dialog: dialogs }, filePath) => {
    dialogs.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
  }, path)
  await button('下载模板').click()
  await expect.poll(() => existsSync(path)).toBe(true)
  const saved = new ExcelJS.Workbook()
  await saved.xlsx.readFile(path)
  const names = Object.values(deliverySheet.columns).map(({ name }) => name)
  expect(saved.worksheets[0]?.getRow(1).values).toEqual([undefined, ...names])
})

test('properties are added, edited and synced; a voted ballot stays unchanged', async () => {
  await button('新增房产').click()
  const add = dialog('新增房产 · 二〇二六年业主大会')
  await add.getByRole('button', { name: '提交' }).click()
  await expect(add.getByText('请输入房产分期')).toBeVisible()
  for (const [label, value] of Object.entries({ 分期: '一期', 楼栋: '3栋', 单元: '1单元', 房号: '301', 面积: '66', 产权人: '孙九', 手机号: '11111111111' }))
    await add.getByLabel(label, { exact: true }).fill(value)
  await add.getByText('漏登房产').click()
  await add.getByRole('button', { name: '提交' }).click()
  await expectToast(page, '提交成功')
  await expect(row('3-301')).toContainText('孙九')

  await row('3-301').getByRole('button', { name: /编辑/ }).click()
  const edit = dialog('编辑房产')
  await expect(edit.getByLabel('房屋位置')).toHaveValue(at('3-301'))
  await expect(edit.getByLabel('房屋位置')).not.toBeEditable()
  await edit.getByLabel('产权人', { exact: true }).fill('孙九妹')
  await edit.getByRole('button', { name: '提交' }).click()
  await expectToast(page, '修改成功')
  await expect(row('3-301')).toContainText('孙九妹')

  // A voted ballot's property says why it cannot be edited, and stays unchanged.
  const frozen = row('1-102').getByRole('button', { name: /编辑/ })
  await frozen.hover()
  await expect(page.getByText('该票权已标记或已投票，不能调整')).toBeVisible()
  await frozen.click({ force: true })
  await expect(edit).toBeHidden()

  await expect(button('同步房产')).toBeDisabled()
  await button('同步房产').hover()
  await expect(page.getByRole('tooltip', { name: '请选择要同步的数据' })).toBeVisible()
  const { propertyId } = propertyAt(roster, at('2-101'))
  good(await client.post('/vtpropertyinfo/update', { propertyid: propertyId, room: '101', personname: '赵六新/钱七' }))
  await row('2-101').getByRole('checkbox').check()
  await row('1-102').getByRole('checkbox').check()
  await button('同步房产').click()
  await expect(page.getByText('确认提交吗？')).toBeVisible()
  await button('提交').click()
  const end = dialog('同步房产')
  await expect(end).toContainText('新增 0，更新 1，跳过 1')
  await expect(end.getByRole('row').filter({ hasText: at('1-102') })).toContainText('该票权已标记或已投票，不能调整')
  await end.getByRole('button', { name: '完成' }).click()
  await expect(row('2-101')).toContainText('赵六新/钱七')

  await row('3-301').getByRole('checkbox').check()
  await button('同步房产').click()
  await button('提交').click()
  const refused = page.getByText(/不在“房产信息”里（已删除，或是手工新增的），不能同步/)
  await expect(refused).toBeVisible()
  // It stays while hovered.
  await page.mouse.move(0, 0)
  await expect(refused).toBeHidden()
})

test('the statuses show their number of properties for the current search', { tag: '@full' }, async () => {
  const counts = () => page.locator('.ant-radio-button-wrapper:visible').allTextContents()
  await expect.poll(counts).toEqual(['全部 8', '未送达 4', '已送达 3', '已投票 1'])
  await search('开发商')
  await expect.poll(counts).toEqual(['全部 2', '未送达 2', '已送达 0', '已投票 0'])
  await reset()
})

test('批量登记送达 registers selected properties, then all filtered ones; a changed roster is reported', async () => {
  for (const name of ['2-101', '1-102', '3-301']) await row(name).getByRole('checkbox').uncheck()
  await row('2-102').getByRole('checkbox').check()
  await button('批量登记送达').click()
  const form = dialog('批量登记送达')
  await expect(form.getByRole('radio', { name: /^已勾选的 1 套/ })).toBeChecked()
  await form.getByRole('button', { name: '取消' }).click()
  await row('2-201').getByRole('checkbox').check()
  await button('批量登记送达').click()
  await expect(form.getByRole('radio', { name: /^已勾选的 2 套（.* 等）/ })).toBeChecked()
  await form.getByRole('radio', { name: '定点' }).check()
  await form.getByLabel('送达人').fill('社区公告栏')
  await form.getByRole('button', { name: '提交' }).click()
  const sure = page.getByRole('dialog').filter({ hasText: '确认给 2 套房屋登记送达吗?' })
  // The second click lies over the tab 公示与异议.
  await doubleClickSlowly(sure.getByRole('button', { name: '登记' }), async () => {
    await expectToast(page, '提交成功，已登记 2 套')
    await expect(form).toBeHidden()
  })
  for (const name of ['2-102', '2-201']) await expect(row(name)).toContainText('社区公告栏')
  await expect(page.getByText('已选')).toBeHidden()

  await status('未送达').click()
  await shows(['1-201', '3-301'])
  await button('批量登记送达').click()
  await expect(form.getByRole('radio', { name: '未送达的全部 2 套' })).toBeChecked()
  await form.getByLabel('备注').fill('群发短信')
  // Another desk is faster: the confirmed number is outdated.
  const { rosterPropertyId } = propertyAt(roster, at('1-201'))
  good(await client.post('/vote/savenotify', { activitypropertyid: rosterPropertyId, votesource: 1, notifytime: '2026-01-04 10:00:00' }))
  await form.getByRole('button', { name: '提交' }).click()
  await button('登记').click()
  await expect(page.getByText('房屋数有变化（原为 2 套，现在是 1 套），请刷新后重新登记')).toBeVisible()
  await expect(form.getByLabel('备注')).toHaveValue('群发短信')
  await expect(form.getByRole('radio', { name: '未送达的全部 1 套' })).toBeVisible()
  await form.getByRole('button', { name: '提交' }).click()
  await button('登记').click()
  await expectToast(page, '提交成功，已登记 1 套')
  await reset()
  await expect(row('3-301')).toContainText('社区公告栏')
})

test('a mistaken delivery is voided with a reason by keyboard; history and list strike it through', async () => {
  await row('3-301').getByRole('button', { name: /查看/ }).click()
  const record = page.getByRole('article').filter({ visible: true })
  await record.getByRole('button', { name: /^作废 .* 的送达$/ }).press('Enter')
  const question = dialog('确认作废这次送达吗?')
  await expect(question.getByRole('button', { name: '作废' })).toBeDisabled()
  await question.getByRole('textbox', { name: '其他作废原因' }).fill('应为 3-302')
  const [{ notifyid }] = good(await client.get('/vote/getnofityrecords', { activitypropertyid: await rosterIdOf('3-301') }))
  await question.getByRole('button', { name: '作废' }).press('Enter')
  await expectToast(page, '已作废')
  for (const words of ['已作废', '作废：应为 3-302', 'admin_1', '社区公告栏']) await expect(record).toContainText(words)
  await expect(record.getByRole('button', { name: /^作废/ })).toHaveCount(0)
  expect(await client.post('/vote/voidnotify', { notifyid, reason: '重复登记' })).toMatchObject({ code: 409 })
  await button('返回送达登记').click()
  await expect(row('3-301')).toContainText('未送达')
  await expect(row('3-301').locator('del', { hasText: '社区公告栏' })).toHaveAttribute('title', /^admin_1 .* 作废：应为 3-302$/)
})

test('按选票登记送达 previews, confirms and reports its deliveries, all by keyboard', async () => {
  await button('按选票登记送达').click()
  const form = dialog('按选票登记送达')
  await expect(form.getByRole('checkbox', { name: '已发出（选票已交给业主）：登记 0 票 0 套' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()

  const { activityId: voteactivityid } = activity
  const later = await httpRoster(client, voteactivityid)
  const ballotids = ['3-301', '1-301'].map((name) => propertyAt(later, at(name)).ballotId)
  const { papers } = good(await client.post('/paper/issue', { voteactivityid, ballotids }))
  good(await client.post('/paper/out', { voteactivityid, codes: papers.map(({ code }: { code: string }) => code) }))
  await button('按选票登记送达').press('Enter')
  await expect(form.getByRole('checkbox', { name: '已收回（业主已交回选票）：登记 0 票 0 套' })).toBeDisabled()
  const out = form.getByRole('checkbox', { name: '已发出（选票已交给业主）：登记 1 票 1 套，跳过已送达 1 票' })
  await form.getByRole('button', { name: '提交' }).press('Enter')
  await expect(form.getByText('请选择按已收回还是已发出的选票登记')).toBeVisible()
  await out.press('Space')
  await form.getByLabel('备注').fill('随选票送达')
  await form.getByRole('button', { name: '提交' }).press('Enter')
  const sure = dialog('确认给 1 套房屋登记送达吗?')
  await expect(sure).toContainText('共 1 票，跳过已送达 1 票')
  await sure.getByRole('button', { name: '登记' }).press('Enter')
  await expectToast(page, '提交成功，已登记 1 套（1 票），跳过已送达 1 票')
  await expect(form).toBeHidden()
  await expect(row('3-301')).toContainText('已送达')
})

test('a server refusal is shown in its words, and what was typed stays', async () => {
  await row('2-201')
    .getByRole('button', { name: /登记送达/ })
    .click()
  const form = dialog('登记送达')
  await form.getByLabel('备注').fill('交给门卫')
  // Finished without the screen's knowledge: the refusal is the server's message.
  await takeSteps(client, activity.activityId, 'finish')
  await form.getByRole('button', { name: '提交' }).click()
  await expect(page.getByText('当前状态为“已结束”，不能登记送达')).toBeVisible()
  await expect(form.getByLabel('备注')).toHaveValue('交给门卫')
  await form.getByRole('button', { name: '取消' }).click()
  await button('放弃').click()
  await expect(form).toBeHidden()
})

test('actions that have become impossible are disabled with the reason', async () => {
  for (const name of ['Excel导入', '新增房产', '同步房产', '批量登记送达', '按选票登记送达'])
    await expect(button(name)).toHaveAttribute('aria-disabled', 'true')
  await button('Excel导入').hover()
  await expect(page.getByRole('tooltip').filter({ hasText: '当前状态为“已结束”，不能登记送达' })).toBeVisible()
  await button('Excel导入').click({ force: true })
  await expect(dialog('Excel导入')).toBeHidden()
  await openHistory('1-101')
  const records = page.getByRole('article').filter({ visible: true })
  // The tab was open before: it reloads, including deliveries to the ballot's other property since.
  await expect(records).toHaveCount(2)
  await expect(records.first()).toContainText('已送达，未投票')
})

test.afterAll(closeLeftOpen)
