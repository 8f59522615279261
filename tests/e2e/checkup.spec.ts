import { expect, test, type Page } from '@playwright/test'
import { type MadeActivity, type PropertyRow } from '../support/activities.ts'
import { startWithActivity, type ActivityProgram } from '../support/activity-program.ts'
import { goTo, placeInWords, voterNamed } from '../support/http-activities.ts'
import { closeLeftOpen, dropFile } from '../support/program.ts'
import type { HttpClient } from '../support/server-process.ts'
import { workbookOf } from '../support/workbooks/make.ts'

test.describe.configure({ mode: 'serial' })

/** 陈大文 under two spellings, a wrong area on floor 4, no room 102 on floor 2, a duplicate place. */
const properties: readonly PropertyRow[] = [
  ['1-101', '陈大文', 89.5, { phone: '13911112222' }],
  ['1-201', '陳大文', 89.5, { phone: '13911112222' }],
  ['1-301', '王五', 89.5],
  ['1-401', '赵六', 895],
  ['1-501', '孙八', 89.5],
  ['1-601', '周九', 89.5],
  ['1-102', '吴十', 60],
  ['1-302', '郑一', 60],
  ['1-402', '冯二', 60],
  ['2-101', '褚三', 70],
  ['2-0101', '卫四', 70],
]

let started: ActivityProgram
let page: Page
let client: HttpClient
let activity: MadeActivity

test.beforeAll(async () => {
  started = await startWithActivity({ properties, estate: '体检小区', activity: { title: '体检表决' } })
  ;({ client, activity, page } = started)
})
test.afterAll(() => started.close())

const card = (name: RegExp) => page.getByRole('article', { name }).filter({ visible: true })
const tier = (name: RegExp) => page.getByRole('radio', { name })
const choose = (name: RegExp) => page.locator('label.ant-radio-button-wrapper').filter({ visible: true, hasText: name }).click()
const dialog = (title: string | RegExp) => page.getByRole('dialog', { name: title })

test('开启投票 shows open check-up findings, with a link to them', async () => {
  await goTo(page, '/voteManage/list')
  await page
    .getByRole('row', { name: /体检表决/ })
    .getByRole('button', { name: '开启投票' })
    .click()
  const asked = dialog('确认开启投票吗？')
  await expect(asked.getByText('名册体检：必须处理 2 项，建议核对 2 项，还没有处理')).toBeVisible()
  await asked.getByRole('button', { name: '去体检' }).click()
  await expect(asked).toBeHidden()
  await expect(page.getByRole('heading', { name: '名册体检' })).toBeVisible()
  await expect(tier(/必须处理 2/)).toBeChecked()
  await expect(card(/疑似同一人/)).toContainText('合并后总票权 11 → 10，三分之二线 8 → 7')
  await expect(card(/疑似同一人/).getByRole('row')).toHaveCount(3)
})

test('normalising spellings and then merging the ballots updates the counts', async () => {
  await expect(card(/疑似同一人/).getByRole('button', { name: '合并' })).toHaveAttribute('aria-disabled', 'true')
  await card(/疑似同一人/)
    .getByRole('button', { name: `修改 ${placeInWords('1-201')}` })
    .click()
  const editing = dialog('编辑房产')
  await editing.getByRole('textbox', { name: '产权人' }).fill('陈大文')
  await editing.getByRole('button', { name: '提交' }).click()
  await expect(editing).toBeHidden()
  await card(/疑似同一人/)
    .getByRole('button', { name: '合并', exact: true })
    .click()
  const merging = dialog('合并票权 · 陈大文')
  await expect(merging.getByRole('checkbox', { checked: true })).toHaveCount(2)
  await merging.getByRole('button', { name: '合并', exact: true }).click()
  // Neither has an ID number, so merging asks again.
  await page.getByRole('dialog').filter({ hasText: '没有证件号可以核对' }).getByRole('button', { name: '是同一人，合并' }).click()
  await expect(page.getByText('合并票权成功')).toBeVisible()
  await expect(card(/疑似同一人/)).toHaveCount(0)
  expect((await voterNamed(client, activity.activityId, '1-101')).relaPropertyInfos.map(({ relapropertyname }) => relapropertyname)).toEqual([
    placeInWords('1-201'),
  ])
  // The rest is counted from the new whole.
  await expect(card(/位置重复/)).toContainText('只留一条后总票权 10 → 9，三分之二线 7 → 6')
})

test('a finding is dismissed with a reason, and restored', async () => {
  await choose(/建议核对 2/)
  await card(/面积/).getByRole('button', { name: '已核对' }).click()
  const question = page.getByRole('dialog').filter({ hasText: '标记“面积”这一项为“已核对”吗?' })
  await question.getByText('已与不动产登记核对').click()
  await question.getByRole('button', { name: '已核对', exact: true }).click()
  await expect(card(/面积/)).toHaveCount(0)
  await choose(/已处理 1/)
  await expect(card(/面积/)).toContainText('标记“已核对”：已与不动产登记核对')
  await card(/面积/).getByRole('button', { name: '撤回' }).click()
  await expect(page.getByText('还没有标记过的')).toBeVisible()
  await choose(/建议核对 2/)
  await expect(card(/楼盘表缺房/)).toContainText(`缺少：${placeInWords('1-202')}`)
})

test('a dropped list gets its columns mapped, and the differences are shown', async () => {
  await goTo(page, '/property/checkup', { estateid: activity.estateId })
  await expect(page.getByRole('heading', { name: '房产体检' })).toBeVisible()
  await expect(card(/疑似同一人/)).toBeVisible()
  const rows = [
    ['户主', '地点', '产证面积'],
    ['王五', '1栋1单元301', 98.5],
    ['孙八', '1栋1单元501', 89.5],
  ]
  await dropFile(page, 'body', '维修资金.xlsx', await workbookOf(rows))
  const columns = dialog('指明对照表的列')
  await expect(columns.getByLabel('房屋坐落')).toBeFocused()
  await columns.getByLabel('房屋坐落').click()
  await page.locator('.ant-select-item-option').filter({ visible: true, hasText: '地点' }).click()
  await columns.getByLabel('面积').click()
  await page.locator('.ant-select-item-option').filter({ visible: true, hasText: '产证面积' }).click()
  await columns.getByRole('button', { name: '开始对照' }).click()
  await expect(columns).toBeHidden()
  await expect(tier(/与对照表不一致 2/)).toBeChecked()
  await expect(page.getByText('面积：本名册 89.50㎡，对照表 98.50㎡（对照表第 2 行）')).toBeVisible()
  await expect(page.getByText('本名册有、对照表没有的 9 套')).toBeVisible()
})

test('all shown findings are dismissed with one reason, and those of the estate apply to its vote', async () => {
  await choose(/建议核对 [1-9]/)
  const many = page.getByRole('button', { name: /^批量已核对 \d+ 项$/ }).filter({ visible: true })
  const count = Number(/\d+/.exec((await many.textContent()) ?? '')?.[0])
  expect(count).toBeGreaterThan(1)
  await many.click()
  const question = page.getByRole('dialog').filter({ visible: true }).last()
  await question.getByText('已与不动产登记核对').click()
  await question.getByRole('button', { name: '全部已核对', exact: true }).click()
  await expect(page.locator('label').filter({ visible: true, hasText: `已处理 ${count}` })).toHaveCount(1)
  await expect(many).toHaveCount(0)
  await goTo(page, '/voteManage/checkup', { estateid: activity.estateId, activityid: activity.activityId })
  await page.getByRole('button', { name: '重新体检' }).filter({ visible: true }).click()
  await choose(/^已处理 [1-9]/)
  await expect(card(/楼盘表缺房/)).toContainText('在房产体检中标记“已核对”：已与不动产登记核对')
})

test.afterAll(closeLeftOpen)
