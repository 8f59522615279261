import { isAllowed, type Role } from '#shared/features/account/roles.ts'
import type { ActivityRow } from '#shared/features/activity/contract.ts'
import { activityTabNames, type ActivityTab } from '../app-context/activityTabs.ts'
import type { PublicRoute, FeatureRoute, PageTitle } from '../app-context/feature.ts'
import { features } from './features.ts'

/** Every screen behind the login. */
export const routes: readonly FeatureRoute[] = features.flatMap((feature) => feature.routes)

/** Every screen before the login. */
export const publicRoutes: readonly PublicRoute[] = features.flatMap(({ publicRoutes: own }) => own ?? [])

const byPath: ReadonlyMap<string, FeatureRoute> = new Map(routes.map((route) => [route.path, route]))

export const registeredPaths: ReadonlySet<string> = new Set(byPath.keys())

/** The screen at a path, whoever may see it; undefined if none. */
export function routeOf(path: string): FeatureRoute | undefined {
  return byPath.get(path)
}

/** What the page at an address, path and query, is called; undefined if there is no screen. */
export function titleAt(address: string): PageTitle | undefined {
  const [path = '', query = ''] = address.split('?')
  const route = routeOf(path)
  return route?.titleFor?.(new URLSearchParams(query)) ?? route
}

/** The screens that somebody with these roles may see. */
export function routesFor(roles: readonly Role[]): readonly FeatureRoute[] {
  return routes.filter(({ lowestRole }) => isAllowed(roles, lowestRole))
}

/** The screen at a path for somebody with these roles; what they may not see is as if it were not there. */
export function routeFor(path: string, roles: readonly Role[]): FeatureRoute | undefined {
  const route = routeOf(path)
  return route && isAllowed(roles, route.lowestRole) ? route : undefined
}

/** The tab that the screen at a path belongs to, on the page of a vote. */
export function activityTabOf(path: string): ActivityTab | undefined {
  return routeOf(path)?.activityTab
}

/** The own screens of the tabs on the page of a vote that somebody with these roles may see, in their order. */
export function activityTabRoutes(roles: readonly Role[]): { readonly tab: ActivityTab; readonly addressFor: (activity: ActivityRow) => string }[] {
  const ofRoles = routesFor(roles)
  return (Object.keys(activityTabNames) as ActivityTab[]).flatMap((tab) => {
    const palette = ofRoles.find(({ activityTab }) => activityTab === tab)?.palette
    return palette && 'addressFor' in palette ? [{ tab, addressFor: palette.addressFor }] : []
  })
}
