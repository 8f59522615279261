import { dialogs } from './overlayDialogs.ts'
import { panels } from './overlayPanels.ts'
import { home } from './overlaySteps.ts'
import { screens, type Screen } from './screens.ts'
import { settled } from './settled.ts'

/** The densest screens, in the largest font. */
export const inLargeLetters: readonly Screen[] = screens
  .filter(({ name }) => ['dashboard', 'property-list', 'activity-list', 'activity-edit', 'desk-vote', 'deliveries', 'progress', 'statistics'].includes(name))
  .flatMap((screen) => [
    { ...screen, name: `${screen.name}-large`, letters: '大' as const },
    { ...screen, name: `${screen.name}-extra-large`, letters: '特大' as const },
  ])

/** The last one, as it covers everything after it. */
export const cover: Screen = {
  name: 'cover',
  path: home,
  fill: async (page) => {
    await page.keyboard.press('Control+l')
    await page.getByRole('heading', { name: '屏幕已锁定' }).waitFor()
    await settled(page)
  },
}

/** Overlays of screens: dialogs, panels, menus, the help; and the densest screens in large fonts. */
export const overlays: readonly Screen[] = [...dialogs, ...panels, ...inLargeLetters, cover]
