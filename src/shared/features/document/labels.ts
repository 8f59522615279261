import { access, change, type JournalLabels } from '../../contract/journalLabels.ts'

import { letterheadLimits as limits } from './rules.ts'

/** The journal's labels for the feature, its actions and the fields of its entries. */
export const documentLabels = {
  kind: '文书',
  actions: {
    'document.make': access('生成文书'),
    'document.saveLetterhead': change('填写文书信息'),
  },
  fields: {
    documentName: '文书',
    convener: limits.convener.label,
    contactName: limits.contactName.label,
    contactPhone: limits.contactPhone.label,
    venue: limits.venue.label,
    paperNumber: limits.paperNumber.label,
    supervisors: limits.supervisors.label,
  },
} as const satisfies JournalLabels<'document'>
