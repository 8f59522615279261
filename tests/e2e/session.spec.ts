import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { good, makeEstate, takeSteps, topic } from '../support/activities.ts'
import { goTo, makeActivityNow } from '../support/http-activities.ts'
import { closeLeftOpen, launch, newFolder, programAt, type Program } from '../support/program.ts'
import { startProxy } from '../support/proxy.ts'
import { httpClient, memberToken, startProcess, type ServerProcess } from '../support/server-process.ts'
import { settled } from '../support/settled.ts'

const account = { username: 'admin_1', password: 'pine4827' }

test.afterEach(closeLeftOpen)

async function start(): Promise<{ server: ServerProcess; program: Program; data: string }> {
  const data = newFolder()
  const server = await startProcess(['--data', data])
  await memberToken(server.url)
  const program = await programAt(server.url, account)
  return { server, program, data }
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true)
}

test('the session survives a restart; its token is neither in plain text on disk nor accessible to the page', async () => {
  const { server, program } = await start()
  // Only the main process knows it: asked through the debugger, which no page can do.
  const calls = await program.page.evaluate(async () => {
    const { bridge } = globalThis as unknown as { bridge: { call(name: string, input: unknown): Promise<unknown> } }
    return JSON.stringify([
      Object.keys(bridge),
      await bridge.call('account.current', { query: {} }),
      Object.keys(localStorage),
      Object.keys(sessionStorage),
      document.cookie,
    ])
  })
  expect(calls).toContain('"username":"admin_1"')
  expect(calls).toContain('"token":""')
  expect(calls).toContain('["call","run","on"]')
  expect(calls).not.toMatch(/[\w-]{43}/) // what a token looks like
  await program.close()

  for (const path of filesBelow(program.userData).filter((name) => !name.includes('chromium'))) {
    const text = readFileSync(path).toString('latin1')
    expect(text, path).not.toMatch(/x-auth-id/i)
    if (path.endsWith('.json')) expect(text, path).not.toMatch(/"token":\s*"[\w-]{43}"/)
    if (path.endsWith('.log')) expect(text, path).not.toMatch(/1380000000|pine4827/)
  }

  const again = await launch({ userData: program.userData, args: ['--server', server.url] })
  await expect(again.page.getByRole('tab', { name: '首页' })).toBeVisible()
  await again.close()
  await server.stop()
})

test('ten calls with an expired session show one prompt; staying is explained, and nothing retries', { tag: '@full' }, async () => {
  const server = await startProcess(['--data', newFolder()])
  const client = httpClient(server.url, await memberToken(server.url))
  const { estateId } = await makeEstate(client, [['1-101', '张三', 100]])
  const { activityId } = await makeActivityNow(client, estateId, { title: '更新电梯', topics: [topic('更新电梯')] })
  await takeSteps(client, activityId, 'start')
  const wire = await startProxy(server.url)
  const program = await programAt(wire.url, account)
  const { page } = program
  const asksForProgress = () => wire.asked.filter((path) => path.includes('progress')).length
  await goTo(page, '/voteManage/progress', { estateid: estateId, activityid: activityId })
  await expect(page.getByText('已投').filter({ visible: true }).first()).toBeVisible()
  // The page retries automatically.
  const asked = asksForProgress()
  await expect.poll(asksForProgress).toBeGreaterThan(asked + 1)
  // The same account changes its password elsewhere, which ends its other sessions.
  const elsewhere = httpClient(server.url, await memberToken(server.url))
  good(await elsewhere.post('/account/changepassword', { oldpassword: account.password, newpassword: 'pine48275' }))
  await page.evaluate(async () => {
    const { bridge } = globalThis as unknown as { bridge: { call(name: string, input: unknown): Promise<unknown> } }
    await Promise.all(Array.from({ length: 10 }, () => bridge.call('estate.all', {})))
  })
  const prompt = page.getByText('你已被登出，可以取消继续留在该页面，或者重新登录')
  const band = page.getByRole('alert').filter({ hasText: '已登出，不能保存' })
  await expect(prompt).toHaveCount(1)
  await page.getByRole('button', { name: '取消' }).click()
  await expect(prompt).toBeHidden()
  await expect(band).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: '已登出' })).toBeVisible()
  const stayed = asksForProgress()

  // Failed background loads are reported in the page, without another prompt.
  await page.getByRole('menuitem', { name: '小区管理' }).click()
  await expect(page.getByText('登录已失效，请重新登录').filter({ visible: true }).first()).toBeVisible()
  await expect(prompt).toBeHidden()
  await page.getByRole('tab', { name: /^进度/ }).click()
  // A user action asks.
  await page.getByRole('menuitem', { name: '小区管理' }).click()
  await page.getByRole('button', { name: '新增' }).filter({ visible: true }).click()
  const form = page.getByRole('dialog', { name: '新增小区' })
  await form.getByRole('textbox', { name: '小区名称' }).fill('桂花苑')
  await form.getByLabel('详细地址').fill('桂花路8号')
  await form.getByRole('button', { name: '提交' }).click()
  await expect(prompt).toBeVisible()
  await page.getByRole('dialog').filter({ has: prompt }).getByRole('button', { name: '取消' }).click()
  await expect(prompt).toBeHidden()
  await form.getByRole('button', { name: '取消' }).click()
  await page.getByRole('dialog').filter({ hasText: '放弃已填写的内容吗?' }).getByRole('button', { name: '放弃' }).click()
  expect(asksForProgress()).toBe(stayed)

  await band.getByRole('button', { name: '重新登录' }).click()
  await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible()
  await program.close()
  await wire.close()
  await server.stop()
})

test('what a page could not load is reported once in the page, and then reloaded', { tag: '@full' }, async () => {
  const server = await startProcess(['--data', newFolder()])
  await memberToken(server.url)
  const wire = await startProxy(server.url)
  const program = await programAt(wire.url, account)
  const { page } = program
  wire.breaks = /getallestates/
  for (const [item, open] of [
    ['房产信息', () => Promise.resolve()],
    ['投票活动', () => page.getByRole('button', { name: '新增' }).first().click()],
  ] as const) {
    await page.getByRole('menuitem', { name: item }).click()
    await open()
    const sentence = page.getByText('暂时没有取到数据：与服务器的连接中断，请重试').filter({ visible: true })
    await expect(sentence).toBeVisible()
    await settled(page)
    await expect(sentence).toHaveCount(1)
  }
  wire.release()
  await page.getByRole('button', { name: '重试' }).filter({ visible: true }).click()
  await expect(page.getByText('还没有小区').filter({ visible: true })).toBeVisible()
  await program.close()
  await wire.close()
  await server.stop()
})

test('each outage of a restarting server is reported, and the page content stays', { tag: '@full' }, async () => {
  const { server, program, data } = await start()
  const { page } = program
  await page.getByRole('menuitem', { name: '小区管理' }).click()
  await page.getByRole('button', { name: '新增' }).first().click()
  await page.getByRole('dialog').getByRole('textbox', { name: '小区名称' }).fill('写了一半')
  const port = new URL(server.url).port
  await server.kill()
  await expect(banner(page, /连接不上服务器|连接已断开/)).toBeVisible()
  const back = await startProcess(['--data', data, '--port', port])
  await expect(banner(page, /连接已恢复/)).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('textbox', { name: '小区名称' })).toHaveValue('写了一半')
  await page.getByRole('dialog').getByLabel('详细地址').fill('路1号')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /提交|保存/ })
    .click()
  await expect(page.getByText('提交成功')).toBeVisible()
  await program.close()
  await back.stop()
})

test('the embedded server is restarted behind the window when killed', async () => {
  const program = await launch()
  await expect(program.page.getByText('首个账号将成为管理员')).toBeVisible()
  const lock = readFileSync(join(program.userData, 'data', 'vote.db.lock'), 'utf8')
  process.kill(Number(lock.split(' ')[0]), 'SIGKILL')
  await expect
    .poll(() => {
      try {
        return readFileSync(join(program.userData, 'data', 'vote.db.lock'), 'utf8')
      } catch {
        return lock
      }
    })
    .not.toBe(lock)
  await expect(program.page.getByRole('img', { name: '验证码' })).toBeVisible()
  await program.close()
})

const banner = (page: Page, text: RegExp) => page.getByRole('alert').or(page.getByRole('status')).filter({ hasText: text }).first()
