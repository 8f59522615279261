import type { Page } from '@playwright/test'
import { settled } from './settled.ts'

/** Chooses the size of the letters, as its menu does. */
export async function chooseLetters(page: Page, letters: '标准' | '大' | '特大'): Promise<void> {
  const menu = page.getByRole('button', { name: /^A⁺ 字号/ })
  if ((await menu.getAttribute('aria-label')) === `A⁺ 字号：${letters}`) return
  await menu.click()
  await page.getByRole('menuitem', { name: letters, exact: true }).filter({ visible: true }).click()
  await settled(page)
}
