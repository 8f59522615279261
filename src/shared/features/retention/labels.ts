import { security, type JournalLabels } from '../../contract/journalLabels.ts'

/** The journal's labels for the feature, its actions and the fields of its entries. */
export const retentionLabels = {
  kind: '数据保留',
  actions: {
    'retention.setYears': security('设置数据保留'),
  },
  fields: {
    years: '保留年限',
  },
} as const satisfies JournalLabels<'retention'>
