import { expect, type Locator } from '@playwright/test'

/**
 * A slow double click on `target`: its second click comes when `settle` has returned, at the same place.
 *
 * Checks that the page was given the first click alone.
 */
export async function doubleClickSlowly(target: Locator, settle: () => Promise<unknown>): Promise<void> {
  const page = target.page()
  const clicks = await page.evaluateHandle(() => {
    const taken = { count: 0 }
    document.addEventListener('click', ({ isTrusted }) => (taken.count += Number(isTrusted)), true)
    return taken
  })
  await target.hover()
  await page.mouse.down()
  await page.mouse.up()
  await settle()
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  expect(await clicks.evaluate(({ count }) => count)).toBe(1)
}
