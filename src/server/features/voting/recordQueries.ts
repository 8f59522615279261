import type { Kysely } from 'kysely'
import type { Schema } from '../../database/schema.ts'

/** Queries on vote records with what is shown of them. */
export function recordQueries(db: Kysely<Schema>) {
  function records() {
    return db
      .selectFrom('vote_record as record')
      .innerJoin('activity', 'activity.id', 'record.activity_id')
      .innerJoin('ballot', 'ballot.id', 'record.ballot_id')
      .innerJoin('user as maker', 'maker.id', 'record.created_by')
      .leftJoin('user as voter', 'voter.id', 'record.voted_by')
      .leftJoin('user as voider', 'voider.id', 'record.voided_by')
      .leftJoin('roster_property as property', (join) =>
        join.onRef('property.activity_id', '=', 'record.activity_id').onRef('property.property_public_id', '=', 'record.property_public_id'),
      )
      .leftJoin('proxy', 'proxy.public_id', 'record.proxy_public_id')
      .selectAll('record')
      .select([
        'activity.public_id as activity',
        'activity.title',
        'activity.status as activity_status',
        'activity.updated_at as activity_updated_at',
        'property.period',
        'property.zone',
        'property.building',
        'property.unit',
        'property.room',
        'property.owner_name',
        'ballot.public_id as ballot',
        'maker.nick_name as maker',
        'voter.nick_name as voter',
        'voider.nick_name as voider',
        'proxy.agent_name',
      ])
  }

  return {
    /** What is to be known of records that stand in somebody's way, each with the property that it was made for. */
    standing: (keys: readonly number[]) => records().where('record.id', 'in', keys).orderBy('record.id').execute(),
    /** A record by its public id, with its activity's status. */
    findRecord: (activityId: string, recordId: string) =>
      records().where('record.public_id', '=', recordId).where('activity.public_id', '=', activityId).executeTakeFirst(),
    /** A record of whichever activity. */
    recordOfAny: (recordId: string) => records().where('record.public_id', '=', recordId).executeTakeFirst(),
    /** All records of a ballot, newest first. */
    recordsOfBallot: (ballotKey: number) => records().where('record.ballot_id', '=', ballotKey).orderBy('record.id', 'desc').execute(),
  }
}
