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

// What the specs about what everybody can see and reach share (`e2e/axe*.spec.ts`): several, so that their work spreads over the workers.

/** What axe asks for by a rule of parts of the library that do without it. */
const libraryParts: Readonly<Record<string, RegExp>> = {
  // A list of choices scrolls with what its field's arrow keys mark, and so needs no focus of its own.
  'scrollable-region-focusable': /^<(?:div class="ant-select-dropdown-list-holder|ul class="ant-picker-time-panel-column)"/,
  // The year and the month over a calendar are named by what they open, not by the number that they show.
  'label-content-name-mismatch': /class="ant-picker-(?:year|month)-btn"/,
}

/** What axe finds that keeps somebody from working: each with the first place where it stands. `within`: a selector, where not the whole page. */
export async function hindrances(page: Page, within?: string): Promise<string[]> {
  // A frame of the browser's own, in which axe would run a second time, cannot be opened in the program's window.
  // Of what passes only the names of the rules are asked for: to tell each element's place takes most of axe's time.
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

/** The program on the stage, for all tests of a spec. */
export interface Staged {
  readonly program: () => Program
  readonly stage: () => Stage
  /** Logs in where nobody is yet: after a failure the next test begins with a new program. */
  readonly enter: () => Promise<void>
}

/** Sets the stage before a spec's tests, and takes it down afterwards. */
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

/** What opens over a screen, and closes by Escape. */
const OVER_A_SCREEN = '[role="dialog"], .ant-dropdown, .ant-select-dropdown, .ant-picker-dropdown, .ant-popover, .ant-cascader-dropdown'

/** Closes whatever stands open, and all tabs; what was chosen in a form is given up. To load the page again instead takes a third more of the processor. */
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
  await tabs.last().click({ button: 'right' })
  await page.getByRole('menuitem', { name: '关闭所有' }).filter({ visible: true }).click()
  await expect(tabs).toHaveCount(1)
}

/** What leaves the window, in each size of the letters in turn. */
async function outsideInAnyLetters(page: Page, { fill, isPlacedOnce }: Screen): Promise<string[]> {
  const first = await outsideWindow(page)
  const found = [...first.outside]
  for (const letters of ['大', '特大'] as const) {
    if (isPlacedOnce) await page.keyboard.press('Escape')
    await changeLettersUnder(page, letters)
    let now = await outsideWindow(page)
    // A menu in a table goes when its row is drawn again.
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

/** One test for each of the overlays. */
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
      // Larger letters have the same names and colours as the ordinary ones; the page under a dialog is seen with the screens.
      const isDialog = (await page.getByRole('dialog').filter({ visible: true }).count()) > 0
      if (!overlay.letters) expect(await hindrances(page, isDialog ? '[role="dialog"]' : undefined)).toEqual([])
      expect(await cutOff(page)).toEqual([])
      expect(await withoutStar(page)).toEqual([])
      // The cover has no menu for the letters.
      if (!overlay.letters && overlay.name !== 'cover') expect(await outsideInAnyLetters(page, overlay)).toEqual([])
    })
  }
}
