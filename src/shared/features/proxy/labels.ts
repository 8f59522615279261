import { change, type JournalLabels } from '../../contract/journalLabels.ts'
import { proxyLimitRange } from '../activity/rules.ts'

/** The journal's labels for the feature, its actions and the fields of its entries. */
export const proxyLabels = {
  kind: '委托',
  actions: {
    'proxy.save': change('登记委托'),
    'proxy.revoke': change('撤销委托'),
  },
  fields: {
    agentName: '受托人',
    agentPhone: '受托人手机号',
    agentIdNumber: '受托人证件号',
    validUntil: '委托有效期',
    proxyLimit: proxyLimitRange.label,
  },
} as const satisfies JournalLabels<'proxy'>
