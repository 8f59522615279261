import { access, type AuditLabels } from '../../contract/auditLabels.ts'

/** What the journal calls the feature, what is recorded of it, and the fields of its entries. */
export const documentLabels = {
  kind: '文书',
  actions: {
    'document.make': access('生成文书'),
  },
  fields: {
    documentName: '文书',
  },
} as const satisfies AuditLabels<'document'>
