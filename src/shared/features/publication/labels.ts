import { change, type JournalLabels } from '../../contract/journalLabels.ts'

/** The journal's labels for the feature, its actions and the fields of its entries. */
export const publicationLabels = {
  kind: '公示',
  actions: {
    'publication.save': change('登记公示'),
    'publication.withdraw': change('撤回公示'),
  },
  fields: {
    publicationKind: '公示内容',
    dateFrom: '公示起',
    dateTo: '公示止',
    places: '公示地点',
    publicationRemark: '公示备注',
  },
} as const satisfies JournalLabels<'publication'>
