import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from '@playwright/test'
import { answerSaveDialog, backUp } from '../support/dialogs.ts'
import { closeLeftOpen, dropFile, launch, logIn, newFolder, register, type Program } from '../support/program.ts'
import { propertyWorkbook, workbookOf } from '../support/workbooks/make.ts'

test.describe.configure({ mode: 'serial' })

let program: Program
test.beforeAll(async () => {
  program = await launch()
})
test.afterAll(() => program.close())

const columns = ['分期', '区', '楼栋', '单元', '楼层', '房号', '面积', '产权人', '手机号', '证件号']

test('an empty server leads to registration, whose account is administrator', async () => {
  await expect(program.page.getByText('首个账号将成为管理员')).toBeVisible()
  const code = await register(program)
  await logIn(program)
  await expect(program.page.getByText('王主任，您好')).toBeVisible()
  const logs = join(program.userData, 'logs')
  for (const name of readdirSync(logs)) expect(readFileSync(join(logs, name), 'utf8'), name).not.toMatch(new RegExp(`\\b${code}\\b`))
})

test('an empty system says what to do next, and registers an estate', async () => {
  const { page } = program
  await page.getByRole('button', { name: '登记小区' }).click()
  await page.getByRole('textbox', { name: '小区名称' }).fill('翠苑一区')
  await page.getByLabel('详细地址').fill('杭州市西湖区文一路1号')
  await page
    .getByRole('button', { name: '提交' })
    .or(page.getByRole('button', { name: '保存' }))
    .first()
    .click()
  await expect(page.getByText('提交成功')).toBeVisible()
  await page.getByRole('menuitem', { name: '小区管理' }).click()
  await expect(page.getByRole('row', { name: /翠苑一区/ })).toBeVisible()
})

test('a workbook of 3,000 properties dropped into the window is checked, imported and listed', async () => {
  const { page } = program
  await page.getByRole('menuitem', { name: '房产信息' }).click()
  await expect(page.getByText('这个小区还没有房产')).toBeVisible()
  await page.locator('.empty-state').getByRole('button', { name: 'Excel导入' }).filter({ visible: true }).click()
  await dropFile(page, '[data-testid=import-drop]', '三千户.xlsx', await propertyWorkbook(3_000))
  await expect(page.getByRole('status', { name: '核对结果' })).toHaveText(/共 3,000 行 · 新增 3,000 · 更新 0 · 错误 0/)
  await expect(page.getByRole('table', { name: '数据预览' }).or(page.getByLabel('数据预览')).first()).toBeVisible()
  await page.getByRole('button', { name: '开始导入' }).click()
  await expect(page.getByText('导入成功！新增 3,000，更新 0')).toBeVisible()
  await page.getByRole('button', { name: '查看房产' }).click()
  await expect(page.getByRole('tabpanel').getByText('共 3,000 条')).toBeVisible()
})

test('properties are searched and edited', async () => {
  const { page } = program
  await page
    .getByRole('searchbox')
    .or(page.getByPlaceholder(/姓名、手机号/))
    .first()
    .fill('不会有的人')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/没有找到“不会有的人”/)).toBeVisible()
  await page.getByRole('button', { name: '重置' }).click()
  await expect(page.getByRole('tabpanel').getByText('共 3,000 条')).toBeVisible()
  await page.getByRole('button', { name: '编辑' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('产权人').fill('欧阳改名')
  await dialog.getByRole('button', { name: /提交|保存|确定/ }).click()
  await expect(page.getByText('修改成功')).toBeVisible()
  await page.getByPlaceholder(/姓名、手机号/).fill('欧阳改名')
  await page.getByRole('button', { name: '查询' }).click()
  await expect(page.getByRole('tabpanel').getByText('共 1 条')).toBeVisible()
  await page.getByRole('button', { name: '重置' }).click()
})

test('seven kinds of invalid rows are listed by row and column, and nothing is written', { tag: '@full' }, async () => {
  const { page } = program
  const right = ['九期', '', '1栋', '1单元', '1', '101', 80, '张三', '13800138000', '']
  const rows = [
    right,
    ['', '', '1栋', '', '', '102', 80, '张三', '13800138000', ''],
    ['九期', '', '1栋', '', '', '103', 'abc', '张三', '13800138000', ''],
    ['九期', '', '1栋', '', '', '104', 80, '张三/李四', '13800138000', ''],
    ['九期', '', '1栋', '', '', '105', 80, '张三', '1380013', ''],
    ['九期', '', '1栋', '', '', '106', 80, '张三', '13800138000', Number('110101199001011237')],
    ['九期', '', new Date(Date.UTC(2026, 2, 1)), '', '', '107', 80, '张三', '13800138000', ''],
    right,
  ]
  await page.getByRole('button', { name: 'Excel导入' }).click()
  await dropFile(page, '[data-testid=import-drop]', '有错.xlsx', await workbookOf([columns, ...rows]))
  await expect(page.getByText(/共 7 处错误（未写入任何数据）/)).toBeVisible()
  const errors = page.getByLabel('错误列表')
  await expect(errors.getByRole('row', { name: /^3 分期/ })).toBeVisible()
  await expect(errors.getByText('单元格是数字格式，末尾数字可能已丢失，请设为文本后重新填写')).toBeVisible()
  await expect(errors.getByText(/被识别为日期，请设为文本/)).toBeVisible()
  await expect(errors.getByText(/与第2行重复/)).toBeVisible()
  await page.getByRole('button', { name: '返回列表' }).click()
  await expect(page.getByRole('tabpanel').getByText('共 3,000 条')).toBeVisible()
})

test('an import cancelled in the middle has written nothing', { tag: '@full' }, async () => {
  const { page } = program
  await page.getByRole('button', { name: 'Excel导入' }).click()
  if (await page.getByRole('button', { name: '重新选择' }).isVisible()) await page.getByRole('button', { name: '重新选择' }).click()
  await dropFile(page, '[data-testid=import-drop]', '六万户.xlsx', await propertyWorkbook(60_000))
  const cancel = page.getByRole('button', { name: '取消' })
  await expect(cancel).toBeVisible()
  await cancel.click()
  await expect(page.getByText('已取消，未写入任何数据').first()).toBeVisible()
  await page.getByRole('button', { name: '返回列表' }).click()
  await expect(page.getByRole('tabpanel').getByText('共 3,000 条')).toBeVisible()
})

test('all data are backed up to a chosen file', async () => {
  const { page, app } = program
  const path = join(newFolder(), '备份.db')
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = (...given: unknown[]) => {
      Object.assign(globalThis, { suggestedPlace: (given.at(-1) as { defaultPath: string }).defaultPath })
      return Promise.resolve({ canceled: false, filePath })
    }
  }, path)
  await page.getByRole('button', { name: /王主任/ }).click()
  await backUp(page)
  await expect(page.getByText('数据已备份')).toBeVisible()
  await expect(page.getByRole('button', { name: '打开所在文件夹' })).toBeVisible()
  expect(await app.evaluate(() => (globalThis as unknown as { suggestedPlace: string }).suggestedPlace)).toMatch(/社区投票平台_备份_\d{12}\.db$/)
  expect(existsSync(path)).toBe(true)
  const copy = new DatabaseSync(path, { readOnly: true })
  expect(copy.prepare('select count(*) as properties from property').get()).toEqual({ properties: 3_000 })
  expect(copy.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' })
  copy.close()
  await page.getByRole('menuitem', { name: '操作日志' }).click()
  const entry = page.getByRole('row').filter({ hasText: '备份数据' })
  await expect(entry).toContainText('用途：定期备份')
  await expect(entry).toContainText(`字节数：${statSync(path).size}`)
})

test('a logged-out page gets no backup by any call', async () => {
  const { page } = program
  const path = join(newFolder(), '备份.db')
  await answerSaveDialog(program, path)
  await page.getByRole('button', { name: /王主任/ }).click()
  await page.getByRole('menuitem', { name: '安全退出' }).click()
  await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible()
  const outcome = await page.evaluate(() => {
    const { bridge } = globalThis as unknown as { bridge: { run(name: string, input: unknown): Promise<unknown> } }
    return bridge.run('data.backUp', { suggestedName: '备份.db', purpose: '定期备份', password: null })
  })
  expect(outcome).toMatchObject({ ok: false, failure: { kind: 'refused', code: 443 } })
  expect(existsSync(path)).toBe(false)
})

test.afterAll(closeLeftOpen)
