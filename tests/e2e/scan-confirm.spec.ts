import { expect, test, type Page } from '@playwright/test'
import { startWithActivity, type ActivityProgram } from '../support/activity-program.ts'
import { askVote, good, takeSteps, topic, type PropertyRow } from '../support/activities.ts'
import { goTo, httpRoster, placeInWords, propertyAt } from '../support/http-activities.ts'
import { markedPapers } from '../support/scans/markedPapers.ts'
import { band, paper } from '../support/desk.ts'
import { hindrances } from '../support/axe.ts'
import { launch, logIn } from '../support/program.ts'
import { startProxy, type Proxy } from '../support/proxy.ts'
import { httpClient, memberToken } from '../support/server-process.ts'

/** Scanned papers are confirmed screen by screen, and rows left to a person are judged. */
test.describe.configure({ mode: 'serial' })

const rooms = ['1-101', '1-102', '1-201', '1-202', '2-101', '2-102', '2-201', '2-202'] as const
const properties = rooms.map((room, index): PropertyRow => [room, `业主${index + 1}`, 80 + index])
/** The papers as filled in. */
const marks: Readonly<Record<(typeof rooms)[number], string>> = {
  '1-101': '11',
  '1-102': '11',
  '1-201': '12',
  '1-202': '1x',
  '2-101': '21',
  '2-102': '22',
  '2-201': 'xx',
  '2-202': '11',
}
/** Scanned while the others are on the screen. */
const LATER = '2-202'

let stand: ActivityProgram
let page: Page
let proxy: Proxy
let scanPaper: (room: (typeof rooms)[number]) => Promise<void>
const codes = new Map<string, string>()
const ballots = new Map<string, string>()
test.beforeAll(async () => {
  test.setTimeout(180_000)
  stand = await startWithActivity({
    properties,
    estate: '翠湖花园',
    activity: { title: '扫描唱票', secondentry: 1, topics: [topic('是否同意更新电梯'), topic('是否同意修改管理规约')] },
    prepare: async (api, activity) => {
      await takeSteps(api, activity.activityId, 'start')
    },
    through: async (url) => (proxy = await startProxy(url)),
  })
  ;({ page } = stand)
  const { activity, client } = stand
  const { activityId } = activity
  const clerk = httpClient(stand.url, await memberToken(stand.url, 'clerk_1', '13800000002', '钱扫描', 'clerk'))
  const { papers } = good(await client.post('/paper/issue', { voteactivityid: activityId, xpath: '' }))
  const roster = await httpRoster(client, activityId)
  const file = await markedPapers(client, activityId)
  for (const room of rooms) {
    const place = placeInWords(room)
    codes.set(room, (papers as { code: string; place: string }[]).find((each) => each.place === place)?.code ?? '')
    ballots.set(room, propertyAt(roster, place).ballotId)
  }
  scanPaper = async (room) => {
    const seed = rooms.indexOf(room)
    const fields = { voteactivityid: activityId, batchid: 'batch', source: '一号楼.pdf', sourcepage: String(seed + 1) }
    for (const bytes of await file({ code: codes.get(room) ?? '', place: placeInWords(room), marks: marks[room] }, seed))
      good(await clerk.upload('/reading/page', 'uploadfile', '扫描.jpg', bytes, fields))
  }
  for (const room of rooms) if (room !== LATER) await scanPaper(room)
  // Its paper was typed wrongly before it was scanned.
  good(await askVote(clerk, activity, [propertyAt(roster, placeInWords('2-102'))], '21'))
  await goTo(page, '/voteManage/readings', { estateid: activity.estateId, activityid: activityId })
})
test.afterAll(async () => {
  await stand.close()
  await proxy.close()
})

const key = (name: string) => page.keyboard.press(name)
const heap = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) })
const gallery = () => page.getByRole('region', { name: '可确认' })
const cards = () => gallery().getByRole('article')
const cardOf = (room: string) => cards().filter({ hasText: codes.get(room) ?? '' })
const judge = () => page.getByRole('region', { name: '待判读' })

test('cards with the same answers are grouped, each with its rows and signature field', async () => {
  await expect(page.getByText(/^试用：扫描读数还没有用足够多的真实选票检验/)).toBeVisible()
  await heap('可确认').click()
  await expect(cards()).toHaveCount(4)
  await expect(cards().first()).toBeFocused()
  await expect(gallery().getByRole('heading', { level: 3 })).toHaveText([
    '是否同意更新电梯 同意，是否同意修改管理规约 同意 2 票',
    '是否同意更新电梯 同意，是否同意修改管理规约 反对 1 票',
    '是否同意更新电梯 反对，是否同意修改管理规约 同意 1 票',
  ])
  await expect(cardOf('2-101').getByRole('img')).toHaveCount(3)
  await expect(cardOf('2-101').getByRole('definition')).toHaveText(['反对', '同意'])
})

test('U takes a card out that is not signed; it is looked at in 待判读 and put back', async () => {
  const first = cards().first()
  await expect(first).toBeFocused()
  const name = (await first.getAttribute('aria-label')) ?? ''
  await key('u')
  await expect(cards()).toHaveCount(3)
  await page.getByRole('button', { name: '返回扫描' }).click()
  await heap('待判读').click()
  const unsigned = judge().getByRole('group', { name, exact: true })
  await expect(unsigned).toContainText('未签名：请核对签名处')
  await unsigned.getByRole('button', { name: '放回可确认' }).click()
  await page.getByRole('button', { name: '返回扫描' }).click()
  await heap('可确认').click()
  await expect(cards()).toHaveCount(4)
  await expect(cards().first()).toBeFocused()
})

test('arrows move, space excludes a card, and one scanned meanwhile waits for the next screen', async () => {
  await key('ArrowRight')
  await expect(cards().nth(1)).toBeFocused()
  await key('ArrowLeft')
  for (let step = 0; step < 2; step += 1) await key('ArrowDown')
  await expect(cards().last()).toBeFocused()
  await key('ArrowLeft')
  await expect(cardOf('1-201')).toBeFocused()
  await scanPaper(LATER)
  await key(' ')
  await expect(gallery().getByRole('heading', { name: '可确认（4 票）' })).toBeVisible()
  // The one scanned meanwhile has been seen by nobody: it waits for the next screen.
  await expect(cards()).toHaveCount(3)
  // The next one takes its place.
  await expect(cards().last()).toBeFocused()
  await expect(page.getByRole('button', { name: '确认本页3张' })).toBeEnabled()
})

test('a screen that is being confirmed stays as it is; then comes the next', async () => {
  proxy.holds = /\/reading\/confirm/
  await key('Enter')
  await expect(page.getByRole('button', { name: '确认本页3张' })).toHaveClass(/loading/)
  await key('u')
  await key(' ')
  await expect(cards()).toHaveCount(3)
  proxy.release()
  await expect(page.getByText('已确认 3 票')).toBeVisible()
  await expect(cardOf(LATER)).toBeFocused()
  await expect(page.getByRole('button', { name: '确认本页1张' })).toBeEnabled()
  await key('Enter')
  await expect(page.getByText('已确认 1 票')).toBeVisible()
  await expect(gallery().getByText('没有可以确认的选票')).toBeVisible()
})

test('the end of the vote lists scanned papers without a vote, and is not blocked', async () => {
  await goTo(page, '/voteManage/activity', { activityid: stand.activity.activityId })
  await page.getByRole('list', { name: '活动进程' }).filter({ visible: true }).getByRole('button', { name: '结束', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('扫描的选票中有可确认 1 票、待判读 2 票还没有计入投票，结束后不能再确认，它们按未投票计算。')
  await dialog.getByRole('button', { name: '去唱票读数' }).click()
  await expect(gallery()).toBeVisible()
})

test('a row left to a person is read key by key', async () => {
  await page.getByRole('button', { name: '返回扫描' }).click()
  await heap('待判读').click()
  const taken = judge().getByRole('group').first()
  await expect(taken).toHaveAccessibleName(`${placeInWords('1-201')} ${codes.get('1-201') ?? ''}`)
  await expect(taken).toContainText('由人转来判读')
  await expect(taken).toBeFocused()
  await key('1')
  await key('2')
  await key('Enter')
  // Sorted by code, which is random: the first one is put last.
  const [code = '', other = ''] = [codes.get('1-202'), codes.get('2-201')]
  if (other < code) {
    await expect(taken).toHaveAccessibleName(`${placeInWords('2-201')} ${other}`)
    await key('n')
  }
  await expect(taken).toHaveAccessibleName(`${placeInWords('1-202')} ${code}`)
  await expect(judge().getByRole('listitem').nth(1)).toContainText('待判读')
  await expect(page.getByRole('button', { name: '确认这张选票' })).toHaveAttribute('aria-disabled', 'true')
  await key('p')
  await expect(judge().getByRole('complementary')).toContainText('按 P 缩小')
  await key('p')
  await key('3')
  await key('ArrowLeft')
  await key('3')
  await expect(judge().getByRole('listitem').nth(1)).toContainText('弃权')
  const receipt = taken.getByRole('group', { name: '收票信息' })
  await receipt.getByRole('combobox', { name: '收票渠道' }).click()
  await page.getByTitle('上门', { exact: true }).filter({ visible: true }).click()
  // Whoever has clicked into the page beside the rows is still at the card.
  await judge().getByRole('complementary').click()
  await judge().getByRole('complementary').click()
  await key('Enter')
  await expect(taken).toHaveAccessibleName(`${placeInWords('2-201')} ${codes.get('2-201') ?? ''}`)
  const [record] = good(await stand.client.get('/votedef/getrepeatvote', { voteActivityId: stand.activity.activityId, ballotId: ballots.get('1-202') ?? '' }))
  expect(record).toMatchObject({ channel: 2 })
})

test('a paper better typed by hand goes to the desk with its code', async () => {
  await key('d')
  await expect(page.getByText('业主7', { exact: true }).filter({ visible: true }).first()).toBeVisible()
  await expect(paper(page)).toBeVisible()
  await key('1')
  await key('2')
  await expect(paper(page).locator('[aria-pressed="true"]')).toHaveText([/同意/, /反对/])
  await key('Control+Enter')
  await expect(band(page)).toContainText('投票成功')
  await goTo(page, '/voteManage/readings', { estateid: stand.activity.estateId, activityid: stand.activity.activityId })
  await expect(judge().getByText('没有等待判读的选票')).toBeVisible()
})

test('a difference from a recorded vote is shown with its picture', async () => {
  await page.getByText('差异', { exact: false }).first().click()
  const card = page.getByRole('region', { name: codes.get('2-102') ?? '' })
  await expect(card).toContainText('扫描')
  await expect(card.getByRole('img')).toHaveCount(1)
  await expect(card.getByRole('row').nth(2)).toContainText('同意')
  await card.getByRole('button', { name: '改正记录' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('录入看错', { exact: true }).click()
  await dialog.getByRole('button', { name: '改正记录' }).click()
  await expect(page.getByText('没有等待裁定的差异')).toBeVisible()
})

test('a viewer sees no sample yet, and no scanned pages', async () => {
  await takeSteps(stand.client, stand.activity.activityId, 'startTally')
  const viewer = await launch({ args: ['--server', stand.url] })
  try {
    await memberToken(stand.url, 'viewer_1', '13800000003', '孙查看', 'viewer')
    await logIn(viewer, { captcha: '0000', account: { username: 'viewer_1', password: 'pine4827' } })
    await goTo(viewer.page, '/voteManage/readings', { estateid: stand.activity.estateId, activityid: stand.activity.activityId })
    const views = viewer.page.getByRole('radiogroup', { name: '读数' })
    await expect(views.getByRole('radio')).toHaveCount(1)
    await expect(viewer.page.getByText('还没有抽样；由活动负责人锁定清单后开始')).toBeVisible()
    expect(await hindrances(viewer.page)).toEqual([])
  } finally {
    await viewer.close()
  }
})
