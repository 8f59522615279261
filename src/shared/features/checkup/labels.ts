import { access, change, type JournalLabels } from '../../contract/journalLabels.ts'

/** The journal's labels for the feature, its actions and the fields of its entries. */
export const checkupLabels = {
  kind: '名册体检',
  actions: {
    'checkup.dismiss': change('标记体检结果'),
    'checkup.dismissMany': change('批量标记体检结果'),
    'checkup.undismiss': change('撤回体检标记'),
    'checkup.sheet': access('导出名册体检'),
  },
  fields: {
    finding: '体检项目',
    why: '体检说明',
  },
} as const satisfies JournalLabels<'checkup'>
