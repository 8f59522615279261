import { change, type JournalLabels } from '../../contract/journalLabels.ts'

/** The journal's labels for the feature, its actions and the fields of its entries. */
export const objectionLabels = {
  kind: '异议',
  actions: {
    'objection.save': change('登记异议'),
    'objection.withdraw': change('撤回异议'),
    'objection.decide': change('裁定异议'),
  },
  fields: {
    objectionNumber: '异议序号',
    objectionKind: '异议种类',
    objectorName: '异议人',
    objectorPhone: '异议人手机号',
    objectionText: '异议内容',
    objectionDecision: '裁定结果',
    corrections: '更正',
    selfdecided: '自行裁定',
  },
} as const satisfies JournalLabels<'objection'>
