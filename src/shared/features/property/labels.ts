import { propertyRecord } from '../../records/property.ts'
import { recordLabels } from '../../records/record.ts'
import { access, change, type JournalLabels } from '../../contract/journalLabels.ts'

// Already named by a delivery.
const { remark: _remark, ...labels } = recordLabels(propertyRecord)

/** The journal's labels for the feature, its actions and the fields of its entries. */
export const propertyLabels = {
  kind: '房产',
  actions: {
    'property.save': change('新增房产'),
    'property.update': change('修改房产'),
    'property.delete': change('删除房产'),
    'property.import': change('Excel导入房产'),
    'property.undoImport': change('撤销房产导入'),
    'property.export': access('导出房产'),
  },
  fields: {
    place: '房屋',
    ...labels,
    areaHundredths: '面积(㎡)',
    category: '房屋用途',
  },
} as const satisfies JournalLabels<'property'>
