import { sql } from 'kysely'
import type { DeliveryMethod } from '#shared/features/activity/deliveryPolicy.ts'
import type { AreaSource, PropertyCategory } from '#shared/features/property/categories.ts'
import type { Place } from '#shared/place/place.ts'
import { isOneText } from '../../database/dialect.ts'
import { inChunks, inOrderOf } from '../../database/rows.ts'
import type { Db } from '../../database/schema.ts'
import type { RosterTotals } from './facts.ts'

/** A property of the roster in the published list. */
export interface ListedProperty extends Place {
  readonly ownerName: string
  readonly category: PropertyCategory
  readonly areaHundredths: number
  readonly areaSource: AreaSource
  readonly ballotNumber: number
}

/** A delivery to one property, `deliveredAt` in epoch ms; `method` null if not recorded. */
export interface DeliveryRow extends Place {
  readonly ownerName: string
  readonly voteSource: number
  readonly deliveredAt: number
  readonly deliveredBy: string
  readonly method: DeliveryMethod | null
}

/** Keys per statement. */
const AT_ONCE = 1_000
const place = ['property.period', 'property.zone', 'property.building', 'property.unit', 'property.room'] as const

/** Queries of documents, on one snapshot. */
export function documentStore(db: Db) {
  const keysInOrder = (activityKey: number) =>
    db.selectFrom('roster_property').select('id as key').where('activity_id', '=', activityKey).orderBy('place_key').orderBy('id').execute()

  return {
    /** All four from one moment; the area in 0.01 m². */
    async totals(activityKey: number): Promise<RosterTotals> {
      const { rows } = await sql<RosterTotals>`select
        (select count(*) from ballot where activity_id = ${activityKey} and is_ended = 0) as "ballotCount",
        (select count(*) from roster_property where activity_id = ${activityKey}) as "propertyCount",
        (select coalesce(sum(area_hundredths), 0) from roster_property where activity_id = ${activityKey}) as "areaHundredths",
        (select count(distinct roster_property_id) from notification where activity_id = ${activityKey} and voided_at is null) as "deliveredPropertyCount"
      `.execute(db)
      const [totals] = rows
      if (!totals) throw new Error('no totals')
      return totals
    },

    /** Every property of the roster, in reading order. */
    async properties(activityKey: number): Promise<ListedProperty[]> {
      const found: ListedProperty[] = []
      for (const keys of inChunks(await keysInOrder(activityKey), AT_ONCE)) {
        const rows = await db
          .selectFrom('roster_property as property')
          .innerJoin('ballot', 'ballot.id', 'property.ballot_id')
          .select(['property.id', ...place, 'property.owner_name as ownerName', 'property.category', 'property.area_hundredths as areaHundredths'])
          .select(['property.area_source as areaSource', 'ballot.number as ballotNumber'])
          .where('property.id', 'in', keys)
          .execute()
        found.push(...inOrderOf(keys, rows))
      }
      return found
    },

    /** The owners of ballots and their phones, by the ballots’ public ids. */
    async ownersOf(activityKey: number, ballotIds: readonly string[]): Promise<ReadonlyMap<string, readonly { ownerName: string; phone: string }[]>> {
      const rows = await db
        .selectFrom('roster_property as property')
        .innerJoin('ballot', 'ballot.id', 'property.ballot_id')
        .select(['ballot.public_id as ballotId', 'property.owner_name as ownerName', 'property.phone'])
        .where('ballot.activity_id', '=', activityKey)
        .where(isOneText(db, sql.ref('ballot.public_id'), ballotIds))
        .execute()
      return Map.groupBy(rows, ({ ballotId }) => ballotId)
    },

    /** All deliveries, by property in reading order, then by time. */
    deliveries: (activityKey: number): Promise<DeliveryRow[]> =>
      db
        .selectFrom('notification')
        .innerJoin('roster_property as property', 'property.id', 'notification.roster_property_id')
        .select([...place, 'property.owner_name as ownerName', 'notification.vote_source as voteSource'])
        .select(['notification.delivered_at as deliveredAt', 'notification.delivered_by as deliveredBy', 'notification.method'])
        .where('notification.activity_id', '=', activityKey)
        .where('notification.voided_at', 'is', null)
        .orderBy('property.place_key')
        .orderBy('property.id')
        .orderBy('notification.delivered_at')
        .orderBy('notification.id')
        .execute(),
  }
}
