import { dialogs } from './overlayDialogs.ts'
import { panels } from './overlayPanels.ts'
import { home } from './overlaySteps.ts'
import { screens, type Screen } from './screens.ts'
import { settled } from './settled.ts'

/** The screens with the most on them, in the letters of those who see badly. */
export const inLargeLetters: readonly Screen[] = screens
  .filter(({ name }) => ['dashboard', 'property-list', 'activity-list', 'activity-edit', 'desk-vote', 'notify', 'progress', 'statistics'].includes(name))
  .flatMap((screen) => [
    { ...screen, name: `${screen.name}-large`, letters: '大' as const },
    { ...screen, name: `${screen.name}-extra-large`, letters: '特大' as const },
  ])

/** The last of all: whatever came after it would be covered. */
export const cover: Screen = {
  name: 'cover',
  path: home,
  fill: async (page) => {
    await page.keyboard.press('Control+l')
    await page.getByRole('heading', { name: '屏幕已锁定' }).waitFor()
    await settled(page)
  },
}

/**
 * What opens over a screen or beside it: dialogs, panels, menus, the help; and the densest screens in large letters.
 *
 * Nothing is typed into a form, so that the page can be loaded again afterwards without a question.
 */
export const overlays: readonly Screen[] = [...dialogs, ...panels, ...inLargeLetters, cover]
