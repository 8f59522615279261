import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, type Locator, type Page } from '@playwright/test'
import {
  askMark,
  askVote,
  good,
  propertiesOfEstateA,
  makeActivity,
  makeEstate,
  mergesOfEstateA,
  optionsTopic,
  takeSteps,
  topic,
  type Caller,
  type PropertyRow,
  type MadeActivity,
  type RosterProperty,
} from '../support/activities.ts'
import { formatTime } from '../../src/shared/time/chinaTime.ts'
import { answerSaveDialog, givePassword } from '../support/dialogs.ts'
import { goTo, makeActivityNow, mergeNamed, placeInWords, voterNamed } from '../support/http-activities.ts'
import { entriesOf } from '../support/journal.ts'
import { pdfPages } from '../support/pdf.ts'
import { closeLeftOpen, newFolder, programAt, type Program } from '../support/program.ts'
import { readReport, sheetNamed, tableIn } from '../support/reports.ts'
import { httpClient, memberToken, startProcess, type HttpClient, type ServerProcess } from '../support/server-process.ts'
import { propertyWorkbook } from '../support/workbooks/make.ts'

test.describe.configure({ mode: 'serial' })

const ID = '110101199001010015'
/** Estate A, and a second property of 李四 on a separate ballot. */
const properties: readonly PropertyRow[] = [
  ...propertiesOfEstateA.map(([name, owner, area]): PropertyRow => (name === '1-102' ? [name, owner, area, { idNumber: ID }] : [name, owner, area])),
  ['2-301', '李四', 50, { idNumber: ID }],
]
const topics = [topic('更新电梯'), optionsTopic('选聘物业', ['甲公司', '乙公司'])]

let server: ServerProcess
let program: Program
let page: Page
let client: HttpClient
let activity: MadeActivity

test.beforeAll(async () => {
  server = await startProcess(['--data', newFolder()])
  client = httpClient(server.url, await memberToken(server.url))
  const { estateId } = await makeEstate(client, properties, '示范小区甲')
  activity = await makeActivityNow(client, estateId, { title: '二〇二六年业主大会', topics })
  await mergeNamed(client, activity.activityId, mergesOfEstateA)
  await takeSteps(client, activity.activityId, 'start')
  program = await programAt(server.url)
  page = program.page
})

const open = () => goTo(page, '/voteManage/progress', { estateid: activity.estateId, activityid: activity.activityId })
const tree = () => page.getByRole('navigation', { name: '楼栋与单元' })
const node = (label: string) => tree().locator('.ant-tree-treenode').filter({ hasText: label })
const choose = (label: string) => node(label).locator('.ant-tree-node-content-wrapper').click()
const room = (name: string): Locator => page.getByRole('gridcell', { name })
const dialog = () => page.getByRole('dialog').filter({ hasText: '投票 ·' })
const question = (title: string) => page.getByRole('dialog').filter({ hasText: title }).last()
const turnout = () => page.getByRole('group', { name: '参与情况' })
const list = () => page.getByRole('region', { name: '未投名单' }).filter({ visible: true })
const hint = () => page.getByRole('tooltip').filter({ visible: true })
/** The property in the format of the API helpers. */
const propertyAt = async (api: Caller, name: string): Promise<RosterProperty> => {
  const voter = await voterNamed(api, activity.activityId, name)
  return { ballotId: voter.ballotid, propertyId: voter.votercode, ownerName: voter.v1, phone: voter.v2 } as RosterProperty
}
const statusOf = async (name: string) => (await voterNamed(client, activity.activityId, name)).ballotstatus

test('an address without parameters, and a deleted activity, are reported', async () => {
  await goTo(page, '/voteManage/progress', { activityid: activity.activityId })
  await expect(page.getByText('页面参数不完整，请从活动列表进入')).toBeVisible()
  await goTo(page, '/voteManage/progress', { estateid: activity.estateId, activityid: 'nothing' })
  await expect(page.getByText('投票活动不存在').first()).toBeVisible()
})

test('the tree counts properties, the bars count ballots, and the missing number is in words', async () => {
  await open()
  await expect(node('示范小区甲')).toContainText('0/8')
  await expect(node('1栋')).toContainText('0/4')
  await expect(node('2栋')).toContainText('0/4')
  // 6 ballots, 650.00 m²: two thirds are 4 and 433.34.
  await expect(turnout()).toContainText('还差 4 人、433.34㎡')
  await expect(turnout().getByRole('progressbar', { name: '已投票人数' })).toHaveAttribute('aria-valuenow', '0')
})

test('shows the first building: floors from the top, four-digit rooms, two-digit units, letters for colours', async () => {
  const grid = page.getByRole('grid')
  await expect(grid.getByRole('columnheader')).toHaveText(['楼层', '01单元'])
  await expect(grid.getByRole('rowheader')).toHaveText(['3', '2', '1'])
  await expect(grid.getByRole('gridcell', { name: /未投/ })).toHaveText(['0301', '0201', '0101', '0102'])
  // Drawn by the style sheet, so that the room's accessible name is a number and a word.
  await expect(room('0101 未投')).toHaveAttribute('data-letter', '未')
  const box = await room('0101 未投').boundingBox()
  expect(box?.width).toBeGreaterThanOrEqual(44)
  expect(box?.height).toBeGreaterThanOrEqual(32)
  await expect(page.getByTestId('building')).toHaveCSS('height', '800px')
  await expect(page.getByRole('list', { name: '图例' })).toHaveText('投已投票/唱票 0 套未投 4 套：未未生成 4生未发出 0发在业主处 0收已收回待录入 0标手工标记 0')
})

test('the grid is on the first screen below a summary line, and its rooms share the width', async () => {
  const top = async (found: Locator) => (await found.boundingBox())?.y ?? NaN
  expect(await top(page.getByRole('grid'))).toBeLessThan(420)
  const [heads, area] = [turnout().getByRole('progressbar', { name: '已投票人数' }), turnout().getByRole('progressbar', { name: '已投票面积' })]
  expect(await top(heads)).toBe(await top(area))
  // The link to the missing doors is on the line with their number.
  const [missing, route] = [await turnout().getByText('还差 4 人').boundingBox(), await turnout().getByRole('button', { name: '补票路线' }).boundingBox()]
  expect(route?.y).toBeLessThan((missing?.y ?? NaN) + (missing?.height ?? NaN))
  const counts = await tree()
    .locator('.ant-tree-title')
    .evaluateAll((titles) => titles.filter((title) => title.getBoundingClientRect().right > (title.closest('nav')?.getBoundingClientRect().right ?? 0)).length)
  expect(counts, 'counts that run out of the tree').toBe(0)
  // Two rooms per floor: each at its maximum width instead of 4.5rem.
  expect((await room('0301 未投').boundingBox())?.width).toBeGreaterThan(100)
})

test('a branch above buildings shows its unvoted list instead of a grid', async () => {
  await choose('一期')
  await expect(page.getByRole('grid')).toHaveCount(0)
  await expect(list().getByRole('status')).toHaveText('8 套 · 6 票 · 650.00㎡')
  await choose('1栋')
  await expect(page.getByRole('grid')).toBeVisible()
  await expect(page.getByRole('heading', { name: '一期▶1栋' })).toBeVisible()
})

test('arrows move between rooms, Enter opens one, Esc closes it', async () => {
  await room('0301 未投').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(room('0101 未投')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(room('0102 未投')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog()).toContainText(placeInWords('1-102'))
  await page.keyboard.press('Escape')
  await expect(dialog()).toBeHidden()
})

test('a hovered or focused room shows place, owner and state', async () => {
  await room('0301 未投').hover()
  await expect(hint()).toHaveText(`${placeInWords('1-301')}产权人 王五未送达未走访未投`)
  await room('0102 未投').hover()
  await expect(hint()).toHaveText(`${placeInWords('1-102')}产权人 李四未送达未走访未投`)
  await page.getByRole('heading', { name: '一期▶1栋' }).hover()
  await expect(hint()).toHaveCount(0)
  await room('0301 未投').focus()
  await expect(hint()).toContainText('产权人 王五')
  await page.keyboard.press('ArrowDown')
  await expect(hint()).toContainText('产权人 张三')
  // For screen readers it belongs to the room.
  await expect(room('0201 未投')).toHaveAccessibleDescription(/产权人 张三/)
  await page.keyboard.press('Escape')
  await expect(hint()).toHaveCount(0)
})

test('未投名单 beside the grid has masked phones and last deliveries, sorts, and opens the booth', async () => {
  const visited = await voterNamed(client, activity.activityId, '1-301')
  const notifytime = formatTime(Date.now() - 60_000)
  good(
    await client.post('/vote/savenotify', {
      activitypropertyid: visited.activitypropertyid,
      votesource: 2,
      notifytime,
      notifier: '王楼长',
      remark: '',
      pics: [],
    }),
  )
  await page.reload()
  const rows = list().getByRole('listitem')
  const places = () => rows.getByRole('button', { name: /^一期/ }).allTextContents()
  await expect(list().getByRole('status')).toHaveText('4 套 · 3 票 · 400.00㎡')
  await expect.poll(places).toEqual(['1-101', '1-102', '1-201', '1-301'].map(placeInWords))
  await expect(rows.last()).toContainText(visited.v2.replace(/^(...)....(....)$/, '$1****$2'))
  await expect(rows.last()).toContainText(`送达 ${notifytime.slice(5, 16)} 上门（王楼长）`)
  await expect(rows.first()).toContainText('未送达')
  await expect(rows.first()).toContainText('与另 1 套同票')
  await rows.last().getByRole('button', { name: '显示手机号' }).click()
  await expect(rows.last()).toContainText(visited.v2)
  const choose = async (label: string, option: string) => {
    await list().getByRole('combobox', { name: label }).click()
    await page.locator('.ant-select-dropdown:visible').getByText(option, { exact: true }).click()
  }
  await choose('未投名单的排序', '按面积')
  await expect.poll(places).toEqual(['1-301', '1-101', '1-201', '1-102'].map(placeInWords))
  await choose('未投名单的状态', '已标记')
  await expect(list()).toContainText('这里没有未投的房屋')
  await expect(list().getByRole('button', { name: '导出 Excel' })).toHaveAttribute('aria-disabled', 'true')
  await choose('未投名单的状态', '全部未投')
  await choose('未投名单的排序', '按单元房号')
  await list()
    .getByRole('button', { name: placeInWords('1-301'), exact: true })
    .click()
  await expect(dialog()).toContainText('王五')
  await page.keyboard.press('Escape')
  await page.getByRole('checkbox', { name: '未投名单' }).uncheck()
  await expect(list()).toHaveCount(0)
  await page.getByRole('checkbox', { name: '未投名单' }).check()
})

test('未投名单 is exported as filtered: masked, or whole for a purpose in the journal', async () => {
  const path = join(newFolder(), '未投.xlsx')
  await answerSaveDialog(program, path)
  const exported = page.getByRole('dialog', { name: '导出未投名单', exact: true })
  const phones = async () => tableIn(sheetNamed(await readReport(readFileSync(path)), '未投名单'), '房屋').rows.map((row) => row['手机号'])
  await list().getByRole('button', { name: '导出 Excel' }).click()
  await expect(exported).toContainText('一期▶1栋，4 套')
  await exported.getByRole('button', { name: '导出', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: '未投.xlsx' })).toBeVisible()
  await expect(exported).toBeHidden()
  for (const phone of await phones()) expect(phone).toMatch(/^\d{3}\*{4}\d{4}$/)

  await list().getByRole('button', { name: '导出 Excel' }).click()
  await exported.getByText('完整显示').click()
  await exported.getByRole('button', { name: '导出', exact: true }).click()
  await expect(exported.getByText('请填写用途，例如 逐一电话通知业主')).toBeVisible()
  await exported.getByRole('textbox', { name: '用途' }).fill('电话催票')
  await exported.getByRole('button', { name: '导出', exact: true }).click()
  await givePassword(page)
  await expect(exported).toBeHidden()
  expect(await phones()).toContain((await voterNamed(client, activity.activityId, '1-301')).v2)
  const [entry] = await entriesOf(client, { action: 'result.notVotedSheet', pageSize: 1 })
  expect(entry.after).toMatchObject({ scope: '一期-1栋', purpose: '电话催票', rowCount: 4 })

  // Cancelling the save dialog changes nothing.
  await answerSaveDialog(program, null)
  await list().getByRole('button', { name: '导出 Excel' }).click()
  await exported.getByRole('button', { name: '导出', exact: true }).click()
  await expect(exported.getByRole('button', { name: '导出', exact: true })).toBeEnabled()
  await expect(exported).toBeVisible()
  await exported.getByRole('button', { name: '取消' }).click()
})

test('未投名单 prints every filtered property, with masked phones and page numbers', async () => {
  const path = join(newFolder(), '名单.pdf')
  await answerSaveDialog(program, path)
  await list().getByRole('button', { name: '保存为 PDF' }).click()
  await expect(page.getByRole('alert').filter({ hasText: '名单.pdf' })).toBeVisible()
  const [only, ...others] = await pdfPages(path)
  expect(others).toEqual([])
  for (const words of [
    '二〇二六年业主大会',
    '未投名单',
    '小区示范小区甲',
    '范围一期▶1栋，全部未投，按单元房号',
    '合计4套，3票，400.00㎡',
    '打印人：',
    '第1页/共1页',
  ])
    expect(only).toContain(words)
  for (const name of ['1-101', '1-102', '1-201', '1-301']) expect(only).toContain(placeInWords(name))
  const { v2 } = await voterNamed(client, activity.activityId, '1-301')
  expect(only).not.toContain(v2)
  expect(only).toContain(`${v2.slice(0, 3)}****${v2.slice(-4)}`)
})

test('the booth: owner details, several ballots, answer-all buttons; the same choice again clears', async () => {
  await room('0102 未投').click()
  await expect(dialog()).toContainText('李四')
  await expect(dialog()).toContainText('80.00㎡')
  const ballots = dialog().getByRole('group', { name: '该产权人的票权' })
  await expect(ballots.getByRole('button')).toHaveCount(2)
  const elevator = dialog().getByRole('group', { name: '更新电梯' })
  const second = dialog().getByRole('group', { name: '选聘物业 乙公司' })
  await dialog().getByRole('button', { name: '全部反对' }).click()
  await expect(second.getByRole('button', { name: '反对' })).toHaveAttribute('aria-pressed', 'true')
  await dialog().getByRole('button', { name: '全部弃权' }).click()
  await dialog().getByRole('button', { name: '全部同意' }).click()
  await expect(elevator.getByRole('button', { name: '同意' })).toHaveAttribute('aria-pressed', 'true')
  await second.getByRole('button', { name: '同意' }).click()
  await expect(second.getByRole('button', { name: '同意' })).toHaveAttribute('aria-pressed', 'false')
})

test('unsubmitted choices are asked about before they are dropped', async () => {
  await page.keyboard.press('Escape')
  await expect(question('放弃已选的内容吗?')).toBeVisible()
  await question('放弃已选的内容吗?').getByRole('button', { name: '继续投票' }).click()
  await expect(dialog()).toBeVisible()
})

test('a double click votes once, then the owner’s next ballot is shown', async () => {
  await dialog().getByRole('button', { name: '提交' }).dblclick()
  await expect(question('确认提交吗？')).toContainText('同意 2 项、未选 1 项（未选的按无效计）')
  await question('确认提交吗？').getByRole('button', { name: '提交' }).dblclick()
  await expect(page.getByText('投票成功')).toBeVisible()
  await expect(dialog()).toContainText(placeInWords('2-301'))
  const { ballotid } = await voterNamed(client, activity.activityId, '1-102')
  expect(good(await client.get('/votedef/getrepeatvote', { voteActivityId: activity.activityId, ballotId: ballotid }))).toHaveLength(1)
  await page.keyboard.press('Escape')
  await expect(room('0102 已投票/唱票')).toBeVisible()
  await expect(node('1栋')).toContainText('1/4')
})

test('votes of other desks appear automatically, for all properties of a ballot', async () => {
  good(await askMark(client, activity.activityId, await propertyAt(client, '1-301'), 'C-1'))
  good(await askVote(client, activity, [await propertyAt(client, '1-101')], '111'))
  await expect(room('0301 已标记')).toBeVisible()
  await expect(room('0101 已投票/唱票')).toBeVisible()
  await expect(room('0201 已投票/唱票')).toBeVisible()
  await expect(node('示范小区甲')).toContainText('3/8')
  await expect(turnout()).toContainText('还差 2 人、153.34㎡')
})

test('只看未投 hides rooms that have voted', async () => {
  await page.getByRole('checkbox', { name: '只看未投' }).check()
  await expect(page.getByRole('gridcell', { name: /\d/ })).toHaveText(['0301'])
  await choose('2栋')
  await expect(page.getByRole('gridcell', { name: /未投/ })).toHaveCount(4)
  await choose('1栋')
  await page.getByRole('checkbox', { name: '只看未投' }).uncheck()
})

test('a vote is voided after a question, and its record stays in the list', async () => {
  await room('0102 已投票/唱票').click()
  await expect(dialog().getByRole('group', { name: '更新电梯' }).getByRole('button', { name: '同意' })).toHaveAttribute('aria-pressed', 'true')
  await expect(dialog().getByText('未选', { exact: true })).toBeVisible()
  await expect(dialog().getByRole('button', { name: '提交' })).toBeHidden()
  // In a low window, too: the records scroll, the buttons do not.
  await page.setViewportSize({ width: 1366, height: 600 })
  for (const name of ['作废', '关闭']) await expect(dialog().getByRole('button', { name }).last()).toBeInViewport({ ratio: 0.9 })
  await page.setViewportSize({ width: 1366, height: 768 })
  await dialog().getByRole('button', { name: '作废' }).click()
  await expect(question('确认作废当前投票吗?')).toContainText('李四')
  await question('确认作废当前投票吗?').getByText('录错选择').click()
  await question('确认作废当前投票吗?').getByRole('button', { name: '作废', exact: true }).click()
  await expect(page.getByText('作废投票成功')).toBeVisible()
  await expect(dialog().getByRole('region', { name: '投票记录' })).toContainText('已作废')
  await expect(dialog().getByRole('button', { name: '提交' })).toBeVisible()
  expect(await statusOf('1-102')).toBe(-1)
  await page.keyboard.press('Escape')
})

test('a second vote after another desk’s is refused in words', async () => {
  await choose('2栋')
  await room('0101 未投').click()
  await dialog().getByRole('button', { name: '全部同意' }).click()
  await dialog().getByRole('button', { name: '提交' }).click()
  good(await askVote(client, activity, [await propertyAt(client, '2-101')], '222'))
  await question('确认提交吗？').getByRole('button', { name: '提交' }).click()
  await expect(page.getByText('该票权已投票').first()).toBeVisible()
  await expect(dialog().getByRole('button', { name: '作废' })).toBeVisible()
  await page.keyboard.press('Escape')
  // Choices for an already voted ballot are not asked about.
  await expect(dialog()).toBeHidden()
  await choose('1栋')
})

test('in the tally a marked ballot is tallied by its code, and an unmarked one says why not', async () => {
  await takeSteps(client, activity.activityId, 'startTally')
  await page.reload()
  await expect(room('0301 已标记')).toBeVisible()
  await choose('2栋')
  await room('0102 未投').click()
  await expect(dialog().getByText('该票权没有标记，不能唱票')).toBeVisible()
  await expect(dialog().getByRole('button', { name: '提交' })).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')
  await choose('1栋')
  await room('0301 已标记').click()
  await expect(dialog()).toContainText('C-1')
  await dialog().getByRole('button', { name: '全部同意' }).click()
  await page.keyboard.press('Control+Enter')
  await question('确认提交吗？').getByRole('button', { name: '提交' }).click()
  await expect(page.getByText('唱票提交成功')).toBeVisible()
  await expect(room('0301 已投票/唱票')).toBeVisible()
})

test('a finished activity neither accepts nor voids votes, and says why', async () => {
  await takeSteps(client, activity.activityId, 'finish')
  await page.reload()
  await room('0301 已投票/唱票').click()
  await expect(dialog().getByTestId('booth-owner')).toContainText('已唱票 C-1')
  await expect(dialog().getByRole('button', { name: '作废' })).toHaveAttribute('aria-disabled', 'true')
  await dialog().getByRole('button', { name: '作废' }).focus()
  await expect(page.getByText('当前状态为“已结束”，不能作废投票')).toBeVisible()
  await dialog().getByRole('button', { name: '作废' }).hover()
  await expect(dialog().getByRole('button', { name: '作废' }), 'it does not light up under the mouse').toHaveCSS('background-color', 'rgb(242, 244, 247)')
  await dialog().getByRole('button', { name: '关闭' }).last().click()
  await room('0102 未投').click()
  await expect(dialog().getByText('当前状态为“已结束”，不能投票')).toBeVisible()
  await page.keyboard.press('Escape')
})

test('two thousand rooms are painted soon after the click', async () => {
  const { estateid } = good(await client.post('/vtestate/save', { name: '大楼小区', addr: '文三路2号' }))
  const rows = Array.from({ length: 2_000 }, (_, index) => {
    const [unit, floor, door] = [Math.floor(index / 200) + 1, Math.floor((index % 200) / 8) + 1, (index % 8) + 1]
    return ['一期', '', '9栋', `${unit}单元`, '', `${floor}0${door}`, 80, `业主${index}`, '11111111111', '']
  })
  for (let door = 1; door <= 6; door++) rows.push(['一期', '', '6栋', '1单元', '', `10${door}`, 80, `住户${door}`, '11111111111', ''])
  good(await client.upload('/vtpropertyinfo/importpropertyinfo', 'uploadfile', '房产.xlsx', await propertyWorkbook(rows), { estateId: estateid }))
  good(
    await client.post('/vtpropertyinfo/save', {
      estateId: estateid,
      period: '一期',
      building: '1栋',
      room: '101',
      areasize: 80,
      personname: '甲',
      mobileno: '11111111111',
    }),
  )
  const large = await makeActivityNow(client, estateid, { title: '大楼表决' })
  await goTo(page, '/voteManage/progress', { estateid, activityid: large.activityId })
  await expect(node('9栋')).toContainText('0/2,000')
  const milliseconds = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const wanted = [...document.querySelectorAll<HTMLElement>('.ant-tree-node-content-wrapper')].find(
          (each) => each.textContent.startsWith('9栋') && each.checkVisibility(),
        )
        const begun = performance.now()
        wanted?.click()
        const look = () => {
          if (document.querySelectorAll('[data-room]').length < 100) requestAnimationFrame(look)
          else requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begun)))
        }
        requestAnimationFrame(look)
      }),
  )
  test.info().annotations.push({ type: 'measured', description: `2,000 rooms open to painted: ${Math.round(milliseconds)} ms` })
  // Offscreen rooms are not rendered, but counted.
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '26')
  await expect(page.getByRole('grid')).toHaveAttribute('aria-colcount', '81')
  await expect(page.getByRole('gridcell', { name: '2501 未投' }).first()).toBeInViewport()
  await expect(page.getByRole('gridcell', { name: '0108 未投' })).toHaveCount(0)
  // Floor numbers and unit headers stay visible when the grid is scrolled to its end.
  await page
    .getByTestId('building')
    .filter({ visible: true })
    .evaluate((body) => body.scrollTo(body.scrollWidth, 300))
  await expect(page.getByRole('rowheader', { name: '15', exact: true })).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('columnheader', { name: '10单元' })).toBeInViewport()
  await expect(page.getByRole('gridcell', { name: '1508 未投' }).last()).toBeInViewport()
  // The keyboard reaches unrendered rooms.
  const top = page.getByRole('gridcell', { name: '2501 未投' })
  await page
    .getByTestId('building')
    .filter({ visible: true })
    .evaluate((body) => body.scrollTo(0, 0))
  await top.first().focus()
  await page.keyboard.press('End')
  await expect(page.getByRole('gridcell', { name: '2508 未投' }).last()).toBeFocused()
  await expect(page.getByRole('gridcell', { name: '2508 未投' }).last()).toBeInViewport()
  for (let floor = 0; floor < 24; floor++) await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('gridcell', { name: '0108 未投' }).last()).toBeFocused()
  await page.keyboard.press('Home')
  await expect(page.getByRole('gridcell', { name: '0101 未投' }).first()).toBeFocused()
})

test('six rooms on a floor fill the grid of a large window, and many scroll in it', async () => {
  await page.setViewportSize({ width: 1920, height: 1080 })
  const body = page.getByTestId('building').filter({ visible: true })
  const unused = async () => {
    const [grid, last] = [await body.boundingBox(), await body.getByRole('gridcell').last().boundingBox()]
    return (grid?.x ?? NaN) + (grid?.width ?? NaN) - (last?.x ?? NaN) - (last?.width ?? NaN)
  }
  await choose('6栋')
  await expect(body.getByRole('gridcell')).toHaveCount(6)
  await expect.poll(unused).toBeLessThan(32)
  await choose('9栋')
  await expect(body.getByRole('gridcell', { name: '2501 未投' }).first()).toBeVisible()
  expect(await body.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toBe(true)
  await page.setViewportSize({ width: 1366, height: 768 })
})

test('a very long list is asked about before it is printed', async () => {
  await list().getByRole('button', { name: '保存为 PDF' }).click()
  const asked = question('名单很长，确认继续吗？')
  await expect(asked).toContainText('名单有 2,000 套，约 58 页')
  // Nothing is printed before the answer.
  await expect(page.locator('.print-root')).toHaveCount(0)
  await asked.getByRole('button', { name: '取消' }).click()
  await expect(asked).toHaveCount(0)
  await expect(list().getByRole('button', { name: '保存为 PDF' })).toBeEnabled()
})

test('an empty roster says once what to do, and nothing polls before the vote', async () => {
  const { estateid } = good(await client.post('/vtestate/save', { name: '空小区', addr: '路3号' }))
  const empty = await makeActivity(client, estateid, { title: '空清册的表决' })
  for (const path of ['/voteManage/papers', '/voteManage/progress']) {
    await goTo(page, path, { estateid, activityid: empty.activityId })
    await expect(page.getByText('票权清册是空的').filter({ visible: true })).toHaveText(['票权清册是空的。请在“房产信息”中导入房产，再同步到这个活动'])
  }
  await expect(turnout().filter({ visible: true })).toHaveCount(0)
  await expect(page.getByText('自动更新中').filter({ visible: true })).toHaveCount(0)
  await page.getByRole('button', { name: '去房产信息' }).filter({ visible: true }).click()
  await expect(page).toHaveURL(new RegExp(`/property/Index\\?estateid=${estateid}`))

  const other = await makeEstate(client, [['1-101', '孙八', 60]], '未开始小区')
  const waiting = await makeActivityNow(client, other.estateId, { title: '未开始的表决' })
  await goTo(page, '/voteManage/progress', { estateid: other.estateId, activityid: waiting.activityId })
  await expect(turnout().filter({ visible: true })).toBeVisible()
  await expect(page.getByText('自动更新中').filter({ visible: true })).toHaveCount(0)
})

test('a server outage is shown, and the choices stay', async () => {
  const { estateId } = await makeEstate(client, [['1-101', '钱七', 60]], '断线小区')
  const lonely = await makeActivityNow(client, estateId, { title: '断线表决' })
  await takeSteps(client, lonely.activityId, 'start')
  await goTo(page, '/voteManage/progress', { estateid: estateId, activityid: lonely.activityId })
  await room('0101 未投').click()
  await dialog().getByRole('button', { name: '全部同意' }).click()
  await server.kill()
  await expect(dialog().getByRole('button', { name: '提交' })).toHaveAttribute('aria-disabled', 'true')
  await expect(dialog().getByRole('group', { name: '是否同意更新电梯' }).getByRole('button', { name: '同意' })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText('连接中断，数字可能不是最新的').filter({ visible: true })).toBeVisible()
  // A program with unsent choices asks before it closes.
  await dialog().getByRole('button', { name: '关闭' }).last().click()
  await question('放弃已选的内容吗?').getByRole('button', { name: '放弃' }).click()
  await expect(dialog()).toBeHidden()
})

test.afterAll(closeLeftOpen)
