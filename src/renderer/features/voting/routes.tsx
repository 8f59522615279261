import { lazyScreen, type FeatureRoute } from '../../widgets/featureRoute.ts'

export const routes: readonly FeatureRoute[] = [
  {
    path: '/voteManage/votedesk',
    title: '投票台',
    group: '活动管理',
    Screen: lazyScreen(async () => (await import('./DeskScreen.tsx')).DeskScreen),
  },
]
