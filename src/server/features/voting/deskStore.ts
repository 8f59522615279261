import { sql, type Kysely } from 'kysely'
import { BallotState } from '#shared/features/ballot/rules.ts'
import type { Schema } from '../../database/schema.ts'
import { livePaper } from '../ballot/livePaper.ts'
import { ballotState, livePaperState } from '../ballot/rules.ts'
import { liveRecord } from '../ballot/liveRecord.ts'
import { newestDelivery } from '../delivery/newestDelivery.ts'
import { bearsOneOf } from './codeQueries.ts'
import type { GridPath, GridRoom } from './rules.ts'
import { isLastAndVoid } from '../ballot/voided.ts'

/** Queries on a roster for the desk and the grid; one statement each. */
export function deskStore(db: Kysely<Schema>) {
  return {
    ...codePropertyQueries(db),

    /** The properties of one owner in a roster, in reading order. */
    propertiesOfOwner: (activityKey: number, ownerKey: string) =>
      db
        .selectFrom('roster_property')
        .select(['id', 'ballot_id'])
        .where('activity_id', '=', activityKey)
        .where('owner_key', '=', ownerKey)
        .orderBy('place_key')
        .execute(),
    /** The distinct units of a roster, in no particular order. */
    units: (activityKey: number) =>
      db.selectFrom('roster_property').select(['period', 'zone', 'building', 'unit']).distinct().where('activity_id', '=', activityKey).execute(),

    /** Per unit, the number of properties and of those whose ballot has voted, in reading order. */
    placeProgress: (activityKey: number) =>
      db
        .selectFrom('roster_property as property')
        .leftJoin('vote_record as record', (join) =>
          join.onRef('record.ballot_id', '=', 'property.ballot_id').on('record.status', '=', sql.lit(BallotState.voted)),
        )
        .select(['property.period', 'property.zone', 'property.building', 'property.unit'])
        .select(({ fn }) => [fn.countAll<number>().as('total'), fn.count<number>('record.id').as('voted')])
        .where('property.activity_id', '=', activityKey)
        .groupBy(['property.period', 'property.zone', 'property.building', 'property.unit'])
        .orderBy(({ fn }) => fn.min('property.place_key'))
        .execute(),

    /** The owners of a building's or a unit's rooms, each with the newest delivery to its ballot, in reading order. */
    roomOwners: (activityKey: number, { period, zone, building, unit }: GridPath) =>
      db
        .selectFrom('roster_property as property')
        .innerJoin('ballot', 'ballot.id', 'property.ballot_id')
        .leftJoin('notification as delivery', (join) => join.on('delivery.id', '=', newestDelivery(sql.ref('property.ballot_id'))))
        .select(['property.property_public_id', 'property.period', 'property.zone', 'property.building', 'property.unit', 'property.room'])
        .leftJoin('property as registered', 'registered.public_id', 'property.property_public_id')
        .select(['property.owner_name', 'property.ballot_id', 'ballot.public_id as ballot', 'registered.occupancy', 'registered.remark'])
        .select(['delivery.delivered_at', 'delivery.vote_source', 'delivery.delivered_by'])
        .where('property.activity_id', '=', activityKey)
        .where('property.period', '=', period)
        .where('property.zone', '=', zone)
        .where('property.building', '=', building)
        .$if(unit !== null, (query) => query.where('property.unit', '=', unit))
        .orderBy('property.place_key')
        .execute(),

    /** The rooms of a building or a unit in reading order, each with its ballot's state. */
    async rooms(activityKey: number, { period, zone, building, unit }: GridPath): Promise<GridRoom[]> {
      const rows = await db
        .selectFrom('roster_property as property')
        .leftJoin('vote_record as record', (join) => join.onRef('record.ballot_id', '=', 'property.ballot_id').on(liveRecord('record')))
        .leftJoin('ballot_paper as paper', (join) => join.onRef('paper.ballot_id', '=', 'property.ballot_id').on(livePaper('paper')))
        .select(['property.property_public_id', 'property.unit', 'property.floor', 'property.room', 'record.status', 'paper.status as paper_status'])
        .where('property.activity_id', '=', activityKey)
        .where('property.period', '=', period)
        .where('property.zone', '=', zone)
        .where('property.building', '=', building)
        .$if(unit !== null, (query) => query.where('property.unit', '=', unit))
        .orderBy('property.place_key')
        .execute()
      return rows.map((row) => ({
        propertyId: row.property_public_id,
        unit: row.unit,
        floor: row.floor,
        room: row.room,
        state: ballotState(row.status),
        paperState: livePaperState(row.paper_status),
      }))
    },
  }
}

/** Queries for the property that the desk shows for a code; one statement each. */
function codePropertyQueries(db: Kysely<Schema>) {
  return {
    /** The property through which a code's ballot was marked, or the ballot's first if that one has since left it. */
    async propertyOfCode(activityKey: number, code: string): Promise<number | undefined> {
      const row = await db
        .selectFrom('vote_record as record')
        .innerJoin('roster_property as property', 'property.ballot_id', 'record.ballot_id')
        .select('property.id')
        .where('record.activity_id', '=', activityKey)
        .where(bearsOneOf([code]))
        .where(liveRecord('record'))
        .orderBy(sql`case when property.property_public_id = record.property_public_id then 0 else 1 end`)
        .orderBy('property.place_key')
        .limit(1)
        .executeTakeFirst()
      return row?.id
    },

    /** The first property of the ballot whose unspoiled printed paper has that code. */
    async propertyOfPaper(activityKey: number, code: string): Promise<number | undefined> {
      const row = await db
        .selectFrom('ballot_paper as paper')
        .innerJoin('roster_property as property', 'property.ballot_id', 'paper.ballot_id')
        .select('property.id')
        .where('paper.activity_id', '=', activityKey)
        .where('paper.code', '=', code)
        .where(livePaper('paper'))
        .orderBy('property.place_key')
        .limit(1)
        .executeTakeFirst()
      return row?.id
    },

    /** The property through which the newest voided ballot with a code was marked, or its first; for papers to be read again. */
    async propertyOfVoidedCode(activityKey: number, code: string): Promise<number | undefined> {
      const row = await db
        .selectFrom('vote_record as past')
        .innerJoin('roster_property as property', 'property.ballot_id', 'past.ballot_id')
        .select('property.id')
        .where('past.activity_id', '=', activityKey)
        .where('past.marked_code', '=', code)
        .where(isLastAndVoid)
        .orderBy('past.id', 'desc')
        .orderBy(sql`case when property.property_public_id = past.property_public_id then 0 else 1 end`)
        .orderBy('property.place_key')
        .limit(1)
        .executeTakeFirst()
      return row?.id
    },
  }
}
