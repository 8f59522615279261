import { sql, type Kysely } from 'kysely'
import { BallotState } from '#shared/features/ballot/rules.ts'
import type { Schema } from '../../database/schema.ts'
import { livePaper } from '../ballot/livePaper.ts'
import { ballotState, livePaperState } from '../ballot/rules.ts'
import { liveRecord } from '../ballot/liveRecord.ts'
import { codePropertyQueries } from './codePropertyQueries.ts'
import type { GridPath, GridRoom } from './rules.ts'

/** What the desk and the grid read of a roster; every call is one statement. */
export function deskStore(db: Kysely<Schema>) {
  return {
    ...codePropertyQueries(db),

    /** The houses of one owner in a roster, in reading order. */
    propertiesOfOwner: (activityKey: number, ownerKey: string) =>
      db
        .selectFrom('roster_property')
        .select(['id', 'ballot_id'])
        .where('activity_id', '=', activityKey)
        .where('owner_key', '=', ownerKey)
        .orderBy('place_key')
        .execute(),
    /** Each unit of a roster once, in no promised order. */
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
        .leftJoin('ballot_paper as paper', (join) => join.onRef('paper.ballot_id', '=', 'house.ballot_id').on(livePaper('paper')))
        .select(['house.property_public_id', 'house.unit', 'house.floor', 'house.room', 'record.status', 'paper.status as paper_status'])
        .where('house.activity_id', '=', activityKey)
        .where('house.period', '=', period)
        .where('house.zone', '=', zone)
        .where('house.building', '=', building)
        .$if(unit !== null, (query) => query.where('house.unit', '=', unit))
        .orderBy('house.place_key')
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
