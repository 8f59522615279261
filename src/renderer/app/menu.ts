import type { ComponentType, ReactNode } from 'react'
import type { FeatureRoute, MenuGroupTitle } from '../app-context/feature.ts'
import { activityPaths } from '../features/activity/parts/activityPaths.ts'
import { routeOf } from './routes.ts'

/** The menu groups in the order of the specification. */
const groupTitles: readonly MenuGroupTitle[] = ['我的小区', '活动管理', '系统管理']

/** The screen whose menu entry a page belongs to: itself, or the list that leads to it. */
export function entryOf(route: FeatureRoute): FeatureRoute {
  const { menu = { under: activityPaths.list } } = route
  return menu && 'under' in menu ? (routeOf(menu.under) ?? route) : route
}

/** The menu group of a page; null if it is not in the menu. */
export function groupOf(route: FeatureRoute): MenuGroupTitle | null {
  const { menu } = entryOf(route)
  return menu && 'group' in menu ? menu.group : null
}

export interface MenuEntry extends Pick<FeatureRoute, 'path' | 'title'> {
  readonly icon: ReactNode
  readonly Count?: ComponentType
}

/** A group with at least one entry. */
export interface MenuGroup {
  readonly title: MenuGroupTitle
  readonly entries: readonly MenuEntry[]
}

/** Builds the menu from these screens: the non-empty groups, entries in the order of the screens. */
export function menuOf(screens: readonly FeatureRoute[]): MenuGroup[] {
  return groupTitles
    .map((title) => ({
      title,
      entries: screens.flatMap(({ path, title: name, menu }) =>
        menu && 'group' in menu && menu.group === title ? [{ path, title: name, icon: menu.icon, ...(menu.Count ? { Count: menu.Count } : {}) }] : [],
      ),
    }))
    .filter(({ entries }) => entries.length > 0)
}
