import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test, type Locator, type Page } from '@playwright/test'
import { askVote, good, makeEstate, propertiesOfEstateA, takeSteps, topic, type MadeActivity } from '../support/activities.ts'
import { answerSaveDialog, givePassword } from '../support/dialogs.ts'
import { goTo, httpRoster, makeActivityNow, placeInWords, propertyAt } from '../support/http-activities.ts'
import { closeLeftOpen, newFolder, programAt, type Program } from '../support/program.ts'
import { readReport, sheetNamed, shown } from '../support/reports.ts'
import { httpClient, memberToken, startProcess } from '../support/server-process.ts'

test.describe.configure({ mode: 'serial' })

const data = newFolder()
let program: Program
let page: Page
let activity: MadeActivity

test.beforeAll(async () => {
  const server = await startProcess(['--data', data])
  const client = httpClient(server.url, await memberToken(server.url))
  const { estateId } = await makeEstate(client, propertiesOfEstateA, '示范小区甲')
  activity = await makeActivityNow(client, estateId, { title: '更换电梯', topics: [topic('更换电梯')] })
  await takeSteps(client, activity.activityId, 'start')
  const roster = await httpRoster(client, activity.activityId)
  for (const name of ['1-102', '1-301']) good(await askVote(client, activity, [propertyAt(roster, placeInWords(name))], '1'))
  program = await programAt(server.url)
  page = program.page
})

const band = (): Locator => page.getByRole('region', { name: '表决结果' }).getByRole('alert').filter({ hasText: '投票记录与操作日志不一致' })
const openResult = () => goTo(page, '/voteManage/statistics', { estateid: activity.estateId, activityid: activity.activityId })
const make = async () => {
  await page.getByRole('button', { name: '生成报告', exact: true }).filter({ visible: true }).click()
  await page
    .getByRole('menuitem', { name: /完整报告/ })
    .filter({ visible: true })
    .click()
}

test('a vote changed in the database file is named above the result, and no report is made', async () => {
  await openResult()
  await expect(page.getByRole('article', { name: '1. 更换电梯 的结论', exact: true })).toBeVisible()
  await expect(band()).toHaveCount(0)
  const database = new DatabaseSync(join(data, 'vote.db'))
  try {
    database.prepare("update vote_record set answers = '2' where voter_name = '李四'").run()
  } finally {
    database.close()
  }
  await page.reload()
  await expect(band()).toContainText('共 1 处')
  await expect(band()).toContainText('投票记录（一期-1栋-1单元-102 李四）：投票内容应为 1，现为 2')
  await answerSaveDialog(program, join(newFolder(), '报告.xlsx'))
  await make()
  await expect(page.getByText('投票记录与操作日志不一致，共1处，不能生成报告').first()).toBeVisible()
})

test('once an administrator acknowledges it, the report is made and mentions it', async () => {
  await band().getByRole('button', { name: '说明为已知差异…' }).click()
  const dialog = page.getByRole('dialog', { name: '说明为已知差异' })
  await dialog.getByRole('button', { name: '确认说明' }).click()
  await expect(dialog).toContainText('请选择或填写原因')
  await dialog.getByText('已核对纸质选票，以现有记录为准').click()
  await dialog.getByRole('button', { name: '确认说明' }).click()
  await givePassword(page)
  await expect(band()).toContainText('说明：已核对纸质选票，以现有记录为准')
  const path = join(newFolder(), '报告.xlsx')
  await answerSaveDialog(program, path)
  await make()
  await expect.poll(() => existsSync(path)).toBe(true)
  const lines: string[] = []
  sheetNamed(await readReport(readFileSync(path)), '表决结论').eachRow((row) => lines.push(String(shown(row.getCell(1)))))
  expect(lines.join('\n')).toMatch(/不一致，共 1 处；.*说明：已核对纸质选票/)
  expect(lines.join('\n')).toContain('投票内容应为 1，现为 2')
})

test.afterAll(closeLeftOpen)
