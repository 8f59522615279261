import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { answerOpenDialog } from '../support/dialogs.ts'
import { launch, logIn, newFolder, type Program } from '../support/program.ts'
import { memberToken, startProcess } from '../support/server-process.ts'
import type { Screen } from '../support/screens.ts'

const own = (name: string): Screen => ({ name, path: () => '/' })
const [restore, restoreEncrypted, needed, noCopy] = [own('restore'), own('restore-encrypted'), own('restore-needed'), own('restore-no-copy')]
const [backUp, backUpEncrypted, safety, diskHelp] = [own('back-up'), own('back-up-encrypted'), own('safety-own'), own('safety-disk')]

export const restoreScreens: readonly Screen[] = [restore, restoreEncrypted, needed, noCopy, backUp, backUpEncrypted, safety, diskHelp]

/** A data folder with an administrator and, on request, backups of several days, one of them damaged. */
async function makeData(withCopies: boolean): Promise<string> {
  const userData = newFolder()
  const data = join(userData, 'data')
  const server = await startProcess(['--data', data])
  await memberToken(server.url, 'admin_1', '13800000001', '王主任')
  await server.stop()
  if (!withCopies) return userData
  mkdirSync(join(data, 'backup'), { recursive: true })
  for (let day = 1; day <= 7; day++) copyFileSync(join(data, 'vote.db'), join(data, 'backup', `vote-2026050${day}000000.db`))
  writeFileSync(join(data, 'backup', 'vote-20260504000000.db'), 'scratched')
  copyFileSync(join(data, 'vote.db'), join(data, 'vote-replaced-20260503093000.db'))
  return userData
}

const shown = (page: Page, name: string) =>
  page
    .getByRole('dialog', { name })
    .getByText(/^请输入“.*”确认$/)
    .waitFor()

/** Screens of the embedded server only: its backups, and the page for a database that cannot be opened. */
export async function takeRestore(take: (page: Page, screen: Screen) => Promise<void>, isWanted: (screen: Screen) => boolean): Promise<void> {
  if ([restore, restoreEncrypted, backUp, backUpEncrypted, safety, diskHelp].some(isWanted)) {
    const program = await launch({ userData: await makeData(true) })
    const takeWanted = (screen: Screen) => (isWanted(screen) ? take(program.page, screen) : Promise.resolve())
    await logIn(program, { account: { username: 'admin_1', password: 'pine4827' } })
    await takeOwnDialogs(program, takeWanted)
    await program.close()
  }
  for (const [screen, withCopies] of [
    [needed, true],
    [noCopy, false],
  ] as const) {
    if (!isWanted(screen)) continue
    const userData = await makeData(withCopies)
    writeFileSync(join(userData, 'data', 'vote.db'), 'scratched'.repeat(5_000))
    const program = await launch({ userData })
    await shown(program.page, '数据库无法打开')
    await take(program.page, screen)
    await program.close()
  }
}

/** Dialogs that an administrator opens on the computer with the data: backups, 备份数据 and 安全状况. */
async function takeOwnDialogs(program: Program, take: (screen: Screen) => Promise<void>): Promise<void> {
  const { page } = program
  const fromUserMenu = async (name: string) => {
    await page.locator('.navbar-user').click()
    await page.getByRole('menuitem', { name }).click()
  }
  await fromUserMenu('恢复数据')
  await shown(page, '恢复数据')
  await take(restore)
  const copy = join(newFolder(), '备份.vtbackup')
  // Only the header is read: the rest needs the password.
  writeFileSync(copy, 'VTBACKUP'.repeat(200_000))
  await answerOpenDialog(program, copy)
  await page.getByRole('button', { name: '选择其他位置的备份文件' }).click()
  await page.getByLabel('备份的密码').waitFor()
  await take(restoreEncrypted)
  await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()

  await fromUserMenu('备份数据')
  const dialog = page.getByRole('dialog', { name: '备份数据' })
  await dialog.getByText('定期备份', { exact: true }).waitFor()
  await take(backUp)
  await dialog.getByRole('switch', { name: '用密码加密' }).click()
  await dialog.getByText(/^忘记密码将无法恢复：/).waitFor()
  await take(backUpEncrypted)
  await dialog.getByRole('button', { name: '取消' }).click()
  await page.getByRole('button', { name: '放弃', exact: true }).click()

  await page.getByRole('menuitem', { name: '安全状况' }).click()
  await page.getByRole('button', { name: '查看办法' }).waitFor()
  await take(safety)
  await page.getByRole('button', { name: '查看办法' }).click()
  await page.getByRole('button', { name: '知道了' }).waitFor()
  await take(diskHelp)
}
