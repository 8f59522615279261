import { lazyScreen, type FeatureRoute } from '../../widgets/featureRoute.ts'

export const routes: readonly FeatureRoute[] = [
  {
    path: '/voteManage/list',
    title: '投票活动',
    group: '活动管理',
    Screen: lazyScreen(async () => (await import('./ActivityListScreen.tsx')).ActivityListScreen),
  },
  {
    path: '/voteManage/input',
    title: '投票活动详情',
    titleFor: (query) => (query.get('vflag') === '1' ? '查看投票活动' : (query.get('activityid') ?? '') === '' ? '新增投票活动' : '编辑投票活动'),
    group: '活动管理',
    Screen: lazyScreen(async () => (await import('./ActivityInputScreen.tsx')).ActivityInputScreen),
  },
]
