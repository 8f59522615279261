import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test, type Locator, type Page } from '@playwright/test'
import { activityBody, askVote, good, makeActivity, takeSteps } from '../support/activities.ts'
import { httpRoster, openNow } from '../support/http-activities.ts'
import { answerSaveDialog, givePassword } from '../support/dialogs.ts'
import { closeLeftOpen, newFolder, programAt, type Program } from '../support/program.ts'
import { httpClient, memberToken, startProcess, type HttpClient } from '../support/server-process.ts'
import { property, propertyWorkbook } from '../support/workbooks/make.ts'

test.describe.configure({ mode: 'serial' })

/** More than two pages of the export. */
const ESTATES = 1_010

let data: string
let program: Program
let page: Page
let client: HttpClient

test.beforeAll(async () => {
  data = newFolder()
  const server = await startProcess(['--data', data])
  client = httpClient(server.url, await memberToken(server.url))
  const staff = httpClient(server.url, await memberToken(server.url, 'staff_1', '13800000002'))
  for (let number = 1; number <= ESTATES; number++) good(await client.post('/vtestate/save', { name: `小区${number}`, addr: `路${number}号` }))
  const estateid: string = good(await staff.post('/vtestate/save', { name: '桂花苑', addr: '桂花路8号' })).estateid
  good(await staff.post('/vtestate/update', { estateid, name: '=桂花新苑', addr: '桂花路9号' }))
  good(await staff.get('/vtestate/delete', { ids: estateid }))
  program = await programAt(server.url)
  page = program.page
})

const table = () => page.getByRole('table', { name: '操作日志列表' }).filter({ visible: true })
const rows = () => table().locator('tbody tr.ant-table-row')
const actions = () => table().locator('tbody tr.ant-table-row td:nth-child(4)').allTextContents()
const button = (name: string): Locator => page.getByRole('button', { name, exact: true }).filter({ visible: true })
const total = (count: string) => expect(page.getByText(`共 ${count} 条`, { exact: true }).filter({ visible: true })).toBeVisible()
async function chooseAction(name: string): Promise<void> {
  await choose('操作类型', name)
}
/** Types to filter a long select list, and chooses an option. */
async function choose(list: string, name: string, typed = name): Promise<void> {
  const choice = page.getByRole('combobox', { name: list, exact: true })
  await choice.click()
  await choice.fill(typed)
  await page
    .locator('.ant-select-dropdown:visible .ant-select-item-option')
    .filter({ hasText: new RegExp(`^${name}$`) })
    .click()
}
const searchBox = () => page.getByRole('textbox', { name: '房屋、产权人或内容' })
const dialog = (name: string | RegExp): Locator => page.getByRole('dialog', { name })
const close = (of: Locator) => of.getByRole('button', { name: '关闭', exact: true }).last().click()

test('the journal lists every change, newest first: who, when, from where, what', async () => {
  await page.getByRole('menuitem', { name: '操作日志' }).click()
  await expect(table().getByRole('columnheader')).toHaveText(['序号', '时间', '操作人', '操作类型', '对象', '投票活动', '内容', '操作'])
  // The two accounts, the login, the estates, and the changes of the last one.
  await total('1,024')
  await expect.poll(async () => (await actions()).slice(0, 4)).toEqual(['登录', '删除小区', '修改小区', '新增小区'])
  const first = rows().nth(1)
  await expect(first).toContainText('1023')
  await expect(first).toContainText('staff_1')
  await expect(first).toContainText(/\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}/)
  await expect(first).toContainText('=桂花新苑')
  // An update lists what changed.
  await expect(rows().nth(2)).toContainText('名称：桂花苑 → =桂花新苑，地址：桂花路8号 → 桂花路9号')
})

test('an entry shows the values before and after, and its hash', async () => {
  await rows().nth(2).getByRole('button', { name: '查看' }).click()
  const entry = dialog('第 1022 条：修改小区')
  await expect(entry).toContainText('127.0.0.1')
  await expect(entry).toContainText('桂花苑')
  const row = (field: string) => entry.getByRole('row', { name: new RegExp(`^${field} `) })
  await expect(row('名称').getByRole('cell')).toHaveText(['桂花苑', '=桂花新苑已变更'])
  await expect(row('地址').getByRole('cell')).toHaveText(['桂花路8号', '桂花路9号已变更'])
  await expect(row('名称').getByRole('cell').last()).toHaveClass('comparison-changed')
  await expect(entry.getByRole('heading', { name: '技术信息' })).toBeVisible()
  await expect(entry.locator('dt', { hasText: '校验摘要' }).locator('+ dd')).toHaveText(/^[0-9a-f]{64}$/)
  await entry.getByRole('button', { name: '关闭', exact: true }).last().click()
  await expect(entry).toBeHidden()
})

test('the journal is filtered by user, action, days and words, and reset', async () => {
  await chooseAction('登录与安全')
  await total('11')
  await expect
    .poll(actions)
    .toEqual(['登录', '登录', '退出登录', '审核通过账号', '登录', '注册账号', '登录失败', '登录', '注册账号', '登录失败', '启用签名密钥'])
  await chooseAction('业务操作')
  await total('1,013')
  await choose('操作人', 'staff_1')
  await total('3')
  await chooseAction('修改小区')
  await total('1')
  await expect.poll(actions).toEqual(['修改小区'])
  await chooseAction('Excel导入房产')
  await expect(page.getByText('没有符合条件的操作')).toBeVisible()
  await chooseAction('全部小区操作')
  await total('3')
  await searchBox().fill('桂花新苑')
  await searchBox().press('Enter')
  await total('2')
  await page.getByRole('textbox', { name: '日期' }).first().click()
  await page.getByText('昨天', { exact: true }).click()
  await expect(page.getByText('没有符合条件的操作')).toBeVisible()
  await page.getByRole('textbox', { name: '日期' }).first().click()
  await page.getByText('今天', { exact: true }).click()
  await total('2')
  await button('重置').click()
  await total('1,024')
  await expect(searchBox()).toHaveValue('')
  await expect(page.locator('.ant-select').filter({ has: page.getByRole('combobox', { name: '操作类型' }) })).toContainText('全部操作')
  await expect(page.locator('.ant-select').filter({ has: page.getByRole('combobox', { name: '操作人' }) })).toContainText('全部操作人')
  await expect(page.getByRole('textbox', { name: '日期' }).first()).toHaveValue('')
})

test('a vote’s entry names property, owner and activity, and the journal can be filtered by activity', async () => {
  const estateid: string = good(await client.post('/vtestate/save', { name: '翠湖花园', addr: '翠湖路16号' })).estateid
  const sheetOf = (area: number) => Array.from({ length: 620 }, (_, index) => property(index).with(6, area))
  for (const area of [80, 81]) {
    good(await client.upload('/vtpropertyinfo/importpropertyinfo', 'uploadfile', '房产.xlsx', await propertyWorkbook(sheetOf(area)), { estateId: estateid }))
  }
  const activity = await makeActivity(client, estateid, { ...activityBody(estateid), ...openNow(), title: '更换门禁系统' })
  await takeSteps(client, activity.activityId, 'start')
  const [first] = (await httpRoster(client, activity.activityId)).values()
  if (!first) throw new Error('no roster')
  good(await askVote(client, activity, [first], '1'))
  await button('查询').click()
  await total('1,032')
  const vote = rows().first()
  await expect(vote).toContainText('完成投票')
  await expect(vote).toContainText('更换门禁系统')
  await expect(vote).toContainText('一期-东区-2栋-1单元-101 冯敏娟')
  await choose('投票活动', '更换门禁系统（翠湖花园）', '门禁')
  // The roster of 620 properties, 500 per entry.
  await total('5')
  await expect.poll(actions).toEqual(['完成投票', '开启投票', '票权清册明细', '票权清册明细', '新增投票活动'])
  await button('重置').click()
  await total('1,032')
})

test('a change of many properties is browsed page by page', async () => {
  await chooseAction('Excel导入房产')
  await total('2')
  await rows().first().getByRole('button', { name: '查看' }).click()
  const entry = dialog(/^第 \d+ 条：Excel导入房产$/)
  const properties = entry.getByRole('table', { name: '逐套改动' })
  await expect(entry).toContainText('逐套改动（共 620 套）')
  await expect(properties.locator('tbody tr.ant-table-row').first()).toHaveText(/^1一期-西区-1栋-1单元-101 .+面积\(㎡\)：80\.00 → 81\.00$/)
  const jump = entry.getByRole('textbox', { name: '页' })
  await jump.fill('62')
  await jump.press('Enter')
  await expect(properties.locator('tbody tr.ant-table-row')).toHaveCount(10)
  await expect(properties.locator('tbody tr.ant-table-row').last()).toHaveText(/^620一期-/)
  await close(entry)
  await expect(entry).toBeHidden()
  await button('重置').click()
  await total('1,032')
})

test('an untouched journal verifies completely', async () => {
  await button('校验').click()
  const verdict = page.getByRole('dialog', { name: '日志校验' })
  await expect(verdict).toContainText('校验通过：1,032 条日志完整，没有被改动')
  await verdict.getByRole('button', { name: '关闭', exact: true }).last().click()
})

/** The rows of a CSV file whose cells are all quoted. */
function readCsv(path: string): string[][] {
  const text = readFileSync(path, 'utf8')
  expect(text.startsWith('\ufeff')).toBe(true)
  return text
    .slice(1)
    .trimEnd()
    .split('\r\n')
    .map((line) => Array.from(line.matchAll(/"((?:[^"]|"")*)"/g), (match) => (match[1] ?? '').replaceAll('""', '"')))
}

const exportDialog = () => dialog('导出操作日志')
/** Exports the filtered journal; with a purpose, phones and ID numbers are whole. */
async function exportFor(purpose: string): Promise<void> {
  await button('导出').click()
  if (purpose !== '') {
    await exportDialog().getByRole('radio', { name: '完整显示' }).check()
    await exportDialog().getByLabel('用途').fill(purpose)
  }
  await exportDialog().getByRole('button', { name: '导出' }).click()
}

test('the filtered journal is exported completely, masked unless requested in full', async () => {
  const path = join(newFolder(), '日志.csv')
  await answerSaveDialog(program, null)
  await exportFor('')
  // Cancelling the save dialog changes nothing.
  await expect(exportDialog().getByRole('button', { name: '导出' })).toBeEnabled()
  await expect(page.getByText('文件已保存')).toHaveCount(0)

  await answerSaveDialog(program, path)
  await exportDialog().getByRole('button', { name: '导出' }).click()
  await expect(page.getByRole('alert').filter({ hasText: '文件已保存' })).toContainText('日志.csv')
  const all = readCsv(path)
  expect(all[0]).toEqual(['序号', '行', '时间', '账号', '姓名', '来源地址', '操作', '对象', '投票活动', '内容', '改动前', '改动后', '对象编号', '校验值'])
  const entries = all.slice(1).filter(([, row]) => row === '')
  expect(entries.map(([number]) => Number(number))).toEqual(Array.from({ length: 1_032 }, (_, index) => 1_032 - index))
  expect(all.length).toBe(1 + 1_032 + 620)
  // The last two cells are an id and a hash, which may contain any digits, like digests in the content.
  expect(all.filter((cells) => /(?<![\da-f])139\d{8}(?![\da-f])/.test(cells.slice(0, -2).join(' ')))).toEqual([])
  // Excel would execute it.
  expect(entries.find(([, , , , , , action]) => action === '删除小区')?.[7]).toBe("'=桂花新苑")

  await chooseAction('Excel导入房产')
  await total('2')
  const part = join(newFolder(), '导入.csv')
  await answerSaveDialog(program, part)
  await exportFor('核对登记的手机号')
  await givePassword(page)
  await expect(page.getByRole('alert').filter({ hasText: '导入.csv' })).toBeVisible()
  expect(readFileSync(part, 'utf8')).toMatch(/手机号：139\d{8}/)
  await button('重置').click()
  // Each file left an entry.
  await total('1,034')
  await expect.poll(async () => (await actions()).slice(0, 2)).toEqual(['导出操作日志', '导出操作日志'])
  await expect(rows().first()).toContainText('操作类型：Excel导入房产')
})

test('an entry changed behind the program’s back is reported by its number', async () => {
  const database = new DatabaseSync(join(data, 'vote.db'))
  try {
    // The file's owner can drop the triggers.
    database.exec('drop trigger audit_entry_update')
    database.prepare('update audit_entry set username = ? where number = 700').run('staff_1')
  } finally {
    database.close()
  }
  await button('校验').click()
  const verdict = page.getByRole('dialog', { name: '日志校验' })
  await expect(verdict).toContainText('校验不通过：第 700 条日志被改动或缺失，请立即停止使用并联系管理员')
  await verdict.getByRole('button', { name: '关闭', exact: true }).last().click()
})

test.afterAll(closeLeftOpen)
