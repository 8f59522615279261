import { access, change, type JournalLabels } from '../../contract/journalLabels.ts'

/** The journal's labels for the feature, its actions and the fields of its entries. */
export const routeLabels = {
  kind: '路线',
  actions: {
    'route.get': access('安排路线'),
    'route.print': access('打印路线'),
    'route.sheet': access('导出路线'),
    'route.chooseDoor': change('选择上门房屋'),
  },
  fields: {
    chosenPlace: '上门房屋',
  },
} as const satisfies JournalLabels<'route'>
