import { access, change, type JournalLabels } from '../../contract/journalLabels.ts'

/** The journal's labels for the feature, its actions and the fields of its entries. */
export const votingLabels = {
  kind: '投票与唱票',
  actions: {
    'voting.mark': change('标记投票'),
    // The word of entries and bundles for `voting.cast`.
    'voting.complete': change('完成投票'),
    'voting.tally': change('唱票'),
    'voting.void': change('作废投票'),
    'voting.unmark': change('撤销标记'),
    'voting.import': change('导入投票'),
    'voting.sheet': access('下载录入表'),
  },
  fields: {
    answers: '投票内容',
    voterName: '投票人',
    voterPhone: '投票人手机号',
    voterIdNumber: '投票人证件号',
    source: '投票途径',
    channel: '收票渠道',
    receivedAt: '收到时间',
    handedInBy: '交票人',
    late: '截止后录入',
    same: '答案相同',
    blank: '未填写',
  },
} as const satisfies JournalLabels<'voting'>
