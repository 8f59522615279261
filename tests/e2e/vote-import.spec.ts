import { expect, test, type Page } from '@playwright/test'
import { askVote, good, makeActivity, makeEstate, optionsTopic, propertiesOfEstateA, takeSteps, topic, type MadeActivity } from '../support/activities.ts'
import { goTo, httpRoster, openNow, placeInWords, propertyAt } from '../support/http-activities.ts'
import { dropFile, programAt, serverForAll } from '../support/program.ts'
import { workbookOf } from '../support/workbooks/make.ts'

const client = serverForAll()
let page: Page
let activity: MadeActivity

test.beforeAll(async () => {
  const { estateId } = await makeEstate(client, propertiesOfEstateA, '示范小区甲')
  const topics = [topic('更新电梯'), optionsTopic('选聘物业', ['甲公司', '乙公司'], { votetype: 14 })]
  activity = await makeActivity(client, estateId, { ...openNow(), title: '二〇二六年业主大会', topics })
  await takeSteps(client, activity.activityId, 'start')
  const roster = await httpRoster(client, activity.activityId)
  good(await askVote(client, activity, [propertyAt(roster, placeInWords('1-102'))], '111'))
  ;({ page } = await programAt(client.url))
})

const header = ['房屋坐落', '1 更新电梯', '甲方', '2.2 乙公司', '收到时间']
const rows = [
  [placeInWords('1-101'), '赞成', '同意', '反对'],
  [placeInWords('1-102'), '反对', '同意', null],
  [placeInWords('1-201'), '弃权', null, null],
  [placeInWords('1-301'), null, null, null],
]

test('votes typed into a workbook are checked, corrected and cast', async () => {
  await expect(page.getByText('进行中的投票')).toBeVisible()
  await goTo(page, '/voteManage/importvotes', { estateid: activity.estateId, activityid: activity.activityId })
  const start = page.getByTestId('import-host').getByRole('button', { name: '导入投票' })
  await expect(start).toBeVisible()
  await start.click()
  const panel = page.getByRole('dialog', { name: '导入投票' })
  await dropFile(page, '[data-testid=import-drop]', '录入表.xlsx', await workbookOf([header, ...rows]))
  // An unrecognised column is mapped by hand.
  const columns = page.getByRole('dialog', { name: '指明列' })
  await expect(columns).toBeVisible()
  await columns.getByLabel('2.1 甲公司', { exact: true }).click()
  await page.locator('.ant-select-dropdown:visible').getByText('甲方', { exact: true }).click()
  await columns.getByRole('button', { name: '重新核对' }).click()
  await expect(panel.getByRole('alert').filter({ hasText: '2 处错误' })).toBeVisible()
  await panel.getByLabel('第2行 1 更新电梯', { exact: true }).fill('同意')
  await panel.getByTestId('import-recheck').click()
  await expect(panel.getByRole('alert').filter({ hasText: '1 处错误' })).toBeVisible()
  await expect(panel.getByText('该票权已投票，答案不同')).toBeVisible()
  await panel.getByText('跳过，不改已有的投票').click()
  await expect(panel.getByRole('status', { name: '核对结果' })).toHaveText('共 4 行 · 投票 2 · 答案相同 0 · 未填写 1 · 跳过 1 · 错误 0')
  await panel.getByRole('button', { name: '开始导入' }).click()
  await expect(panel.getByText('导入成功！投票 2，答案相同 0，未填写 1，跳过 1')).toBeVisible()
  expect(good(await client.get('/vote/counts', { voteActivityId: activity.activityId })).votedcount).toBe(3)
})
