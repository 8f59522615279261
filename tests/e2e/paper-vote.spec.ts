import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, type Locator, type Page } from '@playwright/test'
import { BallotLayout } from '../../src/shared/features/paper/layout.ts'
import { formatTime } from '../../src/shared/time/chinaTime.ts'
import { askTally, askVote, good, makeEstate, takeSteps, type MadeActivity } from '../support/activities.ts'
import { recordsOfBallot, scan } from '../support/desk.ts'
import { goTo, httpRoster, makeActivityNow, placeInWords, propertyAt, type HttpRosterProperty } from '../support/http-activities.ts'
import {
  CANDIDATES,
  ELECTION,
  hasVoted,
  PAPER_RULE,
  paperBallots,
  paperProperties,
  paperResult,
  paperTopics,
  type PaperBallot,
  type PaperFate,
} from '../support/paperVote.ts'
import { answerSaveDialog, givePassword } from '../support/dialogs.ts'
import { expectAllGreen, launchBrowser, openBundlePage } from '../support/bundlePage.ts'
import { readReport, sheetNamed, tableIn } from '../support/reports.ts'
import { expectBallots, scannedText, type PrintedLayout } from '../support/printedBallots.ts'
import { closeLeftOpen, newFolder, programAt, type Program } from '../support/program.ts'
import { httpClient, memberToken, startMovedProcess, type HttpClient, type MovedServer } from '../support/server-process.ts'

/**
 * A vote on paper, from issuing papers to the report.
 *
 * Repeated steps go through the screens a few times, the rest through the API of the same server like other desks; the server's
 * clock is moved past the deadline. The expected result is the oracle's (`support/paperVote.ts`).
 */
test.describe.configure({ mode: 'serial' })

const MINUTE = 60_000
/** Number of each kind done through the screen. */
const BY_SCREEN = 3
const TITLE = '二〇二六年业主大会'
let server: MovedServer
let program: Program
let page: Page
let client: HttpClient
let activity: MadeActivity
let roster: Map<string, HttpRosterProperty>
let layout: PrintedLayout
/** The code of each ballot's newest paper, by short property name. */
const codes = new Map<string, string>()
/** The server's offset from the real time. */
let ahead = 0
const now = () => Date.now() + ahead
const moveTo = async (moment: number) => {
  ahead = moment - Date.now()
  await server.setAhead(ahead)
}

test.beforeAll(async () => {
  server = await startMovedProcess(['--data', newFolder()])
  client = httpClient(server.url, await memberToken(server.url))
  const { estateId } = await makeEstate(client, paperProperties, '桂花新苑')
  const times = { startdate: formatTime(now() - 60 * MINUTE), enddate: formatTime(now() + 20 * MINUTE) }
  const more = { title: TITLE, votetype: PAPER_RULE, rulebasis: '《议事规则》第十八条', topics: paperTopics, proxylimit: 3 }
  activity = await makeActivityNow(client, estateId, { ...more, ...times })
  await takeSteps(client, activity.activityId, 'start')
  roster = await httpRoster(client, activity.activityId)
  program = await programAt(server.url)
  page = program.page
})

const dialog = (): Locator => page.getByRole('dialog').filter({ visible: true })
const shown = (found: Locator): Locator => found.filter({ visible: true })
const withFate = (...fates: readonly PaperFate[]): PaperBallot[] => paperBallots.filter(({ fate }) => fates.includes(fate))
const propertyOf = ({ name }: PaperBallot): HttpRosterProperty => propertyAt(roster, placeInWords(name))
const codeOf = ({ name }: PaperBallot): string => codes.get(name) ?? ''
const one = (fate: PaperFate): PaperBallot => withFate(fate)[0] ?? paperBallots[0]!
const voteactivityid = () => activity.activityId
const refusal = ({ code, message }: { readonly code: number; readonly message: string }) => [code, message]

const openPapers = () => goTo(page, '/voteManage/papers', { estateid: activity.estateId, activityid: voteactivityid() })
const view = (name: string) =>
  shown(page.getByRole('radiogroup', { name: '选票登记方式' }))
    .getByText(name, { exact: true })
    .click()
const scanned = () => shown(page.getByTestId('scan-band'))
/** What the scanner reads from a paper. */
const qrOf = (ballot: PaperBallot): string => scannedText(codeOf(ballot), layout)
/** Some through the screen as scanner bursts, the rest through the API. */
async function scanPapers(act: 'out' | 'receive', ballots: readonly PaperBallot[]): Promise<void> {
  await openPapers()
  await view(act === 'out' ? '扫描发出' : '扫描收回')
  for (const ballot of ballots.slice(0, BY_SCREEN)) {
    await scan(page, qrOf(ballot))
    await expect(scanned()).toContainText(act === 'out' ? '已发出' : '已收回')
    await expect(scanned()).toContainText(ballot.owner)
  }
  good(await client.post(`/paper/${act}`, { voteactivityid: voteactivityid(), codes: ballots.slice(BY_SCREEN).map(codeOf) }))
}

test('a paper is issued for every ballot', async () => {
  await openPapers()
  await shown(page.getByRole('button', { name: '生成选票' }))
    .first()
    .click()
  await expect(dialog().getByText('将生成 60 份选票，每票一份')).toBeVisible()
  await dialog().getByRole('button', { name: '生成 60 份' }).click()
  await expect(page.getByText('整个清册：已生成 60 份选票')).toBeVisible()
  const { datas } = good(await client.get('/paper/list', { voteactivityid: voteactivityid(), pageSize: 100 }))
  const byBallot = new Map<string, string>(datas.map(({ ballotid, code }: { ballotid: string; code: string }) => [ballotid, code]))
  for (const ballot of paperBallots) codes.set(ballot.name, byBallot.get(propertyOf(ballot).ballotId) ?? '')
  expect(new Set(codes.values()).size).toBe(60)
})

test('prints papers: every QR code and every box of all 60 is at its place', async () => {
  test.slow()
  const path = join(newFolder(), '选票.pdf')
  await answerSaveDialog(program, path)
  await shown(page.getByTestId('paper-result')).getByRole('button', { name: '打印', exact: true }).click()
  await expect(dialog().getByText('将打印 60 份已生成未发出的选票')).toBeVisible()
  await dialog().getByRole('button', { name: '选择保存位置' }).click()
  await expect(shown(page.getByTestId('paper-result'))).toContainText('已将 60 份选票保存为 PDF')
  const { layoutid, layout: kept } = good(await client.get('/paper/layout', { voteactivityid: voteactivityid() }))
  layout = { id: layoutid, pages: BallotLayout.parse(kept).pages }
  await expectBallots(readFileSync(path), paperBallots.map(codeOf), layout)
})

test('papers are handed out by scanner; a lost one and a misprint are replaced', async () => {
  await scanPapers(
    'out',
    paperBallots.filter(({ fate }) => fate !== 'office' && fate !== 'spoiled' && fate !== 'proxy'),
  )
  const lost = codeOf(one('replaced'))
  const { code } = good(await client.post('/paper/replace', { voteactivityid: voteactivityid(), code: lost, reason: '业主遗失' }))
  codes.set(one('replaced').name, code)
  await scan(page, scannedText(lost, layout))
  await expect(scanned()).toHaveAttribute('data-outcome', 'refused')
  await expect(scanned()).toContainText(`该选票已换发，新编号${code}`)
  await scan(page, qrOf(one('replaced')))
  await expect(scanned()).toContainText('已发出')
  good(await client.post('/paper/spoil', { voteactivityid: voteactivityid(), codes: [codeOf(one('spoiled'))], reason: '打印模糊' }))
  for (const silent of withFate('silent')) {
    const delivery = { activitypropertyid: propertyOf(silent).rosterPropertyId, votesource: 2, notifytime: formatTime(now()), notifier: '王五' }
    good(await client.post('/vote/savenotify', { ...delivery, remark: '', pics: [] }))
  }
})

test('papers come back, some are entered at the desk; two owners vote by their agent', async () => {
  await scanPapers('receive', withFate('desk', 'tally', 'replaced', 'afterEnd'))
  for (const ballot of withFate('desk')) good(await askVote(client, activity, [propertyOf(ballot)], ballot.answers))
  const agent = { agentname: '陈静', agentphone: '13900002211', agentidno: '', votetopicids: [], validuntil: formatTime(now() + 60 * MINUTE), pics: [] }
  for (const ballot of withFate('proxy')) {
    const { proxyid } = good(await client.post('/proxy/save', { voteactivityid: voteactivityid(), ballotid: propertyOf(ballot).ballotId, ...agent }))
    good(await askVote(client, activity, [propertyOf(ballot)], ballot.answers, { proxyid, votername: '陈静', votermobileno: '13900002211' }))
  }
})

test('the vote is extended, and continues after its first end', async () => {
  const { enddate } = good(await client.get('/votedef/get', { id: voteactivityid() }))
  const to = `${formatTime(now() + 40 * MINUTE).slice(0, 16)}:00`
  await goTo(page, '/voteManage/list')
  await shown(page.getByRole('row').filter({ hasText: TITLE }))
    .getByRole('button', { name: TITLE })
    .click()
  await shown(page.getByRole('button', { name: '延期', exact: true })).click()
  await dialog().getByLabel('延期到', { exact: true }).fill(to.slice(0, 16))
  await dialog().getByLabel('延期到', { exact: true }).press('Enter')
  await dialog().getByText('收回的表决票不足三分之二', { exact: true }).click()
  await dialog().getByRole('button', { name: '延期', exact: true }).click()
  await goTo(page, '/voteManage/list')
  await expect(shown(page.getByRole('row').filter({ hasText: TITLE })).getByText('已延期')).toBeVisible()
  expect(good(await client.get('/votedef/get', { id: voteactivityid() })).extensions).toMatchObject([{ from: enddate, to, reason: '收回的表决票不足三分之二' }])
  await moveTo(Date.now() + 25 * MINUTE)
})

test('after the end a paper is late, and one received in time is entered as of then', async () => {
  await moveTo(Date.now() + 45 * MINUTE)
  const [late, inTime] = [one('tooLate'), one('afterEnd')]
  good(await client.post('/paper/receive', { voteactivityid: voteactivityid(), codes: [codeOf(late)] }))
  expect(refusal(await askVote(client, activity, [propertyOf(late)], late.answers))).toEqual([402, '该选票不在投票时间内收到'])
  const receivedlate = formatTime(now() - MINUTE)
  expect(refusal(await askVote(client, activity, [propertyOf(late)], late.answers, { receivedat: receivedlate }))).toEqual([402, '该选票不在投票时间内收到'])
  good(await askVote(client, activity, [propertyOf(inTime)], inTime.answers, { handedinby: '门岗' }))
  const { datas } = good(await client.get('/paper/list', { voteactivityid: voteactivityid(), condition: codeOf(inTime), pageNo: 1, pageSize: 10 }))
  const { receivedat } = datas[0] as { receivedat: string }
  expect(await recordsOfBallot(client, voteactivityid(), propertyOf(inTime).ballotId)).toMatchObject([
    { recordstatus: 1, late: true, receivedat, handedinby: '门岗' },
  ])
})

test('papers received in time are tallied, the late one is not', async () => {
  await takeSteps(client, voteactivityid(), 'startTally')
  for (const ballot of withFate('tally', 'replaced')) good(await askTally(client, activity, [codeOf(ballot)], ballot.answers))
  const late = one('tooLate')
  expect(refusal(await askTally(client, activity, [codeOf(late)], late.answers))).toEqual([402, '该选票不在投票时间内收到'])
  expect(good(await client.get('/paper/balance', { voteactivityid: voteactivityid() }))).toMatchObject({
    printed: 61,
    out: withFate('silent', 'out').length,
    spoiled: 2,
    voted: withFate('desk', 'tally', 'replaced', 'afterEnd').length,
    late: 1,
  })
  await takeSteps(client, voteactivityid(), 'finish')
})

test('the figures match the oracle', async () => {
  const found = good(await client.get('/vote/satisticsvoteprogress', { voteActivityId: voteactivityid() }))
  expect(found.votedcount).toBe(paperBallots.filter(hasVoted).length)
  const slots = found.statisticsResultDatalist.flatMap((each: { options: unknown[] }) => (each.options.length === 0 ? [each] : each.options))
  /** The wire has square metres, the oracle hundredths of them. */
  const share = ({ count, area }: { count: number; area: number }) => [count, Math.round(area * 100)]
  const exact = ({ count, area }: { count: bigint; area: bigint }) => [Number(count), Number(area)]
  for (const [index, { conclusion }] of paperResult.slots.entries()) {
    const { participants, approve, outcome } = slots[index].conclusion
    expect([share(participants), share(approve), outcome]).toEqual([exact(conclusion.participants), exact(conclusion.approve), conclusion.outcome])
  }
  const election = found.statisticsResultDatalist[2]
  const titles = (ids: readonly string[]) => ids.map((id) => election.options.find((each: { voteoptionid: string }) => each.voteoptionid === id).title)
  const expected = paperResult.elections[0]!
  expect([titles(election.election.elected), titles(election.election.tied), election.election.vacant]).toEqual([
    expected.elected.map((position) => CANDIDATES[position]),
    expected.tied.map((position) => CANDIDATES[position]),
    expected.vacant,
  ])
  await goTo(page, '/voteManage/statistics', { estateid: activity.estateId, activityid: voteactivityid() })
  await expect(shown(page.getByRole('region', { name: `3. ${ELECTION} 的选举结果` }))).toContainText(`当选 ${expected.elected.length} 名`)
})

test('the saved report matches the result', async () => {
  const path = join(newFolder(), '表决结果.xlsx')
  await answerSaveDialog(program, path)
  await shown(page.getByRole('button', { name: '生成报告', exact: true })).click()
  await page.getByText('完整报告（归档用，含业主信息）').click()
  await expect(page.getByText('报告已保存')).toBeVisible()
  const conclusions = sheetNamed(await readReport(readFileSync(path)), '表决结论')
  expect(tableIn(conclusions, '议题').rows.map((row) => [row['参与表决人数'], row['同意人数'], row['同意面积'], row['表决结果']])).toEqual(
    paperResult.slots.map(({ conclusion: { participants, approve, outcome } }) => [
      Number(participants.count),
      Number(approve.count),
      Number(approve.area) / 100,
      outcome,
    ]),
  )
  const { elected, tied } = paperResult.elections[0]!
  expect(tableIn(conclusions, '当选结果').rows.filter((row) => /^(当选|并列)/.test(String(row['结果'])))).toHaveLength(elected.length + tied.length)
})

test('the bundle is judged by its own page in a separate browser', async () => {
  const path = join(newFolder(), '应诉包.zip')
  await answerSaveDialog(program, path)
  await shown(page.getByRole('button', { name: '生成应诉包', exact: true })).click()
  await dialog().getByText('法院版', { exact: true }).click()
  await dialog().getByLabel('用途').fill('应诉，案号 2026-1')
  await dialog().getByRole('button', { name: '选择保存位置' }).click()
  await givePassword(page)
  await expect(page.getByRole('alert').filter({ hasText: '应诉包.zip' })).toContainText('文件已保存')
  const browser = await launchBrowser()
  try {
    await expectAllGreen(await openBundlePage(browser, path))
  } finally {
    await browser.close()
  }
})

test.afterAll(closeLeftOpen)
