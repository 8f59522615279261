import { access, type AuditLabels } from '../../contract/auditLabels.ts'

/** What the journal calls the feature, what is recorded of it, and the fields of its entries. */
export const evidenceLabels = {
  kind: '应诉包',
  actions: {
    'evidence.bundle': access('生成应诉包'),
  },
  fields: {
    edition: '版本',
  },
} as const satisfies AuditLabels<'evidence'>
