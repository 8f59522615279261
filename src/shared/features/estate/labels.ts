import { access, change, type JournalLabels } from '../../contract/journalLabels.ts'

/** The journal's labels for the feature, its actions and the fields of its entries. */
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
} as const satisfies JournalLabels<'estate'>
