import { lazyScreen, type FeatureRoute } from '../../widgets/featureRoute.ts'

export const routes: readonly FeatureRoute[] = [
  {
    path: '/voteManage/progress',
    title: '投票进度',
    group: '活动管理',
    Screen: lazyScreen(async () => (await import('./ProgressScreen.tsx')).ProgressScreen),
  },
]
