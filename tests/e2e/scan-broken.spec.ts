import { expect, test, type Page } from '@playwright/test'
import { PDFDocument } from '@cantoo/pdf-lib'
import { good, makeEstate, takeSteps, topic, type MadeActivity } from '../support/activities.ts'
import { goTo, makeActivityNow } from '../support/http-activities.ts'
import { closeLeftOpen, logIn, newFolder, programAt, type Program } from '../support/program.ts'
import { startProxy, type Proxy } from '../support/proxy.ts'
import { emptyPage } from '../support/scans/pageFiles.ts'
import { httpClient, memberToken, startProcess, type HttpClient, type ServerProcess } from '../support/server-process.ts'

/** During reading somebody cancels, the server is down, or the session ends: pages already read stay, and the rest continues. */
test.describe.configure({ mode: 'serial' })

const PAGES = 6
const account = { username: 'admin_1', password: 'pine4827' }
let server: ServerProcess
let client: HttpClient
let wire: Proxy
let program: Program
let page: Page
let activity: MadeActivity
test.beforeAll(async () => {
  server = await startProcess(['--data', newFolder()])
  client = httpClient(server.url, await memberToken(server.url))
  const { estateId } = await makeEstate(client, [['1-101', '张三', 100]])
  activity = await makeActivityNow(client, estateId, { title: '扫描唱票', topics: [topic('更新电梯')] })
  await takeSteps(client, activity.activityId, 'start')
  wire = await startProxy(server.url)
  program = await programAt(wire.url, account)
  page = program.page
  await open()
})
test.afterAll(async () => {
  await closeLeftOpen()
  await wire.close()
})

const open = () => goTo(page, '/voteManage/readings', { estateid: activity.estateId, activityid: activity.activityId })
const line = (name: string) => page.getByRole('region', { name, exact: true })
const paused = () => page.getByRole('alert').filter({ hasText: '已读的页面都已保存' })
const keptPages = async (): Promise<number> => good(await client.get('/reading/pages', { voteactivityid: activity.activityId })).totalCount as number
const isPage = (path: string): boolean => path.startsWith('/api/reading/page') && !path.startsWith('/api/reading/pages')

/** A new file with that many pages. */
async function choose(name: string, grey: number): Promise<void> {
  const pdf = await PDFDocument.create()
  for (let index = 0; index < PAGES; index += 1) {
    const image = await pdf.embedJpg(emptyPage(grey - index))
    pdf.addPage([595, 842]).drawImage(image, { x: 0, y: 0, width: 595, height: 842 })
  }
  const file = { name, mimeType: 'application/pdf', buffer: Buffer.from(await pdf.save()) }
  await page.getByLabel('选择文件', { exact: true }).and(page.locator('input')).setInputFiles(file)
}

test('cancelling a file sends no further page, and pages already read stay', async () => {
  wire.decide((path) => (isPage(path) ? 'hold' : 'pass'))
  await choose('取消.pdf', 250)
  await expect.poll(() => wire.asked.filter(isPage).length).toBe(2)
  await page.getByRole('button', { name: '取消 取消.pdf' }).click()
  await expect(line('取消.pdf')).toContainText('已取消')
  wire.release()
  await expect(line('取消.pdf')).toContainText(`2 / ${PAGES} 页`)
  await expect(page.getByTestId('kept-pages')).toHaveText('已保存扫描页 2 页')
  await expect(page.getByRole('status').filter({ hasText: '已读 2 页' })).toBeVisible()
  expect(wire.asked.filter(isPage)).toHaveLength(2)
})

test('a server outage pauses reading, which continues from there', async () => {
  let passed = 0
  wire.decide((path) => (isPage(path) && ++passed > 3 ? 'cut' : 'pass'))
  await choose('断开.pdf', 240)
  await expect(paused()).toBeVisible()
  await expect(line('断开.pdf')).toContainText(`3 / ${PAGES} 页`)
  wire.release()
  await paused().getByRole('button', { name: '继续' }).click()
  await expect(line('断开.pdf')).toContainText(`${PAGES} / ${PAGES} 页`)
  await expect(line('断开.pdf')).toContainText('已读完')
  await expect(paused()).toBeHidden()
  expect(await keptPages()).toBe(2 + PAGES)
})

test('an expired session stops reading; the same file continues where it stopped', async () => {
  let passed = 0
  wire.decide((path) => (isPage(path) && ++passed > 3 ? 'hold' : 'pass'))
  await choose('登出.pdf', 230)
  await expect(line('登出.pdf')).toContainText(`3 / ${PAGES} 页`)
  // The same account changes its password elsewhere, which ends its other sessions.
  const elsewhere = httpClient(server.url, await memberToken(server.url))
  good(await elsewhere.post('/account/changepassword', { oldpassword: account.password, newpassword: 'pine48275' }))
  client = elsewhere
  wire.release()
  const prompt = page.getByRole('dialog').filter({ hasText: '你已被登出' })
  await prompt.getByRole('button', { name: '取消' }).click()
  await expect(paused()).toBeVisible()
  await expect(line('登出.pdf')).toContainText(`3 / ${PAGES} 页`)
  expect(await keptPages()).toBe(2 + PAGES + 3)
  // Cancelled files are not asked about.
  await page.getByRole('button', { name: '全部取消' }).click()
  await expect(line('登出.pdf')).toContainText('已取消')
  await page.getByRole('alert').filter({ hasText: '已登出，不能保存' }).getByRole('button', { name: '重新登录' }).click()
  await page.getByRole('button', { name: '登录', exact: true }).waitFor()
  await logIn(program, { captcha: '0000', account: { ...account, password: 'pine48275' } })
  await open()
  await choose('登出.pdf', 230)
  await expect(line('登出.pdf')).toContainText(`${PAGES} / ${PAGES} 页`)
  await expect(line('登出.pdf')).toContainText('其中 3 页以前读过')
  expect(await keptPages()).toBe(2 + 2 * PAGES)
})
