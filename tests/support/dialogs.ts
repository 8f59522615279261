import { expect, type Page } from '@playwright/test'
import type { Program } from './program.ts'

/** What the user chooses in every save dialog from now on; null: cancels. */
export async function answerSaveDialog({ app }: Program, path: string | null): Promise<void> {
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: filePath === null, filePath: filePath ?? '' })
  }, path)
}

/** The file that the user chooses in every open dialog from now on; null: cancels. */
export async function answerOpenDialog({ app }: Program, path: string | null): Promise<void> {
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: filePath === null, filePaths: filePath === null ? [] : [filePath] })
  }, path)
}

/** Gives the password in the dialog that asks for it once more; calls wait for it. */
export async function givePassword(page: Page, password = 'pine4827'): Promise<void> {
  const dialog = page.getByRole('dialog', { name: '请再次输入密码' })
  const field = dialog.getByLabel(/的密码$/)
  await expect(field).toBeFocused()
  await field.fill(password)
  await field.press('Enter')
}
