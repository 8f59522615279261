import { NEW_ACTIVITY } from '../../app-context/paths.ts'
import { SUBJECT_AFTER } from '../../app-context/tab.ts'
import { assertNever } from '../../ui/assertNever.ts'

/** An open page: an address that was visited. The bar has a tab for it, or one for all pages of a vote. */
export interface OpenTab {
  /** Names the page for as long as it is open, whatever becomes of its address. */
  readonly id: string
  /** Path and query: the address that shows it. */
  readonly key: string
  readonly title: string
  /** Whether its screen has named it after what it shows, or somebody else in its place. */
  readonly isNamed: boolean
  /** Counts its 刷新: each restarts the screen. */
  readonly round: number
  /** The parts of the screen that hold unsaved input. */
  readonly unsavedParts: readonly string[]
  /** Closed while it was visible: goes as soon as another one is. */
  readonly isClosing: boolean
  /** False until it is first shown; only then is its screen built. */
  readonly wasVisited: boolean
}

/** All open tabs, and which of them is shown. */
export interface Tabs {
  readonly tabs: readonly OpenTab[]
  /** Null while what is on screen is no tab (the 404 page). */
  readonly activeKey: string | null
  /**
   * The page of the last picture: the active one, save for the moment in which a page has come back and is not painted yet.
   *
   * In that moment no page runs effects: painting comes before timers, keys and questions to the server.
   */
  readonly paintedKey: string | null
  /** The ids of the pages in the order in which they were shown, the last one last. */
  readonly shownOrder: readonly string[]
  /** The visible page is about to change its address: the new one is no other page. */
  readonly moving: { readonly from: string; readonly to: string } | null
}

/** The pinned tab: first, and never closed. */
export const HOME_KEY = '/dashboard'

export type TabAction =
  | { readonly type: 'visited'; readonly key: string; readonly title: string }
  | { readonly type: 'painted' }
  | { readonly type: 'left' }
  | { readonly type: 'closed'; readonly keys: readonly string[] }
  | { readonly type: 'refreshed'; readonly key: string }
  | { readonly type: 'moving'; readonly from: string; readonly to: string }
  | { readonly type: 'marked'; readonly key: string; readonly part: string; readonly isUnsaved: boolean }
  | { readonly type: 'named'; readonly key: string; readonly title: string }
  | { readonly type: 'partRemoved'; readonly key: string; readonly part: string }
  /** Pages of an earlier time, in their order: each is built when it is first shown. */
  | { readonly type: 'restored'; readonly pages: readonly { readonly key: string; readonly title: string }[] }

/** The home page alone; it is not shown before it is visited. */
export function initialTabs(homeTitle: string): Tabs {
  return { tabs: [{ ...newTab(HOME_KEY, homeTitle), wasVisited: false }], activeKey: null, paintedKey: null, shownOrder: [], moving: null }
}

/** The tabs after an action; tabs that it does not concern stay the same objects. */
export function reduceTabs(state: Tabs, action: TabAction): Tabs {
  switch (action.type) {
    case 'visited':
      return visit(state, action.key, action.title)
    case 'painted':
      return state.activeKey === null ? state : revive(state, state.activeKey)
    case 'left':
      return { ...state, tabs: withoutClosing(state.tabs), activeKey: null, paintedKey: null, moving: null }
    case 'closed':
      return close(state, action.keys)
    case 'moving':
      return { ...state, moving: { from: action.from, to: action.to } }
    case 'refreshed':
      return change(state, action.key, (tab) => ({ ...tab, round: tab.round + 1, unsavedParts: [] }))
    case 'marked':
      return change(state, action.key, (tab) => marked(tab, action.part, action.isUnsaved))
    case 'named':
      return change(state, action.key, (tab) => (tab.isNamed && tab.title === action.title ? tab : { ...tab, title: action.title, isNamed: true }))
    case 'partRemoved':
      // What a hidden tab holds stays unsaved although its effects have ended; only the visible one can lose a part.
      return action.key === state.activeKey ? change(state, action.key, (tab) => marked(tab, action.part, false)) : state
    case 'restored':
      return restore(state, action.pages)
    default:
      return assertNever(action)
  }
}

/** The path of a tab's address, without its query; `''` of none. */
export function pathOf(key: string | null): string {
  return key?.split('?')[0] ?? ''
}

/** What a page is about, by the ids in its address. */
export function subjectOf(address: string): { readonly activityId: string; readonly estateId: string; readonly rosterPropertyId: string } {
  const query = new URLSearchParams(address.slice(pathOf(address).length + 1))
  return { activityId: query.get('activityid') ?? '', estateId: query.get('estateid') ?? '', rosterPropertyId: query.get('activitypropertyid') ?? '' }
}

/** What has one tab in the bar: the pages of one vote, or a page that is of none. */
export interface TabGroup {
  readonly key: string
  /** In the order in which they were opened; at least one. */
  readonly pages: readonly OpenTab[]
  /** The one that was shown last: it is shown when the tab is chosen. */
  readonly shown: OpenTab
}

/** Names the tab in the bar that a page belongs to. The editor of a vote has one of its own: it is closed when it is saved. */
export function groupKeyOf(address: string): string {
  const { activityId } = subjectOf(address)
  const isEditor = pathOf(address) === NEW_ACTIVITY && !address.includes('vflag=1')
  return activityId === '' || isEditor ? address : `activity:${activityId}`
}

/** What the bar shows, in its order; pages that are being closed are left out. */
export function groupsOf({ tabs, shownOrder }: Pick<Tabs, 'tabs' | 'shownOrder'>): readonly TabGroup[] {
  const pagesByGroup = Map.groupBy(
    tabs.filter(({ isClosing }) => !isClosing),
    ({ key }) => groupKeyOf(key),
  )
  return Array.from(pagesByGroup, ([key, [first, ...others]]) => {
    if (first === undefined) throw new Error('a group has a page')
    const pages = [first, ...others]
    return { key, pages, shown: pages.reduce((last, page) => (shownOrder.indexOf(page.id) > shownOrder.indexOf(last.id) ? page : last)) }
  })
}

/** The page whose effects run; null while it is not painted yet, and where no tab is shown. */
export function liveKey({ activeKey, paintedKey }: Tabs): string | null {
  return activeKey === paintedKey ? activeKey : null
}

export function isUnsaved(tab: OpenTab): boolean {
  return tab.unsavedParts.length > 0
}

/**
 * The page to show once `keys` are closed: the active one if it stays, else another of its vote, else that of the nearest tab that
 * stays, the right one first.
 */
export function keyAfterClosing(state: Tabs, keys: readonly string[]): string {
  const { tabs, activeKey } = state
  if (activeKey === null) return HOME_KEY
  const stays = ({ key }: OpenTab) => key === HOME_KEY || !keys.includes(key)
  if (tabs.some((tab) => tab.key === activeKey && stays(tab))) return activeKey
  const before = groupsOf(state)
  const at = before.findIndex(({ key }) => key === groupKeyOf(activeKey))
  const left = new Map(groupsOf({ ...state, tabs: tabs.filter(stays) }).map((group) => [group.key, group.shown.key]))
  const nearest = [...before.slice(Math.max(at, 0)), ...before.slice(0, Math.max(at, 0)).toReversed()].find(({ key }) => left.has(key))
  return (nearest && left.get(nearest.key)) ?? HOME_KEY
}

/** The pages of the closable tabs on one side of that of a page, as they are in the bar. */
export function keysBeside(state: Tabs, key: string, side: 'left' | 'right'): string[] {
  const groups = groupsOf(state)
  const at = groups.findIndex((group) => group.key === groupKeyOf(key))
  const onThatSide = side === 'left' ? groups.slice(0, Math.max(at, 0)) : groups.slice(at + 1)
  return onThatSide.flatMap(({ pages }) => pages.map((page) => page.key)).filter((other) => other !== HOME_KEY)
}

/** The pages of a page's own tab in the bar. */
export function keysTogether({ tabs }: Pick<Tabs, 'tabs'>, key: string): string[] {
  return tabs.map((tab) => tab.key).filter((other) => groupKeyOf(other) === groupKeyOf(key))
}

/** The page of the next (1) or previous (-1) tab, around the end. */
export function neighbourKey(state: Tabs, step: 1 | -1): string {
  const groups = groupsOf(state)
  const at = state.activeKey === null ? -1 : groups.findIndex(({ key }) => key === groupKeyOf(state.activeKey ?? ''))
  if (at < 0) return HOME_KEY
  return groups.at((at + step) % groups.length)?.shown.key ?? HOME_KEY
}

/** Names up to this long are in sight whole. */
const SHORT = 8
/** What is not cut: the number of a year or of a meeting. */
const COUNTING = /[\d第〇一二三四五六七八九十]/

/**
 * What the tabs are called in the bar: the screen, and of a long subject the part that tells it apart from the others; subjects of
 * one name are numbered.
 */
export function barTitles(tabs: readonly Pick<OpenTab, 'key' | 'title'>[]): readonly string[] {
  const named = tabs.map(({ key, title }) => {
    const at = title.indexOf(SUBJECT_AFTER)
    const { activityId, rosterPropertyId, estateId } = subjectOf(key)
    const id = activityId || rosterPropertyId || estateId
    return at < 0 ? { screen: title, about: '', id } : { screen: title.slice(0, at), about: title.slice(at + SUBJECT_AFTER.length), id }
  })
  const abouts = [...new Set(named.map(({ about }) => about))]
  return named.map(({ screen, about, id }) => {
    if (about === '') return screen
    const namesakes = [...new Set(named.filter((other) => other.about === about).map((other) => other.id))]
    const number = namesakes.length > 1 ? `（${namesakes.indexOf(id) + 1}）` : ''
    return `${screen}${SUBJECT_AFTER}${number}${apart(about, abouts)}`
  })
}

/** A name from where it differs from every other, where it is too long to be in sight whole. */
function apart(name: string, all: readonly string[]): string {
  if (name.length <= SHORT) return name
  const shared = all.filter((other) => other !== name).map((other) => sharedLength(name, other))
  let from = Math.max(0, ...shared)
  while (from > 0 && COUNTING.test(name[from - 1] ?? '')) from--
  return from <= 2 || from === name.length ? name : `…${name.slice(from)}`
}

function sharedLength(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length++
  return length
}

function newTab(key: string, title: string, id = key): OpenTab {
  return { id, key, title, isNamed: false, round: 0, unsavedParts: [], isClosing: false, wasVisited: true }
}

function visit(before: Tabs, key: string, title: string): Tabs {
  if (before.activeKey === key) return before
  const state = { ...before, moving: null }
  if (before.moving?.to === key && before.moving.from === before.activeKey && !state.tabs.some((tab) => tab.key === key)) {
    return { ...change(state, before.moving.from, (tab) => ({ ...tab, key })), activeKey: key, paintedKey: key }
  }
  const tabs = withoutClosing(state.tabs)
  const open = tabs.find((tab) => tab.key === key)
  const page = open?.wasVisited ? open : open ? { ...open, wasVisited: true } : newTab(key, title, newId(tabs, key))
  const shownOrder = [...state.shownOrder.filter((id) => id !== page.id && tabs.some((tab) => tab.id === id)), page.id]
  if (open?.wasVisited) {
    const shown = { ...state, tabs, activeKey: key, shownOrder }
    return state.paintedKey === key ? revive(shown, key) : shown
  }
  const shown = open ? tabs.map((tab) => (tab === open ? page : tab)) : [...tabs, page]
  return { ...state, tabs: shown, activeKey: key, paintedKey: key, shownOrder }
}

/** An address may have been another tab's first one, which has moved on since. */
function newId(tabs: readonly OpenTab[], key: string): string {
  return tabs.some(({ id }) => id === key) ? newId(tabs, `${key}#`) : key
}

function restore(state: Tabs, pages: readonly { readonly key: string; readonly title: string }[]): Tabs {
  const open = new Map(state.tabs.map((tab) => [tab.key, tab]))
  const restored = pages
    .filter(({ key }) => key !== HOME_KEY)
    .map(({ key, title }) => open.get(key) ?? { ...newTab(key, title, newId(state.tabs, key)), wasVisited: false })
  const kept = new Set(restored.map(({ key }) => key))
  const [home, ...others] = state.tabs
  if (home === undefined || kept.size === 0) return state
  return { ...state, tabs: [home, ...new Map(restored.map((tab) => [tab.key, tab])).values(), ...others.filter(({ key }) => !kept.has(key))] }
}

/** A tab that comes back marks its unsaved parts again, so that none stays marked that is gone. */
function revive(state: Tabs, key: string): Tabs {
  return { ...change(state, key, (tab) => ({ ...tab, unsavedParts: [] })), paintedKey: key }
}

/**
 * The visible tab is only marked: it goes when the address has changed. Were it removed at once, the address, which
 * still names it, would open it again.
 */
function close(state: Tabs, keys: readonly string[]): Tabs {
  const { tabs, activeKey } = state
  const goes = (tab: OpenTab) => tab.key !== HOME_KEY && keys.includes(tab.key)
  return {
    ...state,
    tabs: tabs.filter((tab) => !goes(tab) || tab.key === activeKey).map((tab) => (goes(tab) ? { ...tab, isClosing: true, unsavedParts: [] } : tab)),
  }
}

function withoutClosing(tabs: readonly OpenTab[]): readonly OpenTab[] {
  return tabs.some((tab) => tab.isClosing) ? tabs.filter((tab) => !tab.isClosing) : tabs
}

function change(state: Tabs, key: string, how: (tab: OpenTab) => OpenTab): Tabs {
  const tabs = state.tabs.map((tab) => (tab.key === key ? how(tab) : tab))
  return tabs.every((tab, index) => tab === state.tabs[index]) ? state : { ...state, tabs }
}

function marked(tab: OpenTab, part: string, isUnsaved: boolean): OpenTab {
  if (tab.isClosing || tab.unsavedParts.includes(part) === isUnsaved) return tab
  return { ...tab, unsavedParts: isUnsaved ? [...tab.unsavedParts, part] : tab.unsavedParts.filter((other) => other !== part) }
}
