import type { Generated } from 'kysely'
import type { DeliveryMethod } from '#shared/features/activity/deliveryPolicy.ts'
import type { Relation } from '#shared/features/notification/judging.ts'

/** One delivery (送达) to the owner of a roster property. */
export interface NotificationTable {
  id: Generated<number>
  public_id: string
  activity_id: number
  roster_property_id: number
  /** 1 phone, 2 home visit, 3 fixed point, 4 online, 5 other. */
  vote_source: number
  /** 2 the office's PC, otherwise the mini-programme. */
  notify_way: number
  delivered_at: number
  delivered_by: string
  remark: string
  /** JSON: paths of stored files. */
  pictures: string
  /** The way of delivering by the activity's policy (`DELIVERY_METHODS`); null if nobody has said. */
  method: DeliveryMethod | null
  /** Who signed, as a name; `''` if nobody did. */
  receiver: string
  relation: Relation | null
  second_deliverer: string
  tracking_no: string
  notice_from: number | null
  notice_to: number | null
  /** All three of one that was taken back, which counts nowhere; null and `''` of any other. */
  voided_by: number | null
  voided_at: number | null
  void_reason: string
  created_by: number
  created_at: number
  updated_by: number
  updated_at: number
}
export interface NotificationTables {
  notification: NotificationTable
}
