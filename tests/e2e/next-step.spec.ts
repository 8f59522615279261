import { expect, test, type Page } from '@playwright/test'
import { formatTime } from '../../src/shared/time/chinaTime.ts'
import { topic } from '../support/activities.ts'
import { startWithActivity, type ActivityProgram } from '../support/activity-program.ts'

/** Each finished step offers and links the next one. */
test.describe.configure({ mode: 'serial' })

let started: ActivityProgram
let page: Page
test.beforeAll(async () => {
  started = await startWithActivity({
    properties: [
      ['1-101', '张三', 100],
      ['1-102', '李四', 80],
    ],
    estate: '翠湖花园',
    activity: { title: '更新电梯', topics: [topic('更新电梯')] },
  })
  ;({ page } = started)
})
test.afterAll(() => started.close())

const shown = (name: string) => page.getByRole('button', { name, exact: true }).filter({ visible: true })
const heading = (name: string | RegExp) => page.getByRole('heading', { name, level: 1 }).filter({ visible: true })
const dialog = () => page.getByRole('dialog').filter({ visible: true })
const inMenu = (name: string) => page.getByRole('menu', { name: '主菜单' }).getByText(name, { exact: true }).click()
const goOn = async (title: string, next: string) => {
  const notice = page.locator('.toast-notice').filter({ has: page.getByText(title, { exact: true }) })
  await notice.getByRole('button', { name: `下一步：${next}`, exact: true }).click()
}

test('a new estate leads to its properties', async () => {
  await inMenu('小区管理')
  await shown('新增').click()
  await dialog().getByRole('textbox', { name: '小区名称' }).fill('桂花苑')
  await dialog().getByLabel('详细地址').fill('桂花路8号')
  await dialog().getByRole('button', { name: '提交' }).click()
  await goOn('提交成功', '导入房产')
  await expect(page.getByText('这个小区还没有房产').filter({ visible: true })).toBeVisible()
  await expect(page.getByText('桂花苑', { exact: true }).filter({ visible: true }).first()).toBeVisible()
})

test('a new vote leads to its page, where the roster is checked first', async () => {
  await inMenu('投票活动')
  await shown('新增').click()
  const form = page.getByRole('form').filter({ visible: true })
  const field = (label: string) => form.getByLabel(label, { exact: true })
  await field('标题').fill('加装门禁')
  for (const [label, option] of [
    ['小区', '翠湖花园'],
    ['计票方式', '双过半（仅计收回票）'],
  ] as const) {
    await field(label).click()
    await page.locator('.ant-select-dropdown:visible').getByText(option, { exact: true }).click()
  }
  for (const [label, at] of [
    ['开始时间', Date.now()],
    ['结束时间', Date.now() + 10 * 86_400_000],
  ] as const) {
    await field(label).click()
    await field(label).fill(formatTime(at))
    await field(label).press('Enter')
  }
  await field('议题 1 标题').fill('加装门禁')
  await form.getByRole('button', { name: '提交', exact: true }).click()
  await dialog().getByRole('button', { name: '提交' }).click()
  await goOn('提交成功', '核对名册，打开这次投票')
  await expect(page.getByRole('list', { name: '活动进程' }).filter({ visible: true })).toBeVisible()
  expect(page.url()).toContain('/voteManage/activity')
})

test('each step of a vote leads to the next task', async () => {
  const take = async (step: string) => {
    await inMenu('投票活动')
    await page.getByRole('row').filter({ hasText: '更新电梯' }).getByRole('button', { name: step, exact: true }).click()
    const quorum = dialog().getByRole('checkbox', { name: /^我已知道参与未达三分之二/ })
    const confirm = dialog().getByRole('button', { name: step, exact: true })
    await expect(confirm.or(quorum).first()).toBeVisible()
    if (step !== '开启投票') await quorum.check()
    await confirm.click()
  }
  await take('开启投票')
  await goOn('开启投票成功', '发出选票')
  await expect(heading('选票管理')).toBeVisible()
  await take('开启唱票')
  await goOn('开启唱票成功', '唱票')
  await expect(heading('投票台 · 唱票')).toBeVisible()
  await take('结束')
  await goOn('结束成功', '公示结果')
  await expect(heading('文书')).toBeVisible()
  await expect(page.getByText('表决结果公告').filter({ visible: true }).first()).toBeVisible()
})
