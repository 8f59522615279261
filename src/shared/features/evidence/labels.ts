import { access, type JournalLabels } from '../../contract/journalLabels.ts'

/** The journal's labels for the feature, its actions and the fields of its entries. */
export const evidenceLabels = {
  kind: '应诉包',
  actions: {
    'evidence.bundle': access('生成应诉包'),
  },
  fields: {
    edition: '版本',
  },
} as const satisfies JournalLabels<'evidence'>
