import type { AuditLabels } from '../../contract/auditLabels.ts'

/** What the journal calls the feature, what is recorded of it, and the fields of its entries. */
export const routeLabels = {
  kind: '路线',
  actions: {
    'route.get': '安排路线',
    'route.print': '打印路线',
    'route.sheet': '导出路线',
    'route.chooseDoor': '选择上门房屋',
  },
  fields: {
    chosenPlace: '上门房屋',
  },
} as const satisfies AuditLabels<'route'>
