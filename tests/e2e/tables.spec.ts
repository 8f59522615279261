import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, type Locator, type Page } from '@playwright/test'
import ExcelJS from 'exceljs'
import { answerSaveDialog, givePassword } from '../support/dialogs.ts'
import { goTo, makeActivityNow } from '../support/http-activities.ts'
import { chooseLetters } from '../support/letters.ts'
import { closeLeftOpen, launch, logIn, newFolder, type Program } from '../support/program.ts'
import { startProcess, type ServerProcess } from '../support/server-process.ts'
import { setStage, type Stage } from '../support/stage.ts'

test.describe.configure({ mode: 'serial' })

let server: ServerProcess
let program: Program
let page: Page
let stage: Stage
let userData: string

test.beforeAll(async () => {
  server = await startProcess(['--data', newFolder()])
  stage = await setStage(server.url)
  userData = newFolder()
  await start()
})

async function start(): Promise<void> {
  program = await launch({ args: ['--server', server.url], userData })
  page = program.page
  const [home, login] = [page.getByRole('tab', { name: '首页' }), page.getByLabel('用户名')]
  await expect(home.or(login)).toBeVisible()
  // Where there is no keychain the session ends with the program.
  if (await login.isVisible()) await logIn(program, { captcha: '0000', account: stage.account })
}

const ofEstate = () => ({ estateid: stage.estateId })
const lists = (): readonly (readonly [path: string, query: Record<string, string>, label: string])[] => [
  ['/estate/Index', {}, '小区列表'],
  ['/property/Index', ofEstate(), '房产列表'],
  ['/voteManage/list', {}, '投票活动列表'],
  ['/voteManage/notify', { ...ofEstate(), activityid: stage.activities.voting }, '送达列表'],
  ['/voteManage/mngballot', { ...ofEstate(), activityid: stage.activities.draft }, '未合并的产权人列表'],
  ['/voteManage/propertychange', {}, '变更申请列表'],
  ['/system/accounts', {}, '账号列表'],
  ['/system/audit', {}, '操作日志列表'],
]
const table = (label: string) => page.getByRole('table', { name: label }).filter({ visible: true })
const pane = () => page.locator('.tab-pane:not(.tab-pane-hidden)')
const cells = (label: string, column: number) => table(label).locator(`tbody tr.ant-table-row td:nth-child(${column})`).allTextContents()
const density = (name: string) => page.locator('.ant-radio-button-wrapper:visible', { hasText: name }).click()
const openProperties = () => goTo(page, '/property/Index', ofEstate())
const title = (label: string, name: string) => table(label).getByRole('columnheader', { name, exact: true })

test('no list scrolls sideways at 1366 pixels, and every one keeps its actions in sight', async () => {
  for (const [path, query, label] of lists()) {
    await goTo(page, path, query)
    await expect(table(label).locator('tbody tr.ant-table-row').first()).toBeVisible()
    const widths = await pane().evaluate((element) => {
      const inner = element.querySelector('.page-table')
      const list = element.querySelector('.page-table table')
      return {
        pane: element.scrollWidth - element.clientWidth,
        table: (list?.getBoundingClientRect().width ?? 0) - (inner?.getBoundingClientRect().width ?? 0),
      }
    })
    expect([label, widths.pane <= 0, Math.round(widths.table) <= 0]).toEqual([label, true, true])
    await expect(table(label).locator('xpath=ancestor::*[contains(@class, "page-table-fits")]')).toHaveCount(1)
    await expect(title(label, '操作')).toBeInViewport()
  }
})

test('no list that a vote is worked with scrolls sideways in the largest letters, and each gets its other columns back', async () => {
  const shown = (label: string) => table(label).getByRole('columnheader').filter({ visible: true }).allTextContents()
  const about = (activityid: string) => ({ ...ofEstate(), activityid })
  const judged = await makeActivityNow(stage.client, stage.estateId, {
    deliverypolicy: [{ method: 1, clause: '第十二条', evidence: ['receipt'], days: 0 }],
    title: '有送达约定的表决',
  })
  for (const [path, query, label, kept] of [
    ['/voteManage/papers', about(stage.activities.tallying), '选票列表', ['选票编号', '房屋', '产权人', '状态', '说明', '操作']],
    ['/voteManage/notify', about(stage.activities.voting), '送达列表', ['房屋', '产权人', '手机号', '状态', '操作']],
    ['/voteManage/notify', about(judged.activityId), '送达列表', ['房屋', '产权人', '状态', '凭证', '操作']],
    ['/voteManage/proxies', about(stage.activities.voting), '委托列表', ['房屋', '产权人', '受托人', '状态', '操作']],
    ['/voteManage/mngballot', about(stage.activities.draft), '未合并的产权人列表', ['产权人', '房产', '套数', '说明', '操作']],
    ['/voteManage/journal', about(stage.activities.voting), '操作日志列表', ['时间', '操作人', '操作类型', '对象', '操作']],
    ['/property/Index', ofEstate(), '房产列表', ['楼栋', '单元', '房号', '产权人', '手机号', '操作']],
  ] as const) {
    await goTo(page, path, query)
    await expect(table(label).locator('tbody tr.ant-table-row').first()).toBeVisible()
    const all = await shown(label)
    await chooseLetters(page, '特大')
    await expect(table(label).locator('xpath=ancestor::*[contains(@class, "page-table-fits")]')).toHaveCount(1)
    expect(await shown(label)).toEqual(expect.arrayContaining([...kept]))
    await chooseLetters(page, '标准')
    await expect.poll(() => shown(label)).toEqual(all)
    // Whatever other tabs are still drawn in.
    await expect(table(label).getByRole('button', { name: /\S/ }).last()).toHaveCSS('font-size', '14px')
  }
})

test('which house a paper is for is read whole at 1366 pixels', async () => {
  await goTo(page, '/voteManage/papers', { ...ofEstate(), activityid: stage.activities.tallying })
  const houses = table('选票列表').locator('tbody tr.ant-table-row td:nth-child(3)')
  await expect(houses.first()).toBeVisible()
  const cut = () =>
    houses.evaluateAll((cells) => cells.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(({ textContent }) => textContent))
  const search = pane().getByRole('textbox', { name: '选票编号、房屋、姓名' })
  await search.fill('西区 2002')
  await search.press('Enter')
  await expect(houses.filter({ hasNotText: '2002' })).toHaveCount(0)
  await expect(houses.first()).toContainText('-2002')
  await expect.poll(cut).toEqual([])
  await pane().getByRole('button', { name: '重置', exact: true }).click()
  await expect(houses).toHaveCount(20)
})

test('in the largest letters the title of a vote is read beside what is published of it and the buttons of its page', async () => {
  await goTo(page, '/voteManage/statistics', { ...ofEstate(), activityid: stage.activities.finished })
  const title = pane().getByTitle('2025年度业主大会常规会议表决', { exact: true })
  await expect(
    pane()
      .getByText(/^初步结果公示第/)
      .filter({ visible: true }),
  ).toHaveCount(1)
  await chooseLetters(page, '特大')
  // Six letters at least, where it was squeezed to nothing.
  await expect.poll(async () => (await title.boundingBox())?.width ?? 0).toBeGreaterThan(6 * 23)
  await chooseLetters(page, '标准')
})

test('the head of the desk tells until when is voted at 1366 pixels, and how far the entry is beside the tabs', async () => {
  await goTo(page, '/voteManage/votedesk', { activityid: stage.activities.tallying, operatetype: '3' })
  await expect(pane().getByTitle(/ 至 /)).toBeInViewport({ ratio: 0.9 })
  const counts = await pane().getByLabel('录入进度').boundingBox()
  const lastTab = await pane().getByRole('navigation', { name: '本次投票' }).getByRole('button').last().boundingBox()
  expect(lastTab?.y ?? NaN).toBeLessThan((counts?.y ?? NaN) + (counts?.height ?? NaN))
  expect((lastTab?.x ?? NaN) + (lastTab?.width ?? NaN)).toBeLessThan(counts?.x ?? NaN)
})

test('in large letters the title of a vote at the desk and how far the entry is stand side by side', async () => {
  await goTo(page, '/voteManage/votedesk', { activityid: stage.activities.voting, operatetype: '2' })
  await chooseLetters(page, '大')
  const tag = pane().locator('.page-title').getByText('已延期')
  const counts = pane().getByLabel('录入进度')
  const room = async () => {
    const [last, next] = [await tag.boundingBox(), await counts.boundingBox()]
    return (next?.x ?? NaN) - (last?.x ?? NaN) - (last?.width ?? NaN)
  }
  await expect.poll(room).toBeGreaterThan(0)
  await expect(pane().getByTitle(/ 至 /)).toBeInViewport({ ratio: 0.9 })
  await chooseLetters(page, '标准')
})

test('a page opened before has every letter in the size that was chosen on another', async () => {
  await openProperties()
  await expect(table('房产列表').locator('tbody tr.ant-table-row').first()).toBeVisible()
  await goTo(page, '/voteManage/list')
  await expect(table('投票活动列表')).toBeVisible()
  await chooseLetters(page, '特大')
  await openProperties()
  await expect(table('房产列表')).toBeVisible()
  await expect.poll(() => pane().locator('.letters-extraLarge').count()).toBeGreaterThan(20)
  await expect(pane().locator('.letters-standard')).toHaveCount(0)
  await chooseLetters(page, '标准')
})

/** How many of them stand in each line. */
const inLines = (elements: Locator) =>
  elements.evaluateAll((all) => Object.values(Object.groupBy(all, (one) => Math.round(one.getBoundingClientRect().top))).map((line = []) => line.length))

test('no step of a vote and no tool of a list stands alone in its line in large letters', async () => {
  const { tallying, voting } = stage.activities
  const steps = pane().getByRole('list', { name: '活动进程' }).getByRole('listitem')
  await goTo(page, '/voteManage/activity', { activityid: tallying })
  await expect(steps).toHaveCount(9)
  for (const [letters, lines] of [
    ['大', [9]],
    ['特大', [5, 4]],
  ] as const) {
    await chooseLetters(page, letters)
    await expect.poll(() => inLines(steps)).toEqual(lines)
  }
  await goTo(page, '/voteManage/notify', { ...ofEstate(), activityid: voting })
  await chooseLetters(page, '大')
  await expect.poll(() => inLines(pane().getByRole('button', { name: /^(批量登记送达|按选票登记送达|同步房产|导出 Excel|列设置)$/ }))).toEqual([5])
  await chooseLetters(page, '标准')
})

test('twenty rows stand in a large window, below one line with the filters at its begin and the tools at its end', async () => {
  await chooseLetters(page, '标准')
  await page.setViewportSize({ width: 1920, height: 1080 })
  // Pages that open in the large window: not as an earlier test left them in a small one.
  await page.reload()
  const papers = { ...ofEstate(), activityid: stage.activities.tallying }
  for (const [path, query, label] of [
    ['/voteManage/papers', papers, '选票列表'] as const,
    ...lists().filter(([, , name]) => ['房产列表', '送达列表'].includes(name)),
  ]) {
    await goTo(page, path, query)
    const rows = table(label).locator('tbody tr.ant-table-row')
    await expect(rows).toHaveCount(20)
    await expect(rows.last()).toBeInViewport({ ratio: 1 })
    // If it is not one line, what it is tells what is in the way.
    await expect
      .poll(async () => {
        const [list, filters, tools] = await Promise.all([
          table(label).boundingBox(),
          pane().getByRole('search').boundingBox(),
          pane().getByRole('button', { name: '列设置' }).boundingBox(),
        ])
        const isOneLine = filters?.x === list?.x && Math.abs((filters?.y ?? NaN) - (tools?.y ?? NaN)) < 8
        return isOneLine ? 'one line' : JSON.stringify({ label, list, filters, tools, says: await pane().locator('.page-table-toolbar').innerText() })
      })
      .toBe('one line')
  }
  await page.setViewportSize({ width: 1366, height: 768 })
})

test('filters and acts stand in one line on every list, at 1366 pixels and at 1920', async () => {
  await chooseLetters(page, '标准')
  const about = (activityid: string) => ({ ...ofEstate(), activityid })
  for (const size of [
    { width: 1366, height: 768 },
    { width: 1920, height: 1080 },
  ]) {
    await page.setViewportSize(size)
    for (const [path, query, label] of [
      ...lists(),
      ['/voteManage/papers', about(stage.activities.tallying), '选票列表'] as const,
      ['/voteManage/proxies', about(stage.activities.voting), '委托列表'] as const,
      ['/voteManage/journal', about(stage.activities.voting), '操作日志列表'] as const,
    ]) {
      await goTo(page, path, query)
      await expect(table(label).locator('tbody tr.ant-table-row').first()).toBeVisible()
      const line = pane().locator('.page-table-toolbar')
      const [last, one] = [line.getByRole('button', { name: '列设置' }), line.locator('button, input, .ant-radio-group, .ant-select')]
      // What is on it stands beside 列设置, all of it.
      const broken = async () => {
        const beside = await last.boundingBox()
        const others = await one.evaluateAll((all) => all.map((each) => [each.getBoundingClientRect(), each.textContent] as const))
        return others.filter(([{ height, y }]) => height > 0 && Math.abs(y + height / 2 - (beside?.y ?? NaN) - (beside?.height ?? NaN) / 2) > 8)
      }
      await expect.poll(broken, { message: `${label} ${size.width}` }).toEqual([])
    }
  }
  await page.setViewportSize({ width: 1366, height: 768 })
})

test('the filters of the journal and 列设置 take two lines at 1366 pixels in the largest letters', async () => {
  await goTo(page, '/system/audit')
  await chooseLetters(page, '特大')
  const line = pane().locator('.page-table-toolbar')
  const button = (name: string) => line.getByRole('button', { name, exact: true })
  const middle = async (name: string) => {
    const box = await button(name).boundingBox()
    return box ? box.y + box.height / 2 : NaN
  }
  await expect.poll(async () => Math.abs((await middle('列设置')) - (await middle('重置')))).toBeLessThan(8)
  expect((await line.boundingBox())?.height).toBeLessThan(2.7 * ((await button('重置').boundingBox())?.height ?? 0))
  await chooseLetters(page, '标准')
})

test('no row moves when rows are ticked, in any letters; what is ticked is told over the titles', async () => {
  const of = (activityid: string) => ({ ...ofEstate(), activityid })
  const ticked = [
    ...lists().filter(([, , label]) => ['房产列表', '送达列表'].includes(label)),
    ['/voteManage/papers', of(stage.activities.tallying), '选票列表'] as const,
  ]
  const boxOf = async (part: Locator) => (await part.boundingBox()) ?? { x: NaN, y: NaN, width: NaN, height: NaN }
  for (const [size, letters] of [
    [{ width: 1366, height: 768 }, '标准'],
    [{ width: 1366, height: 768 }, '特大'],
    [{ width: 1920, height: 1080 }, '标准'],
  ] as const) {
    await page.setViewportSize(size)
    for (const [path, query, label] of ticked) {
      await goTo(page, path, query)
      await chooseLetters(page, letters)
      const row = table(label).locator('tbody tr.ant-table-row').first()
      await expect(row).toBeVisible()
      const message = `${label} ${size.width} ${letters}`
      const all = table(label).locator('thead input[type=checkbox]').filter({ visible: true }).first()
      const before = await boxOf(row)
      const band = pane().locator('.ticked-band > div')
      await row.getByRole('checkbox').check()
      await expect(band).toContainText('已选 1 条')
      expect((await boxOf(row)).y, message).toBe(before.y)
      await all.check()
      await expect(band).toContainText(/^已选 ([2-9]|\d\d+) 条/)
      expect((await boxOf(row)).y, message).toBe(before.y)
      const [own, head] = [await boxOf(band), await boxOf(title(label, '操作'))]
      expect(Math.abs(own.y - head.y) + Math.abs(own.height - head.height), message).toBeLessThan(2)
      const cut = async () => {
        const end = ((box) => box.x + box.width)(await boxOf(band))
        const titles = await table(label)
          .locator('thead th')
          .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ left, right }) => [left, right]))
        return titles.filter(([left = NaN, right = NaN]) => left + 1 < end && end < right - 1)
      }
      await expect.poll(cut, { message }).toEqual([])
      await pane().evaluate((element) => element.scrollTo({ top: 200 }))
      await expect(band).toBeInViewport({ ratio: 1 })
      await pane().evaluate((element) => element.scrollTo({ top: 0 }))
      await all.uncheck()
      await expect(band).toHaveCount(0)
    }
  }
  await chooseLetters(page, '标准')
  await page.setViewportSize({ width: 1366, height: 768 })
})

test('the header stays in sight while fifty rows pass under it', async () => {
  await openProperties()
  await page.getByRole('combobox', { name: '每页条数' }).filter({ visible: true }).click()
  await page.locator('.ant-select-item-option').filter({ visible: true, hasText: '50条/页' }).click()
  await expect(table('房产列表').locator('tbody tr.ant-table-row')).toHaveCount(50)
  await pane().evaluate((element) => element.scrollTo({ top: 1_000 }))
  const header = title('房产列表', '产权人')
  await expect(header).toBeInViewport()
  const tops = await header.evaluate((element) => [element.getBoundingClientRect().top, element.closest('.tab-pane')?.getBoundingClientRect().top])
  expect(tops[0]).toBe(tops[1])
})

test('a narrow window scrolls the table sideways and keeps the actions and the header where they are', async () => {
  await page.setViewportSize({ width: 1000, height: 700 })
  const actions = page.locator('.tab-pane:not(.tab-pane-hidden) .ant-table-sticky-holder th', { hasText: '操作' })
  await expect(actions).toBeInViewport()
  const button = table('房产列表').getByRole('button', { name: '编辑' }).nth(30)
  await button.scrollIntoViewIfNeeded()
  await expect(button).toBeInViewport()
  await expect(actions).toBeInViewport()
  await page.setViewportSize({ width: 1366, height: 768 })
  await expect(page.locator('.tab-pane:not(.tab-pane-hidden) .page-table-fits')).toHaveCount(1)
})

test('a title sorts, the other way at the next click, and not at the third; the page begins anew', async () => {
  await openProperties()
  const areas = async () => (await cells('房产列表', 11)).map(Number)
  const rooms = () => cells('房产列表', 7)
  const own = await rooms()
  await page.locator('.ant-pagination-item-2').filter({ visible: true }).click()
  await expect.poll(rooms).not.toEqual(own)
  await title('房产列表', '面积(㎡)').click()
  await expect.poll(async () => (await areas())[0]).toBe(60)
  expect(await areas()).toEqual((await areas()).toSorted((a, b) => a - b))
  await title('房产列表', '面积(㎡)').click()
  await expect.poll(async () => (await areas())[0]).toBe(62.39)
  await expect(title('房产列表', '面积(㎡)')).toHaveAttribute('aria-sort', 'descending')
  await title('房产列表', '面积(㎡)').click()
  await expect.poll(rooms).toEqual(own)
})

test('the sum of what is filtered stands under the list', async () => {
  await openProperties()
  await expect(page.getByText('面积合计 14,688.30㎡').filter({ visible: true })).toBeVisible()
  await page
    .getByRole('textbox', { name: /^姓名、手机号/ })
    .filter({ visible: true })
    .fill('欧阳建国')
  await page.keyboard.press('Enter')
  await expect(page.getByText('面积合计 305.84㎡').filter({ visible: true })).toBeVisible()
  await expect(page.getByText('共 5 条').filter({ visible: true })).toBeVisible()
})

test('all rows of all pages are ticked at once, and one of them is left out again', async () => {
  await openProperties()
  await page.getByRole('button', { name: '重置' }).filter({ visible: true }).click()
  await expect(page.getByText('共 240 条').filter({ visible: true })).toBeVisible()
  const ticks = table('房产列表').getByRole('checkbox')
  const ticked = (count: number) => expect(page.getByText(`已选 ${count} 条`).filter({ visible: true })).toBeVisible()
  await ticks.first().check()
  await page.getByRole('button', { name: '选择全部 240 条' }).click()
  await ticked(240)
  await expect(page.getByRole('button', { name: /^选择全部/ })).toHaveCount(0)
  await ticks.nth(1).uncheck()
  await ticked(239)
  await page.locator('.ant-pagination-item-2').filter({ visible: true }).click()
  await expect(ticks.nth(1)).toBeChecked()
  await page.getByRole('button', { name: '清空' }).filter({ visible: true }).click()
  await expect(ticks.nth(1)).not.toBeChecked()
})

test('papers and deliveries are ticked over all pages, too, and what is ticked is done at once', async () => {
  const tickAll = async (label: string, total: number) => {
    await table(label).getByRole('checkbox').first().check()
    await pane()
      .getByRole('button', { name: `选择全部 ${total} 条` })
      .click()
    await expect(pane().getByText(`已选 ${total} 条`)).toBeVisible()
  }
  const choose = (group: string, name: string | RegExp) => pane().getByRole('radiogroup', { name: group }).getByText(name).click()
  const balance = () => pane().getByRole('region', { name: '选票平衡' }).getByRole('definition')
  const figures = () => balance().allTextContents()
  const activityid = stage.activities.tallying
  await goTo(page, '/voteManage/papers', { ...ofEstate(), activityid })
  await expect(table('选票列表').locator('tbody tr.ant-table-row').first()).toBeVisible()
  await expect(balance()).toHaveCount(6)
  const [total, issued, out, received, ...rest] = await figures()
  expect(Number(out)).toBeGreaterThan(20)
  await choose('选票状态', '已发出')
  await expect(table('选票列表').locator('tbody tr.ant-table-row').filter({ hasNotText: '已发出' })).toHaveCount(0)
  await tickAll('选票列表', Number(out))
  await pane().getByRole('button', { name: '登记收回', exact: true }).click()
  await expect.poll(figures).toEqual([total, issued, '0', String(Number(received) + Number(out)), ...rest])

  await goTo(page, '/voteManage/notify', { ...ofEstate(), activityid })
  await choose('送达状态', /^未送达/)
  const status = pane().getByRole('radiogroup', { name: '送达状态' }).locator('label').filter({ hasText: '未送达' })
  await expect(status).toHaveText(/^未送达 \d+$/)
  const undelivered = Number(/\d+/.exec((await status.textContent()) ?? '')?.[0])
  expect(undelivered).toBeGreaterThan(20)
  await expect(table('送达列表').locator('tbody tr.ant-table-row').filter({ hasNotText: '未送达' })).toHaveCount(0)
  await tickAll('送达列表', undelivered)
  await pane().getByRole('button', { name: '批量登记送达', exact: true }).click()
  await expect(page.getByRole('dialog').filter({ visible: true })).toContainText(String(undelivered))
  await page.keyboard.press('Escape')
})

test('the height of the rows is chosen for all tables, and remembered over a restart', async () => {
  await goTo(page, '/estate/Index')
  const height = () =>
    table('小区列表')
      .locator('tbody tr.ant-table-row')
      .first()
      .evaluate((row) => row.getBoundingClientRect().height)
  const standard = await height()
  await page.getByRole('button', { name: '列设置' }).filter({ visible: true }).click()
  await density('紧凑')
  await expect.poll(height).toBeLessThan(standard)
  const compact = await height()
  await program.close()
  await start()
  await goTo(page, '/estate/Index')
  await expect.poll(height).toBe(compact)
  await page.getByRole('button', { name: '列设置' }).filter({ visible: true }).click()
  await density('宽松')
  await expect.poll(height).toBeGreaterThan(standard)
})

const exportButton = () => page.getByRole('button', { name: '导出 Excel' }).filter({ visible: true })
const saved = () => page.getByRole('alert').filter({ hasText: '文件已保存' })
const exportDialog = (name: string) => page.getByRole('dialog', { name: `导出${name}`, exact: true })

/** Every save dialog is answered with the suggested name in that folder. */
async function saveInto(folder: string): Promise<void> {
  await program.app.evaluate(({ dialog }, into) => {
    dialog.showSaveDialog = (...given: readonly unknown[]) => {
      const { defaultPath = '' } = given.at(-1) as { readonly defaultPath?: string }
      return Promise.resolve({ canceled: false, filePath: `${into}/${defaultPath.split('/').at(-1) ?? ''}` })
    }
  }, folder)
}

async function textsIn(path: string): Promise<string[][]> {
  const book = new ExcelJS.Workbook()
  await book.xlsx.readFile(path)
  const rows: string[][] = []
  book.worksheets[0]?.eachRow((row) => rows.push(Array.from({ length: row.cellCount }, (_, index) => row.getCell(index + 1).text)))
  return rows
}

test('every list is exported from where it is shown', async () => {
  for (const [path, query, label] of lists().slice(0, -1)) {
    await goTo(page, path, query)
    await expect(table(label).locator('tbody tr.ant-table-row').first()).toBeVisible()
    await expect(exportButton()).toBeEnabled()
  }
})

test('what holds nothing of a person is saved at once, under a name with the minute', async () => {
  const folder = newFolder()
  await saveInto(folder)
  await goTo(page, '/estate/Index')
  await exportButton().click()
  await expect(saved()).toBeVisible()
  expect(readdirSync(folder)).toEqual([expect.stringMatching(/^小区_\d{12}\.xlsx$/)])
})

test('what is filtered is exported with masked numbers; who chooses no place stays in the dialog', async () => {
  await openProperties()
  const search = page.getByRole('textbox', { name: /^姓名、手机号/ }).filter({ visible: true })
  await search.fill('欧阳建国')
  await search.press('Enter')
  await expect(page.getByText('共 5 条').filter({ visible: true })).toBeVisible()
  await exportButton().click()
  const dialog = exportDialog('房产信息')
  await expect(dialog).toContainText('共 5 条，按现在的筛选条件和排序，导出所有页。')
  await answerSaveDialog(program, null)
  await dialog.getByRole('button', { name: '导出' }).click()
  await expect(dialog.getByRole('button', { name: '导出' })).toBeEnabled()
  await expect(dialog).toBeVisible()

  const folder = newFolder()
  await saveInto(folder)
  await dialog.getByRole('button', { name: '导出' }).click()
  await expect(dialog).toBeHidden()
  const [name = ''] = readdirSync(folder)
  expect(name).toMatch(/^翠湖花园_房产信息_\d{12}\.xlsx$/)
  const rows = await textsIn(join(folder, name))
  expect(rows.filter((row) => row.includes('欧阳建国'))).toHaveLength(5)
  expect(JSON.stringify(rows)).not.toMatch(/1[3-9]\d{9}/)
})

test('导出清册 says that it takes the whole roster, whatever the page shows', async () => {
  await goTo(page, '/voteManage/mngballot', { ...ofEstate(), activityid: stage.activities.draft })
  await page.getByRole('button', { name: '导出清册' }).filter({ visible: true }).click()
  const dialog = exportDialog('票权清册')
  await expect(dialog).toContainText('导出整份票权清册，按房屋位置排列，与页面上的筛选无关。')
  await expect(dialog).not.toContainText('现在的筛选条件')
  await dialog.getByRole('button', { name: '取消' }).click()
  await openProperties()
})

test('whole numbers are exported for a purpose, which the file and the journal keep', async () => {
  await exportButton().click()
  const dialog = exportDialog('房产信息')
  await dialog.getByRole('radio', { name: '完整显示' }).check()
  await dialog.getByRole('button', { name: '导出' }).click()
  await expect(dialog).toContainText('请填写用途')
  await dialog.getByLabel('用途').fill('逐户电话通知')
  const folder = newFolder()
  await saveInto(folder)
  await dialog.getByRole('button', { name: '导出' }).click()
  await givePassword(page)
  await expect(dialog).toBeHidden()
  const rows = await textsIn(join(folder, readdirSync(folder)[0] ?? ''))
  expect(rows[2]?.[0]).toBe('含完整手机号和证件号，请妥善保管。用途：逐户电话通知')
  expect(JSON.stringify(rows)).toMatch(/1[3-9]\d{9}/)

  await goTo(page, '/system/audit')
  await expect(table('操作日志列表').locator('tbody tr.ant-table-row').first()).toContainText('导出房产')
})

test.afterAll(closeLeftOpen)
