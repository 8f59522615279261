import { isAllowed, type Role } from '#shared/features/account/roles.ts'
import type { ActivityRow } from '#shared/features/activity/contract.ts'
import { activityTabNames, type ActivityTab } from '../app-context/activityTabs.ts'
import type { FeatureRoute, PageTitle } from '../app-context/feature.ts'
import { routes as activity } from '../features/activity/feature.tsx'
import { routes as administration } from '../features/administration/feature.tsx'
import { routes as ballot } from '../features/ballot/feature.tsx'
import { routes as checkup } from '../features/checkup/feature.tsx'
import { routes as dashboard } from '../features/dashboard/feature.tsx'
import { routes as document } from '../features/document/feature.tsx'
import { routes as estateRules } from '../features/estate-rules/feature.tsx'
import { routes as estate } from '../features/estate/feature.tsx'
import { routes as delivery } from '../features/delivery/feature.tsx'
import { routes as paper } from '../features/paper/feature.tsx'
import { routes as progress } from '../features/progress/feature.tsx'
import { routes as propertyChange } from '../features/property-change/feature.tsx'
import { routes as property } from '../features/property/feature.tsx'
import { routes as proxy } from '../features/proxy/feature.tsx'
import { routes as publication } from '../features/publication/feature.tsx'
import { routes as reading } from '../features/reading/feature.tsx'
import { routes as result } from '../features/result/feature.tsx'
import { routes as retention } from '../features/retention/feature.tsx'
import { routes as route } from '../features/route/feature.tsx'
import { routes as safety } from '../features/safety/feature.tsx'
import { routes as sensitivity } from '../features/sensitivity/feature.tsx'
import { routes as sharing } from '../features/sharing/feature.tsx'
import { routes as voting } from '../features/voting/feature.tsx'

/** Every screen behind the login, in the order of the menu and of 查找并前往. */
export const routes: readonly FeatureRoute[] = [
  ...dashboard,
  ...estate,
  ...property,
  ...activity,
  ...estateRules,
  ...ballot,
  ...checkup,
  ...delivery,
  ...proxy,
  ...voting,
  ...paper,
  ...reading,
  ...progress,
  ...route,
  ...result,
  ...sensitivity,
  ...document,
  ...publication,
  ...propertyChange,
  ...administration,
  ...sharing,
  ...safety,
  ...retention,
]

const byPath: ReadonlyMap<string, FeatureRoute> = new Map(routes.map((route) => [route.path, route]))

export const registeredPaths: ReadonlySet<string> = new Set(byPath.keys())

/** The screen at a path, regardless of role; undefined if none. */
export function routeOf(path: string): FeatureRoute | undefined {
  return byPath.get(path)
}

/** The titles of the page at an address (path and query); undefined if there is no screen. */
export function titleAt(address: string): PageTitle | undefined {
  const [path = '', query = ''] = address.split('?')
  const route = routeOf(path)
  return route?.titleFor?.(new URLSearchParams(query)) ?? route
}

/** The screens visible to these roles. */
export function routesFor(roles: readonly Role[]): readonly FeatureRoute[] {
  return routes.filter(({ lowestRole }) => isAllowed(roles, lowestRole))
}

/** The screen at a path, if visible to these roles; otherwise undefined, as if it did not exist. */
export function routeFor(path: string, roles: readonly Role[]): FeatureRoute | undefined {
  const route = routeOf(path)
  return route && isAllowed(roles, route.lowestRole) ? route : undefined
}

/** The activity page tab of the screen at a path. */
export function activityTabOf(path: string): ActivityTab | undefined {
  return routeOf(path)?.activityTab
}

/** The main screens of the activity page tabs visible to these roles, in display order. */
export function activityTabRoutes(roles: readonly Role[]): { readonly tab: ActivityTab; readonly addressFor: (activity: ActivityRow) => string }[] {
  const ofRoles = routesFor(roles)
  return (Object.keys(activityTabNames) as ActivityTab[]).flatMap((tab) => {
    const palette = ofRoles.find(({ activityTab }) => activityTab === tab)?.palette
    return palette && 'addressFor' in palette ? [{ tab, addressFor: palette.addressFor }] : []
  })
}
