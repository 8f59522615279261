import { expect, test, type Page } from '@playwright/test'
import { good, makeActivity, makeEstate, type PropertyRow, type MadeActivity } from '../support/activities.ts'
import { goTo, openNow, voterNamed } from '../support/http-activities.ts'
import { expectToast } from '../support/toasts.ts'
import { programAt, serverForAll } from '../support/program.ts'

test.describe.configure({ mode: 'serial' })

const properties: readonly PropertyRow[] = [
  ['1-101', '张三', 100, { phone: '13800000011' }],
  ['1-102', '李四', 80, { phone: '13800000012' }],
]
const client = serverForAll()
let page: Page
let estateId: string
let propertyId: string
let activity: MadeActivity
test.beforeAll(async () => {
  const estate = await makeEstate(client, properties, '翠苑')
  estateId = estate.estateId
  propertyId = estate.propertyIds.get('1-101') ?? ''
  activity = await makeActivity(client, estateId, { ...openNow(), title: '更换电梯' })
  ;({ page } = await programAt(client.url))
})

const dialog = () => page.getByRole('dialog').filter({ visible: true }).last()
// The accessible name may include a required field's star.
const field = (name: string) => page.getByRole('textbox', { name: new RegExp(`^(\\* ?)?${name}( ?\\*)?$`) }).filter({ visible: true })
const differences = () => page.getByRole('table', { name: '与他人修改的不同' }).filter({ visible: true })
const line = (label: string) => differences().getByRole('row').filter({ hasText: label })
const registered = async () =>
  good(await client.get('/vtpropertyinfo/list', { estateId })).datas.find((each: { propertyid: string }) => each.propertyid === propertyId)

test('a property changed by another desk: input stays, differences are shown, nothing is lost', async () => {
  await goTo(page, '/property/Index', { estateid: estateId })
  await page.getByRole('row').filter({ hasText: '张三' }).getByRole('button', { name: '编辑' }).click()
  await field('产权人').fill('王五')
  good(await client.post('/vtpropertyinfo/update', { propertyid: propertyId, room: '101', personname: '赵六', mobileno: '13900000099', areasize: 88.8 }))
  await dialog().getByRole('button', { name: '提交' }).click()

  await expect(dialog()).toContainText('已被他人修改')
  await expect(line('产权人')).toContainText('赵六')
  await expect(line('产权人')).toContainText('王五')
  await expect(line('手机号')).toContainText('139****0099')
  await expect(line('手机号')).toContainText('没有改动')
  await expect(line('面积')).toContainText('88.80㎡')
  await expect(field('产权人')).toHaveValue('王五')
  // Fields that were not edited take the other's values.
  await expect(field('手机号')).toHaveValue('13900000099')
  await expect(field('面积')).toHaveValue('88.80')
  expect(await registered()).toMatchObject({ personname: '赵六' })

  await dialog().getByRole('button', { name: '提交' }).click()
  await expectToast(page, '修改成功')
  await expect(dialog()).toBeHidden()
  expect(await registered()).toMatchObject({ personname: '王五', mobileno: '13900000099', areasize: 88.8 })
})

test('the other’s values can be taken field by field, even twice', async () => {
  await page.getByRole('row').filter({ hasText: '王五' }).getByRole('button', { name: '编辑' }).click()
  await field('产权人').fill('孙七')
  good(await client.post('/vtpropertyinfo/update', { propertyid: propertyId, room: '101', personname: '周八' }))
  await dialog().getByRole('button', { name: '提交' }).click()
  await expect(line('产权人')).toContainText('周八')
  good(await client.post('/vtpropertyinfo/update', { propertyid: propertyId, room: '101', personname: '吴九' }))
  await dialog().getByRole('button', { name: '提交' }).click()
  await expect(line('产权人')).toContainText('吴九')
  await line('产权人').getByRole('button', { name: '产权人改用他人的' }).click()
  await expect(field('产权人')).toHaveValue('吴九')
  await dialog().getByRole('button', { name: '提交' }).click()
  await expectToast(page, '修改成功')
  await expect(dialog()).toBeHidden()
  expect(await registered()).toMatchObject({ personname: '吴九' })
})

test('an estate changed by another desk', async () => {
  await goTo(page, '/estate/Index')
  await page.getByRole('row').filter({ hasText: '翠苑' }).getByRole('button', { name: '编辑' }).click()
  await field('小区名称').fill('翠苑新村')
  good(await client.post('/vtestate/update', { estateid: estateId, name: '翠苑小区', addr: '文三路2号' }))
  await dialog().getByRole('button', { name: '提交' }).click()
  await expect(line('小区名称')).toContainText('翠苑小区')
  await expect(field('详细地址')).toHaveValue('文三路2号')
  await dialog().getByRole('button', { name: '提交' }).click()
  await expectToast(page, '修改成功')
  await expect(page.getByRole('row').filter({ hasText: '翠苑新村' })).toContainText('文三路2号')
})

test('a roster property changed by another desk', async () => {
  await goTo(page, '/voteManage/mngballot', { estateid: estateId, activityid: activity.activityId })
  await page.getByRole('combobox', { name: '主房产', exact: true }).fill('李四')
  await page.locator('.ant-select-item-option').filter({ visible: true }).first().click()
  await page.getByRole('button', { name: '编辑' }).filter({ visible: true }).first().click()
  await field('面积').fill('81')
  const { activitypropertyid } = await voterNamed(client, activity.activityId, '1-102')
  good(await client.post('/votedef/modifyactivityproperty', { activitypropertyid, areasize: 82, mobileno: '13900000088' }))
  await dialog().getByRole('button', { name: '提交' }).click()
  await expect(line('面积')).toContainText('82.00㎡')
  await expect(field('手机号')).toHaveValue('13900000088')
  await dialog().getByRole('button', { name: '提交' }).click()
  await expectToast(page, '修改成功')
  await expect(dialog()).toBeHidden()
  expect(good(await client.get('/votedef/getactivityproperty', { activitypropertyid }))).toMatchObject({ areasize: 81, v2: '13900000088' })
})

test('an activity changed by another desk', async () => {
  await goTo(page, '/voteManage/input', { activityid: activity.activityId })
  await field('标题').fill('更换一号楼电梯')
  const stored = good(await client.get('/votedef/get', { id: activity.activityId }))
  good(await client.post('/votedef/update', { ...stored, title: '更换全部电梯', summary: '全体业主参加' }))
  const submit = async () => {
    await page.getByRole('button', { name: '提交', exact: true }).filter({ visible: true }).click()
    await dialog().getByRole('button', { name: '提交' }).click()
  }
  await submit()
  await expect(line('标题')).toContainText('更换全部电梯')
  await expect(line('简介')).toContainText('没有改动')
  await expect(field('标题')).toHaveValue('更换一号楼电梯')
  await expect(field('简介')).toHaveValue('全体业主参加')
  await submit()
  await expect
    .poll(async () => good(await client.get('/votedef/get', { id: activity.activityId })))
    .toMatchObject({ title: '更换一号楼电梯', summary: '全体业主参加' })
  await expectToast(page, '修改成功')
})
