import { lazyScreen, type FeatureRoute } from '../../widgets/featureRoute.ts'

export const routes: readonly FeatureRoute[] = [
  {
    path: '/voteManage/mngballot',
    title: '票权管理',
    group: '活动管理',
    Screen: lazyScreen(async () => (await import('./BallotScreen.tsx')).BallotScreen),
  },
]
