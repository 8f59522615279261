import { expect, test, type Page } from '@playwright/test'
import { hostname } from 'node:os'
import { askMark, good, makeEstate, takeSteps, topic, type PropertyRow, type MadeActivity } from '../support/activities.ts'
import { band, chooseOwner, giveUp, note, openDesk, ownerCard, paper, recordsOfBallot, searchBox } from '../support/desk.ts'
import { activityTab, goTo, makeActivityNow, mergeNamed, voterNamed } from '../support/http-activities.ts'
import { entriesOf } from '../support/journal.ts'
import { programAt, serverForAll } from '../support/program.ts'

/** A day at the desk: finding the owner, resolving conflicts, correcting mistakes. */
test.describe.configure({ mode: 'serial' })

/** 周杰 lives in room 101 of building 2 and has 102 in the phone number: finding F09. */
const properties: readonly PropertyRow[] = [
  ['1-101', '张三', 100],
  ['1-102', '李四', 80, { phone: '13800001111' }],
  ['2-101', '周杰', 90, { phone: '13910201028' }],
  ['2-102', '赵敏', 60],
  ['2-201', '张三丰', 60],
  ['2-202', '单雄信', 60],
  ['3-101', '开发商', 60],
  ['3-102', '开发商', 60],
]
const client = serverForAll()
let activity: MadeActivity
let page: Page
test.beforeAll(async () => {
  const { estateId } = await makeEstate(client, properties, '翠湖花园')
  activity = await makeActivityNow(client, estateId, { title: '业主大会', topics: [topic('更新电梯'), topic('更换门禁'), topic('修订规约')] })
  await mergeNamed(client, activity.activityId, [['3-101', '3-102']])
  await takeSteps(client, activity.activityId, 'start')
  ;({ page } = await programAt(client.url))
  await openDesk(page, activity.activityId, 2)
})

const options = () => page.getByRole('option').filter({ visible: true })
const marks = () => options().locator('mark')
const counter = () => page.getByLabel('录入进度').filter({ visible: true })
const modes = () => page.getByRole('group', { name: '模式' }).filter({ visible: true })
const question = (text: string) => page.getByRole('dialog').filter({ hasText: text })
const recents = () => page.getByRole('region', { name: '本机最近' }).filter({ visible: true }).getByRole('listitem')

test('2栋 1单元 102 and Enter opens room 102, and nobody whose phone contains 102', async () => {
  await searchBox(page).fill('2栋 1单元 102')
  await expect(options()).toHaveCount(1)
  await expect(options()).toContainText('一期-2栋-1单元-102')
  await expect(marks()).toHaveText(['2栋', '1单元', '102'])
  await page.keyboard.press('Enter')
  await expect(ownerCard(page).getByRole('heading', { level: 2 })).toHaveText('赵敏')
  await page.keyboard.press('Escape')
})

test('Enter selects the exact match even with other results', async () => {
  await searchBox(page).fill('张三')
  await expect(options()).toHaveCount(2)
  await expect(options().first()).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByText('Enter 确认，↑ ↓ 另选')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(ownerCard(page).getByRole('heading', { level: 2 })).toHaveText('张三')
  await page.keyboard.press('Escape')
})

test('for an ambiguous search the first Enter selects nobody, the second the first result', async () => {
  await searchBox(page).fill('102')
  await expect(options()).toHaveCount(3)
  await expect(page.getByRole('option', { selected: true })).toHaveCount(0)
  await expect(page.getByText('有 3 位符合，用 ↑ ↓ 选择后按 Enter 确认')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(paper(page)).toBeHidden()
  await expect(options().first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(ownerCard(page).getByText('一期-1栋-1单元-102')).toBeVisible()
  await page.keyboard.press('Escape')
})

test('the search finds initials, a surname’s special reading, and phones, which it shows', async () => {
  await searchBox(page).fill('sxx')
  await expect(options()).toHaveCount(1)
  await expect(marks()).toHaveText(['单雄信'])
  await searchBox(page).fill('1111')
  await expect(options()).toHaveCount(1)
  await expect(options().getByTestId('found-number')).toHaveText('138****1111')
  await expect(marks()).toHaveText(['1111'])
  await page.keyboard.press('Escape')
})

test('a ballot picker highlights matches, and Enter selects nobody if ambiguous', async () => {
  await goTo(page, '/voteManage/mngballot', { estateid: activity.estateId, activityid: activity.activityId })
  const picker = page.getByRole('combobox', { name: '主房产', exact: true })
  const found = page.getByTestId('found-voter')
  await picker.click()
  await picker.fill('102')
  await expect(found).toHaveCount(3)
  await expect(found.locator('mark')).toHaveText(['102', '102', '102'])
  await picker.press('Enter')
  await expect(found).toHaveCount(3)
  await expect(page.locator('.ant-select-item-option-active')).toHaveCount(1)
  await picker.press('Enter')
  await expect(page.getByTestId('voter-picker').first()).toContainText('一期-1栋-1单元-102')
  await picker.click()
  await picker.fill('3-1-101')
  await expect(found).toHaveCount(1)
  await picker.press('Enter')
  await expect(page.getByTestId('voter-picker').first()).toContainText('一期-3栋-1单元-101')
})

test('the lists find and highlight the same matches', async () => {
  await goTo(page, '/property/Index', { estateid: activity.estateId })
  const box = page.getByRole('textbox', { name: /姓名、手机号/ })
  const rows = page.getByRole('table').filter({ visible: true }).locator('tbody tr.ant-table-row')
  await box.fill('2栋102')
  await box.press('Enter')
  await expect(rows).toHaveCount(1)
  await expect(rows.locator('mark')).toHaveText(['2栋', '102'])
  await goTo(page, '/voteManage/notify', { estateid: activity.estateId, activityid: activity.activityId })
  const name = page.getByRole('textbox', { name: /房屋、姓名/ })
  await name.fill('zs')
  await name.press('Enter')
  await expect(rows.first()).toContainText('张三')
  await expect(rows).toHaveCount(2)
  await expect(rows.first().locator('mark')).toHaveText(['张三'])
  await openDesk(page, activity.activityId, 2)
})

test('the counter shows this account’s entries of today, and the activity’s progress', async () => {
  await expect(counter()).toContainText('今日已录 0')
  await expect(counter()).toContainText('本活动已投 0 / 总 7')
  await chooseOwner(page, '李四')
  await page.keyboard.press('a')
  await page.keyboard.press('Control+Enter')
  await expect(band(page)).toContainText('李四')
  await expect(counter()).toContainText('今日已录 1')
  await expect(counter()).toContainText('本活动已投 1 / 总 7')
})

test('the green message disappears with the next owner, and when the page is left', async () => {
  await chooseOwner(page, '赵敏')
  await expect(band(page)).toBeHidden()
  await page.keyboard.press('a')
  await page.keyboard.press('Control+Enter')
  await expect(band(page)).toContainText('赵敏')
  await chooseOwner(page, '张三丰')
  await page.keyboard.press('Escape')
  await expect(paper(page)).toBeHidden()
  await expect(band(page)).toBeHidden()
  await page.keyboard.press('Escape')
  await chooseOwner(page, '周杰')
  await page.keyboard.press('a')
  await page.keyboard.press('Control+Enter')
  await expect(band(page)).toContainText('周杰')
  await page.getByRole('tab', { name: '首页' }).click()
  await page.getByRole('tab', { name: /^投票 · 业主大会/ }).click()
  await expect(searchBox(page)).toBeVisible()
  await expect(band(page)).toBeHidden()
})

test('an existing vote shows when, by whom and at which desk it was made, with a link', async () => {
  await chooseOwner(page, '2栋 102')
  await expect(note(page)).toContainText('该票权已投票')
  await expect(note(page)).toContainText(new RegExp(`\\d\\d-\\d\\d \\d\\d:\\d\\d 由 .+ 在“${hostname()}”投票`))
  await note(page).getByRole('button', { name: '查看' }).click()
  const dialog = question('投票记录 · 赵敏')
  await expect(dialog.getByRole('table', { name: '投票内容' }).getByRole('cell')).toHaveText(['同意', '同意', '同意'])
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(ownerCard(page)).toBeVisible()
  await page.keyboard.press('Escape')
})

test('the desk’s mode is in the address and survives a reload', async () => {
  await modes().getByRole('button', { name: '标记' }).click()
  await expect(page.getByRole('tab', { name: /^标记 · 业主大会/ })).toBeVisible()
  await expect(page.getByRole('tab', { name: /^投票 · 业主大会/ })).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { name: '投票台 · 标记', level: 1 })).toBeVisible()
  // F5 inside the program also reloads the page.
  await modes().getByRole('button', { name: '投票' }).click()
  await expect(page.getByRole('heading', { name: '投票台 · 投票', level: 1 })).toBeVisible()
  await page.getByRole('tab', { name: /^投票 · 业主大会/ }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: '刷新' }).click()
  await expect(page.getByRole('heading', { name: '投票台 · 投票', level: 1 })).toBeVisible()
})

test('switching the desk’s mode keeps one tab of the vote, and the desk comes back in that mode', async () => {
  await openDesk(page, activity.activityId, 1)
  await modes().getByRole('button', { name: '投票' }).click()
  await expect(page.getByRole('heading', { name: '投票台 · 投票', level: 1 }).filter({ visible: true })).toBeVisible()
  // One tab per vote, on whose page the desk is as it was left.
  await expect(page.getByRole('tab', { name: /业主大会/ })).toHaveCount(1)
  await activityTab(page, '概况').click()
  await expect(page.getByRole('tab', { name: /^概况 · 业主大会/ })).toBeVisible()
  await activityTab(page, '投票台').click()
  await expect(page.getByRole('tab', { name: /^投票 · 业主大会/ })).toBeVisible()
})

test('voting over a handed-out paper warns before and on submission', async () => {
  const { ballotid, votercode } = await voterNamed(client, activity.activityId, '1-101')
  good(await askMark(client, activity.activityId, { ballotId: ballotid, propertyId: votercode }, 'P-0001'))
  await chooseOwner(page, '1栋 101')
  await expect(note(page)).toContainText('已领取纸质选票（标记码 P-0001）')
  await page.keyboard.press('a')
  await page.keyboard.press('Control+Enter')
  await expect(question('确认提交吗？')).toContainText('那张选票不能再唱票，请先收回')
  await question('确认提交吗？').getByRole('button', { name: '取消' }).click()
  await giveUp(page)
})

test('a mark on a wrong owner is removed with a reason, and its code is free again', async () => {
  await chooseOwner(page, '1栋-1单元-101')
  await ownerCard(page).getByRole('button', { name: '撤销标记' }).click()
  const dialog = question('确认撤销标记吗?')
  await expect(dialog).toContainText('张三，一期-1栋-1单元-101')
  await expect(dialog.getByRole('button', { name: '撤销标记' })).toBeDisabled()
  await dialog.getByText('标记错业主').click()
  await dialog.getByRole('button', { name: '撤销标记' }).click()
  await expect(page.getByText('撤销标记成功')).toBeVisible()
  await expect(ownerCard(page).getByText('未投')).toBeVisible()
  const { ballotid } = await voterNamed(client, activity.activityId, '1-101')
  expect(await recordsOfBallot(client, activity.activityId, ballotid)).toEqual([])
  await page.keyboard.press('Escape')
  await modes().getByRole('button', { name: '标记' }).click()
  await chooseOwner(page, '单雄信')
  await page.keyboard.type('P-0001', { delay: 80 })
  await page.keyboard.press('Control+Enter')
  await expect(band(page)).toContainText('投票标记成功')
  // And immediately from the list of last entries.
  await recents().first().getByRole('button', { name: /撤销/ }).click()
  await expect(recents().first()).toContainText('已撤销')
  const [entry] = await entriesOf(client, { pageSize: 1 })
  expect(entry).toMatchObject({ action: 'voting.unmark', after: { reason: '标记后立即撤销' } })
  await modes().getByRole('button', { name: '投票' }).click()
})

test('two sounds distinguish success from refusal, and the off switch is remembered', async () => {
  const sounds = await page.evaluate(() => {
    const played: number[] = []
    Object.assign(window, { playedSounds: played })
    const start: unknown = Reflect.get(OscillatorNode.prototype, 'start')
    OscillatorNode.prototype.start = function started(this: OscillatorNode, when?: number) {
      played.push(this.frequency.value)
      if (typeof start === 'function') Reflect.apply(start, this, [when])
    }
    return played.length
  })
  expect(sounds).toBe(0)
  const played = () => page.evaluate(() => (window as unknown as { playedSounds: number[] }).playedSounds.length)
  await modes().getByRole('button', { name: '标记' }).click()
  await chooseOwner(page, '张三丰')
  await page.keyboard.press('Control+Enter')
  await expect(note(page)).toContainText('请输入标记码')
  await expect.poll(played).toBe(1)
  await page.keyboard.press('Escape')
  await modes().getByRole('button', { name: '投票' }).click()
  await searchBox(page).fill('')
  await chooseOwner(page, '张三丰')
  await page.keyboard.press('a')
  await page.keyboard.press('Control+Enter')
  await expect(band(page)).toContainText('张三丰')
  await expect.poll(played).toBe(3)
  await page.getByRole('button', { name: /提示音开/ }).click()
  await chooseOwner(page, '单雄信')
  await page.keyboard.press('a')
  await page.keyboard.press('Control+Enter')
  await expect(band(page)).toContainText('单雄信')
  expect(await played()).toBe(3)
  await page.reload()
  await expect(page.getByRole('button', { name: /提示音关/ })).toBeVisible()
})

test('the booth has the desk’s keys', async () => {
  await goTo(page, '/voteManage/progress', { estateid: activity.estateId, activityid: activity.activityId })
  await page
    .getByRole('navigation', { name: '楼栋与单元' })
    .locator('.ant-tree-treenode')
    .filter({ hasText: '3栋' })
    .locator('.ant-tree-node-content-wrapper')
    .click()
  await page.getByRole('gridcell', { name: '0101 未投' }).click()
  const booth = question('投票 ·')
  await expect(booth).toContainText('开发商')
  const current = booth.locator('[aria-current="step"]')
  await expect(current).toContainText('更新电梯')
  await page.keyboard.press('1')
  await expect(current).toContainText('更换门禁')
  await page.keyboard.press('3')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('3')
  await expect(booth.getByRole('group', { name: '更换门禁' }).locator('[aria-pressed="true"]')).toHaveCount(0)
  await page.keyboard.press('s')
  await expect(booth.getByRole('button', { name: /反对/, pressed: true })).toHaveCount(3)
  await page.keyboard.press('Escape')
  await expect(question('放弃已选的内容吗?')).toBeVisible()
  await question('放弃已选的内容吗?').getByRole('button', { name: '继续投票' }).click()
  await page.keyboard.press('Control+Enter')
  await question('确认提交吗？').getByRole('button', { name: '提交' }).click()
  await expect(page.getByText('投票成功')).toBeVisible()
  await expect(page.getByRole('gridcell', { name: '0101 已投票/唱票' })).toBeVisible()
  // A recorded vote does not react to keys.
  await page.getByRole('gridcell', { name: '0101 已投票/唱票' }).click()
  await expect(booth.getByRole('button', { name: /反对/, pressed: true })).toHaveCount(3)
  await expect(booth).toContainText(/由 .+ 在“.+”投票/)
  await page.keyboard.press('a')
  await expect(booth.getByRole('button', { name: /反对/, pressed: true })).toHaveCount(3)
  await page.keyboard.press('Escape')
  await expect(booth).toBeHidden()
})
