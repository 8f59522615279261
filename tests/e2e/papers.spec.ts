import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, type Locator, type Page } from '@playwright/test'
import { qrText } from '../../src/shared/features/paper/qr.ts'
import { good, takeSteps, topic, type PropertyRow } from '../support/activities.ts'
import { startWithActivity, type ActivityProgram } from '../support/activity-program.ts'
import { answerSaveDialog } from '../support/dialogs.ts'
import { pdfPageSizes } from '../support/pdf.ts'
import { closeLeftOpen, newFolder } from '../support/program.ts'
import { band, note, openDesk, ownerCard, scan } from '../support/desk.ts'
import { activityTab, goTo, makeActivityNow, mergeNamed, placeInWords, voterNamed } from '../support/http-activities.ts'

test.describe.configure({ mode: 'serial' })

/** Two units of one building and another building; the first two properties share a ballot. */
const properties: readonly PropertyRow[] = [
  ['1-101', '张三', 100],
  ['1-102', '张三', 80],
  ['1-201', '李四', 80],
  ['1-202', '王五', 120],
  ['1-301', '孙七', 90],
  ['1-302', '周八', 90],
  ['2-101', '赵六', 90],
  ['2-102', '钱九', 60],
]

let stand: ActivityProgram
let page: Page
test.beforeAll(async () => {
  stand = await startWithActivity({
    properties,
    estate: '翠湖花园',
    activity: { title: '纸质选票表决', topics: [topic('是否同意更新电梯')] },
    prepare: async (client, { activityId }) => {
      await mergeNamed(client, activityId, [['1-101', '1-102']])
      await takeSteps(client, activityId, 'start')
    },
  })
  page = stand.page
})
test.afterAll(() => stand.close())

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const qr = (code: string) => qrText({ code, layoutId: '1F0A8B3C', page: 1 }, sha256)
const openPapers = () => goTo(page, '/voteManage/papers', { estateid: stand.activity.estateId, activityid: stand.activity.activityId })
const shown = (locator: Locator) => locator.filter({ visible: true })
const button = (name: string | RegExp) => shown(page.getByRole('button', { name, exact: typeof name === 'string' }))
const view = (name: string) =>
  shown(page.getByRole('radiogroup', { name: '选票登记方式' }))
    .getByText(name, { exact: true })
    .click()
const table = () => shown(page.getByRole('table', { name: '选票列表' }))
const row = (text: string) => table().getByRole('row').filter({ hasText: text })
const rows = () => table().locator('tbody tr.ant-table-row')
const scanned = () => shown(page.getByTestId('scan-band'))
const dialog = () => shown(page.getByRole('dialog')).last()
const state = (name: string) =>
  shown(page.getByRole('radiogroup', { name: '选票状态' }))
    .getByText(name, { exact: true })
    .click()
/** The six numbers, in order. */
const figures = () => shown(page.getByRole('region', { name: '选票平衡' })).getByRole('definition')
const explained = () => shown(page.getByTestId('balance-words'))
/** The current code of a property's ballot. */
async function codeOf(name: string): Promise<string> {
  const voter = await voterNamed(stand.client, stand.activity.activityId, name)
  return (voter as unknown as { markedcode: string }).markedcode
}

test('the paper screen is reachable from the list, and explains itself without papers', async () => {
  await goTo(page, '/voteManage/list')
  await page.getByRole('row').filter({ hasText: '纸质选票表决' }).getByRole('button', { name: '纸质选票表决' }).click()
  await activityTab(page, '选票').click()
  await expect(shown(page.getByRole('heading', { name: '选票管理' }))).toBeVisible()
  await expect(explained()).toHaveText('还没有生成选票，共 7 票可以生成')
  await expect(page.getByText('还没有生成选票。选择楼栋单元生成后，再打印、发出')).toBeVisible()
})

test('papers are issued for a building, then for the rest, with the number stated beforehand', async () => {
  await button('生成选票').first().click()
  await expect(dialog().getByText('将生成 7 份选票，每票一份')).toBeVisible()
  await dialog().getByText('选择楼栋、单元', { exact: true }).click()
  await expect(dialog().getByText('请选择要生成的楼栋、单元')).toBeVisible()
  await dialog().getByRole('textbox', { name: '在楼栋、单元中查找' }).fill('2栋')
  await dialog().getByRole('treeitem').filter({ hasText: '2栋' }).getByRole('checkbox').click()
  await dialog().getByRole('button', { name: '生成 2 份' }).click()
  await expect(page.getByText('一期-2栋：已生成 2 份选票')).toBeVisible()
  await expect(figures()).toHaveText(['2', '2', '0', '0', '0', '0'])
  await button('生成选票').first().click()
  await expect(dialog().getByText('将生成 5 份选票，每票一份；2 票已有选票，不再生成')).toBeVisible()
  await dialog().getByRole('button', { name: '生成 5 份' }).click()
  await expect(page.getByText('整个清册：已生成 5 份选票，跳过 2 票')).toBeVisible()
  await expect(rows()).toHaveCount(7)
  await expect(row(placeInWords('1-101'))).toContainText('等 2 套')
})

test('each scan hands out one paper, confirmed in large letters; errors are red', async () => {
  await view('扫描发出')
  await expect(scanned()).toHaveText('请扫描要发出的选票')
  const code = await codeOf('1-201')
  await scan(page, qr(code))
  await expect(scanned()).toContainText('已发出')
  await expect(scanned()).toContainText('李四')
  await expect(scanned()).toContainText(placeInWords('1-201'))
  await expect(figures()).toHaveText(['7', '6', '1', '0', '0', '0'])
  // The scanned text is cleared from the box.
  await expect(page.getByRole('textbox', { name: '选票编号' })).toHaveValue('')
  await scan(page, qr(code))
  await expect(scanned()).toHaveAttribute('data-outcome', 'refused')
  await expect(scanned()).toContainText(`选票${code}已发出，不能登记发出`)
  await expect(scanned()).toContainText('李四')
  await scan(
    page,
    qr(code).replace(/.$/, (sign) => (sign === '0' ? '1' : '0')),
  )
  await expect(scanned()).toContainText('扫到的二维码不完整或有误，请重新扫描')
  await page.getByRole('textbox', { name: '选票编号' }).fill('2222222a')
  await page.keyboard.press('Enter')
  await expect(scanned()).toContainText('编号可能扫错或打错')
  // Typed in lower case.
  await page.getByRole('textbox', { name: '选票编号' }).fill((await codeOf('1-202')).toLowerCase())
  await page.keyboard.press('Enter')
  await expect(scanned()).toContainText('王五')
  // One after another, faster than they are answered.
  const many = await Promise.all(['1-301', '1-302', '2-101'].map(codeOf))
  for (const each of many) await scan(page, qr(each))
  await expect(figures()).toHaveText(['7', '2', '5', '0', '0', '0'])
  await expect(page.getByRole('region', { name: '最近扫描' }).getByRole('listitem')).toHaveCount(8)
})

test('scans receive papers again; the balance explains received and unvoted ones', async () => {
  await view('扫描收回')
  for (const name of ['1-201', '1-202']) await scan(page, qr(await codeOf(name)))
  await expect(scanned()).toContainText('已收回')
  await expect(scanned()).toContainText('王五')
  await expect(figures()).toHaveText(['7', '2', '3', '2', '0', '0'])
  await expect(explained()).toHaveText('已收回 2 − 已录入 0 = 2 份：2 份等待录入')
})

test('a lost paper is replaced and one spoiled, each with a reason; the old code leads to the new one', async () => {
  await view('选票列表')
  const old = await codeOf('1-301')
  await row(old)
    .getByRole('button', { name: `换发 ${old}` })
    .click()
  await expect(dialog()).toContainText(`${old}（${placeInWords('1-301')} 孙七）作废`)
  await dialog().getByText('选票遗失', { exact: true }).click()
  await dialog().getByRole('button', { name: '换发' }).click()
  await expect(page.getByText(`选票 ${old} 已换发，新编号`)).toBeVisible()
  const fresh = await codeOf('1-301')
  expect(fresh).not.toBe(old)
  await expect(shown(page.getByTestId('paper-result'))).toContainText(fresh)
  await expect(row(old)).toContainText(`换发 ${fresh}，选票遗失`)
  const spoilt = await codeOf('2-102')
  await row(spoilt)
    .getByRole('button', { name: `作废 ${spoilt}` })
    .click()
  await expect(dialog()).toContainText('编号不再使用；这一票可以重新生成选票。')
  await expect(dialog().getByRole('button', { name: '作废', exact: true })).toBeDisabled()
  await dialog().getByText('业主不领取', { exact: true }).click()
  await dialog().getByRole('button', { name: '作废', exact: true }).click()
  await expect(row(spoilt)).toContainText('业主不领取')
  await expect(figures()).toHaveText(['8', '2', '2', '2', '2', '0'])
  await view('扫描收回')
  await scan(page, qr(old))
  await expect(scanned()).toContainText(`该选票已换发，新编号${fresh}`)
  await expect(scanned()).toContainText('孙七')
  await view('选票列表')
})

test('the list is filtered by state, place, owner and part of a code', async () => {
  const strip = shown(page.getByRole('region', { name: '选票平衡' }))
  // As many rows as the number of that name above them.
  for (const [name, count] of [
    ['已生成', 2],
    ['已发出', 2],
    ['已收回', 2],
    ['已作废', 2],
  ] as const) {
    await state(name)
    await expect(rows()).toHaveCount(count)
    await expect(
      strip
        .locator('div')
        .filter({ has: page.getByText(name, { exact: true }) })
        .getByRole('definition'),
    ).toHaveText(String(count))
    for (const each of await rows().all()) await expect(each).toContainText(name)
  }
  await state('全部')
  await expect(rows()).toHaveCount(8)
  await expect(strip.getByRole('term').first()).toHaveText('选票总数')
  const search = async (term: string) => {
    await shown(page.getByRole('textbox', { name: '选票编号、房屋、姓名' })).fill(term)
    await button('查询').click()
  }
  await search('王五')
  await expect(rows()).toHaveCount(1)
  await search((await codeOf('1-201')).slice(2).toLowerCase())
  await expect(rows()).toHaveText([/李四/])
  await search('没有这个人')
  await expect(page.getByText('没有符合条件的选票')).toBeVisible()
  await button('查看全部选票').click()
  await expect(rows()).toHaveCount(8)
})

test('several papers are registered from the list, all or none', async () => {
  const [one, two] = [await codeOf('1-101'), await codeOf('1-301')]
  for (const code of [one, two])
    await table()
      .getByRole('checkbox', { name: `选择 ${code}` })
      .click()
  await button('登记发出').click()
  await expect(figures()).toHaveText(['8', '0', '4', '2', '2', '0'])
  await expect(row(one)).toContainText('已发出')
})

test('voting by code at the desk receives the paper', async () => {
  await openDesk(page, stand.activity.activityId, 2)
  const code = await codeOf('1-302')
  await scan(
    page,
    qr(code).replace(/.$/, (sign) => (sign === '0' ? '1' : '0')),
  )
  await expect(note(page)).toContainText('扫到的二维码不完整或有误，请重新扫描')
  await scan(page, qr(code))
  await expect(ownerCard(page)).toContainText('周八')
  await expect(ownerCard(page)).toContainText('选票已发出')
  await expect(ownerCard(page)).toContainText(/由 \S+ 在“.+”生成选票/)
  await expect(ownerCard(page)).toContainText(`选票编号${code}`)
  await page.keyboard.press('1')
  await page.keyboard.press('Control+Enter')
  await expect(band(page)).toContainText('周八')
  await openPapers()
  await expect(figures()).toHaveText(['8', '0', '3', '3', '2', '1'])
  await expect(explained()).toHaveText('已收回 3 − 已录入 1 = 2 份：2 份等待录入；还有 1 票没有生成选票')
  await expect(row(code)).toContainText('已录入')
})

test('grid and progress distinguish papers from hand-made marks', async () => {
  const { votercode, ballotid } = await voterNamed(stand.client, stand.activity.activityId, '2-102')
  const voteactivityid = stand.activity.activityId
  good(await stand.client.post('/vote/sign', { ballorighttid: ballotid, voteactivityid, markedcode: 'H-1', votepropertyid: votercode }))
  await goTo(page, '/voteManage/progress', { estateid: stand.activity.estateId, activityid: voteactivityid })
  await expect(shown(page.getByRole('group', { name: '选票去向' }).getByRole('listitem'))).toHaveText([
    '未生成 0',
    '未发出 0',
    '在业主处 3',
    '已收回待录入 2',
    '已录入 1',
    '手工标记 1',
  ])
  await expect(shown(page.getByRole('list', { name: '图例' }))).toHaveText(
    '投已投票/唱票 1 套未投 5 套：未未生成 0生未发出 0发在业主处 3收已收回待录入 2标手工标记 0',
  )
  await expect(shown(page.getByRole('gridcell', { name: '0201 已收回待录入' }))).toBeVisible()
  await expect(shown(page.getByRole('region', { name: '未投名单' }).getByRole('status'))).toContainText('5 套')
})

test('all screens show the same funnel; dialogs name the missing, in red those in the office', async () => {
  const stages = ['未生成 0', '未发出 0', '在业主处 3', '已收回待录入 2', '已录入 1', '手工标记 1']
  const parameters = { estateid: stand.activity.estateId, activityid: stand.activity.activityId }
  const funnel = () => shown(page.getByRole('group', { name: '选票去向' }).getByRole('listitem'))
  for (const [path, query] of [
    ['/voteManage/notify', parameters],
    ['/voteManage/input', { activityid: stand.activity.activityId, vflag: '1' }],
    ['/dashboard', {}],
  ] as const) {
    await goTo(page, path, query)
    await expect(funnel()).toHaveText(stages)
  }
  await goTo(page, '/voteManage/list')
  await expect(funnel()).toHaveText(stages.slice(2))
  const inRow = page.getByRole('row').filter({ hasText: '纸质选票表决' })
  await inRow.getByRole('button', { name: '开启唱票' }).click()
  await expect(dialog().getByRole('listitem').first()).toHaveText('未生成 0')
  await expect(dialog().getByText('未投票 6 票：在业主处 3 份，已收回待录入 2 份尚未录入，手工标记 1 票尚未唱票。')).toBeVisible()
  await expect(dialog().getByText('办公室有 2 份选票已收回、尚未录入，请先录入，或开启唱票后逐份唱票。')).toHaveCSS('color', 'rgb(166, 29, 22)')
  await expect(dialog().getByRole('alert').filter({ hasText: '已收回待录入的 2 票、手工标记的 1 票全部唱票也只有人数 57.14%、面积' })).toBeVisible()
  await dialog().getByRole('button', { name: '取消' }).click()
})

test('in the tally no papers are issued or handed out, but still received', async () => {
  await takeSteps(stand.client, stand.activity.activityId, 'startTally')
  await openPapers()
  await expect(button('生成选票')).toHaveAttribute('aria-disabled', 'true')
  await view('扫描发出')
  await expect(page.getByText('当前状态为“唱票中”，不能发出选票')).toBeVisible()
  await view('扫描收回')
  // A box opened late: papers put in before are in time.
  await shown(page.getByRole('group', { name: '收回时间' }))
    .getByText('指定', { exact: true })
    .click()
  await scan(page, qr(await codeOf('2-101')))
  await expect(scanned()).toContainText('赵六')
  await expect(scanned()).toContainText('已收回，收回时间 20')
  await openDesk(page, stand.activity.activityId, 3)
  await scan(page, qr(await codeOf('2-101')))
  await expect(ownerCard(page)).toContainText('赵六')
})

test('papers made before the start lock the activity with an explanation, until all are spoiled', async () => {
  const { activityId } = await makeActivityNow(stand.client, stand.activity.estateId, { title: '下个月的表决' })
  await goTo(page, '/voteManage/papers', { estateid: stand.activity.estateId, activityid: activityId })
  await expect(explained()).toHaveText('还没有生成选票，共 8 票可以生成')
  await expect(button('全部作废')).toHaveCount(0)
  await button('生成选票').first().click()
  await expect(dialog()).toContainText('生成后活动内容、议题和投票范围不能再修改')
  await dialog().getByRole('button', { name: '生成 8 份' }).click()
  await expect(figures()).toHaveText(['8', '8', '0', '0', '0', '0'])
  const path = join(newFolder(), '选票.pdf')
  await answerSaveDialog(stand.program, path)
  await shown(page.getByTestId('paper-result')).getByRole('button', { name: '打印', exact: true }).click()
  await dialog().getByRole('radiogroup', { name: '存根', exact: true }).getByText('不打印', { exact: true }).click()
  await dialog().getByRole('radiogroup', { name: '送达回执', exact: true }).getByText('不打印', { exact: true }).click()
  await expect(dialog()).toContainText('只打印选票，不附存根和送达回执')
  await dialog().getByRole('button', { name: '选择保存位置' }).click()
  await expect(shown(page.getByTestId('paper-result'))).toContainText('已将 8 份选票保存为 PDF，每份 1 页')
  expect(await pdfPageSizes(readFileSync(path))).toHaveLength(8)
  await view('扫描收回')
  await expect(page.getByText('当前状态为“未开始”，不能收回选票')).toBeVisible()
  await view('选票列表')
  await goTo(page, '/voteManage/input', { activityid: activityId })
  await expect(page.getByText('已生成选票，请先作废全部选票再修改，以下内容只能查看')).toBeVisible()
  await expect(shown(page.getByRole('form'))).toHaveCount(0)
  await goTo(page, '/voteManage/papers', { estateid: stand.activity.estateId, activityid: activityId })
  await button('全部作废').click()
  await expect(dialog()).toContainText('“下个月的表决”的 8 份选票全部作废')
  const confirm = dialog().getByRole('button', { name: '全部作废' })
  await expect(confirm).toBeDisabled()
  await dialog().getByRole('textbox', { name: '其他作废原因' }).fill('标题写错了')
  await confirm.click()
  await expect(figures()).toHaveText(['8', '0', '0', '0', '8', '0'])
  await expect(button('全部作废')).toHaveCount(0)
  expect(good(await stand.client.get('/votedef/get', { id: activityId })).haspapers).toBe(false)
  await goTo(page, '/voteManage/list')
  await shown(page.getByRole('row', { name: /下个月的表决/ }))
    .getByRole('button', { name: '更多' })
    .click()
  await page.getByRole('menuitem', { name: '编辑', exact: true }).click()
  await expect(shown(page.getByRole('form')).getByLabel('标题', { exact: true })).toHaveValue('下个月的表决')
})

test('the papers of a unit go out at once and come in at once, and nothing of other units', async () => {
  const { activityId } = await makeActivityNow(stand.client, stand.activity.estateId, { title: '按单元收发的表决' })
  good(await stand.client.post('/paper/issue', { voteactivityid: activityId, xpath: '' }))
  await takeSteps(stand.client, activityId, 'start')
  await goTo(page, '/voteManage/papers', { estateid: stand.activity.estateId, activityid: activityId })
  await expect(figures()).toHaveText(['8', '8', '0', '0', '0', '0'])
  await shown(page.getByRole('combobox', { name: '楼栋或单元' })).click()
  for (const level of ['一期', '1栋', '1单元']) await shown(page.locator('.ant-cascader-menu-item', { hasText: level })).click()
  await page.keyboard.press('Escape')
  await expect(rows()).toHaveCount(6)
  await expect(rows().filter({ hasNotText: '一期-1栋-1单元-' })).toHaveCount(0)
  const tickUnit = async () => {
    await table().getByRole('checkbox').first().check()
    await expect(shown(page.getByText('已选 6 条'))).toBeVisible()
  }
  await tickUnit()
  await button('登记发出').click()
  await expect(figures()).toHaveText(['8', '2', '6', '0', '0', '0'])
  await expect(rows().filter({ hasText: '已发出' })).toHaveCount(6)
  await tickUnit()
  await button('登记收回').click()
  await expect(figures()).toHaveText(['8', '2', '0', '6', '0', '0'])
  await expect(rows().filter({ hasText: '已收回' })).toHaveCount(6)
  await button('重置').click()
  await expect(rows()).toHaveCount(8)
  await expect(rows().filter({ hasText: '已生成' })).toHaveText([/2栋/, /2栋/])
})

test.afterAll(closeLeftOpen)
