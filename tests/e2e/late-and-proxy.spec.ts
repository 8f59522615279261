import { expect, test, type Locator, type Page } from '@playwright/test'
import { formatTime } from '../../src/shared/time/chinaTime.ts'
import {
  activityBody,
  askMark,
  good,
  makeActivity,
  makeEstate,
  optionsTopic,
  takeSteps,
  topic,
  type MadeActivity,
  type PropertyRow,
} from '../support/activities.ts'
import { band, chooseOwner, giveUp, note, openDesk, ownerCard, paper, recordsOfBallot, scan, searchBox } from '../support/desk.ts'
import { activityTab, goTo, voterNamed, type WireVoter } from '../support/http-activities.ts'
import { closeLeftOpen, newFolder, programAt } from '../support/program.ts'
import { httpClient, memberToken, startProcess, type HttpClient } from '../support/server-process.ts'

/** A vote that ends, accepts earlier papers, is extended, and has proxies. */
test.describe.configure({ mode: 'serial' })

const MINUTE = 60_000
const properties: readonly PropertyRow[] = [
  ['1-101', '张三', 100],
  ['1-102', '李四', 80],
  ['1-201', '王五', 120],
  ['1-202', '孙七', 90],
  ['1-301', '周八', 90],
  ['1-302', '吴九', 90],
  ['1-401', '郑十', 90],
  ['1-402', '冯收', 90],
]
const begun = Date.now()
const inTime = begun - 30 * MINUTE
/** In whole seconds, like the server's times. */
const returnedAt = begun - (begun % 1_000)
/** The time format of forms. */
const minutes = (moment: number): string => formatTime(moment).slice(0, 16)

let client: HttpClient
let activity: MadeActivity
/** Of 1-402, whose paper came back in time. */
let returnedCode = ''
let page: Page
test.beforeAll(async () => {
  const server = await startProcess(['--data', newFolder()])
  client = httpClient(server.url, await memberToken(server.url))
  const { estateId } = await makeEstate(client, properties, '翠湖花园')
  activity = await makeActivity(client, estateId, {
    ...activityBody(estateId),
    title: '业主大会',
    startdate: formatTime(begun - 120 * MINUTE),
    enddate: formatTime(Date.now() + 20_000),
    topics: [topic('更新电梯'), optionsTopic('选聘物业', ['甲公司', '乙公司'])],
    proxylimit: 1,
  })
  await takeSteps(client, activity.activityId, 'start')
  const { ballotid: ballotId, votercode: propertyId } = await voter('1-401')
  good(await askMark(client, activity.activityId, { ballotId, propertyId }, 'C-401'))
  const { papers } = good(await client.post('/paper/issue', { voteactivityid: activity.activityId, ballotids: [(await voter('1-402')).ballotid] }))
  returnedCode = (papers as { code: string }[])[0]?.code ?? ''
  good(await client.post('/paper/receive', { voteactivityid: activity.activityId, codes: [returnedCode], receivedat: formatTime(returnedAt) }))
  const program = await programAt(server.url)
  page = program.page
})

const voter = (name: string): Promise<WireVoter> => voterNamed(client, activity.activityId, name)
const newestRecord = async (name: string) => (await recordsOfBallot(client, activity.activityId, (await voter(name)).ballotid))[0]
const receipt = (): Locator => page.getByRole('group', { name: '收票信息' })
const received = (): Locator => receipt().getByRole('textbox', { name: '收到时间' })
const question = (): Locator => page.getByRole('dialog').filter({ hasText: '确认提交吗？' })
const row = (text: string): Locator => page.getByRole('row').filter({ hasText: text })
const dialog = (name: string | RegExp): Locator => page.getByRole('dialog', { name })
/** Repeating the same term would not search again. */
async function choose(term: string): Promise<void> {
  await searchBox(page).fill('')
  await chooseOwner(page, term)
}
async function receive(moment: number): Promise<void> {
  await received().fill(minutes(moment))
  await received().press('Enter')
}
const booth = (): Locator => page.getByRole('dialog').filter({ hasText: '投票 ·' })
async function voidNewest(name: string): Promise<void> {
  const recordid = (await newestRecord(name))?.recordid
  good(await client.get('/vote/disable', { voteActivityId: activity.activityId, recordid: recordid ?? '', reason: '录错选择' }))
}
async function openBooth(cell: string): Promise<void> {
  await goTo(page, '/voteManage/progress', { estateid: activity.estateId, activityid: activity.activityId })
  await page.getByRole('gridcell', { name: cell }).click()
  await expect(booth()).toBeVisible()
}
async function openActivity(): Promise<void> {
  await goTo(page, '/voteManage/list')
  await row('业主大会').getByRole('button', { name: '业主大会' }).click()
}

test('after the end a paper is entered with its arrival time, and its record says that it was late', async () => {
  await openDesk(page, activity.activityId, 2)
  await expect(page.getByText(/^投票时间已于 .* 结束。在这之前收到的选票仍可录入：已登记收回的按收回时间，其他的请填写“收到时间”/)).toBeVisible({
    timeout: 60_000,
  })
  await choose('李四')
  await page.keyboard.press('a')
  await page.keyboard.press('Control+Enter')
  await expect(note(page)).toContainText('没有提交：不在投票时间内')
  await receive(inTime)
  await receipt().getByRole('textbox', { name: '交票人' }).fill('楼长孙某')
  await page.keyboard.press('Control+Enter')
  await expect(band(page)).toContainText('李四')
  // Never green and red at once.
  await expect(page.locator('.ant-message-error')).toHaveCount(0)
  expect(await newestRecord('1-102')).toMatchObject({ late: true, receivedat: `${minutes(inTime)}:00`, handedinby: '楼长孙某', channel: 3 })
  await choose('1栋 102')
  await expect(ownerCard(page)).toContainText(`截止后录入，${minutes(inTime).slice(5)} 收到，楼长孙某 递交`)
  await page.keyboard.press('Escape')
})

test('an arrival before the start is refused, and a box’s time is kept for the next paper', async () => {
  await choose('王五')
  await expect(received()).toHaveValue(minutes(inTime))
  await expect(receipt().getByRole('textbox', { name: '交票人' })).toHaveValue('')
  await receive(begun - 180 * MINUTE)
  await page.getByRole('button', { name: '全部同意' }).click()
  await page.keyboard.press('Control+Enter')
  await expect(note(page)).toContainText('没有提交：该选票不在投票时间内收到')
  await giveUp(page)
})

test('a returned paper uses the time of its return, at the desk and in the booth', async () => {
  await scan(page, returnedCode)
  await expect(ownerCard(page)).toContainText('冯收')
  // Values typed for the previous paper are not applied to this one.
  await expect(receipt()).toContainText(`收到 ${formatTime(returnedAt).slice(11, 16)} (扫描)，定点，截止后录入`)
  await expect(received()).toBeHidden()
  await page.keyboard.press('Escape')
  await openBooth('0402 已收回待录入')
  await expect(booth()).toContainText(`收到 ${formatTime(returnedAt).slice(11, 16)} (扫描)，可以录入，报告中会注明“截止后录入”`)
  await page.keyboard.press('Escape')
  await openDesk(page, activity.activityId, 2)
  await scan(page, returnedCode)
  await expect(ownerCard(page)).toContainText('冯收')
  await page.keyboard.press('a')
  await page.keyboard.press('Control+Enter')
  await expect(band(page)).toContainText('冯收')
  expect(await newestRecord('1-402')).toMatchObject({ late: true, receivedat: formatTime(returnedAt), channel: 3 })
})

test('after the end marking is disabled, and late entry is offered', async () => {
  await openDesk(page, activity.activityId, 1)
  await expect(page.getByText(/^投票时间已于 .* 结束，不能再标记/)).toBeVisible()
  await page.getByRole('button', { name: '改为投票' }).click()
  await expect(page.getByText(/^投票时间已于 .* 结束。在这之前收到的选票/)).toBeVisible()
  const mark = page.getByRole('group', { name: '模式' }).getByRole('button', { name: '标记' })
  await expect(mark).toHaveAttribute('aria-disabled', 'true')
})

test('the booth’s note on the voting time updates while it is open', async () => {
  await openBooth('0101 未投')
  await expect(booth()).toContainText(/投票时间已于 .* 结束，在这之前收到的选票请到投票台填写“收到时间”后录入/)
  const enddate = formatTime(Date.now() + 12 * 60 * MINUTE)
  good(await client.post('/votedef/extend', { id: activity.activityId, enddate, reason: '收回的表决票不足三分之二' }))
  await expect(booth()).not.toContainText('投票时间已于', { timeout: 60_000 })
  await page.keyboard.press('Escape')
})

test('the creator extends the vote with a reason: list, view and desk show it, and votes are accepted', async () => {
  await openActivity()
  await page.getByRole('button', { name: '延期', exact: true }).filter({ visible: true }).click()
  const extend = dialog('延期“业主大会”')
  await extend.getByRole('button', { name: '延期' }).click()
  await expect(extend.getByText('请选择结束时间')).toBeVisible()
  await extend.getByRole('textbox', { name: '延期到' }).fill(minutes(Date.now() - MINUTE))
  await extend.getByRole('textbox', { name: '延期到' }).press('Enter')
  await expect(extend.locator('.ant-form-item-explain-error').first()).toBeVisible()
  const end = Date.now() + 24 * 60 * MINUTE
  await extend.getByRole('textbox', { name: '延期到' }).fill(minutes(end))
  await extend.getByRole('textbox', { name: '延期到' }).press('Enter')
  await extend.locator('.ant-radio-button-wrapper').first().click()
  await extend.getByRole('button', { name: '延期' }).click()
  await expect(extend).toBeHidden()
  await goTo(page, '/voteManage/list')
  await expect(row('业主大会')).toContainText('已延期')
  const { extensions } = good(await client.get('/votedef/get', { id: activity.activityId }))
  expect(extensions.slice(-1)).toMatchObject([{ to: `${minutes(end)}:00`, by: expect.any(String) }])
  await openDesk(page, activity.activityId, 2)
  await expect(page.getByText('已延期').filter({ visible: true }).first()).toBeVisible()
  await expect(page.getByText(/^投票时间已于/)).toBeHidden()
  await choose('王五')
  await expect(receipt()).toContainText('现在收到，定点')
  await expect(received()).toBeHidden()
  await page.keyboard.press('a')
  await page.keyboard.press('Control+Enter')
  await expect(band(page)).toContainText('王五')
  expect(await newestRecord('1-201')).toMatchObject({ late: false, channel: 3, handedinby: '' })
})

test('the editor suggests an agent’s limit with its source, and sets it by a click only', async () => {
  await goTo(page, '/voteManage/input')
  const limit = page.getByRole('spinbutton', { name: '每名受托人最多代理票数' })
  await expect(limit).toHaveValue('')
  await expect(page.getByText(/法律没有规定上限/)).toBeVisible()
  await page.getByRole('button', { name: '填 3 票' }).click()
  await expect(limit).toHaveValue('3')
})

test('a proxy is registered for a ballot, up to the activity’s limit per agent', async () => {
  await openActivity()
  await activityTab(page, '委托').click()
  await expect(page.getByText('还没有登记委托。业主不能到场、由别人代为投票的，先在这里登记')).toBeVisible()
  await register('1-202', '孙七', { topic: '1. 更新电梯' })
  await expect(row('孙七')).toContainText('137****0001')
  await expect(row('孙七')).toContainText('议题 1')
  await expect(row('孙七')).toContainText('有效')
  await register('1-301', '周八', {})
  await expect(page.getByText('受托人已代理1户，超过上限').first()).toBeVisible()
  const open = dialog('登记委托')
  await expect(open.getByText('本活动每名受托人最多代理 1 票，该受托人已代理 1 票')).toBeVisible()
  await open.getByRole('textbox', { name: '受托人手机号' }).fill('13700000002')
  await expect(open.getByText('本活动每名受托人最多代理 1 票', { exact: true })).toBeVisible()
  await open.getByRole('button', { name: '提交' }).click()
  await expect(open).toBeHidden()
  await expect(row('周八')).toContainText('137****0002')
})

/** Fills in the dialog and submits it. */
async function register(name: string, owner: string, { topic: only }: { readonly topic?: string }): Promise<void> {
  await page.getByRole('button', { name: '登记委托' }).first().click()
  const open = dialog('登记委托')
  const picker = open.getByRole('combobox', { name: '委托的票权' })
  await picker.fill(`${name.split('-')[0]}栋 ${name.split('-')[1]}`)
  await page.getByTestId('found-voter').filter({ hasText: owner }).click()
  await open.getByRole('textbox', { name: '受托人姓名' }).fill('郑代理')
  await open.getByRole('button', { name: '提交' }).click()
  await expect(open.getByText('请填写受托人的手机号或证件号')).toBeVisible()
  await open.getByRole('textbox', { name: '受托人手机号' }).fill('13700000001')
  if (only !== undefined) {
    await open.getByRole('combobox', { name: '委托的议题' }).click()
    await page.locator('.ant-select-item-option').filter({ hasText: only }).click()
    await page.keyboard.press('Escape')
  }
  await open.getByRole('button', { name: '提交' }).click()
  if (only !== undefined) await expect(open).toBeHidden()
}

test('at the desk the agent votes for the proxy’s topics, and the rest is announced as open for good', async () => {
  await openDesk(page, activity.activityId, 2)
  await choose('孙七')
  await ownerCard(page)
    .getByRole('checkbox', { name: /由受托人 郑代理 投票/ })
    .check()
  await expect(ownerCard(page).getByRole('alert')).toContainText('委托不包括议题 2。代为投票后，这些议题不能再由业主补投')
  await expect(paper(page).getByRole('group', { name: '选聘物业：甲公司' }).getByRole('button').first()).toBeDisabled()
  await paper(page).getByRole('button', { name: '全部同意' }).click()
  await expect(paper(page)).toContainText('已选 1 / 3')
  await page.keyboard.press('Control+Enter')
  await expect(question()).toContainText('由受托人 郑代理 代为投票。委托不包括的 2 项提交后不能再补投，按未选（无效）计入')
  await question().getByRole('button', { name: '提交投票' }).click()
  await expect(band(page)).toContainText('孙七')
  const record = await newestRecord('1-202')
  expect(record).toMatchObject({ agentname: '郑代理' })
  expect(record?.records.map(({ voteresult }) => voteresult)).toEqual([1, 0, 0])
  await choose('1栋 202')
  await expect(ownerCard(page)).toContainText('受托人 郑代理 代为投票')
  await page.keyboard.press('Escape')
})

test('a ballot with an agent asks once whose vote it is, by keys, at the desk and in the booth', async () => {
  const asked = page.getByRole('dialog').filter({ hasText: '这张选票由谁投？' })
  await choose('周八')
  await expect(ownerCard(page)).toContainText('请选择由谁投票')
  await page.keyboard.press('a')
  await page.keyboard.press('Control+Enter')
  await expect(asked).toContainText('该票权有委托，请核对选票上的签名')
  await page.keyboard.press('Escape')
  await expect(asked).toBeHidden()
  expect(await newestRecord('1-301')).toBeUndefined()
  await page.keyboard.press('Control+Enter')
  await expect(asked.getByRole('button', { name: '返回' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(asked.getByRole('button', { name: '受托人 郑代理 投票' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(band(page)).toContainText('受托人 郑代理 投票')
  await expect(page.getByRole('region', { name: '本机最近' }).getByRole('listitem').first()).toContainText('周八（郑代理代投）')
  const record = await newestRecord('1-301')
  expect(record).toMatchObject({ agentname: '郑代理' })
  await voidNewest('1-301')
  await openBooth('0301 未投')
  await page.keyboard.press('a')
  await page.keyboard.press('Control+Enter')
  await asked.getByRole('button', { name: '业主本人投票' }).click()
  await expect(booth()).toBeHidden()
  expect(await newestRecord('1-301')).toMatchObject({ recordstatus: 1, agentname: '' })
  await voidNewest('1-301')
  await openDesk(page, activity.activityId, 2)
  await choose('1栋 301')
  await ownerCard(page).getByRole('checkbox', { name: '由业主本人投票' }).check()
  await paper(page).getByRole('button', { name: '全部同意' }).click()
  // The voter is chosen: nothing else is asked.
  await page.keyboard.press('Control+Enter')
  await expect(band(page)).toContainText('周八')
  await expect(band(page)).not.toContainText('受托人')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('当前没有可用的房屋！')).toHaveCount(0)
})

test('a proxy is registered at the desk too, and revoked in the list with a reason', async () => {
  await choose('吴九')
  await ownerCard(page).getByRole('button', { name: '登记委托' }).click()
  const open = dialog('登记委托')
  await expect(open).toContainText('一期-1栋-1单元-302')
  await open.getByRole('textbox', { name: '受托人姓名' }).fill('钱代理')
  await open.getByRole('textbox', { name: '受托人证件号' }).fill('11010119900307001X')
  await open.getByRole('button', { name: '提交' }).click()
  await expect(ownerCard(page).getByRole('checkbox', { name: /由受托人 钱代理 投票/ })).toBeChecked()
  await paper(page).getByRole('button', { name: '全部同意' }).click()
  await page.keyboard.press('Control+Enter')
  await expect(question()).toContainText('由受托人 钱代理 代为投票')
  await question().getByRole('button', { name: '提交投票' }).click()
  await expect(band(page)).toContainText('吴九')
  expect(await newestRecord('1-302')).toMatchObject({ agentname: '钱代理' })
  await openActivity()
  await activityTab(page, '委托').click()
  await row('吴九').getByRole('button', { name: /^撤销/ }).click()
  const asked = page.getByRole('dialog').filter({ hasText: '确认撤销该委托吗?' })
  await asked.locator('.ant-radio-button-wrapper').first().click()
  await asked.getByRole('button', { name: '撤销委托' }).click()
  await expect(row('吴九')).toContainText('已撤销')
  await expect(row('孙七')).toContainText('是')
  await row('吴九').getByRole('button', { name: /^查看/ }).click()
  await expect(dialog('委托')).toContainText('原因：委托人撤回委托')
  await dialog('委托').getByRole('button', { name: '关闭' }).last().click()
})

test('in the tally a paper’s channel and bearer are folded behind one line', async () => {
  await takeSteps(client, activity.activityId, 'startTally')
  await openDesk(page, activity.activityId, 3)
  await scan(page, 'C-401')
  await expect(ownerCard(page)).toContainText('郑十')
  await receipt().getByRole('button', { name: '收票信息' }).click()
  await receipt().getByRole('combobox', { name: '收票渠道' }).click()
  await page.locator('.ant-select-item-option').filter({ hasText: '上门' }).click()
  await receipt().getByRole('textbox', { name: '交票人' }).fill('郑大')
  await paper(page).getByRole('button', { name: '全部同意' }).click()
  await page.keyboard.press('Control+Enter')
  await expect(band(page)).toContainText('郑十')
  expect(await newestRecord('1-401')).toMatchObject({ late: false, channel: 2, handedinby: '郑大' })
})

test.afterAll(closeLeftOpen)
