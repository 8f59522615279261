import { HistoryOutlined, TeamOutlined } from '@ant-design/icons'
import { lazyScreen, type FeatureRoute } from '../../app-context/feature.ts'
import { searchKeys, type HelpList, type HelpTable } from '../../app-context/help.ts'
import { activityPaths } from '../activity/parts/activityPaths.ts'
import { WaitingCount } from '../account/parts/WaitingCount.tsx'

const whatIsFound: HelpTable = {
  title: '校验能发现什么',
  columns: ['被改动的内容', '本程序“校验”', '应诉包的复算网页', '签过字的核验码'],
  rows: [
    ['改了、删了或多加了一票', '能', '能', '能'],
    ['改了名册：产权人、面积、合并', '能', '能', '能'],
    ['改了一条日志，或缺了一段', '能', '能', '能'],
    ['换掉送达照片、委托书等附件', '能', '法院版能', '不能'],
    ['在数据库里加了会改数据的程序（触发器等）', '能', '不能', '不能'],
    ['改了委托、选票去向、房产变更申请或小区名称', '能', '不能', '不能'],
    ['改了账号的角色或姓名，或启用、停用了账号', '能', '不能', '不能'],
    ['把 vote.db 换成了旧的一份', '下次启动时发现', '不能', '能'],
    ['把服务器的时间调回', '能，逐条列出', '法院版列出', '不能'],
    ['改了发出去的报告或应诉包', '不能', '能', '能'],
    ['把全部数据连同签名密钥重做一遍', '不能', '不能', '能'],
  ],
}
const whatNothingFinds: HelpList = {
  title: '怎样校验都发现不了的',
  items: [
    '录入时就与纸质选票不同：请按唱票的要求两人核对，并抽查原件。',
    '没有交来或没有录入的选票。',
    '有人用了别人的账号和密码。',
    '直接在数据库里改了账号的密码或登录状态。',
    '整个数据文件夹连同密钥一起换成了旧的：只有之后签过字的核验码对不上。',
    '没有签字盖章的纸：核验码可以另印一张。',
  ],
}

export const routes: readonly FeatureRoute[] = [
  {
    path: '/system/accounts',
    title: '账号管理',
    menu: { group: '系统管理', icon: <TeamOutlined aria-hidden />, Count: WaitingCount },
    palette: { keywords: 'zhgl 用户 密码' },
    help: {
      about: '管理员管理工作人员的账号。',
      steps: [
        '自己注册的账号先是“待审核”，点“审核”并选好角色后才能登录；也可以点“新建账号”。',
        '角色有查看、录入员、活动负责人、系统管理员四种。标着“待核对”的，角色是升级时给的，核对后点“角色无误”或“修改角色”。',
        '点“修改权限”改角色和小区范围。指定了小区的账号只看得到这些小区，其他小区的房产、投票和记录对它不显示，修改后马上生效；系统管理员始终看到全部小区。',
        '停用或重置密码后，该账号会立即退出登录。',
        '不能停用自己的账号。',
        '点“导出 Excel”把账号列表存成文件。',
      ],
      keys: searchKeys,
    },
    lowestRole: 'admin',
    Screen: lazyScreen(async () => (await import('./AccountsScreen.tsx')).AccountsScreen),
  },
  {
    path: '/voteManage/journal',
    title: '活动记录',
    shortTitle: '记录',
    activityTab: 'journal',
    palette: { names: ['记录', 'jl'], addressFor: activityPaths.journal },
    help: {
      about: '操作日志中属于这个投票活动的记录：谁、什么时候、做了什么，最新的在上面。',
      steps: [
        '输入房屋、产权人或内容查找；点“查看”看改动前后的内容。',
        '点“两个时刻对比”看一段时间里新增、作废了哪些票。',
        '校验和核验码在“系统管理”的“操作日志”中。',
      ],
      keys: searchKeys,
    },
    lowestRole: 'admin',
    Screen: lazyScreen(async () => (await import('./JournalScreen.tsx')).ActivityJournalScreen),
  },
  {
    path: '/system/audit',
    title: '操作日志',
    menu: { group: '系统管理', icon: <HistoryOutlined aria-hidden /> },
    palette: { keywords: 'czrz 记录' },
    help: {
      about: '每一次改动、导出和登录都记在这里：谁、什么时候、做了什么。记录不能修改或删除。',
      steps: [
        '按日期、投票活动、操作人、操作类型，或输入房屋、产权人查找；点“查看”看改动前后的内容，一次改动很多套房产的，在里面逐页查看。',
        '“操作类型”里的“查阅与导出”只看谁取走过资料，“登录与安全”只看登录、登录失败、退出和恢复数据。',
        '点“校验”检查记录是否完整、没有被改动过，还可以核对纸上印的核验码，或报告上印的编号与校验值。',
        '核验码印在表决结果和报告上。谁拥有这台电脑，就可能把全部记录连同签名重做一遍；已经签过字的纸改不了，所以以纸上的核验码为准：在“校验”中输入它，能发现这样的改动。',
        '点“检查点”查看每个检查点的时间、种类和核验码：开启投票、开启唱票、结束投票、报告和每天的第一次操作各有一个。',
        '点“导出”把查到的日志存成表格文件，用 Excel 打开；导出本身也会记入日志。',
      ],
      more: [whatIsFound, whatNothingFinds],
      keys: searchKeys,
    },
    lowestRole: 'admin',
    Screen: lazyScreen(async () => (await import('./JournalScreen.tsx')).JournalScreen),
  },
]
