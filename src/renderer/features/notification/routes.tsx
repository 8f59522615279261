import { lazyScreen, type FeatureRoute } from '../../widgets/featureRoute.ts'

export const routes: readonly FeatureRoute[] = [
  {
    path: '/voteManage/notify',
    title: '送达登记',
    group: '活动管理',
    Screen: lazyScreen(async () => (await import('./NotificationScreen.tsx')).NotificationScreen),
  },
  {
    path: '/voteManage/notifyhistory',
    title: '送达记录',
    group: '活动管理',
    Screen: lazyScreen(async () => (await import('./NotificationHistoryScreen.tsx')).NotificationHistoryScreen),
  },
]
