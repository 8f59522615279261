import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { documentKinds, documentWords } from '../../src/shared/features/document/kinds.ts'
import { good, makeEstate, optionsTopic, takeSteps, topic } from '../support/activities.ts'
import { answerSaveDialog } from '../support/dialogs.ts'
import { textOfDocx } from '../support/documents.ts'
import { activityTab, goTo, makeActivityNow } from '../support/http-activities.ts'
import { launch, logIn, newFolder, serverForAll, type Program } from '../support/program.ts'

test.describe.configure({ mode: 'serial' })

const client = serverForAll()
let program: Program
let page: Page
let activityId: string
let estateId: string
test.beforeAll(async () => {
  ;({ estateId } = await makeEstate(client, [
    ['1-101', '张三', 100],
    ['1-102', '李四', 80],
  ]))
  const topics = [topic('是否同意更新电梯', { lawitem: 7 }), optionsTopic('选举业主委员会委员', ['赵敏', '钱强'], { lawitem: 3, seats: 1 })]
  ;({ activityId } = await makeActivityNow(client, estateId, { title: '更新电梯', topics }))
  await takeSteps(client, activityId, 'start')
  program = await launch({ args: ['--server', client.url], userData: newFolder() })
  page = program.page
  await logIn(program, { captcha: '0000', account: { username: 'admin_1', password: 'pine4827' } })
})

const kind = (name: string) => page.getByRole('list', { name: '文书种类' }).getByRole('button', { name: new RegExp(`^${name}`) })
const preview = (name: string) => page.getByRole('document', { name: `${name}预览` })

test('the documents are on the vote’s page with their purpose; an unavailable one says why', async () => {
  await page.getByRole('menuitem', { name: '投票活动' }).click()
  await page
    .getByRole('row', { name: /更新电梯/ })
    .getByRole('button', { name: '更新电梯' })
    .click()
  await activityTab(page, '文书').click()
  await expect(page.getByRole('heading', { name: '文书', level: 1 })).toBeVisible()
  for (const each of documentKinds) await expect(kind(documentWords[each].name)).toBeVisible()
  await expect(kind('会议公告')).toContainText(documentWords.notice.purpose)
  await expect(kind('延期公告')).toBeDisabled()
  await expect(kind('延期公告')).toContainText('该活动没有延期，无需延期公告')
  await expect(kind('更正公告')).toContainText('本次表决没有更正，无需更正公告')
  await expect(kind('异议答复')).toBeDisabled()
  await expect(page.getByRole('button', { name: '保存', exact: true })).toBeDisabled()
})

test('a document is previewed as printed, and the next one replaces it', async () => {
  await kind('会议公告').click()
  await expect(preview('会议公告')).toContainText('关于召开示范小区业主大会会议的公告')
  await expect(preview('会议公告')).toContainText('召集人：【待填】（盖章）')
  await expect(preview('会议公告').getByRole('table')).toContainText('（1）赵敏')
  // How many blanks are left, and where.
  const gaps = preview('会议公告').locator('mark')
  const left = await gaps.count()
  expect(left).toBe((await preview('会议公告').innerText()).split('【待填】').length - 1)
  await expect(page.getByText(`还有 ${left} 处【待填】，保存后打开填写`)).toBeVisible()
  await page.getByRole('button', { name: '看第一处' }).click()
  for (let shown = 1; shown < left; shown++) await page.getByRole('button', { name: `下一处（第 ${shown} 处）` }).click()
  await expect(gaps.last()).toBeInViewport()
  await expect(gaps.last()).toHaveAttribute('data-shown', '')
  await kind('业主名册公示').click()
  await expect(preview('业主名册公示')).toContainText('李*')
  await expect(preview('业主名册公示')).not.toContainText('李四')
  await expect(preview('会议公告')).toBeHidden()
  await kind('计票记录').click()
  await expect(preview('计票记录')).toContainText('过程稿，不作为表决结论')
})

const card = () => page.getByRole('form', { name: '文书信息' })
const head = () => page.getByRole('button', { name: /文书信息/ }).filter({ hasNotText: '保存' })

test('letterhead data typed once appear in the shown document and all others', async () => {
  await expect(head()).toContainText('还没有填写，各文书中留作待填')
  await kind('会议公告').click()
  await expect(preview('会议公告')).toContainText('召集人：【待填】（盖章）')
  const gaps = await preview('会议公告').locator('mark').count()
  const said = { 召集人: '翠湖花园第二届业主委员会', 联系人: '王主任', 联系电话: '0571-88881234', 地点: '物业服务中心一楼', 文号: '翠湖业委〔2026〕' }
  for (const [label, text] of Object.entries(said)) await card().getByLabel(label, { exact: true }).fill(text)
  await card().getByRole('button', { name: '保存文书信息' }).dblclick()
  await expect(preview('会议公告')).toContainText('召集人：翠湖花园第二届业主委员会（盖章）')
  await expect(preview('会议公告')).toContainText('联系人：王主任。电话：0571-88881234。')
  expect(await preview('会议公告').locator('mark').count()).toBe(gaps - 8)
  await expect(head()).toContainText('未填：监票人')
  await expect(card().getByRole('button', { name: '保存文书信息' })).toBeDisabled()
  await kind('计票记录').click()
  await expect(preview('计票记录')).toContainText('唱票计票地点：物业服务中心一楼')
})

test('a concurrent letterhead change shows the other’s version, and keeps what was typed', async () => {
  const { letterhead } = good(await client.get('/document/letterhead', { voteactivityid: activityId }))
  good(await client.post('/document/saveletterhead', { voteactivityid: activityId, ...letterhead, venue: '社区居委会' }))
  await card().getByLabel('监票人', { exact: true }).fill('赵敏、钱强')
  await card().getByRole('button', { name: '保存文书信息' }).click()
  await expect(card().getByRole('alert')).toContainText('已被他人修改')
  await expect(card().getByLabel('地点', { exact: true })).toHaveValue('社区居委会')
  await card().getByRole('button', { name: '保存文书信息' }).click()
  await expect(head()).toContainText('已全部填写')
  await expect(preview('计票记录')).toContainText('唱票计票地点：社区居委会')
})

test('the letterhead is offered to the estate’s next activity, and used only on request', async () => {
  const { activityId: next } = await makeActivityNow(client, estateId, { title: '下一次会议', topics: [topic('是否同意绿化')] })
  await goTo(page, '/voteManage/documents', { activityid: next })
  await expect(page.getByText(/可以沿用“更新电梯”的文书信息/)).toBeVisible()
  await expect(card().getByLabel('召集人', { exact: true })).toHaveValue('')
  await card().getByRole('button', { name: '填入，核对后保存' }).click()
  await expect(card().getByLabel('召集人', { exact: true })).toHaveValue('翠湖花园第二届业主委员会')
  expect(good(await client.get('/document/letterhead', { voteactivityid: next })).letterhead).toMatchObject({ convener: '' })
  await card().getByRole('button', { name: '保存文书信息' }).click()
  await expect(head()).toContainText('已全部填写')
  expect(good(await client.get('/document/letterhead', { voteactivityid: next })).letterhead).toMatchObject({ convener: '翠湖花园第二届业主委员会' })
  await goTo(page, '/voteManage/documents', { activityid: activityId })
  await kind('计票记录').click()
})

test('a document is saved under a Chinese name, opened, and journalled', async () => {
  const path = join(newFolder(), '计票记录.docx')
  await answerSaveDialog(program, path)
  await program.app.evaluate(({ shell }) => {
    shell.openPath = (opened) => {
      ;(globalThis as { openedPath?: string }).openedPath = opened
      return Promise.resolve('')
    }
  })
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect.poll(() => program.app.evaluate(() => (globalThis as { openedPath?: string }).openedPath)).toBe(path)
  expect(textOfDocx(readFileSync(path))).toContain('核验码：【待填】')
  const { datas } = good(await client.get('/audit/list', { action: 'document.make' }))
  expect(datas.map(({ summary }: { summary: string }) => summary).join('\n')).toContain('计票记录')
})

/** Saves the shown document, and waits for its journal entry. */
const saved = async (name: string) => {
  await kind(name).click()
  await expect(preview(name)).toBeVisible()
  const count = async () => good(await client.get('/audit/list', { action: 'document.make' })).totalCount as number
  const before = await count()
  await answerSaveDialog(program, join(newFolder(), `${name}.docx`))
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect.poll(count).toBe(before + 1)
}
const done = async () => (good(await client.get('/todo/list', { voteActivityIds: activityId })) as { kind: string }[]).map((todo) => todo.kind)

test('saving a notice marks it done; a draft of the result counts neither as published nor as filed', async () => {
  await saved('表决结果公告')
  await saved('报告主管部门')
  await saved('会议公告')
  await expect.poll(done).toEqual(['notice'])
})

test('after the end the result document is no longer a draft', async () => {
  await takeSteps(client, activityId, 'finish')
  await kind('表决结果公告').click()
  await expect(preview('表决结果公告')).toContainText('表决结果：')
  await expect(preview('表决结果公告')).not.toContainText('过程稿')
})

test('saving the result after the end marks it published', async () => {
  await page.getByRole('tab', { name: '文书 · 更新电梯' }).dblclick()
  await expect(page.getByText('已结束', { exact: true }).filter({ visible: true })).toBeVisible()
  await saved('表决结果公告')
  await expect.poll(done).toEqual(['notice', 'publication'])
})
