import { expect, test, type Locator, type Page } from '@playwright/test'
import { good } from '../support/activities.ts'
import { startAnsweringProxy, type AnsweringProxy } from '../support/answering-proxy.ts'
import { goTo } from '../support/http-activities.ts'
import { closeLeftOpen, logIn, newFolder, programAt, type Program } from '../support/program.ts'
import { httpClient, memberToken, startProcess } from '../support/server-process.ts'

// `console.md` section 8: the user sees whatever message a server answers.
test.describe.configure({ mode: 'serial' })

let proxy: AnsweringProxy
let program: Program
let page: Page

test.beforeAll(async () => {
  const server = await startProcess(['--data', newFolder()])
  const client = httpClient(server.url, await memberToken(server.url))
  good(await client.post('/vtestate/save', { name: '桂花苑', addr: '桂花路8号' }))
  proxy = await startAnsweringProxy(server.url)
  program = await programAt(proxy.url)
  page = program.page
})
test.afterAll(async () => {
  await closeLeftOpen()
  await proxy.close()
})

const DELETE = '/api/vtestate/delete'
const CURRENT = '/api/unifiedUser/get'
const errors = (): Locator => page.locator('.ant-message-error')
const sentences = () => errors().locator('.toast-line').allTextContents()
const expectNone = () => expect(errors()).toHaveCount(0)
/** Errors that were seen close with their page. */
async function leaveAndReturn(): Promise<void> {
  await page.getByRole('tab', { name: '首页' }).click()
  await expectNone()
  await page.getByRole('menuitem', { name: '小区管理' }).click()
}
/** How long the next error is shown, in ms by the page's clock. */
const lifetimeOfNext = () =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let shownAt = 0
        const look = (_: unknown, observer: MutationObserver) => {
          const isShown = document.querySelector('.ant-message-error') !== null
          if (isShown && shownAt === 0) shownAt = performance.now()
          if (isShown || shownAt === 0) return
          observer.disconnect()
          resolve(performance.now() - shownAt)
        }
        new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
      }),
  )
const prompt = () => page.getByRole('dialog').filter({ hasText: '你已被登出，可以取消继续留在该页面，或者重新登录' })
const loginButton = () => page.getByRole('button', { name: '登录', exact: true })
async function askToDelete(): Promise<void> {
  await page.getByRole('row').filter({ hasText: '桂花苑' }).filter({ visible: true }).getByRole('button', { name: '删除' }).click()
  await page.getByRole('dialog').filter({ hasText: '确认删除该记录吗?' }).getByRole('button', { name: '删除' }).click()
}

test('an error shows the message, else the data, else Error; with code 402 the data first', async () => {
  await page.getByRole('menuitem', { name: '小区管理' }).click()
  for (const [code, message, data, expected] of [
    [400, '消息在前', '数据在后', '消息在前'],
    [409, '', '只有数据', '只有数据'],
    [500, '', null, 'Error'],
    [402, '消息在后', '数据在前', '数据在前'],
    [402, '消息在后', { message: '数据里的话', errors: [] }, '数据里的话'],
    [402, '没有数据时说消息', null, '没有数据时说消息'],
    [987, '没有见过的代码', null, '没有见过的代码'],
  ] as const) {
    proxy.answer(DELETE, { code, message, data })
    await askToDelete()
    await expect.poll(async () => (await sentences()).at(-1)).toBe(expected)
  }
  await leaveAndReturn()
})

test('an error stays for five seconds and can be copied; repeated ones share a toast', async () => {
  proxy.answer(DELETE, { code: 409, message: '该小区正在被使用', data: null })
  const lifetime = lifetimeOfNext()
  await askToDelete()
  await expect(errors()).toBeVisible()
  await errors().getByRole('button', { name: '复制' }).click()
  await expect(page.getByText('已复制')).toBeVisible()
  expect(await program.app.evaluate(({ clipboard }) => clipboard.readText())).toBe('该小区正在被使用')
  // Hovering a toast pauses it: its five seconds restart afterwards.
  await page.mouse.move(10, 700)
  expect(await lifetime).toBeGreaterThan(4_900)
  await expectNone()

  await askToDelete()
  await expect(errors()).toHaveCount(1)
  await askToDelete()
  await expect(errors()).toHaveCount(1)
  await leaveAndReturn()
})

test('a broken connection is reported in words', async () => {
  proxy.answer(DELETE, null)
  await askToDelete()
  await expect.poll(sentences).toEqual([expect.stringMatching(/连接|网络|服务器/)])
  proxy.pass()
  await leaveAndReturn()
})

test('444 asks in the specification’s words: stay on the page, or log in again', async () => {
  proxy.answer(DELETE, { code: 444, message: '你已被登出', data: null })
  await askToDelete()
  await expect(prompt()).toHaveCount(1)
  await expect(prompt().getByRole('button')).toHaveText(['取消', '重新登录'])
  await prompt().getByRole('button', { name: '取消' }).click()
  await expect(prompt()).toBeHidden()
  await expect(page.getByRole('row').filter({ hasText: '桂花苑' }).filter({ visible: true })).toBeVisible()
  proxy.pass()
  // The session has ended: the next action asks again.
  await askToDelete()
  await expect(prompt()).toBeVisible()
  await prompt().getByRole('button', { name: '重新登录' }).click()
  await expect(loginButton()).toBeVisible()
  expect(decodeURIComponent(page.url())).toContain('/login?redirect=/estate/Index')
})

test('a session without a user leads to the login, and back afterwards', async () => {
  const credentials = { captcha: '0000', account: { username: 'admin_1', password: 'pine4827' } }
  const enter = async () => {
    await page.getByLabel('密码', { exact: true }).fill(credentials.account.password)
    await page.getByLabel('验证码', { exact: true }).fill(credentials.captcha)
    await loginButton().click()
  }
  await expectNone()
  proxy.answer(CURRENT, { code: 200, message: 'success', data: null })
  await enter()
  await expect.poll(sentences).toEqual(['Verification failed, please Login again.', '没有查到您的登录信息，请重新登录。'])
  await expect(loginButton()).toBeVisible()
  expect(decodeURIComponent(page.url())).toContain('redirect=/estate/Index')
  await expectNone()

  proxy.answer(CURRENT, { code: 403, message: '账号已停用，请联系系统管理员', data: null })
  await enter()
  await expect.poll(sentences).toEqual(['账号已停用，请联系系统管理员'])
  await expect(loginButton()).toBeVisible()
  expect(decodeURIComponent(page.url())).toContain('redirect=/estate/Index')
  await expect(prompt()).toBeHidden()

  proxy.pass()
  await enter()
  await expect(page.getByRole('row').filter({ hasText: '桂花苑' }).filter({ visible: true })).toBeVisible()
})

test('the 404 page explains itself, links home, and works without a login', async () => {
  const shown = async () => {
    await expect(page.getByText('管理员说您不能进入此页面…')).toBeVisible()
    await expect(page.getByText('这个页面不存在，或者您没有权限。请返回首页，从左边的菜单进入。')).toBeVisible()
  }
  await goTo(page, '/no/such/page')
  await shown()
  await expect.poll(() => page.url()).toContain('#/404')
  await page.getByRole('link', { name: '返回首页' }).click()
  await expect(page.getByRole('tab', { name: '首页' })).toHaveAttribute('aria-selected', 'true')

  await page.getByRole('button', { name: 'admin_1' }).click()
  await page.getByRole('menuitem', { name: '安全退出' }).click()
  await expect(loginButton()).toBeVisible()
  await goTo(page, '/no/such/page')
  await shown()
  await page.getByRole('link', { name: '返回首页' }).click()
  await expect(loginButton()).toBeVisible()
})

test('problems with daily backups show above the home page; the latest backup’s time below', async () => {
  proxy.pass()
  await logIn(program, { captcha: '0000', account: { username: 'admin_1', password: 'pine4827' } })
  const status = (problem: string) =>
    proxy.answer('/api/backup/status', {
      code: 200,
      message: 'success',
      data: { kept: true, lasttime: '2026-05-01 08:00:00', lastsize: 12_900_000, problem },
    })
  status('自动备份没有成功：磁盘空间不足，请清理程序数据所在的磁盘')
  await page.reload()
  await expect(page.getByRole('alert').filter({ hasText: '自动备份没有成功：磁盘空间不足，请清理程序数据所在的磁盘' })).toBeVisible()
  await expect(page.getByRole('group', { name: '数据备份' })).toContainText('最近一次备份：2026-05-01 08:00（12.3 MB，已检查可用）')
  status('')
  await page.reload()
  await expect(page.getByRole('group', { name: '数据备份' })).toBeVisible()
  await expect(page.getByText('自动备份没有成功')).toHaveCount(0)
  proxy.pass()
})
