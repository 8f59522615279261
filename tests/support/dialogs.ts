import { expect, type Page } from '@playwright/test'
import type { Program } from './program.ts'

/** Answers every following save dialog with this path; null: cancels. */
export async function answerSaveDialog({ app }: Program, path: string | null): Promise<void> {
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: filePath === null, filePath: filePath ?? '' })
  }, path)
}

/** Answers every following open dialog with this file; null: cancels. */
export async function answerOpenDialog({ app }: Program, path: string | null): Promise<void> {
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: filePath === null, filePaths: filePath === null ? [] : [filePath] })
  }, path)
}

/** Chooses 备份数据 in the user menu, enters the purpose, and confirms the password. */
export async function backUp(page: Page, password = 'pine4827'): Promise<void> {
  await page.getByRole('menuitem', { name: '备份数据' }).click()
  const dialog = page.getByRole('dialog', { name: '备份数据' })
  await dialog.getByText('定期备份', { exact: true }).click()
  await dialog.getByRole('button', { name: '选择保存位置' }).click()
  await givePassword(page, password)
}

/** Confirms the password in the dialog on which calls wait. */
export async function givePassword(page: Page, password = 'pine4827'): Promise<void> {
  const dialog = page.getByRole('dialog', { name: '请再次输入密码' })
  const field = dialog.getByLabel(/的密码$/)
  await expect(field).toBeFocused()
  await field.fill(password)
  await field.press('Enter')
}
