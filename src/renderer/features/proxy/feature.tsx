import { lazyScreen, type FeatureRoute } from '../../app-context/feature.ts'
import { searchKeys } from '../../app-context/help.ts'
import { activityPaths } from '../activity/parts/activityPaths.ts'

export const routes: readonly FeatureRoute[] = [
  {
    path: '/voteManage/proxies',
    title: '委托',
    activityTab: 'proxies',
    palette: { names: ['委托', '受托人', 'wt'], addressFor: activityPaths.proxies },
    help: {
      about: '登记业主委托别人投票的情况：谁的票、委托给谁、哪些议题、到什么时候。',
      steps: [
        '点“登记委托”，查找委托的票权，填写受托人的姓名和手机号或证件号，可以附委托书照片。',
        '不选议题为全部议题，不填有效期为到投票结束。一票同时只有一份有效的委托。',
        '受托人来投票时，在投票台的业主信息中勾选受托人，再填写选票。委托不包括的议题不能填写，提交后不能再补投。',
        '业主收回委托的，点“撤销”并选择原因；已经代为投出的票不变。',
        '有有效委托的票权不能合并或拆分，请先撤销委托。',
      ],
      keys: searchKeys,
    },
    lowestRole: 'viewer',
    Screen: lazyScreen(async () => (await import('./ProxyScreen.tsx')).ProxyScreen),
  },
]
