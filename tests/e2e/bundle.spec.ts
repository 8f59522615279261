import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Browser, expect, test, type Locator, type Page } from '@playwright/test'
import { formatTime } from '../../src/shared/time/chinaTime.ts'
import { askVote, good, makeEstate, propertiesOfEstateA, takeSteps, topic, type MadeActivity } from '../support/activities.ts'
import { expectAllGreen, launchBrowser, openBundlePage } from '../support/bundlePage.ts'
import { answerSaveDialog, givePassword } from '../support/dialogs.ts'
import { goTo, httpRoster, makeActivityNow, placeInWords, propertyAt } from '../support/http-activities.ts'
import { pictureOf } from '../support/bundledVote.ts'
import { unzipped } from '../support/openedBundle.ts'
import { closeLeftOpen, newFolder, programAt, type Program } from '../support/program.ts'
import { startProxy, type Proxy } from '../support/proxy.ts'
import { httpClient, memberToken, startProcess } from '../support/server-process.ts'

test.describe.configure({ mode: 'serial' })

const data = newFolder()
let proxy: Proxy
let program: Program
let page: Page
let browser: Browser
let activity: MadeActivity
let open: MadeActivity
let code = ''

test.beforeAll(async () => {
  const server = await startProcess(['--data', data])
  const client = httpClient(server.url, await memberToken(server.url))
  const { estateId } = await makeEstate(client, propertiesOfEstateA, '示范小区甲')
  activity = await makeActivityNow(client, estateId, { title: '更换电梯', topics: [topic('更换电梯')] })
  open = await makeActivityNow(client, estateId, { title: '更新管网', topics: [topic('更新管网')] })
  for (const { activityId } of [activity, open]) await takeSteps(client, activityId, 'start')
  const roster = await httpRoster(client, activity.activityId)
  for (const name of ['1-102', '1-301']) good(await askVote(client, activity, [propertyAt(roster, placeInWords(name))], '1'))
  // 56 MB: a client that reads nothing blocks the server only when its socket buffer is full, which the kernel lets grow to 32 MB.
  for (const [index, property] of [...roster.values()].entries()) {
    const pics: string[] = []
    for (const nth of [1, 2]) pics.push(good(await client.upload('/file/image_upload', 'file', '照片.png', pictureOf(`${index} ${nth}`, 4_000_000))))
    const delivery = { activitypropertyid: property.rosterPropertyId, votesource: 2, notifytime: formatTime(Date.now()), notifier: '王五', remark: '', pics }
    good(await client.post('/vote/savenotify', delivery))
  }
  await takeSteps(client, activity.activityId, 'finish')
  const [newest] = good(await client.get('/audit/checkpoints', { voteactivityid: activity.activityId, pageNo: 1, pageSize: 10 })).datas
  code = newest.code
  proxy = await startProxy(server.url)
  program = await programAt(proxy.url)
  page = program.page
  browser = await launchBrowser()
})
test.afterAll(async () => {
  await browser.close()
  await closeLeftOpen()
  await proxy.close()
})

const button = (name: string): Locator => page.getByRole('button', { name, exact: true }).filter({ visible: true })
const dialog = (): Locator => page.getByRole('dialog', { name: '生成应诉包', exact: true })
const progress = (): Locator => page.getByRole('dialog', { name: '正在生成应诉包', exact: true })
const saved = (name: string): Locator => page.getByRole('alert').filter({ hasText: name })
const show = (made: MadeActivity) => goTo(page, '/voteManage/statistics', { estateid: made.estateId, activityid: made.activityId })
/** Opens the dialog if needed, and fills in the court's edition. */
async function choose(edition: '法院版' | '业主查阅版', purpose = '应诉，案号 2026-1'): Promise<void> {
  if (!(await dialog().isVisible())) await button('生成应诉包').click()
  await dialog().getByText(edition, { exact: true }).click()
  if (edition === '法院版') await dialog().getByLabel('用途').fill(purpose)
}
/** Nothing is in progress: the dialog can be closed again. */
const isIdle = () => expect(dialog().getByRole('button', { name: '取消' })).toBeEnabled()
const go = () => dialog().getByRole('button', { name: '选择保存位置' }).click()

test('an unfinished activity offers no bundle, and says why', async () => {
  await show(open)
  await expect(button('生成应诉包')).toHaveAttribute('aria-disabled', 'true')
  await button('生成应诉包').focus()
  await expect(page.getByRole('tooltip', { name: '当前状态为“投票中”，结束后才能生成应诉包' })).toBeVisible()
})

test('the court’s edition asks for purpose, password and file; its page recounts with all lamps green', async () => {
  await show(activity)
  await button('生成应诉包').click()
  await go()
  await expect(dialog()).toContainText('请输入用途')
  await choose('法院版')
  const path = join(newFolder(), '应诉包.zip')
  await program.app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = ((...given: { defaultPath?: string }[]) => {
      Object.assign(globalThis, { suggestedPath: given.at(-1)?.defaultPath })
      return Promise.resolve({ canceled: false, filePath })
    }) as typeof dialog.showSaveDialog
  }, path)
  await go()
  await givePassword(page)
  await expect(saved('应诉包.zip')).toContainText('文件已保存')
  await expect(saved('应诉包.zip').getByRole('button', { name: '打开所在文件夹' })).toBeVisible()
  await expect(saved('应诉包.zip').getByRole('button', { name: '打开文件' })).toBeVisible()
  await expect(dialog()).toBeHidden()
  expect(await program.app.evaluate(() => (globalThis as unknown as { suggestedPath: string }).suggestedPath)).toMatch(
    /示范小区甲_更换电梯_应诉包_法院版_\d{12}\.zip$/,
  )
  const opened = await openBundlePage(browser, path)
  await expectAllGreen(opened)
  await opened.locator('#zip').setInputFiles(path)
  await expect(opened.locator('#progress')).toBeHidden()
  await expect(opened.locator('[data-lamp=files]')).toContainText('压缩')
  await opened.locator('[data-input=code]').fill(code)
  await expect(opened.locator('[data-lamp=journal]')).toContainText('纸上的核验码与检查点相符')
  await expectAllGreen(opened)
  await opened.close()
})

test('the owners’ edition asks for no purpose and no password, and warns not to post it', async () => {
  await show(activity)
  await choose('业主查阅版')
  await expect(dialog()).toContainText('供业主到办公地点查阅，不要张贴')
  await expect(dialog().getByLabel('用途')).toHaveCount(0)
  const path = join(newFolder(), '查阅.zip')
  await answerSaveDialog(program, path)
  await go()
  await expect(saved('查阅.zip')).toContainText('文件已保存')
  await expectAllGreen(await openBundlePage(browser, path))
  const everything = [...unzipped(readFileSync(path)).values()].map((bytes) => bytes.toString('utf8')).join('\n')
  expect(everything).not.toContain('mobileno"')
})

test('cancelling the save dialog keeps what was typed', { tag: '@full' }, async () => {
  await show(activity)
  await choose('法院版', '应诉，案号 2026-2')
  await answerSaveDialog(program, null)
  await go()
  await isIdle()
  await expect(dialog().getByLabel('用途')).toHaveValue('应诉，案号 2026-2')
})

/** Starts a bundle of which only the first bytes arrive, so the server stays busy as long as the test needs. */
async function beginStalled(name: string): Promise<string> {
  const folder = newFolder()
  proxy.decide((path) => (path === '/api/evidence/bundle' ? 'stall' : 'pass'))
  await show(activity)
  await choose('法院版')
  await answerSaveDialog(program, join(folder, name))
  await go()
  await expect(progress().getByRole('progressbar')).toBeVisible()
  await expect(progress()).toContainText(/正在写入/)
  await expect.poll(() => readdirSync(folder).length).toBe(1)
  return folder
}

test('cancelling leaves no file and keeps what was typed', { tag: '@full' }, async () => {
  const folder = await beginStalled('停.zip')
  await progress().getByRole('button', { name: '取消' }).click()
  await expect(progress()).toBeHidden()
  await isIdle()
  await expect(dialog().getByLabel('用途')).toHaveValue('应诉，案号 2026-1')
  expect(readdirSync(folder)).toEqual([])
})

test('a broken connection is reported and leaves no file; the next bundle is complete', async () => {
  const folder = await beginStalled('断.zip')
  proxy.cutStalled()
  await expect(page.getByText(/没有取到数据|连接/).first()).toBeVisible()
  await isIdle()
  expect(readdirSync(folder)).toEqual([])
  proxy.release()
  await go()
  await expect(saved('断.zip')).toContainText('文件已保存')
  expect(readdirSync(folder)).toEqual(['断.zip'])
})

test('no bundle is made while the records differ from the journal', async () => {
  const database = new DatabaseSync(join(data, 'vote.db'))
  try {
    database.prepare("update vote_record set answers = '2' where voter_name = '李四'").run()
  } finally {
    database.close()
  }
  await show(activity)
  await choose('业主查阅版')
  const path = join(newFolder(), '不成.zip')
  await answerSaveDialog(program, path)
  await go()
  await expect(page.getByText(/投票记录与操作日志不一致，共\d+处，不能生成/).first()).toBeVisible()
  expect(existsSync(path)).toBe(false)
  // A program with unsaved input asks before it closes.
  await dialog().getByRole('button', { name: '取消' }).click()
  await page.getByRole('button', { name: '放弃', exact: true }).click()
  await expect(dialog()).toBeHidden()
})
