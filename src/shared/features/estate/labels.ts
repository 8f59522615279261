import { access, change, type AuditLabels } from '../../contract/auditLabels.ts'

/** What the journal calls the feature, what is recorded of it, and the fields of its entries. */
export const estateLabels = {
  kind: '小区',
  actions: {
    'estate.save': change('新增小区'),
    'estate.update': change('修改小区'),
    'estate.delete': change('删除小区'),
    'estate.export': access('导出小区'),
  },
  fields: {
    address: '地址',
  },
} as const satisfies AuditLabels<'estate'>
