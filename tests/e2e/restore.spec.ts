import { closeSync, copyFileSync, mkdirSync, openSync, readdirSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test, type Page } from '@playwright/test'
import { backUp, givePassword } from '../support/dialogs.ts'
import { cutOff } from '../support/cutOff.ts'
import { closeLeftOpen, launch, logIn, newFolder, register, type Program } from '../support/program.ts'

test.describe.configure({ mode: 'serial' })

const userData = newFolder()
const data = join(userData, 'data')
const stick = newFolder()
const estatesIn = (path: string): unknown[] => {
  const database = new DatabaseSync(path, { readOnly: true })
  const names = database.prepare('select name from estate order by id').all()
  database.close()
  return names.map((row) => row['name'])
}
const kept = (prefix: string): string[] => readdirSync(data).filter((name) => name.startsWith(prefix) && name.endsWith('.db'))

let program: Program
let page: Page
async function start(): Promise<void> {
  program = await launch({ userData })
  page = program.page
}
test.afterAll(() => program.close())

async function saveEstate(name: string): Promise<void> {
  await page.getByRole('menuitem', { name: '小区管理' }).click()
  await page.getByRole('button', { name: '新增', exact: true }).filter({ visible: true }).click()
  const dialog = page.getByRole('dialog').filter({ visible: true })
  await dialog.getByRole('textbox', { name: '小区名称' }).fill(name)
  await dialog.getByLabel('详细地址').fill('浙江省杭州市西湖区翠湖路16号')
  await dialog.getByRole('button', { name: '提交' }).click()
  await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible()
}
const openRestore = async () => {
  await page.locator('.navbar-user').click()
  await page.getByRole('menuitem', { name: '恢复数据' }).click()
  await expect(page.getByRole('dialog', { name: '恢复数据' })).toBeVisible()
}
const copyRow = (text: string | RegExp) => page.getByRole('dialog').getByRole('row').filter({ hasText: text })
const answerDialog = (path: string | null) =>
  program.app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: chosen === null, filePaths: chosen === null ? [] : [chosen] })
    dialog.showSaveDialog = () => Promise.resolve({ canceled: chosen === null, filePath: chosen ?? '' })
  }, path)

test('an administrator restores a backup, and can undo that', async () => {
  await start()
  await expect(page.getByText('首个账号将成为管理员')).toBeVisible()
  await register(program)
  await logIn(program)
  await expect(page.getByRole('group', { name: '数据备份' })).toContainText('还没有自动备份')
  await saveEstate('旧小区')
  await answerDialog(join(stick, '备份.db'))
  await page.locator('.navbar-user').click()
  await backUp(page)
  await expect(page.getByText('数据已备份')).toBeVisible()
  await page.locator('.toast-notice').filter({ hasText: '数据已备份' }).getByRole('button', { name: '关闭' }).click()
  mkdirSync(join(data, 'backup'), { recursive: true })
  copyFileSync(join(stick, '备份.db'), join(data, 'backup', 'vote-20260501080000.db'))
  writeFileSync(join(data, 'backup', 'vote-20260502080000.db'), 'scratched')
  await saveEstate('新小区')

  await openRestore()
  const dialog = page.getByRole('dialog', { name: '恢复数据' })
  await expect(copyRow('2026-05-02 08:00')).toContainText('已损坏')
  await expect(copyRow('2026-05-02 08:00').getByRole('radio')).toBeDisabled()
  await expect(copyRow('2026-05-01 08:00')).toContainText('每日备份')
  await expect(copyRow('2026-05-01 08:00')).toContainText('可用')
  // Suggests the newest valid one: the daily backup, which was made after the other.
  await expect(dialog.getByRole('radio').first()).toBeChecked()
  await copyRow('2026-05-01 08:00').click()
  await expect(copyRow('2026-05-01 08:00').getByRole('radio')).toBeChecked()
  const confirm = dialog.getByRole('button', { name: '恢复数据' })
  await expect(confirm).toBeDisabled()
  await dialog.getByLabel('请输入“恢复”确认').fill('恢夏')
  await expect(confirm).toBeDisabled()
  expect(await cutOff(page)).toEqual([])
  await dialog.getByLabel('请输入“恢复”确认').fill('恢复')
  await confirm.click()

  await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible()
  await expect(page.getByText(/^数据已从 vote-20260501080000\.db 恢复，原来的数据库保存为 vote-replaced-\d{14}\.db。请登录后核对，再继续工作$/)).toBeVisible()
  await logIn(program)
  await page.getByRole('menuitem', { name: '小区管理' }).click()
  await expect(page.getByRole('row').filter({ hasText: '旧小区' })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: '新小区' })).toHaveCount(0)
  await page.getByRole('menuitem', { name: '操作日志' }).click()
  await expect(page.getByRole('row').filter({ hasText: '恢复数据' })).toBeVisible()
  expect(estatesIn(join(data, kept('vote-replaced-')[0] ?? ''))).toEqual(['旧小区', '新小区'])

  await openRestore()
  await copyRow('恢复前保留').click()
  await dialog.getByLabel('请输入“恢复”确认').fill('恢复')
  // Enter presses the button, which the word just typed has not enabled yet.
  await expect(confirm).toBeEnabled()
  await dialog.getByLabel('请输入“恢复”确认').press('Enter')
  await expect(page.getByRole('dialog', { name: '请再次输入密码' })).toBeVisible()
  await page.getByRole('dialog', { name: '请再次输入密码' }).getByRole('button', { name: '取消' }).click()
  await expect(copyRow('恢复前保留').getByRole('radio')).toBeChecked()
  await expect(page.getByRole('dialog', { name: '请再次输入密码' })).toBeHidden()
  await dialog.getByLabel('请输入“恢复”确认').fill('恢复')
  // Enter presses the button, which the word just typed has not enabled yet.
  await expect(confirm).toBeEnabled()
  await dialog.getByLabel('请输入“恢复”确认').press('Enter')
  await givePassword(page)
  await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible()
  await logIn(program)
  await page.getByRole('menuitem', { name: '小区管理' }).click()
  await expect(page.getByRole('row').filter({ hasText: '新小区' })).toBeVisible()
})

test('a file from elsewhere is checked first; an invalid one changes nothing', async () => {
  await openRestore()
  const dialog = page.getByRole('dialog', { name: '恢复数据' })
  writeFileSync(join(stick, '照片.db'), 'PNG'.repeat(2_000))
  await answerDialog(join(stick, '照片.db'))
  await dialog.getByRole('button', { name: '选择其他位置的备份文件' }).click()
  await expect(copyRow('照片.db')).toContainText('已损坏')
  await answerDialog(null)
  await dialog.getByRole('button', { name: '选择其他位置的备份文件' }).click()
  await answerDialog(join(stick, '备份.db'))
  await dialog.getByRole('button', { name: '选择其他位置的备份文件' }).click()
  await expect(copyRow('备份.db').getByRole('radio')).toBeChecked()
  // Damaged meanwhile: it is checked again when copied.
  writeFileSync(join(stick, '备份.db'), 'gone'.repeat(2_000))
  await dialog.getByLabel('请输入“恢复”确认').fill('恢复')
  await dialog.getByRole('button', { name: '恢复数据' }).click()
  await givePassword(page)
  await expect(dialog.getByRole('alert').filter({ hasText: '备份文件已损坏，没有恢复，数据没有改动，请换一份备份' })).toBeVisible()
  await dialog.getByRole('button', { name: '取消' }).click()
  await page.getByRole('menuitem', { name: '小区管理' }).click()
  await expect(page.getByRole('row').filter({ hasText: '新小区' })).toBeVisible()
  await expect(page.locator('.connection-connected')).toBeVisible()
})

function destroy(): void {
  const file = join(data, 'vote.db')
  const handle = openSync(file, 'r+')
  for (let offset = 8_192; offset < statSync(file).size; offset += 16_384) writeSync(handle, Buffer.alloc(4_096, 0xa5), 0, 4_096, offset)
  closeSync(handle)
}

test('a database that cannot be opened is reported at start, and restored without a login', async () => {
  await program.close()
  destroy()
  await start()
  const dialog = page.getByRole('dialog', { name: '数据库无法打开' })
  await expect(dialog.getByText(/^数据库文件已损坏，已原样移到 vote-damaged-\d{14}\.db，没有再写入任何内容，请恢复数据$/)).toBeVisible()
  await expect(copyRow('2026-05-01 08:00').getByRole('radio')).toBeEnabled()
  expect(await cutOff(page)).toEqual([])
  await copyRow('2026-05-01 08:00').click()
  await dialog.getByLabel('请输入“恢复”确认').fill('恢复')
  await dialog.getByRole('button', { name: '恢复数据' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(/^数据已从 vote-20260501080000\.db 恢复。请登录后核对/)).toBeVisible()
  await logIn(program)
  await page.getByRole('menuitem', { name: '小区管理' }).click()
  await expect(page.getByRole('row').filter({ hasText: '旧小区' })).toBeVisible()
  expect(kept('vote-damaged-')).toHaveLength(1)
})

test('without a valid backup an empty database can be created after typing a word', { tag: '@full' }, async () => {
  await program.close()
  destroy()
  rmSync(join(data, 'backup'), { recursive: true })
  for (const name of kept('vote-replaced-')) rmSync(join(data, name))
  await start()
  const dialog = page.getByRole('dialog', { name: '数据库无法打开' })
  await expect(dialog.getByText('没有可用的备份', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: '重新检查数据库' }).click()
  await expect(dialog.getByText('数据文件夹中没有可用的数据库，但有它的备份，请恢复数据')).toBeVisible()
  await dialog.getByLabel('请输入“重新开始”确认').fill('重新开始')
  await dialog.getByRole('button', { name: '从空白数据重新开始' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('首个账号将成为管理员')).toBeVisible()
  expect(kept('vote-damaged-')).toHaveLength(2)
})

test.afterAll(closeLeftOpen)
