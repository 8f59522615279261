import { change, type JournalLabels } from '../../contract/journalLabels.ts'

/** The journal's labels for the feature, its actions and the fields of its entries. */
export const paperLabels = {
  kind: '选票',
  actions: {
    'paper.issue': change('生成选票'),
    'paper.print': change('打印选票'),
    'paper.out': change('发出选票'),
    'paper.receive': change('收回选票'),
    'paper.takeBack': change('撤销选票登记'),
    'paper.spoil': change('作废选票'),
    'paper.spoilAll': change('作废全部选票'),
    'paper.replace': change('换发选票'),
  },
  fields: {
    paperCode: '选票编号',
    layoutId: '版式编号',
    printed: '打印份数',
    stub: '存根每页张数',
    receipt: '送达回执每页张数',
    newCode: '新选票编号',
    issued: '生成份数',
    spoiled: '作废份数',
  },
} as const satisfies JournalLabels<'paper'>
