import { expect, test } from '@playwright/test'
import { goTo } from '../support/http-activities.ts'
import { closeLeftOpen, newFolder, programAt, type Program } from '../support/program.ts'
import { startProxy, type Proxy } from '../support/proxy.ts'
import { startProcess } from '../support/server-process.ts'
import { settled } from '../support/settled.ts'
import { setStage, type Stage } from '../support/stage.ts'

test.describe.configure({ mode: 'serial' })

let proxy: Proxy
let program: Program
let stage: Stage
test.beforeAll(async () => {
  const server = await startProcess(['--data', newFolder()])
  stage = await setStage(server.url)
  proxy = await startProxy(server.url)
  program = await programAt(proxy.url, stage.account)
})
test.afterAll(async () => {
  proxy.release()
  await closeLeftOpen()
  await proxy.close()
})

test('a list shows its number of rows once known, and keeps the place free meanwhile', async () => {
  const { page } = program
  const table = page.locator('.page-table:visible')
  proxy.holds = /\/vtestate\/list/
  await goTo(page, '/estate/Index')
  await expect(table).toBeVisible()
  await expect(page.getByText(/^共 .* 条$/).filter({ visible: true })).toHaveCount(0)
  expect((await table.boundingBox())?.height).toBeGreaterThan(250)
  proxy.release()
  await expect(page.getByText('共 2 条').filter({ visible: true })).toBeVisible()
})

test('waiting for a page that never settles ends with what it waits for', async () => {
  const { page } = program
  proxy.holds = /\/vtpropertyinfo\/list/
  await goTo(page, '/property/Index', { estateid: stage.estateId })
  await expect(page.locator('.ant-spin-spinning:visible').first()).toBeVisible()
  await expect(settled(page, 1_000)).rejects.toThrow(/The page did not come to rest within 1 s: it waits in <div class="ant-spin/)
  proxy.release()
  await settled(page)
})

test('a list that could not be loaded shows no count either', async () => {
  const { page } = program
  proxy.breaks = /\/vote\/getnofitypropertieslist/
  await goTo(page, '/voteManage/notify', { estateid: stage.estateId, activityid: stage.activities.voting })
  await expect(page.getByRole('button', { name: '重试' }).filter({ visible: true })).toBeVisible()
  await expect(page.getByText(/^共 .* 条$/).filter({ visible: true })).toHaveCount(0)
  proxy.release()
  await page.getByRole('button', { name: '重试' }).filter({ visible: true }).click()
  await expect(page.getByText('共 240 条').filter({ visible: true })).toBeVisible()
})

test('owners with several properties that could not be loaded show neither loading nor none', async () => {
  const { page } = program
  const owners = page.getByRole('region', { name: '未合并的产权人' }).filter({ visible: true })
  proxy.breaks = /\/votedef\/getunmergedowners/
  await goTo(page, '/voteManage/mngballot', { estateid: stage.estateId, activityid: stage.activities.voting })
  await expect(owners.getByRole('button', { name: '重试' })).toBeVisible()
  await expect(owners.getByRole('heading')).not.toContainText('正在查找')
  await expect(owners.getByText('姓名、证件号相同', { exact: true })).toBeVisible()
  await expect(owners.getByText('仅姓名相同', { exact: true })).toBeVisible()
  proxy.release()
  await owners.getByRole('button', { name: '重试' }).click()
  await expect(owners.getByText(/^姓名、证件号相同 \d+$/)).toBeVisible()
})

test('papers and their numbers that could not be fetched are told once, and asked for again at once', async () => {
  const { page } = program
  proxy.breaks = /\/votepaper\/|\/paper\//
  await goTo(page, '/voteManage/papers', { estateid: stage.estateId, activityid: stage.activities.tallying })
  const retry = page.getByRole('button', { name: '重试' }).filter({ visible: true })
  await expect(retry).toHaveCount(1)
  proxy.release()
  await retry.click()
  await expect(page.getByRole('region', { name: '选票平衡' }).getByRole('definition').filter({ visible: true })).toHaveCount(6)
  await expect(page.getByRole('table', { name: '选票列表' }).locator('tbody tr.ant-table-row').filter({ visible: true }).first()).toBeVisible()
  await expect(retry).toHaveCount(0)
})

for (const name of ['生成选票', '打印选票']) {
  test(`what ${name} could not count is counted again by its 重试`, async () => {
    const { page } = program
    await goTo(page, '/voteManage/papers', { estateid: stage.estateId, activityid: stage.activities.voting })
    await settled(page)
    proxy.breaks = /\/votepaper\/|\/paper\//
    await page.getByRole('button', { name, exact: true }).filter({ visible: true }).first().click()
    const dialog = page.getByRole('dialog', { name })
    const retry = dialog.getByRole('button', { name: '重试' })
    await expect(retry).toHaveCount(1)
    proxy.release()
    await retry.click()
    await expect(dialog.getByText(/^将(生成|打印) |^没有/)).toBeVisible()
    await expect(retry).toHaveCount(0)
    await dialog.getByRole('button', { name: '关闭', exact: true }).click()
  })
}

test('publications and objections that could not be fetched are told once, and asked for again at once', async () => {
  const { page } = program
  proxy.breaks = /\/publication\/|\/objection\//
  await goTo(page, '/voteManage/publications', { activityid: stage.activities.finished })
  const retry = page.getByRole('button', { name: '重试' }).filter({ visible: true })
  await expect(retry).toHaveCount(1)
  await expect(page.getByRole('heading', { name: '异议', exact: true })).toHaveCount(0)
  proxy.release()
  await retry.click()
  await expect(page.getByRole('region', { name: '公示' }).getByRole('listitem').first()).toBeVisible()
  await expect(page.getByRole('region', { name: '异议' }).getByRole('listitem').first()).toBeVisible()
  await expect(retry).toHaveCount(0)
})

test('progress that could not be loaded is reported once, and not shown as current', async () => {
  const { page } = program
  proxy.decide((path) => (path.startsWith('/api/vote/') ? 'cut' : 'pass'))
  await goTo(page, '/voteManage/progress', { estateid: stage.estateId, activityid: stage.activities.voting })
  await expect(page.getByRole('button', { name: '重试' }).filter({ visible: true })).toHaveCount(1)
  // There is no number to report on.
  await expect(page.getByText('连接中断，数字可能不是最新的').filter({ visible: true })).toHaveCount(0)
  await expect(page.getByText('自动更新中').filter({ visible: true })).toHaveCount(0)
  proxy.release()
  await page.getByRole('button', { name: '重试' }).filter({ visible: true }).click()
  await expect(page.getByRole('group', { name: '参与情况' }).filter({ visible: true })).toBeVisible()
  await expect(page.getByText('自动更新中').filter({ visible: true })).toBeVisible()
})

test('rooms of the previous building open nothing while another one loads', async () => {
  const { page } = program
  const progress = page.getByRole('navigation', { name: '楼栋与单元' }).filter({ visible: true })
  const room = page
    .getByRole('gridcell', { name: /^2001 / })
    .filter({ visible: true })
    .first()
  await expect(room).toBeVisible()
  proxy.holds = /\/vote\/getpropertydata/
  await progress.locator('.ant-tree-treenode').filter({ hasText: '1栋' }).locator('.ant-tree-node-content-wrapper').click()
  await expect(page.getByRole('heading', { name: /1栋$/ }).filter({ visible: true })).toBeVisible()
  const box = (await room.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  await expect(page.getByTestId('building').filter({ visible: true })).toHaveJSProperty('inert', true)
  await expect(page.getByRole('dialog').filter({ hasText: '投票 ·' })).toHaveCount(0)
  proxy.release()
  await expect(page.getByTestId('building').filter({ visible: true })).toHaveJSProperty('inert', false)
  await room.click()
  await expect(page.getByRole('dialog').filter({ hasText: '投票 ·' })).toContainText('1栋')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog').filter({ hasText: '投票 ·' })).toBeHidden()
})

test('disabled buttons say why: nothing selected, no activity chosen', async () => {
  const { page } = program
  await goTo(page, '/estate/Index')
  const remove = page.getByRole('button', { name: '批量删除' }).filter({ visible: true })
  await expect(remove).toHaveAttribute('aria-disabled', 'true')
  await remove.hover()
  await expect(page.getByRole('tooltip', { name: '请选择要删除的数据' })).toBeVisible()

  await goTo(page, '/property/Index', { estateid: stage.estateId })
  await page.locator('tbody .ant-checkbox-input:visible').first().click()
  await page.getByRole('button', { name: '同步到投票活动' }).click()
  const dialog = page.getByRole('dialog')
  const send = dialog.getByRole('button', { name: '同步', exact: true })
  await send.hover()
  await expect(page.getByRole('tooltip', { name: '请先选择投票活动' })).toBeVisible()
  await dialog.getByRole('radio').first().click()
  await expect(send).not.toHaveAttribute('aria-disabled', 'true')
})

/** In ms; the progress polls more often. */
const LONGER_THAN_BETWEEN_TWO_LOOKS = 30_000

test('a hidden page loads nothing; a page that comes back shows before it reloads', async () => {
  const { page } = program
  const askedSince = (call: number) => proxy.asked.slice(call).filter((url) => url.startsWith('/api/vote/'))
  const progress = page.getByRole('group', { name: '参与情况' })
  // From here on the page's clock can be advanced, which the tests above do not need.
  await page.clock.install()
  await goTo(page, '/voteManage/progress', { estateid: stage.estateId, activityid: stage.activities.voting })
  await expect(progress).toBeVisible()
  const whenShown = proxy.asked.length
  await page.clock.runFor(LONGER_THAN_BETWEEN_TWO_LOOKS)
  await expect.poll(() => askedSince(whenShown).length).toBeGreaterThan(0)
  await goTo(page, '/estate/Index')
  await expect(page.getByText('共 2 条').filter({ visible: true })).toBeVisible()
  await settled(page) // what was asked before the page was left
  const whenLeft = proxy.asked.length
  await page.clock.runFor(LONGER_THAN_BETWEEN_TWO_LOOKS)
  await settled(page) // what was asked would have come to the proxy
  expect(askedSince(whenLeft)).toEqual([])
  proxy.holds = /\/api\/vote\//
  await goTo(page, '/voteManage/progress', { estateid: stage.estateId, activityid: stage.activities.voting })
  await expect(progress).toBeVisible()
  await expect.poll(() => askedSince(whenLeft).length).toBeGreaterThan(0)
  await expect(progress).toBeVisible()
  proxy.release()
})
