import { sql, type Kysely } from 'kysely'
import { BallotState } from '#shared/features/ballot/rules.ts'
import type { Schema } from '../../database/schema.ts'
import { ballotState } from '../ballot/rules.ts'
import { liveRecord } from '../ballot/liveRecord.ts'
import { isLastAndVoid } from '../ballot/voided.ts'
import type { GridPath, GridRoom } from './rules.ts'

/** What the desk and the grid read of a roster; every call is one statement. */
export function deskStore(db: Kysely<Schema>) {
  return {
    /** The houses of one owner in a roster, in reading order. */
    propertiesOfOwner: (activityKey: number, ownerKey: string) =>
      db
        .selectFrom('roster_property')
        .select(['id', 'ballot_id'])
        .where('activity_id', '=', activityKey)
        .where('owner_key', '=', ownerKey)
        .orderBy('place_key')
        .execute(),
    /** The house through which a code's ballot was marked, or the ballot's first where that one has left it. */
    async propertyOfCode(activityKey: number, code: string): Promise<number | undefined> {
      const row = await db
        .selectFrom('vote_record as record')
        .innerJoin('roster_property as house', 'house.ballot_id', 'record.ballot_id')
        .select('house.id')
        .where('record.activity_id', '=', activityKey)
        .where('record.marked_code', '=', code)
        .where(liveRecord('record'))
        .orderBy(sql`case when house.property_public_id = record.property_public_id then 0 else 1 end`)
        .orderBy('house.place_key')
        .limit(1)
        .executeTakeFirst()
      return row?.id
    },

    /** The house through which the newest voided ballot with a code was marked, or its first; for papers that are read again. */
    async propertyOfVoidedCode(activityKey: number, code: string): Promise<number | undefined> {
      const row = await db
        .selectFrom('vote_record as past')
        .innerJoin('roster_property as house', 'house.ballot_id', 'past.ballot_id')
        .select('house.id')
        .where('past.activity_id', '=', activityKey)
        .where('past.marked_code', '=', code)
        .where(isLastAndVoid)
        .orderBy('past.id', 'desc')
        .orderBy(sql`case when house.property_public_id = past.property_public_id then 0 else 1 end`)
        .orderBy('house.place_key')
        .limit(1)
        .executeTakeFirst()
      return row?.id
    },

    units: (activityKey: number) =>
      db.selectFrom('roster_property').select(['period', 'zone', 'building', 'unit']).distinct().where('activity_id', '=', activityKey).execute(),

    /** Each unit's houses, and those of them whose ballot has voted, in reading order. */
    placeProgress: (activityKey: number) =>
      db
        .selectFrom('roster_property as house')
        .leftJoin('vote_record as record', (join) =>
          join.onRef('record.ballot_id', '=', 'house.ballot_id').on('record.status', '=', sql.lit(BallotState.voted)),
        )
        .select(['house.period', 'house.zone', 'house.building', 'house.unit'])
        .select(({ fn }) => [fn.countAll<number>().as('total'), fn.count<number>('record.id').as('voted')])
        .where('house.activity_id', '=', activityKey)
        .groupBy(['house.period', 'house.zone', 'house.building', 'house.unit'])
        .orderBy(({ fn }) => fn.min('house.place_key'))
        .execute(),

    /** Whose the rooms of a building or a unit are, in reading order. */
    roomOwners: (activityKey: number, { period, zone, building, unit }: GridPath) =>
      db
        .selectFrom('roster_property')
        .select(['property_public_id', 'period', 'zone', 'building', 'unit', 'room', 'owner_name'])
        .where('activity_id', '=', activityKey)
        .where('period', '=', period)
        .where('zone', '=', zone)
        .where('building', '=', building)
        .$if(unit !== null, (query) => query.where('unit', '=', unit))
        .orderBy('place_key')
        .execute(),

    /** The rooms of a building or a unit in reading order, each with its ballot's state. */
    async rooms(activityKey: number, { period, zone, building, unit }: GridPath): Promise<GridRoom[]> {
      const rows = await db
        .selectFrom('roster_property as house')
        .leftJoin('vote_record as record', (join) => join.onRef('record.ballot_id', '=', 'house.ballot_id').on(liveRecord('record')))
        .select(['house.property_public_id', 'house.unit', 'house.floor', 'house.room', 'record.status'])
        .where('house.activity_id', '=', activityKey)
        .where('house.period', '=', period)
        .where('house.zone', '=', zone)
        .where('house.building', '=', building)
        .$if(unit !== null, (query) => query.where('house.unit', '=', unit))
        .orderBy('house.place_key')
        .execute()
      return rows.map((row) => ({ propertyId: row.property_public_id, unit: row.unit, floor: row.floor, room: row.room, state: ballotState(row.status) }))
    },
  }
}
