import { expect, test, type Page } from '@playwright/test'
import { programAt, serverForAll } from '../support/program.ts'

test.describe.configure({ mode: 'serial' })

const client = serverForAll()
let page: Page
test.beforeAll(async () => {
  for (let number = 1; number <= 25; number++) await client.post('/vtestate/save', { name: `小区${number}`, addr: `路${number}号` })
  ;({ page } = await programAt(client.url))
})

const tab = (name: string) => page.getByRole('tab', { name })
/** Navigates by history, like a link. */
const goTo = (path: string) =>
  page.evaluate((target) => {
    if (location.hash !== '' || location.pathname.endsWith('index.html')) location.hash = `#${target}`
    else {
      history.pushState(null, '', target)
      dispatchEvent(new PopStateEvent('popstate'))
    }
  }, path)

test('a visited page becomes a tab that comes back as it was left', async () => {
  await page.getByRole('menuitem', { name: '小区管理' }).click()
  await page
    .getByTitle('2', { exact: true })
    .or(page.getByRole('listitem', { name: '2' }))
    .first()
    .click()
  await expect(page.getByRole('cell', { name: '小区5', exact: true })).toBeVisible()
  await page.getByRole('menuitem', { name: '房产信息' }).click()
  await expect(page.getByRole('cell', { name: '小区5', exact: true })).toBeHidden()
  await tab('小区管理').click()
  await expect(page.getByRole('cell', { name: '小区5', exact: true })).toBeVisible()
})

test('a hidden page keeps its layout, and is out of reach of keys, mouse and screen readers', async () => {
  await tab('房产信息').click()
  const hidden = page.locator('[id="panel:/estate/Index"]')
  await expect(page.getByRole('tabpanel')).toHaveCount(1)
  await expect(hidden).toHaveAttribute('aria-hidden', 'true')
  const look = await hidden.evaluate((pane) => ({
    display: getComputedStyle(pane).display,
    page: getComputedStyle(pane.firstElementChild ?? pane).display,
    isSkipped: pane.querySelector('table')?.checkVisibility() === false,
    isUnderMouse: pane.contains(document.elementFromPoint(innerWidth / 2, innerHeight / 2)),
  }))
  expect(look).toEqual({ display: 'block', page: 'contents', isSkipped: true, isUnderMouse: false })
  // On a busy machine the returning page may not accept keys yet.
  await page.getByRole('tabpanel').getByRole('button', { name: '查询' }).click({ trial: true })
  const focused = new Set<string>()
  for (let press = 0; press < 60; press++) {
    await page.keyboard.press('Tab')
    focused.add(await page.evaluate(() => document.activeElement?.closest('[role="tabpanel"]')?.id ?? ''))
  }
  expect([...focused]).toContain('panel:/property/Index')
  expect([...focused]).not.toContain('panel:/estate/Index')
  await tab('小区管理').click()
  await expect(hidden).toHaveAttribute('aria-hidden', 'false')
  await expect(page.getByRole('cell', { name: '小区5', exact: true })).toBeVisible()
})

test('the tab menu refreshes and closes; the home tab is pinned', async () => {
  await expect(page.getByRole('button', { name: '关闭 首页' })).toHaveCount(0)
  await tab('小区管理').click({ button: 'right' })
  for (const item of ['刷新', '关闭', '关闭其他', '关闭所有']) await expect(page.getByRole('menuitem', { name: item, exact: true })).toBeVisible()
  await page.getByRole('menuitem', { name: '刷新', exact: true }).click()
  await expect(page.getByRole('cell', { name: '小区25', exact: true })).toBeVisible() // the first page again
  await page.getByTitle('2', { exact: true }).filter({ visible: true }).first().click()
  await expect(page.getByRole('cell', { name: '小区5', exact: true })).toBeVisible()
  await tab('首页').click()
  await tab('小区管理').click({ button: 'right' })
  await page.getByRole('menuitem', { name: '刷新', exact: true }).click() // the one that was asked for, which is not on screen
  await expect(tab('首页')).toHaveAttribute('aria-selected', 'true')
  await tab('小区管理').click()
  await expect(page.getByRole('cell', { name: '小区25', exact: true })).toBeVisible()
  await tab('首页').click({ button: 'right' })
  await expect(page.getByRole('menuitem', { name: '关闭', exact: true })).toHaveAttribute('title', '首页固定，不能关闭')
  await page.keyboard.press('Escape')
  await tab('小区管理').click({ button: 'right' })
  await page.getByRole('menuitem', { name: '关闭其他', exact: true }).click()
  await expect(tab('房产信息')).toHaveCount(0)
  await expect(tab('首页')).toBeVisible()
  await tab('小区管理').click({ button: 'right' })
  await page.getByRole('menuitem', { name: '关闭所有', exact: true }).click()
  await expect(page.getByRole('tab')).toHaveCount(1)
})

test('an unsaved form marks its tab, and asks before it is lost', async () => {
  await page.getByRole('menuitem', { name: '小区管理' }).click()
  await goTo('/estate/input')
  await page.getByRole('textbox', { name: '小区名称' }).fill('没有保存')
  await expect(page.getByRole('img', { name: '未保存' })).toBeVisible()
  await page.keyboard.press('Control+w')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('有未保存的内容，确认关闭吗?').first()).toBeVisible()
  await dialog.getByRole('button', { name: '继续编辑' }).click()
  await expect(page.getByRole('textbox', { name: '小区名称' })).toHaveValue('没有保存')
  await page.keyboard.press('Control+w')
  await dialog.getByRole('button', { name: '关闭', exact: true }).last().click()
  await expect(page.getByRole('textbox', { name: '小区名称' })).toBeHidden()
})

test('pages switched faster than they are painted end on the last one, working', async () => {
  await goTo('/estate/input')
  await page.getByRole('textbox', { name: '小区名称' }).fill('没有保存的小区')
  await expect(page.getByRole('img', { name: '未保存' })).toBeVisible()
  await page.getByRole('menuitem', { name: '小区管理' }).click()
  await expect(page.getByRole('row', { name: /小区25/ })).toBeVisible()
  // There and back within a frame or two, ending on the form.
  await page.evaluate(async () => {
    for (let time = 0; time < 12; time++) {
      for (const path of ['/estate/Index', '/property/Index', '/estate/input']) {
        location.hash = `#${path}`
        await new Promise((resolve) => {
          setTimeout(resolve, time)
        })
      }
    }
  })
  await expect(tab('登记小区')).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('tabpanel')).toHaveCount(1)
  await expect(page.getByRole('textbox', { name: '小区名称' })).toHaveValue('没有保存的小区')
  await expect(page.getByRole('img', { name: '未保存' })).toHaveCount(1)
  // Its effects run: typing is handled, and closing asks.
  await page.getByRole('textbox', { name: '小区名称' }).fill('还是没有保存')
  await page.keyboard.press('Control+w')
  await page.getByRole('button', { name: '关闭', exact: true }).click()
  await expect(page.getByRole('textbox', { name: '小区名称' })).toBeHidden()
  await expect(page.getByRole('img', { name: '未保存' })).toHaveCount(0)
  // And a returning list reloads.
  await client.post('/vtestate/save', { name: '后来的小区', addr: '路26号' })
  await tab('小区管理').click()
  await expect(page.getByRole('row', { name: /后来的小区/ })).toBeVisible()
})

test('with too many tabs, home stays visible and a list has all full names', async () => {
  await page.getByRole('menuitem', { name: '小区管理' }).click()
  const open = await page.getByRole('tab').count()
  for (let number = 1; number <= 14; number++) {
    await goTo(`/estate/input?estateid=none${number}`)
    await expect(page.getByRole('tab')).toHaveCount(open + number)
  }
  await expect(tab('小区管理')).not.toBeInViewport({ ratio: 0.5 })
  // The active tab stays visible too after the window was larger for a while.
  await page.setViewportSize({ width: 2600, height: 768 })
  await expect(tab('小区管理')).toBeInViewport({ ratio: 0.9 })
  await page.setViewportSize({ width: 1366, height: 768 })
  await expect(page.getByRole('tab', { selected: true })).toBeInViewport({ ratio: 0.9 })
  // Home is not covered by tabs sliding below it.
  const isOnTop = await tab('首页').evaluate((home) => {
    const { x, y, width, height } = home.getBoundingClientRect()
    return document.elementFromPoint(x + width / 2, y + height / 2)?.closest('[role="tab"]') === home
  })
  expect(isOnTop).toBe(true)
  await page.getByRole('button', { name: '全部打开的页面' }).click()
  await page.getByRole('menuitem', { name: '小区管理', exact: true }).filter({ visible: true }).last().click()
  await expect(tab('小区管理')).toHaveAttribute('aria-selected', 'true')
  await expect(tab('小区管理')).toBeInViewport({ ratio: 0.9 })
  await tab('小区管理').click({ button: 'right' })
  await page.getByRole('menuitem', { name: '关闭其他', exact: true }).click()
  await expect(page.getByRole('tab')).toHaveCount(2)
})

test('Ctrl+Tab cycles through the tabs', async () => {
  await page.getByRole('menuitem', { name: '房产信息' }).click()
  await expect(tab('房产信息')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Control+Tab')
  await expect(tab('首页')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Control+Shift+Tab')
  await expect(tab('房产信息')).toHaveAttribute('aria-selected', 'true')
})

test('unknown paths show the 404 page with a link home', async () => {
  for (const path of ['/nowhere', '/voteManage']) {
    await goTo(path)
    await expect(page.getByText('管理员说您不能进入此页面')).toBeVisible()
  }
  await page
    .getByRole('button', { name: '返回首页' })
    .or(page.getByRole('link', { name: '返回首页' }))
    .first()
    .click()
  await expect(page.getByText('您好')).toBeVisible()
})

test('the sidebar is 210 px wide at 1366 px, and narrows below 992 px without overflow', async () => {
  const menu = page.getByRole('complementary', { name: '侧边栏' })
  await page.setViewportSize({ width: 1366, height: 768 })
  expect(Math.round((await menu.boundingBox())?.width ?? 0)).toBe(210)
  await page.setViewportSize({ width: 991, height: 768 })
  await expect.poll(async () => Math.round((await menu.boundingBox())?.width ?? 0)).toBeLessThan(100)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1366, height: 768 })
})

test('opening the login while logged in leads home, whatever the redirect', async () => {
  for (const address of ['/login', '/login?redirect=%2Festate%2FIndex', '/register?redirect=%2Festate%2FIndex']) {
    await page.getByRole('menuitem', { name: '房产信息' }).click()
    await expect(tab('房产信息')).toHaveAttribute('aria-selected', 'true')
    await goTo(address)
    await expect(tab('首页')).toHaveAttribute('aria-selected', 'true')
    expect(decodeURIComponent(page.url())).toMatch(/#\/dashboard$/)
  }
})

test('安全退出 leads to the login, and the next login back', async () => {
  await page.getByRole('menuitem', { name: '小区管理' }).click()
  await page.getByRole('button', { name: 'admin_1' }).click()
  await page.getByRole('menuitem', { name: '安全退出' }).click()
  await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible()
  expect(decodeURIComponent(page.url())).toContain('redirect=/estate/Index')
  await page.getByLabel('用户名').fill('admin_1')
  await page.getByLabel('密码', { exact: true }).fill('pine4827')
  await page.getByLabel('验证码', { exact: true }).fill('0000')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(tab('小区管理')).toHaveAttribute('aria-selected', 'true')
})

for (const target of ['https://evil.example', '//evil.example', 'javascript:alert(1)', '/login']) {
  test(`a redirect to ${target} goes home instead`, async () => {
    await page.getByRole('button', { name: 'admin_1' }).click()
    await page.getByRole('menuitem', { name: '安全退出' }).click()
    // Until it appears, the logout is still in progress and would navigate.
    await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible()
    await goTo(`/login?redirect=${encodeURIComponent(target)}`)
    await page.getByLabel('用户名').fill('admin_1')
    await page.getByLabel('密码', { exact: true }).fill('pine4827')
    await page.getByLabel('验证码', { exact: true }).fill('0000')
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await expect(tab('首页')).toHaveAttribute('aria-selected', 'true')
    expect(page.url()).not.toContain('evil')
  })
}
