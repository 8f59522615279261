import { access, change, type JournalLabels } from '../../contract/journalLabels.ts'

/** The journal's labels for the feature, its actions and the fields of its entries. */
export const activityLabels = {
  kind: '投票活动',
  actions: {
    'activity.save': change('新增投票活动'),
    'activity.copy': change('复制投票活动'),
    'activity.update': change('修改投票活动'),
    'activity.delete': change('删除投票活动'),
    'activity.start': change('开启投票'),
    'activity.startTally': change('开启唱票'),
    'activity.finish': change('结束投票'),
    'activity.extend': change('延期'),
    'activity.secondEntry': change('设置双人复录'),
    'activity.handover': change('移交投票活动'),
    'activity.export': access('导出投票活动'),
    'activity.roster': change('票权清册明细'),
  },
  fields: {
    countingRule: '计票方式',
    ruleBasis: '议事规则依据',
    startsAt: '开始时间',
    endsAt: '结束时间',
    secondEntry: '双人复录',
    summary: '简介',
    detail: '详情',
    scopePaths: '投票范围',
    topics: '议题',
    copiedFrom: '复制自',
    options: '选项',
    topicType: '议题类型',
    voteModel: '表决方式',
    lawItem: '法定事项',
    seats: '应选名额',
    seatOrder: '当选排序',
    sortNo: '序号',
    rosterCount: '清册房产数',
    roster: '清册',
  },
} as const satisfies JournalLabels<'activity'>

/** Fields of the delivery policy, listed after those of votes. */
export const deliveryPolicyFields = {
  deliveryPolicy: '认可的送达方式',
  clause: '依据条款',
  evidence: '须有凭证',
  days: '须满天数',
} as const
