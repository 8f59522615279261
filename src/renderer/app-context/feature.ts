import type { Role } from '#shared/features/account/roles.ts'
import type { LastLogin } from '#shared/features/account/sessions.ts'
import type { ActivityRow } from '#shared/features/activity/contract.ts'
import { createContext, lazy, useContext, type ComponentType, type ReactNode } from 'react'
import type { ActivityTab } from './activityTabs.ts'
import type { HelpText } from './help.ts'

export type MenuGroupTitle = '我的小区' | '活动管理' | '系统管理'

export interface PageTitle {
  /** In the menu, the tab, the page heading and the breadcrumb. */
  readonly title: string
  /** In a tab title that continues with its subject (`票权 · 更换门禁`); defaults to the title. */
  readonly shortTitle?: string
}

/** A screen's place in the menu. */
export type MenuPlace =
  /** Own entry in that menu group; `Count` shows the number pending after the title. A collapsed sidebar shows only the icons. */
  | { readonly group: MenuGroupTitle; readonly icon: ReactNode; readonly Count?: ComponentType }
  /** Opened from the screen at that path, whose entry is highlighted. */
  | { readonly under: `/${string}` }
  /** Not in the menu. */
  | null

/** How 查找并前往 (Ctrl+K) finds a screen, besides by its title. */
export type PaletteWords =
  /** Additional search terms, separated by spaces: the initials of the title, synonyms. */
  | { readonly keywords: string }
  /** A screen of an activity: the words that match it, and its address for a given activity. */
  | { readonly names: readonly string[]; readonly addressFor: (activity: ActivityRow) => string }

/** One screen behind the login: a feature's `feature.tsx` exports its `routes`, `app/routes.ts` composes them. */
export interface FeatureRoute extends PageTitle {
  readonly path: `/${string}`
  /** The title if it depends on the query (`新增投票活动`, `编辑投票活动`). */
  readonly titleFor?: (query: URLSearchParams) => PageTitle
  /** Absent: it is opened from 投票活动, as the screens of a vote are. */
  readonly menu?: MenuPlace
  /** For screens of an activity: the page tab it belongs to. The first screen of a tab is the tab's own. */
  readonly activityTab?: ActivityTab
  /** Absent: only reachable from other screens. */
  readonly palette?: PaletteWords
  readonly help: HelpText
  /** The lowest role that sees it (`trust.md` section 1); for others the screen does not exist. */
  readonly lowestRole: Role
  readonly Screen: ComponentType
}

/** Props that app passes to a screen before the login. */
export interface PublicScreenProps {
  /** `canKeepSession` is false if the login ends with the program; `lastLogin` is the account's last use before this login. */
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
 * A screen whose code is loaded on first use.
 *
 * @example
 * Screen: lazyScreen(async () => (await import('./EstateScreen.tsx')).EstateScreen)
 */
export function lazyScreen<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return lazy(async () => ({ default: await load() }))
}

/** The paths of the screens visible to the user, provided by app. */
export const VisiblePaths = createContext<ReadonlySet<string>>(new Set())

/** Whether the user may see the screen at that path; for buttons that link to another feature. */
export function useHasScreen(path: string): boolean {
  return useContext(VisiblePaths).has(path)
}
