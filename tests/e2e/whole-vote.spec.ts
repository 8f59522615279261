import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, type Locator, type Page } from '@playwright/test'
import { formatTime } from '../../src/shared/time/chinaTime.ts'
import { deliverySheet } from '../../src/shared/features/delivery/sheet.ts'
import { askMark, askTally, askVote, good, type MadeActivity } from '../support/activities.ts'
import { band, chooseOwner, openDesk, ownerCard, paper, scan } from '../support/desk.ts'
import { goTo, propertyAt, httpRoster, mergeNamed, placeInWords, unfoldVerdicts, type HttpRosterProperty } from '../support/http-activities.ts'
import { closeLeftOpen, dropFile, newFolder, programAt, type Program } from '../support/program.ts'
import { readReport, sheetNamed, tableIn } from '../support/reports.ts'
import { httpClient, memberToken, startProcess, type HttpClient, type ServerProcess } from '../support/server-process.ts'
import {
  areaOf,
  ballots,
  CANDIDATES,
  classNames,
  deliveryRows,
  ELECTION,
  properties,
  merges,
  participants,
  percentOf,
  propertyRows,
  results,
  TOPIC,
  voted,
  whole,
  type ClassName,
  type PlannedBallot,
  type Share,
} from '../support/wholeVote.ts'
import { propertyWorkbook, workbookOf } from '../support/workbooks/make.ts'
import { expectToast } from '../support/toasts.ts'

/**
 * A whole vote of 60 properties through the screens, from the empty system to the saved report.
 *
 * Repeated steps (most merges, marks, votes and tallies) go through the screen a few times, and the rest through the API of the
 * same server like other desks. Screen, API and workbook must all match the expected result (`support/wholeVote.ts`).
 */
test.describe.configure({ mode: 'serial' })

const ESTATE = '桂花园'
const TITLE = '二〇二六年业主大会表决'
const DAY = 24 * 60 * 60_000
/** Number of each kind done through the screen. */
const BY_SCREEN = 3

let server: ServerProcess
let program: Program
let page: Page
let client: HttpClient
let activity: MadeActivity
let roster: Map<string, HttpRosterProperty>

test.beforeAll(async () => {
  server = await startProcess(['--data', newFolder()])
  client = httpClient(server.url, await memberToken(server.url))
  program = await programAt(server.url)
  page = program.page
})

const dialog = (): Locator => page.getByRole('dialog').filter({ visible: true })
const button = (name: string): Locator => page.getByRole('button', { name, exact: true }).filter({ visible: true })
const inMenu = (name: string) => page.getByRole('menu', { name: '主菜单' }).getByText(name, { exact: true }).click()
const withQuery = () => ({ estateid: activity.estateId, activityid: activity.activityId })

/** Advances the activity from its list, as its creator. */
async function step(action: string, done: string): Promise<void> {
  await inMenu('投票活动')
  await page.getByRole('row').filter({ hasText: TITLE }).filter({ visible: true }).getByRole('button', { name: action, exact: true }).click()
  await dialog().getByRole('button', { name: action, exact: true }).click()
  await expectToast(page, done)
}

const propertyOf = (ballot: PlannedBallot): HttpRosterProperty => propertyAt(roster, placeInWords(ballot.properties[0]?.name ?? ''))
const withFate = (...fates: readonly PlannedBallot['fate'][]): PlannedBallot[] => ballots.filter(({ fate }) => fates.includes(fate))

/** Finds the owner at the desk by the ballot's first property. */
async function findAtDesk(ballot: PlannedBallot): Promise<void> {
  const place = placeInWords(ballot.properties[0]?.name ?? '')
  await chooseOwner(page, place)
  await expect(ownerCard(page)).toContainText(place)
}

/**
 * Presses a key per slot and submits.
 *
 * The desk advances by itself, or by the arrow for an open slot; then it asks.
 */
async function answerAndSubmit({ answers }: PlannedBallot): Promise<void> {
  for (const key of answers) await page.keyboard.press(key === '0' ? 'ArrowDown' : key)
  await page.keyboard.press('Control+Enter')
  const open = Array.from(answers).filter((key) => key === '0').length
  if (open === 0) return
  await expect(dialog().getByText(`还有 ${open} 项没有选择，提交后按未选（无效）计入`)).toBeVisible()
  await dialog().getByRole('button', { name: /提交/ }).click()
}

/** In one look, as the band is not shown for long; the place tells it from the band before. */
const expectInBand = (done: string, ballot: PlannedBallot) =>
  expect(
    band(page)
      .filter({ hasText: done })
      .filter({ hasText: placeInWords(ballot.properties[0]?.name ?? '') }),
  ).toBeVisible()

test('the estate is registered, and its workbook of 60 properties is dropped into the window', async () => {
  await button('登记小区').click()
  await page.getByRole('textbox', { name: '小区名称' }).fill(ESTATE)
  await page.getByLabel('详细地址').fill('浙江省杭州市西湖区桂花路8号')
  await button('提交').click()
  await expectToast(page, '提交成功')
  await inMenu('房产信息')
  await expect(page.getByText('这个小区还没有房产')).toBeVisible()
  await page.locator('.empty-state').getByRole('button', { name: 'Excel导入' }).filter({ visible: true }).click()
  await dropFile(page, '[data-testid=import-drop]', '业主名册.xlsx', await propertyWorkbook(propertyRows))
  await expect(page.getByRole('status', { name: '核对结果' })).toHaveText(/共 60 行 · 新增 60 · 更新 0 · 错误 0/)
  await button('开始导入').click()
  await expect(page.getByText('导入成功！新增 60，更新 0')).toBeVisible()
  await button('查看房产').click()
  await expect(page.getByText('共 60 条').filter({ visible: true })).toBeVisible()
})

test('an activity with an ordinary topic and an election of three is created', async () => {
  await inMenu('投票活动')
  await button('新增').click()
  const editor = page.getByRole('form').filter({ visible: true })
  const field = (label: string) => editor.getByLabel(label, { exact: true })
  const pick = async (label: string, option: string) => {
    await field(label).click()
    await page.locator('.ant-select-dropdown:visible').getByText(option, { exact: true }).click()
  }
  const typeTime = async (label: string, moment: number) => {
    await field(label).click()
    await field(label).fill(formatTime(moment))
    await field(label).press('Enter')
  }
  await field('标题').fill(TITLE)
  await pick('小区', ESTATE)
  await pick('计票方式', '双过半（未反馈计弃权）')
  await field('议事规则依据').fill('《议事规则》第十二条')
  await typeTime('开始时间', Date.now() - DAY)
  await typeTime('结束时间', Date.now() + 10 * DAY)
  await expect(editor.getByText('已选 60 套房产，建立 60 票')).toBeVisible()
  await field('议题 1 标题').fill(TOPIC)
  await editor.getByRole('button', { name: '添加议题' }).click()
  await field('议题 2 标题').fill(ELECTION)
  await editor.getByRole('group', { name: '议题 2', exact: true }).getByText('选项表决：对每个选项分别表决').click()
  for (const [index, candidate] of CANDIDATES.entries()) {
    await field(`议题 2 选项 ${index + 1} 标题`).fill(candidate)
    if (index + 1 < CANDIDATES.length) await field(`议题 2 选项 ${index + 1} 标题`).press('Enter')
  }
  await editor.getByRole('button', { name: '提交', exact: true }).click()
  await dialog().getByRole('button', { name: '提交' }).click()
  await expectToast(page, '提交成功')

  const [made] = good(await client.get('/votedef/list', { name: TITLE })).datas
  const { voteactivityid: activityId, estateid: estateId, topics } = good(await client.get('/votedef/get', { id: made.voteactivityid }))
  activity = { activityId, estateId, topics }
  expect(topics).toMatchObject([
    { title: TOPIC, options: [] },
    { title: ELECTION, options: CANDIDATES.map((title) => ({ title })) },
  ])
})

test('properties of one owner become one ballot', async () => {
  const [[main, other] = ['', ''], ...others] = merges
  await goTo(page, '/voteManage/mngballot', withQuery())
  for (const [label, name] of [
    ['主房产', main],
    ['待合并房产', other],
  ] as const) {
    const picker = page.getByRole('combobox', { name: label, exact: true })
    await picker.click()
    await picker.fill(placeInWords(name))
    await page.locator('.ant-select-dropdown:visible').getByText(placeInWords(name), { exact: true }).click()
  }
  await button('合并').first().click()
  await dialog().getByRole('button', { name: '合并' }).click()
  await expectToast(page, '合并票权成功')
  // The others as from another desk.
  await mergeNamed(client, activity.activityId, others)
})

test('voting is opened, and a workbook of deliveries is dropped into the window', async () => {
  await step('开启投票', '开启投票成功')
  roster = await httpRoster(client, activity.activityId)
  expect(new Set([...roster.values()].map(({ ballotId }) => ballotId)).size).toBe(whole.count)

  await goTo(page, '/voteManage/notify', withQuery())
  await expect(page.getByRole('table', { name: '送达列表' }).getByRole('row').filter({ hasText: '一期' }).first()).toBeVisible()
  const header = Object.values(deliverySheet.columns).map(({ name }) => name)
  const rows = deliveryRows(formatTime(Date.now() - DAY / 24).slice(0, 16))
  await dropFile(page, '[data-testid=import-host]:visible', '送达.xlsx', await workbookOf([header, ...rows]))
  await dialog().getByRole('button', { name: '开始导入' }).click()
  await expect(dialog().getByText(/导入成功！/)).toBeVisible()
  await dialog().getByRole('button', { name: '查看送达' }).click()
  const { totalCount } = good(await client.post('/vote/getnofitypropertieslist', { voteactivityid: activity.activityId, notifystatus: '0' }))
  expect(totalCount).toBe(rows.length)
})

test('ballots are marked with the codes of their papers', async () => {
  const marked = withFate('markedAndTallied', 'marked')
  await openDesk(page, activity.activityId, 1)
  for (const ballot of marked.slice(0, BY_SCREEN)) {
    await findAtDesk(ballot)
    await scan(page, ballot.code)
    await expect(paper(page).getByRole('textbox', { name: '标记码' })).toHaveValue(ballot.code)
    await page.keyboard.press('Control+Enter')
    await expectInBand('投票标记成功', ballot)
  }
  for (const ballot of marked.slice(BY_SCREEN)) good(await askMark(client, activity.activityId, propertyOf(ballot), ballot.code))
})

test('owners vote at the desk by keyboard, and one vote is voided', async () => {
  const votes = withFate('voted')
  const [voided] = withFate('voidedAfterwards')
  if (!voided) throw new Error('no ballot is voided')
  await openDesk(page, activity.activityId, 2)
  for (const ballot of [...votes.slice(0, BY_SCREEN), voided]) {
    await findAtDesk(ballot)
    await answerAndSubmit(ballot)
    await expectInBand('投票成功', ballot)
  }
  const entry = page
    .getByRole('region', { name: '本机最近' })
    .filter({ visible: true })
    .getByRole('listitem')
    .filter({ hasText: placeInWords(voided.properties[0]?.name ?? '') })
  await entry.getByRole('button', { name: /作废/ }).click()
  await dialog().getByText('业主要求更改').click()
  await dialog().getByRole('button', { name: '作废', exact: true }).click()
  await expectToast(page, '作废投票成功')
  await expect(entry.getByText('已作废')).toBeVisible()
  for (const ballot of votes.slice(BY_SCREEN)) good(await askVote(client, activity, [propertyOf(ballot)], ballot.answers))
})

test('papers are tallied by a scanner, and the vote is finished', async () => {
  await step('开启唱票', '开启唱票成功')
  const tallied = withFate('markedAndTallied')
  await openDesk(page, activity.activityId, 3)
  for (const ballot of tallied.slice(0, BY_SCREEN)) {
    await scan(page, ballot.code)
    await expect(ownerCard(page)).toContainText(placeInWords(ballot.properties[0]?.name ?? ''))
    await answerAndSubmit(ballot)
    await expectInBand('唱票提交成功', ballot)
  }
  for (const ballot of tallied.slice(BY_SCREEN)) good(await askTally(client, activity, [ballot.code], ballot.answers))
  await inMenu('投票活动')
  await page.getByRole('row').filter({ hasText: TITLE }).filter({ visible: true }).getByRole('button', { name: '结束', exact: true }).click()
  await expect(dialog().getByText(`有 ${withFate('marked').length} 票手工标记、没有唱票，结束后不能再唱票，它们按未投票计算。`)).toBeVisible()
  await dialog().getByRole('button', { name: '结束', exact: true }).click()
  await expect(page.getByRole('row').filter({ hasText: TITLE }).filter({ visible: true })).toContainText('已结束')
})

/** `1,234.50`: an area as on the screens. */
const areaWords = (hundredths: number): string =>
  new Intl.NumberFormat('zh-CN', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(hundredths / 100)
const rateWords = (part: number, of: number): string => `${percentOf(part, of).toFixed(2)}%`
const figures = ({ count, areaHundredths }: Share): string[] => [
  String(count),
  rateWords(count, whole.count),
  areaWords(areaHundredths),
  rateWords(areaHundredths, whole.areaHundredths),
]
const areasOf = (part: Share, of: Share): string =>
  `${areaWords(part.areaHundredths)}/${areaWords(of.areaHundredths)}㎡ = ${rateWords(part.areaHundredths, of.areaHundredths)}`
const classKeys = Object.keys(classNames) as ClassName[]

test('the statistics on screen match the expected figures', async () => {
  // By rule 5 two pass that the strict rule would not even have counted, so the plan is a real check.
  expect(results.map(({ outcome, strictOutcome }) => [outcome, strictOutcome])).toEqual([
    ['通过', '未成立'],
    ['不通过', '未成立'],
    ['通过', '未成立'],
    ['不通过', '未成立'],
  ])
  await page.getByRole('row').filter({ hasText: TITLE }).filter({ visible: true }).getByRole('button', { name: '查看结果' }).click()
  const turnout = page.getByRole('group', { name: '参与情况' }).filter({ visible: true })
  await expect(turnout).toContainText(`${voted.count} / ${whole.count} 人`)
  await expect(turnout).toContainText(`${areaWords(voted.areaHundredths)} / ${areaWords(whole.areaHundredths)}㎡`)
  await expect(turnout).toContainText(rateWords(voted.count, whole.count))
  await expect(turnout).toContainText(rateWords(voted.areaHundredths, whole.areaHundredths))
  await unfoldVerdicts(page)
  for (const result of results) {
    const table = page.getByRole('table', { name: `${result.screenTitle} 的统计`, exact: true })
    for (const key of classKeys) {
      await expect(
        table
          .getByRole('row')
          .filter({ has: page.getByRole('rowheader', { name: classNames[key] }) })
          .getByRole('cell'),
      ).toHaveText(figures(result.classes[key]))
    }
    await expect(table.getByRole('row', { name: /^合计/ }).getByRole('cell')).toHaveText(['56', '100.00%', areaWords(whole.areaHundredths), '100.00%'])
    const card = page.getByRole('article', { name: `${result.screenTitle} 的结论`, exact: true })
    await expect(card.locator('[data-outcome]')).toHaveText(result.outcome)
    await expect(card).toContainText(`仅计收回票时：${result.strictOutcome}`)
    const fraction = (part: Share, of: Share) => [`${part.count}/${of.count} = ${rateWords(part.count, of.count)}`, areasOf(part, of)]
    for (const words of [...fraction(participants, whole), ...fraction(result.approve, participants)]) await expect(card).toContainText(words)
  }
})

test('the API returns the expected figures', async () => {
  const answered = good(await client.get('/vote/satisticsvoteprogress', { voteActivityId: activity.activityId }))
  expect(answered).toMatchObject({
    totalcount: whole.count,
    totalarea: whole.areaHundredths / 100,
    votedcount: voted.count,
    votedarea: voted.areaHundredths / 100,
    votecountrate: percentOf(voted.count, whole.count),
    votearearate: percentOf(voted.areaHundredths, whole.areaHundredths),
  })
  const [topic, election] = answered.statisticsResultDatalist
  const judged = [topic, ...election.options]
  expect(judged).toHaveLength(results.length)
  for (const [index, result] of results.entries()) {
    for (const key of classKeys) {
      const { count, areaHundredths } = result.classes[key]
      expect(judged[index].voteSttcsResult[key], `${result.screenTitle} ${key}`).toEqual({
        count,
        area: areaHundredths / 100,
        countrate: percentOf(count, whole.count),
        arearate: percentOf(areaHundredths, whole.areaHundredths),
      })
    }
    expect(judged[index].conclusion).toMatchObject({
      rule: '双过半（未反馈计弃权）',
      participants: { count: participants.count, area: participants.areaHundredths / 100 },
      approve: { count: result.approve.count, area: result.approve.areaHundredths / 100 },
      quorummet: result.isQuorumMet,
      outcome: result.outcome,
      strictoutcome: result.strictOutcome,
    })
  }
})

test('the saved report has the expected figures', async () => {
  const path = join(newFolder(), '表决结果.xlsx')
  await program.app.evaluate(({ dialog: dialogs }, filePath) => {
    dialogs.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
  }, path)
  await button('生成报告').click()
  await page.getByText('完整报告（归档用，含业主信息）').click()
  await expect(page.getByText('报告已保存')).toBeVisible()
  expect(existsSync(path)).toBe(true)
  const workbook = await readReport(readFileSync(path))
  const table = (name: string, firstTitle: string) => tableIn(sheetNamed(workbook, name), firstTitle)

  const statistics = table('表决统计', '议题').rows
  expect(statistics).toHaveLength(2 * results.length)
  for (const [index, { classes, reportTitle }] of results.entries()) {
    const [heads, area] = [statistics[2 * index], statistics[2 * index + 1]]
    expect(heads).toMatchObject({ 议题: reportTitle, 口径: '人数', 合计: whole.count })
    expect(area).toMatchObject({ 口径: '面积', 合计: whole.areaHundredths / 100 })
    for (const key of classKeys) {
      const title = classNames[key]
      const { count, areaHundredths } = classes[key]
      expect([heads?.[title], area?.[title]], `${reportTitle} ${title}`).toEqual([count, areaHundredths / 100])
      expect(heads?.[`${title}占比`]).toBeCloseTo(percentOf(count, whole.count) / 100, 6)
      expect(area?.[`${title}占比`]).toBeCloseTo(percentOf(areaHundredths, whole.areaHundredths) / 100, 6)
    }
  }
  expect(
    table('表决结论', '议题').rows.map((row) => [
      row['议题'],
      row['同意人数'],
      row['同意面积'],
      row['参与表决人数'],
      row['达到三分之二'],
      row['表决结果'],
      row['仅计收回票的结果'],
    ]),
  ).toEqual(
    results.map(({ reportTitle, approve, isQuorumMet, outcome, strictOutcome }) => [
      reportTitle,
      approve.count,
      approve.areaHundredths / 100,
      participants.count,
      isQuorumMet ? '是' : '否',
      outcome,
      strictOutcome,
    ]),
  )
  expect(table('参与情况', '分期').totals).toMatchObject({
    房屋数: properties.length,
    票权数: whole.count,
    面积: whole.areaHundredths / 100,
    已表决: voted.count,
    已标记: withFate('marked').length,
    已作废: withFate('voidedAfterwards').length,
    已送达: ballots.filter(({ isDelivered }) => isDelivered).length,
  })
  expect(table('表决明细', '房屋').rows).toHaveLength(whole.count)
  expect(table('票权清册', '房屋').rows).toHaveLength(properties.length)
  expect(table('作废记录', '房屋').rows.map((row) => row['房屋'])).toEqual(
    withFate('voidedAfterwards').map(({ properties: [property] }) => placeInWords(property?.name ?? '')),
  )
  const open = ballots.filter(({ fate }) => fate !== 'voted' && fate !== 'markedAndTallied')
  const notVoted = table('未表决名单', '房屋')
  expect(notVoted.rows).toHaveLength(open.length)
  expect(notVoted.totals?.['面积']).toBeCloseTo(open.reduce((sum, ballot) => sum + areaOf(ballot), 0) / 100, 6)
  // A finished vote is no draft.
  workbook.eachSheet((sheet) => sheet.eachRow((row) => row.eachCell((cell) => expect(cell.text).not.toContain('过程稿'))))
})

test.afterAll(closeLeftOpen)
