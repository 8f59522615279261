import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { askVote, good, makeEstate, takeSteps, type MadeActivity, type PropertyRow } from '../support/activities.ts'
import { answerSaveDialog } from '../support/dialogs.ts'
import { goTo, httpRoster, makeActivityNow, placeInWords, propertyAt } from '../support/http-activities.ts'
import { entriesOf } from '../support/journal.ts'
import { pdfPages } from '../support/pdf.ts'
import { closeLeftOpen, newFolder, programAt, type Program } from '../support/program.ts'
import { httpClient, memberToken, startProcess, type HttpClient, type ServerProcess } from '../support/server-process.ts'

/** `after.md` section 5: a clerk confined to one estate looks up a ballot's record for an owner. */
test.describe.configure({ mode: 'serial' })

const properties: readonly PropertyRow[] = [
  ['1-101', '张三', 100],
  ['1-201', '李四', 100],
  ['1-301', '王五', 100],
]

let server: ServerProcess
let program: Program
let page: Page
let admin: HttpClient
let clerk: HttpClient
let activity: MadeActivity
let foreign: MadeActivity
let code: string
/** A paper's retired code, and its replacement. */
let replaced: string
let renewed: string

test.beforeAll(async () => {
  server = await startProcess(['--data', newFolder()])
  admin = httpClient(server.url, await memberToken(server.url))
  clerk = httpClient(server.url, await memberToken(server.url, 'clerk_1', '13800000002', '录入员甲', 'clerk'))
  const { estateId } = await makeEstate(admin, properties, '示范小区甲')
  activity = await makeActivityNow(admin, estateId, { title: '更新电梯' })
  foreign = await makeActivityNow(admin, (await makeEstate(admin, properties, '示范小区乙')).estateId, { title: '修缮屋面' })
  for (const { activityId } of [activity, foreign]) await takeSteps(admin, activityId, 'start')
  const roster = await httpRoster(admin, activity.activityId)
  const of = (name: string) => propertyAt(roster, placeInWords(name))
  const issued = good(await admin.post('/paper/issue', { voteactivityid: activity.activityId, ballotids: [of('1-201').ballotId] }))
  code = (issued as { papers: { code: string }[] }).papers[0]?.code ?? ''
  const paperOf = async (name: string): Promise<string> =>
    (good(await admin.post('/paper/issue', { voteactivityid: activity.activityId, ballotids: [of(name).ballotId] })) as { papers: { code: string }[] })
      .papers[0]?.code ?? ''
  replaced = await paperOf('1-301')
  renewed = (good(await admin.post('/paper/replace', { voteactivityid: activity.activityId, code: replaced, reason: '业主遗失' })) as { code: string }).code
  good(await askVote(admin, activity, [of('1-101')], '1'))
  const { userid } = good(await clerk.get('/unifiedUser/get')) as { userid: string }
  good(await admin.post('/account/confirm', { password: 'pine4827' }))
  good(await admin.post('/account/setestates', { userid, estateids: [estateId] }))
  program = await programAt(server.url, { username: 'clerk_1', password: 'pine4827' })
  page = program.page
  await program.app.evaluate(({ shell }) => {
    shell.openPath = (opened) => {
      ;(globalThis as { openedPath?: string }).openedPath = opened
      return Promise.resolve('')
    }
  })
})
test.afterAll(closeLeftOpen)

const form = () => page.getByRole('dialog', { name: '查票' })
const which = () => form().getByRole('combobox', { name: '要查的票' })
const asker = () => form().getByRole('textbox', { name: '查询人姓名' })
const found = () => page.getByTestId('found-voter').filter({ visible: true })
const chosen = () => form().getByTestId('voter-picker')
const save = () => form().getByRole('button', { name: '选择保存位置' })
const press = () => page.getByRole('button', { name: '查票', exact: true }).filter({ visible: true }).click()
const entries = () => entriesOf(admin, { action: 'result.receipt' })
const openDesk = (activityid: string) => goTo(page, '/voteManage/votedesk', { activityid, operatetype: '2' })
const openedPath = () => program.app.evaluate(() => (globalThis as { openedPath?: string }).openedPath)

test('asks for the ballot, the requester and the papers checked; an unknown code finds nothing', async () => {
  await openDesk(activity.activityId)
  await press()
  await save().click()
  await expect(form()).toContainText('请选择要查的票')
  await expect(form()).toContainText('请选择身份依据')
  await expect(form()).toContainText('请输入查询人姓名')
  await which().fill('ZZZZ9999')
  await expect(page.getByText('没有找到“ZZZZ9999”')).toBeVisible()
  await which().fill(code.toLowerCase())
  await expect(found()).toHaveCount(1)
  await expect(found()).toContainText('1单元-201')
  await found().click()
  await expect(chosen()).toContainText('1单元-201')
  await which().fill('张三')
  await found().filter({ hasText: '1单元-101' }).click()
  await expect(chosen()).toContainText('1单元-101')
})

test('a retired code says so, and names the current one', async () => {
  await which().fill(replaced)
  await expect(page.getByText(`该选票已换发，新编号${renewed}`)).toBeVisible()
  await expect(found()).toHaveCount(0)
  await which().fill(renewed)
  await expect(found()).toContainText('1单元-301')
  good(await admin.post('/paper/spoil', { voteactivityid: activity.activityId, codes: [renewed], reason: '打印模糊' }))
  await which().fill('')
  await which().fill(renewed)
  await expect(page.getByText('该选票已作废', { exact: true })).toBeVisible()
  await expect(found()).toHaveCount(0)
  await which().fill('张三')
  await found().filter({ hasText: '1单元-101' }).click()
})

test('cancelling the save dialog stays in the form and journals nothing', async () => {
  await answerSaveDialog(program, null)
  await form().getByRole('radio', { name: '房产证' }).check()
  await asker().fill('张小明')
  await save().click()
  await expect(save()).toBeEnabled()
  await expect(asker()).toHaveValue('张小明')
  expect(await entries()).toEqual([])
})

test('the receipt is saved and opened once, even on repeated clicks, and journalled', async () => {
  const path = join(newFolder(), '查票.pdf')
  await answerSaveDialog(program, path)
  await save().dblclick()
  await expect(form()).toBeHidden()
  await expect.poll(openedPath).toBe(path)
  const [text = ''] = await pdfPages(path)
  expect(text).toContain('状态已计入')
  for (const hidden of ['张三', '张小明']) expect(text).not.toContain(hidden)
  const known = await entries()
  expect(known).toHaveLength(1)
  expect(known[0]).toMatchObject({ username: 'clerk_1', after: { askedBy: '张小明', identityPaper: '房产证' } })
})

test('suggests the owner chosen at the desk', async () => {
  const box = page.getByRole('combobox', { name: '找业主' }).filter({ visible: true })
  await box.fill('301')
  await expect(page.getByTestId('found-place')).toHaveCount(1)
  await box.press('Enter')
  await expect(page.getByRole('heading', { name: '王五' }).or(page.getByText('王五')).filter({ visible: true }).first()).toBeVisible()
  await press()
  await expect(chosen()).toContainText('1单元-301')
  // The desk's keys do not work in the dialog.
  await asker().pressSequentially('123')
  await expect(asker()).toHaveValue('123')
  await form()
    .getByRole('button', { name: /^取\s*消$/ })
    .click()
  await page.getByRole('button', { name: /^放\s*弃$/ }).click()
  await expect(form()).toBeHidden()
})

test('finds nothing of another estate', async () => {
  await openDesk(foreign.activityId)
  await expect(page.getByText('投票活动不存在').filter({ visible: true })).toBeVisible()
  const ballotid = propertyAt(await httpRoster(admin, foreign.activityId), placeInWords('1-101')).ballotId
  for (const voteactivityid of [foreign.activityId, activity.activityId])
    expect(await clerk.get('/vote/receipt', { voteactivityid, ballotid, identity: 1, name: '张小明' })).toMatchObject({ code: 404 })
})

test('is available after the end from 公示与异议; without a server everything typed stays', async () => {
  await takeSteps(admin, activity.activityId, 'finish')
  await goTo(page, '/voteManage/publications', { activityid: activity.activityId })
  await press()
  await which().fill('101')
  await found().filter({ hasText: '1单元-101' }).click()
  await form().getByRole('radio', { name: '委托书' }).check()
  await asker().fill('赵律师')
  const path = join(newFolder(), '没有.pdf')
  await answerSaveDialog(program, path)
  await server.kill()
  await save().click()
  await expect(
    page
      .getByRole('alert')
      .filter({ hasText: /连接不上服务器|连接已断开/ })
      .first(),
  ).toBeVisible()
  await expect(save()).toBeEnabled()
  await expect(asker()).toHaveValue('赵律师')
  await expect(chosen()).toContainText('1单元-101')
  expect(existsSync(path)).toBe(false)
})
