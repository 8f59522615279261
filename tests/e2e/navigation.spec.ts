import { expect, test, type Locator, type Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { goTo } from '../support/http-activities.ts'
import { closeLeftOpen, launch, logIn, newFolder, type Program } from '../support/program.ts'
import { settled } from '../support/settled.ts'
import { screens } from '../support/screens.ts'
import { startProcess, type ServerProcess } from '../support/server-process.ts'
import { setStage, type Stage } from '../support/stage.ts'

// Navigation: Ctrl+K, key help, Ctrl+A, breadcrumb, tab menu, restored pages.
test.describe.configure({ mode: 'serial' })

let server: ServerProcess
let stage: Stage
let program: Program
let page: Page
const userData = newFolder()
const TITLE = '更新电梯并选聘物业服务企业的业主大会表决'

async function open(account: { username: string; password: string }): Promise<void> {
  program = await launch({ args: ['--server', server.url], userData })
  page = program.page
  await logIn(program, { captcha: '0000', account })
}
test.beforeAll(async () => {
  server = await startProcess(['--data', newFolder()])
  stage = await setStage(server.url)
  await open(stage.account)
})

const tab = (name: string | RegExp): Locator => page.getByRole('tab', { name })
const shownTab = (name: string | RegExp) => expect(tab(name)).toHaveAttribute('aria-selected', 'true')
const tabNames = () => page.getByRole('tab').allTextContents()
const palette = () => page.getByRole('combobox', { name: '查找并前往' })
const options = () => page.getByRole('listbox', { name: '可以前往的地方' }).getByRole('option')
const keysHelp = () => page.getByRole('dialog', { name: '键盘操作' })
const progress = () => `/voteManage/progress?estateid=${stage.estateId}&activityid=${stage.activities.voting}`
const statistics = () => `/voteManage/statistics?estateid=${stage.estateId}&activityid=${stage.activities.finished}`
const desk = () => `/voteManage/votedesk?activityid=${stage.activities.voting}&operatetype=2`

async function find(typed: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await expect(palette()).toBeFocused()
  await page.keyboard.type(typed)
  await expect(page.getByText('正在查找…').filter({ visible: true })).toHaveCount(0)
}

test.describe('Ctrl+K', () => {
  test('opens a property by its room, without the mouse', async () => {
    await find('西区 1栋 1202')
    await expect(options().first()).toContainText(/一期-西区-1栋-\d单元-1202/)
    await page.keyboard.press('Enter')
    await expect(palette()).toBeHidden()
    await shownTab(/^房产 · 一期 西区 1栋 \d单元 1202/)
    await expect(
      page
        .getByRole('row')
        .filter({ visible: true })
        .filter({ has: page.getByRole('cell', { name: '1202', exact: true }) })
        .first(),
    ).toBeVisible()
    await expect(page.getByRole('cell', { name: '1201', exact: true }).filter({ visible: true })).toHaveCount(0)
  })

  test('opens a screen, an estate, and an activity’s current step', async () => {
    await find('变更')
    await page.keyboard.press('Enter')
    await shownTab('房产变更审批')
    await find('桂花')
    await expect(options().filter({ hasText: '桂花苑' }).first()).toBeVisible()
    await options().filter({ hasText: '房产信息' }).first().click()
    await shownTab('房产 · 桂花苑')
    await find('进度 电梯')
    await expect(options().first()).toContainText(TITLE)
    await page.keyboard.press('Enter')
    await shownTab(new RegExp(`^进度 · ${TITLE}`))
    await find('电梯')
    await options().filter({ hasText: '投票台' }).first().click()
    await shownTab(new RegExp(`^投票 · ${TITLE}`))
  })

  test('lists recent pages, last first; arrows wrap around, Esc and the same keys close it', async () => {
    await find('')
    await expect(options().nth(0)).toContainText('进度 · ')
    await expect(options().nth(0)).toHaveAttribute('aria-selected', 'true')
    const count = await options().count()
    await page.keyboard.press('ArrowUp')
    await expect(options().nth(count - 1)).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect(options().nth(1)).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Escape')
    await expect(palette()).toBeHidden()
    await page.keyboard.press('Control+k')
    await expect(palette()).toBeFocused()
    await page.keyboard.press('Control+k')
    await expect(palette()).toBeHidden()
    await shownTab(/^投票 · /)
  })

  test('says if nothing is found, and Enter does nothing then', async () => {
    await find('没有这样的地方')
    await expect(page.getByText('没有找到“没有这样的地方”，请换个词再查')).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(palette()).toBeVisible()
    await page.keyboard.press('Escape')
    await shownTab(/^投票 · /)
  })

  test('opens by the toolbar button too', async () => {
    await page.getByRole('banner').getByRole('button', { name: /^查找/ }).click()
    await expect(palette()).toBeFocused()
    await page.keyboard.press('Escape')
  })
})

test.describe('?', () => {
  test('shows the keys of the screen and global ones, but not while typing', async () => {
    await goTo(page, desk())
    const box = page.getByRole('combobox', { name: '找业主' }).filter({ visible: true })
    await box.fill('')
    await box.press('?')
    const pressedAt = await page.evaluate(() => performance.now())
    await expect(box).toHaveValue('?')
    await expect(keysHelp()).toBeHidden()
    await box.fill('')
    // The closing results move the click's target.
    await settled(page)
    await page.getByLabel('录入进度').filter({ visible: true }).click()
    await expect(box).not.toBeFocused()
    // A key that follows another too soon would count as a scanner's.
    await page.waitForFunction((pressedAt) => performance.now() - pressedAt > 100, pressedAt)
    await page.keyboard.press('?')
    await expect(keysHelp()).toBeVisible()
    await expect(box).toHaveValue('')
    for (const words of ['全部同意、全部反对、全部弃权', '打开这个页面的帮助', '查找并前往：页面、小区、投票活动、房产'])
      await expect(keysHelp().getByText(words)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(keysHelp()).toBeHidden()
  })
})

test.describe('Ctrl+A', () => {
  const selected = () => page.evaluate(() => document.getSelection()?.toString() ?? '')

  test('selects the visible table, not the window', async () => {
    await goTo(page, '/estate/Index')
    await expect(page.getByRole('cell', { name: '翠湖花园', exact: true })).toBeVisible()
    await page.getByRole('heading', { level: 1 }).filter({ visible: true }).click()
    await page.keyboard.press('Control+a')
    const text = await selected()
    expect(text).toContain('翠湖花园')
    expect(text).toContain('桂花苑')
    for (const outside of ['社区投票平台', '首页', '活动管理', '新增', '条/页', '编辑']) expect(text).not.toContain(outside)
  })

  test('selects the focused field, also by the window’s menu', async () => {
    await page.keyboard.press('Control+k')
    await expect(palette()).toBeFocused()
    await page.keyboard.type('翠湖')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('桂花')
    await expect(palette()).toHaveValue('桂花')
    await program.app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('selectAll')?.click())
    await expect.poll(() => palette().evaluate((field: HTMLInputElement) => [field.selectionStart, field.selectionEnd])).toEqual([0, 2])
    await page.keyboard.type('电梯')
    await expect(palette()).toHaveValue('电梯')
    await page.keyboard.press('Escape')
    await expect(palette()).toBeHidden()
  })
})

test('the breadcrumb names and links the list that a hidden page belongs to', async () => {
  await goTo(page, progress())
  const path = page.getByRole('navigation', { name: '面包屑' })
  await expect(path.getByRole('listitem').filter({ hasNotText: '/' })).toHaveText(['首页', '活动管理', '投票活动', '投票进度'])
  await path.getByRole('link', { name: '投票活动' }).click()
  await shownTab('投票活动')
  await expect(path.getByRole('listitem').filter({ hasNotText: '/' })).toHaveText(['首页', '活动管理', '投票活动'])
  await expect(path.getByRole('link')).toHaveText(['首页'])
})

test('a collapsed sidebar has distinct icons with tooltips', async () => {
  await page.setViewportSize({ width: 980, height: 720 })
  const items = page.getByRole('complementary', { name: '侧边栏' }).getByRole('menuitem')
  await expect(items).toHaveCount(9)
  const pictures = await items.evaluateAll((entries) => entries.map((entry) => entry.querySelector('svg path')?.getAttribute('d')))
  expect(new Set(pictures).size).toBe(9)
  for (const [index, name] of ['小区管理', '房产信息', '投票活动', '房产变更审批', '账号管理', '操作日志', '网络共享', '安全状况', '数据保留'].entries()) {
    await items.nth(index).hover()
    await expect(page.getByRole('tooltip', { name })).toBeVisible()
  }
  await page.setViewportSize({ width: 1366, height: 768 })
})

test('every required field has its star on the left of its label', async () => {
  for (const path of ['/voteManage/input', '/estate/input']) {
    await goTo(page, path)
    const stars = page.locator('label, [data-testid=field-label]').filter({ visible: true })
    await expect(stars.first()).toBeVisible()
    const sides = await stars.evaluateAll((labels) =>
      labels.map((label) => [getComputedStyle(label, '::before').content, getComputedStyle(label, '::after').content].map((content) => content.includes('*'))),
    )
    expect(sides.filter(([isLeft]) => isLeft).length).toBeGreaterThan(1)
    expect(sides.filter(([, isRight]) => isRight)).toEqual([])
  }
})

test.describe('page tabs', () => {
  const choose = async (name: string | RegExp, item: string) => {
    // A menu closes when its anchor moves.
    await tab(name).scrollIntoViewIfNeeded()
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    await tab(name).click({ button: 'right' })
    await page.getByRole('menuitem', { name: item, exact: true }).filter({ visible: true }).click()
  }

  test('start with the short screen name, and close others on either side', async () => {
    await choose('首页', '关闭所有')
    for (const [path, name] of [
      ['/estate/Index', '小区管理'],
      [progress(), /^进度 · /],
      [statistics(), /^结果 · /],
      ['/voteManage/list', '投票活动'],
    ] as const) {
      await goTo(page, path)
      await shownTab(name)
    }
    await expect(tab(/^进度 · /)).toHaveText(`进度 · ${TITLE}`)
    await expect.poll(tabNames).toEqual(['首页', '小区管理', `进度 · ${TITLE}`, expect.stringMatching(/^结果 · /), '投票活动'])
    await choose(/^结果 · /, '关闭左侧')
    await expect.poll(tabNames).toEqual(['首页', expect.stringMatching(/^结果 · /), '投票活动'])
    await shownTab('投票活动')
    await choose(/^结果 · /, '关闭右侧')
    await expect.poll(tabNames).toEqual(['首页', expect.stringMatching(/^结果 · /)])
    await shownTab(/^结果 · /)
    await tab(/^结果 · /).click({ button: 'right' })
    await expect(page.getByRole('menuitem', { name: '关闭右侧', exact: true })).toHaveAttribute('title', '右侧没有可以关闭的页面')
    await expect(page.getByRole('menuitem', { name: '关闭左侧', exact: true })).toHaveAttribute('title', '左侧没有可以关闭的页面')
    await page.keyboard.press('Escape')
  })

  test('keep a hidden page’s layout, which React hides by a style', async () => {
    await goTo(page, '/estate/Index')
    await shownTab('小区管理')
    const kept = await page.locator('.tab-pane:not(.tab-pane-hidden) .tab-page').elementHandle()
    const styles = await kept?.evaluateHandle((element) => {
      const seen: (string | null)[] = []
      new MutationObserver((changes) => seen.push(...changes.map(({ oldValue }) => oldValue))).observe(element, {
        attributeFilter: ['style'],
        attributeOldValue: true,
      })
      return seen
    })
    await tab('首页').click()
    await shownTab('首页')
    // Without React's style this component would be pointless.
    await expect.poll(() => styles?.evaluate((seen) => seen.some((style) => style?.includes('display: none')))).toBe(true)
    expect(await kept?.evaluate((element) => getComputedStyle(element).display)).toBe('contents')
  })

  test('are laid out in the first frame when they come back', async () => {
    await goTo(page, '/estate/Index')
    await shownTab('小区管理')
    const list = page.locator('.tab-pane:not(.tab-pane-hidden) table').first()
    await expect(list).toBeVisible()
    const seen = await list.evaluateHandle((element) => {
      const widths: number[] = []
      new ResizeObserver((changes) => widths.push(...changes.map(({ contentRect }) => contentRect.width))).observe(element)
      const inFirstPicture: boolean[] = []
      const pane = element.closest('.tab-pane')
      const noteWhenShown = () => {
        if (pane?.classList.contains('tab-pane-hidden') === false) inFirstPicture.push(element.checkVisibility())
      }
      if (pane) new MutationObserver(noteWhenShown).observe(pane, { attributeFilter: ['class'] })
      return { widths, inFirstPicture }
    })
    await tab('首页').click()
    await shownTab('首页')
    await tab('小区管理').click()
    await expect.poll(() => seen.evaluate(({ inFirstPicture }) => inFirstPicture)).toEqual([true])
    await expect(list).toBeVisible()
    // An element without layout has no width.
    expect(await seen.evaluate(({ widths }) => widths)).not.toContain(0)
  })

  test('read their own address, whatever page is shown', async () => {
    await goTo(page, `/property/Index?estateid=${stage.estateId}`)
    await shownTab(/^房产 · /)
    const name = await tab(/^房产 · /).textContent()
    await goTo(page, '/estate/Index?estateid=another')
    await tab(name ?? '').click()
    await shownTab(name ?? '')
    await expect(page.getByRole('table', { name: '房产列表' }).filter({ visible: true }).locator('tbody tr.ant-table-row').first()).toBeVisible()
    expect(new URL(page.url()).hash).toBe(`#/property/Index?estateid=${stage.estateId}`)
  })

  test('reload on double click, after a question if something was typed', async () => {
    await goTo(page, '/estate/input')
    await page.getByRole('textbox', { name: '小区名称' }).fill('没有保存')
    await tab('登记小区').dblclick()
    const dialog = page.getByRole('dialog').filter({ hasText: '有未保存的内容，确认刷新吗?' })
    await dialog.getByRole('button', { name: '继续编辑' }).click()
    await expect(page.getByRole('textbox', { name: '小区名称' })).toHaveValue('没有保存')
    await tab('登记小区').dblclick()
    await dialog.getByRole('button', { name: '刷新' }).click()
    await expect(page.getByRole('textbox', { name: '小区名称' })).toHaveValue('')
  })

  test('are restored after a restart if enabled: named, in order, without deleted subjects', async () => {
    await choose('首页', '关闭所有')
    const kept = () =>
      (JSON.parse(readFileSync(join(userData, 'settings.json'), 'utf8')) as { pages?: Record<string, { addresses: string[]; shown: string }> }).pages ?? {}
    expect(Object.values(kept()).flatMap(({ addresses }) => addresses)).toEqual([])
    await page.locator('.navbar-user').click()
    await page.getByRole('menuitem', { name: '设置' }).click()
    await page.getByRole('switch', { name: /重新打开上次的页面/ }).click()
    await page.keyboard.press('Escape')
    for (const path of [progress(), `/property/Index?estateid=${stage.estateId}&condition=13800000001`, '/system/accounts', statistics()])
      await goTo(page, path)
    await goTo(page, '/estate/input?estateid=gone')
    await goTo(page, progress())
    await shownTab(/^进度 · /)
    await expect
      .poll(() => Object.values(kept()))
      .toEqual([
        {
          isWanted: true,
          addresses: [progress(), `/property/Index?estateid=${stage.estateId}`, '/system/accounts', statistics(), '/estate/input?estateid=gone'],
          shown: progress(),
        },
      ])
    await program.close()
    expect(readFileSync(join(userData, 'settings.json'), 'utf8')).not.toContain('13800000001')

    program = await launch({ args: ['--server', server.url], userData })
    page = program.page
    await shownTab(/^进度 · /)
    await expect.poll(tabNames).toEqual(['首页', `进度 · ${TITLE}`, '房产 · 翠湖花园', '账号管理', expect.stringMatching(/^结果 · 2025/)])
    await tab('房产 · 翠湖花园').click()
    await expect(page.getByRole('row').filter({ visible: true }).nth(2)).toBeVisible()
  })

  test('are stored per account, and restore no forbidden page', async () => {
    await page.locator('.navbar-user').click()
    await page.getByRole('menuitem', { name: '安全退出' }).click()
    // Not to where the other user was.
    await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible()
    await goTo(page, '/login')
    await logIn(program, { captcha: '0000', account: { username: 'staff_1', password: stage.account.password } })
    await expect.poll(tabNames).toEqual(['首页'])
    await page.keyboard.press('Control+k')
    await expect(palette()).toBeFocused()
    await page.keyboard.type('账号')
    await expect(page.getByText('没有找到“账号”，请换个词再查')).toBeVisible()
    await page.keyboard.press('Escape')
  })
})

/** The same addresses with unknown ids. */
const unknown: Stage = {
  client: {
    url: '',
    get: () => Promise.reject(new Error('not asked')),
    post: () => Promise.reject(new Error('not asked')),
    upload: () => Promise.reject(new Error('not asked')),
  },
  account: { username: '', password: '' },
  estateId: 'nothing',
  emptyEstateId: 'nothing',
  emptyActivityId: 'nothing',
  activities: { draft: 'nothing', voting: 'nothing', tallying: 'nothing', finished: 'nothing' },
  deliveredPropertyId: 'nothing',
}
const wayBack = () => page.getByRole('tabpanel').getByRole('button', { name: /^返回/ })

test('an address with an unknown id says so, with a link back, and nothing else', async () => {
  const sentences = page.getByText(/^(?:小区不存在，可能已被删除|投票活动不存在|该房屋不在票权清册中，可能已被移除)$/).filter({ visible: true })
  // A vote's journal is visible to administrators, not managers.
  const addresses = screens
    .map(({ path }) => [path(unknown), path(stage)] as const)
    .filter(([strange, known]) => strange !== known && !strange.startsWith('/voteManage/journal'))
  expect(addresses.length).toBeGreaterThan(15)
  for (const [address] of [...addresses, ['/estate/input?estateid=nothing'], ['/voteManage/input?estateid=nothing']]) {
    await goTo(page, address)
    await expect(sentences, address).toBeVisible()
    await expect(wayBack(), address).toBeVisible()
  }
  await wayBack().click()
  await shownTab('小区管理')
})

test('an estate id that is not the activity’s is not ignored', async () => {
  for (const estateId of ['nothing', stage.emptyEstateId]) {
    await goTo(page, `/voteManage/progress?estateid=${estateId}&activityid=${stage.activities.voting}`)
    await expect(page.getByText('小区不存在，或者不是这个投票活动的小区').filter({ visible: true })).toBeVisible()
  }
  await wayBack().click()
  await shownTab(/^投票活动$/)
})

test.afterAll(closeLeftOpen)
