import type { Activity } from '#shared/features/activity/contract.ts'
import { notificationNamedFields } from '#shared/features/notification/sheet.ts'
import { deliveryReads } from './deliveryReads.ts'
import type { ImportSource } from '../job/parts/ImportPanel/importSource.ts'

/** The import of deliveries into an activity. */
export function notificationImport(activity: Pick<Activity, 'id' | 'title'>): ImportSource {
  return {
    endpoint: 'notification.import',
    fields: { activityId: activity.id },
    refreshes: [...deliveryReads, 'audit.lastImports'],
    columns: notificationNamedFields,
    template: 'notification',
    labels: { title: 'Excel导入', target: activity.title, see: '查看送达', repeatIsSafe: '同一房屋、同一方式、同一时间的送达会被更新，不会重复' },
  }
}
