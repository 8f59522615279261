import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { formatTime } from '../../src/shared/time/chinaTime.ts'
import { askVote, good, makeEstate, takeSteps, topic, type MadeActivity, type PropertyRow } from '../support/activities.ts'
import { answerSaveDialog, givePassword } from '../support/dialogs.ts'
import { goTo, httpRoster, makeActivityNow, mergeNamed, placeInWords, propertyAt, type HttpRosterProperty } from '../support/http-activities.ts'
import { entriesOf } from '../support/journal.ts'
import { pdfPages } from '../support/pdf.ts'
import { newFolder, programAt, serverForAll, type Program } from '../support/program.ts'
import { readReport, sheetNamed, tableIn } from '../support/reports.ts'

/** `insight.md` section 2: plan, print, vote at the planned doors, and the quorum is reached exactly as predicted. */
test.describe.configure({ mode: 'serial' })

const flats = (building: number, rooms: readonly string[], area: number): PropertyRow[] =>
  rooms.map((room) => [`${building}-${room}`, `业主${building}${room}`, area, { phone: `139000${building}${room.padStart(4, '0')}` }])
/** 13 ballots of 1,750.00 m²: 9 and 1,166.67 are two thirds. */
const properties: readonly PropertyRow[] = [
  ...flats(1, ['101', '201', '301', '401', '501'], 100),
  ...flats(2, ['101', '102', '201', '202', '301', '302', '401'], 90),
  ['3-101', '商铺业主', 600],
  ['3-102', '商铺业主', 20],
]

const client = serverForAll()
let program: Program
let page: Page
let activity: MadeActivity
let roster: ReadonlyMap<string, HttpRosterProperty>

test.beforeAll(async () => {
  const { estateId } = await makeEstate(client, properties, '示范小区甲')
  activity = await makeActivityNow(client, estateId, { title: '更新电梯' })
  await mergeNamed(client, activity.activityId, [['3-101', '3-102']])
  await takeSteps(client, activity.activityId, 'start')
  roster = await httpRoster(client, activity.activityId)
  program = await programAt(client.url)
  page = program.page
})

const address = () => ({ estateid: activity.estateId, activityid: activity.activityId })
const shown = (text: string | RegExp) => page.getByText(text).filter({ visible: true })
const summary = () => page.getByRole('region', { name: '还需要多少' }).filter({ visible: true })
const units = () => page.getByRole('navigation', { name: '路线中的单元' }).filter({ visible: true }).getByRole('button')
const doors = () => page.getByRole('table').filter({ visible: true, hasText: '最近联系' }).locator('tbody tr.ant-table-row')
const dialog = (name: string) => page.getByRole('dialog', { name, exact: true })
const setMargin = async (margin: string) => {
  await page.getByRole('spinbutton', { name: '余量' }).filter({ visible: true }).fill(margin)
  await page.keyboard.press('Tab')
}
const vote = async (...places: string[]) =>
  good(
    await askVote(
      client,
      activity,
      places.map((place) => propertyAt(roster, place)),
      '1',
    ),
  )
const planned = async (): Promise<string[]> => {
  const route = good(await client.get('/vote/route', { voteactivityid: activity.activityId, margin: '0' }))
  return route.units.flatMap((unit: { doors: { place: string }[] }) => unit.doors.map(({ place }) => place))
}

test('投票进度 and the home page show how many votes are missing, and why', async () => {
  await expect(page.getByRole('group', { name: '更新电梯' })).toContainText('至少还需 9 户')
  await goTo(page, '/voteManage/progress', address())
  await expect(shown('至少还需 9 户')).toBeVisible()
  await expect(shown('还差9户，每户最多计1人')).toBeVisible()
  await page.getByRole('button', { name: '补票路线' }).filter({ visible: true }).click()
  await expect(page.getByRole('heading', { name: '补票路线', level: 1 })).toBeVisible()
})

test('the plan visits the fewest units from the top floor down; a limited one the largest areas', async () => {
  await expect(summary()).toContainText('至少还需 9 户')
  await expect(summary()).toContainText('计划 11 户，3 个单元，1,570.00㎡，其中余量 2 户')
  await setMargin('0')
  await expect(summary()).toContainText('计划 9 户，3 个单元')
  await expect(units()).toHaveText([/^全部\s*9 户$/, /^一期▶1栋▶1单元/, /^一期▶2栋▶1单元/, /^一期▶3栋▶1单元/])
  await page.getByText('少敲门', { exact: true }).filter({ visible: true }).click()
  await expect(summary()).toContainText('按面积从大到小选')
  await page.getByText('少跑单元', { exact: true }).filter({ visible: true }).click()
  await units().nth(1).click()
  await expect(doors()).toHaveCount(5)
  await expect(doors().first()).toContainText(placeInWords('1-501'))
  await expect(doors().last()).toContainText(placeInWords('1-101'))
  await expect(doors().first()).toContainText('未联系')
})

test('the door of a merged ballot can be set to another of its properties', async () => {
  await units().nth(3).click()
  const choice = page.getByRole('combobox', { name: `上门房屋 ${placeInWords('3-101')}` })
  await expect(doors().first()).toContainText('共 2 套同票')
  await choice.click()
  await page.locator('.ant-select-dropdown:visible').getByText(placeInWords('3-102'), { exact: true }).click()
  await expect(shown('已更换上门房屋')).toBeVisible()
  await expect(page.getByRole('combobox', { name: `上门房屋 ${placeInWords('3-102')}` })).toBeVisible()
  expect(await planned()).toContain(placeInWords('3-102'))
  await units().first().click()
})

test('the route is exported with masked phones, or whole ones for a purpose in the journal', async () => {
  const path = join(newFolder(), '路线.xlsx')
  await answerSaveDialog(program, path)
  const read = async () => tableIn(sheetNamed(await readReport(readFileSync(path)), '路线'), '序号').rows
  await page.getByRole('button', { name: '导出 Excel' }).filter({ visible: true }).click()
  const asked = dialog('导出 Excel：补票路线')
  await asked.getByRole('button', { name: '导出 Excel' }).click()
  await expect(page.getByRole('alert').filter({ hasText: '路线.xlsx' })).toBeVisible()
  await expect(asked).toBeHidden()
  expect((await read()).map((row) => row['房屋'])).toEqual(await planned())
  for (const { 手机号: phone } of await read()) expect(phone).toMatch(/^\d{3}\*{4}\d{4}$/)

  await page.getByRole('button', { name: '导出 Excel' }).filter({ visible: true }).click()
  await asked.getByText('完整显示').click()
  await asked.getByRole('textbox', { name: '用途' }).fill('上门补票')
  await asked.getByRole('button', { name: '导出 Excel' }).click()
  await givePassword(page)
  await expect(asked).toBeHidden()
  expect((await read())[0]).toMatchObject({ 房屋: placeInWords('1-501'), 手机号: '13900010501' })
  const [entry] = await entriesOf(client, { action: 'route.sheet', pageSize: 1 })
  expect(entry.after).toMatchObject({ scope: '补票路线，少跑单元，余量0%', purpose: '上门补票', rowCount: 9 })
})

test('it prints unit by unit, with boxes and signature lines', async () => {
  const path = join(newFolder(), '路线.pdf')
  await answerSaveDialog(program, path)
  await page.getByRole('button', { name: '保存为 PDF' }).filter({ visible: true }).click()
  await dialog('保存为 PDF：补票路线').getByRole('button', { name: '保存为 PDF' }).click()
  await expect(page.getByRole('alert').filter({ hasText: '路线.pdf' })).toBeVisible()
  const [page1 = '', ...others] = await pdfPages(path)
  expect(others).toEqual([])
  // Fonts with one glyph for both forms return the other one.
  const only = page1.replaceAll('戶', '户')
  for (const words of ['更新电梯', '至少还需9户（还差9户，每户最多计1人）', '一期-1栋-1单元　5户', '□已办□不在□拒绝', '139****0501', '走访人：', '第1页/共1页'])
    expect(only).toContain(words.replaceAll('　', ''))
  for (const place of await planned()) expect(only).toContain(place)
})

test('its rooms are outlined on the grid', async () => {
  await page.getByRole('button', { name: '在楼栋图上圈出' }).click()
  await expect(page.getByRole('checkbox', { name: '圈出补票路线' }).filter({ visible: true })).toBeChecked()
  await expect(page.getByRole('gridcell', { name: /在补票路线上/ }).filter({ visible: true })).toHaveCount(5)
  await expect(page.getByRole('gridcell', { name: '0501 未投 在补票路线上' })).toHaveCSS('box-shadow', /inset/)
  await expect(page.getByRole('list', { name: '图例' }).filter({ visible: true })).toContainText('在补票路线上 5')
  await vote(placeInWords('1-501'))
  await expect(page.getByRole('gridcell', { name: '0501 已投票/唱票', exact: true })).toBeVisible()
  await expect(shown('至少还需 8 户')).toBeVisible()
  await page.getByRole('checkbox', { name: '圈出补票路线' }).filter({ visible: true }).uncheck()
  await expect(page.getByRole('gridcell', { name: /在补票路线上/ })).toHaveCount(0)
})

test('the quorum is reached when all planned doors have voted, and not before', async () => {
  const places = await planned()
  expect(places).toHaveLength(8)
  await vote(...places.slice(0, -1))
  await expect(shown('至少还需 1 户')).toBeVisible()
  await expect(page.getByRole('group', { name: '参与情况' }).filter({ visible: true })).toContainText('还差 1 人')
  await goTo(page, '/voteManage/route', address())
  await expect(summary()).toContainText('至少还需 1 户')
  await vote(...places.slice(-1))
  await expect(shown('参与的人数和面积都已达到三分之二，不需要再补票')).toBeVisible()
  await expect(page.getByRole('button', { name: '导出 Excel' }).filter({ visible: true })).toHaveAttribute('aria-disabled', 'true')
  const { statisticsResultDatalist: topics } = good(await client.get('/vote/satisticsvoteprogress', { voteActivityId: activity.activityId }))
  expect(topics[0].conclusion).toMatchObject({ quorummet: true, participants: { count: 9 } })
})

test('in the tally there is no route, and the screen says so', async () => {
  await takeSteps(client, activity.activityId, 'startTally')
  await page.reload()
  await expect(shown('当前状态为“唱票中”，不能安排路线。投票中、截止之前可以查看')).toBeVisible()
})

test('if deliveries count there is a second plan, with a note on topics for which they would not', async () => {
  const rule = { votetype: 3, rulebasis: '议事规则第十二条', topics: [topic('更新电梯'), topic('维修外墙')] }
  const other = await makeActivityNow(client, activity.estateId, { title: '维修外墙', ...rule })
  await takeSteps(client, other.activityId, 'start')
  const properties = await httpRoster(client, other.activityId)
  const at = (name: string) => propertyAt(properties, placeInWords(name))
  good(await askVote(client, other, [at('1-501')], '13'))
  good(await askVote(client, other, [at('1-401')], '12'))
  const delivery = { votesource: 2, notifytime: formatTime(Date.now() - 60_000), notifier: '楼栋长王五、赵六', remark: '', pics: [] }
  good(await client.post('/vote/savenotify', { activitypropertyid: at('1-301').rosterPropertyId, ...delivery }))
  await goTo(page, '/voteManage/route', { estateid: activity.estateId, activityid: other.activityId })
  await page.getByText('送达路线', { exact: true }).filter({ visible: true }).click()
  await expect(summary()).toContainText('至少还需送达 7 户')
  await expect(page.getByRole('alert').filter({ visible: true })).toHaveText('“维修外墙”目前没有一种意见在人数和面积上都占多数，已送达未反馈的票暂不计入')
  await expect(doors().filter({ hasText: placeInWords('1-301') })).toHaveCount(0)
  await page.getByText('补票路线', { exact: true }).filter({ visible: true }).last().click()
  await expect(summary()).toContainText('至少还需 8 户')
  await setMargin('100')
  await expect(doors().filter({ hasText: placeInWords('1-301') })).toContainText('上门（楼栋长王五、赵六）')
  // A room is read in one line beside them, at 1366 pixels.
  const title = page.getByRole('columnheader', { name: '房屋' }).filter({ visible: true })
  expect((await title.boundingBox())?.width).toBeGreaterThan(190)
})
