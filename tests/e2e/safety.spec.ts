import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, test, type Page } from '@playwright/test'
import { cutOff } from '../support/cutOff.ts'
import { answerSaveDialog, givePassword } from '../support/dialogs.ts'
import { closeLeftOpen, launch, logIn, newFolder, register, type Program } from '../support/program.ts'
import { settled } from '../support/settled.ts'

test.describe.configure({ mode: 'serial' })

let program: Program
let page: Page
test.beforeAll(async () => {
  program = await launch({ userData: newFolder() })
  page = program.page
  await expect(page.getByText('首个账号将成为管理员')).toBeVisible()
  await register(program)
  await logIn(program)
})
test.afterAll(() => program.close())

const row = (name: string) => page.getByRole('list', { name: '安全状况' }).getByRole('listitem', { name, exact: true })

/** What axe finds that keeps somebody from working. */
async function hindrances(): Promise<string[]> {
  await settled(page)
  const { violations, passes } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  expect(passes.length).toBeGreaterThan(5)
  return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)
}

test('安全状况 lists each check’s state, is reachable by keyboard, and explained by F1', async () => {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: '查找并前往' }).fill('aqzk')
  await page.getByRole('option', { name: /安全状况/ }).waitFor()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: '安全状况', level: 1 })).toBeVisible()
  await expect(row('自动备份')).toContainText('还没有自动备份')
  await expect(row('另存的备份')).toContainText('需要处理')
  // Only Windows reports its disk encryption.
  await expect(row('磁盘加密')).toContainText(process.platform === 'win32' ? /数据所在的磁盘|无法判断/ : '无法判断磁盘是否加密')
  await expect(row('网络共享')).toContainText('没有打开，只有这台电脑能使用数据')
  await expect(row('待审核账号')).toContainText('没有账号等待审核')
  await expect(row('账号使用')).toContainText('好')
  await expect(row('日志校验')).toContainText('操作日志还没有校验过')
  await expect(row('时间')).toContainText('这台电脑与服务器的时间一致')
  await expect(page.getByText(/^有 1 项需要处理/)).toBeVisible()
  expect(await hindrances()).toEqual([])
  expect(await cutOff(page)).toEqual([])
  await page.keyboard.press('F1')
  const help = page.getByRole('dialog', { name: '使用帮助：安全状况' })
  await expect(help.getByText('“日志校验”是最近一次在“操作日志”中点“校验”的结果。')).toBeVisible()
  await help.getByRole('button', { name: '关闭帮助' }).click()
  await expect(help).toBeHidden()
})

test('its buttons lead to the pending tasks, and it shows the results', async () => {
  await row('磁盘加密').getByRole('button', { name: '查看办法' }).click()
  await expect(page.getByRole('dialog', { name: '怎样查看和打开磁盘加密' })).toBeVisible()
  await page.getByRole('button', { name: '知道了' }).click()

  await answerSaveDialog(program, join(newFolder(), '备份.vtbackup'))
  await row('另存的备份').getByRole('button', { name: '备份数据' }).click()
  const dialog = page.getByRole('dialog', { name: '备份数据' })
  await dialog.getByText('定期备份', { exact: true }).click()
  expect(await hindrances()).toEqual([])
  await dialog.getByRole('switch', { name: '用密码加密' }).click()
  await dialog.getByLabel('备份的密码').fill('forest 1902')
  await dialog.getByLabel('再输入一次').fill('forest 1902')
  await dialog.getByRole('checkbox').check()
  expect(await hindrances()).toEqual([])
  await dialog.getByRole('button', { name: '选择保存位置' }).click()
  await givePassword(page)
  await expect(row('另存的备份')).toContainText(/好.*最近一次另存 .*，已加密/)

  await row('日志校验').getByRole('button', { name: '操作日志' }).click()
  await page.getByRole('button', { name: '校验', exact: true }).click()
  await page.getByText(/^校验通过/).waitFor()
  await page.getByRole('dialog', { name: '日志校验' }).getByRole('button', { name: '关闭' }).last().click()
  await page.getByRole('menuitem', { name: '安全状况' }).click()
  await expect(row('日志校验')).toContainText(/好.*校验通过，\d+ 条日志完整/)
  await row('网络共享').getByRole('button', { name: '网络共享' }).click()
  await expect(page.getByRole('heading', { name: '网络共享', level: 1 })).toBeVisible()
})

test.afterAll(closeLeftOpen)
