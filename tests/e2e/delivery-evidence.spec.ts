import { expect, test, type Locator, type Page } from '@playwright/test'
import { askVote, good, makeEstate, takeSteps, topic, type MadeActivity, type PropertyRow } from '../support/activities.ts'
import { pngBytes } from '../support/files.ts'
import { goTo, httpRoster, makeActivityNow, placeInWords, propertyAt, type HttpRosterProperty } from '../support/http-activities.ts'
import { programAt, serverForAll } from '../support/program.ts'

/** An activity with a delivery policy; deliveries and results are shown by it. */
test.describe.configure({ mode: 'serial' })

const properties: readonly PropertyRow[] = [
  ['1-101', '张三', 100],
  ['1-102', '李四', 100],
  ['1-201', '王五', 100],
  ['1-202', '孙七', 100],
  ['1-301', '周八', 100],
  ['1-302', '吴九', 100],
]
const policy = [
  { method: 1, clause: '第十二条', evidence: ['receipt', 'seconddeliverer'], days: 0 },
  { method: 4, clause: '', evidence: ['trackingno'], days: 0 },
  { method: 6, clause: '第十三条', evidence: ['notice'], days: 7 },
]

const client = serverForAll()
let page: Page
let estateId: string
let activity: MadeActivity
let roster: Map<string, HttpRosterProperty>
test.beforeAll(async () => {
  estateId = (await makeEstate(client, properties, '翠湖花园')).estateId
  activity = await makeActivityNow(client, estateId, {
    title: '更新电梯',
    topics: [topic('更新电梯')],
    votetype: 5,
    rulebasis: '议事规则第八条',
    deliverypolicy: policy,
  })
  await takeSteps(client, activity.activityId, 'start')
  roster = await httpRoster(client, activity.activityId)
  for (const name of ['1-101', '1-102']) good(await askVote(client, activity, [propertyAt(roster, placeInWords(name))], '1'))
  ;({ page } = await programAt(client.url))
})

const about = () => ({ estateid: estateId, activityid: activity.activityId })
const row = (name: string): Locator =>
  page
    .getByRole('table', { name: '送达列表' })
    .filter({ visible: true })
    .getByRole('row')
    .filter({ hasText: placeInWords(name) })
const dialog = (name: string) => page.getByRole('dialog', { name })
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).filter({ visible: true })
const policyGroup = () => page.getByRole('group', { name: '认可的送达方式' }).filter({ visible: true })
const begin = async (name: string) => {
  await row(name)
    .getByRole('button', { name: /登记送达/ })
    .click()
  await dialog('登记送达').getByRole('radio', { name: '上门' }).check()
}
const choose = async (method: string) => {
  await dialog('登记送达').getByRole('combobox', { name: '认可方式' }).click()
  await page.locator('.ant-select-item-option').filter({ hasText: method }).filter({ visible: true }).click()
}
const submit = async () => {
  await dialog('登记送达').getByRole('button', { name: '提交' }).click()
  await expect(dialog('登记送达')).toBeHidden()
}

test('the editor takes the delivery policy, lists what is missing, and the activity shows it', async () => {
  const { activityId } = await makeActivityNow(client, estateId, { title: '修订管理规约', topics: [topic('修订管理规约')] })
  await goTo(page, '/voteManage/input', { activityid: activityId })
  await policyGroup().getByRole('checkbox', { name: '当面签收' }).check()
  await policyGroup().getByRole('textbox', { name: '当面签收的依据条款' }).fill('第十二条')
  await policyGroup().getByRole('group', { name: '当面签收须有的凭证' }).getByRole('checkbox', { name: '回执照片' }).check()
  await policyGroup().getByRole('checkbox', { name: '公告', exact: true }).check()
  await expect(page.getByText('请填写公告须满的天数')).toBeVisible()
  await policyGroup().getByRole('spinbutton', { name: '公告须满的天数' }).fill('7')
  await expect(page.getByText('请填写公告须满的天数')).toBeHidden()
  await policyGroup().evaluate((element) => element.scrollIntoView({ block: 'center' }))
  await button('提交').click()
  await page.getByRole('dialog').filter({ hasText: '确认提交吗？' }).getByRole('button', { name: '提交' }).click()
  await expect(page.locator('.ant-message').getByText('修改成功')).toBeVisible()
  const { deliverypolicy } = good(await client.get('/votedef/get', { id: activityId }))
  expect(deliverypolicy).toEqual([
    { method: 1, clause: '第十二条', evidence: ['receipt'], days: 0 },
    { method: 6, clause: '', evidence: [], days: 7 },
  ])
})

test('a delivery form asks for the evidence of its method, and each row shows what is missing', async () => {
  await goTo(page, '/voteManage/notify', about())
  await expect(row('1-201')).toContainText('未送达')

  await begin('1-201')
  await choose('当面签收')
  const form = dialog('登记送达')
  await expect(form).toContainText('依据第十二条；须有：业主本人签收、下面附回执照片、第二送达人')
  await form.getByRole('textbox', { name: '签收人' }).fill('王五')
  await form.getByRole('radio', { name: '本人' }).check()
  await form.getByRole('textbox', { name: '第二送达人' }).fill('赵六')
  await form.locator('input[type="file"]').setInputFiles({ name: '回执.png', mimeType: 'image/png', buffer: pngBytes })
  await expect(form.getByRole('button', { name: /^放大查看照片/ })).toHaveCount(1)
  await submit()
  await expect(row('1-201')).toContainText('凭证齐全')

  await begin('1-202')
  await expect(form).toContainText('当面签收')
  await form.getByRole('radio', { name: '代收' }).check()
  await form.getByRole('textbox', { name: '第二送达人' }).fill('赵六')
  await submit()
  await expect(row('1-202')).toContainText('缺回执照片 等 2 项')

  await begin('1-301')
  await choose('登记地址邮寄')
  await form.getByRole('textbox', { name: '邮寄单号' }).fill('EMS 1234567890')
  await submit()
  await expect(row('1-301')).toContainText('凭证齐全')

  await begin('1-302')
  await choose('公告')
  await expect(form).toContainText('满 7 日（首日不计）')
  for (const [label, time] of [
    ['公告起', '2026-01-10 09:30'],
    ['公告止', '2026-01-20 18:00'],
  ] as const) {
    await form.getByLabel(label).fill(time)
    await form.getByLabel(label).press('Tab')
    await expect(form.getByLabel(label)).toHaveValue(time)
  }
  await submit()
  await expect(row('1-302')).toContainText('公告前无送达登记')
})

test('the batch asks for the evidence too, and shows an entry without it', async () => {
  await page
    .getByRole('checkbox', { name: /1-302|302/ })
    .filter({ visible: true })
    .check()
  await button('批量登记送达').click()
  const form = dialog('批量登记送达')
  await expect(form.getByRole('combobox', { name: '认可方式' })).toBeVisible()
  await form.getByRole('button', { name: '取消' }).click()
  await expect(form).toBeHidden()
  const { rosterPropertyId: activitypropertyid } = propertyAt(roster, placeInWords('1-101'))
  good(await client.post('/vote/savenotify', { activitypropertyid, votesource: 1, notifytime: '2026-01-02 08:30:00' }))
  await button('查询').click()
  await expect(row('1-101')).toContainText('仅有登记')
})

test('delivery records show their evidence, and what is missing', async () => {
  const { rosterPropertyId: activitypropertyid } = propertyAt(roster, placeInWords('1-202'))
  await goTo(page, '/voteManage/notifyhistory', { activitypropertyid })
  const record = page.getByRole('article').filter({ visible: true })
  for (const words of ['缺回执照片', '签收人非业主', '认可方式当面签收', '签收人代收', '第二送达人赵六']) await expect(record).toContainText(words)
})

test('the result shows three outcomes side by side, the official one of all registered deliveries', async () => {
  await goTo(page, '/voteManage/statistics', about())
  const card = page.getByRole('article', { name: '更新电梯 的结论' }).filter({ visible: true })
  await expect(card).toContainText('其中登记为已送达、未反馈 4 人、400.00㎡，计为弃权')
  const bases = card.getByRole('region', { name: '更新电梯 的送达口径' })
  await expect(bases).toContainText('供核对')
  for (const [name, figures] of [
    ['登记为已送达', '4 票 400.00㎡'],
    ['方式认可', '3 票 300.00㎡'],
    ['凭证齐全', '2 票 200.00㎡'],
  ] as const)
    await expect(bases.locator('dl > div').filter({ hasText: name })).toContainText(figures)
  // Trial figures are not on the signed paper.
  await page.evaluate(() => {
    const print = () => Object.assign(window, { printedText: document.querySelector('body > .print-root')?.textContent ?? '' })
    Object.assign(window, { print })
  })
  await page.getByRole('button', { name: '打印', exact: true }).filter({ visible: true }).click()
  const printed = () => page.evaluate(() => (window as unknown as { printedText?: string }).printedText ?? '')
  await expect.poll(printed).toContain('其中登记为已送达、未反馈 4 人、400.00㎡，计为弃权')
  expect(await printed()).not.toContain('供核对')
})

test('an activity without a delivery policy shows nothing of it', async () => {
  const plain = await makeActivityNow(client, estateId, { title: '征求意见', topics: [topic('加装门禁')] })
  await goTo(page, '/voteManage/notify', { estateid: estateId, activityid: plain.activityId })
  await expect(row('1-101')).toContainText('未送达')
  await expect(page.getByRole('columnheader', { name: '凭证' }).filter({ visible: true })).toHaveCount(0)
  await row('1-101')
    .getByRole('button', { name: /登记送达/ })
    .click()
  await expect(dialog('登记送达').getByRole('radio', { name: '上门' })).toBeVisible()
  await expect(dialog('登记送达').getByText('认可方式')).toHaveCount(0)
  await dialog('登记送达').getByRole('button', { name: '取消' }).click()
})
