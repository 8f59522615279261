import type { Role } from '#shared/features/account/contract.ts'
import { createContext, lazy, useContext, type ComponentType } from 'react'

export type RouteGroup = '我的小区' | '活动管理' | '系统管理'

/** One screen of a feature: each feature exports its own as `routes`, and app/routes.ts composes them. */
export interface FeatureRoute {
  readonly path: `/${string}`
  /** Its name in the menu, on its tab and in the breadcrumb. */
  readonly title: string
  /** Its name where that depends on what its address asks for (`新增投票活动`, `编辑投票活动`). */
  readonly titleFor?: (query: URLSearchParams) => string
  /** Its group in the menu and in the breadcrumb; null: it stands by itself. */
  readonly group: RouteGroup | null
  readonly Screen: ComponentType
  /** The role that sees it; absent means everybody who is logged in. */
  readonly role?: Role
}

/**
 * A screen whose code is loaded when it is first shown.
 *
 * @example
 * Screen: lazyScreen(async () => (await import('./EstateScreen.tsx')).EstateScreen)
 */
export function lazyScreen(load: () => Promise<ComponentType>): ComponentType {
  return lazy(async () => ({ default: await load() }))
}

/** The paths that this build of the program has screens for; filled by app. */
export const RegisteredPaths = createContext<ReadonlySet<string>>(new Set())

/** Whether the program has that screen: for buttons that lead to another feature. */
export function useHasScreen(path: string): boolean {
  return useContext(RegisteredPaths).has(path)
}
