import type { Kysely } from 'kysely'
import { inOrderOf } from '../../database/rows.ts'
import type { Schema } from '../../database/schema.ts'
import { liveRecord } from '../ballot/liveRecord.ts'

const deliveryColumns = [
  'delivery.id as delivery_key',
  'delivery.vote_source',
  'delivery.notify_way',
  'delivery.delivered_at',
  'delivery.delivered_by',
  'delivery.remark',
  'delivery.pictures',
  'delivery.method',
  'delivery.receiver',
  'delivery.relation',
  'delivery.second_deliverer',
  'delivery.tracking_no',
  'delivery.notice_from',
  'delivery.notice_to',
  'delivery.created_at',
  'delivery.updated_at',
  'createdBy.nick_name as createdBy',
  'changedBy.nick_name as changedBy',
] as const

/** Queries on deliveries, with the properties and ballots that they belong to. */
export function deliveryQueries(db: Kysely<Schema>) {
  /** Roster rows with their ballots' live record and one delivery each, or none. */
  const properties = () =>
    db
      .selectFrom('roster_property as property')
      .leftJoin('vote_record as record', (join) => join.onRef('record.ballot_id', '=', 'property.ballot_id').on(liveRecord('record')))
      .select([
        'property.id as property_key',
        'property.public_id as property',
        'property.property_public_id',
        'property.ballot_id',
        'property.owner_name',
        'property.phone',
        'property.area_hundredths',
        'record.status as record_status',
      ])
      .select(['property.period', 'property.zone', 'property.building', 'property.unit', 'property.room'])

  return {
    /** Roster rows in the order of their keys, each with its newest delivery. */
    async rows(keys: readonly number[]) {
      if (keys.length === 0) return []
      const rows = await properties()
        .leftJoin('notification as delivery', (join) =>
          join.on('delivery.id', '=', (build) =>
            build
              .selectFrom('notification')
              .select('notification.id')
              .whereRef('notification.roster_property_id', '=', 'property.id')
              .orderBy('notification.delivered_at', 'desc')
              .orderBy('notification.id', 'desc')
              .limit(1),
          ),
        )
        .leftJoin('user as createdBy', 'createdBy.id', 'delivery.created_by')
        .leftJoin('user as changedBy', 'changedBy.id', 'delivery.updated_by')
        .select(deliveryColumns)
        .where('property.id', 'in', keys)
        .execute()
      return inOrderOf(
        keys,
        rows.map((row) => ({ ...row, id: row.property_key })),
      )
    },
    /** All deliveries to the properties of a ballot, newest first. */
    deliveries: (ballotKey: number) =>
      properties()
        .innerJoin('notification as delivery', 'delivery.roster_property_id', 'property.id')
        .innerJoin('user as createdBy', 'createdBy.id', 'delivery.created_by')
        .innerJoin('user as changedBy', 'changedBy.id', 'delivery.updated_by')
        .select(deliveryColumns)
        .where('property.ballot_id', '=', ballotKey)
        .orderBy('delivery.delivered_at', 'desc')
        .orderBy('delivery.id', 'desc')
        .execute(),
  }
}
