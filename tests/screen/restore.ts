import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { launch, logIn, newFolder } from '../support/program.ts'
import { memberToken, startProcess } from '../support/server-process.ts'
import type { Screen } from '../support/screens.ts'

export const restoreScreens: readonly Screen[] = ['restore', 'restore-needed', 'restore-no-copy'].map((name) => ({ name, path: () => '/' }))

/** A data folder with an administrator and, if wanted, copies of several days, one of them broken. */
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

/** What only the program's own server shows: its copies, and what stands there where the database cannot be opened. */
export async function takeRestore(take: (page: Page, screen: Screen) => Promise<void>, isWanted: (screen: Screen) => boolean): Promise<void> {
  const [dialog, needed, noCopy] = restoreScreens
  if (dialog && isWanted(dialog)) {
    const program = await launch({ userData: await makeData(true) })
    await logIn(program, { account: { username: 'admin_1', password: 'pine4827' } })
    await program.page.locator('.navbar-user').click()
    await program.page.getByRole('menuitem', { name: '恢复数据' }).click()
    await shown(program.page, '恢复数据')
    await take(program.page, dialog)
    await program.close()
  }
  for (const [screen, withCopies] of [
    [needed, true],
    [noCopy, false],
  ] as const) {
    if (!screen || !isWanted(screen)) continue
    const userData = await makeData(withCopies)
    writeFileSync(join(userData, 'data', 'vote.db'), 'scratched'.repeat(5_000))
    const program = await launch({ userData })
    await shown(program.page, '数据库无法打开')
    await take(program.page, screen)
    await program.close()
  }
}
