import { lazyScreen, type FeatureRoute } from '../../app-context/feature.ts'

export const routes: readonly FeatureRoute[] = [
  {
    path: '/dashboard',
    title: '首页',
    menu: null,
    palette: { keywords: 'sy 主页' },
    help: {
      about: '这里列出要做的事：正在进行的投票、等待审批的房产变更，以及各小区的房产数量。',
      steps: [
        '每个进行中的投票有一张卡片：还剩几天、已投票的人数和面积、离三分之二还差多少。竖线是三分之二的位置。',
        '蓝色按钮是下一步，没有开始的活动也列在这里；点“查看进度”看每一套房屋，点“查看结果”看统计。',
        '系统还是空的时候，按三步开始：登记小区、导入房产、新建投票。',
        '上方的“查找”可以直接到一个页面、小区、投票活动或一套房产；右上角姓名里的“设置”可以调整字号，并在启动时重新打开上次的页面。',
        '离开座位时点右上角姓名里的“锁定屏幕”，输入密码后接着做；一段时间没有操作会自动锁定。同一菜单里的“登录的电脑”列出您的账号登录在哪里。',
        '程序每天自动备份一次，检查无误后保留七份，页面下方写着最近一次。管理员点右上角姓名里的“备份数据”，可再存一份到 U 盘，用途记入操作日志；开票前后各存一份最稳妥。',
        '备份没有成功，或三天没有备份时，页面上方用红色提示怎样处理。需要回到以前的数据时，管理员点右上角姓名里的“恢复数据”。',
      ],
    },
    lowestRole: 'viewer',
    Screen: lazyScreen(async () => (await import('./DashboardScreen.tsx')).DashboardScreen),
  },
]
