import { lazyScreen, type FeatureRoute } from '../../app-context/feature.ts'
import { activityPaths } from '../activity/parts/activityPaths.ts'

export const routes: readonly FeatureRoute[] = [
  {
    path: '/voteManage/publications',
    title: '公示与异议',
    activityTab: 'publications',
    palette: { names: ['公示与异议', '公示', '异议', 'gs', 'yy'], addressFor: activityPaths.publications },
    help: {
      about: '登记业主提出的异议和裁定，以及这次表决张贴了什么、贴在哪里、从哪天到哪天，公示期内首页和活动页写着第几天。',
      steps: [
        '张贴以后点“登记公示”，选公示的内容，填起止日期和地点，可以附张贴的照片。',
        '公示期按民法典第二百零一条、第二百零三条计算：开始的当天不计，到最后一天的 24 时止，节假日照算。',
        '结束投票前公示清册和表决公告，结束后公示初步结果、结果和更正。',
        '登记错的点“撤回”并写明原因，撤回的仍然列在这里，不再计天数。',
        '业主有异议的点“登记异议”，写明是谁、什么时候、异议什么。管理人员点“裁定”写明成立或不成立和理由；录入该投票的人不能裁定。业主不再坚持的点“撤回”。裁定以后点“回复”，保存给异议人的书面答复。',
        '业主来问自己的票有没有计入，点“查票”，核对身份后保存成一页打印给业主；更正过的，更正写在原记录旁边。',
        '结束投票前，异议成立的到投票记录、送达或清册中改正。结束投票后记录不再改动，裁定时“添加更正”：作废、更正或补录一票，更正送达或面积。正式结果不变，“表决结果”把更正后的结果并列出来，变化写成红色。改裁的点“重新裁定”，新的裁定和更正取代原来的。',
        '公示写入操作日志和应诉包；业主查阅版没有备注和照片。',
      ],
    },
    lowestRole: 'viewer',
    Screen: lazyScreen(async () => (await import('./PublicationScreen.tsx')).PublicationScreen),
  },
]
