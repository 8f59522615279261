import { lazyScreen, type FeatureRoute } from '../../widgets/featureRoute.ts'

export const routes: readonly FeatureRoute[] = [
  {
    path: '/property/Index',
    title: '房产信息',
    group: '我的小区',
    Screen: lazyScreen(async () => (await import('./PropertyListScreen.tsx')).PropertyListScreen),
  },
]
