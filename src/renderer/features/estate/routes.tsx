import { lazyScreen, type FeatureRoute } from '../../widgets/featureRoute.ts'

export const routes: readonly FeatureRoute[] = [
  { path: '/estate/Index', title: '小区管理', group: '我的小区', Screen: lazyScreen(async () => (await import('./EstateListScreen.tsx')).EstateListScreen) },
  {
    path: '/estate/input',
    title: '登记小区',
    titleFor: (query) => ((query.get('estateid') ?? '') === '' ? '登记小区' : '编辑小区'),
    group: '我的小区',
    Screen: lazyScreen(async () => (await import('./EstateInputScreen.tsx')).EstateInputScreen),
  },
]
