import type { Page } from '@playwright/test'
import { goTo } from './http-activities.ts'
import { settled, type Rest } from './settled.ts'
import type { Stage } from './stage.ts'

/** A screen of the program, and how to open it on the stage. */
export interface Screen {
  /** Name of its screenshot. */
  readonly name: string
  readonly path: (stage: Stage) => string
  /** The same screen without content; if missing, the screen of an empty server. */
  readonly emptyPath?: (stage: Stage) => string
  /** Steps in every state that open a part of the screen, and its only call that is late or cut. */
  readonly come?: { readonly step: (page: Page) => Promise<void>; readonly call: string }
  /** Input that makes the screen request more from the server; not in its empty state. */
  readonly ask?: (page: Page, rest?: Rest) => Promise<void>
  /** Steps with the loaded data that fill the screen. */
  readonly fill?: (page: Page) => Promise<void>
  /** Its font size; default: standard. */
  readonly letters?: '大' | '特大'
  /** Its window sizes; default: the two ordinary ones. */
  readonly sizes?: readonly { readonly width: number; readonly height: number }[]
  /** The overlay closes when the window is resized, and is reopened for each size. */
  readonly closesOnResize?: true
  /** The overlay is positioned when opened, and does not follow its field when the font grows: it is reopened for each size. */
  readonly isPlacedOnce?: true
  /** The call that loads the activity: it passes while others are late or cut, so that the screen itself is seen. */
  readonly isAboutActivity?: true
}

export const query = (path: string, values: Readonly<Record<string, string>>): string => `${path}?${new URLSearchParams(values).toString()}`

/** A screen about one activity; the empty one has an activity whose estate has no properties. */
export function ofActivity(
  name: string,
  path: string,
  activity: keyof Stage['activities'],
  {
    needsEstate = false,
    more = {},
    ...steps
  }: { needsEstate?: boolean; more?: Record<string, string> } & Pick<Screen, 'come' | 'ask' | 'fill' | 'isPlacedOnce'> = {},
): Screen {
  const estate = (id: string) => (needsEstate ? { estateid: id } : {})
  return {
    name,
    isAboutActivity: true,
    path: ({ estateId, activities }) => query(path, { ...estate(estateId), activityid: activities[activity], ...more }),
    emptyPath: ({ emptyEstateId, emptyActivityId }) => query(path, { ...estate(emptyEstateId), activityid: emptyActivityId, ...more }),
    ...steps,
  }
}

/** Types into the visible desk's search box, as hidden tabs have one too. */
const searchAtDesk =
  (term: string) =>
  async (page: Page, rest: Rest = settled) => {
    const box = page.getByRole('combobox', { name: '找业主' }).filter({ visible: true })
    await rest(page)
    if ((await box.count()) === 0) return
    await box.fill(term)
    await rest(page)
  }

const chooseFirst = async (page: Page) => {
  const options = page.getByRole('option').filter({ visible: true })
  await options.first().waitFor()
  await page.keyboard.press('Enter')
  // If ambiguous, the first Enter only highlights the first result.
  await settled(page)
  if ((await options.count()) > 0) await page.keyboard.press('Enter')
}

const searchBallot = async (page: Page, rest: Rest = settled) => {
  const picker = page.getByRole('combobox', { name: '主房产', exact: true }).filter({ visible: true })
  // It is missing if the page could not be loaded.
  await rest(page)
  if ((await picker.count()) === 0) return
  await picker.fill('西区-1栋-2单元-1202')
  await rest(page)
}

const pickFirst = async (page: Page) => {
  await page.locator('.ant-select-item-option').filter({ visible: true }).first().click()
  await settled(page)
}

/** Opens a list of scanned papers from any view of the readings screen. */
const toHeap = (name: string, call: string): NonNullable<Screen['come']> => ({
  call,
  step: async (page) => {
    await toReadings('扫描').step(page)
    const back = page.getByRole('button', { name: '返回扫描' }).filter({ visible: true })
    if ((await back.count()) > 0) await back.click()
    await page
      .getByRole('button', { name: new RegExp(`^${name}`) })
      .filter({ visible: true })
      .click()
  },
})
const toReadings = (name: string, call = ''): NonNullable<Screen['come']> => ({
  call,
  step: async (page) => {
    const views = page.getByRole('radiogroup', { name: '读数' }).filter({ visible: true })
    await views.getByText(name, { exact: true }).click()
  },
})

const desk = { ask: searchAtDesk('西区 2单元 1202'), fill: chooseFirst }

/** Screens before the login. */
export const publicScreens: readonly Screen[] = [
  { name: 'login', path: () => '/login' },
  { name: 'register', path: () => '/register' },
  {
    name: 'connect-office',
    path: () => '/login',
    fill: async (page) => {
      await page.getByRole('button', { name: '更换服务器' }).click()
      await page.getByText('重新查找').waitFor()
      await settled(page)
    },
  },
]

export const screens: readonly Screen[] = [
  { name: 'dashboard', path: () => '/dashboard' },
  { name: 'estate-list', path: () => '/estate/Index' },
  { name: 'estate-input', path: () => '/estate/input' },
  {
    name: 'estate-rules',
    path: ({ estateId }) => query('/estate/rules', { estateid: estateId }),
    emptyPath: ({ emptyEstateId }) => query('/estate/rules', { estateid: emptyEstateId }),
  },
  {
    name: 'estate-rules-new',
    path: ({ estateId }) => query('/estate/rulesinput', { estateid: estateId }),
    emptyPath: ({ emptyEstateId }) => query('/estate/rulesinput', { estateid: emptyEstateId }),
  },
  { name: 'property-list', path: ({ estateId }) => query('/property/Index', { estateid: estateId }) },
  {
    name: 'property-checkup',
    path: ({ estateId }) => query('/property/checkup', { estateid: estateId }),
    emptyPath: ({ emptyEstateId }) => query('/property/checkup', { estateid: emptyEstateId }),
  },
  { name: 'activity-list', path: () => '/voteManage/list' },
  { name: 'activity-new', path: () => '/voteManage/input' },
  ofActivity('activity-edit', '/voteManage/input', 'draft'),
  ofActivity('activity-page', '/voteManage/activity', 'tallying'),
  ofActivity('activity-finished', '/voteManage/activity', 'finished'),
  ofActivity('activity-journal', '/voteManage/journal', 'voting'),
  ofActivity('activity-view', '/voteManage/input', 'voting', { more: { vflag: '1' } }),
  ofActivity('desk-mark', '/voteManage/votedesk', 'voting', { more: { operatetype: '1' }, ...desk }),
  ofActivity('desk-vote', '/voteManage/votedesk', 'voting', { more: { operatetype: '2' }, ...desk }),
  ofActivity('desk-tally', '/voteManage/votedesk', 'tallying', {
    more: { operatetype: '3' },
    ask: searchAtDesk('C-0005'),
    fill: (page) => page.keyboard.press('Enter'),
  }),
  ofActivity('ballots', '/voteManage/mngballot', 'voting', { needsEstate: true, ask: searchBallot, fill: pickFirst }),
  ofActivity('roster-checkup', '/voteManage/checkup', 'voting', { needsEstate: true }),
  ofActivity('deliveries', '/voteManage/notify', 'voting', { needsEstate: true }),
  { name: 'delivery-history', path: ({ deliveredPropertyId }) => query('/voteManage/notifyhistory', { activitypropertyid: deliveredPropertyId }) },
  ofActivity('documents', '/voteManage/documents', 'finished'),
  ofActivity('publications', '/voteManage/publications', 'finished'),
  ofActivity('papers', '/voteManage/papers', 'tallying', { needsEstate: true }),
  ofActivity('readings', '/voteManage/readings', 'tallying', { needsEstate: true }),
  ...[
    ofActivity('readings-confirm', '/voteManage/readings', 'tallying', { needsEstate: true, come: toHeap('可确认', '/api/reading/papers') }),
    ofActivity('readings-judge', '/voteManage/readings', 'tallying', { needsEstate: true, come: toHeap('待判读', '/api/reading/papers') }),
    ofActivity('readings-unassigned', '/voteManage/readings', 'tallying', { needsEstate: true, come: toHeap('缺页或未归属', '/api/reading/strip') }),
  ].map((screen) => ({
    ...screen,
    emptyPath: ({ estateId, activities }: Stage) => query('/voteManage/readings', { estateid: estateId, activityid: activities.voting }),
  })),
  ofActivity('readings-sample', '/voteManage/readings', 'tallying', { needsEstate: true, come: toReadings('抽票', '/api/sample/list') }),
  ofActivity('proxies', '/voteManage/proxies', 'voting', { needsEstate: true }),
  ofActivity('progress', '/voteManage/progress', 'voting', { needsEstate: true }),
  ofActivity('route', '/voteManage/route', 'voting', { needsEstate: true }),
  ofActivity('import-votes', '/voteManage/importvotes', 'voting', { needsEstate: true }),
  ofActivity('statistics', '/voteManage/statistics', 'voting', { needsEstate: true }),
  ofActivity('statistics-finished', '/voteManage/statistics', 'finished', { needsEstate: true }),
  ofActivity('conclusion-check', '/voteManage/conclusioncheck', 'voting', { needsEstate: true }),
  { name: 'property-change', path: () => '/voteManage/propertychange' },
  { name: 'accounts', path: () => '/system/accounts' },
  { name: 'journal', path: () => '/system/audit' },
  { name: 'sharing', path: () => '/system/sharing' },
  { name: 'safety', path: () => '/system/safety' },
  { name: 'retention', path: () => '/system/retention' },
  { name: 'not-found', path: () => '/404' },
]

/** Opens an address in the program's window, and waits until its data are loaded. */
export async function showScreen(page: Page, path: string, rest: Rest = settled): Promise<void> {
  await goTo(page, path)
  await rest(page)
}
