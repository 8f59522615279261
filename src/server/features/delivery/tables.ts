import type { Generated } from 'kysely'
import type { DeliveryDraft } from '#shared/features/delivery/contract.ts'
import { deliveryRecord } from '#shared/records/delivery.ts'
import { columnsOf, kept, type TableOf } from '../../database/columns.ts'

/** A delivery as stored: pictures are JSON, the voiding user is a key. */
export interface StoredDelivery extends Omit<DeliveryDraft, 'rosterPropertyId' | 'voteSource' | 'pictures'> {
  /** 1 phone, 2 home visit, 3 fixed point, 4 online, 5 other. */
  readonly voteSource: number
  /** 2 the office's PC, otherwise the mini-programme. */
  readonly notifyWay: number
  readonly pictures: string
  /** Set on a voided delivery, which counts nowhere; null and `''` otherwise. */
  readonly voidedBy: number | null
  readonly voidedAt: number | null
  readonly voidReason: string
}

/** One delivery (送达) to the owner of a roster property. */
export const deliveryColumns = {
  id: kept<Generated<number>>(),
  public_id: kept<string>(),
  activity_id: kept<number>(),
  roster_property_id: kept<number>(),
  ...columnsOf<typeof deliveryRecord, StoredDelivery>(deliveryRecord),
  created_by: kept<number>(),
  created_at: kept<number>(),
  updated_by: kept<number>(),
  updated_at: kept<number>(),
}
export type DeliveryTable = TableOf<typeof deliveryColumns>
export interface DeliveryTables {
  notification: DeliveryTable
}
