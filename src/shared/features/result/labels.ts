import { access, change, type JournalLabels } from '../../contract/journalLabels.ts'

/** The journal's labels for the feature, its actions and the fields of its entries. */
export const resultLabels = {
  kind: '报告',
  actions: {
    'result.report': access('生成报告'),
    'result.receipt': access('查票'),
    'result.acceptDifferences': change('说明已知差异'),
    'result.notVotedSheet': access('导出未投名单'),
  },
  fields: {
    differenceCount: '差异数',
    askedBy: '查询人',
    identityPaper: '身份依据',
  },
} as const satisfies JournalLabels<'result'>
