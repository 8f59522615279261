import { expect, test, type Locator, type Page } from '@playwright/test'
import { askVote, good, takeSteps, type PropertyRow, type MadeActivity } from '../support/activities.ts'
import { goTo, placeInWords, voterNamed } from '../support/http-activities.ts'
import { startWithActivity, type ActivityProgram } from '../support/activity-program.ts'
import { closeLeftOpen } from '../support/program.ts'
import type { HttpClient } from '../support/server-process.ts'

test.describe.configure({ mode: 'serial' })

const [WANG, OTHER_WANG, ZHAO] = ['110101196203150012', '110101197001010023', '110101198812120034']
/** Two people called 王伟, one 赵六 with three properties and two phones, and two properties of 钱一 without identifying data. */
const properties: readonly PropertyRow[] = [
  ['1-101', '王伟', 80, { idNumber: WANG, phone: '13900000001' }],
  ['1-102', '王伟', 95.5, { idNumber: OTHER_WANG, phone: '13900000002' }],
  ['1-201', '赵六', 60, { idNumber: ZHAO, phone: '13700000001' }],
  ['1-202', '赵六', 70, { idNumber: ZHAO, phone: '13700000001' }],
  ['2-101', '赵六', 40, { idNumber: ZHAO, phone: '13700000002' }],
  ['2-102', '赵六', 45, { idNumber: ZHAO, phone: '13700000001' }],
  ['2-201', '钱一', 30, { phone: '11111111111' }],
  ['2-202', '钱一', 35, { phone: '11111111111' }],
]

let started: ActivityProgram
let page: Page
let client: HttpClient
let activity: MadeActivity

test.beforeAll(async () => {
  started = await startWithActivity({
    properties,
    estate: '同名小区',
    activity: { title: '同名表决' },
    prepare: async (client, activity) => {
      await takeSteps(client, activity.activityId, 'start')
      const { ballotid, v1, v2 } = await voterNamed(client, activity.activityId, '1-202')
      good(await askVote(client, activity, [{ ballotId: ballotid, ownerName: v1, phone: v2 }], '1'))
    },
  })
  ;({ client, activity, page } = started)
  await goTo(page, '/voteManage/mngballot', { estateid: activity.estateId, activityid: activity.activityId })
})
test.afterAll(() => started.close())

const shared = async (name: string) => (await voterNamed(client, activity.activityId, name)).relaPropertyInfos.map(({ relapropertyname }) => relapropertyname)
const merging = () => page.getByRole('dialog', { name: '合并票权' })
const side = (name: '主房产' | '待合并房产') => merging().getByRole('region', { name, exact: true })
const question = (title: string) => page.getByRole('dialog').filter({ hasText: `${title}，确认是同一位产权人吗?` })
const RED = 'rgb(179, 38, 30)'

async function pick(label: string, name: string): Promise<void> {
  const input = page.getByRole('combobox', { name: label, exact: true })
  await input.click()
  await input.fill(placeInWords(name))
  await page.locator('.ant-select-dropdown:visible').getByText(placeInWords(name), { exact: true }).click()
}
async function openMerge(main: string, merged: string): Promise<void> {
  await pick('主房产', main)
  await pick('待合并房产', merged)
  await page.getByRole('button', { name: '合并', exact: true }).first().click()
  await expect(merging()).toBeVisible()
}
/** Voting is open, so each merge asks for a reason. */
const giveReason = (dialog: Locator) => dialog.getByText('同一业主合并').click()
const cancel = () => merging().getByRole('button', { name: '取消' }).click()

test('two people of one name: phones and ID numbers side by side in red, merged only after a question', async () => {
  await openMerge('1-101', '1-102')
  for (const [name, phone, id] of [
    ['主房产', '139****0001', '110***********0012'],
    ['待合并房产', '139****0002', '110***********0023'],
  ] as const) {
    await expect(side(name)).toContainText(`手机号 ${phone} 不同`)
    await expect(side(name)).toContainText(`证件号 ${id} 不同`)
    await expect(side(name).getByText(phone)).toHaveCSS('color', RED)
    await expect(side(name)).not.toContainText(WANG)
  }
  await expect(merging().getByRole('alert')).toHaveText('手机号、证件号不一致，请核对是不是同一位产权人。')
  await giveReason(merging())
  await merging().getByRole('button', { name: '合并' }).click()
  await expect(question('手机号、证件号不一致')).toContainText('两个人的票权不能合并：合并后少计一票。')
  await question('手机号、证件号不一致').getByRole('button', { name: '取消' }).click()
  expect(await shared('1-101')).toEqual([])
  await cancel()
})

test('a voted property of the same person is reported; equal numbers are black and not asked about again', async () => {
  await openMerge('1-201', '2-102')
  await expect(merging().getByRole('alert')).toHaveText(`该产权人另有 1 票已标记或已投票，不能合并，仍单独计票：${placeInWords('1-202')}（已投票）`)
  await expect(merging()).not.toContainText('不同')
  await giveReason(merging())
  await merging().getByRole('button', { name: '合并' }).click()
  await expect(page.getByText('合并票权成功')).toBeVisible()
  await expect(merging()).toBeHidden()
  expect(await shared('1-201')).toEqual([placeInWords('2-102')])
})

test('a suggested property with another phone is merged only after a question', async () => {
  const others = page.getByRole('region', { name: '该产权人的其他房产' })
  const line = others.getByRole('listitem').filter({ hasText: placeInWords('2-101') })
  await expect(line).toContainText('137****0002 不同')
  await expect(others.getByRole('listitem').filter({ hasText: placeInWords('1-202') })).not.toContainText('不同')
  await line.getByRole('button', { name: /合并/ }).click()
  await question('手机号不一致').getByRole('button', { name: '取消' }).click()
  expect(await shared('2-101')).toEqual([])
  await line.getByRole('button', { name: /合并/ }).click()
  await giveReason(question('手机号不一致'))
  await question('手机号不一致').getByRole('button', { name: '是同一人，合并' }).click()
  await expect(line).toBeHidden()
  expect(await shared('2-101')).toHaveLength(2)
})

test('without phone and ID number to compare, merging asks too', async () => {
  await openMerge('2-201', '2-202')
  await giveReason(merging())
  await merging().getByRole('button', { name: '合并' }).click()
  await question('没有手机号和证件号可以核对').getByRole('button', { name: '是同一人，合并' }).click()
  await expect(merging()).toBeHidden()
  expect(await shared('2-201')).toEqual([placeInWords('2-202')])
})

test.afterAll(closeLeftOpen)
