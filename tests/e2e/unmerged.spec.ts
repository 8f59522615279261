import { expect, test, type Page } from '@playwright/test'
import { askMark, askStep, good, type PropertyRow, type MadeActivity } from '../support/activities.ts'
import { goTo, propertyAt, httpRoster, placeInWords, voterNamed } from '../support/http-activities.ts'
import { startWithActivity, type ActivityProgram } from '../support/activity-program.ts'
import { closeLeftOpen } from '../support/program.ts'
import type { HttpClient } from '../support/server-process.ts'

test.describe.configure({ mode: 'serial' })

const [ZHANG, LI, WANG] = ['110101196203150012', '110101197001010023', '110101198812120034']
/** 张三 and 李四 own several properties by ID number, 李四 with two phones; 王伟 is a name without an ID number. */
const properties: readonly PropertyRow[] = [
  ['1-101', '张三', 100, { idNumber: ZHANG }],
  ['1-102', '张三', 50.5, { idNumber: ZHANG }],
  ['1-201', '李四', 80, { idNumber: LI, phone: '13900000001' }],
  ['1-202', '李四', 90, { idNumber: LI, phone: '13900000002' }],
  ['2-101', '王伟', 60, { phone: '13700000001' }],
  ['2-102', '王伟', 70, { phone: '13700000002' }],
  ['2-201', '赵六', 40, { idNumber: WANG }],
]

let started: ActivityProgram
let page: Page
let client: HttpClient
let activity: MadeActivity

test.beforeAll(async () => {
  started = await startWithActivity({ properties, estate: '合并小区', activity: { title: '合并表决' } })
  ;({ client, activity, page } = started)
})
test.afterAll(() => started.close())

const openBallots = () => goTo(page, '/voteManage/mngballot', { estateid: activity.estateId, activityid: activity.activityId })
const section = () => page.getByRole('region', { name: '未合并的产权人' }).filter({ visible: true })
const row = (name: string) => section().getByRole('row').filter({ hasText: name })
const dialog = (title: string | RegExp) => page.getByRole('dialog', { name: title })
const shared = async (name: string) => (await voterNamed(client, activity.activityId, name)).relaPropertyInfos.map(({ relapropertyname }) => relapropertyname)

test('开启投票 warns of owners who would vote several times, with a link', async () => {
  await goTo(page, '/voteManage/list')
  const row = page.getByRole('row', { name: /合并表决/ })
  await expect(row.getByRole('button', { name: '票权管理' })).toHaveAttribute('aria-current', 'step')
  await row.getByRole('button', { name: '开启投票' }).click()
  const asked = dialog('确认开启投票吗？')
  await expect(asked.getByText('2 位产权人有多套房产未合并，不合并就会按多票计。另有 1 组产权人仅姓名相同')).toBeVisible()
  await expect(asked.getByRole('list', { name: '有多套房产未合并的产权人' }).getByRole('listitem')).toHaveText([
    '张三：2 套，现在按 2 票计',
    '李四：2 套，现在按 2 票计',
  ])
  await asked.getByRole('button', { name: '去票权管理' }).click()
  await expect(asked).toBeHidden()
  await expect(section().getByText('2 位产权人有多套房产未合并')).toBeVisible()
})

test('the estate’s rights and the activity’s ballots explain their difference on both screens', async () => {
  await expect(section().getByRole('note')).toHaveText('小区票权数5：同一业主的房产计一票；本活动7票，2位业主的房产尚未合并')
  await goTo(page, '/estate/Index')
  await expect(page.getByText(/票权数：同一业主的房产计一票；活动里有业主的房产尚未合并时，活动的票数更多/)).toBeVisible()
  await openBallots()
})

test('a new activity offers to merge the properties of equal owners at once', async () => {
  await goTo(page, '/voteManage/list')
  await page.getByRole('button', { name: '新增', exact: true }).filter({ visible: true }).click()
  const editor = page.getByRole('form').filter({ visible: true })
  const field = (label: string) => editor.getByLabel(label, { exact: true })
  await field('标题').fill('又一次表决')
  await field('计票方式').click()
  await page.locator('.ant-select-dropdown:visible').getByText('双过半（仅计收回票）', { exact: true }).click()
  for (const [label, time] of [
    ['开始时间', '2026-05-01 12:00:00'],
    ['结束时间', '2099-05-01 12:00:00'],
  ] as const) {
    await field(label).click()
    await field(label).fill(time)
    await field(label).press('Enter')
  }
  await field('议题 1 标题').fill('是否同意更新电梯')
  await editor.getByRole('button', { name: '提交', exact: true }).click()
  await dialog('确认提交吗？').getByRole('button', { name: '提交' }).click()
  const proposal = dialog('同一业主的房产尚未合并')
  await expect(proposal).toContainText('2 位业主的几套房产现在各计一票')
  await proposal.getByRole('button', { name: '查看名单并合并' }).click()
  const all = dialog('全部合并')
  await expect(all.getByRole('checkbox', { name: '合并 张三' })).toBeChecked()
  await expect(all.getByRole('checkbox', { name: '合并 李四' })).not.toBeChecked()
  await all.getByRole('button', { name: /合并所选/ }).click()
  await expect(all).toBeHidden()
  await expect(section().getByRole('note')).toHaveText('小区票权数5：同一业主的房产计一票；本活动6票，1位业主的房产尚未合并')
  const [made] = good(await client.get('/votedef/list', { name: '又一次表决' })).datas
  good(await client.get('/votedef/delete', { ids: made.voteactivityid }))
  await openBallots()
})

test('namesakes are merged only by selecting them, after a question that lists the differences', async () => {
  await section().getByText('仅姓名相同 1').click()
  await row('王伟').getByRole('button', { name: '合并 王伟' }).click()
  const merging = dialog('合并票权 · 王伟')
  const ticks = merging.getByRole('checkbox')
  await expect(ticks).toHaveCount(2)
  await expect(merging.getByRole('checkbox', { checked: true })).toHaveCount(0)
  await expect(merging.getByRole('button', { name: '合并', exact: true })).toBeDisabled()
  await expect(merging.getByText('137****0002 不同')).toBeVisible()
  await ticks.nth(0).check()
  await ticks.nth(1).check()
  await expect(merging.getByRole('status')).toContainText('2 票合并为 1 票，共 2 套 130.00㎡，按 1 人计票')
  await merging.getByRole('button', { name: '合并', exact: true }).click()
  const question = page.getByRole('dialog').filter({ hasText: '手机号不一致，确认是同一位产权人吗?' })
  await question.getByRole('button', { name: '取消' }).click()
  expect(await shared('2-101')).toEqual([])
  await merging.getByRole('button', { name: '取消' }).click()
})

test('one owner is merged individually; a double click merges once', async () => {
  await section().getByText('姓名、证件号相同').click()
  await row('李四').getByRole('button', { name: '合并 李四' }).click()
  const merging = dialog('合并票权 · 李四')
  await expect(merging.getByRole('checkbox', { checked: true })).toHaveCount(2)
  await merging.getByRole('button', { name: '合并', exact: true }).click()
  await page.getByRole('dialog').filter({ hasText: '手机号不一致' }).getByRole('button', { name: '取消' }).click()
  expect(await shared('1-201')).toEqual([])
  await merging.getByRole('button', { name: '取消' }).click()

  await row('张三').getByRole('button', { name: '合并 张三' }).click()
  await dialog('合并票权 · 张三').getByRole('button', { name: '合并', exact: true }).dblclick()
  await expect(page.getByText('合并票权成功')).toBeVisible()
  await expect(row('张三')).toBeHidden()
  expect(await shared('1-101')).toEqual([placeInWords('1-102')])
  await expect(section().getByText('1 位产权人有多套房产未合并')).toBeVisible()
})

test('a listed property opens as the main property, and the list is one step back', async () => {
  await row('李四').getByRole('button', { name: '查看 李四' }).click()
  await expect(page.getByRole('region', { name: '主房产', exact: true })).toContainText(placeInWords('1-201'))
  await page.getByRole('button', { name: '返回未合并名单' }).click()
  await expect(row('李四')).toBeVisible()
})

test('全部合并 lists all owners, deselects doubtful ones, and merges the selected in one step', async () => {
  await page.getByRole('button', { name: '全部合并…' }).click()
  const all = dialog('全部合并')
  await expect(all.getByText('有 1 位产权人的手机号不一致，没有自动勾选')).toBeVisible()
  await expect(all.getByRole('row').filter({ hasText: '李四' })).toContainText('139****0001139****0002')
  await expect(all.getByRole('checkbox', { name: '合并 李四' })).not.toBeChecked()
  await expect(all.getByRole('button', { name: '合并所选 0 位' })).toBeDisabled()
  await all.getByRole('checkbox', { name: '合并 李四' }).check()
  await expect(all.getByRole('status')).toContainText('2 票变为 1 票，共 2 套、170.00㎡')
  await all.getByRole('button', { name: '合并所选 1 位' }).dblclick()
  await expect(all).toBeHidden()
  expect(await shared('1-201')).toEqual([placeInWords('1-202')])
  await expect(section().getByText('每位产权人的房产都已在同一票里，没有需要合并的。另有 1 组仅姓名相同')).toBeVisible()
})

test('a ballot marked meanwhile explains why it cannot be merged', async () => {
  good(await askStep(client, activity.activityId, 'start'))
  const roster = await httpRoster(client, activity.activityId)
  good(await askMark(client, activity.activityId, propertyAt(roster, placeInWords('2-102')), 'C-1'))
  await openBallots()
  await page.keyboard.press('F5')
  await section().getByText('仅姓名相同 1').click()
  await expect(row('王伟')).toContainText('其余票权已标记或已投票，不能合并')
  await expect(row('王伟').getByRole('button', { name: '合并 王伟' })).toHaveAttribute('aria-disabled', 'true')
})

test.afterAll(closeLeftOpen)
