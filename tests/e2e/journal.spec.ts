import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test, type Locator, type Page } from '@playwright/test'
import { good } from '../support/activities.ts'
import { answerSaveDialog } from '../support/dialogs.ts'
import { launch, logIn, newFolder, type Program } from '../support/program.ts'
import { httpClient, memberToken, startProcess, type HttpClient, type ServerProcess } from '../support/server-process.ts'

test.describe.configure({ mode: 'serial' })

/** More than two of the export's pages. */
const ESTATES = 1_010

let data: string
let server: ServerProcess
let program: Program
let page: Page
let client: HttpClient

test.beforeAll(async () => {
  test.setTimeout(120_000)
  data = newFolder()
  server = await startProcess(['--data', data])
  client = httpClient(server.url, await memberToken(server.url))
  const staff = httpClient(server.url, await memberToken(server.url, 'staff_1', '13800000002'))
  for (let number = 1; number <= ESTATES; number++) good(await client.post('/vtestate/save', { name: `小区${number}`, addr: `路${number}号` }))
  const estateid: string = good(await staff.post('/vtestate/save', { name: '桂花苑', addr: '桂花路8号' })).estateid
  good(await staff.post('/vtestate/update', { estateid, name: '=桂花新苑', addr: '桂花路9号' }))
  good(await staff.get('/vtestate/delete', { ids: estateid }))
  program = await launch({ args: ['--server', server.url] })
  page = program.page
  await logIn(program, { captcha: '0000', account: { username: 'admin_1', password: 'abcd1234' } })
})
test.afterAll(async () => {
  await program.close()
  await server.stop()
})

const table = () => page.getByRole('table', { name: '操作日志列表' }).filter({ visible: true })
const rows = () => table().locator('tbody tr.ant-table-row')
const actions = () => table().locator('tbody tr.ant-table-row td:nth-child(5)').allTextContents()
const button = (name: string): Locator => page.getByRole('button', { name, exact: true }).filter({ visible: true })
const total = (count: string) => expect(page.getByText(`共 ${count} 条`, { exact: true }).filter({ visible: true })).toBeVisible()
async function chooseAction(name: string): Promise<void> {
  const choice = page.getByRole('combobox', { name: '操作', exact: true })
  await choice.click()
  // The list is longer than what is drawn of it.
  await choice.press('Home')
  const option = page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: new RegExp(`^${name}$`) })
  for (let step = 0; step < 40 && !(await option.isVisible()); step++) await choice.press('ArrowDown')
  await option.click()
}
const searchBox = () => page.getByRole('textbox', { name: '操作人账号' })

test('every change, newest first: who, when, from where, what', async () => {
  await page.getByRole('menuitem', { name: '操作日志' }).click()
  await expect(table().getByRole('columnheader')).toHaveText(['序号', '时间', '操作人', '来源地址', '操作类型', '内容', '操作'])
  // The two accounts, the estates, and what became of the last one.
  await total('1,015')
  await expect.poll(async () => (await actions()).slice(0, 4)).toEqual(['删除小区', '修改小区', '新增小区', '新增小区'])
  const first = rows().first()
  await expect(first).toContainText('1015')
  await expect(first).toContainText('staff_1（staff_1）')
  await expect(first).toContainText('127.0.0.1')
  await expect(first).toContainText(/\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}/)
  await expect(first).toContainText('=桂花新苑')
  // Of a change what changed.
  await expect(rows().nth(1)).toContainText('名称：桂花苑 → =桂花新苑，地址：桂花路8号 → 桂花路9号')
})

test('an entry shows what was before and after, and its hash', async () => {
  await rows().nth(1).getByRole('button', { name: '查看' }).click()
  const entry = page.getByRole('dialog', { name: '第 1014 条：修改小区' })
  const row = (field: string) => entry.getByRole('row', { name: new RegExp(`^${field} `) })
  await expect(row('名称').getByRole('cell')).toHaveText(['桂花苑', '=桂花新苑已变更'])
  await expect(row('地址').getByRole('cell')).toHaveText(['桂花路8号', '桂花路9号已变更'])
  await expect(row('名称').getByRole('cell').last()).toHaveClass('comparison-changed')
  await expect(entry.getByRole('heading', { name: '技术信息' })).toBeVisible()
  await expect(entry.locator('.journal-hash')).toHaveText(/^[0-9a-f]{64}$/)
  await entry.getByRole('button', { name: '关闭', exact: true }).last().click()
  await expect(entry).toBeHidden()
})

test('the journal is filtered by who and by what, and shown whole again', async () => {
  await searchBox().fill('staff_1')
  await searchBox().press('Enter')
  await total('3')
  await chooseAction('修改小区')
  await total('1')
  await expect.poll(actions).toEqual(['修改小区'])
  await chooseAction('导入房产')
  await expect(page.getByText('没有符合条件的操作')).toBeVisible()
  await button('重置').click()
  await total('1,015')
  await expect(searchBox()).toHaveValue('')
  await expect(page.locator('.journal-action')).toContainText('全部操作')
})

test('an untouched journal is found whole', async () => {
  await button('校验').click()
  const verdict = page.getByRole('dialog', { name: '日志校验' })
  await expect(verdict).toContainText('校验通过：1,015 条日志完整，没有被改动')
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

test('what the filter shows is exported to the disk, all of its pages', async () => {
  const path = join(newFolder(), '日志.csv')
  await answerSaveDialog(program, null)
  await button('导出').click()
  await expect(button('导出')).toBeEnabled()
  await expect(page.getByText('文件已保存')).toHaveCount(0)

  await answerSaveDialog(program, path)
  await button('导出').click()
  await expect(page.getByRole('alert').filter({ hasText: '文件已保存' })).toContainText('日志.csv')
  const all = readCsv(path)
  expect(all[0]).toEqual(['序号', '时间', '账号', '姓名', '来源地址', '操作', '对象', '改动前', '改动后', '摘要'])
  expect(all.slice(1).map(([number]) => Number(number))).toEqual(Array.from({ length: 1_015 }, (_, index) => 1_015 - index))

  await searchBox().fill('staff_1')
  await searchBox().press('Enter')
  await total('3')
  const part = join(newFolder(), '一人.csv')
  await answerSaveDialog(program, part)
  await button('导出').click()
  await expect(page.getByRole('alert').filter({ hasText: '一人.csv' })).toBeVisible()
  expect(
    readCsv(part)
      .slice(1)
      .map(([, , username, , , action]) => [username, action]),
  ).toEqual(['删除小区', '修改小区', '新增小区'].map((action) => ['staff_1', action]))
  await button('重置').click()
})

test('an entry that was changed behind the program’s back is found, by its number', async () => {
  const database = new DatabaseSync(join(data, 'vote.db'))
  try {
    database.prepare('update audit_entry set username = ? where number = 700').run('staff_1')
  } finally {
    database.close()
  }
  await button('校验').click()
  const verdict = page.getByRole('dialog', { name: '日志校验' })
  await expect(verdict).toContainText('校验不通过：第 700 条日志被改动或缺失，请立即停止使用并联系管理员')
  await verdict.getByRole('button', { name: '关闭', exact: true }).last().click()
})
