import { join } from 'node:path'
import { writeFileSync } from 'node:fs'
import { expect, test, type Page } from '@playwright/test'
import { good } from '../support/activities.ts'
import { answerOpenDialog } from '../support/dialogs.ts'
import { launch, logIn, newFolder, serverForAll, type Program } from '../support/program.ts'
import { property } from '../support/properties.ts'
import { workbookOf } from '../support/workbooks/make.ts'

test.describe.configure({ mode: 'serial' })

const client = serverForAll()
let program: Program
let page: Page
let estateId: string
test.beforeAll(async () => {
  estateId = good(await client.post('/vtestate/save', { name: '翠湖花园', addr: '文三路1号' })).estateid
  for (const [index, owner] of ['张三', '李四', '王五'].entries())
    good(await client.post('/vtpropertyinfo/save', property(estateId, { room: `10${index + 1}` }, { personname: owner })))
  program = await launch({ args: ['--server', client.url], userData: newFolder() })
  page = program.page
  await logIn(program, { captcha: '0000', account: { username: 'admin_1', password: 'pine4827' } })
})

const table = (name = '房产列表') => page.getByRole('table', { name }).filter({ visible: true })
const row = (room: string) =>
  table()
    .getByRole('row')
    .filter({ has: page.getByRole('cell', { name: room, exact: true }) })
const button = (name: string) => page.getByRole('button', { name, exact: true }).filter({ visible: true })
const stored = async () =>
  (good(await client.get('/vtpropertyinfo/list', { estateId, pageSize: 500 })).datas as Record<string, unknown>[]).map((each) => [
    each['room'],
    each['category'],
    each['areasource'],
  ])
async function choose(label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).filter({ visible: true }).click()
  await page.locator('.ant-select-dropdown:visible').getByText(option, { exact: true }).click()
}

test('a property’s category is edited, filtered by, and shown in optional columns', async () => {
  await page.getByRole('menuitem', { name: '房产信息' }).click()
  await row('102').getByRole('button', { name: '编辑' }).click()
  const form = page.getByRole('dialog', { name: /^编辑房产/ })
  for (const [label, option] of [
    ['用途', '商铺'],
    ['面积依据', '实测'],
  ] as const) {
    await form.getByRole('combobox', { name: label }).click()
    await page.locator('.ant-select-dropdown:visible').getByText(option, { exact: true }).click()
  }
  await form.getByRole('button', { name: '提交' }).click()
  await expect(form).toBeHidden()
  expect(await stored()).toEqual([
    ['101', 1, null],
    ['102', 2, 2],
    ['103', 1, null],
  ])
  await choose('用途', '商铺')
  await expect(page.getByText('共 1 条', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: '列设置' }).filter({ visible: true }).click()
  const choices = page.getByRole('tooltip').filter({ hasText: '显示的列' })
  await expect(choices.getByRole('checkbox', { name: '面积依据' })).not.toBeChecked()
  await choices.getByRole('checkbox', { name: '用途' }).check()
  await choices.getByRole('checkbox', { name: '面积依据' }).check()
  await page.keyboard.press('Escape')
  await expect(row('102')).toContainText(/商铺实测/)
  await button('重置').click()
  await expect(page.getByText('共 3 条', { exact: true })).toBeVisible()
})

test('a workbook sets categories; an unknown word is reported with the valid ones', async () => {
  const columns = ['分期', '楼栋', '单元', '房号', '面积', '产权人', '手机号', '用途', '面积依据']
  const line = (room: string, ...words: string[]) => ['一期', '1栋', '1单元', room, 12.5, '赵六', '13800138004', ...words]
  const drop = async (name: string, rows: readonly (readonly unknown[])[]) => {
    const path = join(newFolder(), name)
    writeFileSync(path, await workbookOf(rows))
    await answerOpenDialog(program, path)
    await page.getByRole('button', { name: /或点击选择/ }).click()
  }
  const panel = page.getByRole('dialog', { name: 'Excel导入' })
  await button('Excel导入').click()
  await drop('错.xlsx', [columns, line('201', '别墅', '登记')])
  await expect(panel.getByRole('table', { name: '错误列表' })).toContainText('用途只能是：住宅、商铺、车位、其他')
  await panel.getByRole('button', { name: '重新选择' }).click()
  await drop('对.xlsx', [columns, line('201', '车位', '登记'), line('202', '其他', '')])
  await expect(panel.getByRole('status', { name: '核对结果' })).toHaveText('共 2 行 · 新增 2 · 更新 0 · 错误 0')
  await expect(panel.getByRole('table', { name: '数据预览' })).toContainText('车位')
  await panel.getByRole('button', { name: '开始导入' }).click()
  await expect(panel.getByText('导入成功！新增 2，更新 0')).toBeVisible()
  await panel.getByRole('button', { name: '查看房产' }).click()
  await expect(row('201')).toContainText(/车位登记/)
  expect((await stored()).slice(3)).toEqual([
    ['201', 3, 1],
    ['202', 4, null],
  ])
})

test('the estate shows its properties by category', async () => {
  await page.getByRole('menuitem', { name: '小区管理' }).click()
  await table('小区列表').getByRole('button', { name: '5', exact: true }).hover()
  await expect(page.getByRole('tooltip')).toHaveText(/住宅 2 套，.*商铺 1 套，.*车位 1 套，12.50㎡其他 1 套，12.50㎡/)
})
