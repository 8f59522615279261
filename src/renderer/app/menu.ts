import type { RouteGroup } from '../widgets/featureRoute.ts'

/** The menu as the specification orders it; an entry shows once a feature has its screen. */
const groups: readonly { readonly title: RouteGroup; readonly paths: readonly string[] }[] = [
  { title: '我的小区', paths: ['/estate/Index', '/property/Index'] },
  { title: '活动管理', paths: ['/voteManage/list', '/voteManage/propertychange'] },
  { title: '系统管理', paths: ['/system/accounts', '/system/audit'] },
]

/** The menu's entry under which a page stands: its own, or that of the list that leads to it. */
export function entryOf(path: string): string {
  if (path === '/estate/input') return '/estate/Index'
  return path.startsWith('/voteManage/') && path !== '/voteManage/propertychange' ? '/voteManage/list' : path
}

export interface MenuGroup {
  readonly title: RouteGroup
  readonly entries: readonly { readonly path: string; readonly title: string }[]
}

/**
 * The menu's groups that have at least one screen.
 *
 * @param titleOf a screen's name, or undefined where this program has none at that path
 */
export function menuOf(titleOf: (path: string) => string | undefined): MenuGroup[] {
  return groups
    .map(({ title, paths }) => ({
      title,
      entries: paths.flatMap((path) => {
        const name = titleOf(path)
        return name === undefined ? [] : [{ path, title: name }]
      }),
    }))
    .filter((group) => group.entries.length > 0)
}
