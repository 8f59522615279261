import { security, type JournalLabels } from '../../contract/journalLabels.ts'

/** The journal's labels for the feature, its actions and the fields of its entries. */
export const systemLabels = {
  kind: '数据备份',
  actions: {
    'system.day': security('程序运行'),
    'system.permitRestore': security('开始恢复数据'),
    'system.restore': security('恢复数据'),
    'system.backUp': security('备份数据'),
  },
  fields: {
    isEncrypted: '已加密',
    fileName: '文件名',
    restoredAt: '恢复时间',
    restoredBy: '恢复人',
    keptAs: '原数据库保存为',
  },
} as const satisfies JournalLabels<'system'>
