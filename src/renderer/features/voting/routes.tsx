import { lazyScreen, type FeatureRoute } from '../../widgets/featureRoute.ts'

export const routes: readonly FeatureRoute[] = [
  {
    path: '/voteManage/votedesk',
    title: '投票台',
    group: null,
    Screen: lazyScreen(async () => (await import('./DeskScreen.tsx')).DeskScreen),
  },
]
