import { expect, test, type Locator, type Page } from '@playwright/test'
import { askMark, askVote, good, makeEstate, takeSteps, type PropertyRow, type MadeActivity } from '../support/activities.ts'
import { goTo, makeActivityNow, placeInWords, voterNamed } from '../support/http-activities.ts'
import { startWithActivity, type ActivityProgram } from '../support/activity-program.ts'
import { chooseLetters } from '../support/letters.ts'
import { closeLeftOpen } from '../support/program.ts'
import type { HttpClient } from '../support/server-process.ts'

test.describe.configure({ mode: 'serial' })

const ID = '110101199001010015'
const properties: readonly PropertyRow[] = [
  ['1-101', '张三', 100, { idNumber: ID }],
  ['1-201', '张三', 100, { idNumber: ID }],
  ['1-202', '张三', 50.5, { idNumber: ID }],
  ['1-102', '李四', 80],
  ['2-101', '李四', 90],
  ['2-102', '王五', 60],
  ['2-201', '王五', 60],
]

let started: ActivityProgram
let page: Page
let client: HttpClient
let activity: MadeActivity

test.beforeAll(async () => {
  started = await startWithActivity({ properties, estate: '票权小区', activity: { title: '票权表决' } })
  ;({ client, activity, page } = started)
})
test.afterAll(() => started.close())

const open = () => goTo(page, '/voteManage/mngballot', { estateid: activity.estateId, activityid: activity.activityId })
const picker = (label: string) => page.getByRole('combobox', { name: label, exact: true })
const choices = () => page.locator('.ant-select-dropdown:visible')
const card = (name: string) => page.getByRole('region', { name, exact: true })
const row = (name: string): Locator =>
  card('票权内的房产')
    .getByRole('row')
    .filter({ hasText: placeInWords(name) })
const dialog = (title: string) => page.getByRole('dialog').filter({ hasText: title }).last()
const shared = async (name: string) => (await voterNamed(client, activity.activityId, name)).relaPropertyInfos.map(({ relapropertyname }) => relapropertyname)

/** Chooses a property like a person: types, waits, clicks. */
async function pick(label: string, name: string): Promise<void> {
  await picker(label).click()
  await picker(label).fill(placeInWords(name))
  await choices().getByText(placeInWords(name), { exact: true }).click()
}

test('the ballot screen reports an address without its parameters', async () => {
  await goTo(page, '/voteManage/mngballot', { activityid: activity.activityId })
  await expect(page.getByText('页面参数不完整，请从活动列表进入')).toBeVisible()
})

test('an empty search term finds nothing; a name finds its properties', async () => {
  await open()
  await expect(page.getByRole('heading', { name: /1 位产权人有多套房产未合并/ })).toBeVisible()
  await picker('主房产').click()
  await expect(choices()).toContainText('请输入姓名、手机号、证件号或房号')
  await picker('主房产').fill('   ')
  await expect(choices()).toContainText('请输入姓名、手机号、证件号或房号')
  await picker('主房产').fill('没有这个人')
  await expect(choices()).toContainText('没有找到“没有这个人”')
  await picker('主房产').fill('张三')
  await expect(choices().getByTestId('found-voter')).toHaveCount(3)
})

test('both pickers and the button are on one line with readable placeholders, also in the largest font', { tag: '@full' }, async () => {
  await open()
  await chooseLetters(page, '特大')
  const line = page.getByRole('search').filter({ visible: true, has: picker('主房产') })
  const middles = await Promise.all(
    [picker('主房产'), picker('待合并房产'), line.getByRole('button', { name: '合并', exact: true })].map(async (part) => {
      const { y = NaN, height = NaN } = (await part.boundingBox()) ?? {}
      return Math.round(y + height / 2)
    }),
  )
  expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(4)
  const cut = await line
    .getByText('姓名、手机号、证件号或房号')
    .evaluateAll((words) => words.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length)
  expect(cut).toBe(0)
  await chooseLetters(page, '标准')
})

test('an empty roster links to the properties instead of asking for a search', { tag: '@full' }, async () => {
  const { estateId } = await makeEstate(client, [], '没有房产的小区')
  const empty = await makeActivityNow(client, estateId, { title: '没有票权的活动' })
  await goTo(page, '/voteManage/mngballot', { estateid: estateId, activityid: empty.activityId })
  await expect(page.getByText('票权清册还是空的，请先导入房产，再同步到这个活动')).toBeVisible()
  await page.getByRole('button', { name: '去房产信息' }).click()
  await expect.poll(() => page.url()).toContain(`/property/Index?estateid=${estateId}`)
  await open()
  await picker('主房产').click()
  await picker('主房产').fill('张三')
  await expect(choices().getByTestId('found-voter')).toHaveCount(3)
})

test('IME composition neither searches nor selects with Enter', { tag: '@full' }, async () => {
  const input = picker('主房产')
  await input.dispatchEvent('compositionstart')
  await input.fill('li')
  await input.dispatchEvent('keydown', { key: 'Enter', keyCode: 229, isComposing: true, bubbles: true })
  await expect(choices().getByTestId('found-voter')).toHaveCount(3)
  await expect(card('主房产')).toBeHidden()
  await input.fill('李四')
  await input.dispatchEvent('compositionend')
  await expect(choices().getByTestId('found-voter')).toHaveCount(2)
  await page.keyboard.press('Escape')
})

test('the main property’s card shows owner, masked phone and ID, place, area, properties and status', async () => {
  await pick('主房产', '1-101')
  const details = card('主房产')
  await expect(details).toContainText('张三')
  await expect(details).toContainText('110***********0015')
  await expect(details).not.toContainText(ID)
  await details.getByRole('button', { name: '显示证件号' }).click()
  await expect(details).toContainText(ID)
  await expect(details).toContainText(placeInWords('1-101'))
  await expect(details).toContainText('100.00㎡')
  await expect(details).toContainText('1 套')
  await expect(details).toContainText('未投')
  await expect(row('1-101').getByRole('button', { name: '拆分' })).toHaveAttribute('aria-disabled', 'true')
})

test('another owner’s property is refused in the specification’s words', async () => {
  await pick('待合并房产', '1-102')
  await expect(page.getByText('待合并票权的房产需要与主房产的产权人相同~')).toBeVisible()
  await page.getByRole('button', { name: '合并', exact: true }).first().click()
  await expect(page.getByText('待合并票权的房产需要与主房产的产权人相同~')).toHaveCount(2)
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('合并 previews both sides and the result; two clicks merge once', async () => {
  await pick('待合并房产', '1-201')
  await page.getByRole('button', { name: '合并', exact: true }).first().click()
  const merging = dialog('合并票权')
  await expect(merging.getByRole('region', { name: '待合并房产' })).toContainText(placeInWords('1-201'))
  await expect(merging.getByRole('region', { name: '主房产' })).toContainText('票权内现有 1 套，共 100.00㎡')
  await expect(merging).toContainText('1 套 + 1 套 = 2 套，共 200.00㎡')
  await merging.getByRole('button', { name: '合并' }).dblclick()
  await expect(page.getByText('合并票权成功')).toBeVisible()
  await expect(row('1-201')).toBeVisible()
  await expect(page.getByText('该房产已在票权中')).toBeHidden()
  expect(await shared('1-101')).toEqual([placeInWords('1-201')])
  await expect(card('主房产')).toContainText('2 套，共 200.00㎡')
})

test('the owner’s other properties are suggested and merged with one click', async () => {
  const others = card('该产权人的其他房产')
  await expect(others.getByRole('listitem')).toHaveCount(1)
  await others.getByRole('button', { name: `合并 ${placeInWords('1-202')}` }).click()
  await expect(row('1-202')).toBeVisible()
  await expect(others).toBeHidden()
  expect(await shared('1-101')).toHaveLength(2)
})

test('拆分 asks, and moves the property to its own ballot', async () => {
  await row('1-202').getByRole('button', { name: '拆分' }).click()
  await expect(dialog('确认拆分吗?')).toContainText(`产权人不变，${placeInWords('1-202')}单独成为一票；原票权保留 ${placeInWords('1-101')}、`)
  await dialog('确认拆分吗?').getByRole('button', { name: '拆分' }).click()
  await expect(page.getByText('拆分成功')).toBeVisible()
  await expect(row('1-202')).toBeHidden()
  expect(await shared('1-202')).toEqual([])
})

test('all other properties of the owner are merged at once', async () => {
  await row('1-201').getByRole('button', { name: '拆分' }).click()
  await dialog('确认拆分吗?').getByRole('button', { name: '拆分' }).click()
  const others = card('该产权人的其他房产')
  await expect(others.getByRole('listitem')).toHaveCount(2)
  await others.getByRole('button', { name: /全部合并/ }).click()
  await expect(others).toBeHidden()
  expect(await shared('1-101')).toHaveLength(2)
})

test('拆出 refuses the main property’s name and phone, and accepts another owner', async () => {
  const { v2: phone } = await voterNamed(client, activity.activityId, '1-101')
  await row('1-202').getByRole('button', { name: '拆出' }).click()
  const leaving = dialog('拆出 ·')
  await expect(leaving.getByLabel('产权人')).toBeFocused()
  await leaving.getByRole('button', { name: '拆出' }).click()
  await expect(leaving.getByText('请输入产权人姓名')).toBeVisible()
  await expect(leaving.getByText('请输入产权人手机号')).toBeVisible()
  await leaving.getByLabel('产权人').fill('张三')
  await leaving.getByLabel('手机号').fill(phone)
  await leaving.getByRole('button', { name: '拆出' }).click()
  await expect(page.getByText('待拆分票权的房产的产权人和手机号不能与主房产完全相同~')).toBeVisible()
  await leaving.getByLabel('产权人').fill('赵六')
  await leaving.getByLabel('手机号').fill('13700137000')
  await leaving.getByRole('button', { name: '拆出' }).dblclick()
  await expect(page.getByText('拆出票权成功')).toBeVisible()
  await expect(row('1-202')).toBeHidden()
  expect(await voterNamed(client, activity.activityId, '1-202')).toMatchObject({ v1: '赵六', v2: '13700137000', relaPropertyInfos: [] })
})

test('编辑 changes owner and area; the place is read-only', async () => {
  await row('1-201').getByRole('button', { name: '编辑' }).click()
  const edit = dialog('编辑房产')
  await expect(edit.getByLabel('房屋位置')).toHaveValue(placeInWords('1-201'))
  await expect(edit.getByLabel('房屋位置')).not.toBeEditable()
  await edit.getByRole('textbox', { name: '面积' }).fill('88.8')
  await edit.getByRole('button', { name: '提交' }).click()
  await expect(page.getByText('修改成功')).toBeVisible()
  await expect(row('1-201')).toContainText('88.80')
})

test('删除 asks, naming the property', async () => {
  await row('1-201').getByRole('button', { name: '删除' }).click()
  await expect(dialog('确认删除该记录吗?')).toContainText(placeInWords('1-201'))
  await dialog('确认删除该记录吗?').getByRole('button', { name: '删除' }).click()
  await expect(page.getByText('删除成功')).toBeVisible()
  await expect(row('1-201')).toBeHidden()
})

test('新增房产 adds a property and shows it as the main property', async () => {
  await page.getByRole('button', { name: '新增房产' }).click()
  const adding = dialog('新增房产')
  await adding.getByRole('button', { name: '提交' }).click()
  await expect(adding.getByText('请输入房产分期')).toBeVisible()
  for (const [label, value] of Object.entries({ 分期: '一期', 楼栋: '3栋', 单元: '1单元', 房号: '101', 面积: '70', 产权人: '孙七', 手机号: '11111111111' }))
    await adding.getByLabel(label, { exact: true }).fill(value)
  await adding.getByRole('button', { name: '提交' }).click()
  await expect(page.getByText('提交成功')).toBeVisible()
  await expect(card('主房产')).toContainText(placeInWords('3-101'))
  await expect(card('主房产')).toContainText('70.00㎡')
})

test('properties of equal name and phone are suggested if there is no ID number', async () => {
  await pick('主房产', '2-102')
  await expect(card('该产权人的其他房产')).toContainText(placeInWords('2-201'))
})

test('a marked ballot explains why it cannot be changed; the server refuses a stale screen', async () => {
  await takeSteps(client, activity.activityId, 'start')
  await pick('主房产', '1-102')
  await expect(card('该产权人的其他房产')).toContainText(placeInWords('2-101'))
  const other = await voterNamed(client, activity.activityId, '2-101')
  good(await askMark(client, activity.activityId, { ballotId: other.ballotid, propertyId: other.votercode }, 'C-1'))
  await card('该产权人的其他房产')
    .getByRole('button', { name: `合并 ${placeInWords('2-101')}` })
    .click()
  await expect(page.getByText('该票权已标记或已投票，不能调整').first()).toBeVisible()
  await pick('主房产', '2-101')
  await expect(card('主房产')).toContainText('已标记 C-1')
  await expect(card('票权内的房产').getByRole('alert')).toContainText('该票权已标记或已投票，不能调整')
  for (const name of ['编辑', '拆分', '拆出', '删除']) await expect(row('2-101').getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true')
})

test('changes while voting is open require a reason, and the conclusions mention them', async () => {
  await page.reload()
  await pick('主房产', '2-102')
  await row('2-102').getByRole('button', { name: '编辑' }).click()
  const edit = dialog('编辑房产')
  await expect(edit.getByText('调整原因')).toBeHidden()
  await edit.getByRole('textbox', { name: '面积' }).fill('')
  await edit.getByRole('textbox', { name: '面积' }).pressSequentially('61')
  await expect(edit.getByRole('textbox', { name: '面积' })).toHaveValue('61')
  await edit.getByRole('button', { name: '提交' }).click()
  await expect(edit.getByText('请选择或填写调整原因')).toBeVisible()
  await edit.getByText('面积更正').click()
  await edit.getByRole('button', { name: '提交' }).click()
  await expect(row('2-102')).toContainText('61.00')
  await card('该产权人的其他房产')
    .getByRole('button', { name: `合并 ${placeInWords('2-201')}` })
    .click()
  await dialog('确认合并吗?').getByRole('button', { name: '取消' }).click()
  await pick('待合并房产', '2-201')
  await page.getByRole('button', { name: '合并', exact: true }).first().click()
  const merging = dialog('合并票权')
  await expect(merging.getByRole('button', { name: '合并', exact: true })).toBeDisabled()
  await merging.getByRole('textbox', { name: '其他调整原因' }).fill('同一人，已核对')
  await merging.getByRole('button', { name: '合并', exact: true }).click()
  await expect(row('2-201')).toBeVisible()
  await row('2-201').getByRole('button', { name: '删除' }).click()
  const removing = dialog('确认删除该记录吗?')
  await expect(removing.getByRole('button', { name: '删除' })).toBeDisabled()
  await removing.getByText('重复登记').click()
  await removing.getByRole('button', { name: '删除' }).click()
  await expect(row('2-201')).toBeHidden()
  const { statisticsResultDatalist } = good(await client.get('/vote/satisticsvoteprogress', { voteActivityId: activity.activityId }))
  expect(statisticsResultDatalist[0].conclusion.note).toBe('投票开始后清册调整3处')
})

test('in the tally only names can be corrected', async () => {
  const { ballotid, v1, v2 } = await voterNamed(client, activity.activityId, '1-102')
  good(await askVote(client, activity, [{ ballotId: ballotid, ownerName: v1, phone: v2 }], '1'))
  await takeSteps(client, activity.activityId, 'startTally')
  await page.reload()
  const add = page.getByRole('button', { name: '新增房产' })
  await expect(add).toHaveAttribute('aria-disabled', 'true')
  await add.hover()
  await expect(page.getByText('唱票开始后不能调整票权清册')).toBeVisible()
  await pick('主房产', '2-102')
  await expect(card('票权内的房产').getByRole('alert')).toContainText('唱票开始后不能调整票权清册，只能更正产权人、手机号和证件号')
  for (const name of ['拆分', '拆出', '删除']) await expect(row('2-102').getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true')
  await row('2-102').getByRole('button', { name: '编辑' }).click()
  const edit = dialog('编辑房产')
  await expect(edit.getByRole('textbox', { name: '面积' })).toBeDisabled()
  await expect(edit.getByText('唱票开始后不能调整票权清册')).toBeVisible()
  await edit.getByLabel('产权人').fill('王五五')
  await edit.getByRole('button', { name: '提交' }).click()
  await expect(card('主房产')).toContainText('王五五')
})

test('a finished activity changes no ballot, and says so', { tag: '@full' }, async () => {
  await takeSteps(client, activity.activityId, 'finish')
  await page.reload()
  await expect(page.getByRole('button', { name: '新增房产' })).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('button', { name: '新增房产' }).hover()
  await expect(page.getByText('当前状态为“已结束”，不能调整票权')).toBeVisible()
})

test.afterAll(closeLeftOpen)
