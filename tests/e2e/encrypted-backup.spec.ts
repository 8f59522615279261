import { closeSync, openSync, readdirSync, readFileSync, statSync, truncateSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { cutOff } from '../support/cutOff.ts'
import { answerOpenDialog, answerSaveDialog, givePassword } from '../support/dialogs.ts'
import { closeLeftOpen, launch, logIn, newFolder, register, type Program } from '../support/program.ts'

test.describe.configure({ mode: 'serial' })

const userData = newFolder()
const data = join(userData, 'data')
const stick = newFolder()
const copy = join(stick, '备份.vtbackup')
const PASSWORD = 'forest 1902'

let program: Program
let page: Page
async function start(): Promise<void> {
  program = await launch({ userData })
  page = program.page
}
test.afterAll(() => program.close())

const fromUserMenu = async (item: string) => {
  await page.locator('.navbar-user').click()
  await page.getByRole('menuitem', { name: item }).click()
}
/** The row of the chosen backup in any dialog. */
const copyRow = () => page.getByRole('dialog').getByRole('row').filter({ hasText: '备份.vtbackup' })
async function chooseAndRestore(password: string): Promise<void> {
  const dialog = page.getByRole('dialog').filter({ visible: true })
  await dialog.getByLabel('备份的密码').fill(password)
  await dialog.getByLabel('请输入“恢复”确认').fill('恢复')
  await dialog.getByRole('button', { name: '恢复数据' }).click()
}
const replaced = () => readdirSync(data).filter((name) => name.startsWith('vote-replaced-'))

test('an encrypted backup needs a strong password, typed twice, and a warning confirmed', async () => {
  await start()
  await expect(page.getByText('首个账号将成为管理员')).toBeVisible()
  await register(program)
  await logIn(program)
  await answerSaveDialog(program, copy)
  await fromUserMenu('备份数据')
  const dialog = page.getByRole('dialog', { name: '备份数据' })
  const save = dialog.getByRole('button', { name: '选择保存位置' })
  await save.click()
  await expect(dialog.getByText('请选择或填写用途')).toBeVisible()
  await dialog.getByText('更换电脑', { exact: true }).click()
  await dialog.getByRole('switch', { name: '用密码加密' }).click()
  await expect(dialog.getByText(/^忘记密码将无法恢复：/)).toBeVisible()
  const [password, again] = [dialog.getByLabel('备份的密码'), dialog.getByLabel('再输入一次')]
  await password.fill('short')
  await again.fill('other')
  await save.click()
  await expect(dialog.getByText('密码至少8位，须同时包含字母和数字')).toBeVisible()
  await expect(dialog.getByText('两次输入的密码不一致')).toBeVisible()
  await expect(dialog.getByText('请先确认已记好密码')).toBeVisible()
  expect(await cutOff(page)).toEqual([])
  await password.fill('woaini1314')
  await again.fill('woaini1314')
  await dialog.getByRole('checkbox').check()
  await save.click()
  await givePassword(page)
  await expect(page.getByText('密码过于简单，没有备份，请换一个密码')).toBeVisible()
  expect(readdirSync(stick)).toEqual([])

  await password.fill(PASSWORD)
  await again.fill(PASSWORD)
  await save.click()
  await expect(page.getByText('数据已备份')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(/^备份\.vtbackup 已用密码加密/)).toBeVisible()
  expect(readdirSync(stick)).toEqual(['备份.vtbackup'])
  expect(readFileSync(copy).subarray(0, 8).toString()).toBe('VTBACKUP')
  expect(readdirSync(data).filter((name) => name.endsWith('.tmp'))).toEqual([])
  await page.locator('.toast-notice').getByRole('button', { name: '关闭' }).click()
  await page.getByRole('menuitem', { name: '操作日志' }).click()
  await expect(page.getByRole('row').filter({ hasText: '备份数据' })).toContainText('已加密：是')
})

test('restoring it needs its password; a wrong one or a truncated file changes nothing', async () => {
  await answerOpenDialog(program, copy)
  await fromUserMenu('恢复数据')
  const dialog = page.getByRole('dialog', { name: '恢复数据' })
  await dialog.getByRole('button', { name: '选择其他位置的备份文件' }).click()
  await expect(copyRow()).toContainText('已加密')
  await expect(copyRow().getByRole('radio')).toBeChecked()
  await dialog.getByLabel('请输入“恢复”确认').fill('恢复')
  await dialog.getByRole('button', { name: '恢复数据' }).click()
  await expect(dialog.getByText('请输入备份的密码')).toBeVisible()
  expect(await cutOff(page)).toEqual([])
  await chooseAndRestore('forest 1903')
  await expect(dialog.getByRole('alert').filter({ hasText: '备份的密码不正确，没有恢复，数据没有改动，请重新输入' })).toBeVisible()
  await expect(page.locator('.connection-connected')).toBeVisible()

  const whole = readFileSync(copy)
  truncateSync(copy, whole.length - 1)
  await chooseAndRestore(PASSWORD)
  await expect(dialog.getByRole('alert').filter({ hasText: '备份文件不完整或被改动过，没有恢复，数据没有改动，请换一份备份' })).toBeVisible()
  const handle = openSync(copy, 'w')
  writeSync(handle, whole)
  closeSync(handle)
  expect(replaced()).toEqual([])

  await chooseAndRestore(PASSWORD)
  await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible()
  await expect(page.getByText(/^数据已从 备份\.vtbackup 恢复，原来的数据库保存为 vote-replaced-\d{14}\.db/)).toBeVisible()
  await logIn(program)
  expect(replaced()).toHaveLength(1)
})

test('it can be restored without a login if the database cannot be opened', async () => {
  await program.close()
  const file = join(data, 'vote.db')
  const handle = openSync(file, 'r+')
  for (let offset = 8_192; offset < statSync(file).size; offset += 16_384) writeSync(handle, Buffer.alloc(4_096, 0xa5), 0, 4_096, offset)
  closeSync(handle)
  await start()
  await answerOpenDialog(program, copy)
  const dialog = page.getByRole('dialog', { name: '数据库无法打开' })
  await dialog.getByRole('button', { name: '选择其他位置的备份文件' }).click()
  await copyRow().click()
  await chooseAndRestore(PASSWORD)
  await expect(dialog).toBeHidden()
  await expect(page.getByText(/^数据已从 备份\.vtbackup 恢复。请登录后核对/)).toBeVisible()
  await logIn(program)
  await expect(page.getByRole('tab', { name: '首页' })).toBeVisible()
})

test('no log contains the password', async () => {
  await program.close()
  const logs = readdirSync(userData, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.log') || name.includes('logs'))
  const texts = logs.filter((name) => statSync(join(userData, name)).isFile()).map((name) => readFileSync(join(userData, name), 'utf8'))
  expect(texts.join('\n')).toContain('copy of the database where the user said')
  for (const typed of [PASSWORD, 'forest 1903', 'woaini1314']) expect(texts.filter((text) => text.includes(typed))).toEqual([])
})

test.afterAll(closeLeftOpen)
