import { truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, type Locator, type Page } from '@playwright/test'
import { answerSaveDialog } from '../support/dialogs.ts'
import { doubleClickSlowly } from '../support/doubleClick.ts'
import { pdfBytes, pngBytes } from '../support/files.ts'
import { pdfPages } from '../support/pdf.ts'
import { closeLeftOpen, newFolder, programAt, type Program } from '../support/program.ts'
import { startProxy, type Proxy } from '../support/proxy.ts'
import { httpClient, memberToken, startProcess, type HttpClient, type ServerProcess } from '../support/server-process.ts'

test.describe.configure({ mode: 'serial' })

let server: ServerProcess
let proxy: Proxy
let program: Program
let page: Page
let mine: HttpClient
let estateid: string

test.beforeAll(async () => {
  server = await startProcess(['--data', newFolder()])
  mine = httpClient(server.url, await memberToken(server.url))
  const theirs = httpClient(server.url, await memberToken(server.url, 'staff_1', '13800000002'))
  estateid = (await mine.post('/vtestate/save', { name: '翠湖花园', addr: '翠湖路16号' })).data.estateid
  for (const [building, room] of [
    ['1栋', '101'],
    ['1栋', '102'],
    ['1栋', '201'],
    ['2栋', '101'],
    ['10栋', '101'],
  ] as const) {
    const owner = { personname: `业主${building}${room}`, mobileno: '11111111111', idno: '' }
    await mine.post('/vtpropertyinfo/save', { estateId: estateid, period: '一期', zone: '', building, unit: '1单元', floor: '', room, areasize: 80, ...owner })
  }
  for (let number = 1; number <= 9; number++) await make(mine, `历次活动${number}`)
  await make(theirs, '同事的活动')
  proxy = await startProxy(server.url)
  program = await programAt(proxy.url)
  page = program.page
})
test.afterAll(async () => {
  await closeLeftOpen()
  await proxy.close()
})

const topics = [{ title: '是否同意更新电梯', topictype: 1, votetype: 15 }]
async function make(client: HttpClient, title: string, more: object = {}): Promise<string> {
  const time = { startdate: '2020-01-01 12:00:00', enddate: '2099-12-31 12:00:00' }
  const body = {
    title,
    estateid,
    votetype: 1,
    rulebasis: '',
    ...time,
    summary: '年度表决',
    detail: '',
    scopeNodes: [],
    relapics: [],
    relafiles: [],
    topics,
    ...more,
  }
  return (await client.post('/votedef/save', body)).data.voteactivityid
}
const stored = async (title: string) => {
  const { datas } = (await mine.get('/votedef/list', { name: title })).data
  return (await mine.get('/votedef/get', { id: datas[0].voteactivityid })).data
}
/** A file of that many bytes on disk. */
const fileOf = (name: string, bytes: number): string => {
  const path = join(newFolder(), name)
  writeFileSync(path, '')
  truncateSync(path, bytes)
  return path
}
const goTo = (path: string) =>
  page.evaluate((target) => {
    location.hash = `#${target}`
  }, path)
const openList = async () => {
  await page.getByRole('menu', { name: '主菜单' }).getByText('投票活动', { exact: true }).click()
  await expect(page.getByRole('heading', { name: '投票活动', exact: true, level: 1 })).toBeVisible()
}
const refresh = async () => page.getByRole('button', { name: '查询' }).click()
const row = (title: string): Locator => page.getByRole('row').filter({ has: page.getByText(title, { exact: true }) })
const openMenu = async (title: string, name: '进入投票' | '更多'): Promise<Locator> => {
  await row(title).getByRole('button', { name }).click()
  const menu = page.getByRole('menu', { name: `${name} ${title}` })
  await expect(menu).toBeVisible()
  return menu
}
const choose = async (title: string, action: string) => (await openMenu(title, '更多')).getByRole('menuitem', { name: action, exact: true }).click()
/** Takes a step on the vote's own page. */
const choosePageStep = async (title: string, step: string) => {
  await openList()
  await row(title).getByRole('button', { name: title }).click()
  await page.getByRole('list', { name: '活动进程' }).filter({ visible: true }).getByRole('button', { name: step, exact: true }).click()
}
const inRow = (title: string, action: string): Locator => row(title).getByRole('button', { name: action, exact: true })
/** Buttons highlighted as the next step. */
const nextOf = (title: string): Locator => row(title).locator('[aria-current="step"]')
/** Acknowledges the missing quorum, and takes the step. */
const acceptAndConfirm = async (name: string) => {
  await dialog()
    .getByRole('checkbox', { name: `我已知道参与未达三分之二，仍要${name}` })
    .check()
  await dialog().getByRole('button', { name, exact: true }).click()
}
const editor = (): Locator => page.getByRole('form').filter({ visible: true })
const field = (label: string): Locator => editor().getByLabel(label, { exact: true })
const submit = async () => editor().getByRole('button', { name: '提交', exact: true }).click()
const toast = (sentence: string): Locator => page.locator('.ant-message').getByText(sentence, { exact: true })
const dialog = (): Locator => page.getByRole('dialog').filter({ visible: true })
const typeTime = async (label: string, written: string) => {
  await field(label).click()
  await field(label).fill(written)
  await field(label).press('Enter')
}
const pick = async (label: string, option: string) => {
  await field(label).click()
  await page.locator('.ant-select-dropdown:visible').getByText(option, { exact: true }).click()
}

test.describe('the activity list', () => {
  test('has its columns, twenty rows and a pager', async () => {
    await openList()
    for (const column of ['小区', '标题', '简介', '投票时间', '状态']) await expect(page.getByRole('columnheader', { name: column, exact: true })).toBeVisible()
    await make(mine, '第十一个活动')
    await refresh()
    await expect(page.getByText('共 11 条')).toBeVisible()
    // The year is shown only if it differs.
    await expect(row('历次活动1')).toContainText('2020-01-01 12:00至 2099-12-31 12:00')
    await expect(row('历次活动1')).toContainText('未开始')
    await page.getByRole('combobox', { name: '每页条数' }).click()
    await expect(page.locator('.ant-select-dropdown:visible .ant-select-item-option')).toHaveText(['10条/页', '20条/页', '30条/页', '50条/页'])
    await page.locator('.ant-select-dropdown:visible').getByText('10条/页').click()
    await expect(row('历次活动1')).toHaveCount(0)
    await page.getByTitle('2', { exact: true }).click()
    await expect(row('历次活动1')).toBeVisible()
    await page.getByRole('combobox', { name: '每页条数' }).click()
    await page.locator('.ant-select-dropdown:visible').getByText('20条/页').click()
    await expect(row('第十一个活动')).toBeVisible()
  })

  test('is searched by title', async () => {
    await page.getByRole('textbox', { name: '活动标题' }).fill('活动3')
    await page.keyboard.press('Enter')
    await expect(page.getByText('共 1 条')).toBeVisible()
    await page.getByRole('textbox', { name: '活动标题' }).fill('没有这个')
    await page.keyboard.press('Enter')
    await expect(page.getByText('没有找到“没有这个”，请换个条件再查')).toBeVisible()
    await page.getByRole('button', { name: '重置' }).click()
    await expect(page.getByText('共 11 条')).toBeVisible()
  })

  test('offers the creator’s actions to the creator only, and explains disabled ones', async () => {
    await expect(row('同事的活动').getByRole('button')).toHaveText(['同事的活动', '票权管理', '送达登记', '进入投票', '查看结果', '投票进度', '更多'])
    const others = await openMenu('同事的活动', '更多')
    await expect(others.getByRole('menuitem')).toHaveText(['复制'])
    await page.keyboard.press('Escape')
    await expect(row('历次活动1').getByRole('button')).toHaveText(['历次活动1', '票权管理', '送达登记', '进入投票', '查看结果', '开启投票', '投票进度', '更多'])
    const own = await openMenu('历次活动1', '更多')
    await expect(own.getByRole('menuitem')).toHaveText(['查看', '编辑', '复制', '删除'])
    await page.keyboard.press('Escape')
    const desk = await openMenu('历次活动1', '进入投票')
    await expect(desk.getByRole('menuitem')).toHaveText(['标记投票', '完成投票', '唱票'])
    await desk.getByText('标记投票', { exact: true }).hover()
    await expect(page.getByRole('tooltip', { name: '当前状态为“未开始”，不能标记投票' })).toBeVisible()
    await page.keyboard.press('Escape')
  })

  test('opens an activity’s screens with their parameters', async () => {
    const id = await make(mine, '进行中的活动')
    await mine.get('/votedef/startvote', { id })
    await refresh()
    for (const [action, target] of [
      ['投票进度', `/voteManage/progress?estateid=${estateid}&activityid=${id}`],
      ['查看结果', `/voteManage/statistics?estateid=${estateid}&activityid=${id}`],
      ['票权管理', `/voteManage/mngballot?estateid=${estateid}&activityid=${id}`],
      ['送达登记', `/voteManage/notify?estateid=${estateid}&activityid=${id}`],
    ] as const) {
      await inRow('进行中的活动', action).click()
      await expect.poll(() => page.url()).toContain(target)
      await openList()
    }
    const view = (await openMenu('进行中的活动', '更多')).getByRole('menuitem', { name: '查看', exact: true })
    await doubleClickSlowly(view, () => expect.poll(() => decodeURIComponent(page.url())).toContain(`/voteManage/activity?activityid=${id}`))
    await openList()
    for (const [action, operatetype] of [
      ['标记投票', 1],
      ['完成投票', 2],
    ] as const) {
      await (await openMenu('进行中的活动', '进入投票')).getByRole('menuitem', { name: action, exact: true }).click()
      await expect.poll(() => page.url()).toContain(`/voteManage/votedesk?activityid=${id}&operatetype=${operatetype}`)
      await openList()
    }
  })

  test('deletes one, several or no activities, and not a colleague’s', async () => {
    const batch = page.getByRole('button', { name: '批量删除' })
    await expect(batch).toBeDisabled()
    await batch.hover()
    await expect(page.getByRole('tooltip', { name: '请选择要删除的数据' })).toBeVisible()
    await page.getByRole('checkbox', { name: '选择 同事的活动' }).check()
    await batch.hover()
    await expect(page.getByRole('tooltip', { name: '“同事的活动”不能删除：只有活动创建人可以执行此操作' })).toBeVisible()
    await page.getByRole('checkbox', { name: '选择 同事的活动' }).uncheck()
    for (const number of [8, 9]) await page.getByRole('checkbox', { name: `选择 历次活动${number}` }).check()
    await batch.click()
    await expect(dialog().getByText('确认删除该记录吗?')).toBeVisible()
    await expect(dialog().getByText(/等 2 条/)).toBeVisible()
    await dialog().getByRole('button', { name: '删除' }).click()
    await expect(toast('删除成功')).toBeVisible()
    await expect(row('历次活动9')).toHaveCount(0)
    await choose('历次活动7', '删除')
    await expect(dialog().getByText('历次活动7')).toBeVisible()
    await dialog().getByRole('button', { name: '删除' }).click()
    await expect(row('历次活动7')).toHaveCount(0)
    expect((await mine.get('/votedef/list', { name: '历次活动' })).data.totalCount).toBe(6)
  })
})

test.describe('the steps of an activity', () => {
  const figure = (name: string) => dialog().getByRole('group', { name, exact: true })

  test('开启投票 states the number of ballots', async () => {
    await inRow('历次活动1', '开启投票').click()
    await expect(dialog().getByText('确认开启投票吗？')).toBeVisible()
    await expect(figure('票权总数')).toContainText('5')
    await expect(dialog().getByText('开启后，清册中的 5 票可以标记和投票。')).toBeVisible()
    await dialog().getByRole('button', { name: '取消' }).click()
    await expect(row('历次活动1')).toContainText('未开始')
    await inRow('历次活动1', '开启投票').click()
    await dialog().getByRole('button', { name: '开启投票' }).click()
    await expect(toast('开启投票成功')).toBeVisible()
    await expect(row('历次活动1')).toContainText('投票中')
  })

  test('开启唱票 and 结束 state how many are marked and not tallied', async () => {
    const { voteactivityid } = await stored('历次活动1')
    const voters = (await mine.get('/vote/queryvotersbycondition', { voteactivityid, condition: '101' })).data
    for (const { ballotid, votercode } of voters.slice(0, 2))
      await mine.post('/vote/sign', { ballorighttid: ballotid, voteactivityid, markedcode: ballotid, votepropertyid: votercode })
    await inRow('历次活动1', '开启唱票').click()
    await expect(figure('未投票')).toContainText('5')
    await expect(dialog().getByText('手工标记 2 票尚未唱票。')).toBeVisible()
    await acceptAndConfirm('开启唱票')
    await expect(toast('开启唱票成功')).toBeVisible()
    await expect(row('历次活动1')).toContainText('唱票中')
    await expect(nextOf('历次活动1')).toHaveText('进入唱票')
    await inRow('历次活动1', '结束').click()
    await expect(dialog().getByText('有 2 票手工标记、没有唱票，结束后不能再唱票，它们按未投票计算。')).toBeVisible()
    await acceptAndConfirm('结束')
    await expect(toast('结束成功')).toBeVisible()
    await expect(row('历次活动1')).toContainText('已结束')
  })

  test('开启唱票 and 结束 warn in red below two thirds, with heads and area, and require confirmation', async () => {
    const id = await make(mine, '没有人投票的活动')
    await mine.get('/votedef/startvote', { id })
    await refresh()
    for (const [name, open] of [
      ['开启唱票', () => inRow('没有人投票的活动', '开启唱票').click()],
      ['结束', () => choosePageStep('没有人投票的活动', '结束')],
    ] as const) {
      await open()
      const quorum = dialog().getByRole('alert').filter({ hasText: '未达三分之二' })
      await expect(quorum.getByText('参与 0.00%，未达三分之二，现在结束结论为“未成立”', { exact: true })).toHaveCSS('color', 'rgb(166, 29, 22)')
      await expect(quorum.getByRole('listitem')).toHaveText(['参与 0/5 = 0.00% ＜ 2/3 ✗没有达到', '面积 0.00/400.00㎡ = 0.00% ＜ 2/3 ✗没有达到'])
      await expect(dialog().getByRole('button', { name, exact: true })).toBeDisabled()
      await dialog()
        .getByRole('checkbox', { name: `我已知道参与未达三分之二，仍要${name}` })
        .check()
      await expect(dialog().getByRole('button', { name, exact: true })).toBeEnabled()
      await dialog().getByRole('button', { name: '取消' }).click()
    }
    await openList()
    // Marked ballots that would reach the quorum are a caution, not an error.
    const voters = (await mine.get('/vote/queryvotersbycondition', { voteactivityid: id, condition: '1单元' })).data
    for (const { ballotid, votercode } of voters.slice(0, 4))
      await mine.post('/vote/sign', { ballorighttid: ballotid, voteactivityid: id, markedcode: ballotid, votepropertyid: votercode })
    await inRow('没有人投票的活动', '开启唱票').click()
    await expect(dialog().getByRole('alert').filter({ hasText: '手工标记的 4 票全部唱票后可达人数 80.00%、面积 80.00%，达到三分之二' })).toBeVisible()
    await expect(dialog().getByRole('checkbox')).toHaveCount(0)
    await expect(dialog().getByRole('button', { name: '开启唱票' })).toBeEnabled()
    await page.keyboard.press('Escape')
    await expect(dialog()).toHaveCount(0)
  })

  test('the next step is highlighted in its place, for the creator and for others', async () => {
    const ended = { startdate: '2020-01-01 12:00:00', enddate: '2020-02-01 12:00:00' }
    await make(mine, '时间已过的活动', ended)
    await refresh()
    await expect(nextOf('时间已过的活动')).toHaveText('完善议题')
    await expect(nextOf('历次活动3')).toHaveText('开启投票')
    await nextOf('历次活动3').hover()
    await expect(page.getByRole('tooltip', { name: '下一步：清册 5 票' })).toBeVisible()
    await expect(nextOf('进行中的活动')).toHaveText('进入投票')
    await expect(nextOf('历次活动1')).toHaveText('查看结果')
    await expect(nextOf('同事的活动')).toHaveCount(0)
    await expect(row('同事的活动')).toContainText('等待创建人开启投票')
    // Two properties of one owner must be reviewed before the start.
    const { datas } = (await mine.get('/vtpropertyinfo/list', { estateId: estateid, condition: '1栋' })).data
    for (const { propertyid, room } of datas.slice(0, 2))
      await mine.post('/vtpropertyinfo/update', { propertyid, room, personname: '张三', mobileno: '13800000009', idno: '110101196203150012' })
    await make(mine, '待核对的活动')
    await refresh()
    await expect(nextOf('待核对的活动')).toHaveText('票权管理')
    await nextOf('待核对的活动').hover()
    await expect(page.getByRole('tooltip', { name: '下一步：1 位产权人有多套房产未合并' })).toBeVisible()
  })

  test('an activity’s page shows its whole path, done and open, and offers the next step', async () => {
    const id = await make(mine, '走完全程的活动')
    await goTo(`/voteManage/input?activityid=${id}&vflag=1`)
    const path = page.getByRole('list', { name: '活动进程' }).filter({ visible: true })
    const steps = (...states: readonly string[]) =>
      Promise.all(
        ['核对名册', '公告', '生成选票', '开启', '发出与送达', '录入', '唱票', '结束', '公示'].map((name, index) =>
          expect(path.getByRole('listitem', { name: `${name}：${states[index] ?? ''}` })).toBeVisible(),
        ),
      )
    await steps('当前', '未开始', '未开始', '未开始', '未开始', '未开始', '未开始', '未开始', '未开始')
    await expect(path).toContainText('1 位产权人有多套房产未合并')
    await path.getByRole('button', { name: '开启唱票' }).hover()
    await expect(page.getByRole('tooltip', { name: '当前状态为“未开始”，不能开启唱票' })).toBeVisible()
    await path.getByRole('button', { name: '票权管理' }).click()
    await expect.poll(() => page.url()).toContain('/voteManage/mngballot')
    const tabs = page.getByRole('navigation', { name: '本次投票' }).filter({ visible: true })
    // Readings are shown from the start of the vote on, earlier only to who comes by the address.
    await expect(tabs.getByRole('button', { name: '读数' })).toHaveCount(0)
    await goTo(`/voteManage/readings?estateid=${estateid}&activityid=${id}`)
    await expect(tabs.getByRole('button', { name: '读数' })).toHaveAttribute('aria-current', 'page')
    await mine.get('/votedef/startvote', { id })
    // On the activity's other pages it is one click away.
    await goTo(`/voteManage/progress?estateid=${estateid}&activityid=${id}`)
    await tabs.getByRole('button', { name: '概况' }).click()
    await steps('已完成', '未开始', '未开始', '已完成', '未开始', '当前', '未开始', '未开始', '未开始')
    await path.getByRole('button', { name: '进入投票' }).click()
    await expect.poll(() => page.url()).toContain(`/voteManage/votedesk?activityid=${id}&operatetype=2`)
    await mine.get('/votedef/finishVote', { id })
    await goTo(`/voteManage/input?activityid=${id}&vflag=1`)
    await steps('已完成', '已略过', '已略过', '已完成', '已完成', '已完成', '已略过', '已完成', '当前')
    await path.getByRole('button', { name: '公示与异议' }).click()
    await expect.poll(() => page.url()).toContain('/voteManage/publications')
    await openList()
  })

  test('a title is fully readable at 1366 px without horizontal scrolling', async () => {
    const title = '小区地面停车位改造方案及收费标准表决（征求意见稿，含车位分配办法与夜间临时停放管理规定）'
    await make(mine, title)
    await refresh()
    const cell = row(title).getByTestId('title')
    expect(await cell.evaluate((element) => element.scrollHeight <= element.clientHeight)).toBe(true)
    expect(
      await page
        .locator('.ant-table-content:visible, .ant-table-body:visible')
        .first()
        .evaluate((body) => body.scrollWidth <= body.clientWidth),
    ).toBe(true)
  })

  test('an activity without a ballot cannot be started', async () => {
    const empty = (await mine.post('/vtestate/save', { name: '空小区', addr: '路2号' })).data.estateid
    await make(mine, '没有票权的活动', { estateid: empty })
    await refresh()
    await inRow('没有票权的活动', '开启投票').click()
    await expect(dialog().getByText('没有可用的票权，不能开启投票')).toBeVisible()
    await expect(dialog().getByRole('button', { name: '开启投票' })).toBeDisabled()
    await page.keyboard.press('Escape')
    await expect(dialog()).toHaveCount(0)
  })

  test('a step taken elsewhere meanwhile is reported, and the list is refreshed', async () => {
    const { voteactivityid } = await stored('历次活动2')
    await inRow('历次活动2', '开启投票').click()
    await expect(figure('票权总数')).toContainText('5')
    await mine.get('/votedef/startvote', { id: voteactivityid })
    await dialog().getByRole('button', { name: '开启投票' }).click()
    await expect(toast('当前状态为“投票中”，不能开启投票')).toBeVisible()
    await expect(row('历次活动2')).toContainText('投票中')
  })

  test('counts that cannot be loaded are reported with a retry', async () => {
    proxy.breaks = /\/vote\/counts/
    await choosePageStep('历次活动2', '结束')
    await expect(dialog().getByRole('button', { name: '重试' })).toBeVisible()
    await expect(dialog().getByRole('button', { name: '结束', exact: true })).toBeDisabled()
    proxy.breaks = null
    await dialog().getByRole('button', { name: '重试' }).click()
    await expect(figure('票权总数')).toContainText('5')
    await page.keyboard.press('Escape')
  })
})

test.describe('the activity editor', () => {
  test('lists missing fields and focuses the first', async () => {
    await openList()
    await page.getByRole('button', { name: '新增', exact: true }).click()
    await expect(editor()).toBeVisible()
    await submit()
    for (const sentence of ['请输入活动标题', '请选择小区', '请选择计票方式', '请选择开始时间', '请选择结束时间', '请输入议题标题'])
      await expect(editor().locator('.ant-form-item-explain-error', { hasText: sentence })).toBeVisible()
    for (const [label, sentence] of [
      ['标题', '请输入活动标题'],
      ['结束时间', '请选择结束时间'],
      ['议题 1 标题', '请输入议题标题'],
    ] as const)
      await expect(field(label)).toHaveAccessibleDescription(sentence)
    await expect(field('标题')).toBeFocused()
    await editor().getByRole('button', { name: '删除议题 1' }).click()
    await field('标题').fill('2026年第一次业主大会')
    await pick('小区', '翠湖花园')
    await pick('计票方式', '双过半（未反馈从多）')
    await expect(editor().getByRole('note', { name: '计票方式说明' })).toContainText('三分之二以上')
    await submit()
    await expect(editor().getByText('请输入议事规则依据', { exact: true })).toBeVisible()
    await expect(field('议事规则依据')).toBeFocused()
    await field('议事规则依据').fill('《议事规则》第二十三条')
    await typeTime('开始时间', '2026-05-01 12:00:00')
    await typeTime('结束时间', '2026-05-01 12:00:00')
    await submit()
    await expect(editor().getByText('结束时间必须晚于开始时间')).toBeVisible()
    await typeTime('结束时间', '2099年6月1日 晚上')
    await expect(field('结束时间')).toHaveValue('2099年6月1日 晚上')
    await submit()
    await expect(editor().getByText('无法识别的时间，请按 2027-05-03 18:00 填写')).toBeVisible()
    await expect(field('结束时间')).toHaveValue('2099年6月1日 晚上')
    await typeTime('结束时间', '2099/6/1 18：30')
    await expect(field('结束时间')).toHaveValue('2099-06-01 18:30:00')
    await submit()
    await expect(editor().getByText('请至少添加一个议题')).toBeVisible()
    await expect(editor().getByRole('button', { name: '添加议题' })).toBeFocused()
  })

  test('defaults the time of a chosen day to 12:00:00', async () => {
    await field('开始时间').click()
    await field('开始时间').fill('')
    await page.locator('.ant-picker-dropdown:visible .ant-picker-cell-in-view').getByText('15', { exact: true }).click()
    await expect(field('开始时间')).toHaveValue(/-15 12:00:00$/)
    await typeTime('开始时间', '2026-05-01 12:00:00')
  })

  test('counts the properties of the scope', async () => {
    await expect(editor().getByText('整个小区（5 套）')).toBeVisible()
    await expect(editor().getByText('已选 5 套房产，建立 5 票')).toBeVisible()
    await editor().getByText('指定范围').click()
    await submit()
    await expect(editor().getByText('请选择投票范围，或改为整个小区')).toBeVisible()
    const tree = editor().getByRole('tree', { name: '投票范围' })
    await expect(tree.getByText(/^\d+栋/)).toHaveText(['1栋（3 套）', '2栋（1 套）', '10栋（1 套）'])
    await tree.getByText('1栋（3 套）', { exact: true }).locator('xpath=../..').locator('.ant-tree-checkbox').click()
    await expect(editor().getByText('已选 3 套房产，建立 3 票')).toBeVisible()
    await expect(editor().getByText('请选择投票范围，或改为整个小区')).toBeHidden()
  })

  test('adds topics and options; Enter goes to the next option', async () => {
    await editor().getByRole('button', { name: '添加议题' }).click()
    await field('议题 1 标题').fill('更新电梯')
    await editor().getByRole('button', { name: '添加议题' }).click()
    await expect(field('议题 2 标题')).toBeFocused()
    await page.keyboard.type('选聘物业')
    const second = editor().getByRole('group', { name: '议题 2', exact: true })
    await second.getByText('选项表决：对每个选项分别表决').click()
    await second.getByRole('button', { name: '删除议题 2 选项 1' }).click()
    await submit()
    await expect(second.getByText('选项表决的议题至少需要一个选项')).toBeVisible()
    await second.getByRole('button', { name: '添加选项' }).click()
    await submit()
    await expect(second.getByText('请输入选项标题', { exact: true })).toBeVisible()
    await field('议题 2 选项 1 标题').fill('甲公司')
    // An Enter that selects an IME candidate adds nothing.
    await field('议题 2 选项 1 标题').dispatchEvent('keydown', { key: 'Enter', isComposing: true })
    await expect(second.getByRole('textbox', { name: /选项 \d 标题/ })).toHaveCount(1)
    await field('议题 2 选项 1 标题').press('Enter')
    await expect(field('议题 2 选项 2 标题')).toBeFocused()
    await page.keyboard.type('乙公司')
    await page.keyboard.press('Enter')
    await page.keyboard.type('丙公司')
    await second.getByRole('radio').nth(3).check()
    await expect(second.getByTestId('answers').nth(1)).toHaveText('同意反对')
  })

  test('reorders them by arrows and by dragging', async () => {
    const titles = () =>
      editor()
        .getByRole('textbox', { name: /^议题 2 选项 \d 标题$/ })
        .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value))
    await editor().getByRole('button', { name: '上移议题 2 选项 3' }).click()
    await expect.poll(titles).toEqual(['甲公司', '丙公司', '乙公司'])
    await expect(editor().getByRole('button', { name: '上移议题 2 选项 2' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect.poll(titles).toEqual(['丙公司', '甲公司', '乙公司'])
    const handle = editor().locator('[data-handle="议题 2 选项 1"]')
    await handle.scrollIntoViewIfNeeded()
    const from = await handle.boundingBox()
    const to = await editor().locator('[data-handle="议题 2 选项 3"]').boundingBox()
    if (!from || !to) throw new Error('the handles are not on screen')
    await page.mouse.move(from.x + 5, from.y + 8)
    await page.mouse.down()
    await page.mouse.move(to.x + 5, to.y, { steps: 5 })
    await page.mouse.move(to.x + 5, to.y + 30, { steps: 3 })
    await expect(editor().locator('.sortable-after')).toHaveCount(1)
    await page.mouse.up()
    await expect.poll(titles).toEqual(['甲公司', '乙公司', '丙公司'])
    // The same by keyboard, announced to screen readers.
    const expectStatus = (words: string) => expect(page.getByRole('status').filter({ hasText: words })).toHaveCount(1)
    await handle.focus()
    await page.keyboard.press('Space')
    await expectStatus('已拿起议题 2 选项 1，在第 1 个位置')
    await page.keyboard.press('ArrowDown')
    await expectStatus('议题 2 选项 1将移到第 2 个位置')
    await page.keyboard.press('Escape')
    await expectStatus('已放弃，议题 2 选项 1仍在第 1 个位置')
    await expect.poll(titles).toEqual(['甲公司', '乙公司', '丙公司'])
    await page.keyboard.press('Space')
    await expectStatus('已拿起议题 2 选项 1')
    await page.keyboard.press('ArrowDown')
    await expectStatus('将移到第 2 个位置')
    await page.keyboard.press('Space')
    await expect.poll(titles).toEqual(['乙公司', '甲公司', '丙公司'])
    await editor().getByRole('button', { name: '上移议题 2 选项 2' }).click()
    await expect.poll(titles).toEqual(['甲公司', '乙公司', '丙公司'])
    await editor().getByRole('button', { name: '下移议题 1' }).click()
    await expect(field('议题 1 标题')).toHaveValue('选聘物业')
    await editor().getByRole('button', { name: '上移议题 2', exact: true }).click()
    await expect(field('议题 1 标题')).toHaveValue('更新电梯')
  })

  test('accepts pictures and files, with the specification’s messages', async () => {
    const png = { mimeType: 'image/png', buffer: pngBytes }
    const pictures = editor().getByLabel('选择图片', { exact: true })
    await pictures.setInputFiles({ name: '图.gif', ...png })
    await expect(toast('文件格式不正确, 请上传png/jpg/jpeg图片格式文件!')).toBeVisible()
    await pictures.setInputFiles(fileOf('大图.png', 5 * 1024 * 1024 + 1))
    await expect(toast('上传头像图片大小不能超过 5 MB!')).toBeVisible()
    await pictures.setInputFiles([1, 2, 3, 4].map((number) => ({ name: `${number}.png`, ...png })))
    await expect(toast('上传文件数量不能超过 3 个!')).toBeVisible()
    await expect(editor().getByRole('group', { name: '图片', exact: true }).getByRole('img')).toHaveCount(3)
    await editor().getByRole('button', { name: '移除 图片 3' }).click()
    await expect(editor().getByRole('group', { name: '图片', exact: true }).getByRole('img')).toHaveCount(2)
    await editor().getByRole('button', { name: '放大查看图片 1' }).click()
    await expect(dialog().getByRole('img', { name: '图片 1' })).toBeVisible()
    await page.keyboard.press('Escape')
    const files = editor().getByLabel('选择文件', { exact: true })
    await files.setInputFiles({ name: '方案.doc', mimeType: 'application/msword', buffer: pdfBytes })
    await expect(toast('文件类型不合法，请上传zip、docx、xlsx、pptx、pdf格式的文件')).toBeVisible()
    await files.setInputFiles(fileOf('方案.pdf', 10 * 1024 * 1024 + 1))
    await expect(toast('大小不可超过10M')).toBeVisible()
    await files.setInputFiles({ name: '方案.pdf', mimeType: 'application/pdf', buffer: pdfBytes })
    await expect(editor().getByRole('button', { name: '方案.pdf', exact: true })).toBeVisible()
  })

  test('reports a failed upload and retries it', async () => {
    const pictures = editor().getByLabel('选择图片', { exact: true })
    await pictures.setInputFiles({ name: '假.png', mimeType: 'image/png', buffer: Buffer.from('MZ not a picture') })
    await expect(editor().getByText('上传失败：文件内容与扩展名不符')).toBeVisible()
    await submit()
    await expect(toast('有文件正在上传或没有上传成功，请等待完成、重试或移除后再提交')).toBeVisible()
    await editor().getByRole('button', { name: '移除 假.png' }).click()
    proxy.breaks = /\/file\/image_upload/
    await editor()
      .getByRole('group', { name: '图片', exact: true })
      .drop({ files: { name: '第三张.png', mimeType: 'image/png', buffer: pngBytes } })
    await expect(editor().getByText(/^上传失败：/)).toBeVisible()
    proxy.breaks = null
    await editor().getByRole('button', { name: '重试' }).click()
    await expect(editor().getByRole('group', { name: '图片', exact: true }).getByRole('img')).toHaveCount(3)
    await expect(editor().getByText(/^上传失败：/)).toBeHidden()
  })

  test('previews the ballot as owners will see it', async () => {
    await editor().getByRole('button', { name: '预览' }).click()
    const sheet = dialog().getByRole('region', { name: '表决票' })
    await expect(sheet.getByText('2026年第一次业主大会', { exact: true }).first()).toBeVisible()
    await expect(sheet.getByText('议题二　选聘物业')).toBeVisible()
    await expect(sheet.getByText('2. 乙公司', { exact: true })).toBeVisible()
    await expect(sheet.getByText('样张', { exact: true }).first()).toBeVisible()
    const path = join(newFolder(), '表决票.pdf')
    await answerSaveDialog(program, path)
    await dialog().getByRole('button', { name: '保存为 PDF' }).click()
    await expect(page.getByRole('alert').filter({ hasText: '表决票.pdf' })).toBeVisible()
    const pages = await pdfPages(path)
    // The ballot and its slips, one page each, without the form behind.
    expect(pages).toHaveLength(2)
    for (const words of ['2026年第一次业主大会', '业主大会表决票', '翠湖花园', '选聘物业', '乙公司', '（受托人）签名：', '样张'])
      expect(pages[0]).toContain(words)
    expect(pages[1]).toContain('送达回执')
    expect(pages.join('')).not.toContain('计票方式')
    await page.keyboard.press('Escape')
  })

  test('confirms, saves, shows 提交成功 and returns to the list', async () => {
    await submit()
    await expect(dialog().getByText('确认提交吗？')).toBeVisible()
    await expect(dialog().getByText('“2026年第一次业主大会”：2 个议题，投票范围 3 套房产')).toBeVisible()
    await dialog().getByRole('button', { name: '提交' }).click()
    await expect(toast('提交成功')).toBeVisible()
    // 张三 has two properties by now.
    await dialog().getByRole('button', { name: '以后再合并' }).click()
    await expect(row('2026年第一次业主大会')).toBeVisible()
    await expect(page.getByRole('tab', { name: '新增投票活动' })).toHaveCount(0)
    expect(await stored('2026年第一次业主大会')).toMatchObject({
      votetype: 3,
      rulebasis: '《议事规则》第二十三条',
      startdate: '2026-05-01 12:00:00',
      enddate: '2099-06-01 18:30:00',
      scopeNodes: ['一期▶▶1栋'],
      relapics: [{}, {}, {}],
      relafiles: [{ name: '方案.pdf' }],
      topics: [
        { title: '更新电梯', sortno: 1, topictype: 1, votetype: 15, options: [] },
        { title: '选聘物业', sortno: 2, topictype: 2, votetype: 14, options: [{ title: '甲公司' }, { title: '乙公司' }, { title: '丙公司' }] },
      ],
    })
  })

  test('loads a saved activity, warns before changes are lost, and shows 修改成功', async () => {
    await choose('2026年第一次业主大会', '编辑')
    await expect(field('标题')).toHaveValue('2026年第一次业主大会')
    await expect(field('议题 2 选项 3 标题')).toHaveValue('丙公司')
    await expect(editor().getByText('已选 3 套房产，票权清册现有 3 票')).toBeVisible()
    await expect(page.getByRole('img', { name: '未保存' })).toHaveCount(0)
    await field('标题').fill('2026年业主大会（修改）')
    await expect(page.getByRole('img', { name: '未保存' })).toBeVisible()
    await page.keyboard.press('Control+w')
    await expect(dialog().getByText('有未保存的内容，确认关闭吗?').first()).toBeVisible()
    await dialog().getByRole('button', { name: '继续编辑' }).click()
    // Switching tabs and back loses nothing.
    await openList()
    await page.getByRole('tab', { name: /^编辑 · / }).click()
    await expect(field('标题')).toHaveValue('2026年业主大会（修改）')
    const before = await stored('2026年第一次业主大会')
    await submit()
    await dialog().getByRole('button', { name: '提交' }).click()
    await expect(toast('修改成功')).toBeVisible()
    await expect(row('2026年业主大会（修改）')).toBeVisible()
    const after = await stored('2026年业主大会（修改）')
    expect(after).toEqual({ ...before, title: '2026年业主大会（修改）', modifytime: after.modifytime })
    expect(after.modifytime > before.modifytime).toBe(true)
  })

  test('copies to a new activity, opened for editing', async () => {
    const original = await stored('2026年业主大会（修改）')
    await choose('2026年业主大会（修改）', '复制')
    await expect(toast('复制成功，请修改标题和投票时间')).toBeVisible()
    await expect(field('标题')).toHaveValue('2026年业主大会（修改）（副本）')
    await expect(field('议题 2 选项 3 标题')).toHaveValue('丙公司')
    await expect(editor().getByText('已选 3 套房产，票权清册现有 3 票')).toBeVisible()
    const copy = await stored('2026年业主大会（修改）（副本）')
    expect(copy.voteactivityid).not.toBe(original.voteactivityid)
    expect(copy).toMatchObject({ activitystatus: 0, scopeNodes: original.scopeNodes, relapics: original.relapics, relafiles: original.relafiles })
    await field('标题').fill('2027年业主大会')
    await submit()
    await dialog().getByRole('button', { name: '提交' }).click()
    await expect(toast('修改成功')).toBeVisible()
    await expect(row('2027年业主大会')).toBeVisible()
    await expect(row('2026年业主大会（修改）')).toBeVisible()
  })

  test('完善议题 opens an expired activity and says what to correct', async () => {
    await nextOf('时间已过的活动').click()
    await expect(field('标题')).toHaveValue('时间已过的活动')
    const path = page.getByRole('list', { name: '活动进程' }).filter({ visible: true })
    await expect(path).toContainText('投票的结束时间已过，请先修改')
    // There is one.
    await expect(path.getByRole('button', { name: '编辑', exact: true })).toHaveCount(0)
    await page.keyboard.press('Control+w')
    await openList()
  })

  test('shows a server refusal and keeps everything typed', async () => {
    const { voteactivityid } = await stored('历次活动3')
    await choose('历次活动3', '编辑')
    await field('标题').fill('已经开始了')
    await mine.get('/votedef/startvote', { id: voteactivityid })
    await submit()
    await dialog().getByRole('button', { name: '提交' }).click()
    await expect(toast('当前状态为“投票中”，不能修改活动')).toBeVisible()
    await expect(field('标题')).toHaveValue('已经开始了')
    await page.keyboard.press('Control+w')
    await dialog().getByRole('button', { name: '关闭', exact: true }).click()
    await expect(page.getByRole('tab', { name: /^编辑 · / })).toHaveCount(0)
  })
})

test.describe('editor addresses', () => {
  const panel = () => page.getByRole('tabpanel').filter({ visible: true })

  test('an address with vflag=1 is read-only', async () => {
    const { voteactivityid } = await stored('2026年业主大会（修改）')
    await goTo(`/voteManage/input?activityid=${voteactivityid}&vflag=1`)
    await expect(panel().getByRole('heading', { name: '查看投票活动' })).toBeVisible()
    await expect(panel().getByText('选聘物业')).toBeVisible()
    await expect(panel().getByText('一期-1栋，票权清册 3 票')).toBeVisible()
    const heightOf = async (label: string) => (await panel().getByText(label, { exact: true }).boundingBox())?.height
    // The longest label fits on one line.
    expect(await heightOf('认可的送达方式')).toBe(await heightOf('受托上限'))
    for (const name of ['添加议题', '添加选项', '提交']) await expect(panel().getByRole('button', { name })).toHaveCount(0)
    await expect(panel().getByRole('textbox')).toHaveCount(0)
    await panel().getByRole('button', { name: '预览' }).click()
    await expect(dialog().getByRole('region', { name: '表决票' })).toBeVisible()
    await page.keyboard.press('Escape')
  })

  test('an address of a colleague’s or started activity is read-only with the reason', async () => {
    await goTo(`/voteManage/input?activityid=${(await stored('同事的活动')).voteactivityid}`)
    await expect(panel().getByText('只有活动创建人可以执行此操作，以下内容只能查看')).toBeVisible()
    await goTo(`/voteManage/input?activityid=${(await stored('历次活动2')).voteactivityid}`)
    await expect(panel().getByText('当前状态为“投票中”，不能修改活动，以下内容只能查看')).toBeVisible()
  })

  test('an address without an activity asks nothing and links to the list', async () => {
    const asked = proxy.asked.length
    await goTo('/voteManage/input?vflag=1')
    await expect(panel().getByText('页面参数不完整，请从活动列表进入')).toBeVisible()
    expect(proxy.asked.slice(asked).filter((path) => path.includes('/votedef/get?'))).toEqual([])
    await panel().getByRole('button', { name: '返回活动列表' }).click()
    await expect(page.getByRole('tab', { name: '投票活动', exact: true })).toHaveAttribute('aria-selected', 'true')
  })

  test('an address of a deleted activity says so', async () => {
    for (const address of ['/voteManage/input?activityid=nothing', '/voteManage/input?activityid=nothing&vflag=1']) {
      await goTo(address)
      await expect(panel().getByText('投票活动不存在')).toBeVisible()
    }
  })
})
