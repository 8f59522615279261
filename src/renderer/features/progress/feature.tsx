import { lazyScreen, type Feature } from '../../app-context/feature.ts'
import { activityPaths } from '../activity/parts/activityPaths.ts'

export const feature: Feature = {
  routes: [
    {
      path: '/voteManage/progress',
      title: '投票进度',
      shortTitle: '进度',
      menu: { under: '/voteManage/list' },
      palette: { names: ['进度', 'tpjd'], addressFor: activityPaths.progress },
      help: {
        about: '按楼栋查看每一套房屋是否已投票。其他电脑登记的投票会自动显示。',
        steps: [
          '左边选楼栋或单元，数字是已投票的和全部的房屋。',
          '绿色“投”是已投票或已唱票，橙色“标”是已标记，灰色“未”是还没有投票。',
          '把鼠标放到房间上，或用方向键移过去，显示位置、产权人和状态。勾选“只看未投”找还没有投票的房屋。',
          '右边是未投名单：手机号、最近一次送达，可以按单元、送达时间或面积排。点房号打开投票窗口。',
          '“打印”和“保存为 PDF”得到一份可以带着上门的名单。点“导出 Excel”保存名单，手机号默认隐藏；需要完整手机号时填写用途，会记入操作日志。',
          '“至少还需”后面是离三分之二还差多少，和可以自己核对的理由；活动负责人点“补票路线”排出要走的单元和房屋，勾选“圈出补票路线”在楼栋图上用黑框标出。',
          '点“两个时刻对比”选两个时间，看这段时间新增、作废了哪些票，登记了哪些送达，以及选票在哪一天哪一小时收到；截止时间以后的是红色。',
          '点一个房间打开投票窗口，可以代为录入，也可以作废已投的票；唱票中作废的票，在这里对照纸票重新录入。',
        ],
        keys: [
          ['↑ ↓ ← →', '在房间之间移动'],
          ['Enter', '打开房间的投票窗口'],
          ['1 2 3', '在投票窗口中，当前议题选同意、反对、弃权；↑ ↓ 换议题'],
          ['A S D', '在投票窗口中，全部同意、全部反对、全部弃权'],
          ['Ctrl + Enter', '在投票窗口中提交'],
        ],
      },
      lowestRole: 'viewer',
      Screen: lazyScreen(async () => (await import('./ProgressScreen.tsx')).ProgressScreen),
    },
  ],
}
