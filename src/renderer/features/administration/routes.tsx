import { lazyScreen, type FeatureRoute } from '../../widgets/featureRoute.ts'

export const routes: readonly FeatureRoute[] = [
  {
    path: '/system/accounts',
    title: '账号管理',
    group: '系统管理',
    role: 'admin',
    Screen: lazyScreen(async () => (await import('./AccountsScreen.tsx')).AccountsScreen),
  },
  {
    path: '/system/audit',
    title: '操作日志',
    group: '系统管理',
    role: 'admin',
    Screen: lazyScreen(async () => (await import('./JournalScreen.tsx')).JournalScreen),
  },
]
