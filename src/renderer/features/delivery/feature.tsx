import { lazyScreen, type FeatureRoute } from '../../app-context/feature.ts'
import { searchKeys } from '../../app-context/help.ts'
import { activityPaths } from '../activity/parts/activityPaths.ts'

export const routes: readonly FeatureRoute[] = [
  {
    path: '/voteManage/notify',
    title: '送达登记',
    shortTitle: '送达',
    activityTab: 'deliveries',
    palette: { names: ['送达', 'sddj'], addressFor: activityPaths.deliveries },
    help: {
      about: '登记表决票和通知的送达情况。按“未反馈”计票的活动，只有登记过送达的才计入。',
      steps: [
        '用楼栋单元、状态和关键字查找房屋。',
        '点“登记送达”逐套登记，可以附照片；或下载模板填好后用“Excel导入”成批登记。',
        '一次送达很多套房屋（张贴公告、群发短信）时点“批量登记送达”：给勾选的房屋，或给当前条件下的全部房屋，各登记一条；要么全部登记，要么一条也不登记。',
        '选票已经交到业主手里或已经收回的，点“按选票登记送达”：选已收回、已发出或两者，按选票发出或收回的时间各登记一条；已送达和已投票的自动跳过。只发出选票、不登记，不算送达。',
        '活动设置了“认可的送达方式”时，登记时选择认可方式，并按提示填写签收人、第二送达人、邮寄单号或公告起止，附回执照片；导入模板里也有这些列，都可以不填。',
        '“凭证”一列是该票权最好的一次送达：凭证齐全、缺回执照片、签收人非业主等；“仅有登记”是没有选认可方式。公告须在另有送达登记之后，并满规定天数（首日不计）才算方式认可。',
        '“全部、未送达、已送达、已投票”后面是当前楼栋和关键字下各有多少套。',
        '点“查看”看这套房屋的全部送达记录；登记错的在那里作废并写明原因。作废的送达划去，不计入任何统计。',
        '点“导出 Excel”保存当前条件下的全部房屋和最近一次送达。',
      ],
      keys: searchKeys,
    },
    lowestRole: 'viewer',
    Screen: lazyScreen(async () => (await import('./DeliveryScreen.tsx')).DeliveryScreen),
  },
  {
    path: '/voteManage/notifyhistory',
    title: '送达记录',
    help: {
      about: '一套房屋的全部送达记录，最新的在上面。',
      steps: [
        '每条记录有送达方式、送达人、时间、登记人和涉及的房屋；活动设置了认可的送达方式时，还有凭证是否齐全、缺什么。',
        '登记错的点“作废”，写明原因：录入员作废自己当天登记的，其他的由管理员作废，活动结束后不能作废。记录保留并划去，写明谁、何时、为什么作废。',
        '点照片可以放大。',
      ],
    },
    lowestRole: 'viewer',
    Screen: lazyScreen(async () => (await import('./DeliveryHistoryScreen.tsx')).DeliveryHistoryScreen),
  },
]
