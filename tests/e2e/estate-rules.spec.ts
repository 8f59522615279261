import { expect, test, type Page } from '@playwright/test'
import { good, makeProperty } from '../support/activities.ts'
import { rulesDraft } from '../support/estateRules.ts'
import { goTo } from '../support/http-activities.ts'
import { programAt, serverForAll } from '../support/program.ts'

test.describe.configure({ mode: 'serial' })

const client = serverForAll()
let page: Page
let estateid: string

test.beforeAll(async () => {
  estateid = good(await client.post('/vtestate/save', { name: '翠湖花园', addr: '翠湖路16号' })).estateid
  ;({ page } = await programAt(client.url))
})

const button = (name: string) => page.getByRole('button', { name, exact: true }).filter({ visible: true })
const version = (name: string) => page.getByRole('group', { name }).filter({ visible: true })
const field = (name: string) => page.getByLabel(name, { exact: true }).filter({ visible: true })
const choose = async (label: string, option: string) => {
  await field(label).click()
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: option }).first().click()
}

test('an estate without rules says so, and its first version is written from the estate list', async () => {
  await page.getByRole('menuitem', { name: '小区管理' }).click()
  await button('议事规则').click()
  await expect(page.getByText('“翠湖花园”还没有登记议事规则')).toBeVisible()
  await button('新增一版').click()
  await button('提交').click()
  await expect(page.getByText('请选择生效日期', { exact: true }).filter({ visible: true }).first()).toBeVisible()
  await expect(page.getByText('请填写表决公告天数，没有约定的填0')).toBeVisible()
  await field('生效日期').fill('2024-01-01')
  await field('生效日期').press('Enter')
  await choose('计票方式', '未反馈从多')
  await button('提交').click()
  await expect(page.getByText('请输入议事规则依据')).toBeVisible()
  await field('议事规则依据').fill('议事规则第九条')
  await field('每名受托人最多代理票数').fill('3')
  await field('表决公告天数').fill('15')
  await field('表决公告天数的条款').fill('第七条')
  await button('提交').click()
  await expect(version('第1版 业主大会议事规则')).toContainText('现行')
  await expect(version('第1版 业主大会议事规则')).toContainText('依据：第七条')
})

test('a new version starts from the last one, and one with a future date is not in force', async () => {
  await button('新增一版').click()
  await expect(field('议事规则依据')).toHaveValue('议事规则第九条')
  await field('生效日期').fill('2099-01-01')
  await field('生效日期').press('Enter')
  await field('每名受托人最多代理票数').fill('5')
  await button('提交').click()
  await expect(version('第2版 业主大会议事规则')).toContainText('尚未生效')
  await expect(version('第1版 业主大会议事规则')).toContainText('现行')
  // Collapsed until opened, also by keyboard.
  await expect(version('第2版 业主大会议事规则').getByText('5 票')).toBeHidden()
  await version('第2版 业主大会议事规则').locator('summary').press('Enter')
  await expect(version('第2版 业主大会议事规则').getByText('5 票')).toBeVisible()
})

test('a new vote is filled in from the rules in force, and deviations are marked', async () => {
  await goTo(page, '/voteManage/input')
  await expect(page.getByText('依据议事规则第1版《业主大会议事规则》，2024-01-01起生效')).toBeVisible()
  await expect(field('议事规则依据')).toHaveValue('议事规则第九条')
  await expect(field('每名受托人最多代理票数')).toHaveValue('3')
  await expect(page.getByText('来自议事规则第1版').filter({ visible: true })).toHaveCount(4)
  await field('每名受托人最多代理票数').fill('4')
  await expect(page.getByText('与议事规则第1版不同').filter({ visible: true })).toHaveCount(1)
  await expect(page.getByText('与规则不同：每名受托人最多代理票数')).toBeVisible()
})

test('a saved vote shows its rules version, and adopts a newer one on request', async () => {
  const { datas } = good(await client.get('/estaterules/list', { estateid, inforce: '1' }))
  const time = { startdate: '2024-01-01 12:00:00', enddate: '2099-12-31 12:00:00' }
  const body = {
    title: '更换电梯',
    estateid,
    votetype: 1,
    proxylimit: 3,
    rulesid: datas[0].rulesid,
    ...time,
    topics: [{ title: '更换', topictype: 1, votetype: 15 }],
  }
  const { voteactivityid } = good(await client.post('/votedef/save', body))
  await goTo(page, `/voteManage/activity?activityid=${voteactivityid}`)
  await expect(page.getByText('第1版（与规则不同：计票方式、议事规则依据）').filter({ visible: true })).toBeVisible()
  good(
    await client.post(
      '/estaterules/save',
      rulesDraft(estateid, { effectivefrom: '2025-01-01', votetype: 1, rulebasis: '', proxylimit: 6, deliverypolicy: [] }),
    ),
  )
  await goTo(page, `/voteManage/input?activityid=${voteactivityid}`)
  await button('按现行的第3版填写').click()
  await expect(page.getByText('依据议事规则第3版').filter({ visible: true })).toBeVisible()
  // Values of the previous version are replaced by the new one's.
  await expect(field('每名受托人最多代理票数')).toHaveValue('6')
})

test('开启投票 warns while no notice has been posted long enough for the rules, without blocking', async () => {
  const { datas } = good(await client.get('/estaterules/list', { estateid }))
  const { rulesid } = datas.find(({ version: number }: { version: number }) => number === 1)
  await makeProperty(client, estateid, ['1-101', '张三', 100])
  const time = { startdate: '2024-03-20 09:00:00', enddate: '2099-12-31 12:00:00' }
  const body = { title: '更换门禁', estateid, votetype: 1, rulesid, ...time, topics: [{ title: '更换', topictype: 1, votetype: 15 }] }
  const { voteactivityid } = good(await client.post('/votedef/save', body))
  const open = async () => {
    await goTo(page, `/voteManage/activity?activityid=${voteactivityid}`)
    await button('开启投票').click()
    await expect(page.getByRole('dialog', { name: '确认开启投票吗？' }).getByRole('button', { name: '开启投票' })).toBeEnabled()
  }
  const warning = page.getByText('议事规则第1版第七条要求表决公告公示满 15 日，到 2024-03-20 09:00 开始时还没有公示满')
  await open()
  await expect(warning).toBeVisible()
  await page.getByRole('button', { name: '取消', exact: true }).filter({ visible: true }).click()
  const publication = { voteactivityid, kind: 2, places: '各单元门厅', dateto: '2024-03-19', remark: '', pics: [] }
  // At the end of the 19th fifteen days have passed, excluding the first.
  good(await client.post('/publication/save', { ...publication, datefrom: '2024-03-04' }))
  await open()
  await expect(warning).toHaveCount(0)
})
