import { expect, test, type Locator, type Page } from '@playwright/test'
import { good, makeActivity, makeEstate, type PropertyRow } from '../support/activities.ts'
import { pngBytes } from '../support/files.ts'
import { openNow, placeInWords as place } from '../support/http-activities.ts'
import { programAt, serverForAll } from '../support/program.ts'
import { httpClient, memberToken, type HttpClient } from '../support/server-process.ts'
import { expectToast } from '../support/toasts.ts'

test.describe.configure({ mode: 'serial' })

const properties: readonly PropertyRow[] = [
  ['1-101', '张三', 100, { phone: '13800000011', idNumber: '330106198001011234' }],
  ['1-102', '李四', 80, { phone: '13800000012' }],
  ['1-103', '王五', 70, { phone: '13800000013' }],
  ['1-104', '赵六', 60, { phone: '13800000014' }],
  ['1-105', '孙七', 50, { phone: '13800000015' }],
]

const client = serverForAll()
let page: Page
/** Another desk. */
let other: HttpClient
/** The submitter of requests, who cannot approve them. */
let submitter: HttpClient
let estateId: string
let ids: Map<string, string>

test.beforeAll(async () => {
  other = httpClient(client.url, await memberToken(client.url, 'staff_2', '13800000002'))
  submitter = httpClient(client.url, await memberToken(client.url, 'staff_3', '13800000003'))
  const estate = await makeEstate(client, properties)
  estateId = estate.estateId
  const { activityId } = await makeActivity(client, estateId, { ...openNow(), title: '更换电梯' })
  const upload = async (): Promise<string> => good(await client.upload('/file/image_upload', 'file', '证件.png', pngBytes))
  ids = new Map()
  const submit = async (name: string, creater: string, afterdata: object, pictures: object = {}) => {
    const body = { propertyid: estate.propertyIds.get(name), voteactivityid: activityId, creater, afterdata, ...pictures }
    ids.set(name, good(await submitter.post('/votedef/savepropertychange', body)).id as string)
  }
  const pictures = { personidpics: [{ resourcepath: await upload() }, { resourcepath: await upload() }], propertyidpics: [] }
  // Only the phone's middle digits differ, so both masks are equal.
  await submit('1-101', '张三', { areasize: 100, personname: '张三', mobileno: '13899990011', idno: '330106198001011234' }, pictures)
  await submit('1-102', '李四之妻', { areasize: 88.8, personname: '李四/周八', mobileno: '13800000012/13800000022', idno: '' })
  await submit('1-103', '王五', { areasize: 71, personname: '王五', mobileno: '13800000013', idno: '' })
  await submit('1-104', '赵六', { areasize: 61, personname: '赵六', mobileno: '13800000014', idno: '' })
  ;({ page } = await programAt(client.url))
  await page.getByRole('menuitem', { name: '房产变更审批' }).click()
})

const table = () => page.getByRole('table', { name: '变更申请列表' })
const row = (name: string): Locator =>
  table()
    .getByRole('row')
    .filter({ hasText: place(name) })
const status = (name: string) => page.locator('.ant-radio-button-wrapper', { hasText: name })
const dialog = (name: '审批房产变更' | '查看房产变更') => page.getByRole('dialog', { name })
const question = (title: string) => page.getByRole('dialog').filter({ hasText: title })
const shows = (names: readonly string[]) =>
  expect.poll(() => table().locator('tbody tr.ant-table-row td:nth-child(4)').allTextContents()).toEqual(names.map(place))
const registered = async (name: string) =>
  good(await client.get('/vtpropertyinfo/list', { estateId, condition: name.split('-')[1] ?? '' })).datas[0] as Record<string, unknown>

test('lists change requests newest first, by status and words', async () => {
  await shows(['1-104', '1-103', '1-102', '1-101'])
  await expect(table().getByRole('columnheader')).toContainText(['申请时间', '申请人', '小区', '房屋', '变更内容', '状态', '审批人', '操作'])
  await expect(row('1-102')).toContainText('面积、产权人、手机号')
  await expect(row('1-102')).toContainText('待审批')
  await status('已同意').click()
  await expect(page.getByText('没有符合条件的申请，请换个条件再查')).toBeVisible()
  await page.getByRole('button', { name: '显示全部' }).click()
  await page.getByRole('textbox', { name: /申请人、房屋/ }).fill('周八')
  await page.getByRole('button', { name: '查询' }).click()
  await shows(['1-102'])
  await page.getByRole('button', { name: '重置' }).click()
  await status('待审批').click()
  await shows(['1-104', '1-103', '1-102', '1-101'])
  await status('全部').click()
})

test('before and after are side by side: changes are red and named, masked values can be revealed', async () => {
  await row('1-101').getByRole('button', { name: /审批/ }).click()
  const shown = dialog('审批房产变更')
  const compared = shown.getByRole('table', { name: '变更前后对照' })
  const line = (label: string) => compared.getByRole('row').filter({ has: page.getByRole('rowheader', { name: label, exact: true }) })
  await expect(compared.getByRole('rowheader')).toHaveText(['申请人', '房屋', '面积', '产权人', '手机号', '证件号'])
  await expect(compared.getByText('已变更')).toHaveCount(1)
  const [was, wanted] = [line('手机号').getByRole('cell').first(), line('手机号').getByRole('cell').last()]
  await expect(wanted).toContainText('138****0011已变更')
  await expect(wanted).toHaveCSS('color', 'rgb(179, 38, 30)')
  await expect(was).not.toHaveCSS('color', 'rgb(179, 38, 30)')
  await wanted.getByRole('button', { name: '显示手机号' }).click()
  await expect(wanted).toContainText('13899990011')
  await expect(line('证件号')).toContainText('330***********1234')
  await expect(line('证件号')).not.toContainText('330106198001011234')

  await shown.getByRole('button', { name: '放大查看身份证件照片 1' }).click()
  await expect(page.getByRole('dialog', { name: '身份证件照片 1' }).getByRole('img', { name: '身份证件照片 1' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: '身份证件照片 1' })).toBeHidden()
  await expect(shown.getByRole('region', { name: '房产证件照片' })).toContainText('未上传')
})

test('a typed comment is not lost without a question', async () => {
  const shown = dialog('审批房产变更')
  await shown.getByLabel('审批意见').fill('电话核实过')
  await page.keyboard.press('Escape')
  await expect(shown).toBeVisible()
  await shown.getByRole('button', { name: '取消' }).click()
  await page.getByRole('button', { name: '继续填写' }).click()
  await expect(shown.getByLabel('审批意见')).toHaveValue('电话核实过')
})

test('approving asks, writes and confirms; afterwards the row is read-only', async () => {
  const shown = dialog('审批房产变更')
  await shown.getByRole('button', { name: '同意', exact: true }).click()
  await question('确认同意吗？').getByRole('button', { name: '取消' }).click()
  expect(await registered('1-101')).toMatchObject({ mobileno: '13800000011' })
  await shown.getByRole('button', { name: '同意', exact: true }).click()
  await question('确认同意吗？').getByRole('button', { name: '同意', exact: true }).last().click()
  await expectToast(page, '提交成功，房产信息和 1 个活动的票权清册已更新')
  await expect(shown).toBeHidden()
  await expect(row('1-101')).toContainText('已同意')
  await expect(row('1-101')).toContainText('admin_1')
  expect(await registered('1-101')).toMatchObject({ mobileno: '13899990011' })

  await row('1-101').getByRole('button', { name: /查看/ }).click()
  const seen = dialog('查看房产变更')
  await expect(seen).toContainText('电话核实过')
  await expect(seen.getByLabel('审批意见')).toHaveCount(0)
  await expect(seen.getByRole('button', { name: '同意', exact: true })).toHaveCount(0)
  await seen.locator('.ant-modal-footer').getByRole('button', { name: '关闭' }).click()
})

test('rejecting asks, and changes only the request', async () => {
  await row('1-102').getByRole('button', { name: /审批/ }).click()
  const shown = dialog('审批房产变更')
  await expect(shown.getByLabel('审批意见')).toHaveValue('')
  await shown.getByLabel('审批意见').fill('请补充产权证')
  await shown.getByRole('button', { name: '不同意' }).click()
  await question('确认不同意吗？').getByRole('button', { name: '不同意' }).last().click()
  await expectToast(page, '提交成功')
  await expect(row('1-102')).toContainText('已拒绝')
  expect(await registered('1-102')).toMatchObject({ personname: '李四', areasize: 80 })
  await status('已拒绝').click()
  await shows(['1-102'])
  await status('全部').click()
})

test('a request decided by another desk is reported, and its row refreshed', async () => {
  await row('1-103').getByRole('button', { name: /审批/ }).click()
  good(await other.post('/votedef/rejectchangeproperty', { id: ids.get('1-103'), approvalcomment: '另一台电脑' }))
  await dialog('审批房产变更').getByRole('button', { name: '同意', exact: true }).click()
  await question('确认同意吗？').getByRole('button', { name: '同意', exact: true }).last().click()
  await expect(page.getByText('该申请已处理')).toBeVisible()
  await expect(dialog('查看房产变更')).toContainText('另一台电脑')
  await dialog('查看房产变更').locator('.ant-modal-footer').getByRole('button', { name: '关闭' }).click()
  await expect(row('1-103')).toContainText('已拒绝')
  await expect(row('1-103')).toContainText('staff_2')
  expect(await registered('1-103')).toMatchObject({ areasize: 70 })
})

test('in the pending list a row decided by another desk disappears, and its dialog closes', async () => {
  await status('待审批').click()
  await shows(['1-104'])
  await row('1-104').getByRole('button', { name: /审批/ }).click()
  good(await other.post('/votedef/approvechangeproperty', { id: ids.get('1-104'), approvalcomment: '' }))
  await dialog('审批房产变更').getByRole('button', { name: '不同意' }).click()
  await question('确认不同意吗？').getByRole('button', { name: '不同意' }).last().click()
  await expect(page.getByText('该申请已处理').first()).toBeVisible()
  await expect(dialog('审批房产变更')).toBeHidden()
  await expect(page.getByText('没有符合条件的申请，请换个条件再查')).toBeVisible()
})

test('a property changed meanwhile shows old, current and requested values, and nothing is written', async () => {
  const property = (await registered('1-105')).propertyid
  const afterdata = { areasize: 50, personname: '孙八', mobileno: '13800000055', idno: '' }
  good(await submitter.post('/votedef/savepropertychange', { propertyid: property, creater: '孙七', afterdata }))
  await page.getByRole('button', { name: '显示全部' }).click()
  await row('1-105').getByRole('button', { name: /审批/ }).click()
  const shown = dialog('审批房产变更')
  await shown.getByLabel('审批意见').fill('已核对')
  good(await other.post('/vtpropertyinfo/update', { propertyid: property, room: '105', personname: '钱九', mobileno: '13800000066' }))
  await shown.getByRole('button', { name: '同意', exact: true }).click()
  await question('确认同意吗？').getByRole('button', { name: '同意', exact: true }).last().click()
  await expect(shown.getByRole('alert')).toContainText('申请提交后房产信息已变化，没有写入任何内容')
  const changed = shown.getByRole('table', { name: '申请提交后的变化' })
  await expect(changed.getByRole('columnheader')).toHaveText(['项目', '申请时', '现在', '申请改为'])
  const line = (label: string) => changed.getByRole('row').filter({ has: page.getByRole('rowheader', { name: label, exact: true }) })
  await expect(changed.getByRole('rowheader')).toHaveText(['产权人', '手机号'])
  await expect(line('产权人').getByRole('cell')).toHaveText(['孙七', '钱九', '孙八'])
  await expect(line('手机号').getByRole('cell')).toHaveText(['138****0015', '138****0066', '138****0055'])
  await expect(line('手机号').getByRole('cell').nth(1)).toHaveCSS('color', 'rgb(179, 38, 30)')
  await expect(shown.getByLabel('审批意见')).toHaveValue('已核对')
  expect(await registered('1-105')).toMatchObject({ personname: '钱九', mobileno: '13800000066' })

  const approve = shown.getByRole('button', { name: '同意', exact: true })
  await expect(approve).toBeDisabled()
  await shown.getByRole('button', { name: '刷新' }).click()
  await expect(shown.getByRole('alert')).toBeHidden()
  await expect(approve).toBeEnabled()
  await expect(shown.getByLabel('审批意见')).toHaveValue('已核对')

  await shown.getByRole('button', { name: '不同意' }).click()
  await question('确认不同意吗？').getByRole('button', { name: '不同意' }).last().click()
  await expect(shown).toBeHidden()
  await expect(row('1-105')).toContainText('已拒绝')
})

test('the submitter is told that another must decide, and can withdraw the request', async () => {
  const property = (await registered('1-102')).propertyid
  const afterdata = { areasize: 82, personname: '李四', mobileno: '13800000012', idno: '' }
  good(await client.post('/votedef/savepropertychange', { propertyid: property, creater: '李四', afterdata }))
  await page.getByRole('button', { name: '重置' }).click()
  await status('待审批').click()
  await row('1-102').getByRole('button', { name: /审批/ }).click()
  const shown = dialog('审批房产变更')
  await expect(shown.getByText('要由另一位活动负责人或系统管理员审批')).toBeVisible()
  await expect(shown.getByRole('button', { name: '同意', exact: true })).toHaveCount(0)
  await expect(shown.getByRole('button', { name: '不同意' })).toHaveCount(0)
  await shown.getByRole('button', { name: '撤回' }).click()
  await question('确认撤回申请吗？').getByRole('button', { name: '撤回' }).last().click()
  await expect(shown).toBeHidden()
  await status('全部').click()
  await expect(row('1-102').filter({ hasText: '已撤回' })).toHaveCount(1)
  expect(await registered('1-102')).toMatchObject({ areasize: 80 })
})
