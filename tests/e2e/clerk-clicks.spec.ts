import { expect, test, type Page } from '@playwright/test'
import { good, makeEstate, recordsOf, takeSteps, topic, type MadeActivity, type PropertyRow } from '../support/activities.ts'
import { band, chooseOwner, ownerCard, paper } from '../support/desk.ts'
import { makeActivityNow, placeInWords, voterNamed } from '../support/http-activities.ts'
import { closeLeftOpen, newFolder, programAt } from '../support/program.ts'
import { httpClient, memberToken, startProcess, type HttpClient } from '../support/server-process.ts'

/** Clicks of the day in `clerk-day.spec.ts`: by the list's row buttons, as before the vote's page existed, and on that page. */
test.describe.configure({ mode: 'serial' })

const properties: readonly PropertyRow[] = ['1-101', '1-102', '1-201', '1-202', '2-101', '2-102', '2-201', '2-202'].map((name, index) => [
  name,
  `业主${'甲乙丙丁戊己庚辛'[index]}`,
  80,
])
let manager: HttpClient
let activity: MadeActivity
let page: Page

test.beforeAll(async () => {
  const server = await startProcess(['--data', newFolder()])
  await memberToken(server.url)
  manager = httpClient(server.url, await memberToken(server.url, 'manager_1', '13800000002', '王主任'))
  await memberToken(server.url, 'clerk_1', '13800000003', '李晓', 'clerk')
  const { estateId } = await makeEstate(manager, properties)
  activity = await makeActivityNow(manager, estateId, { title: '更新电梯', topics: [topic('更新电梯')] })
  await takeSteps(manager, activity.activityId, 'start')
  const program = await programAt(server.url, { username: 'clerk_1', password: 'pine4827' })
  page = program.page
  await page.evaluate(() => {
    const counted = { clicks: 0 }
    Object.assign(globalThis, counted)
    // A click on a label also clicks its field: count presses instead.
    addEventListener('pointerdown', () => Object.assign(globalThis, { clicks: ++counted.clicks }), true)
  })
})

const clicks = () => page.evaluate(() => (globalThis as unknown as { clicks: number }).clicks)
const atHome = async () => {
  await page.getByRole('tab', { name: '首页' }).click()
  await expect(page.getByRole('region', { name: '进行中的投票' })).toBeVisible()
}
const menuItem = (name: string) => page.getByRole('complementary', { name: '侧边栏' }).getByRole('menuitem', { name })

async function castByManager(name: string): Promise<void> {
  const { ballotid, votername } = await voterNamed(manager, activity.activityId, name)
  good(
    await manager.post('/vote/do', {
      records: recordsOf(activity.topics, '1'),
      voteactivityid: activity.activityId,
      votername,
      votermobileno: '',
      voteridno: '',
      markedcodes: '',
      ballotIds: [ballotid],
    }),
  )
}

/** From the list for every screen. */
const byRows = {
  row: async () => {
    await menuItem('投票活动').click()
    return page.getByRole('row').filter({ hasText: '更新电梯' }).filter({ visible: true })
  },
  deliveries: async () => (await byRows.row()).getByRole('button', { name: '送达登记', exact: true }).click(),
  desk: async (mode: '标记投票' | '完成投票') => {
    await (await byRows.row()).getByRole('button', { name: '进入投票' }).click()
    await page.getByRole('menuitem', { name: mode, exact: true }).filter({ visible: true }).click()
  },
  progress: async () => (await byRows.row()).getByRole('button', { name: '投票进度', exact: true }).click(),
}

/** Opens the vote's page once, then uses its tabs. */
const tabOf = (name: string) => page.getByRole('navigation', { name: '本次投票' }).filter({ visible: true }).getByRole('button', { name, exact: true })
const byPage = {
  open: () => page.getByRole('region', { name: '进行中的投票' }).getByRole('button', { name: '更新电梯', exact: true }).first().click(),
  deliveries: async () => {
    await atHome()
    await byPage.open()
    await tabOf('送达').click()
  },
  desk: async (mode: '标记投票' | '完成投票') => {
    if (mode === '标记投票') await tabOf('投票台').click()
    const modes = page.getByRole('group', { name: '模式' }).filter({ visible: true })
    await modes.getByRole('button', { name: mode === '标记投票' ? '标记' : '投票', exact: true }).click()
  },
  progress: () => tabOf('进度').click(),
}

async function voidIt(): Promise<void> {
  await page.getByRole('dialog').getByText('选错业主', { exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: '作废', exact: true }).click()
}

/** An owner's change request, a delivery, a mark, a vote, voiding it, not voiding a colleague's, and viewing the progress. */
async function day(way: Omit<typeof byPage, 'open'>, [delivered, marked, voted, foreign]: readonly [string, string, string, string]): Promise<number> {
  const before = await clicks()
  await menuItem('房产信息').click()
  await page.getByRole('button', { name: `申请变更 ${placeInWords(delivered)}` }).click()
  const request = page.getByRole('dialog', { name: /^申请变更/ })
  await request.getByLabel('申请人').fill('业主')
  await request.getByRole('textbox', { name: '面积' }).fill('81')
  await request.getByRole('button', { name: '提交' }).click()
  await expect(request).toBeHidden()
  await way.deliveries()
  await page
    .getByRole('row')
    .filter({ hasText: placeInWords(delivered) })
    .getByRole('button', { name: /登记送达/ })
    .click()
  const form = page.getByRole('dialog', { name: '登记送达' })
  await form.getByRole('radio', { name: '上门' }).click()
  await form.getByRole('button', { name: '提交' }).click()
  await expect(page.getByRole('row').filter({ hasText: placeInWords(delivered) })).toContainText('已送达')
  await way.desk('标记投票')
  await chooseOwner(page, placeInWords(marked))
  await paper(page).getByRole('textbox', { name: '标记码' }).fill(`M${marked}`)
  await page.keyboard.press('Control+Enter')
  await expect(band(page)).toContainText('投票标记成功')
  await way.desk('完成投票')
  await chooseOwner(page, placeInWords(voted))
  await expect(ownerCard(page)).toBeVisible()
  await page.keyboard.press('a')
  await page.keyboard.press('Control+Enter')
  await expect(band(page)).toContainText('投票成功')
  const entry = page
    .getByRole('region', { name: '本机最近' })
    .filter({ visible: true })
    .getByRole('listitem')
    .filter({ hasText: placeInWords(voted) })
  await entry.getByRole('button', { name: /作废/ }).click()
  await voidIt()
  await expect(entry.getByText('已作废')).toBeVisible()
  await chooseOwner(page, placeInWords(foreign))
  await ownerCard(page).getByRole('button', { name: '作废' }).click()
  await voidIt()
  await expect(page.getByText('只能作废自己当天录入的投票').first()).toBeVisible()
  await way.progress()
  await expect(
    page
      .getByText(/楼栋|单元/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible()
  return (await clicks()) - before
}

test('the day takes fewer clicks on the vote’s page than in the list rows', async () => {
  await castByManager('2-201')
  await castByManager('2-202')
  const before = await day(byRows, ['1-101', '1-102', '1-201', '2-201'])
  const after = await day(byPage, ['1-202', '2-101', '2-102', '2-202'])
  test.info().annotations.push({ type: 'clicks', description: `${before} by the rows of the list, ${after} on the page of the vote` })
  expect({ before, after }).toEqual({ before: 22, after: 19 })
  expect(good(await manager.post('/vote/getnofitycounts', { voteactivityid: activity.activityId })).delivered.count).toBe(2)
})

test.afterAll(closeLeftOpen)
