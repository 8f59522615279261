import { expect, test, type Page } from '@playwright/test'
import { askMark, askVote, good, takeSteps, type MadeActivity, type RosterProperty } from '../support/activities.ts'
import { makeDeskActivity, note, openDesk, ownerCard, paper, recordsOfBallot, scan, searchBox } from '../support/desk.ts'
import { goTo, voterNamed } from '../support/http-activities.ts'
import { programAt, serverForAll } from '../support/program.ts'

test.describe.configure({ mode: 'serial' })

const client = serverForAll()
let activity: MadeActivity
let page: Page
const properties = new Map<string, Pick<RosterProperty, 'ballotId' | 'propertyId' | 'ownerName' | 'phone'>>()
test.beforeAll(async () => {
  activity = await makeDeskActivity(client, '唱票大会')
  for (const name of ['1-102', '1-202', '1-301']) {
    const { ballotid, votercode, v1, v2 } = await voterNamed(client, activity.activityId, name)
    properties.set(name, { ballotId: ballotid, propertyId: votercode, ownerName: v1, phone: v2 })
  }
  good(await askMark(client, activity.activityId, propertyOf('1-102'), 'C-102'))
  good(await askMark(client, activity.activityId, propertyOf('1-301'), 'C-301'))
  good(await askVote(client, activity, [propertyOf('1-202')], '111'))
  await takeSteps(client, activity.activityId, 'startTally')
  ;({ page } = await programAt(client.url))
  await openDesk(page, activity.activityId, 3)
})

function propertyOf(name: string) {
  const found = properties.get(name)
  if (!found) throw new Error(`${name} was not looked up`)
  return found
}
/** The ballot's records, newest first: status and answers. */
async function recordsAt(name: string): Promise<string[]> {
  const records = await recordsOfBallot(client, activity.activityId, propertyOf(name).ballotId)
  return records.map(({ recordstatus, records: choices }) => `${recordstatus} ${choices.map(({ voteresult }) => voteresult).join('')}`)
}
const question = () => page.getByRole('dialog').filter({ hasText: '确认作废当前投票吗?' })
/** Voids with a predefined reason. */
async function voidNow(): Promise<void> {
  await question().locator('.ant-radio-button-wrapper').first().click()
  await question().getByRole('button', { name: '作废' }).click()
  // A fading dialog would take the first character of a following scan.
  await expect(question()).toBeHidden()
}
const recent = (place: string) => page.getByRole('region', { name: '本机最近' }).getByRole('listitem').filter({ hasText: place })

test('a misread paper is voided at the desk, and the same code tallies it again', async () => {
  await scan(page, 'C-102')
  await expect(ownerCard(page).getByText('李四')).toBeVisible()
  await page.keyboard.press('a')
  await page.keyboard.press('Control+Enter')
  await expect(recent('一期-1栋-1单元-102')).toBeVisible()
  await recent('一期-1栋-1单元-102').getByRole('button', { name: /作废/ }).click()
  await expect(question()).toContainText('作废后这张票按无效票计，直到对照纸票重新唱票')
  await voidNow()
  await expect(note(page)).toContainText('已作废，重新唱票前按无效票计。请再扫一次选票编号 / 标记码 C-102，对照纸票重新录入')
  await scan(page, 'C-102')
  await expect(ownerCard(page).getByText('李四')).toBeVisible()
  await expect(ownerCard(page).getByText('已作废')).toBeVisible()
  await page.keyboard.press('s')
  await page.keyboard.press('Control+Enter')
  await expect(searchBox(page)).toBeFocused()
  await expect.poll(() => recordsAt('1-102')).toEqual(['1 222', '2 111'])
})

test('a vote without a code is voided on its owner’s card, and re-entered there', async () => {
  await page.getByRole('switch', { name: '按选票编号 / 标记码查找' }).click()
  await searchBox(page).fill('王五')
  await page.getByRole('option').first().click()
  await ownerCard(page).getByRole('button', { name: /作废/ }).click()
  await voidNow()
  await expect(note(page)).toContainText('请对照纸票重新选择，再提交唱票')
  await expect(paper(page).getByRole('button', { name: /全部反对/ })).toBeEnabled()
  await page.keyboard.press('Escape')
  await searchBox(page).fill('202')
  await page.getByRole('option').first().click()
  await page.keyboard.press('s')
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => recordsAt('1-202')).toEqual(['1 222', '2 111'])
})

test('the booth on the grid re-tallies it too', async () => {
  await goTo(page, '/voteManage/progress', { estateid: activity.estateId, activityid: activity.activityId })
  await page.getByRole('navigation', { name: '楼栋与单元' }).getByText('1栋').click()
  await page.getByRole('gridcell', { name: '0202 已投票/唱票' }).click()
  const booth = page.getByRole('dialog').filter({ hasText: '投票 · 一期-1栋-1单元-202' })
  await booth.getByRole('button', { name: '作废' }).click()
  await expect(question()).toContainText('直到对照纸票重新唱票')
  await voidNow()
  await booth.getByRole('button', { name: '全部同意' }).click()
  await booth.getByRole('button', { name: '提交' }).click()
  await page.getByRole('dialog').filter({ hasText: '确认提交吗？' }).getByRole('button', { name: '提交' }).click()
  await expect.poll(() => recordsAt('1-202')).toEqual(['1 111', '2 222', '2 111'])
  // The window asks before it closes over an unsubmitted ballot.
  await expect(booth.getByRole('button', { name: '提交' })).toBeHidden()
})
