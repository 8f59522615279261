import { FieldTimeOutlined } from '@ant-design/icons'
import { lazyScreen, type FeatureRoute } from '../../app-context/feature.ts'

export const routes: readonly FeatureRoute[] = [
  {
    path: '/system/retention',
    title: '数据保留',
    menu: { group: '系统管理', icon: <FieldTimeOutlined aria-hidden /> },
    palette: { keywords: 'sjbl 清除 个人信息 年限' },
    help: {
      about: '活动结束满规定的年限后，清除其中的个人信息：姓名、手机号、证件号、图片和操作日志的内容。',
      steps: [
        '先设置保留年限，从活动结束那天算起；选“一直保留”则什么都不能清除。程序不会自动清除。',
        '到期的活动右边有“清除”：先看清除什么、保留什么，勾选“清除后无法恢复”，再输入密码。清除前会校验操作日志和投票记录，校验不通过的不能清除。',
        '房屋位置、面积、票权、投票内容、统计结果、摘要和核验码都保留，报告仍可生成，姓名处为“已清除”；不能再生成应诉包，也不能对比两个时刻。',
        '“清除房产登记”清除不在任何保留着的活动清册中的房产和产权人，以及它们的导入和修改记录；一次导入中只要有一套被清除，这条导入记录的内容就整条清除。',
        '清除以前做的备份里还有这些信息，程序不会动它们：请把数据文件夹里的自动备份和另存到别处的旧备份亲手删掉。',
        '清除本身记入操作日志；“校验”会说明有多少条日志的内容已清除。',
      ],
    },
    lowestRole: 'admin',
    Screen: lazyScreen(async () => (await import('./RetentionScreen.tsx')).RetentionScreen),
  },
]
