import { expect, test, type Locator, type Page } from '@playwright/test'
import { askVote, good, makeEstate, takeSteps, type MadeActivity, type PropertyRow } from '../support/activities.ts'
import { band, openDesk, searchBox } from '../support/desk.ts'
import { goTo, httpRoster, placeInWords, propertyAt, unfoldVerdicts } from '../support/http-activities.ts'
import { programAt, serverForAll } from '../support/program.ts'

test.describe.configure({ mode: 'serial' })

const client = serverForAll()
let page: Page
let activity: MadeActivity

/** Ten properties of 100 m². */
const properties: readonly PropertyRow[] = Array.from({ length: 10 }, (_, index) => [`1-${101 + index}`, `业主${index + 1}`, 100])
const CANDIDATES = ['陈一', '林二', '黄三', '周四'] as const
const ELECTION = '选举第二届业主委员会委员三名'
const RAISE = '续筹专项维修资金'

test.beforeAll(async () => {
  await makeEstate(client, properties, '桂花新苑')
  ;({ page } = await programAt(client.url))
})

const shown = (found: Locator): Locator => found.filter({ visible: true })
const button = (name: string) => shown(page.getByRole('button', { name, exact: true }))
const dialog = () => shown(page.getByRole('dialog')).last()
const editor = () => shown(page.getByRole('form'))
const field = (label: string) => editor().getByLabel(label, { exact: true })
const topicCard = (number: number) => editor().getByRole('group', { name: `议题 ${number}`, exact: true })
const pick = async (label: string, option: string) => {
  await field(label).click()
  await page.locator('.ant-select-dropdown:visible').getByText(option, { exact: true }).click()
}
const typeTime = async (label: string, written: string) => {
  await field(label).click()
  await field(label).fill(written)
  await field(label).press('Enter')
}

test('writing a mixed agenda: seats and items suggested from titles are set by a click only', async () => {
  await page.getByRole('menu', { name: '主菜单' }).getByText('投票活动', { exact: true }).click()
  await button('新增').click()
  await field('标题').fill('2026年业主大会')
  await pick('小区', '桂花新苑')
  await pick('计票方式', '双过半（仅计收回票）')
  await expect(field('议事规则依据')).toHaveCount(0)
  await typeTime('开始时间', '2026-01-01 12:00:00')
  await typeTime('结束时间', '2099-12-31 12:00:00')
  await field('议题 1 标题').fill(RAISE)
  const proposal = topicCard(1).getByRole('note', { name: '议题 1 法定事项建议' })
  await expect(proposal).toContainText('第（六）项 筹集维修资金：参加表决的人数和面积四分之三以上同意才通过')
  await expect(topicCard(1).getByText('按活动的计票方式', { exact: true })).toBeVisible()
  await proposal.getByRole('button', { name: '采用' }).click()
  await expect(proposal).toHaveCount(0)
  await expect(topicCard(1).getByText('第（六）项 筹集维修资金', { exact: true })).toBeVisible()

  await button('添加议题').click()
  await field('议题 2 标题').fill('3栋101室住改商')
  await expect(topicCard(2).getByRole('note')).toHaveCount(0)
  await field('议题 2 标题').fill('是否同意更新门禁')

  await button('添加议题').click()
  await field('议题 3 标题').fill(ELECTION)
  await topicCard(3).getByText('选项表决：对每个选项分别表决').click()
  for (const [index, candidate] of CANDIDATES.entries()) {
    await field(`议题 3 选项 ${index + 1} 标题`).fill(candidate)
    if (index + 1 < CANDIDATES.length) await field(`议题 3 选项 ${index + 1} 标题`).press('Enter')
  }
  await topicCard(3).getByRole('checkbox', { name: /^选举/ }).check()
  await expect(field('议题 3 应选名额')).toHaveValue('')
  await editor().getByRole('button', { name: '提交', exact: true }).click()
  await expect(topicCard(3).getByText('请填写应选名额', { exact: true })).toBeVisible()
  const seatsProposal = topicCard(3).getByRole('note', { name: '议题 3 应选名额建议' })
  await expect(seatsProposal).toContainText('按标题，应选名额可能是 3 名')
  await seatsProposal.getByRole('button', { name: '采用' }).click()
  await expect(seatsProposal).toHaveCount(0)
  await expect(field('议题 3 应选名额')).toHaveValue('3')
  await field('议题 3 应选名额').fill('5')
  await expect(topicCard(3).getByText('应选 5 名，现在只有 4 名候选人。')).toBeVisible()
  await field('议题 3 应选名额').fill('3')
  await expect(topicCard(3).getByText(/现在只有/)).toHaveCount(0)
  await topicCard(3).getByText('先按同意面积，再按同意人数').click()
  await pick('议题 3 法定事项', '第（三）项 选举业主委员会或者更换业主委员会成员')
  await field('议事规则依据').fill('《议事规则》第十八条')
  await editor().getByRole('button', { name: '提交', exact: true }).click()
  await expect(dialog()).toContainText(`“${ELECTION}”应选 3 名（候选人 4 名），先按同意面积，再按同意人数`)
  await dialog().getByRole('button', { name: '提交' }).click()
  await expect(shown(page.getByRole('row', { name: /2026年业主大会/ }))).toBeVisible()

  const [made] = good(await client.get('/votedef/list', { name: '2026年业主大会' })).datas
  const { voteactivityid: activityId, estateid: estateId, rulebasis, topics } = good(await client.get('/votedef/get', { id: made.voteactivityid }))
  activity = { activityId, estateId, topics }
  expect(rulebasis).toBe('《议事规则》第十八条')
  expect(topics).toMatchObject([
    { title: RAISE, lawitem: 6, seats: null, seatorder: null },
    { title: '是否同意更新门禁', lawitem: null, seats: null, seatorder: null },
    { title: ELECTION, lawitem: 3, seats: 3, seatorder: 2 },
  ])
})

test('the dialog that opens the vote states the seats', async () => {
  const row = shown(page.getByRole('row', { name: /2026年业主大会/ }))
  await row.getByRole('button', { name: '开启投票', exact: true }).click()
  await expect(dialog()).toContainText(`选举：“${ELECTION}”应选 3 名（候选人 4 名），先按同意面积，再按同意人数。`)
  await dialog().getByRole('button', { name: '取消' }).click()
})

test('the desk counts approvals, and asks before submitting too many', async () => {
  await takeSteps(client, activity.activityId, 'start')
  await openDesk(page, activity.activityId, 2)
  await searchBox(page).fill('1-101')
  await searchBox(page).press('Enter')
  const seats = shown(page.getByRole('status')).filter({ hasText: '应选 3 名' })
  await expect(seats).toHaveText('应选 3 名，已同意 0 名')
  for (const key of ['1', '1', '1', '1', '1']) await page.keyboard.press(key)
  await expect(seats).toHaveText('应选 3 名，已同意 3 名')
  await page.keyboard.press('1')
  await expect(seats).toHaveText('应选 3 名，已同意 4 名：超过名额，对全部候选人无效')
  await page.keyboard.press('Control+Enter')
  await expect(dialog()).toContainText(`“${ELECTION}”应选 3 名，同意了 4 名，超过名额，提交后这张选票对它的全部候选人无效`)
  await dialog().getByRole('button', { name: /提交/ }).click()
  await expect(band(page)).toContainText('投票成功')
})

test('the result shows the elected, ties, and the majority required of each topic', async () => {
  const roster = await httpRoster(client, activity.activityId)
  // Six approve of 陈一, five of each of the others; the ballot of the desk approves of all four.
  const answers = ['112111', '111211', '111211', '111121', '121121', '121112', '221112'] as const
  for (const [index, given] of answers.entries()) {
    const [name] = properties[index + 1] ?? ['']
    good(await askVote(client, activity, [propertyAt(roster, placeInWords(name))], given))
  }
  await takeSteps(client, activity.activityId, 'finish')
  await goTo(page, '/voteManage/statistics', { estateid: activity.estateId, activityid: activity.activityId })
  const panel = shown(page.getByRole('region', { name: `3. ${ELECTION} 的选举结果` }))
  await expect(panel).toContainText('应选 3 名 · 当选 1 名 · 空缺 2 名')
  await expect(panel).toContainText('当选排序：先按同意面积，再按同意人数（《议事规则》第十八条）')
  await expect(panel.getByRole('row').nth(1)).toContainText('1陈一')
  await expect(panel.getByRole('row').nth(1)).toContainText('当选')
  const { statisticsResultDatalist: found } = good(await client.get('/vote/satisticsvoteprogress', { voteActivityId: activity.activityId }))
  const titles = (ids: readonly string[]) => ids.map((id) => found[2].options.find((each: { voteoptionid: string }) => each.voteoptionid === id).title)
  expect([titles(found[2].election.elected), titles(found[2].election.tied), found[2].election.vacant]).toEqual([['陈一'], ['林二', '黄三', '周四'], 2])
  await expect(panel.getByText('最后的名额上有 3 名候选人同意人数和面积都相同')).toBeVisible()
  await expect(panel.getByText('有 1 票（100.00㎡）同意的候选人多于应选名额，对全部候选人无效。')).toBeVisible()
  await unfoldVerdicts(page)
  const rule = (title: string) => shown(page.getByRole('article', { name: `${title} 的结论`, exact: true })).getByText(/^规则：/)
  await expect(rule(`1. ${RAISE}`)).toHaveText('规则：双四分之三（仅计收回票）')
  await expect(rule('2. 是否同意更新门禁')).toHaveText('规则：双过半（仅计收回票）')
})
