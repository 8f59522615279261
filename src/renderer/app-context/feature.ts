import type { Role } from '#shared/features/account/roles.ts'
import type { LastLogin } from '#shared/features/account/sessions.ts'
import type { ActivityRow } from '#shared/features/activity/contract.ts'
import { createContext, lazy, useContext, type ComponentType, type ReactNode } from 'react'
import type { ActivityTab } from './activityTabs.ts'
import type { HelpText } from './help.ts'

export type MenuGroupTitle = '我的小区' | '活动管理' | '系统管理'

/** What a page is called. */
export interface PageTitle {
  /** In the menu, on its tab, over the page and in the breadcrumb. */
  readonly title: string
  /** On its tab, where the name of what it shows follows (`票权 · 更换门禁`); absent: its title. */
  readonly shortTitle?: string
}

/** Where a screen is in the menu. */
export type MenuPlace =
  /** Its entry in that menu group; `Count` after the title says how much waits. A collapsed sidebar shows only the icons. */
  | { readonly group: MenuGroupTitle; readonly icon: ReactNode; readonly Count?: ComponentType }
  /** It is opened from the screen at that path, whose entry is marked. */
  | { readonly under: `/${string}` }
  /** It stands by itself, outside of the menu. */
  | null

/** How 查找并前往 (Ctrl+K) finds a screen, besides its title. */
export type PaletteWords =
  /** What else it is looked for by: the initials of its title, other words for it, separated by spaces. */
  | { readonly keywords: string }
  /** A screen about one activity: the words that name it, and its address for that activity. */
  | { readonly names: readonly string[]; readonly addressFor: (activity: ActivityRow) => string }

/** One screen behind the login: a feature's `feature.tsx` exports its `routes`, `app/routes.ts` composes them. */
export interface FeatureRoute extends PageTitle {
  readonly path: `/${string}`
  /** Its title where that depends on what its address asks for (`新增投票活动`, `编辑投票活动`). */
  readonly titleFor?: (query: URLSearchParams) => PageTitle
  /** Absent: it is opened from 投票活动, as the screens of a vote are. */
  readonly menu?: MenuPlace
  /** A screen of a vote: the tab of its page that it belongs to. The first screen of a tab is its own. */
  readonly activityTab?: ActivityTab
  /** Absent: it is only reached from other screens. */
  readonly palette?: PaletteWords
  readonly help: HelpText
  /** The lowest role that sees it (`trust.md` section 1); for others it is as if it were not there. */
  readonly lowestRole: Role
  readonly Screen: ComponentType
}

/** What a screen before the login gets from app. */
export interface PublicScreenProps {
  /** `canKeepSession` is false if the login ends with the program; `lastLogin` is how the account was last used before. */
  readonly onLoggedIn: (login: { readonly canKeepSession: boolean; readonly lastLogin: LastLogin | null }) => void
}

/** One screen before the login. */
export interface PublicRoute {
  readonly path: `/${string}`
  readonly title: string
  readonly help: HelpText
  readonly Screen: ComponentType<PublicScreenProps>
}

/**
 * A screen whose code is loaded when it is first shown.
 *
 * @example
 * Screen: lazyScreen(async () => (await import('./EstateScreen.tsx')).EstateScreen)
 */
export function lazyScreen<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return lazy(async () => ({ default: await load() }))
}

/** The paths of the screens that the user may see; filled by app. */
export const VisiblePaths = createContext<ReadonlySet<string>>(new Set())

/** Whether the user may see the screen at that path: for buttons that lead to another feature. */
export function useHasScreen(path: string): boolean {
  return useContext(VisiblePaths).has(path)
}
