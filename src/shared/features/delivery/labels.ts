import { toldFields } from '../../records/delivery.ts'
import { recordLabels } from '../../records/record.ts'
import { access, change, type JournalLabels } from '../../contract/journalLabels.ts'

/** The journal's labels for the feature, its actions and the fields of its entries. */
export const deliveryLabels = {
  kind: '送达',
  actions: {
    'notification.save': change('登记送达'),
    'notification.saveMany': change('批量登记送达'),
    'notification.saveByPapers': change('按选票登记送达'),
    'notification.void': change('作废送达'),
    'notification.import': change('Excel导入送达'),
    'notification.undoImport': change('撤销送达导入'),
    'notification.undoMany': change('撤销批量登记送达'),
    'notification.export': access('导出送达登记'),
    'notification.rows': change('送达明细'),
  },
  fields: {
    ...recordLabels(toldFields),
    notifyStatus: '送达状态',
    path: '楼栋单元',
  },
} as const satisfies JournalLabels<'notification'>
