import { expect, test, type Locator, type Page } from '@playwright/test'
import { askVote, good, makeEstate, propertiesOfEstateA, takeSteps, topic, type MadeActivity } from '../support/activities.ts'
import { goTo, httpRoster, makeActivityNow, placeInWords, propertyAt, type HttpRosterProperty } from '../support/http-activities.ts'
import { programAt, serverForAll } from '../support/program.ts'

test.describe.configure({ mode: 'serial' })

const client = serverForAll()
let page: Page
let activity: MadeActivity
let roster: Map<string, HttpRosterProperty>

test.beforeAll(async () => {
  const { estateId } = await makeEstate(client, propertiesOfEstateA, '示范小区甲')
  activity = await makeActivityNow(client, estateId, { title: '更换电梯', topics: [topic('更换电梯')] })
  await takeSteps(client, activity.activityId, 'start')
  roster = await httpRoster(client, activity.activityId)
  const at = (name: string) => propertyAt(roster, placeInWords(name))
  good(await askVote(client, activity, [at('1-102')], '1'))
  const [recordid] = good(await askVote(client, activity, [at('1-301')], '2')).recordids
  good(await client.get('/vote/disable', { voteActivityId: activity.activityId, recordid, reason: '录入错误' }))
  const delivery = { activitypropertyid: at('2-101').rosterPropertyId, votesource: 2, notifytime: '2026-05-01 08:30:00' }
  good(await client.post('/vote/savenotify', { ...delivery, notifier: '王五', remark: '', pics: [] }))
  ;({ page } = await programAt(client.url))
})

const dialog = (): Locator => page.getByRole('dialog', { name: '两个时刻对比：更换电梯' })
const row = (name: string) => dialog().getByRole('row', { name: new RegExp(`^${name} `) })

test('two moments are compared by their counts, naming each action between them', async () => {
  await goTo(page, '/voteManage/progress', { estateid: activity.estateId, activityid: activity.activityId })
  await page.getByRole('button', { name: '两个时刻对比' }).click()
  await expect(row('已投票')).toHaveText(/已投票\s*0\s*1\s*\+1/)
  await expect(row('累计作废')).toHaveText(/累计作废\s*0\s*1\s*\+1/)
  await expect(row('已送达票权')).toHaveText(/已送达票权\s*0\s*1\s*\+1/)
  await expect(dialog()).toContainText('这段时间的操作：共 4 项')
  await expect(dialog().getByRole('row').filter({ hasText: '录入错误' })).toContainText('作废一期-1栋-1单元-301')
  await expect(dialog().getByRole('figure')).toContainText('收到选票（按小时）')
})

test('a moment may be chosen; a wrong order is reported', async () => {
  const to = dialog().getByRole('textbox', { name: '截止时刻' })
  await to.fill('2020-01-01 00:00:00')
  await to.press('Enter')
  await expect(dialog()).toContainText('起始时刻不能晚于截止时刻')
  await to.fill('2031-01-01 00:00:00')
  await to.press('Enter')
  await expect(row('已投票')).toHaveText(/已投票\s*0\s*1\s*\+1/)
  await page.keyboard.press('Escape')
  await expect(dialog()).toHaveCount(0)
})

test('checkpoints may be chosen, and the journal links here for its filtered activity', async () => {
  await goTo(page, '/system/audit')
  await expect(page.getByRole('button', { name: '两个时刻对比' })).toBeDisabled()
  await page.getByRole('combobox', { name: '投票活动' }).click()
  await page.getByTitle('更换电梯（示范小区甲）').click()
  await page.getByRole('button', { name: '两个时刻对比' }).click()
  await expect(row('已投票')).toHaveText(/已投票\s*0\s*1\s*\+1/)
  await dialog().getByRole('combobox', { name: '截止时刻的检查点' }).click()
  await page.getByTitle(/^开启投票（/).click()
  await expect(row('已投票')).toHaveText(/已投票\s*0\s*0\s*—/)
  await expect(dialog()).toContainText('这段时间没有操作')
})
