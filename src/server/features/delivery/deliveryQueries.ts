import { deliveryRecord } from '#shared/records/delivery.ts'
import { namesOf } from '#shared/records/record.ts'
import { selection } from '../../database/columns.ts'
import { inOrderOf } from '../../database/rows.ts'
import type { Db } from '../../database/schema.ts'
import { liveRecord } from '../ballot/liveRecord.ts'

const { voidedBy: _key, ...told } = deliveryRecord
const deliveryColumns = [
  'delivery.id as delivery_key',
  'delivery.public_id as delivery',
  'delivery.created_by',
  'delivery.created_at',
  'delivery.updated_at',
  'createdBy.nick_name as createdBy',
  'changedBy.nick_name as changedBy',
  'voidedBy.nick_name as voidedBy',
  ...selection('delivery', told, namesOf(told)),
] as const

/** Queries on deliveries with their properties and ballots. */
export function deliveryQueries(db: Db) {
  /** Roster rows with their ballots' live record and at most one delivery each. */
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
    ...batchQueries(db),
    /** Roster rows in the order of their keys, each with its newest valid delivery. */
    async rows(keys: readonly number[]) {
      if (keys.length === 0) return []
      const rows = await properties()
        .leftJoin('notification as delivery', (join) =>
          join.on('delivery.id', '=', (build) =>
            build
              .selectFrom('notification')
              .select('notification.id')
              .whereRef('notification.roster_property_id', '=', 'property.id')
              .where('notification.voided_at', 'is', null)
              .orderBy('notification.delivered_at', 'desc')
              .orderBy('notification.id', 'desc')
              .limit(1),
          ),
        )
        .leftJoin('user as createdBy', 'createdBy.id', 'delivery.created_by')
        .leftJoin('user as changedBy', 'changedBy.id', 'delivery.updated_by')
        .leftJoin('user as voidedBy', 'voidedBy.id', 'delivery.voided_by')
        .select(deliveryColumns)
        .where('property.id', 'in', keys)
        .execute()
      return inOrderOf(
        keys,
        rows.map((row) => ({ ...row, id: row.property_key })),
      )
    },
    /** The newest void delivery to each of some properties, by property key. */
    async voidedTo(propertyKeys: readonly number[]) {
      const found = db
        .selectFrom('notification as delivery')
        .leftJoin('user as voidedBy', 'voidedBy.id', 'delivery.voided_by')
        .select(['delivery.roster_property_id', 'voidedBy.nick_name as voidedBy'])
        .select(selection('delivery', told, ['voteSource', 'deliveredAt', 'deliveredBy', 'voidedAt', 'voidReason']))
        .where('delivery.roster_property_id', 'in', propertyKeys)
        .where('delivery.voided_at', 'is not', null)
        .orderBy('delivery.delivered_at')
        .orderBy('delivery.id')
      const rows = propertyKeys.length === 0 ? [] : await found.execute()
      return new Map(rows.map((row) => [row.roster_property_id, row]))
    },
    /** A delivery with its property, of any activity. */
    find: (deliveryId: string) =>
      db
        .selectFrom('notification as delivery')
        .innerJoin('roster_property as property', 'property.id', 'delivery.roster_property_id')
        .select(['delivery.id', 'delivery.activity_id', 'delivery.created_by', 'delivery.created_at', 'delivery.voided_at'])
        .select(['property.public_id as property', 'property.owner_name', ...selection('delivery', told, ['voteSource', 'deliveredAt', 'deliveredBy'])])
        .select(['property.period', 'property.zone', 'property.building', 'property.unit', 'property.room'])
        .where('delivery.public_id', '=', deliveryId)
        .executeTakeFirst(),
    /** All deliveries to the properties of a ballot, void ones included, newest first. */
    deliveries: (ballotKey: number) =>
      properties()
        .innerJoin('notification as delivery', 'delivery.roster_property_id', 'property.id')
        .innerJoin('user as createdBy', 'createdBy.id', 'delivery.created_by')
        .innerJoin('user as changedBy', 'changedBy.id', 'delivery.updated_by')
        .leftJoin('user as voidedBy', 'voidedBy.id', 'delivery.voided_by')
        .select(deliveryColumns)
        .where('property.ballot_id', '=', ballotKey)
        .orderBy('delivery.delivered_at', 'desc')
        .orderBy('delivery.id', 'desc')
        .execute(),
  }
}

/** Queries on deliveries registered together: they share one timestamp, unique to that batch. */
function batchQueries(db: Db) {
  return {
    /** The timestamp for the next write: now, or later than all existing ones, so that it identifies a batch. */
    async nextMoment(activityKey: number, now: number): Promise<number> {
      const { created, updated } = await db
        .selectFrom('notification')
        .select(({ fn }) => [fn.max<number | null>('created_at').as('created'), fn.max<number | null>('updated_at').as('updated')])
        .where('activity_id', '=', activityKey)
        .executeTakeFirstOrThrow()
      return Math.max(now, (created ?? 0) + 1, (updated ?? 0) + 1)
    },
    /** The rest of a batch, void ones included, in the order of registration. */
    batch: (activityKey: number, writtenAt: number) =>
      db
        .selectFrom('notification')
        .select(['id', 'public_id', 'created_by', 'created_at', 'updated_at', 'voided_at'])
        .where('activity_id', '=', activityKey)
        .where('created_at', '=', writtenAt)
        .orderBy('id')
        .execute(),
    /** Number of ballots with a delivery of the batch that have voted since. */
    async votedSince(activityKey: number, writtenAt: number, since: number): Promise<number> {
      const { count } = await db
        .selectFrom('vote_record as record')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('record.activity_id', '=', activityKey)
        .where('record.status', '=', 1)
        .where('record.voted_at', '>=', since)
        .where((where) =>
          where.exists(
            where
              .selectFrom('notification')
              .innerJoin('roster_property as property', 'property.id', 'notification.roster_property_id')
              .select('notification.id')
              .whereRef('property.ballot_id', '=', 'record.ballot_id')
              .where('notification.created_at', '=', writtenAt),
          ),
        )
        .executeTakeFirstOrThrow()
      return count
    },
  }
}
