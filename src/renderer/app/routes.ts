import { routes as activityRoutes } from '../features/activity/routes.tsx'
import { routes as administrationRoutes } from '../features/administration/routes.tsx'
import { routes as ballotRoutes } from '../features/ballot/routes.tsx'
import { routes as dashboardRoutes } from '../features/dashboard/routes.tsx'
import { routes as estateRoutes } from '../features/estate/routes.tsx'
import { routes as notificationRoutes } from '../features/notification/routes.tsx'
import { routes as progressRoutes } from '../features/progress/routes.tsx'
import { routes as propertyChangeRoutes } from '../features/property-change/routes.tsx'
import { routes as propertyRoutes } from '../features/property/routes.tsx'
import { routes as resultRoutes } from '../features/result/routes.tsx'
import { routes as votingRoutes } from '../features/voting/routes.tsx'
import type { Role } from '#shared/features/account/contract.ts'
import type { FeatureRoute } from '../widgets/featureRoute.ts'

/** Every screen behind the login, by its feature. */
const routes: readonly FeatureRoute[] = [
  ...dashboardRoutes,
  ...estateRoutes,
  ...propertyRoutes,
  ...activityRoutes,
  ...resultRoutes,
  ...votingRoutes,
  ...progressRoutes,
  ...notificationRoutes,
  ...propertyChangeRoutes,
  ...administrationRoutes,
  ...ballotRoutes,
]

const byPath: ReadonlyMap<string, FeatureRoute> = new Map(routes.map((route) => [route.path, route]))

export const registeredPaths: ReadonlySet<string> = new Set(byPath.keys())

export function routeOf(path: string): FeatureRoute | undefined {
  return byPath.get(path)
}

/** What the page at an address is called, its path and query; undefined where there is no screen. */
export function titleAt(address: string): string | undefined {
  const [path = '', query = ''] = address.split('?')
  const route = routeOf(path)
  return route?.titleFor?.(new URLSearchParams(query)) ?? route?.title
}

/** The screen at a path for somebody with these roles; what others may not see is as if it were not there. */
export function routeFor(path: string, roles: readonly Role[]): FeatureRoute | undefined {
  const route = routeOf(path)
  return route?.role === undefined || roles.includes(route.role) ? route : undefined
}
