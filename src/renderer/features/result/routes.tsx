import { lazyScreen, type FeatureRoute } from '../../widgets/featureRoute.ts'

export const routes: readonly FeatureRoute[] = [
  {
    path: '/voteManage/statistics',
    title: '表决结果',
    group: '活动管理',
    Screen: lazyScreen(async () => (await import('./StatisticsScreen.tsx')).StatisticsScreen),
  },
]
