import { expect, test } from '@playwright/test'
import { formatTime } from '../../src/shared/time/chinaTime.ts'
import { deliverySheet } from '../../src/shared/features/delivery/sheet.ts'
import { good } from '../support/activities.ts'
import { goTo } from '../support/http-activities.ts'
import { closeLeftOpen, launch, logIn, newFolder, type Program } from '../support/program.ts'
import { chooseLetters } from '../support/letters.ts'
import { startProxy, type Proxy } from '../support/proxy.ts'
import { startProcess } from '../support/server-process.ts'
import { setStage, type Stage } from '../support/stage.ts'
import { workbookOf } from '../support/workbooks/make.ts'

test.describe.configure({ mode: 'serial' })

let proxy: Proxy
let program: Program
let stage: Stage
test.beforeAll(async () => {
  const server = await startProcess(['--data', newFolder()])
  stage = await setStage(server.url)
  proxy = await startProxy(server.url)
  program = await launch({ args: ['--server', proxy.url] })
})
test.afterAll(async () => {
  await closeLeftOpen()
  await proxy.close()
})

const VOTING = '更新电梯并选聘物业服务企业的业主大会表决'
const TALLYING = '修改业主大会议事规则'
const card = (title: string) => program.page.getByRole('group', { name: title, exact: true })
const home = () => goTo(program.page, '/dashboard')

test('a server that does not answer is reported, with a retry', async () => {
  const { page } = program
  proxy.breaks = /\/votedef\/list/
  await logIn(program, { captcha: '0000', account: stage.account })
  await expect(page.getByText('与服务器的连接中断')).toBeVisible()
  proxy.breaks = null
  await page.getByRole('button', { name: '重试' }).click()
  await expect(card(VOTING)).toBeVisible()
})

test('every vote under way, and no other, has a card with progress and remaining time', async () => {
  const { page } = program
  await expect(page.getByRole('region', { name: '进行中的投票' }).getByRole('heading', { level: 3 })).toHaveCount(2)
  const { votedcount, totalcount, votecountrate } = good(await stage.client.get('/vote/satisticsvoteprogress', { voteActivityId: stage.activities.voting }))
  await expect(card(VOTING)).toContainText(`${votedcount} / ${totalcount} 人`)
  await expect(card(VOTING).getByRole('progressbar', { name: '已投票人数' })).toHaveAttribute('aria-valuenow', String(votecountrate))
  await expect(card(VOTING)).toContainText('还剩 27 天')
  await expect(card(TALLYING)).toContainText('唱票中')
  await expect(card(TALLYING)).toContainText('本活动的计票方式还计入已送达未投票的票权')
})

test('the card’s buttons open the vote, in the tally the tallying', async () => {
  const { page } = program
  const { estateId, activities } = stage
  const ways: readonly (readonly [title: string, button: string, address: string])[] = [
    [VOTING, '进入投票', `/voteManage/votedesk?activityid=${activities.voting}&operatetype=2`],
    [TALLYING, '进入唱票', `/voteManage/votedesk?activityid=${activities.tallying}&operatetype=3`],
    [VOTING, '查看进度', `/voteManage/progress?estateid=${estateId}&activityid=${activities.voting}`],
    [VOTING, '查看结果', `/voteManage/statistics?estateid=${estateId}&activityid=${activities.voting}`],
  ]
  for (const [title, button, address] of ways) {
    await card(title).getByRole('button', { name: button }).click()
    await expect.poll(() => page.url()).toContain(address)
    await home()
  }
})

const todo = (text: string | RegExp) => program.page.getByRole('list', { name: '待办' }).getByRole('listitem').filter({ hasText: text })

test('the to-do list is sorted by urgency, each item with its button', async () => {
  const { page } = program
  await expect(todo(/票已收回待录入/)).toContainText(TALLYING)
  await expect(page.getByRole('list', { name: '待办' }).getByRole('listitem').first()).toContainText('已收回待录入')
  await todo(/票已收回待录入/)
    .getByRole('button', { name: '去录入' })
    .click()
  await expect.poll(() => page.url()).toContain(`/voteManage/votedesk?activityid=${stage.activities.tallying}&operatetype=3`)
  await home()
  await todo(/至少还需 \d+ 户达到三分之二/)
    .getByRole('button', { name: '补票路线' })
    .click()
  await expect.poll(() => page.url()).toContain('/voteManage/route')
  await home()
})

test('a posted notice is no longer asked for, and is done on the vote’s page', async () => {
  const { page } = program
  const notice = todo('表决公告未出').filter({ hasText: VOTING })
  await notice.getByRole('button', { name: '写公告' }).click()
  await page
    .getByRole('menu', { name: `写公告 ${VOTING}` })
    .getByRole('menuitem', { name: '已办' })
    .click()
  await expect(notice).toHaveCount(0)
  await card(VOTING).waitFor()
  await goTo(page, '/voteManage/activity', { activityid: stage.activities.voting })
  await expect(page.getByRole('listitem', { name: '公告：已完成' })).toBeVisible()
  await home()
})

test('pending change requests are counted, and decided ones are not', async () => {
  const { page } = program
  await expect(todo('12 条房产变更待审批')).toBeVisible()
  const { datas } = good(await stage.client.get('/votedef/getpropertychangelist', { pageNo: 1, pageSize: 1, status: 0 }))
  good(await stage.client.post('/votedef/rejectchangeproperty', { id: datas[0].id, approvalcomment: '' }))
  await todo(/条房产变更待审批/)
    .getByRole('button', { name: '去审批' })
    .click()
  await expect(page.getByRole('heading', { name: '房产变更审批', level: 1 })).toBeVisible()
  await home()
  await expect(todo('11 条房产变更待审批')).toBeVisible()
})

test('the latest imports show who imported what, and link to it', async () => {
  const { page } = program
  const imports = page.getByRole('table', { name: '最近导入' })
  await expect(imports.getByRole('row', { name: /房产 翠湖花园 房产\.xlsx 240 0 王主任/ })).toBeVisible()
  const bytes = await workbookOf([
    Object.values(deliverySheet.columns).map(({ name }) => name),
    ['一期', '西区', '1栋', '3单元', '101', '上门', formatTime(Date.now() - 3_600_000), '', ''],
  ])
  good(await stage.client.upload('/vote/importnotifyinfo', 'uploadfile', '送达登记.xlsx', bytes, { activityid: stage.activities.voting }))
  await goTo(page, '/estate/Index')
  await home()
  const newest = imports.getByRole('row').nth(1)
  await expect(newest).toContainText('送达登记.xlsx')
  await expect(newest).toContainText(`${VOTING}（翠湖花园）`)
  await newest.getByRole('button', { name: '查看送达' }).click()
  await expect.poll(() => page.url()).toContain(`/voteManage/notify?estateid=${stage.estateId}&activityid=${stage.activities.voting}`)
  await home()
})

test('a finished vote has no card but a line of follow-ups until each is done or skipped', async () => {
  good(await stage.client.get('/votedef/finishVote', { id: stage.activities.tallying }))
  await goTo(program.page, '/voteManage/list')
  await home()
  await expect(card(TALLYING)).toHaveCount(0)
  await expect(card(VOTING)).toBeVisible()
  await program.page.getByRole('button', { name: /全部显示$/ }).click()
  const after = todo('表决已结束').filter({ hasText: TALLYING })
  for (const [name, said] of [
    ['公示结果', '已办'],
    ['报主管部门备案', '已办'],
    ['应诉包', '不再提醒'],
  ] as const) {
    await expect(after).toContainText(name)
    await after.getByRole('button', { name }).click()
    await program.page
      .getByRole('menu', { name: `${name} ${TALLYING}` })
      .getByRole('menuitem', { name: said })
      .click()
    await expect(after.filter({ hasText: name })).toHaveCount(0)
  }
})

test('in the largest font the steps and tabs of a vote are fully readable', async () => {
  const { page } = program
  await goTo(page, '/voteManage/activity', { activityid: stage.activities.voting })
  const steps = page.getByRole('list', { name: '活动进程' }).filter({ visible: true })
  await expect(steps.getByRole('listitem')).toHaveCount(9)
  await chooseLetters(page, '特大')
  const overflowing = await steps
    .getByRole('listitem')
    .evaluateAll((items) => items.filter((item) => [item, ...item.children].some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)).length)
  expect(overflowing).toBe(0)
  await expect(page.getByRole('navigation', { name: '本次投票' }).filter({ visible: true }).getByRole('button', { name: '概况' })).toHaveCSS(
    'font-size',
    '20px',
  )
  await chooseLetters(page, '标准')
})
