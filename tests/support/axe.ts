import { AxeBuilder } from '@axe-core/playwright'
import { expect, test, type Page } from '@playwright/test'
import { cutOff } from './cutOff.ts'
import { changeLettersUnder, chooseLetters } from './letters.ts'
import { outsideWindow } from './outsideWindow.ts'
import { closeLeftOpen, launch, logIn, newFolder, type Program } from './program.ts'
import { showScreen, type Screen } from './screens.ts'
import { startProcess, type ServerProcess } from './server-process.ts'
import { settled } from './settled.ts'
import { setStage, type Stage } from './stage.ts'

// Shared by the accessibility specs (`e2e/axe*.spec.ts`), which are split up to spread over the workers.

/** axe rules that do not apply to certain parts of the library. */
const libraryParts: Readonly<Record<string, RegExp>> = {
  // A select list scrolls with its field's arrow keys, and needs no focus of its own.
  'scrollable-region-focusable': /^<(?:div class="ant-select-dropdown-list-holder|ul class="ant-picker-time-panel-column)"/,
  // A calendar's year and month are named by what they open, not by the displayed number.
  'label-content-name-mismatch': /class="ant-picker-(?:year|month)-btn"/,
}

/** axe's serious findings, each with its first element. `within`: a selector to limit it. */
export async function hindrances(page: Page, within?: string): Promise<string[]> {
  // axe's second run in a new browser frame cannot be opened in the program's window.
  // Of passed rules only the names are requested: locating each element takes most of axe's time.
  // It is handed to a page once: to read it again, twice a look, takes a third of axe's time.
  const isThere = await page.evaluate(() => 'axe' in globalThis)
  const axe = new AxeBuilder({ page, ...(isThere && { axeSource: 'null' }) }).options({ resultTypes: ['violations'] }).setLegacyMode()
  const { violations, passes } = await (within === undefined ? axe : axe.include(within)).analyze()
  expect(passes.length, 'axe looked at nothing').toBeGreaterThan(5)
  return violations
    .map((violation) => ({ ...violation, nodes: violation.nodes.filter(({ html }) => !libraryParts[violation.id]?.test(html)) }))
    .filter(({ impact, nodes }) => nodes.length > 0 && (impact === 'serious' || impact === 'critical'))
    .map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
}

/** The program on the stage, shared by all tests of a spec. */
export interface Staged {
  readonly program: () => Program
  readonly stage: () => Stage
  /** Logs in if needed: after a failure the next test starts with a new program. */
  readonly enter: () => Promise<void>
}

/** Sets up the stage before a spec's tests, and tears it down afterwards. */
export function onStage(): Staged {
  let server: ServerProcess
  let program: Program
  let stage: Stage
  test.beforeAll(async () => {
    server = await startProcess(['--data', newFolder()])
    stage = await setStage(server.url)
    program = await launch({ args: ['--server', server.url] })
  })
  test.afterAll(async () => {
    await program.close()
    await server.stop()
  })
  test.afterAll(closeLeftOpen)
  return {
    program: () => program,
    stage: () => stage,
    enter: async () => {
      if ((await program.page.getByRole('tab', { name: '首页' }).count()) > 0) return
      await program.page.reload()
      await showScreen(program.page, '/login')
      await logIn(program, { captcha: '0000', account: stage.account })
    },
  }
}

/** Overlays that close by Escape. */
const OVER_A_SCREEN = '[role="dialog"], .ant-dropdown, .ant-select-dropdown, .ant-picker-dropdown, .ant-popover, .ant-cascader-dropdown'

/** Closes all overlays and tabs, discarding form input. Reloading the page instead would take a third more CPU time. */
export async function closeAll(page: Page): Promise<void> {
  const open = page.locator(OVER_A_SCREEN).filter({ visible: true })
  for (let tries = 0; tries < 3 && (await open.count()) > 0; tries++) {
    await page.keyboard.press('Escape')
    await settled(page)
  }
  const forms = page.getByRole('dialog').filter({ visible: true })
  if ((await forms.count()) > 0) {
    await forms.last().getByRole('button', { name: '关闭', exact: true }).click()
    await page.getByRole('button', { name: /^放\s*弃$/ }).click()
    await expect(forms).toHaveCount(0)
  }
  const tabs = page.getByRole('tab').filter({ visible: true })
  if ((await tabs.count()) === 1) return
  // A context menu closes when its tab scrolls, and the last one may have to come into sight first.
  await tabs.last().scrollIntoViewIfNeeded()
  await settled(page)
  await tabs.last().click({ button: 'right' })
  await page.getByRole('menuitem', { name: '关闭所有' }).filter({ visible: true }).click()
  await expect(tabs).toHaveCount(1)
}

/** Elements outside of the window, in each font size. */
async function outsideInAnyLetters(page: Page, { fill, isPlacedOnce }: Screen): Promise<string[]> {
  const first = await outsideWindow(page)
  const found = [...first.outside]
  for (const letters of ['大', '特大'] as const) {
    if (isPlacedOnce) await page.keyboard.press('Escape')
    await changeLettersUnder(page, letters)
    let now = await outsideWindow(page)
    // A menu in a table closes when its row is rendered again.
    if (first.layers > 0 && now.layers === 0) {
      await fill?.(page)
      await settled(page)
      now = await outsideWindow(page)
    }
    expect(now.layers > 0).toBe(first.layers > 0)
    found.push(...now.outside.map((what) => `${letters}: ${what}`))
  }
  return found
}

/** Fields of dialogs that must be filled in and have a name without a star. */
function withoutStar(page: Page): Promise<string[]> {
  const required = page.getByRole('dialog').filter({ visible: true }).locator('[aria-required="true"]')
  return required.evaluateAll((fields) =>
    fields
      .map((field) => field.closest('.ant-form-item') ?? field.closest('.question-reason'))
      .filter((item) => item?.querySelector('label, .question-reason-label') && !item.querySelector('.ant-form-item-required, .required-mark'))
      .map((item) => item?.textContent ?? ''),
  )
}

/** One test per overlay. */
export function testOverlays(overlays: readonly Screen[]): void {
  const { program, stage, enter } = onStage()
  for (const overlay of overlays) {
    test(`axe finds nothing serious, nothing is cut off and nothing leaves the window, over a screen: ${overlay.name}`, async () => {
      const { page } = program()
      await enter()
      await closeAll(page)
      await page.setViewportSize(overlay.sizes?.[0] ?? { width: 1366, height: 768 })
      await chooseLetters(page, overlay.letters ?? '标准')
      await showScreen(page, overlay.path(stage()))
      await overlay.ask?.(page)
      await overlay.fill?.(page)
      await settled(page)
      // Larger fonts have the same names and colours; the page under a dialog is checked with the screens.
      const isDialog = (await page.getByRole('dialog').filter({ visible: true }).count()) > 0
      if (!overlay.letters) expect(await hindrances(page, isDialog ? '[role="dialog"]' : undefined)).toEqual([])
      expect(await cutOff(page)).toEqual([])
      expect(await withoutStar(page)).toEqual([])
      // The cover has no font menu.
      if (!overlay.letters && overlay.name !== 'cover') expect(await outsideInAnyLetters(page, overlay)).toEqual([])
    })
  }
}
