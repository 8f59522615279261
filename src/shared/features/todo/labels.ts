import { change, type JournalLabels } from '../../contract/journalLabels.ts'

/** The journal's labels for the feature, its actions and the fields of its entries. */
export const todoLabels = {
  kind: '待办',
  actions: {
    'todo.settle': change('处理待办'),
  },
  fields: {
    todoName: '待办',
    todoState: '处理',
  },
} as const satisfies JournalLabels<'todo'>
