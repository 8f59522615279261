import { lazyScreen, type FeatureRoute } from '../../widgets/featureRoute.ts'

export const routes: readonly FeatureRoute[] = [
  {
    path: '/dashboard',
    title: '首页',
    group: null,
    Screen: lazyScreen(async () => (await import('./DashboardScreen.tsx')).DashboardScreen),
  },
]
