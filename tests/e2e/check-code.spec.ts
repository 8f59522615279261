import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test, type Page } from '@playwright/test'
import { chained, NO_ENTRY } from '../../src/server/features/journal/chain.ts'
import type { Entry } from '../../src/server/features/journal/entryWrites.ts'
import { good, makeEstate, takeSteps } from '../support/activities.ts'
import { goTo, makeActivityNow } from '../support/http-activities.ts'
import { closeLeftOpen, newFolder, programAt, type Program } from '../support/program.ts'
import { httpClient, memberToken, startProcess, type HttpClient } from '../support/server-process.ts'

test.describe.configure({ mode: 'serial' })

let data: string
let client: HttpClient
let program: Program
let page: Page
let activityId: string
let estateId: string
let code = ''
test.beforeAll(async () => {
  data = newFolder()
  const server = await startProcess(['--data', data])
  client = httpClient(server.url, await memberToken(server.url))
  ;({ estateId } = await makeEstate(client, [['1-101', '张三', 100]]))
  ;({ activityId } = await makeActivityNow(client, estateId, { title: '更换电梯' }))
  await takeSteps(client, activityId, 'start', 'startTally')
  program = await programAt(server.url)
  page = program.page
})

const button = (name: string) => page.getByRole('button', { name, exact: true }).filter({ visible: true })
const verifying = () => page.getByRole('dialog', { name: '日志校验' })
async function verify(): Promise<void> {
  await button('校验').click()
  await expect(verifying()).toBeVisible()
}
async function compare(typed: string): Promise<void> {
  await verifying().getByLabel('核验码', { exact: true }).fill(typed)
  await verifying().getByRole('button', { name: '核对', exact: true }).click()
}
const verdict = (text: string) => verifying().getByRole('alert').filter({ hasText: text })
const close = () => verifying().getByRole('button', { name: '关闭', exact: true }).last().click()

test('the printed result bears the code of the activity’s newest checkpoint', async () => {
  await goTo(page, '/voteManage/statistics', { activityid: activityId, estateid: estateId })
  await page.evaluate(() => {
    Object.assign(window, { print: () => Object.assign(window, { printed: document.querySelector('body > .print-root')?.textContent ?? '' }) })
  })
  await button('打印').click()
  const printed = () => page.evaluate(() => (window as unknown as { printed?: string }).printed ?? '')
  await expect.poll(printed).toMatch(/核验码：[\da-f]{4}( [\da-f]{4}){7}/)
  code = /核验码：([\da-f ]{39})/.exec(await printed())?.[1] ?? ''
  const { datas } = good(await client.get('/audit/checkpoints', { voteactivityid: activityId }))
  expect(datas[0]).toMatchObject({ code, checkpoint: { kind: 'tally' } })
  expect(await printed()).toContain('能发现此前记录的改动')
})

test('校验 accepts the typed code and confirms it', async () => {
  await page.getByRole('menuitem', { name: '操作日志' }).click()
  await verify()
  await expect(verifying().getByRole('alert')).toHaveText([/校验通过/, /投票数据与日志一致/, /检查点通过/, /数据库的结构与本程序一致/])
  await compare('1234')
  await expect(verifying().getByText('请输入纸上的核验码（32位字母和数字，空格可省）')).toBeVisible()
  await compare(code.replaceAll(' ', '-').toUpperCase())
  await expect(verdict('核验码一致：纸上核验码的检查点仍在')).toBeVisible()
  await compare(`${code.slice(0, -1)}${code.endsWith('0') ? '1' : '0'}`)
  await expect(verdict('核验码不一致')).toContainText('请先检查是否输错')
  await close()
})

test('检查点 lists checkpoints newest first, by activity, with codes to copy', async () => {
  await button('检查点').click()
  const dialog = page.getByRole('dialog', { name: '检查点' })
  const kinds = () => dialog.locator('tbody tr.ant-table-row td:nth-child(2)')
  await expect(kinds()).toHaveText(['开启唱票', '开启投票', '每日'])
  const newest = dialog.locator('tbody tr.ant-table-row').first()
  await expect(newest).toContainText('更换电梯')
  await expect(newest).toContainText(code)
  await newest.getByRole('button', { name: /^复制 .* 的核验码$/ }).click()
  await expect.poll(() => program.app.evaluate(({ clipboard }) => clipboard.readText())).toBe(code)
  await dialog.getByRole('combobox', { name: '投票活动' }).click()
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: '更换电梯' }).click()
  await expect(kinds()).toHaveText(['开启唱票', '开启投票'])
  await dialog.getByRole('button', { name: '关闭', exact: true }).last().click()
  await expect(dialog).toBeHidden()
})

test('a completely rebuilt journal verifies by itself, but not against the printed code', async () => {
  const database = new DatabaseSync(join(data, 'vote.db'))
  try {
    // The file's owner can drop the triggers, and every hash matches.
    for (const act of ['update', 'delete', 'insert'])
      for (const table of ['audit_entry', 'audit_summary', 'checkpoint']) database.exec(`drop trigger ${table}_${act}`)
    const entries = database.prepare('select * from audit_entry order by number').all() as unknown as Entry[]
    const remade = chained(NO_ENTRY, entries.toSpliced(2, 1))
    database.exec('delete from audit_entry')
    // Their activity index is renumbered with them.
    database.exec('delete from audit_summary where number = 3; update audit_summary set number = -number where number > 3')
    database.exec('update audit_summary set number = -number - 1 where number < 0')
    for (const entry of remade) {
      const names = Object.keys(entry) as (keyof Entry)[]
      database.prepare(`insert into audit_entry (${names.join()}) values (${names.map(() => '?').join()})`).run(...names.map((name) => entry[name]))
    }
  } finally {
    database.close()
  }
  await verify()
  await expect(verdict('校验通过')).toBeVisible()
  await expect(verdict('检查点不通过')).toBeVisible()
  await compare(code)
  await expect(verdict('核验码不一致：纸上核验码的检查点还在，但日志已与它不同')).toBeVisible()
  await close()
})

test('with deleted checkpoints the journal still verifies, but the printed code is not found', async () => {
  const database = new DatabaseSync(join(data, 'vote.db'))
  try {
    database.exec('delete from checkpoint')
  } finally {
    database.close()
  }
  await verify()
  await compare(code)
  await expect(verdict('核验码不一致：没有这个核验码的检查点')).toBeVisible()
  await close()
})

test.afterAll(closeLeftOpen)
