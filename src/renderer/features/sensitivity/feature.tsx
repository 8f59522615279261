import { lazyScreen, type FeatureRoute } from '../../app-context/feature.ts'
import { activityPaths } from '../activity/parts/activityPaths.ts'

export const routes: readonly FeatureRoute[] = [
  {
    path: '/voteManage/conclusioncheck',
    title: '结论体检',
    shortTitle: '体检',
    activityTab: 'result',
    palette: { names: ['体检', '结论', 'jltj'], addressFor: activityPaths.sensitivity },
    help: {
      about: '同样的票，按不同口径试算结论会不会变，以及最少改变几票结论才会变，供内部核对。',
      steps: [
        '从“表决结果”点“体检”进入。第一张票录入以后就能看，活动结束前看到的是过程数据。',
        '“只改一项口径”每行只改一处，其余照旧：未反馈票怎么计、整票作废的算不算参与、车位面积计不计、疑似同一人合并不合并、送达认到哪一步、截止后录入和延期后收到的计不计。没有涉及的口径不列出。结论会变的行是红字，并注明“结论改变”。',
        '“其余组合”是同时改两项以上的所有组合，写明其中多少种结论不同。',
        '“最少几票改变结论”是精确算出来的：同意票按无效计、按反对计、按未投计，或者反对票、未投票按同意计，各自最少几票、合计面积多少。选举没有这一项，只列出各口径下谁当选。',
        '差几票就会变的议题，请逐张核对那些面积最大的选票、送达回执和作废原因。',
        '体检只是试算，不改变本次表决的结果；不写入报告、应诉包和公示材料，也不能打印。',
      ],
    },
    lowestRole: 'manager',
    Screen: lazyScreen(async () => (await import('./SensitivityScreen.tsx')).SensitivityScreen),
  },
]
