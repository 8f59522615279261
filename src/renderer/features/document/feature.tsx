import { lazyScreen, type FeatureRoute } from '../../app-context/feature.ts'
import { activityPaths } from '../activity/parts/activityPaths.ts'

export const routes: readonly FeatureRoute[] = [
  {
    path: '/voteManage/documents',
    title: '文书',
    activityTab: 'documents',
    palette: { names: ['文书', '公告', 'ws'], addressFor: activityPaths.documents },
    help: {
      about: '一次表决要张贴、签字和报送的十种文书，按公文格式生成，保存后可以用文字处理软件修改。',
      steps: [
        '左边选一种文书，右边预览。换行和分页以文字处理软件中的为准。',
        '先在“文书信息”中填召集人、联系人、联系电话、地点、文号和监票人，各文书都会用上；新的活动可以沿用上一次的。',
        '“【待填】”是程序不知道的内容，例如唱票时间、公示期，保存后打开填写，打印后在落款处盖章。',
        '有更正的表决可以生成更正公告；裁定过的异议选中后生成异议答复，也可以在“公示与异议”的异议上点“回复”。更正公告不写异议人和票面意见，异议答复只写异议所涉房屋的票面意见。',
        '点“保存”选保存的位置，保存后自动打开。',
        '公示和公告中的业主姓名只留姓氏，没有手机号和证件号。',
        '活动结束前的计票记录、表决结果公告和报告印有“过程稿，不作为表决结论”；结束后的计票记录印有核验码。',
        '预览和保存都记入操作日志。',
      ],
    },
    lowestRole: 'manager',
    Screen: lazyScreen(async () => (await import('./DocumentScreen.tsx')).DocumentScreen),
  },
]
