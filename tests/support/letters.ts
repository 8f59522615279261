import type { Page } from '@playwright/test'
import { settled } from './settled.ts'

export type Letters = '标准' | '大' | '特大'

/** Chooses the font size in its menu. */
export async function chooseLetters(page: Page, letters: Letters): Promise<void> {
  const menu = page.getByRole('button', { name: /^A⁺ 字号/ })
  if ((await menu.getAttribute('aria-label')) === `A⁺ 字号：${letters}`) return
  await menu.click()
  await page.getByRole('menuitem', { name: letters, exact: true }).filter({ visible: true }).click()
  await settled(page)
}

/**
 * Chooses the font size while a dialog or a menu is open, without closing it: by click events alone, as a mouse press would close a
 * menu.
 */
export async function changeLettersUnder(page: Page, letters: Letters): Promise<void> {
  await page.getByRole('button', { name: /^A⁺ 字号/, includeHidden: true }).dispatchEvent('click')
  await page.getByRole('menuitem', { name: letters, exact: true, includeHidden: true }).last().dispatchEvent('click')
  await page.getByRole('button', { name: `A⁺ 字号：${letters}`, includeHidden: true }).waitFor({ state: 'attached' })
  await settled(page)
}
