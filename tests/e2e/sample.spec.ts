import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { startWithActivity, type ActivityProgram } from '../support/activity-program.ts'
import { askMark, askVote, good, recordsOf, takeSteps, topic, type PropertyRow } from '../support/activities.ts'
import { hindrances } from '../support/axe.ts'
import { cutOff } from '../support/cutOff.ts'
import { scan } from '../support/desk.ts'
import { answerSaveDialog } from '../support/dialogs.ts'
import { goTo, httpRoster } from '../support/http-activities.ts'
import { pdfPages } from '../support/pdf.ts'
import { closeLeftOpen, newFolder, programAt, type Program } from '../support/program.ts'
import { httpClient, memberToken, type HttpClient } from '../support/server-process.ts'
import { settled } from '../support/settled.ts'

/** 抽票: a list is frozen and read out, votes are drawn by dice, and papers are read blind until the outcome is certain. */
test.describe.configure({ mode: 'serial' })

const VOTES = 22
const properties: readonly PropertyRow[] = Array.from({ length: 24 }, (_, index) => [
  `${1 + Math.floor(index / 12)}-${101 + (index % 12)}`,
  `业主${index}`,
  80 + index,
])
const topics = [topic('是否同意更新电梯'), topic('是否同意增设车位')]
const DICE = '35264 11352 64415 23514'

let stand: ActivityProgram
let page: Page
let clerk: HttpClient
let reader: HttpClient
let third: HttpClient
const others: Program[] = []

test.beforeAll(async () => {
  stand = await startWithActivity({
    properties,
    estate: '翠湖花园',
    activity: { title: '抽票复核', topics },
    prepare: async (api, activity) => {
      await takeSteps(api, activity.activityId, 'start')
    },
  })
  ;({ page } = stand)
  const { activity, client } = stand
  clerk = httpClient(stand.url, await memberToken(stand.url, 'clerk_1', '13800000002', '钱录入', 'clerk'))
  reader = httpClient(stand.url, await memberToken(stand.url, 'clerk_2', '13800000003', '孙复核', 'clerk'))
  third = httpClient(stand.url, await memberToken(stand.url, 'manager_1', '13800000004', '李裁定', 'manager'))
  await memberToken(stand.url, 'viewer_1', '13800000005', '周查看', 'viewer')
  const roster = [...(await httpRoster(client, activity.activityId)).values()]
  for (const [index, property] of roster.slice(0, VOTES).entries()) {
    good(await askMark(clerk, activity.activityId, property, `A-${index + 1}`))
    good(await askVote(clerk, activity, [property], '11', { markedcodes: `A-${index + 1}` }))
  }
  await takeSteps(client, activity.activityId, 'startTally')
  await show(page)
})
test.afterAll(() => stand.close())
test.afterAll(closeLeftOpen)

async function show(window: Page): Promise<void> {
  const { estateId, activityId } = stand.activity
  await goTo(window, '/voteManage/readings', { estateid: estateId, activityid: activityId })
  await window.getByText('抽票', { exact: true }).filter({ visible: true }).click()
}

async function desk(username: string): Promise<Page> {
  const program = await programAt(stand.url, { username, password: 'pine4827' })
  others.push(program)
  await show(program.page)
  return program.page
}

/** Like typing by hand: slower than a scanner, which is recognised by speed. */
const key = (name: string) => page.keyboard.press(name, { delay: 80 })
const said = (window = page) => window.getByTestId('said').filter({ visible: true })
const step = (name: string, window = page) => window.getByLabel('抽样步骤').getByText(name, { exact: true })
const fetched = (window = page) => window.getByRole('region', { name: '待取出的选票' })
const box = () => page.getByRole('textbox', { name: '选票编号 / 标记码' })
const samples = (window = page) => window.getByRole('region', { name: '历次抽样' })

const newest = async () =>
  (good(await stand.client.get('/sample/list', { voteactivityid: stand.activity.activityId })) as { sampleid: string }[]).at(-1)?.sampleid ?? ''
const drawn = async (): Promise<{ fetch: { code: string; recordid: string; read: boolean }[]; digest: string; checkcode: string }> =>
  good(await stand.client.get('/sample/get', { sampleid: await newest() }))
const enter = async (client: HttpClient, code: string, answers = '11') =>
  client.post('/reading/enter', {
    voteactivityid: stand.activity.activityId,
    kind: 3,
    sampleid: await newest(),
    code,
    records: recordsOf(stand.activity.topics, answers),
  })
async function looksRight(window = page): Promise<void> {
  await settled(window)
  expect(await hindrances(window)).toEqual([])
  expect(await cutOff(window)).toEqual([])
}

test('freezing the list: missing data and a wrong count are reported at their fields', async () => {
  await expect(page.getByRole('form', { name: '锁定抽样清单' })).toBeVisible()
  await looksRight()
  await page.getByRole('button', { name: '锁定清单' }).click()
  await expect(page.getByText('请选择要抽查的议题')).toBeVisible()
  await expect(page.getByText('请填写清点张数')).toBeVisible()
  await page.getByRole('checkbox', { name: /更新电梯/ }).check()
  await page.getByRole('spinbutton', { name: '清点张数' }).fill(String(VOTES - 1))
  await page.getByRole('button', { name: '锁定清单' }).click()
  await expect(page.getByText(`清点张数与记录数不一致：清点${VOTES - 1}张，有选票的记录${VOTES}张`)).toBeVisible()
  await page.getByRole('spinbutton', { name: '清点张数' }).fill(String(VOTES))
  await page.keyboard.press('Enter')
  const { digest, checkcode } = await expect.poll(newest).not.toBe('').then(drawn)
  await expect(page.getByTestId('digest')).toHaveText(digest.match(/.{8}/g)?.join(' ') ?? '')
  await expect(page.getByTestId('check-code')).toHaveText(checkcode)
  await looksRight()
})

test('digest and 核验码 are printed before the dice are thrown', async () => {
  const { digest, checkcode } = await drawn()
  const path = join(newFolder(), '抽样清单.pdf')
  await answerSaveDialog(stand.program, path)
  await page.getByRole('region', { name: '公示清单' }).getByRole('button', { name: '保存为 PDF' }).click()
  await expect.poll(() => existsSync(path)).toBe(true)
  await expect(page.getByText('文件已保存')).toBeVisible()
  const printed = (await pdfPages(path)).join('')
  expect(printed).toContain(digest)
  expect(printed).toContain(checkcode.replaceAll(' ', ''))
  expect(printed).toContain('掷骰人')
})

test('dice: too few and all-equal digits are refused, twenty draw', async () => {
  await expect(step('4 核对')).toBeVisible()
  await page.getByRole('button', { name: '已宣读，去掷骰' }).click()
  const digits = page.getByRole('textbox', { name: '随机数字' })
  await expect(digits).toBeFocused()
  await digits.fill('3526')
  await page.keyboard.press('Enter')
  await expect(page.getByText('请输入20至40位数字')).toBeVisible()
  await digits.fill('6'.repeat(20))
  await page.keyboard.press('Enter')
  await expect(page.getByText('请掷骰得出数字')).toBeVisible()
  await digits.fill(DICE)
  await expect(page.getByText('已录入 20 位')).toBeVisible()
  await looksRight()
  await page.keyboard.press('Enter')
  await expect(fetched()).toBeVisible()
  const { fetch } = await drawn()
  await expect(fetched().getByRole('heading')).toHaveText(`待核对（${fetch.length} / ${fetch.length} 票）`)
  await expect(fetched().getByRole('listitem')).toHaveCount(fetch.length)
})

test('papers are read blind by keys; an undrawn, already read or missing paper is reported', async () => {
  const { fetch } = await drawn()
  const [first = '', second = '', elsewhere = ''] = fetch.map(({ code }) => code)
  await expect(box()).toBeFocused()
  await looksRight()
  await page.keyboard.type('X-999')
  await key('Enter')
  await expect(said()).toHaveText('该选票没有抽到')
  await box().fill('')
  await scan(page, first)
  await expect(page.getByText('这里不显示投票记录的内容')).toBeVisible()
  await key('1')
  await key('Enter')
  await expect(said()).toContainText('还有 1 项没有录入')
  await key('1')
  await key('Enter')
  await expect(said()).toContainText(`已读：${first}`)
  await scan(page, first)
  await expect(said()).toHaveText('该选票已抽读')

  // Another desk reads the paper meanwhile.
  await box().fill('')
  await scan(page, elsewhere)
  await key('1')
  await key('1')
  good(await enter(reader, elsewhere))
  await key('Enter')
  await expect(said()).toHaveText('该选票已抽读')

  await fetched()
    .getByRole('button', { name: new RegExp(`^${second} `) })
    .click()
  await key('n')
  await expect(page.getByRole('button', { name: /^无选票/ })).toHaveAttribute('aria-pressed', 'true')
  await key('Enter')
  await expect(said()).toContainText('再按一次 Enter 记为无选票')
  await key('Enter')
  await expect(said()).toContainText(`已记为无选票：${second}`)
})

test('the list of unread papers is printed', async () => {
  const path = join(newFolder(), '取票单.pdf')
  await answerSaveDialog(stand.program, path)
  await fetched().getByRole('button', { name: '保存为 PDF' }).click()
  await expect.poll(() => existsSync(path)).toBe(true)
  const printed = (await pdfPages(path)).join('')
  const { fetch } = await drawn()
  expect(printed).toContain('取票单')
  for (const { code, read } of fetch) if (!read) expect(printed).toContain(code)
})

test('who entered votes neither reads them nor sees the state; viewers see what was drawn', async () => {
  const own = await desk('clerk_1')
  const waiting = (await drawn()).fetch.find(({ read }) => !read)?.code ?? ''
  await fetched(own)
    .getByRole('button', { name: new RegExp(`^${waiting} `) })
    .click()
  await expect(said(own)).toHaveText('复录须由另一人完成')
  await step('5 结论', own).click()
  await expect(own.getByText('抽出的选票全部核对以后，在这里显示结果。')).toBeVisible()
  await expect(own.getByRole('meter')).toHaveCount(0)
  await expect(own.getByRole('button', { name: '增抽' })).toHaveCount(0)

  const viewing = await desk('viewer_1')
  await expect(fetched(viewing)).toBeVisible()
  await expect(viewing.getByText('复录', { exact: true })).toHaveCount(0)
  await expect(viewing.getByRole('button', { name: '新抽样' })).toHaveCount(0)
  await step('5 结论', viewing).click()
  await expect(viewing.getByRole('meter')).toHaveCount(4)
  await expect(viewing.getByRole('button', { name: '结束抽样' })).toHaveCount(0)
  await looksRight(viewing)
})

test('each assertion has a bar to its threshold; a third person settles a difference, then the sample concludes', async () => {
  await step('5 结论').click()
  const end = page.getByRole('region', { name: '抽样结论' })
  await expect(end.getByRole('meter')).toHaveCount(4)
  await expect(end.getByText(/还需约\d+张无误/).first()).toBeVisible()
  await expect(end.getByTestId('sums')).toContainText('不符 1 票')
  await expect(end.getByRole('button', { name: '增抽' })).toHaveAttribute('aria-disabled', 'true')
  for (const { code, read } of (await drawn()).fetch) if (!read) good(await enter(reader, code))
  // All are read: the sample can end, or draw more.
  await expect(end.getByRole('button', { name: '增抽' })).not.toHaveAttribute('aria-disabled', 'true')
  const [difference] = good(await third.get('/reading/differences', { voteactivityid: stand.activity.activityId }))
  await page.getByText(/^差异/).filter({ visible: true }).click()
  await expect(page.getByRole('cell', { name: '无选票' })).toHaveCount(2)
  await expect(page.getByRole('columnheader', { name: /^抽读/ })).toBeVisible()
  good(await third.post('/reading/settle', { readingid: difference.readingid, decision: 1, reason: '选票找到了' }))
  await page.getByText('抽票', { exact: true }).filter({ visible: true }).click()
  await expect(page.getByTestId('sentence')).toContainText('若选票与记录不符到足以改变“通过”的结论，本次抽查未能发现的可能性不超过5%。')
  await expect(page.getByTestId('sentence')).toContainText('不符0张。')
  await expect(end.getByText('已达到')).toHaveCount(4)
  await expect(samples().getByRole('listitem')).toContainText(['可以停止'])
  await looksRight()
})

test('owners are asked whether they voted; a sample is ended with a reason; a changed list is reported', async () => {
  await samples().getByRole('button', { name: '新抽样' }).click()
  await page.getByText('抽样回访', { exact: true }).filter({ visible: true }).click()
  await expect(page.getByRole('spinbutton', { name: '清点张数' })).toHaveCount(0)
  await page.getByRole('checkbox', { name: /增设车位/ }).check()
  await page.getByRole('button', { name: '锁定清单' }).click()
  await page.getByRole('button', { name: '已宣读，去掷骰' }).click()
  await page.getByRole('textbox', { name: '随机数字' }).fill(DICE)
  await page.keyboard.press('Enter')
  const asking = page.getByRole('region', { name: '回访业主' })
  const owners = page.getByRole('region', { name: '待回访的业主' })
  await asking.getByRole('button', { name: '记录回访' }).click()
  await expect(asking.getByText('请选择业主的回答')).toBeVisible()
  await looksRight()
  await asking.getByText('未联系上', { exact: true }).click()
  await asking.getByRole('button', { name: '记录回访' }).click()
  await expect(owners.getByRole('button', { name: /未联系上$/ })).toHaveCount(1)
  // Asked again, and reached.
  await owners.getByRole('button', { name: /未联系上$/ }).click()
  await asking.getByText('投过', { exact: true }).click()
  await asking.getByRole('textbox', { name: '备注' }).fill('本人接听')
  await page.keyboard.press('Enter')
  await expect(owners.getByRole('button', { name: /投过$/ })).toHaveCount(1)

  await step('5 结论').click()
  await page.getByRole('button', { name: '结束抽样' }).click()
  const dialog = page.getByRole('dialog', { name: '结束抽样' })
  await dialog.getByRole('button', { name: '结束抽样' }).click()
  await expect(dialog.getByText('请输入结束抽样的原因')).toBeVisible()
  await dialog.getByText('改为其他方式复核', { exact: true }).click()
  await dialog.getByRole('button', { name: '结束抽样' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(/结束抽样：改为其他方式复核$/)).toBeVisible()
  await expect(page.getByTestId('sentence')).toHaveText('第2次抽样：抽查未能排除结论改变，建议全部复录')
  await expect(page.getByRole('button', { name: '增抽' })).toHaveCount(0)
  await expect(samples().getByRole('listitem')).toHaveCount(2)

  // A vote is voided: the first sample no longer describes the current votes.
  const { activityId } = stand.activity
  const [{ ballotid }] = [...(await httpRoster(stand.client, activityId)).values()].map(({ ballotId }) => ({ ballotid: ballotId })).slice(0, 1) as [
    { ballotid: string },
  ]
  const [{ recordid }] = good(await stand.client.get('/votedef/getrepeatvote', { voteActivityId: activityId, ballotId: ballotid }))
  good(await stand.client.get('/vote/disable', { voteActivityId: activityId, recordid, reason: '重复' }))
  await samples().getByRole('button', { name: /第1次/ }).click()
  await expect(page.getByText('清单已变化，本次复核不再适用')).toBeVisible()
  await expect(page.getByTestId('sentence')).toHaveCount(0)
})
