import { NEW_ACTIVITY } from '../../app-context/paths.ts'
import { SUBJECT_AFTER } from '../../app-context/tab.ts'
import { assertNever } from '../../ui/assertNever.ts'

/** An open page, i.e. a visited address. The bar has one tab per page, or one for all pages of an activity. */
export interface OpenTab {
  /** Stable for as long as the page is open, even if its address changes. */
  readonly id: string
  /** Its address: path and query. */
  readonly key: string
  readonly title: string
  /** Whether its title was set from its subject, by the screen or on its behalf. */
  readonly isNamed: boolean
  /** Number of refreshes (刷新); each remounts the screen. */
  readonly round: number
  /** Names of the screen's parts with unsaved input. */
  readonly unsavedParts: readonly string[]
  /** Closed while visible: removed as soon as another page is shown. */
  readonly isClosing: boolean
  /** False until first shown; the screen is only mounted then. */
  readonly wasVisited: boolean
}

export interface Tabs {
  readonly tabs: readonly OpenTab[]
  /** Null while no tab is shown (404 page). */
  readonly activeKey: string | null
  /**
   * The last painted page: the active one, except while a returning page is not painted yet.
   *
   * During that time no page runs effects: painting precedes timers, keys and server requests.
   */
  readonly paintedKey: string | null
  /** Page ids in the order in which they were last shown, most recent last. */
  readonly shownOrder: readonly string[]
  /** The visible page is about to change its address; the new address must not open another page. */
  readonly moving: { readonly from: string; readonly to: string } | null
}

/** The pinned home tab: always first, never closed. */
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
  /** Pages from the previous session, in order; each is mounted when first shown. */
  | { readonly type: 'restored'; readonly pages: readonly { readonly key: string; readonly title: string }[] }

/** The home tab alone, not mounted until visited. */
export function initialTabs(homeTitle: string): Tabs {
  return { tabs: [{ ...newTab(HOME_KEY, homeTitle), wasVisited: false }], activeKey: null, paintedKey: null, shownOrder: [], moving: null }
}

/** Reducer for the tabs; unaffected tabs keep their identity. */
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
      // A hidden tab's parts stay unsaved although their effects were cleaned up; only the visible tab can clear a part.
      return action.key === state.activeKey ? change(state, action.key, (tab) => marked(tab, action.part, false)) : state
    case 'restored':
      return restore(state, action.pages)
    default:
      return assertNever(action)
  }
}

/** The path of a tab's address, without its query; `''` for null. */
export function pathOf(key: string | null): string {
  return key?.split('?')[0] ?? ''
}

/** The subject of a page, by the ids in its address. */
export function subjectOf(address: string): { readonly activityId: string; readonly estateId: string; readonly rosterPropertyId: string } {
  const query = new URLSearchParams(address.slice(pathOf(address).length + 1))
  return { activityId: query.get('activityid') ?? '', estateId: query.get('estateid') ?? '', rosterPropertyId: query.get('activitypropertyid') ?? '' }
}

/** One tab of the bar: the pages of an activity, or a single page without one. */
export interface TabGroup {
  readonly key: string
  /** In opening order; at least one. */
  readonly pages: readonly OpenTab[]
  /** The most recently shown page, shown when the tab is chosen. */
  readonly shown: OpenTab
}

/** Key of the bar's tab for a page. The activity editor has its own tab, which is closed on saving. */
export function groupKeyOf(address: string): string {
  const { activityId } = subjectOf(address)
  const isEditor = pathOf(address) === NEW_ACTIVITY && !address.includes('vflag=1')
  return activityId === '' || isEditor ? address : `activity:${activityId}`
}

/** The tabs of the bar, in order, without pages being closed. */
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

/** The page whose effects run; null until it is painted, or if no tab is shown. */
export function liveKey({ activeKey, paintedKey }: Tabs): string | null {
  return activeKey === paintedKey ? activeKey : null
}

export function isUnsaved(tab: OpenTab): boolean {
  return tab.unsavedParts.length > 0
}

/**
 * The page to show after closing `keys`: the active one if it stays, else another of its activity, else that of the nearest
 * remaining tab, preferring the right.
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

/** The pages of the closable tabs to the left or right of a page's tab. */
export function keysBeside(state: Tabs, key: string, side: 'left' | 'right'): string[] {
  const groups = groupsOf(state)
  const at = groups.findIndex((group) => group.key === groupKeyOf(key))
  const onThatSide = side === 'left' ? groups.slice(0, Math.max(at, 0)) : groups.slice(at + 1)
  return onThatSide.flatMap(({ pages }) => pages.map((page) => page.key)).filter((other) => other !== HOME_KEY)
}

/** All pages in the same bar tab as a page. */
export function keysTogether({ tabs }: Pick<Tabs, 'tabs'>, key: string): string[] {
  return tabs.map((tab) => tab.key).filter((other) => groupKeyOf(other) === groupKeyOf(key))
}

/** The page of the next (1) or previous (-1) tab, wrapping around. */
export function neighbourKey(state: Tabs, step: 1 | -1): string {
  const groups = groupsOf(state)
  const at = state.activeKey === null ? -1 : groups.findIndex(({ key }) => key === groupKeyOf(state.activeKey ?? ''))
  if (at < 0) return HOME_KEY
  return groups.at((at + step) % groups.length)?.shown.key ?? HOME_KEY
}

/** Titles up to this length are shown in full. */
const SHORT = 8
/** Characters at which a title is not cut: part of a year or an ordinal. */
const COUNTING = /[\d第〇一二三四五六七八九十]/

/** The tab titles in the bar: the screen, and for long subjects the distinguishing part; equal subjects are numbered. */
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

/** Cuts a long name to start where it differs from all others. */
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

/** An id may already be taken by a tab whose address has changed since. */
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

/** A returning tab marks its unsaved parts again, so that no obsolete mark remains. */
function revive(state: Tabs, key: string): Tabs {
  return { ...change(state, key, (tab) => ({ ...tab, unsavedParts: [] })), paintedKey: key }
}

/**
 * Only marks the visible tab, which is removed when the address has changed: removed at once, it would be reopened by the
 * address that still names it.
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
