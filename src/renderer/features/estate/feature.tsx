import { EnvironmentOutlined } from '@ant-design/icons'
import { lazyScreen, type FeatureRoute } from '../../app-context/feature.ts'

export const routes: readonly FeatureRoute[] = [
  {
    path: '/estate/Index',
    title: '小区管理',
    menu: { group: '我的小区', icon: <EnvironmentOutlined aria-hidden /> },
    palette: { keywords: 'xqgl 社区' },
    help: {
      about: '登记和管理小区。房产和投票都属于某个小区。',
      steps: [
        '点“新增”登记小区，所在区划可以只选到需要的一级。',
        '点“查看房产”或“Excel导入”到这个小区的房产。',
        '小区下有房产或投票活动时不能删除，请先删除它们。',
        '点“导出 Excel”把列表存成文件。点表头的名称排序，右上角的“列设置”可以隐藏列、调整行高；其他列表也一样。',
      ],
    },
    lowestRole: 'viewer',
    Screen: lazyScreen(async () => (await import('./EstateListScreen.tsx')).EstateListScreen),
  },
  {
    path: '/estate/input',
    title: '登记小区',
    titleFor: (query) => ((query.get('estateid') ?? '') === '' ? { title: '登记小区' } : { title: '编辑小区', shortTitle: '编辑' }),
    menu: { under: '/estate/Index' },
    palette: { keywords: 'djxq 新增小区' },
    help: {
      about: '填写小区的名称、所在区划和详细地址。',
      steps: [
        '带红色星号的必须填写。',
        '区划可以逐级选择，也可以直接输入名称或拼音查找，例如“西湖”或“杭州 西湖”；可以只选到需要的一级。',
        '点“提交”保存；离开前没有提交的内容会提醒。',
      ],
    },
    lowestRole: 'manager',
    Screen: lazyScreen(async () => (await import('./EstateInputScreen.tsx')).EstateInputScreen),
  },
]
