import { expect, test } from '@playwright/test'
import { closeAll, hindrances, onStage } from '../support/axe.ts'
import { cutOff } from '../support/cutOff.ts'
import { isFull } from '../support/scale.ts'
import { publicScreens, screens, showScreen } from '../support/screens.ts'
import { settled } from '../support/settled.ts'

// Overlays are checked in `axe-dialogs.spec.ts` and `axe-panels.spec.ts`.
const { program, stage, enter } = onStage()

for (const screen of publicScreens) {
  test(`axe finds nothing serious: ${screen.name}`, async () => {
    const { page } = program()
    // Closes whatever was open: nothing was typed.
    await page.reload()
    await showScreen(page, screen.path(stage()))
    await screen.fill?.(page)
    expect(await hindrances(page)).toEqual([])
    expect(await cutOff(page)).toEqual([])
  })
}

test('axe finds no serious issues on the help page', async () => {
  const { page } = program()
  await enter()
  await page.keyboard.press('F1')
  const help = page.getByRole('dialog', { name: '使用帮助：首页' })
  await expect(help.getByText('打开这个页面的帮助')).toBeVisible()
  await settled(page)
  expect(await hindrances(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
})

/** Samples check the first screens only: with all screens and overlays, axe takes half of the end-to-end tests' time. */
const SAMPLE = 25
const OPEN_AT_ONCE = 6
for (const [index, screen] of (isFull ? screens : screens.slice(0, SAMPLE)).entries()) {
  test(`axe finds nothing serious, and nothing is cut off: ${screen.name}`, async () => {
    const { page } = program()
    await enter()
    // Several pages are kept open at once, as people do; with all of them axe takes four times as long.
    if (index % OPEN_AT_ONCE === 0) await closeAll(page)
    await showScreen(page, screen.path(stage()))
    await screen.come?.step(page)
    await screen.ask?.(page)
    await screen.fill?.(page)
    // Contrast is measured after fading in.
    await settled(page)
    expect(await hindrances(page)).toEqual([])
    expect(await cutOff(page)).toEqual([])
    await page.keyboard.press('F1')
    const help = page.getByRole('dialog', { name: /^使用帮助：/ })
    await expect(help).toBeVisible()
    await expect(help.getByText(screen.name === 'not-found' ? '这个页面不存在' : '所有页面的按键')).toBeVisible()
    await help.getByRole('button', { name: '关闭帮助' }).click()
    await expect(help).toBeHidden()
  })
}
