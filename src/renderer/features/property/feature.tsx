import { HomeOutlined } from '@ant-design/icons'
import { NO_PHONE } from '#shared/owner/numbers.ts'
import { lazyScreen, type FeatureRoute } from '../../app-context/feature.ts'
import { searchKeys } from '../../app-context/help.ts'

export const routes: readonly FeatureRoute[] = [
  {
    path: '/property/Index',
    title: '房产信息',
    shortTitle: '房产',
    menu: { group: '我的小区', icon: <HomeOutlined aria-hidden /> },
    palette: { keywords: 'fcxx 房屋 业主' },
    help: {
      about: '登记每套房产的位置、面积和产权人。投票时按这里的面积和产权人计算。',
      steps: [
        '先选小区。点“下载模板”，按模板填好后点“Excel导入”，也可以把文件直接拖进窗口。',
        '导入前会先核对：有一行不对，就一行也不写入，并告诉您第几行、哪一列、怎么改；在表格里直接改好再核对，或下载标好错误的文件。',
        '导错了可以点“撤销最近导入”：新增的移除，更新的恢复原样。导入的房产改过、进了票权清册或有了变更申请之后，就不能撤销了。',
        '全角数字、空格和看不见的字符会自动整理，１２０１ 和 1201 是同一套房产。',
        `多个产权人、手机号、证件号之间用 / 隔开，每位产权人至少一个手机号或座机（0532-88888888），同一人的几个号码用 + 连接，证件号个数与产权人相同。没有手机号的填 ${NO_PHONE}。`,
        '房产改动后，勾选它们，点“同步到投票活动”，没有结束的活动才会跟着更新。',
        '录入员点“申请变更”，把业主要改的内容交给活动负责人审批，审批后才生效。',
        '手机号和证件号默认隐藏，点旁边的眼睛查看。',
        '点“导出 Excel”把当前条件下的全部房产存成文件。默认隐藏手机号和证件号中间几位；要完整的须填写用途，会记入操作日志。完整的文件改好后可以再导入。',
      ],
      keys: searchKeys,
    },
    lowestRole: 'viewer',
    Screen: lazyScreen(async () => (await import('./PropertyListScreen.tsx')).PropertyListScreen),
  },
]
