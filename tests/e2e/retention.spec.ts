import { AxeBuilder } from '@axe-core/playwright'
import { expect, test, type Locator, type Page } from '@playwright/test'
import { askVote, good, makeActivity, makeEstate, propertiesOfEstateA, takeSteps, topic, type MadeActivity } from '../support/activities.ts'
import { cutOff } from '../support/cutOff.ts'
import { givePassword } from '../support/dialogs.ts'
import { goTo, httpRoster, openNow, placeInWords, propertyAt } from '../support/http-activities.ts'
import { closeLeftOpen, newFolder, programAt, type Program } from '../support/program.ts'
import { askLogIn, httpClient, memberToken, startMovedProcess, startProcess } from '../support/server-process.ts'
import { settled } from '../support/settled.ts'

test.describe.configure({ mode: 'serial' })

const YEARS = 3
const DAY = 24 * 60 * 60_000
const data = newFolder()
let program: Program
let page: Page
let old: MadeActivity

/** The same period, shifted by the years that the first server's clock is behind. */
function openThen() {
  const years = (text: string) => `${Number(text.slice(0, 4)) - YEARS}${text.slice(4)}`
  const { startdate, enddate } = openNow(200)
  return { startdate: years(startdate), enddate: years(enddate) }
}

test.beforeAll(async () => {
  const first = await startMovedProcess(['--data', data])
  await first.setAhead(-YEARS * 366 * DAY)
  const client = httpClient(first.url, await memberToken(first.url))
  const { estateId } = await makeEstate(client, propertiesOfEstateA, '示范小区甲')
  old = await makeActivity(client, estateId, { title: '更换电梯', topics: [topic('更换电梯')], ...openThen() })
  await takeSteps(client, old.activityId, 'start')
  const roster = await httpRoster(client, old.activityId)
  for (const name of ['1-102', '1-301']) good(await askVote(client, old, [propertyAt(roster, placeInWords(name))], '1'))
  await takeSteps(client, old.activityId, 'finish')
  // An erasure requires activity on seven days since.
  for (let day = 1; day <= 7; day++) {
    await first.setAhead((day - YEARS * 366) * DAY)
    good(await askLogIn(first.url, 'admin_1'))
  }
  await first.stop()
  const server = await startProcess(['--data', data])
  program = await programAt(server.url)
  page = program.page
  await goTo(page, '/system/retention')
})

const row = (): Locator => page.getByRole('row', { name: /更换电梯/ })
const dialog = (): Locator => page.getByRole('dialog').filter({ visible: true }).last()
const final = (): Locator => dialog().getByRole('checkbox', { name: '我已核对，清除后无法恢复' })
const eraseButton = (): Locator => dialog().getByRole('button', { name: '清除', exact: true })

/** What axe finds that keeps somebody from working. */
async function hindrances(): Promise<string[]> {
  await settled(page)
  const { violations, passes } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  expect(passes.length).toBeGreaterThan(5)
  return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)
}

async function chooseYears(label: string): Promise<void> {
  await page.getByRole('combobox', { name: '活动结束后保留' }).click()
  await page.locator('.ant-select-item-option').filter({ visible: true, hasText: label }).first().click()
  await page.getByRole('button', { name: '保存', exact: true }).click()
}

test('nothing can be erased before a retention period is set and over', async () => {
  await expect(page.getByRole('heading', { name: '数据保留', level: 1 })).toBeVisible()
  await expect(page.getByText('还没有设置保留年限，所有个人信息一直保留')).toBeVisible()
  await expect(row()).toContainText('一直保留')
  await expect(row().getByRole('button')).toHaveCount(0)
  await chooseYears('5 年')
  await expect(page.getByText('现在没有保留期已满的活动')).toBeVisible()
  await expect(row()).toContainText('起可清除')
  await chooseYears('2 年')
  await expect(row()).toContainText('保留期已满')
  expect(await hindrances()).toEqual([])
  expect(await cutOff(page)).toEqual([])
})

test('a preview lists what is erased and kept; a tick and the password are required', async () => {
  await row().getByRole('button', { name: '清除', exact: true }).click()
  await expect(dialog().getByRole('list', { name: '清除', exact: true })).toContainText('姓名 9 个')
  await expect(dialog().getByRole('list', { name: '保留', exact: true })).toContainText('房屋 7 套的位置和面积')
  await expect(dialog()).toContainText('以前的备份里还有这些信息')
  await expect(eraseButton()).toBeDisabled()
  expect(await hindrances()).toEqual([])
  await final().check()
  await eraseButton().click()
  await givePassword(page)
  await expect(row()).toContainText('已清除')
  await expect(row().getByRole('button')).toHaveCount(0)
})

test('the result stays, with nobody named, and the check reports the erasure', async () => {
  await goTo(page, '/voteManage/statistics', { estateid: old.estateId, activityid: old.activityId })
  await expect(page.getByRole('article', { name: '1. 更换电梯 的结论', exact: true })).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: '不一致' })).toHaveCount(0)
  await goTo(page, '/system/audit')
  // All of them fit one page, whatever was added since.
  await page.getByRole('combobox', { name: '每页条数' }).filter({ visible: true }).click()
  await page.locator('.ant-select-dropdown:visible').getByText('50条/页').click()
  await expect(page.getByText('内容已按数据保留清除').first()).toBeVisible()
  await page.getByRole('button', { name: '校验', exact: true }).click()
  await expect(dialog()).toContainText('校验通过')
  await expect(dialog()).toContainText('条日志的内容已按数据保留清除，每条都有清除记录')
  await dialog().getByRole('button', { name: '关闭', exact: true }).last().click()
})

test('properties of no kept activity are erased from the registry', async () => {
  await goTo(page, '/system/retention')
  await page.getByRole('button', { name: '清除房产登记' }).click()
  await expect(dialog().getByRole('list', { name: '清除', exact: true })).toContainText('房产 7 套')
  await final().check()
  await eraseButton().click()
  await expect(dialog()).toHaveCount(0)
  await page.getByRole('button', { name: '清除房产登记' }).click()
  await expect(dialog()).toContainText('没有可以清除的房产')
  await expect(eraseButton()).toBeDisabled()
  await dialog().getByRole('button', { name: '取消' }).click()
})

test.afterAll(closeLeftOpen)
