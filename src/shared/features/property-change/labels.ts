import { access, change, type JournalLabels } from '../../contract/journalLabels.ts'

/** The journal's labels for the feature, its actions and the fields of its entries. */
export const propertyChangeLabels = {
  kind: '房产变更',
  actions: {
    'propertyChange.handIn': change('提交房产变更'),
    'propertyChange.approve': change('同意房产变更'),
    'propertyChange.reject': change('拒绝房产变更'),
    'propertyChange.export': access('导出房产变更'),
  },
  fields: {
    comment: '审批意见',
    applicant: '申请人',
    selfapproved: '自行审批',
    withdrawn: '本人撤回',
  },
} as const satisfies JournalLabels<'propertyChange'>
