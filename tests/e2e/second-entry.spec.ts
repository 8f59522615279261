import { expect, test, type Page } from '@playwright/test'
import { startWithActivity, type ActivityProgram } from '../support/activity-program.ts'
import { hindrances } from '../support/axe.ts'
import { askMark, askVote, good, optionsTopic, recordsOf, takeSteps, topic, type PropertyRow } from '../support/activities.ts'
import { scan } from '../support/desk.ts'
import { goTo, httpRoster, placeInWords, propertyAt } from '../support/http-activities.ts'
import { workbookOf } from '../support/workbooks/make.ts'
import { startProxy, type Proxy } from '../support/proxy.ts'
import { httpClient, memberToken } from '../support/server-process.ts'

/** Papers entered by a colleague are entered again by keyboard, and differences are settled. */
test.describe.configure({ mode: 'serial' })

const properties: readonly PropertyRow[] = [
  ['1-101', '张三', 100],
  ['1-102', '李四', 80],
  ['1-201', '王五', 90],
  ['1-202', '赵六', 70],
]
const topics = [topic('是否同意更新电梯'), optionsTopic('选聘物业服务单位', ['甲公司', '乙公司'])]

let stand: ActivityProgram
let page: Page
let proxy: Proxy
test.beforeAll(async () => {
  stand = await startWithActivity({
    properties,
    estate: '翠湖花园',
    activity: { title: '双人复录', secondentry: 1, topics },
    prepare: async (api, activity) => {
      await takeSteps(api, activity.activityId, 'start')
    },
    through: async (url) => (proxy = await startProxy(url)),
  })
  ;({ page } = stand)
  const { activity } = stand
  const clerk = httpClient(stand.url, await memberToken(stand.url, 'clerk_1', '13800000002', '钱录入', 'clerk'))
  const second = httpClient(stand.url, await memberToken(stand.url, 'clerk_2', '13800000003', '孙复录', 'clerk'))
  const roster = [...(await httpRoster(stand.client, activity.activityId)).values()]
  for (const [index, property] of roster.slice(0, 3).entries()) {
    const code = `A-${index + 1}`
    good(await askMark(clerk, activity.activityId, property, code))
    good(await askVote(clerk, activity, [property], '121', { markedcodes: code }))
  }
  const read = { voteactivityid: activity.activityId, code: 'A-3', kind: 1, records: recordsOf(activity.topics, '131') }
  good(await second.post('/reading/enter', read))
  await goTo(page, '/voteManage/readings', { estateid: activity.estateId, activityid: activity.activityId })
  await page.getByText('复录', { exact: true }).click()
})
test.afterAll(async () => {
  await stand.close()
  await proxy.close()
})

/** Like typing by hand: slower than a scanner, which is recognised by speed. */
const key = (name: string) => page.keyboard.press(name, { delay: 80 })
const box = () => page.getByRole('textbox', { name: '选票编号 / 标记码' })
const said = () => page.getByTestId('said')
const due = () => page.getByRole('region', { name: '待复录' })
const far = () => page.getByTestId('second-entries')
const slots = () => page.getByTestId('slot')

test('a paper typed identically twice advances at once', async () => {
  await expect(far()).toHaveText('复录 0/3，1 票不一致')
  await expect(due().getByRole('button')).toHaveCount(2)
  await expect(box()).toBeFocused()
  await page.keyboard.type('A-1')
  await key('Enter')
  await expect(page.getByText(placeInWords('1-101'), { exact: true }).first()).toBeVisible()
  await key('1')
  await key('2')
  await key('Enter')
  await expect(said()).toContainText('还有 1 项没有录入')
  await key('1')
  // Until it is answered nothing is changed, and no other paper begun.
  proxy.holds = /\/reading\/enter/
  await key('Enter')
  await key('Escape')
  await key('2')
  await scan(page, 'A-2')
  await expect(said()).toHaveText('这张选票正在提交，请等它完成后再扫描下一张')
  await expect(box()).toHaveValue('A-1')
  proxy.release()
  await expect(said()).toHaveText(`一致：A-1 ${placeInWords('1-101')}`)
  await expect(box()).toBeFocused()
  await expect(box()).toHaveValue('')
  await expect(far()).toHaveText('复录 1/3，1 票不一致')
  await expect(due().getByRole('button')).toHaveCount(1)
})

test('a differing one stays, names the place but not the vote; Enter again leaves it to a third person', async () => {
  await scan(page, 'A-2')
  await expect(page.getByText(placeInWords('1-102'), { exact: true }).first()).toBeVisible()
  await key('1')
  await key('0')
  await expect(slots().nth(1)).toContainText('未填或无效')
  await key('1')
  await key('Enter')
  await expect(said()).toContainText('不一致：选聘物业服务单位：甲公司。')
  await expect(slots().nth(1)).toContainText('不一致')
  await expect(slots().nth(0)).not.toContainText('不一致')
  expect(await hindrances(page)).toEqual([])
  // A slip is corrected, and entered again.
  await key('ArrowUp')
  await key('3')
  await expect(slots().nth(1)).not.toContainText('不一致')
  await key('Enter')
  await expect(said()).toContainText('不一致：选聘物业服务单位：甲公司。')
  await key('Enter')
  await expect(said()).toHaveText(`已交由差异裁定：A-2 ${placeInWords('1-102')}`)
  await expect(far()).toHaveText('复录 1/3，2 票不一致')
})

test('an impossible entry is explained at the box, and a scan does not drop unsent input', async () => {
  await scan(page, 'X-9')
  await expect(said()).toHaveText('未找到该标记码')
  await scan(page, 'A-1')
  await expect(page.getByText(placeInWords('1-101'), { exact: true }).first()).toBeVisible()
  await key('1')
  await scan(page, 'A-3')
  await expect(said()).toContainText('这张选票还没有提交')
  await expect(page.getByText('已录 1 / 3')).toBeVisible()
  await key('Escape')
  await expect(box()).toBeFocused()
})

test('a difference is settled: the record is confirmed, or corrected and due again', async () => {
  await page.getByText('差异 2', { exact: true }).click()
  const card = (code: string) => page.getByRole('region', { name: new RegExp(`${code}$`) })
  await expect(card('A-3')).toContainText('钱录入')
  await expect(card('A-3').getByRole('row', { name: /甲公司/ })).toContainText('反对')
  expect(await hindrances(page)).toEqual([])
  await card('A-3').getByRole('button', { name: '改正记录' }).click()
  const dialog = page.getByRole('dialog').filter({ visible: true })
  await dialog.getByText('录入看错', { exact: true }).click()
  await dialog.getByRole('button', { name: '改正记录' }).click()
  await expect(card('A-3')).toBeHidden()
  // Nobody else can settle it: admin_1 read it and is the only one.
  await card('A-2').getByRole('button', { name: '记录无误' }).click()
  await dialog.getByRole('button', { name: '记录无误' }).click()
  await expect(dialog).toContainText('请输入裁定原因')
  await dialog.getByText('复录看错', { exact: true }).click()
  await dialog.getByRole('button', { name: '记录无误' }).click()
  await expect(page.getByText('没有等待裁定的差异')).toBeVisible()
  await expect(far()).toHaveText('复录 2/3')
})

test('the steps of the vote show the progress of second entries', async () => {
  const { estateId, activityId } = stand.activity
  await goTo(page, '/voteManage/activity', { estateid: estateId, activityid: activityId })
  await expect(page.getByRole('listitem', { name: /^结束：/ })).toContainText('复录 2/3')
})

test('an imported vote needs a second entry by somebody else than the importer', async () => {
  const { estateId, activityId } = stand.activity
  good(await askMark(stand.client, activityId, propertyAt(await httpRoster(stand.client, activityId), placeInWords('1-202')), 'A-4'))
  const sheet = await workbookOf([
    ['标记码', '房屋坐落', '1 是否同意更新电梯', '2.1 甲公司', '2.2 乙公司'],
    ['A-4', placeInWords('1-202'), '同意', '反对', '同意'],
  ])
  const manager = httpClient(stand.url, await memberToken(stand.url, 'manager_1', '13800000004', '李导入', 'manager'))
  good(await manager.upload('/vote/importvotes', 'uploadfile', '录入表.xlsx', sheet, { voteactivityid: activityId }))
  await goTo(page, '/voteManage/readings', { estateid: estateId, activityid: activityId })
  await page.getByText('复录', { exact: true }).filter({ visible: true }).first().click()
  await due().getByRole('button', { name: /^A-4/ }).click()
  await expect(box()).toHaveValue('A-4')
  for (const answer of ['1', '2', '1']) await key(answer)
  await key('Enter')
  await expect(said()).toHaveText(`一致：A-4 ${placeInWords('1-202')}`)
})

test('the creator disables second entries with a reason, and enables them again', async () => {
  const { estateId, activityId } = stand.activity
  await goTo(page, '/voteManage/activity', { estateid: estateId, activityid: activityId })
  await page.getByRole('button', { name: '取消双人复录' }).click()
  const dialog = page.getByRole('dialog', { name: '取消双人复录' })
  await dialog.getByRole('button', { name: '取消双人复录' }).click()
  await expect(dialog.getByText('请输入取消双人复录的原因')).toBeVisible()
  await dialog.getByText('人手不足', { exact: true }).click()
  await dialog.getByRole('button', { name: '取消双人复录' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: '开始双人复录' }).click()
  await expect(page.getByRole('button', { name: '取消双人复录' })).toBeVisible()
})
