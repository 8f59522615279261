import { expect, test, type Page } from '@playwright/test'
import { askVote, good, makeEstate, optionsTopic, takeSteps, topic, type MadeActivity, type PropertyRow } from '../support/activities.ts'
import { goTo, httpRoster, makeActivityNow, placeInWords, propertyAt, type HttpRosterProperty } from '../support/http-activities.ts'
import { programAt, serverForAll } from '../support/program.ts'

test.describe.configure({ mode: 'serial' })

const rooms = Array.from({ length: 12 }, (_, index) => `1-${101 + index}`)
/** Twelve dwellings of 80 to 91 m², each with its own owner. */
const properties: readonly PropertyRow[] = rooms.map((name, index): PropertyRow => [name, `业主${index + 1}`, 80 + index])

const client = serverForAll()
let page: Page
let estateId: string

interface Vote extends MadeActivity {
  readonly roster: Map<string, HttpRosterProperty>
}

test.beforeAll(async () => {
  estateId = (await makeEstate(client, properties, '翠湖花园')).estateId
  ;({ page } = await programAt(client.url))
})

async function startedVote(title: string, more: Record<string, unknown>): Promise<Vote> {
  const activity = await makeActivityNow(client, estateId, { title, ...more })
  await takeSteps(client, activity.activityId, 'start')
  return { ...activity, roster: await httpRoster(client, activity.activityId) }
}
const at = ({ roster }: Vote, name: string): HttpRosterProperty => propertyAt(roster, placeInWords(name))
const vote = async (activity: Vote, name: string, answers: string): Promise<string> =>
  good(await askVote(client, activity, [at(activity, name)], answers)).recordids[0]
const voidVote = async ({ activityId }: Vote, recordid: string) =>
  good(await client.get('/vote/disable', { voteActivityId: activityId, recordid, reason: '核对后重新录入' }))
const deliver = async (activity: Vote, name: string) =>
  good(
    await client.post('/vote/savenotify', {
      activitypropertyid: at(activity, name).rosterPropertyId,
      votesource: 2,
      notifytime: '2026-05-01 08:30:00',
      notifier: '王五',
      remark: '',
      pics: [],
    }),
  )

const show = (path: string, { activityId }: MadeActivity) => goTo(page, `/voteManage/${path}`, { estateid: estateId, activityid: activityId })
const heading = () => page.getByRole('heading', { name: '按不同口径试算，供核对' }).filter({ visible: true })
const flips = (title: string) => page.getByRole('region', { name: `${title} 最少几票改变结论` }).getByRole('listitem')

test('the number for 同意 → 反对 is the number of votes to void and recast, one after another', async () => {
  const activity = await startedVote('更新电梯表决', { topics: [topic('更新电梯')] })
  const records = new Map<string, string>()
  for (const room of rooms.slice(0, 10)) records.set(room, await vote(activity, room, room === '1-103' ? '2' : '1'))

  await show('statistics', activity)
  await page.getByRole('button', { name: '体检' }).click()
  await expect(heading()).toBeVisible()
  await expect(page.getByText('过程数据，投票结束前不作为表决结论').filter({ visible: true })).toBeVisible()
  const sentence = (await flips('更新电梯').filter({ hasText: '同意票按反对计' }).textContent()) ?? ''
  const count = Number(/^最少(\d+)张/.exec(sentence)?.[1])
  expect(count).toBeGreaterThan(1)
  expect(sentence).toMatch(/结论即变为不通过$/)

  const largest = [...records.keys()].toReversed().filter((room) => room !== '1-103')
  const outcome = page
    .getByRole('button', { name: /更新电梯/ })
    .filter({ visible: true })
    .locator('.state-tag')
  for (const room of largest.slice(0, count)) {
    await expect(outcome).toHaveText('目前通过')
    await voidVote(activity, records.get(room) ?? '')
    await vote(activity, room, '2')
    await page.getByRole('button', { name: '刷新' }).filter({ visible: true }).click()
    await expect(page.getByRole('button', { name: '刷新' }).filter({ visible: true })).not.toHaveClass(/loading/)
  }
  await expect(outcome).toHaveText('目前未通过')
  await expect(flips('更新电梯').first()).toHaveText(/^最少1张（.+）反对票按同意计，结论即变为通过$/)
})

test('changes of the outcome are red, others on one line, and an election names the elected', async () => {
  const activity = await startedVote('三项议题表决', {
    topics: [
      topic('更新电梯'),
      topic('筹集维修资金', { lawitem: 6 }),
      optionsTopic('选举业主委员会委员', ['赵敏', '钱强', '孙丽'], { seats: 2, seatorder: 1, votetype: 14 }),
    ],
  })
  for (const room of rooms.slice(4)) await vote(activity, room, room === '1-106' || room === '1-112' ? '22010' : '11110')
  await voidVote(activity, await vote(activity, '1-101', '11110'))
  for (const room of rooms.slice(0, 4)) await deliver(activity, room)
  await takeSteps(client, activity.activityId, 'finish')
  await show('conclusioncheck', activity)
  await expect(heading()).toBeVisible()
  const table = page.getByRole('table', { name: '更新电梯 只改一项口径' })
  const changed = table.getByRole('row').filter({ hasText: '结论改变' })
  await expect(changed).toHaveCount(1)
  await expect(changed).toContainText('弃权')
  await expect(changed.getByRole('cell').first()).toHaveCSS('color', 'rgb(166, 29, 22)')
  await expect(page.getByText(/^其余组合 2 种中 \d 种结论不同$/).first()).toBeVisible()
  await expect(page.getByText('当选：钱强、赵敏').first()).toBeVisible()
  await expect(page.getByText('选举不作这项试算').filter({ visible: true })).toBeVisible()
  await expect(page.getByRole('button', { name: '打印' }).filter({ visible: true })).toHaveCount(0)
})

test('many topics are collapsible, and can be filtered to those that a change turns', async () => {
  const topics = Array.from({ length: 24 }, (_, index) => topic(`第${index + 1}项：公共区域改造方案及其费用分摊办法`))
  const activity = await startedVote('二十四项议题表决', { topics })
  for (const [index, room] of rooms.slice(0, 9).entries())
    await vote(activity, room, topics.map((_, slot) => (index < 5 || slot % 3 === 0 ? '1' : '2')).join(''))
  for (const room of ['1-110', '1-111', '1-112']) await deliver(activity, room)
  await show('conclusioncheck', activity)
  const heads = page.locator('.ant-collapse-item').filter({ visible: true })
  await expect(heads).toHaveCount(20)
  await page.getByRole('switch').filter({ visible: true }).click()
  await expect(page.getByText('只看换口径结论会变的（16 项，共 24 项）')).toBeVisible()
  await expect(heads).toHaveCount(16)
  await heads.first().click()
  await expect(flips('第2项：公共区域改造方案及其费用分摊办法').first()).toBeVisible()
})

test('without any votes the check says so, and links back', async () => {
  const activity = await startedVote('刚开始的表决', { topics: [topic('更新门禁')] })
  await show('conclusioncheck', activity)
  await expect(page.getByText('还没有人投票，暂无结论可以体检').filter({ visible: true })).toBeVisible()
})
