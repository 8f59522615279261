import { expect, test, type Page } from '@playwright/test'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { makeEstate, takeSteps, type MadeActivity, type PropertyRow } from '../support/activities.ts'
import { goTo, makeActivityNow } from '../support/http-activities.ts'
import { entriesOf } from '../support/journal.ts'
import { closeLeftOpen, newFolder, programAt } from '../support/program.ts'
import { httpClient, memberToken, startMovedProcess, type HttpClient } from '../support/server-process.ts'

/** `after.md` section 8: reminders through a gateway to owners who have not voted, from 未投名单. */
test.describe.configure({ mode: 'serial' })

const properties: readonly PropertyRow[] = [
  ['1-101', '张三', 100, { phone: '13900000101' }],
  ['1-201', '李四', 100, { phone: '11111111111' }],
  ['1-301', '王五', 100, { phone: '13900000301' }],
]
const HOUR = 3_600_000

let gateway: Server
let page: Page
let client: HttpClient
let activity: MadeActivity
const got: { phone: string; text: string }[] = []

test.beforeAll(async () => {
  gateway = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      const message = JSON.parse(body) as { phone: string; text: string; code?: string }
      if (message.code === undefined) got.push(message)
      response.writeHead(200).end('{}')
    })
  })
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
  const server = await startMovedProcess(['--data', newFolder(), '--sms-gateway', `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/`])
  // Ten in the morning in Chinese time, today or tomorrow.
  const now = Date.now()
  const sinceMidnight = (now + 8 * HOUR) % (24 * HOUR)
  await server.setAhead((10 * HOUR - sinceMidnight + 24 * HOUR) % (24 * HOUR))
  client = httpClient(server.url, await memberToken(server.url))
  const { estateId } = await makeEstate(client, properties, '示范小区甲')
  activity = await makeActivityNow(client, estateId, { title: '更新电梯' })
  await takeSteps(client, activity.activityId, 'start')
  const program = await programAt(server.url)
  page = program.page
})
test.afterAll(async () => {
  await closeLeftOpen()
  gateway.close()
})

const dialog = (name: string | RegExp) => page.getByRole('dialog', { name })
const press = () => page.getByRole('button', { name: '催票短信' }).filter({ visible: true }).click()

test('reminders are previewed before sending, and the outcome is shown afterwards', async () => {
  await goTo(page, '/voteManage/progress', { estateid: activity.estateId, activityid: activity.activityId })
  await press()
  const form = dialog(/^催票短信：/)
  await expect(form).toContainText('将给 2 票的业主各发一条短信')
  await expect(form).toContainText('示范小区甲“更新电梯”的投票将于')
  await expect(form.getByRole('row', { name: /-201/ })).toContainText('没有登记手机号')
  expect(got).toEqual([])
  await form.getByRole('textbox', { name: '用途' }).fill('')
  await form.getByRole('button', { name: '发送 2 条' }).click()
  await expect(form).toContainText('请输入用途')
  await form.getByRole('textbox', { name: '用途' }).fill('提醒投票')
  await form.getByRole('button', { name: '发送 2 条' }).click()
  const password = dialog('请再次输入密码')
  await password.getByLabel('账号 admin_1 的密码').fill('pine4827')
  await page.keyboard.press('Enter')
  const told = dialog(/^催票短信：已发送 2 条，未发送 1 票$/)
  await expect(told.getByRole('row', { name: /-201/ })).toContainText('没有登记手机号')
  await told
    .getByRole('button', { name: /^关\s*闭$/ })
    .last()
    .click()
  await expect(told).toBeHidden()
  expect(got.map(({ phone }) => phone).toSorted()).toEqual(['13900000101', '13900000301'])
  const [entry] = await entriesOf(client, { action: 'contact.remind', pageSize: 1 })
  expect(entry).toMatchObject({ after: { purpose: '提醒投票', total: 2 } })
})

test('a reminder is no visit, but listed among them', async () => {
  await page.getByRole('button', { name: '走访 一期-1栋-1单元-101' }).filter({ visible: true }).click()
  const history = dialog(/^走访记录/)
  await expect(history).toContainText('催票短信')
  await expect(history.getByRole('button', { name: /^撤\s*回$/ })).toHaveCount(0)
  await history
    .getByRole('button', { name: /^关\s*闭$/ })
    .last()
    .click()
  await expect(page.getByRole('region', { name: '未投名单' }).filter({ visible: true }).getByRole('listitem').first()).toContainText('未走访')
})

test('a second time on the same day there are no recipients, with the reason', async () => {
  await press()
  const told = dialog('没有可以发送催票短信的票权')
  await expect(told.getByRole('row', { name: /-101/ })).toContainText('今天已发过催票短信')
  await told
    .getByRole('button', { name: /^关\s*闭$/ })
    .last()
    .click()
})
