import { lazyScreen, type FeatureRoute } from '../../app-context/feature.ts'

export const routes: readonly FeatureRoute[] = [
  {
    path: '/estate/rules',
    title: '议事规则',
    titleFor: () => ({ title: '议事规则', shortTitle: '规则' }),
    menu: { under: '/estate/Index' },
    help: {
      about: '登记本小区《业主大会议事规则》中和表决有关的约定，一版一版地留存。',
      steps: [
        '点“新增一版”，按议事规则的条款填写计票方式、送达方式、受托上限、当选排序和表决公告天数，每项可以写明条款，并附上原文。',
        '已经登记的版本不能修改；议事规则有变动时，在上一版的基础上新增一版。',
        '标着“现行”的一版是今天生效的：生效日期不晚于今天的版本中，生效日期最近的；同一天的，取版本最高的。',
        '新建投票时，编辑页按现行的一版填写；各项都可以改，改过的会标出来。开启投票后，投票依据的版本不再变。',
      ],
    },
    lowestRole: 'viewer',
    Screen: lazyScreen(async () => (await import('./RulesScreen.tsx')).RulesScreen),
  },
  {
    path: '/estate/rulesinput',
    title: '新增议事规则',
    titleFor: () => ({ title: '新增议事规则', shortTitle: '新增规则' }),
    menu: { under: '/estate/Index' },
    help: {
      about: '在上一版的基础上登记新的一版议事规则。',
      steps: [
        '带红色星号的必须填写；生效日期可以早于今天，也可以晚于今天。',
        '“条款”写议事规则中约定该项的那一条，例如“第九条”，会写进统计报告、会议公告和应诉包。',
        '提交后不能修改，写错了请再新增一版。',
      ],
    },
    lowestRole: 'manager',
    Screen: lazyScreen(async () => (await import('./RulesInputScreen.tsx')).RulesInputScreen),
  },
]
