import { lazyScreen, type Feature } from '../../app-context/feature.ts'
import { activityPaths } from '../activity/parts/activityPaths.ts'

export const feature: Feature = {
  routes: [
    {
      path: '/voteManage/publications',
      title: '公示与异议',
      menu: { under: '/voteManage/list' },
      activityTab: 'publications',
      palette: { names: ['公示与异议', '公示', 'gs'], addressFor: activityPaths.publications },
      help: {
        about: '登记这次表决张贴了什么、贴在哪里、从哪天到哪天，公示期内首页和活动页写着第几天。',
        steps: [
          '张贴以后点“登记公示”，选公示的内容，填起止日期和地点，可以附张贴的照片。',
          '公示期按民法典第二百零一条、第二百零三条计算：开始的当天不计，到最后一天的 24 时止，节假日照算。',
          '结束投票前公示清册和表决公告，结束后公示初步结果、结果和更正。',
          '登记错的点“撤回”并写明原因，撤回的仍然列在这里，不再计天数。',
          '公示写入操作日志和应诉包；业主查阅版没有备注和照片。',
        ],
        keys: [],
      },
      lowestRole: 'viewer',
      Screen: lazyScreen(async () => (await import('./PublicationScreen.tsx')).PublicationScreen),
    },
  ],
}
