import { change, type JournalLabels } from '../../contract/journalLabels.ts'

/** The journal's labels for the feature, its actions and the fields of its entries. */
export const readingLabels = {
  kind: '票面读数',
  actions: {
    'reading.enter': change('复录'),
    'reading.settle': change('裁定'),
    'reading.page': change('上传扫描页'),
    'reading.assign': change('归属扫描页'),
    'reading.discard': change('丢弃扫描页'),
    'reading.confirm': change('确认读数'),
  },
  fields: {
    isSame: '是否一致',
    decision: '裁定',
    selfsettled: '自行裁定',
    pageNumber: '页码',
    pageStatus: '扫描结果',
    readAnswers: '读数',
    sourceFile: '文件名',
    sourcePage: '文件中的页码',
    batchId: '批次编号',
  },
} as const satisfies JournalLabels<'reading'>
