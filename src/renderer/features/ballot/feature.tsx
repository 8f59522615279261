import { lazyScreen, type FeatureRoute } from '../../app-context/feature.ts'
import { activityPaths } from '../activity/parts/activityPaths.ts'

export const routes: readonly FeatureRoute[] = [
  {
    path: '/voteManage/mngballot',
    title: '票权管理',
    shortTitle: '票权',
    activityTab: 'ballots',
    palette: { names: ['票权', '合并', 'pqgl'], addressFor: activityPaths.ballots },
    help: {
      about: '管理一个活动的票权：合并、拆分同一产权人的房产，更正清册中的产权人和面积。',
      steps: [
        '打开时列出有多套房产未合并的产权人。姓名和证件号都相同的可以点“全部合并”，逐一过目后一次合并；也可以点“合并”一位一位来。',
        '“仅姓名相同”里可能是两个人：对照手机号和证件号，只勾选确实属于同一人的房产。手机号或证件号不同的用红色标出，合并前再问一次。',
        '在“主房产”中查找并选择一套房产，下面显示它的票权和同一票权内的房产。',
        '在“待合并房产”中选另一套，点“合并”。产权人必须相同；两边的手机号、证件号并排显示，不同的用红色标出，合并前再问一次。该产权人的其他房产会列出来，可以一键合并；其中已标记或已投票的仍单独计票。',
        '“拆分”把一套房产分成单独的票权；产权人已经变更的，用“拆出票权”填写新的产权人。',
        '已标记或已投票的票权不能调整。这里的改动只影响本次活动，不改房产信息。',
        '点“导出清册”保存整个活动的票权清册；“导出 Excel”保存下面列出的未合并的产权人。',
      ],
    },
    lowestRole: 'viewer',
    Screen: lazyScreen(async () => (await import('./BallotScreen.tsx')).BallotScreen),
  },
]
