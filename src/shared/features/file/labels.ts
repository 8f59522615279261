import { change, type JournalLabels } from '../../contract/journalLabels.ts'

/** The journal's labels for the feature, its actions and the fields of its entries. */
export const fileLabels = {
  kind: '附件',
  actions: {
    'file.uploadImage': change('上传图片'),
    'file.uploadDocument': change('上传附件'),
    'file.expire': change('清理无用附件'),
  },
  fields: {
    expired: '清理的附件',
  },
} as const satisfies JournalLabels<'file'>

export const storedFileFields = {
  mediaType: '文件类型',
  byteCount: '字节数',
} as const
