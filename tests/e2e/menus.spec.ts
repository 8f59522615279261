import { expect, test, type Page } from '@playwright/test'
import { closeAll, onStage } from '../support/axe.ts'
import { chooseLetters } from '../support/letters.ts'
import { outsideWindow } from '../support/outsideWindow.ts'
import { screens, showScreen } from '../support/screens.ts'
import { settled } from '../support/settled.ts'

// Dialogs, panels and calendars are tested in all font sizes by `axe-dialogs.spec.ts` and `axe-panels.spec.ts`.
const { program, stage, enter } = onStage()

/** What opens a menu or a select list on a screen. */
const OPENERS = '.frame-page :is(.ant-dropdown-trigger, button[aria-haspopup], .ant-select:not(.ant-select-disabled)):not([aria-disabled="true"], [disabled])'

/** Opens the first and last menus and lists of a screen: those between have more room. */
async function openEach(page: Page) {
  const openers = page.locator(OPENERS).filter({ visible: true })
  const found = { opened: 0, outside: [] as string[] }
  for (const index of new Set([0, (await openers.count()) - 1])) {
    if (index < 0) continue
    if (!(await openers.nth(index).isVisible())) continue
    await openers.nth(index).click()
    await settled(page)
    const { layers, outside } = await outsideWindow(page)
    found.opened += Math.sign(layers)
    found.outside.push(...outside)
    await page.keyboard.press('Escape')
  }
  return found
}

test('no menu or select list leaves the smaller window in the largest font', async () => {
  test.slow()
  const { page } = program()
  await enter()
  await page.setViewportSize({ width: 1366, height: 768 })
  await chooseLetters(page, '特大')
  let opened = 0
  for (const screen of screens.filter(({ name }) => !name.startsWith('desk'))) {
    await showScreen(page, screen.path(stage()))
    await screen.ask?.(page)
    await screen.fill?.(page)
    await settled(page)
    const found = await test.step(screen.name, () => openEach(page))
    expect(found.outside, screen.name).toEqual([])
    opened += found.opened
    // With many pages open every change of one of them takes longer.
    await closeAll(page)
  }
  expect(opened).toBeGreaterThan(20)
})
