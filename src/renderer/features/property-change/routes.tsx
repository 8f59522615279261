import { lazyScreen, type FeatureRoute } from '../../widgets/featureRoute.ts'

export const routes: readonly FeatureRoute[] = [
  {
    path: '/voteManage/propertychange',
    title: '房产变更审批',
    group: '活动管理',
    Screen: lazyScreen(async () => (await import('./PropertyChangeScreen.tsx')).PropertyChangeScreen),
  },
]
