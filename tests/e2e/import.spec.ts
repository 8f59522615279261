import { expect, test, type Page } from '@playwright/test'
import { propertySheet } from '../../src/shared/features/property/sheet.ts'
import { good } from '../support/activities.ts'
import { dropFile, launch, logIn, newFolder, serverForAll } from '../support/program.ts'
import { expectToast } from '../support/toasts.ts'
import { workbookOf } from '../support/workbooks/make.ts'

test.describe.configure({ mode: 'serial' })

const client = serverForAll()
let page: Page
let estateId: string

test.beforeAll(async () => {
  // The list opens the newest estate.
  good(await client.post('/vtestate/save', { name: '另一小区', addr: '文三路2号' }))
  estateId = good(await client.post('/vtestate/save', { name: '翠苑人家', addr: '文三路1号' })).estateid
  const program = await launch({ args: ['--server', client.url], userData: newFolder() })
  page = program.page
  await logIn(program, { captcha: '0000', account: { username: 'admin_1', password: 'pine4827' } })
  await page.getByRole('menuitem', { name: '房产信息' }).click()
})

const header = Object.values(propertySheet.columns).map(({ name }) => name)
const line = (room: string, change: Readonly<Record<string, unknown>> = {}) => {
  const right: Record<string, unknown> = { 分期: '一期', 楼栋: '1栋', 单元: '1单元', 房号: room, 面积: 88.8, 产权人: '钱一', 手机号: '13700137000' }
  return header.map((name) => (name in change ? change[name] : (right[name] ?? '')))
}
const drop = async (name: string, rows: readonly unknown[][]) => dropFile(page, '[data-testid=import-host]:visible', name, await workbookOf([header, ...rows]))
const panel = () => page.getByRole('dialog', { name: 'Excel导入' })
const button = (name: string | RegExp) => panel().getByRole('button', { name })
const cell = (row: number, column: string) => panel().getByRole('textbox', { name: `第${row}行 ${column}` })
const checked = () => panel().getByRole('status', { name: '核对结果' })
const stored = async () =>
  (good(await client.get('/vtpropertyinfo/list', { estateId, pageNo: 1, pageSize: 500 })).datas as Record<string, string | number>[]).map(
    ({ room, areasize, personname, mobileno }) => [room, areasize, personname, mobileno],
  )

test('invalid cells are corrected in the table and rechecked; nothing is written until all are valid', async () => {
  await drop('花名册.xlsx', [
    line('101'),
    line('102', { 手机号: '1380013800' }),
    line('103', { 面积: 'abc', 产权人: '甲/乙', 手机号: '' }),
    line('101', { 产权人: '孙五' }),
    line('105', { 产权人: '丙/丁', 手机号: '13800138005' }),
  ])
  await expect(panel().getByText('共 5 处错误（未写入任何数据）')).toBeVisible()
  await expect(cell(3, '手机号')).toBeFocused()
  await expect(cell(3, '手机号')).toHaveValue('')
  await expect(cell(3, '手机号')).toHaveAttribute('placeholder', '138****3800（10位）')
  await expect(cell(4, '面积')).toHaveValue('abc')
  await expect(button('重新核对')).toHaveAttribute('aria-disabled', 'true')

  // Enter moves to the next invalid cell, and from the last to the button. In a narrow window none is hidden behind sticky parts.
  await page.setViewportSize({ width: 1000, height: 768 })
  await cell(3, '手机号').fill('13800138002')
  for (const [row, column] of [
    [4, '面积'],
    [4, '手机号'],
    [5, '房号'],
    [6, '手机号'],
  ] as const) {
    await page.keyboard.press('Enter')
    await expect(cell(row, column)).toBeFocused()
    const isSeen = await cell(row, column).evaluate((input) => {
      const { left, top, width, height } = input.getBoundingClientRect()
      return [left + 2, left + width - 2].every((x) => input.contains(document.elementFromPoint(x, top + height / 2)))
    })
    expect([row, column, isSeen]).toEqual([row, column, true])
  }
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.keyboard.press('Enter')
  await expect(button('重新核对（已改 1 格）')).toBeFocused()

  // Only cells without a whole number, one per owner.
  await button('一键按无手机号（1）').click()
  await expect(cell(4, '手机号')).toHaveValue('11111111111/11111111111')
  await expect(cell(6, '手机号')).toHaveValue('')
  await cell(4, '面积').fill('0')
  await cell(5, '房号').fill('104')
  await button('重新核对（已改 4 格）').click()
  await expect(panel().getByText('共 2 处错误（未写入任何数据）')).toBeVisible()
  await expect(panel()).toContainText('4 格：手机号 2、面积 1、房号 1')
  await expect(cell(4, '面积')).toHaveValue('0')
  await expect(cell(3, '手机号')).toBeHidden()
  expect(await stored()).toEqual([])

  // Typed values are still there on return.
  await cell(4, '面积').fill('90.5')
  await button('返回列表').click()
  await page.getByRole('button', { name: '查看' }).filter({ visible: true }).click()
  await expect(cell(4, '面积')).toHaveValue('90.5')
  await cell(6, '手机号').fill('13800138005/11111111111')
  await button('重新核对（已改 2 格）').click()
  await expect(checked()).toHaveText('共 5 行 · 新增 5 · 更新 0 · 错误 0')
  expect(await stored()).toEqual([])

  // After discarding, the file has its original errors; another file starts without these corrections.
  await button('放弃改正').click()
  await expect(panel().getByText('共 5 处错误（未写入任何数据）')).toBeVisible()
  await cell(3, '手机号').fill('13800138002')
  await button('重新选择').click()
  await page.getByRole('dialog').filter({ hasText: '放弃已改好的内容吗？' }).getByRole('button', { name: '重新选择' }).click()
  await expect(panel()).toContainText('把 Excel 文件拖到这里，或点击选择')
  await drop('花名册.xlsx', [line('101'), line('102', { 手机号: '1380013800' })])
  await expect(panel().getByText('共 1 处错误（未写入任何数据）')).toBeVisible()
  await expect(cell(3, '手机号')).toHaveValue('')
  await cell(3, '手机号').fill('13800138002')
  await button('重新核对（已改 1 格）').click()
  await expect(checked()).toHaveText('共 2 行 · 新增 2 · 更新 0 · 错误 0')
  await button('开始导入').click()
  await expect(panel().getByText('导入成功！新增 2，更新 0')).toBeVisible()
  expect(await stored()).toEqual([
    ['101', 88.8, '钱一', '13700137000'],
    ['102', 88.8, '钱一', '13800138002'],
  ])
  await button('继续导入').click()
})

test('300 invalid phones become “none” with one click, across pages', async () => {
  const rows = Array.from({ length: 300 }, (_, index) => line(String(1001 + index), { 手机号: index % 2 === 0 ? '无' : '' }))
  await drop('三百户.xlsx', [...rows, line('2001', { 面积: '-1' })])
  await expect(panel().getByText('共 301 处错误（未写入任何数据）')).toBeVisible()
  await cell(2, '手机号').fill('13900139000')
  await button('一键按无手机号（299）').click()
  await button('撤回未核对的改动').click()
  await button('一键按无手机号（300）').click()
  await panel().getByRole('combobox', { name: '只看哪一列的错误' }).click()
  await page.locator('.ant-select-dropdown:visible').getByText('面积（1）', { exact: true }).click()
  await cell(302, '面积').fill('60')
  await button('重新核对（已改 301 格）').click()
  await expect(checked()).toHaveText('共 301 行 · 新增 301 · 更新 0 · 错误 0')
  await button('返回列表').click()
})

const question = () => page.getByRole('dialog').filter({ hasText: '撤销这次导入吗？' })
const importRows = async (name: string, rows: readonly unknown[][]) => {
  await drop(name, rows)
  await button('开始导入').click()
  await expect(panel().getByText(/^导入成功！/)).toBeVisible()
}

test('an import is undone from its end and from the list, until something has changed', async () => {
  const before = await stored()
  await importRows('改.xlsx', [line('101', { 面积: 99 }), line('201')])
  await expect(button('撤销本次导入')).toBeVisible()
  await button('撤销本次导入').click()
  await expect(question()).toContainText('admin_1 导入的“改.xlsx”：新增的 1 套房产将移除。更新的 1 套房产恢复为导入前的内容。')
  await question().getByRole('button', { name: '取消' }).click()
  expect((await stored()).length).toBe(before.length + 1)
  await button('撤销本次导入').click()
  await question().getByRole('button', { name: '撤销导入' }).click()
  await expectToast(page, '已撤销导入：移除 1 套，恢复 1 套')
  await expect(panel()).toBeHidden()
  expect(await stored()).toEqual(before)
  const undoLast = () => page.getByRole('button', { name: '撤销最近导入' }).filter({ visible: true })
  await expect(undoLast()).toBeHidden()

  // A colleague has changed one meanwhile: the list still offers it, the server refuses, and then the list is updated.
  await importRows('再来.xlsx', [line('301'), line('302')])
  await button('查看房产').click()
  await expect(undoLast()).not.toHaveAttribute('aria-disabled')
  await undoLast().click()
  await expect(question()).toContainText('新增的 2 套房产将移除。')
  const { datas } = good(await client.get('/vtpropertyinfo/list', { estateId, condition: '301' }))
  good(await client.post('/vtpropertyinfo/update', { propertyid: datas[0].propertyid, room: '301', areasize: 77 }))
  await question().getByRole('button', { name: '撤销导入' }).click()
  await expectToast(page, '导入之后有1套房产已修改或删除，不能撤销')
  await expect(undoLast()).toHaveAttribute('aria-disabled', 'true')
  expect((await stored()).length).toBe(before.length + 2)
})

test('a finished import links to the estate’s check-up, and to a new vote', { tag: '@full' }, async () => {
  await importRows('下一步.xlsx', [line('401')])
  await button('名册体检').click()
  await expect(page.getByRole('tab', { selected: true })).toContainText(/体检/)
  await expect(page.getByRole('tabpanel').getByText('翠苑人家').first()).toBeVisible()
  await page.getByRole('menuitem', { name: '房产信息' }).click()
  await expect(panel()).toBeHidden()
  await importRows('下一步.xlsx', [line('402')])
  await button('新建投票').click()
  await expect(page.getByRole('tabpanel').getByText('翠苑人家').first()).toBeVisible()
})
