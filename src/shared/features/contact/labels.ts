import { change, type JournalLabels } from '../../contract/journalLabels.ts'

/** The journal's labels for the feature, its actions and the fields of its entries. */
export const contactLabels = {
  kind: '走访',
  actions: {
    'contact.save': change('登记走访'),
    'contact.withdraw': change('撤回走访'),
    'contact.remind': change('发送催票短信'),
    'contact.reminded': change('催票短信已发出'),
  },
  fields: {
    contactWay: '走访方式',
    contactResult: '走访结果',
    contactedAt: '走访时间',
    nextVisitAt: '约定再访时间',
    contactRemark: '走访备注',
  },
} as const satisfies JournalLabels<'contact'>
