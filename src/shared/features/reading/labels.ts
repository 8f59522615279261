import { change, type AuditLabels } from '../../contract/auditLabels.ts'

/** What the journal calls the feature, what is recorded of it, and the fields of its entries. */
export const readingLabels = {
  kind: '票面读数',
  actions: {
    'reading.enter': change('复录'),
    'reading.settle': change('裁定'),
  },
  fields: {
    isSame: '是否一致',
    decision: '裁定',
    selfsettled: '自行裁定',
  },
} as const satisfies AuditLabels<'reading'>
