import { routes as dashboardRoutes } from '../features/dashboard/routes.tsx'
import { routes as estateRoutes } from '../features/estate/routes.tsx'
import { routes as progressRoutes } from '../features/progress/routes.tsx'
import { routes as propertyRoutes } from '../features/property/routes.tsx'
import { routes as resultRoutes } from '../features/result/routes.tsx'
import type { FeatureRoute } from '../widgets/featureRoute.ts'

/** Every screen behind the login, by its feature. */
const routes: readonly FeatureRoute[] = [...dashboardRoutes, ...estateRoutes, ...propertyRoutes, ...resultRoutes, ...progressRoutes]

const byPath: ReadonlyMap<string, FeatureRoute> = new Map(routes.map((route) => [route.path, route]))

export const registeredPaths: ReadonlySet<string> = new Set(byPath.keys())

export function routeOf(path: string): FeatureRoute | undefined {
  return byPath.get(path)
}
