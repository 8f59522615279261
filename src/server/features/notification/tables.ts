import type { Generated } from 'kysely'
import type { DeliveryMethod } from '#shared/features/activity/deliveryPolicy.ts'
import type { Relation } from '#shared/features/notification/judging.ts'
import { kept, personal, type TableOf } from '../../database/columns.ts'

/** One delivery (送达) to the owner of a roster property. */
export const deliveryColumns = {
  id: kept<Generated<number>>(),
  public_id: kept<string>(),
  activity_id: kept<number>(),
  roster_property_id: kept<number>(),
  /** 1 phone, 2 home visit, 3 fixed point, 4 online, 5 other. */
  vote_source: kept<number>(),
  /** 2 the office's PC, otherwise the mini-programme. */
  notify_way: kept<number>(),
  delivered_at: kept<number>(),
  delivered_by: personal('name'),
  remark: personal('text'),
  /** JSON: paths of stored files. */
  pictures: personal('pictures'),
  /** The way of delivering by the activity's policy (`DELIVERY_METHODS`); null if nobody has said. */
  method: kept<DeliveryMethod | null>(),
  /** Who signed, as a name; `''` if nobody did. */
  receiver: personal('name'),
  relation: kept<Relation | null>(),
  second_deliverer: personal('name'),
  tracking_no: personal('text'),
  notice_from: kept<number | null>(),
  notice_to: kept<number | null>(),
  /** All three of one that was taken back, which counts nowhere; null and `''` of any other. */
  voided_by: kept<number | null>(),
  voided_at: kept<number | null>(),
  void_reason: personal('words'),
  created_by: kept<number>(),
  created_at: kept<number>(),
  updated_by: kept<number>(),
  updated_at: kept<number>(),
}
export type NotificationTable = TableOf<typeof deliveryColumns>
export interface NotificationTables {
  notification: NotificationTable
}
