import { change, type JournalLabels } from '../../contract/journalLabels.ts'

/** The journal's labels for the feature, its actions and the fields of its entries. */
export const sampleLabels = {
  kind: '抽样',
  actions: {
    'sample.open': change('锁定抽样'),
    'sample.seed': change('抽样种子'),
    'sample.more': change('增抽'),
    'sample.ask': change('回访'),
    'sample.close': change('结束抽样'),
  },
  fields: {
    sampleMode: '抽查方式',
    risk: '风险百分比',
    counted: '清点张数',
    items: '抽查议题',
    digits: '随机数字',
    drawnHeads: '按票抽取次数',
    drawnArea: '按面积抽取次数',
    asked: '回访结果',
  },
} as const satisfies JournalLabels<'sample'>
