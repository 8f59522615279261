import type { ComponentType, ReactNode } from 'react'
import type { FeatureRoute, MenuGroupTitle } from '../app-context/feature.ts'
import { activityPaths } from '../features/activity/parts/activityPaths.ts'
import { routeOf } from './routes.ts'

/** The menu's groups as the specification orders them. */
const groupTitles: readonly MenuGroupTitle[] = ['我的小区', '活动管理', '系统管理']

/** The screen whose menu entry a page stands under: its own, or that of the list that leads to it. */
export function entryOf(route: FeatureRoute): FeatureRoute {
  const { menu = { under: activityPaths.list } } = route
  return menu && 'under' in menu ? (routeOf(menu.under) ?? route) : route
}

/** The group that a page belongs to; null if it stands by itself. */
export function groupOf(route: FeatureRoute): MenuGroupTitle | null {
  const { menu } = entryOf(route)
  return menu && 'group' in menu ? menu.group : null
}

/** A screen that is in the menu. */
export interface MenuEntry extends Pick<FeatureRoute, 'path' | 'title'> {
  readonly icon: ReactNode
  readonly Count?: ComponentType
}

/** A group with at least one entry. */
export interface MenuGroup {
  readonly title: MenuGroupTitle
  readonly entries: readonly MenuEntry[]
}

/** The menu of these screens: its groups that have at least one, with their entries in the screens' order. */
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
