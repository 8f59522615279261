import { expect, test, type Locator, type Page } from '@playwright/test'
import { activityBody, good } from '../support/activities.ts'
import { goTo, openNow } from '../support/http-activities.ts'
import { property } from '../support/properties.ts'
import { closeLeftOpen, newFolder, programAt } from '../support/program.ts'
import { httpClient, memberToken, startProcess, type HttpClient } from '../support/server-process.ts'
import { expectToast as expectToastOf } from '../support/toasts.ts'

test.describe.configure({ mode: 'serial' })

let page: Page
let client: HttpClient

test.beforeAll(async () => {
  const server = await startProcess(['--data', newFolder()])
  client = httpClient(server.url, await memberToken(server.url))
  for (let number = 1; number <= 60; number++) good(await client.post('/vtestate/save', { name: `小区${number}`, addr: `解放路${number}号` }))
  const program = await programAt(server.url)
  page = program.page
})

const table = () => page.getByRole('table', { name: '小区列表' }).filter({ visible: true })
const row = (name: string): Locator =>
  table()
    .getByRole('row')
    .filter({ has: page.getByRole('cell', { name, exact: true }) })
const names = () => table().locator('tbody tr.ant-table-row td:nth-child(2)').allTextContents()
const cells = (name: string) => row(name).getByRole('cell')
const dialog = (name: string) => page.getByRole('dialog', { name })
const question = () => page.getByRole('dialog').filter({ hasText: '确认删除该记录吗?' })
const button = (name: string) => page.getByRole('button', { name, exact: true }).filter({ visible: true })
const toast = (sentence: string): Locator => page.locator('.ant-message').getByText(sentence, { exact: true })
const expectToast = (sentence: string): Promise<void> => expectToastOf(page, sentence)
const openList = async () => {
  await page.getByRole('menuitem', { name: '小区管理' }).click()
  await expect(table()).toBeVisible()
}
/** Opens the cascade and selects by name at each level. */
async function chooseDivision(form: Locator, path: readonly string[]): Promise<void> {
  await form.getByLabel('所在区划').click()
  for (const [level, name] of path.entries()) {
    await page.locator('.ant-cascader-menu').nth(level).getByText(name, { exact: true }).click()
  }
  await page.keyboard.press('Escape')
}

test('the list has twenty rows, five columns, newest first, and a pager with sizes and jump', async () => {
  await openList()
  await expect(page.getByRole('navigation', { name: '面包屑' })).toHaveText(/首页.*我的小区.*小区管理/)
  await expect(table().getByRole('columnheader')).toHaveText(['', '小区名称', '地址', '房屋数', '票权数', '房屋面积(㎡)', '操作'])
  await expect.poll(names).toEqual(Array.from({ length: 20 }, (_, index) => `小区${60 - index}`))
  const pager = page.locator('.page-table-pager').filter({ visible: true })
  await expect(pager.getByText('共 60 条')).toBeVisible()
  await expect(pager.getByRole('listitem', { name: '上一页' })).toHaveAttribute('aria-disabled', 'true')

  await pager.getByRole('listitem', { name: '下一页' }).click()
  await expect.poll(names).toContain('小区40')
  await pager.getByTitle('3', { exact: true }).click()
  await expect.poll(names).toEqual(Array.from({ length: 20 }, (_, index) => `小区${20 - index}`))
  await expect(pager.getByRole('listitem', { name: '下一页' })).toHaveAttribute('aria-disabled', 'true')
  await pager.getByRole('listitem', { name: '上一页' }).click()
  await expect.poll(names).toContain('小区40')
  const jumper = pager.getByRole('textbox')
  await jumper.fill('3')
  await jumper.press('Enter')
  await expect.poll(names).toContain('小区20')

  await pager.getByRole('combobox', { name: '每页条数' }).click()
  await expect(page.locator('.ant-select-dropdown:visible .ant-select-item-option')).toHaveText(['10条/页', '20条/页', '30条/页', '50条/页'])
  await page.locator('.ant-select-dropdown:visible').getByText('30条/页').click()
  await expect.poll(async () => (await names()).length).toBe(30)
  await expect.poll(names).toContain('小区60')
})

test('a division is found by name or pinyin and chosen by keyboard, a community within it', async () => {
  await openList()
  await button('新增').click()
  const form = dialog('新增小区')
  const field = form.getByLabel('所在区划')
  const shown = (path: string) => expect(form.locator('.ant-cascader')).toContainText(path)
  const found = () => page.locator('.ant-cascader-menu-item').filter({ visible: true })
  await field.fill('xihu')
  await expect(found().filter({ hasText: '浙江省 / 杭州市 / 西湖区' }).first()).toBeVisible()
  await field.fill('杭州 西湖')
  await expect(found().first()).toHaveText('浙江省 / 杭州市 / 西湖区')
  await field.press('ArrowDown')
  await field.press('Enter')
  await shown('浙江省 / 杭州市 / 西湖区')

  await field.fill('翠苑一区')
  await expect(found().first()).toHaveText('浙江省 / 杭州市 / 西湖区 / 翠苑街道 / 翠苑一区社区')
  await found().first().click()
  await shown('浙江省 / 杭州市 / 西湖区 / 翠苑街道 / 翠苑一区社区')
  await field.fill('没有这个地方')
  await expect(page.getByText('没有找到“没有这个地方”').filter({ visible: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(field).toHaveValue('')
  await shown('浙江省 / 杭州市 / 西湖区 / 翠苑街道 / 翠苑一区社区')

  await form.getByRole('textbox', { name: '小区名称' }).fill('查到区划的小区')
  await form.getByLabel('详细地址').fill('翠苑路1号')
  await form.getByRole('button', { name: '提交' }).click()
  await expectToast('提交成功')
  await expect(page.getByRole('row', { name: /查到区划的小区/ })).toContainText('浙江省杭州市西湖区翠苑街道翠苑一区社区')
  await page
    .getByRole('row', { name: /查到区划的小区/ })
    .getByRole('button', { name: '删除' })
    .click()
  await question().getByRole('button', { name: '删除' }).click()
  await expectToast('删除成功')
})

test('a new estate requires a name and an address, and has a division of five levels', async () => {
  await button('新增').click()
  const form = dialog('新增小区')
  await form.getByRole('button', { name: '提交' }).click()
  await expect(form.getByText('请输入小区名称')).toBeVisible()
  await expect(form.getByText('请输入含省市区的详细地址')).toBeVisible()
  await expect(form.getByRole('textbox', { name: '小区名称' })).toBeFocused()

  await form.getByRole('textbox', { name: '小区名称' }).fill('翠苑一区')
  await chooseDivision(form, ['浙江省', '杭州市', '西湖区', '翠苑街道', '翠苑一区社区'])
  await expect(form).toContainText('浙江省 / 杭州市 / 西湖区 / 翠苑街道 / 翠苑一区社区')
  await form.getByLabel('详细地址').fill('文一路1号')
  await form.getByRole('button', { name: '提交' }).click()
  await expectToast('提交成功')
  await expect(form).toBeHidden()
  await expect(cells('翠苑一区').nth(2)).toHaveText('浙江省杭州市西湖区翠苑街道翠苑一区社区文一路1号')
  // Another client reads what was saved.
  const { datas } = good(await client.get('/vtestate/list', { pageNo: 1, pageSize: 10 }))
  expect(datas[0]).toMatchObject({ name: '翠苑一区', addr: '文一路1号', provinceid: '33' })
  for (const level of ['cityid', 'areaid', 'subdistrictid', 'communityid']) expect(datas[0][level]).toMatch(/^33\d+$/)
})

test('editing an estate loads its fields as saved; a division may end at any level', async () => {
  await row('翠苑一区').getByRole('button', { name: '编辑' }).click()
  const form = dialog('编辑小区')
  await expect(form.getByRole('textbox', { name: '小区名称' })).toHaveValue('翠苑一区')
  await expect(form.getByLabel('详细地址')).toHaveValue('文一路1号')
  await expect(form).toContainText('浙江省 / 杭州市 / 西湖区 / 翠苑街道 / 翠苑一区社区')
  await chooseDivision(form, ['浙江省', '杭州市', '拱墅区'])
  await form.getByRole('textbox', { name: '小区名称' }).fill('翠苑小区')
  await form.getByLabel('详细地址').fill('浙江省杭州市拱墅区湖墅南路2号')
  await form.getByRole('button', { name: '提交' }).click()
  await expectToast('修改成功')
  // An address that begins with its division does not repeat it.
  await expect(cells('翠苑小区').nth(2)).toHaveText('浙江省杭州市拱墅区湖墅南路2号')
  await expect(row('翠苑一区')).toHaveCount(0)
})

test('a name with markup is shown as text, and a long one is truncated with a tooltip', async () => {
  const markup = '<img src=x onerror="document.title=1"><b>粗体</b>'
  const long = '很长的名称'.repeat(12)
  for (const name of [markup, long]) good(await client.post('/vtestate/save', { name, addr: '路1号' }))
  await page.getByRole('tab', { name: '小区管理' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: '刷新', exact: true }).click()
  await expect(table().getByText(markup, { exact: true })).toBeVisible()
  await expect(table().locator('img')).toHaveCount(0)
  const cell = table().getByRole('cell', { name: long, exact: true })
  expect(await cell.evaluate((each) => each.scrollWidth > each.clientWidth)).toBe(true)
  await expect(cell).toHaveAttribute('title', long)
  const { datas } = good(await client.get('/vtestate/list', { pageNo: 1, pageSize: 2 })) as { datas: { estateid: string }[] }
  good(await client.get('/vtestate/delete', { ids: datas.map(({ estateid }) => estateid).join(',') }))
})

test('leaving a changed form asks, and Esc does not lose it', async () => {
  await button('新增').click()
  const form = dialog('新增小区')
  await form.getByRole('textbox', { name: '小区名称' }).fill('写了一半')
  await page.keyboard.press('Escape')
  await expect(form.getByRole('textbox', { name: '小区名称' })).toHaveValue('写了一半')
  await form.getByRole('button', { name: '取消' }).click()
  await page.getByRole('button', { name: '继续填写' }).click()
  await expect(form.getByRole('textbox', { name: '小区名称' })).toHaveValue('写了一半')
  await form.getByRole('button', { name: '取消' }).click()
  await page.getByRole('button', { name: '放弃' }).click()
  await expect(form).toBeHidden()
  await expect(row('写了一半')).toHaveCount(0)
  await expect(button('新增')).toBeFocused()
})

test('properties, ballot rights and area are counted from the registry', async () => {
  const { datas } = good(await client.get('/vtestate/list', { pageNo: 1, pageSize: 1 }))
  const estateId: string = datas[0].estateid
  const owner = { personname: '张三', idno: '110101199003070011' }
  good(await client.post('/vtpropertyinfo/save', property(estateId, { room: '101' }, { ...owner, areasize: 1089.5 })))
  good(await client.post('/vtpropertyinfo/save', property(estateId, { room: '102' }, { ...owner, areasize: 60.25 })))
  good(await client.post('/vtpropertyinfo/save', property(estateId, { room: '201' }, { personname: '李四', idno: '' })))
  await page.getByRole('tab', { name: '小区管理' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: '刷新', exact: true }).click()
  // Two properties of one owner are one right.
  await expect(cells('翠苑小区').nth(3)).toHaveText('3')
  await expect(cells('翠苑小区').nth(4)).toHaveText('2')
  await expect(cells('翠苑小区').nth(5)).toHaveText('1,239.25')
  await row('翠苑小区').getByRole('button', { name: '查看房产' }).click()
  await expect(page.getByRole('table', { name: '房产列表' }).filter({ visible: true }).getByRole('cell', { name: '李四' })).toBeVisible()
  await openList()
})

test('deleting asks and names what is lost; a refused one stays with the reason', async () => {
  await row('翠苑小区').getByRole('button', { name: '删除' }).click()
  await expect(question()).toContainText('翠苑小区')
  await question().getByRole('button', { name: '取消' }).click()
  await expect(question()).toBeHidden()
  await expect(row('翠苑小区')).toBeVisible()
  // The focus returns, and Esc acts like 取消.
  const remove = row('翠苑小区').getByRole('button', { name: '删除' })
  await expect(remove).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question().getByRole('button', { name: '取消' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question()).toBeHidden()
  await expect(remove).toBeFocused()

  await row('翠苑小区').getByRole('button', { name: '删除' }).click()
  await question().getByRole('button', { name: '删除' }).click()
  await expectToast('该小区下存在房产或投票活动，不能删除')
  await expect(row('翠苑小区')).toBeVisible()

  // An activity alone blocks the deletion too.
  const { datas } = good(await client.get('/vtestate/list', { pageNo: 1, pageSize: 10 }))
  const { estateid } = datas.find(({ name }: { name: string }) => name === '小区60')
  good(await client.post('/votedef/save', { ...activityBody(estateid), ...openNow() }))
  await row('小区60').getByRole('button', { name: '删除' }).click()
  await question().getByRole('button', { name: '删除' }).click()
  await expectToast('该小区下存在房产或投票活动，不能删除')

  await row('小区59').getByRole('button', { name: '删除' }).click()
  await question().getByRole('button', { name: '删除' }).click()
  await expectToast('删除成功')
  await expect(row('小区59')).toHaveCount(0)
})

test('a selection over pages is deleted together; one refusal keeps all', async () => {
  const batch = page.getByRole('button', { name: '批量删除' }).filter({ visible: true })
  await expect(batch).toBeDisabled()
  for (const number of [58, 57]) await page.getByRole('checkbox', { name: `选择 小区${number}` }).check()
  await page.locator('.page-table-pager').filter({ visible: true }).getByTitle('2', { exact: true }).click()
  await page.getByRole('checkbox', { name: '选择 小区10', exact: true }).check()
  await expect(page.getByText('已选 3 条')).toBeVisible()
  await batch.click()
  await expect(question()).toContainText('小区58 等 3 条')
  await question().getByRole('button', { name: '删除' }).click()
  await expectToast('删除成功')
  await expect(batch).toBeDisabled()
  await expect(page.getByText('共 57 条').filter({ visible: true })).toBeVisible()

  await page.locator('.page-table-pager').filter({ visible: true }).getByTitle('1', { exact: true }).click()
  for (const name of ['翠苑小区', '小区56']) await page.getByRole('checkbox', { name: `选择 ${name}` }).check()
  await batch.click()
  await question().getByRole('button', { name: '删除' }).click()
  await expectToast('该小区下存在房产或投票活动，不能删除')
  await expect(row('小区56')).toBeVisible()
  await page.getByRole('button', { name: '清空' }).filter({ visible: true }).click()
  await expect(batch).toBeDisabled()
})

test('the form on its own page registers, edits, and reports a deleted estate', async () => {
  await goTo(page, '/estate/input')
  await expect(page.getByRole('heading', { name: '登记小区', level: 1 }).filter({ visible: true })).toBeVisible()
  await button('提交').click()
  await expect(page.getByText('请输入小区名称').filter({ visible: true })).toBeVisible()
  await expect(page.getByText('请输入含省市区的详细地址').filter({ visible: true })).toBeVisible()
  await page.getByRole('textbox', { name: '小区名称' }).filter({ visible: true }).fill('桂花苑')
  await page.getByLabel('详细地址').filter({ visible: true }).fill('桂花路8号')
  await button('提交').click()
  await expectToast('提交成功')
  await expect.poll(() => page.url()).toContain('/estate/Index')
  await expect(row('桂花苑')).toBeVisible()

  const { datas } = good(await client.get('/vtestate/list', { pageNo: 1, pageSize: 1 }))
  await goTo(page, '/estate/input', { estateid: datas[0].estateid })
  const name = page.getByRole('textbox', { name: '小区名称' }).filter({ visible: true })
  await expect(name).toHaveValue('桂花苑')
  await name.fill('桂花新苑')
  await button('提交').click()
  await expectToast('修改成功')
  await expect(row('桂花新苑')).toBeVisible()

  await goTo(page, '/estate/input', { estateid: 'nothing' })
  await expect(page.getByText('小区不存在，可能已被删除')).toBeVisible()
  await button('返回小区管理').click()
  await expect(row('桂花新苑')).toBeVisible()
})

test('an estate deleted by a colleague meanwhile is reported, and what was typed stays', async () => {
  await row('桂花新苑').getByRole('button', { name: '编辑' }).click()
  const form = dialog('编辑小区')
  await form.getByLabel('详细地址').fill('桂花路10号')
  const { datas } = good(await client.get('/vtestate/list', { pageNo: 1, pageSize: 1 }))
  good(await client.get('/vtestate/delete', { ids: datas[0].estateid }))
  await form.getByRole('button', { name: '提交' }).click()
  await expect(toast('小区不存在')).toBeVisible()
  await expect(form.getByLabel('详细地址')).toHaveValue('桂花路10号')
  await form.getByRole('button', { name: '取消' }).click()
  await page.getByRole('button', { name: '放弃' }).click()
  await expect(row('桂花新苑')).toHaveCount(0)
})

test('selected estates deleted by a colleague are deselected', async () => {
  for (const name of ['小区56', '小区55']) await page.getByRole('checkbox', { name: `选择 ${name}` }).check()
  const { datas } = good(await client.get('/vtestate/list', { pageNo: 1, pageSize: 10 }))
  const { estateid } = datas.find(({ name }: { name: string }) => name === '小区56')
  good(await client.get('/vtestate/delete', { ids: estateid }))
  await page.getByRole('button', { name: '批量删除' }).filter({ visible: true }).click()
  await question().getByRole('button', { name: '删除' }).click()
  await expect(toast('小区不存在')).toBeVisible()
  await expect(row('小区56')).toHaveCount(0)
  await expect(row('小区55')).toBeVisible()
  await expect(page.getByText(/^已选/).filter({ visible: true })).toHaveCount(0)
})

test.afterAll(closeLeftOpen)
