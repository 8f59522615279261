import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, type Locator, type Page } from '@playwright/test'
import ExcelJS from 'exceljs'
import { propertySheet } from '../../src/shared/features/property/sheet.ts'
import { askMark, good, makeEstate, takeSteps } from '../support/activities.ts'
import { propertyAt, httpRoster, makeActivityNow } from '../support/http-activities.ts'
import { property } from '../support/properties.ts'
import { answerOpenDialog, answerSaveDialog } from '../support/dialogs.ts'
import { breakDisk } from '../support/disk.ts'
import { closeLeftOpen, dropFile, launch, logIn, newFolder, type Program } from '../support/program.ts'
import { startProxy, type Proxy } from '../support/proxy.ts'
import { httpClient, memberToken, startProcess, type HttpClient } from '../support/server-process.ts'
import { settled } from '../support/settled.ts'
import { badWorkbooks } from '../support/workbooks/badWorkbooks.ts'
import { workbookOf } from '../support/workbooks/make.ts'
import { expectToast } from '../support/toasts.ts'

test.describe.configure({ mode: 'serial' })

let proxy: Proxy
let program: Program
let page: Page
let client: HttpClient
/** The estate with zones, whose three properties differ in all searched fields. */
let zonedId: string

test.beforeAll(async () => {
  const server = await startProcess(['--data', newFolder()])
  client = httpClient(server.url, await memberToken(server.url))
  zonedId = good(await client.post('/vtestate/save', { name: '分区小区', addr: '文三路1号' })).estateid
  for (const each of [
    property(zonedId, { period: '一期', zone: '东区', building: '3栋', room: '1201' }, { personname: '张三/李四', mobileno: '13800138001/11111111111' }),
    property(
      zonedId,
      { period: '二期', zone: '西区', building: '5栋', unit: '2单元', room: '0301' },
      { personname: '王五', mobileno: '13900139002', idno: '110101199003070011' },
    ),
    property(zonedId, { period: '三期', building: '7栋', unit: '', room: '802' }, { personname: '赵六', mobileno: '15000150003', areasize: 1102.5 }),
  ])
    good(await client.post('/vtpropertyinfo/save', each))
  await makeEstate(client, [], '无区小区')
  proxy = await startProxy(server.url)
  program = await start(newFolder())
  await logIn(program, { captcha: '0000', account: { username: 'admin_1', password: 'pine4827' } })
})
test.afterAll(async () => {
  await closeLeftOpen()
  await proxy.close()
})

async function start(userData: string): Promise<Program> {
  const started = await launch({ args: ['--server', proxy.url], userData })
  page = started.page
  return started
}

const table = () => page.getByRole('table', { name: '房产列表' }).filter({ visible: true })
const row = (room: string): Locator =>
  table()
    .getByRole('row')
    .filter({ has: page.getByRole('cell', { name: room, exact: true }) })
const headings = () => table().getByRole('columnheader')
const dialog = (name: string) => page.getByRole('dialog', { name })
const question = (title: string) => page.getByRole('dialog').filter({ hasText: title })
const button = (name: string) => page.getByRole('button', { name, exact: true }).filter({ visible: true })
/** The page's own button; an empty list has another one. */
const importButton = () => button('Excel导入').first()
const openList = () => page.getByRole('menuitem', { name: '房产信息' }).click()
const columnSettings = () => page.getByRole('button', { name: '列设置' }).filter({ visible: true })
const estatePicker = () => page.getByRole('search').filter({ visible: true }).getByTestId('estate-picker')
async function chooseEstate(name: string): Promise<void> {
  await estatePicker().click()
  await page.locator('.ant-select-dropdown:visible').getByText(name, { exact: true }).click()
  await expect(estatePicker()).toContainText(name)
}
const searchBox = () => page.getByRole('textbox', { name: /^姓名、手机号/ }).filter({ visible: true })
const search = async (term: string) => {
  await searchBox().fill(term)
  await searchBox().press('Enter')
}
const total = (count: number) => expect(page.getByText(`共 ${count} 条`, { exact: true }).filter({ visible: true })).toBeVisible()
const stored = async (estateId: string, condition: string) =>
  good(await client.get('/vtpropertyinfo/list', { estateId, condition, pageNo: 1, pageSize: 10 })).datas as Record<string, string | number>[]
const estateIdOf = async (name: string): Promise<string> =>
  (good(await client.get('/vtestate/getallestates')) as { estateid: string; name: string }[]).find((each) => each.name === name)?.estateid ?? ''
const fillIn = async (form: Locator, values: Readonly<Record<string, string>>) => {
  for (const [label, value] of Object.entries(values)) await form.getByLabel(label, { exact: true }).fill(value)
}

test('the first estate is shown by default with nine columns; zones add a tenth', async () => {
  await openList()
  const [first] = good(await client.get('/vtestate/getallestates')) as { name: string }[]
  await expect(estatePicker()).toContainText(first?.name ?? '')
  const nine = ['楼栋', '单元', '楼层', '房号', '产权人', '手机号', '证件号', '面积(㎡)', '操作']
  await chooseEstate('无区小区')
  await expect(page.getByText('这个小区还没有房产。点“Excel导入”，或把文件直接拖到这里')).toBeVisible()
  await expect(headings()).toHaveText(['', '分期', ...nine])
  // The hint of a header below the picker does not keep the pointer from it.
  await headings().filter({ hasText: '分期' }).hover()
  await expect(page.getByRole('tooltip').filter({ hasText: '点击升序' })).toBeVisible()
  await chooseEstate('分区小区')
  await expect(headings()).toHaveText(['', '分期', '区', ...nine])
  await total(3)
  await expect(row('802').getByRole('cell')).toContainText(['', '三期', '', '7栋', '', '8', '802', '赵六', '150****0003', '', '1,102.50'])
})

test('properties are found by name, phone, ID number and all place fields, and by several words', async () => {
  for (const [term, room] of [
    ['李四', '1201'],
    ['13900139002', '0301'],
    ['99003070', '0301'],
    ['三期', '802'],
    ['东区', '1201'],
    ['5栋', '0301'],
    ['802', '802'],
    ['  二期   王五 ', '0301'],
  ] as const) {
    await search(term)
    await total(1)
    await expect(row(room)).toBeVisible()
  }
  await search('二期 张三')
  await expect(page.getByText('没有找到“二期 张三”，请换个条件再查')).toBeVisible()
  await button('显示全部').click()
  await total(3)
  // SQL wildcard characters are matched literally.
  await search('%')
  await expect(page.getByText('没有找到“%”，请换个条件再查')).toBeVisible()
  await button('重置').click()
  await total(3)
  await expect(searchBox()).toHaveValue('')
  // The Enter that commits an IME composition is no search.
  await searchBox().fill('李四')
  await searchBox().dispatchEvent('keydown', { key: 'Enter', isComposing: true })
  await settled(page)
  await total(3)
  await searchBox().press('Enter')
  await total(1)
  await button('重置').click()
  await total(3)
})

test('phones and ID numbers are masked until clicked; the placeholder is not', async () => {
  await expect(row('0301')).toContainText('139****9002')
  await expect(row('0301')).toContainText('110***********0011')
  await expect(row('1201')).toContainText('138****8001/11111111111')
  await row('0301').getByRole('button', { name: '显示手机号' }).click()
  await expect(row('0301')).toContainText('13900139002')
  await expect(row('0301')).not.toContainText('110101199003070011')
  await row('0301').getByRole('button', { name: '显示证件号' }).click()
  await expect(row('0301')).toContainText('110101199003070011')
  await row('0301').getByRole('button', { name: '隐藏手机号' }).click()
  await expect(row('0301')).not.toContainText('13900139002')
})

test('a new property: six messages, formats of area and phone, as many phones as owners', async () => {
  await button('新增').click()
  const form = dialog('新增房产 · 分区小区')
  await form.getByRole('button', { name: '提交' }).click()
  for (const sentence of ['请输入房产分期', '请输入房屋号', '请输入楼栋号', '请输入面积信息', '请输入产权人姓名', '请输入产权人手机号'])
    await expect(form.getByText(sentence)).toBeVisible()
  await expect(form.locator('.ant-form-item-explain-error')).toHaveCount(6)
  await expect(form.getByLabel('分期', { exact: true })).toBeFocused()

  await fillIn(form, { 分期: '一期', 楼栋: '9栋', 房号: '101', 面积: '89.555', 产权人: '孙七/周八', 手机号: '1380013' })
  await form.getByRole('button', { name: '提交' }).click()
  await expect(form.getByText('面积必须是大于0的数字，最多两位小数')).toBeVisible()
  await expect(form.getByText('手机号须为11位数字，座机写成 区号-号码，没有手机号请填 11111111111')).toBeVisible()
  await fillIn(form, { 面积: '89.5', 手机号: '13800138009' })
  await form.getByRole('button', { name: '提交' }).click()
  await expect(form.getByText('产权人、手机号、证件号的个数不一致，多个之间用 / 分隔')).toBeVisible()
  await fillIn(form, { 手机号: '13800138009/11111111111' })
  await form.getByRole('button', { name: '提交' }).click()
  await expectToast(page, '提交成功')
  await expect(form).toBeHidden()
  const [saved] = await stored(zonedId, '孙七')
  expect(saved).toMatchObject({
    period: '一期',
    building: '9栋',
    unit: '',
    room: '101',
    areasize: 89.5,
    personname: '孙七/周八',
    mobileno: '13800138009/11111111111',
  })

  // The same place again is refused with the server's message.
  await button('新增').click()
  await fillIn(form, { 分期: '一期', 楼栋: '9栋', 房号: '101', 面积: '60', 产权人: '吴九', 手机号: '11111111111' })
  await form.getByRole('button', { name: '提交' }).click()
  await expectToast(page, '该房产已存在')
  await expect(form.getByLabel('产权人', { exact: true })).toHaveValue('吴九')
  await fillIn(form, { 房号: '102' })
  await form.getByRole('button', { name: '提交' }).click()
  await expectToast(page, '提交成功')
  await total(5)
})

test('the edit form requires only the room, and emptied fields keep their value', async () => {
  await row('102').getByRole('button', { name: '编辑' }).click()
  const form = dialog('编辑房产')
  await expect(form.getByLabel('产权人', { exact: true })).toHaveValue('吴九')
  await fillIn(form, { 分期: '', 楼栋: '', 房号: '', 面积: '', 产权人: '', 手机号: '' })
  await form.getByRole('button', { name: '提交' }).click()
  await expect(form.getByText('请输入房屋号')).toBeVisible()
  await expect(form.locator('.ant-form-item-explain-error')).toHaveCount(1)
  await fillIn(form, { 房号: '103', 单元: '3单元' })
  await form.getByRole('button', { name: '提交' }).click()
  await expectToast(page, '修改成功')
  const [saved] = await stored(zonedId, '吴九')
  expect(saved).toMatchObject({ period: '一期', building: '9栋', unit: '3单元', room: '103', areasize: 60, personname: '吴九', mobileno: '11111111111' })
})

test('one or several properties are deleted, named; without a selection the button says so', async () => {
  await expect(button('批量删除')).toBeDisabled()
  await button('批量删除').hover()
  await expect(page.getByRole('tooltip', { name: '请选择要删除的数据' })).toBeVisible()
  await row('103').getByRole('button', { name: '删除' }).click()
  await expect(question('确认删除该记录吗?')).toContainText('一期-9栋-3单元-103')
  await question('确认删除该记录吗?').getByRole('button', { name: '取消' }).click()
  await row('103').getByRole('checkbox').check()
  await row('101').getByRole('checkbox').check()
  await button('批量删除').click()
  await expect(question('确认删除该记录吗?')).toContainText(/一期-9栋-.*10[13] 等 2 条/)
  await question('确认删除该记录吗?').getByRole('button', { name: '删除' }).click()
  await expectToast(page, '删除成功')
  await total(3)
  await row('802').getByRole('button', { name: '删除' }).click()
  await question('确认删除该记录吗?').getByRole('button', { name: '删除' }).click()
  await expectToast(page, '删除成功')
  await total(2)
  expect(await stored(zonedId, '802')).toEqual([])
})

test('importing into an activity: no selection, no activity, then added, updated and skipped counts', async () => {
  await expect(button('同步到投票活动')).toBeDisabled()
  await button('同步到投票活动').hover()
  await expect(page.getByRole('tooltip', { name: '请选择要同步的数据' })).toBeVisible()
  for (const room of ['1201', '0301']) await row(room).getByRole('checkbox').check()
  await button('同步到投票活动').click()
  const choice = dialog('同步到投票活动 · 2 套房产')
  await expect(choice.getByText('这个小区没有未结束的投票活动。新建投票活动后，才能把房产同步进去')).toBeVisible()
  await page.keyboard.press('Escape')

  const activity = await makeActivityNow(client, zonedId, { title: '更新电梯' })
  await takeSteps(client, activity.activityId, 'start')
  const roster = await httpRoster(client, activity.activityId)
  good(await askMark(client, activity.activityId, propertyAt(roster, '二期-西区-5栋-2单元-0301'), 'M-1'))
  good(await client.post('/vtpropertyinfo/save', property(zonedId, { building: '9栋', room: '909' }, { personname: '新业主' })))
  const [changed] = await stored(zonedId, '1201')
  good(await client.post('/vtpropertyinfo/update', { propertyid: changed?.['propertyid'], room: '1201', personname: '张三/李小四' }))
  // Repeating the search reloads: a colleague has added one.
  await button('查询').click()
  await row('909').getByRole('checkbox').check()
  await button('同步到投票活动').click()
  const three = dialog('同步到投票活动 · 3 套房产')
  await expect(three.getByRole('radio', { name: /更新电梯/ })).toBeChecked()
  await three.getByRole('button', { name: '同步', exact: true }).click()
  await expect(question('确认提交吗？')).toContainText('等 3 条 同步到“更新电梯”')
  await question('确认提交吗？').getByRole('button', { name: '提交' }).click()
  await expectToast(page, '同步成功')
  await expect(three).toContainText('同步成功：新增 1，更新 1，跳过 1')
  await expect(three.getByRole('row').filter({ hasText: '二期-西区-5栋-2单元-0301' })).toContainText('该票权已标记或已投票，不能调整')
  await three.getByRole('button', { name: '完成' }).click()
  const after = await httpRoster(client, activity.activityId)
  expect(propertyAt(after, '一期-东区-3栋-1单元-1201').ownerName).toBe('张三/李小四')
  expect(after.size).toBe(3)
})

const header = Object.values(propertySheet.columns).map(({ name }) => name)
const line = (room: string, owner: string) => ['一期', '', '1栋', '1单元', '', room, 88.8, owner, '13700137000', '']
const panel = () => dialog('Excel导入')
const drop = (name: string, bytes: Uint8Array) => dropFile(page, '[data-testid=import-host]:visible', name, bytes)
const checked = () => panel().getByRole('status', { name: '核对结果' })
const fileOf = (name: string, bytes: Uint8Array): string => {
  const path = join(newFolder(), name)
  writeFileSync(path, bytes)
  return path
}

test('a workbook is chosen or dropped: checked first, written only on confirmation', async () => {
  await chooseEstate('无区小区')
  const estateId = await estateIdOf('无区小区')
  await importButton().click()
  await expect(panel()).toContainText('只接受 .xlsx 文件，大小不超过 10M；先核对，确认后才写入')
  // Cancelling the dialog changes nothing.
  await answerOpenDialog(program, null)
  await page.getByRole('button', { name: /把 Excel 文件拖到这里，或点击选择/ }).click()
  // The dialog has been answered: the next answer must not reach this one.
  await expect(page.getByRole('button', { name: /把 Excel 文件拖到这里，或点击选择/ })).toHaveAttribute('aria-busy', 'false')
  await answerOpenDialog(program, fileOf('两套.xlsx', await workbookOf([header, line('101', '钱一'), line('102', '钱二')])))
  await page.getByRole('button', { name: /把 Excel 文件拖到这里，或点击选择/ }).click()
  await expect(checked()).toHaveText('共 2 行 · 新增 2 · 更新 0 · 错误 0')
  await expect(panel().getByRole('table', { name: '数据预览' }).getByRole('row').filter({ hasText: '钱二' })).toContainText('102')
  expect(await stored(estateId, '')).toEqual([])
  await panel().getByRole('button', { name: '开始导入' }).click()
  await expect(panel().getByText('导入成功！新增 2，更新 0')).toBeVisible()
  await panel().getByRole('button', { name: '查看房产' }).click()
  await total(2)

  await drop('一改一新.xlsx', await workbookOf([header, line('102', '钱二改'), line('103', '钱三')]))
  await expect(checked()).toHaveText('共 2 行 · 新增 1 · 更新 1 · 错误 0')
  await panel().getByRole('button', { name: '开始导入' }).click()
  await expect(panel().getByText('导入成功！新增 1，更新 1')).toBeVisible()
  await panel().getByRole('button', { name: '查看房产' }).click()
  await total(3)
  await expect(row('102')).toContainText('钱二改')
})

test('unrecognised columns are mapped by hand, and the check continues', async () => {
  await chooseEstate('无区小区')
  const names = header.map((name) => (name === '楼栋' ? '哪座' : name === '证件号' ? '身份证编号' : name))
  await drop('花名册.xlsx', await workbookOf([['业主花名册'], names, line('104', '钱四 吴五'), ['合计', '', '', '', '', '', 88.8]]))
  const columns = dialog('指明列')
  await expect(columns).toContainText('请指明哪一列是楼栋。')
  await expect(columns.getByLabel('楼栋')).toBeFocused()
  // Recognised columns are preselected; cancelling shows the message and allows asking again.
  await expect(columns.locator('.ant-form-item').filter({ hasText: '产权人' }).getByTitle('产权人', { exact: true })).toHaveCount(2)
  await columns.getByRole('button', { name: '取消' }).click()
  await expect(columns).toBeHidden()
  await expect(panel()).toContainText('第2行是表头，只缺少列：楼栋。如果列名不同，请指明是哪一列')
  await panel().getByRole('button', { name: '指明列' }).click()
  const choose = async (field: string, column: string) => {
    await columns.getByLabel(field).click()
    await page.locator('.ant-select-item-option').filter({ visible: true, hasText: column }).click()
  }
  await choose('楼栋', '房号')
  await columns.getByRole('button', { name: '重新核对' }).click()
  await expect(columns.getByText('“房号”已指明为房号')).toBeVisible()
  await choose('楼栋', '哪座')
  await columns.getByRole('button', { name: '重新核对' }).click()
  await expect(checked()).toHaveText('共 1 行 · 新增 1 · 更新 0 · 错误 0')
  const remarks = panel().getByRole('list', { name: '提示' })
  await expect(remarks).toContainText('“身份证编号”没有读取，像是“证件号”；如果是，请指明')
  await expect(remarks).toContainText('第4行是合计或备注，没有导入')
  await expect(remarks).toContainText('可能是两个人，多人请用 / 分隔：第3行')
  await panel().getByRole('button', { name: '指明列' }).click()
  await choose('证件号', '身份证编号')
  // Esc closes the dialog's list, then the dialog; the panel stays.
  await columns.getByRole('button', { name: '重新核对' }).click()
  await expect(columns).toBeHidden()
  await expect(remarks).not.toContainText('身份证编号')
  await expect(panel().getByText('忽略的列')).toBeHidden()
  await panel().getByRole('button', { name: '返回列表' }).click()

  // The next file with this header uses the mapping, which can be changed; another header is asked about.
  const note = panel().getByText('表头与上次相同，已按上次指明的列读取')
  await drop('花名册2.xlsx', await workbookOf([['业主花名册'], names, line('104', '钱四'), line('105', '钱五')]))
  await expect(checked()).toHaveText('共 2 行 · 新增 2 · 更新 0 · 错误 0')
  await expect(note).toBeVisible()
  await expect(panel().getByText('忽略的列')).toBeHidden()
  await expect(panel().getByRole('button', { name: '指明列' })).toBeVisible()
  await panel().getByRole('button', { name: '返回列表' }).click()
  await drop('花名册3.xlsx', await workbookOf([['期', ...names.slice(1)], line('104', '钱四')]))
  await expect(columns).toContainText('请指明哪一列是楼栋。')
  await columns.getByRole('button', { name: '取消' }).click()
  await panel().getByRole('button', { name: '返回列表' }).click()
})

test('leaving during a check announces its end, and the keyboard focus returns to the button', async () => {
  await chooseEstate('无区小区')
  await importButton().click()
  await page.keyboard.press('Escape')
  await expect(panel()).toBeHidden()
  await expect(importButton()).toBeFocused()

  proxy.holds = /importpropertyinfo/
  await drop('慢.xlsx', await workbookOf([header, line('101', '钱一'), line('901', '钱九')]))
  await panel().getByRole('button', { name: '返回列表' }).click()
  await expect(page.getByText('正在核对 慢.xlsx')).toBeVisible()
  proxy.release()
  await expect(page.getByText('慢.xlsx 已核对，还没有导入')).toBeVisible()
  await button('查看').click()
  await expect(checked()).toHaveText('共 2 行 · 新增 1 · 更新 1 · 错误 0')
  await panel().getByRole('button', { name: '返回列表' }).click()
  await expect(page.getByText('慢.xlsx 已核对，还没有导入')).toBeHidden()
})

test('invalid rows are listed by column, copied, and marked in a copy; nothing is written', async () => {
  const [, ...rest] = line('105', '钱五')
  await drop('有错.xlsx', await workbookOf([header, line('104', '钱四'), ['', ...rest], line('106', '钱六').with(6, 'abc')]))
  await expect(panel().getByText('共 2 处错误（未写入任何数据）')).toBeVisible()
  const errors = panel().getByRole('table', { name: '错误列表' }).getByRole('row')
  await expect(errors).toHaveCount(3)
  await expect(errors.nth(1)).toContainText(/^3分期/)
  await expect(errors.nth(2)).toContainText(/^4面积/)
  await panel().getByRole('combobox', { name: '只看哪一列的错误' }).click()
  await page.locator('.ant-select-dropdown:visible').getByText('面积（1）', { exact: true }).click()
  await expect(errors).toHaveCount(2)
  await panel().getByRole('button', { name: '复制' }).click()
  await expectToast(page, '已复制')
  expect(await program.app.evaluate(({ clipboard }) => clipboard.readText())).toMatch(
    /^行\t列\t填写的内容\t说明\t房屋\t产权人\n4\t面积\tabc\t[^\n]+\t一期-1栋-1单元-106\t钱六$/,
  )

  const path = join(newFolder(), '有错_错误标注.xlsx')
  await answerSaveDialog(program, path)
  await panel().getByRole('button', { name: '下载错误文件' }).click()
  await expect.poll(() => existsSync(path)).toBe(true)
  const marked = new ExcelJS.Workbook()
  await marked.xlsx.readFile(path)
  const [sheet] = marked.worksheets
  expect(sheet?.getRow(1).values).toContain('错误原因')
  expect(JSON.stringify(sheet?.getRow(3).values)).toContain('分期')
  await panel().getByRole('button', { name: '返回列表' }).click()
  await total(3)
})

test('an interrupted upload says so, and is retried', async () => {
  proxy.breaks = /importpropertyinfo/
  await drop('断线.xlsx', await workbookOf([header, line('107', '钱七')]))
  await expect(panel().getByText(/^上传失败：/)).toBeVisible()
  await expect(panel()).toContainText('断线.xlsx，未写入任何数据')
  proxy.release()
  await expect(page.getByText(/连接已恢复|已连接/).first()).toBeVisible()
  await panel().getByRole('button', { name: '重试' }).click()
  await expect(checked()).toHaveText('共 1 行 · 新增 1 · 更新 0 · 错误 0')
  await panel().getByRole('button', { name: '返回列表' }).click()
  await total(3)
})

/** `bad-input.md`, Files: the file's content, and its message. */
const wrongContents = [
  ['no bytes', '空.xlsx', '文件是空的，请重新选择'],
  ['over 10 MB', '大.xlsx', '大小不可超过10M'],
  ['an .xls named .xlsx', '旧.xlsx', /旧版 \.xls.*另存为 \.xlsx/],
  ['a password', '密码.xlsx', /打开密码.*另存为 \.xlsx/],
  ['HTML', '网页.xlsx', /网页（HTML）.*另存为 \.xlsx/],
  ['CSV', '文本.xlsx', /文本（CSV）.*另存为 \.xlsx/],
  ['an .exe', '程序.xlsx', /^文件内容与扩展名不符/],
  ['cut in the middle', '断.xlsx', '文件已损坏，无法读取，请用 WPS/Excel 重新保存后再试'],
  ['macros', '宏.xlsx', /\.xlsm.*另存为 \.xlsx/],
  ['no header', '无表头.xlsx', /^未找到表头，请使用模板。缺少列：/],
  ['a header and no rows', '只有表头.xlsx', '文件中没有数据行'],
  ['200 MB of zeros', '炸弹.xlsx', /^文件解压后过大，已拒绝导入/],
  ['an entry outside', '外.xlsx', /^文件结构异常，已拒绝/],
] as const
const bytesOf = (name: string): Promise<Uint8Array> => {
  const found = badWorkbooks.find((each) => each.name === name)
  if (!found) throw new Error(`no such workbook: ${name}`)
  return found.make()
}

test('every kind of invalid file has its own message, dropped or chosen, and nothing is written', async () => {
  for (const [content, name, sentence] of wrongContents) {
    await drop(name, await bytesOf(content))
    await expect(panel().getByText(sentence).first(), content).toBeVisible()
    if (await panel().getByRole('button', { name: '重新选择' }).isVisible()) await panel().getByRole('button', { name: '重新选择' }).click()
  }
  for (const [content, name, sentence] of wrongContents.slice(0, 2)) {
    await answerOpenDialog(program, fileOf(name, await bytesOf(content)))
    await page.getByRole('button', { name: /或点击选择/ }).click()
    await expect(panel().getByText(sentence), content).toBeVisible()
  }
  // By name: an old workbook, a shortcut, a text.
  for (const [name, hint] of [
    ['房产.xls', '请用 WPS 或 Excel 打开它，另存为 .xlsx 后再导入'],
    ['房产.csv', '请用 WPS 或 Excel 打开它，另存为 .xlsx 后再导入'],
    ['房产.xlsx.lnk', '刚才拖入的是快捷方式，请拖入文件本身'],
  ] as const) {
    await drop(name, Buffer.from('x'))
    await expect(panel().getByText('请拖入一个 .xlsx 文件', { exact: true })).toBeVisible()
    await expect(panel().getByText(hint)).toBeVisible()
  }
  const folder = join(newFolder(), '房产资料')
  mkdirSync(folder)
  await answerOpenDialog(program, folder)
  await page.getByRole('button', { name: /或点击选择/ }).click()
  await expect(panel().getByText('请选择一个 .xlsx 文件')).toBeVisible()
  const mend = await breakDisk(program, 'readFile', 'EBUSY')
  await answerOpenDialog(program, fileOf('开着.xlsx', await workbookOf([header, line('108', '钱八')])))
  await page.getByRole('button', { name: /或点击选择/ }).click()
  await expect(panel().getByText('文件正在被其他程序使用，请先关闭')).toBeVisible()
  await mend()
  await answerOpenDialog(program, join(newFolder(), '不在了.xlsx'))
  await page.getByRole('button', { name: /或点击选择/ }).click()
  await expect(panel().getByText('文件已被移动或删除，请重新选择')).toBeVisible()
  await panel().getByRole('button', { name: '返回列表' }).click()
  await total(3)
})

test('a folder or several files are rejected with messages of their own', async () => {
  const right = await workbookOf([header, line('201', '钱九')])
  const file = (name: string) => ({ name, mimeType: '', buffer: Buffer.from(right) })
  await page
    .locator('[data-testid=import-host]:visible')
    .first()
    .drop({ files: [file('一.xlsx'), file('二.xlsx')] })
  await expect(panel().getByText('请拖入一个 .xlsx 文件', { exact: true })).toBeVisible()
  await expect(panel().getByText('一次只能导入一个文件，刚才拖入了 2 个')).toBeVisible()
  await panel().getByRole('button', { name: '返回列表' }).click()

  // Tests cannot drag a folder, so the page gets the event that a browser would send.
  await page.evaluate(() => {
    const dropped = new DragEvent('drop', { bubbles: true, cancelable: true })
    const folder = { types: ['Files'], files: [new File([], '房产资料')], items: [{ kind: 'file', webkitGetAsEntry: () => ({ isDirectory: true }) }] }
    Object.defineProperty(dropped, 'dataTransfer', { value: folder })
    document.body.dispatchEvent(dropped)
  })
  await expect(panel().getByText('请拖入一个 .xlsx 文件', { exact: true })).toBeVisible()
  await expect(panel().getByText('刚才拖入的是文件夹，请打开它，拖入里面的文件')).toBeVisible()
  await panel().getByRole('button', { name: '返回列表' }).click()
  await total(3)
})

test('the template is saved where chosen; its rows are imported, its sample row is not', async () => {
  const path = join(newFolder(), '我的模板.xlsx')
  await answerSaveDialog(program, null)
  await button('下载模板').click()
  await expect(button('下载模板')).toBeEnabled()
  expect(existsSync(path)).toBe(false)
  await answerSaveDialog(program, path)
  await button('下载模板').click()
  // Not the notice of a file that was saved before.
  await expect(page.getByRole('alert').filter({ hasText: '我的模板.xlsx' })).toBeVisible()
  const saved = new ExcelJS.Workbook()
  await saved.xlsx.readFile(path)
  expect(saved.worksheets[0]?.getRow(1).values).toEqual([undefined, ...header])
  expect(saved.worksheets.map(({ name }) => name)).toEqual(['房产信息', '填写说明'])

  const sheet = saved.worksheets[0]
  const sample = sheet?.getRow(2).values as ExcelJS.CellValue[]
  if (sheet) sheet.addRow(sample).getCell(header.indexOf('房号') + 1).value = '1288'
  await saved.xlsx.writeFile(path)
  await importButton().click()
  await answerOpenDialog(program, path)
  await page.getByRole('button', { name: /或点击选择/ }).click()
  await expect(checked()).toHaveText('共 1 行 · 新增 1 · 更新 0 · 错误 0')
  await expect(panel().getByText('第2行是模板的示例，没有导入')).toBeVisible()
  await panel().getByRole('button', { name: '开始导入' }).click()
  await expect(panel().getByText('导入成功！新增 1，更新 0')).toBeVisible()
  await panel().getByRole('button', { name: '查看房产' }).click()
  await expect(row('1288')).toContainText('138****8000/139****9000')
})

const sidebarWidth = async () => Math.round((await page.getByRole('complementary', { name: '侧边栏' }).boundingBox())?.width ?? 0)

test('hidden columns, page size, estate and sidebar are restored after a restart', async () => {
  await columnSettings().click()
  const choices = page.getByRole('tooltip').filter({ hasText: '显示的列' })
  await choices.getByRole('checkbox', { name: '楼层' }).uncheck()
  await choices.getByRole('checkbox', { name: '证件号' }).uncheck()
  await expect(choices.getByRole('checkbox', { name: '房号' })).toBeDisabled()
  await expect(headings()).toHaveText(['', '分期', '楼栋', '单元', '房号', '产权人', '手机号', '面积(㎡)', '操作'])
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: '每页条数' }).filter({ visible: true }).click()
  await page.locator('.ant-select-dropdown:visible').getByText('30条/页', { exact: true }).click()

  await page.getByRole('button', { name: '收起菜单' }).click()
  await expect.poll(sidebarWidth).toBe(56)

  const { userData } = program
  await program.close()
  program = await start(userData)
  await expect.poll(sidebarWidth).toBe(56)
  await page.getByRole('button', { name: '展开菜单' }).click()
  await expect.poll(sidebarWidth).toBe(210)
  await openList()
  await expect(estatePicker()).toContainText('无区小区')
  await expect(headings()).toHaveText(['', '分期', '楼栋', '单元', '房号', '产权人', '手机号', '面积(㎡)', '操作'])
  await expect(page.locator('.page-table-pager').filter({ visible: true })).toContainText('30条/页')
  await columnSettings().click()
  await page.getByRole('tooltip').filter({ hasText: '显示的列' }).getByRole('checkbox', { name: '证件号' }).check()
  await expect(headings()).toContainText(['', '分期', '楼栋', '单元', '房号', '产权人', '手机号', '证件号'])
})
